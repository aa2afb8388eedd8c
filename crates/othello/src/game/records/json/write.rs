//! Writes records as JSON objects.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::board::{Color, Move};
use crate::game::records::{
    GameEnding, GameResult, Mark, MatchKind, MoveNote, MoveScore, Player, Record, Theory, Variation,
};

/// The JSON object. Unknown values are omitted.
#[derive(Serialize)]
struct JsonRecord<'a> {
    start: String,
    #[serde(serialize_with = "as_words")]
    moves: &'a [Move],
    #[serde(skip_serializing_if = "str::is_empty")]
    event: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// The side that resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<String>,
    /// The discs on the board at the resignation.
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<JsonDiscs>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [MoveNote],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    scores: &'a [MoveScore],
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    marks: &'a BTreeSet<Mark>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    variations: &'a [Variation],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<Theory>,
}

#[derive(Serialize)]
struct JsonDiscs {
    black: u32,
    white: u32,
}

impl Record {
    /// The record as a JSON object.
    pub(in crate::game::records) fn to_json(&self) -> String {
        fn known(player: &Player) -> Option<&Player> {
            Some(player).filter(|player| **player != Player::default())
        }
        let (setup, resigned) = (self.game.setup(), self.resigned());
        let record = JsonRecord {
            start: self.game.start().to_fen(),
            moves: self.game.moves(),
            event: &self.event,
            place: &self.place,
            date: &self.date,
            black: known(&self.black),
            white: known(&self.white),
            kind: (self.kind != MatchKind::default()).then(|| self.kind.to_string()),
            result: self.result.map(|result| result.to_string()),
            resigned: resigned.map(|side| side.to_string()),
            discs: resigned
                .map(|_| JsonDiscs { black: setup.black().count(), white: setup.white().count() }),
            notes: &self.notes,
            scores: &self.scores,
            comment: &self.comment,
            marks: &self.marks,
            variations: &self.variations,
            tags: &self.tags,
            theory: self.theory,
        };
        serde_json::to_string(&record).expect("strings and numbers can always be written")
    }
}

impl Record {
    /// The side that resigned, from the result.
    fn resigned(&self) -> Option<Color> {
        match self.result {
            Some(GameResult::Difference { centidiscs, ending: GameEnding::Resigned }) => {
                Some(if centidiscs < 0 { Color::Black } else { Color::White })
            }
            _ => None,
        }
    }
}

/// Writes moves as words: `f5`, `pass`.
pub(in crate::game::records) fn as_words<S: Serializer>(
    moves: &[Move],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

/// Writes a move as a word.
pub(in crate::game::records) fn as_word<S: Serializer>(
    mv: &Move,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

/// Writes a value as its text.
pub(in crate::game::records) fn as_text<S: Serializer>(
    value: &Option<impl ToString>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

/// Writes 1/100 discs as discs.
pub(in crate::game::records) fn as_discs<S: Serializer>(
    centidiscs: &(impl Copy + Into<Option<i32>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let centidiscs: Option<i32> = (*centidiscs).into();
    centidiscs.map(|centidiscs| f64::from(centidiscs) / 100.0).serialize(serializer)
}

pub(in crate::game::records) fn as_milliseconds<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    time.map(milliseconds).serialize(serializer)
}
