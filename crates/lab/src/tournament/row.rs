//! [`GameRow`]: a game as one JSON line of a results file.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ForfeitKind;
use super::record::{Entrant, Forfeit, GameRecord};
use super::schedule::Fixture;
use engine::score::{centidiscs_of, discs_of};
use othello::board::DiscDiff;
use othello::game::{Game, MoveNote, ParseBoardError, ParseTranscriptError, Record, Setup};

/// A game as one JSON line. It holds everything that `--resume` needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// The game number, from 1.
    pub game: u32,
    /// The entrant with Black.
    pub black: EntrantRow,
    /// The entrant with White.
    pub white: EntrantRow,
    /// The start position; `None` for the usual one.
    pub start: Option<String>,
    /// The opening moves; a pass is `--`.
    pub opening: String,
    /// The moves that the players chose, after the opening.
    pub moves: String,
    /// The winner's name; `None` for a draw.
    pub winner: Option<String>,
    /// Black's final score in discs, empties to the winner; `None` after a forfeit.
    pub discs: Option<i32>,
    /// How the game ended.
    pub reason: Reason,
    /// The fault that forfeited the game.
    pub fault: Option<String>,
    /// Time per move in milliseconds; `None` for a pass.
    pub milliseconds: Vec<Option<u64>>,
    /// Score per move in discs for the player to move, where the player reported one.
    pub scores: Vec<Option<f64>>,
}

/// An entrant in a [`GameRow`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantRow {
    /// The name.
    pub name: String,
    /// The command line, or the style.
    pub command: String,
    /// The search limits.
    pub limits: String,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Neither side could move.
    Played,
    /// A player forfeited.
    #[serde(untagged)]
    Forfeit(ForfeitKind),
}

/// Why a row is not a game of this match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// A field differs from what the match, the moves or the forfeit imply.
    #[error("game {number} has {field} {found}: expected {expected}")]
    Field {
        /// The game number, from 1.
        number: u32,
        /// The JSON field.
        field: String,
        /// Its value, as JSON.
        found: String,
        /// The value of this match, as JSON.
        expected: String,
    },
    /// The moves end early without a forfeit.
    #[error("game {number} is unfinished: expected moves to the end, or a forfeit")]
    Unfinished {
        /// The game number, from 1.
        number: u32,
    },
    /// The start is not a position.
    #[error("start: {0}")]
    Start(#[from] ParseBoardError),
    /// The moves cannot be read or are illegal.
    #[error(transparent)]
    Moves(#[from] ParseTranscriptError),
}

impl From<&Entrant> for EntrantRow {
    fn from(entrant: &Entrant) -> EntrantRow {
        let Entrant { name, spec, control } = entrant;
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
    /// The row of `record`.
    #[must_use]
    pub fn new(record: &GameRecord, entrants: &[Entrant]) -> GameRow {
        let game = record.game.game();
        // Each move takes two characters.
        let mut opening = game.transcript_with_passes();
        let moves = opening.split_off(2 * record.opening);
        let fixture = record.fixture;
        let entrant = |seat| &entrants[fixture.entrant(seat)];
        let (black, white) = (fixture.black(), fixture.black().other());
        let result = game.final_difference().filter(|_| record.forfeit.is_none());
        let notes = record.game.notes().get(record.opening..).unwrap_or_default();
        let milliseconds = |time: Duration| time.as_millis().try_into().unwrap_or(u64::MAX);
        GameRow {
            game: fixture.number + 1,
            black: entrant(black).into(),
            white: entrant(white).into(),
            start: (game.start() != Setup::START).then(|| game.start().to_string()),
            opening,
            moves,
            winner: record.outcome().winner.map(|seat| entrant(seat).name.clone()),
            discs: result.map(DiscDiff::discs),
            reason: record.forfeit.as_ref().map_or(Reason::Played, |it| Reason::Forfeit(it.kind)),
            fault: record.forfeit.as_ref().map(|forfeit| forfeit.reason.clone()),
            milliseconds: notes.iter().map(|note| note.time.map(milliseconds)).collect(),
            scores: notes.iter().map(|note| note.centidiscs.map(discs_of)).collect(),
        }
    }

    /// Rebuilds the record and checks that it is the game of `fixture` between `entrants` after
    /// `opening`.
    ///
    /// # Errors
    /// If the moves are illegal or incomplete, or a field does not fit the match.
    pub fn to_record(
        &self,
        fixture: Fixture,
        entrants: &[Entrant],
        opening: &Game,
    ) -> Result<GameRecord, RowError> {
        let start = self.start.as_ref().map_or(Ok(Setup::START), |text| text.parse())?;
        let game = Game::from_transcript(start, &format!("{}{}", self.opening, self.moves))?;
        if self.reason == Reason::Played && !game.is_over() {
            return Err(RowError::Unfinished { number: self.game });
        }
        let mut noted = Record::from(opening.clone());
        let moves = game.moves().iter().skip(opening.moves().len());
        for (index, &mv) in moves.enumerate() {
            let note = MoveNote {
                centidiscs: self.scores.get(index).copied().flatten().map(centidiscs_of),
                time: self.milliseconds.get(index).copied().flatten().map(Duration::from_millis),
                ..MoveNote::default()
            };
            // Illegal only after another opening, which the comparison below reports.
            if noted.play_noted(mv, note).is_err() {
                break;
            }
        }
        let black = fixture.black();
        let black_won = self.winner.as_ref() == Some(&entrants[fixture.entrant(black)].name);
        let forfeit = match self.reason {
            Reason::Played => None,
            Reason::Forfeit(kind) => Some(Forfeit {
                by: if black_won { black.other() } else { black },
                kind,
                reason: self.fault.clone().unwrap_or_default(),
            }),
        };
        let record = GameRecord { fixture, opening: opening.moves().len(), game: noted, forfeit };
        self.ensure_same(&GameRow::new(&record, entrants))?;
        Ok(record)
    }

    /// Reports the first field that differs from `expected`.
    fn ensure_same(&self, expected: &GameRow) -> Result<(), RowError> {
        let fields = |row| match serde_json::to_value(row) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let mut pairs = fields(self).into_iter().zip(fields(expected));
        match pairs.find(|((_, found), (_, expected))| found != expected) {
            None => Ok(()),
            Some(((field, found), (_, expected))) => Err(RowError::Field {
                number: self.game,
                field,
                found: found.to_string(),
                expected: expected.to_string(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Seat;
    use crate::tournament::control::Control;

    fn entrants() -> [Entrant; 2] {
        ["A", "B"].map(|name| Entrant {
            name: name.to_owned(),
            spec: format!("./{name}").parse().unwrap(),
            control: Control { depth: Some(3), ..Control::default() },
        })
    }

    /// Game 2, in which B has Black and moves after f5d6; it may have ended early.
    fn record(forfeit: Option<Forfeit>) -> GameRecord {
        let mut game = Record::from(opening());
        for (square, score, time) in [("c3", Some(-250), 12), ("d3", None, 1500)] {
            let time = Some(Duration::from_millis(time));
            game.play_noted(
                square.parse().unwrap(),
                MoveNote { centidiscs: score, time, ..MoveNote::default() },
            )
            .unwrap();
        }
        GameRecord { fixture: Fixture::of_match(1), opening: 2, game, forfeit }
    }

    /// A position in which White passes and Black wins with c1.
    fn won() -> Setup {
        format!("XO{} O", "-".repeat(62)).parse().unwrap()
    }

    /// Game 5, in which A has Black, from there to its end.
    fn played() -> GameRecord {
        let mut game = Record::from(won());
        game.play_noted("c1".parse().unwrap(), MoveNote::default()).unwrap();
        GameRecord { fixture: Fixture::of_match(4), opening: 0, game, forfeit: None }
    }

    fn opening() -> Game {
        Game::from_transcript(Setup::START, "f5d6").unwrap()
    }

    fn late() -> Option<Forfeit> {
        let (by, kind, reason) = (Seat::A, ForfeitKind::Time, "no move within 9 ms".to_owned());
        Some(Forfeit { by, kind, reason })
    }

    #[test]
    fn a_row_has_all_of_a_game() {
        let row = GameRow::new(&record(late()), &entrants());
        let player =
            |name| format!(r#"{{"name":"{name}","command":"./{name}","limits":"depth 3"}}"#);
        assert_eq!(
            serde_json::to_string(&row).unwrap(),
            format!(r#"{{"game":2,"black":{},"white":{},"start":null,"#, player("B"), player("A"))
                + r#""opening":"f5d6","moves":"c3d3","winner":"B","discs":null,"#
                + r#""reason":"time","fault":"no move within 9 ms","#
                + r#""milliseconds":[12,1500],"scores":[-2.5,null]}"#
        );
    }

    #[test]
    fn rows_are_read_back_as_they_were() {
        for (record, opening) in [(record(late()), opening()), (played(), Game::new(won()))] {
            let text = serde_json::to_string(&GameRow::new(&record, &entrants())).unwrap();
            let row: GameRow = serde_json::from_str(&text).unwrap();
            let read = row.to_record(record.fixture, &entrants(), &opening);
            assert_eq!(read.as_ref(), Ok(&record), "{text}");
        }
    }

    #[test]
    fn games_of_other_matches_are_refused() {
        let row = GameRow::new(&record(None), &entrants());
        let read = |fixture, entrants: &[Entrant], opening: &Game| {
            row.to_record(fixture, entrants, opening)
        };
        let mut others = entrants();
        others[0].control = Control::default();
        let mut late = row.clone();
        late.reason = Reason::Forfeit(ForfeitKind::Time);
        late.fault = Some(String::new());
        let error = late.to_record(Fixture::of_match(1), &others, &opening()).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"game 2 has white {"name":"A","command":"./A","limits":"depth 3"}: "#.to_owned()
                + r#"expected {"name":"A","command":"./A","limits":"no limits"}"#
        );
        assert!(read(Fixture::of_match(0), &entrants(), &opening()).is_err());
        let elsewhere = late.to_record(Fixture::of_match(1), &entrants(), &Game::default());
        let error = elsewhere.unwrap_err().to_string();
        assert_eq!(error, r#"game 2 has opening "f5d6": expected """#);
        let illegal = GameRow { moves: "a1".to_owned(), ..row.clone() };
        let error = illegal.to_record(Fixture::of_match(1), &entrants(), &opening()).unwrap_err();
        assert!(error.to_string().contains("a1 flips nothing for black"), "{error}");
        let error = read(Fixture::of_match(1), &entrants(), &opening()).unwrap_err();
        assert_eq!(error, RowError::Unfinished { number: 2 });
    }

    #[test]
    fn results_are_those_of_the_moves_or_of_a_forfeit() {
        let fault = |record: &GameRecord, opening: &Game, winner: Option<&str>, discs| {
            let row = GameRow::new(record, &entrants());
            let row = GameRow { winner: winner.map(str::to_owned), discs, ..row };
            let read = row.to_record(record.fixture, &entrants(), opening);
            read.map(drop).map_err(|error| error.to_string())
        };
        let over = |winner, discs| fault(&played(), &Game::new(won()), winner, discs);
        assert_eq!(over(Some("A"), Some(64)), Ok(()));
        for (winner, discs, error) in [
            (Some("B"), Some(64), r#"winner "B": expected "A""#),
            (None, Some(64), r#"winner null: expected "A""#),
            (Some("A"), Some(-64), "discs -64: expected 64"),
            (Some("A"), None, "discs null: expected 64"),
        ] {
            assert_eq!(over(winner, discs), Err(format!("game 5 has {error}")));
        }
        let forfeited = |winner, discs| fault(&record(late()), &opening(), winner, discs);
        assert_eq!([forfeited(Some("A"), None), forfeited(Some("B"), None)], [Ok(()), Ok(())]);
        for (winner, discs, error) in [
            (None, None, r#"winner null: expected "A""#),
            (Some("C"), None, r#"winner "C": expected "A""#),
            (Some("B"), Some(64), "discs 64: expected null"),
        ] {
            assert_eq!(forfeited(winner, discs), Err(format!("game 2 has {error}")));
        }
    }
}
