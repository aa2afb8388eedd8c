//! Writing a record as a JSON object.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::board::{Color, Move};
use crate::game::records::{Record, StatedResult, Variation, WthorTheory};
use crate::game::{GgfEnding, GgfKind, GgfNote, GgfPlayer, GgfResult, ObfScore};

/// What is written; what is not known is left out.
#[derive(Serialize)]
struct JsonRecord<'a> {
    start: String,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    event: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<JsonPlayer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<JsonPlayer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// The side that gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<String>,
    /// The discs on the board when it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<JsonDiscs>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [GgfNote],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<JsonScore>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    variations: &'a [Variation],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<WthorTheory>,
}

#[derive(Serialize)]
struct JsonDiscs {
    black: u32,
    white: u32,
}

#[derive(Serialize)]
struct JsonPlayer<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    rating: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
}

#[derive(Serialize)]
struct JsonNote<'a> {
    score: Option<f64>,
    milliseconds: Option<u64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
}

#[derive(Serialize)]
struct JsonVariation<'a> {
    /// How many moves of its line stand before it.
    ply: usize,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [GgfNote],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    variations: &'a [Variation],
}

#[derive(Serialize)]
struct JsonScore {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
}

impl Record {
    /// The record as a JSON object.
    pub(in crate::game::records) fn to_json(&self) -> String {
        let player = |player: &GgfPlayer| *player != GgfPlayer::default();
        let (setup, resigned) = (self.game.setup(), self.resigned());
        let record = JsonRecord {
            start: self.game.start().to_fen(),
            moves: words(self.game.moves()),
            event: &self.event,
            place: &self.place,
            date: &self.date,
            black: player(&self.black).then(|| JsonPlayer::of(&self.black)),
            white: player(&self.white).then(|| JsonPlayer::of(&self.white)),
            kind: (self.kind != GgfKind::default()).then(|| self.kind.to_string()),
            result: self.result.map(|result| result.to_string()),
            resigned: resigned.map(|side| side.to_string()),
            discs: resigned
                .map(|_| JsonDiscs { black: setup.black().count(), white: setup.white().count() }),
            notes: &self.notes,
            scores: self.scores.iter().map(JsonScore::of).collect(),
            comment: &self.comment,
            variations: &self.variations,
            tags: &self.tags,
            theory: self.theory,
        };
        serde_json::to_string(&record).expect("strings and numbers can always be written")
    }
}

impl Record {
    /// The side that has resigned, if the result says so.
    fn resigned(&self) -> Option<Color> {
        match self.result {
            Some(StatedResult::Difference(GgfResult {
                centidiscs,
                ending: GgfEnding::Resigned,
            })) => Some(if centidiscs < 0 { Color::Black } else { Color::White }),
            _ => None,
        }
    }
}

impl JsonPlayer<'_> {
    fn of(player: &GgfPlayer) -> JsonPlayer<'_> {
        JsonPlayer {
            name: &player.name,
            rating: &player.rating,
            clock: player.clock.map(|clock| clock.to_string()),
        }
    }
}

impl Serialize for GgfNote {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let milliseconds = self.time.map(|time| time.as_millis().try_into().unwrap_or(u64::MAX));
        let score = self.centidiscs.map(to_discs);
        JsonNote { score, milliseconds, comment: &self.comment }.serialize(serializer)
    }
}

impl Serialize for Variation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Variation { ply, moves, notes, variations } = self;
        JsonVariation { ply: *ply, moves: words(moves), notes, variations }.serialize(serializer)
    }
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

impl JsonScore {
    fn of(score: &ObfScore) -> JsonScore {
        JsonScore { mv: score.mv.to_string(), score: to_discs(score.centidiscs) }
    }
}

fn to_discs(centidiscs: i32) -> f64 {
    f64::from(centidiscs) / 100.0
}
