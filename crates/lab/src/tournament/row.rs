//! [`GameRow`]: a game as a line of JSON, with all that is needed to go on later.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ForfeitKind;
use super::record::{Entrant, Forfeit, GameRecord};
use super::schedule::Fixture;
use engine::score::{centidiscs_of, discs_of};
use othello::board::DiscDiff;
use othello::game::{Game, MoveNote, ParseBoardError, ParseTranscriptError, Record, Setup};

/// A game, as a line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// Its number, from 1.
    pub game: u32,
    /// The entrant with Black.
    pub black: EntrantRow,
    /// The entrant with White.
    pub white: EntrantRow,
    /// Its start position, if it is not the usual one.
    pub start: Option<String>,
    /// The moves of the opening, passes as `--`.
    pub opening: String,
    /// The moves of the players after the opening.
    pub moves: String,
    /// The name of the winner; `None` of a draw.
    pub winner: Option<String>,
    /// Black's discs less White's, the empties counted for the winner; `None` of a
    /// game that was not played to the end.
    pub discs: Option<i32>,
    /// What ended the game.
    pub reason: Reason,
    /// The fault that forfeited the game, in words.
    pub fault: Option<String>,
    /// By move, the time it took in milliseconds; `None` of a pass.
    pub milliseconds: Vec<Option<u64>>,
    /// By move, the score in discs for its player, if that gave one.
    pub scores: Vec<Option<f64>>,
}

/// An entrant, as part of a line of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantRow {
    /// Its name.
    pub name: String,
    /// The command that starts it.
    pub command: String,
    /// The limits of its searches.
    pub limits: String,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Neither side could move.
    Played,
    /// A fault of this kind.
    #[serde(untagged)]
    Forfeit(ForfeitKind),
}

/// Why a line is not a game of this match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// It has other players, or they have other limits.
    #[error("game {number} is {found}: expected {expected}")]
    OtherPlayers {
        /// The number of the game, from 1.
        number: u32,
        /// The entrants of the row.
        found: String,
        /// The entrants of the match.
        expected: String,
    },
    /// It starts elsewhere.
    #[error("game {number} starts with {found:?}: expected {expected:?}")]
    OtherOpening {
        /// The number of the game, from 1.
        number: u32,
        /// Its opening.
        found: String,
        /// What should have been its opening.
        expected: String,
    },
    /// It was not played to the end, although nobody forfeited it.
    #[error("game {number} is not over: expected moves to the end, or a forfeit")]
    Unfinished {
        /// The number of the game, from 1.
        number: u32,
    },
    /// Its winner and discs are not those of its moves, or nobody has won by a forfeit.
    #[error("game {number} has {found}: expected {expected}")]
    OtherResult {
        /// The number of the game, from 1.
        number: u32,
        /// The winner and the discs of the row.
        found: String,
        /// What they can be.
        expected: String,
    },
    /// The start is no position.
    #[error("start: {0}")]
    Start(#[from] ParseBoardError),
    /// The moves are none, or are not legal.
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
        let (opening, moves) = split(game, record.opening);
        let [black, white] = players(record.fixture, entrants);
        let winner = record.outcome().winner;
        let winner = winner.map(|seat| entrants[record.fixture.entrant(seat)].name.clone());
        let result = game.final_difference().filter(|_| record.forfeit.is_none());
        let notes = record.game.notes().get(record.opening..).unwrap_or_default();
        let score_of = |note: &MoveNote| note.centidiscs.map(discs_of);
        GameRow {
            game: record.fixture.number + 1,
            black,
            white,
            start: start_text(game),
            opening,
            moves,
            winner,
            discs: result.map(DiscDiff::discs),
            reason: record.forfeit.as_ref().map_or(Reason::Played, |it| Reason::Forfeit(it.kind)),
            fault: record.forfeit.as_ref().map(|forfeit| forfeit.reason.clone()),
            milliseconds: notes.iter().map(|note| note.time.map(milliseconds)).collect(),
            scores: notes.iter().map(score_of).collect(),
        }
    }

    /// The record of the row, which has to be that of `fixture` between `entrants`
    /// after `opening`.
    ///
    /// # Errors
    /// If it is another game, or none.
    pub fn to_record(
        &self,
        fixture: Fixture,
        entrants: &[Entrant],
        opening: &Game,
    ) -> Result<GameRecord, RowError> {
        let number = self.game;
        let [black, white] = players(fixture, entrants);
        if [&self.black, &self.white] != [&black, &white] {
            let describe = |black: &EntrantRow, white: &EntrantRow| {
                format!("between {} {black} and {} {white}", black.name, white.name)
            };
            let (found, expected) = (describe(&self.black, &self.white), describe(&black, &white));
            return Err(RowError::OtherPlayers { number, found, expected });
        }
        let start = self.start.as_ref().map_or(Ok(Setup::START), |text| text.parse())?;
        let all = format!("{}{}", self.opening, self.moves);
        let game = Game::from_transcript(start, &all)?;
        let expected = start_and_moves(opening);
        let found = format!("{}{}", self.start.as_deref().unwrap_or_default(), self.opening);
        if found != expected {
            return Err(RowError::OtherOpening { number, found, expected });
        }
        if self.reason == Reason::Played && !game.is_over() {
            return Err(RowError::Unfinished { number });
        }
        let moves = opening.moves().len();
        let mut noted = Record::from(opening.clone());
        for (index, &mv) in game.moves()[moves..].iter().enumerate() {
            let score = self.scores.get(index).copied().flatten();
            let time = self.milliseconds.get(index).copied().flatten();
            let note = MoveNote {
                centidiscs: score.map(centidiscs_of),
                time: time.map(Duration::from_millis),
                ..MoveNote::default()
            };
            noted.play_noted(mv, note).expect("the moves are legal");
        }
        let has_won = |player: &EntrantRow| self.winner.as_ref() == Some(&player.name);
        let forfeit = match self.reason {
            Reason::Played => None,
            Reason::Forfeit(kind) => Some(Forfeit {
                by: if has_won(&black) { fixture.black().other() } else { fixture.black() },
                kind,
                reason: self.fault.clone().unwrap_or_default(),
            }),
        };
        let record = GameRecord { fixture, opening: moves, game: noted, forfeit };
        let same = GameRow::new(&record, entrants);
        if (&self.winner, self.discs) != (&same.winner, same.discs) {
            let expected = match self.reason {
                Reason::Played => same.result(),
                Reason::Forfeit(_) => {
                    format!("winner {:?} or {:?}, discs null", black.name, white.name)
                }
            };
            return Err(RowError::OtherResult { number, found: self.result(), expected });
        }
        Ok(record)
    }

    /// The winner and the discs as they stand in the line.
    fn result(&self) -> String {
        let null = || "null".to_owned();
        let winner = self.winner.as_ref().map_or_else(null, |name| format!("{name:?}"));
        let discs = self.discs.map_or_else(null, |discs| discs.to_string());
        format!("winner {winner}, discs {discs}")
    }
}

/// Black and White of `fixture`.
fn players(fixture: Fixture, entrants: &[Entrant]) -> [EntrantRow; 2] {
    let black = fixture.black();
    [black, black.other()].map(|seat| EntrantRow::from(&entrants[fixture.entrant(seat)]))
}

fn start_text(game: &Game) -> Option<String> {
    let start = game.start();
    (start != Setup::START).then(|| start.to_string())
}

/// The start, if it is not the usual one, and the moves.
fn start_and_moves(game: &Game) -> String {
    format!("{}{}", start_text(game).unwrap_or_default(), game.transcript_with_passes())
}

/// The first `opening` moves of `game` as text, and the others.
fn split(game: &Game, opening: usize) -> (String, String) {
    let mut all = game.transcript_with_passes();
    // Each move takes two characters.
    let moves = all.split_off(2 * opening);
    (all, moves)
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
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
        let error = read(Fixture::of_match(1), &others, &opening()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "game 2 is between B ./B (depth 3) and A ./A (depth 3): \
             expected between B ./B (depth 3) and A ./A (no limits)"
        );
        assert!(read(Fixture::of_match(0), &entrants(), &opening()).is_err());
        let error = read(Fixture::of_match(1), &entrants(), &Game::default()).unwrap_err();
        assert_eq!(error.to_string(), r#"game 2 starts with "f5d6": expected """#);
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
        for (winner, discs, found) in [
            (Some("B"), Some(64), r#"winner "B", discs 64"#),
            (None, Some(64), "winner null, discs 64"),
            (Some("A"), Some(-64), r#"winner "A", discs -64"#),
            (Some("A"), None, r#"winner "A", discs null"#),
        ] {
            let error = format!(r#"game 5 has {found}: expected winner "A", discs 64"#);
            assert_eq!(over(winner, discs), Err(error));
        }
        let forfeited = |winner, discs| fault(&record(late()), &opening(), winner, discs);
        assert_eq!([forfeited(Some("A"), None), forfeited(Some("B"), None)], [Ok(()), Ok(())]);
        for (winner, discs, found) in [
            (None, None, "winner null, discs null"),
            (Some("C"), None, r#"winner "C", discs null"#),
            (Some("B"), Some(64), r#"winner "B", discs 64"#),
        ] {
            let expected = r#"expected winner "B" or "A", discs null"#;
            assert_eq!(forfeited(winner, discs), Err(format!("game 2 has {found}: {expected}")));
        }
    }
}
