//! [`GameRow`]: a game as a line of a results file.

use std::fmt;
use std::iter;
use std::time::Duration;

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use engine::score::{centidiscs_of, discs_of};
use lab::tournament::ForfeitKind;
use lab::tournament::record::{Entrant, Forfeit, GameRecord};
use lab::tournament::schedule::ScheduledGame;
use othello::board::Color;
use othello::game::{Game, GameResult, MoveNote, Record, Setup};

/// A game as a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct GameRow {
    /// The game number, from 1.
    pub(super) game: u32,
    pub(super) black: EntrantRow,
    pub(super) white: EntrantRow,
    /// The start position; `None` for the usual one.
    start: Option<String>,
    /// The opening moves; a pass is `--`.
    opening: String,
    /// The moves that the players chose, after the opening.
    moves: String,
    /// The winner's name; `None` for a draw.
    winner: Option<String>,
    /// Black's final score in discs. Empties count for the winner. `None` after a forfeit.
    discs: Option<i32>,
    /// `played`, or the name of a [`ForfeitKind`].
    reason: String,
    /// The fault that forfeited the game.
    fault: Option<String>,
    /// Time per move; `None` for a pass.
    milliseconds: Vec<Option<u64>>,
    /// Score per move in discs for the player to move; `None` if the player reported no score.
    scores: Vec<Option<f64>>,
}

/// A participant as a JSON object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EntrantRow {
    pub(super) name: String,
    /// The command line, or the style.
    command: String,
    /// The search limits.
    limits: String,
}

impl From<&Entrant> for EntrantRow {
    fn from(entrant: &Entrant) -> EntrantRow {
        let Entrant { name, spec, control, .. } = entrant;
        EntrantRow { name: name.clone(), command: spec.to_string(), limits: control.to_string() }
    }
}

/// The command and the limits.
impl fmt::Display for EntrantRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.command, self.limits)
    }
}

impl GameRow {
    /// The row of `record`, a game between two of `entrants`.
    pub(super) fn of(record: &GameRecord, entrants: &[Entrant]) -> GameRow {
        let black = record.scheduled.black();
        let row = |side| EntrantRow::from(&entrants[record.scheduled.entrant(side)]);
        GameRow::new(record, row(black), row(black.other()))
    }

    fn new(record: &GameRecord, black: EntrantRow, white: EntrantRow) -> GameRow {
        let game = record.record.game();
        // Each move takes two characters.
        let mut opening = game.transcript_with_passes();
        let moves = opening.split_off(2 * record.opening);
        let winner = record.record.result.and_then(GameResult::winner).map(|color| match color {
            Color::Black => black.name.clone(),
            Color::White => white.name.clone(),
        });
        let forfeit = record.forfeit.as_ref();
        let reason =
            ForfeitKind::NAMES.iter().find(|(kind, _)| Some(*kind) == forfeit.map(|it| it.kind));
        let notes = record.record.notes().get(record.opening..).unwrap_or_default();
        let milliseconds = |time: Duration| time.as_millis().try_into().unwrap_or(u64::MAX);
        GameRow {
            game: record.scheduled.number + 1,
            black,
            white,
            start: (game.start() != Setup::START).then(|| game.start().to_string()),
            opening,
            moves,
            winner,
            discs: record.discs(),
            reason: reason.map_or("played", |&(_, name)| name).to_owned(),
            fault: forfeit.map(|forfeit| forfeit.reason.clone()),
            milliseconds: notes.iter().map(|note| note.time.map(milliseconds)).collect(),
            scores: notes.iter().map(|note| note.centidiscs.map(discs_of)).collect(),
        }
    }

    /// The record of the game, which must match `scheduled`.
    ///
    /// # Errors
    /// If the moves are illegal or incomplete, or another field contradicts them.
    pub(super) fn to_record(&self, scheduled: ScheduledGame) -> anyhow::Result<GameRecord> {
        let start = self.start.as_ref().map_or(Ok(Setup::START), |text| text.parse())?;
        let moves = format!("{}{}", self.opening, self.moves);
        let mut record = Record::from(Game::from_transcript(start, &moves)?);
        let opening = self.opening.len() / 2;
        let notes = self.scores.iter().zip(&self.milliseconds).map(|(score, time)| MoveNote {
            centidiscs: score.map(centidiscs_of),
            time: time.map(Duration::from_millis),
            ..MoveNote::default()
        });
        record.set_notes(iter::repeat_n(MoveNote::default(), opening).chain(notes).collect());
        let black = scheduled.black();
        let black_won = self.winner.as_ref() == Some(&self.black.name);
        let kind = ForfeitKind::NAMES.iter().find(|(_, name)| *name == self.reason);
        let forfeit = kind.map(|&(kind, _)| Forfeit {
            by: if black_won { black.other() } else { black },
            kind,
            reason: self.fault.clone().unwrap_or_default(),
        });
        let number = self.game;
        ensure!(
            forfeit.is_some() || record.game().is_over(),
            "game {number} is unfinished: expected moves to the end, or a forfeit"
        );
        let record = GameRecord::new(scheduled, opening, record, forfeit);
        ensure!(
            GameRow::new(&record, self.black.clone(), self.white.clone()) == *self,
            "game {number} contradicts its moves: expected a line written by --out"
        );
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::tournament::MatchSide;
    use lab::tournament::control::Control;

    fn entrants() -> [Entrant; 2] {
        ["A", "B"].map(|name| Entrant {
            name: name.to_owned(),
            title: String::new(),
            spec: format!("./{name}").parse().unwrap(),
            control: Control { depth: Some(3), ..Control::default() },
        })
    }

    /// Game 2, in which B has Black and moves after f5d6; it may have ended early.
    fn record(forfeit: Option<Forfeit>) -> GameRecord {
        let mut record = Record::from(Game::from_transcript(Setup::START, "f5d6").unwrap());
        for (square, centidiscs, time) in [("c3", Some(-250), 12), ("d3", None, 1500)] {
            let time = Some(Duration::from_millis(time));
            let note = MoveNote { centidiscs, time, ..MoveNote::default() };
            record.play_noted(square.parse().unwrap(), note).unwrap();
        }
        GameRecord::new(ScheduledGame::of_match(1), 2, record, forfeit)
    }

    /// Game 5, in which A has Black. White passes, and Black wins with c1.
    fn played() -> GameRecord {
        let start: Setup = format!("XO{} O", "-".repeat(62)).parse().unwrap();
        let mut record = Record::from(start);
        record.play_noted("c1".parse().unwrap(), MoveNote::default()).unwrap();
        GameRecord::new(ScheduledGame::of_match(4), 0, record, None)
    }

    fn late() -> Option<Forfeit> {
        let (by, kind, reason) =
            (MatchSide::A, ForfeitKind::Time, "no move within 9 ms".to_owned());
        Some(Forfeit { by, kind, reason })
    }

    #[test]
    fn a_row_has_all_fields_of_a_game() {
        let player =
            |name| format!(r#"{{"name":"{name}","command":"./{name}","limits":"depth 3"}}"#);
        assert_eq!(
            serde_json::to_string(&GameRow::of(&record(late()), &entrants())).unwrap(),
            format!(r#"{{"game":2,"black":{},"white":{},"start":null,"#, player("B"), player("A"))
                + r#""opening":"f5d6","moves":"c3d3","winner":"B","discs":null,"#
                + r#""reason":"time","fault":"no move within 9 ms","#
                + r#""milliseconds":[12,1500],"scores":[-2.5,null]}"#
        );
    }

    #[test]
    fn rows_read_back_unchanged() {
        for record in [record(late()), played()] {
            let text = serde_json::to_string(&GameRow::of(&record, &entrants())).unwrap();
            let row: GameRow = serde_json::from_str(&text).unwrap();
            assert_eq!(row.to_record(record.scheduled).unwrap(), record, "{text}");
        }
    }

    #[test]
    fn illegal_and_unfinished_games_are_refused() {
        let row = GameRow::of(&record(None), &entrants());
        let fault =
            |row: &GameRow| row.to_record(ScheduledGame::of_match(1)).unwrap_err().to_string();
        let illegal = fault(&GameRow { moves: "a1".to_owned(), ..row.clone() });
        assert!(illegal.contains("a1 flips nothing for black"), "{illegal}");
        assert!(fault(&row).starts_with("game 2 is unfinished: "));
    }

    #[test]
    fn results_follow_from_the_moves_or_a_forfeit() {
        let is_sound = |record: &GameRecord, winner: Option<&str>, discs| {
            let row = GameRow::of(record, &entrants());
            let row = GameRow { winner: winner.map(str::to_owned), discs, ..row };
            row.to_record(record.scheduled).is_ok()
        };
        assert!(is_sound(&played(), Some("A"), Some(64)));
        for (winner, discs) in
            [(Some("B"), Some(64)), (None, Some(64)), (Some("A"), Some(-64)), (Some("A"), None)]
        {
            assert!(!is_sound(&played(), winner, discs), "{winner:?} {discs:?}");
        }
        assert!(["A", "B"].iter().all(|winner| is_sound(&record(late()), Some(winner), None)));
        for (winner, discs) in [(None, None), (Some("C"), None), (Some("B"), Some(64))] {
            assert!(!is_sound(&record(late()), winner, discs), "{winner:?} {discs:?}");
        }
    }
}
