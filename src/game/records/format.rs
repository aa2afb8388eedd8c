//! [`Format`]: the formats of records, and the parts that each of them holds.

use std::fmt;
use std::str::FromStr;

use crate::game::excerpt::excerpt;

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `f5d6c3`, with or without numbers.
    Transcript,
    /// What `position` takes: `start moves f5 d6`, `fen <rows> <side> moves f5`.
    Position,
    /// Tags and numbered moves, as PlayOK and others write them.
    Pgn,
    /// 64 characters and the side to move.
    Board,
    /// Rows split by `/`, and the side to move.
    Fen,
    /// A position with the scores of its moves.
    Obf,
    /// The format of game servers and of NBoard.
    Ggf,
    /// A JSON object.
    Json,
    /// The files of the WTHOR collection: games in 68 bytes each.
    Wthor,
}

/// A part of a record, besides its last position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordPart {
    /// Another start than the usual one.
    Start,
    /// The moves.
    Moves,
    /// The names of the players.
    Players,
    /// The ratings of the players.
    Ratings,
    /// The clocks of the players.
    Clocks,
    /// The tournament.
    Event,
    /// Where it was played.
    Place,
    /// When it was played.
    Date,
    /// The kind of match.
    Kind,
    /// The stated result.
    Result,
    /// The notes on the moves.
    Notes,
    /// The scores of moves in the last position.
    Scores,
    /// Free text.
    Comment,
    /// The result of the game with perfect play.
    Theory,
}

impl RecordPart {
    /// All of them, in the order in which they are listed.
    pub const ALL: [RecordPart; 14] = [
        RecordPart::Start,
        RecordPart::Moves,
        RecordPart::Players,
        RecordPart::Ratings,
        RecordPart::Clocks,
        RecordPart::Event,
        RecordPart::Place,
        RecordPart::Date,
        RecordPart::Kind,
        RecordPart::Result,
        RecordPart::Notes,
        RecordPart::Scores,
        RecordPart::Comment,
        RecordPart::Theory,
    ];
}

/// In lower case, as in `moves`.
impl fmt::Display for RecordPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            RecordPart::Start => "start",
            RecordPart::Moves => "moves",
            RecordPart::Players => "players",
            RecordPart::Ratings => "ratings",
            RecordPart::Clocks => "clocks",
            RecordPart::Event => "event",
            RecordPart::Place => "place",
            RecordPart::Date => "date",
            RecordPart::Kind => "kind of match",
            RecordPart::Result => "result",
            RecordPart::Notes => "notes on moves",
            RecordPart::Scores => "scores of moves",
            RecordPart::Comment => "comment",
            RecordPart::Theory => "theoretical result",
        })
    }
}

/// A word that is not the name of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no format: expected {}", Format::names().join(", "))]
pub struct ParseFormatError {
    /// The word.
    pub text: String,
}

impl Format {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Format; 9] = [
        Format::Transcript,
        Format::Position,
        Format::Pgn,
        Format::Board,
        Format::Fen,
        Format::Obf,
        Format::Ggf,
        Format::Json,
        Format::Wthor,
    ];

    /// Its name: one word in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Position => "position",
            Format::Pgn => "pgn",
            Format::Board => "board",
            Format::Fen => "fen",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Json => "json",
            Format::Wthor => "wthor",
        }
    }

    /// The names of all.
    #[must_use]
    pub fn names() -> [&'static str; 9] {
        Format::ALL.map(Format::name)
    }

    /// Whether it shows a position and not the game that led there.
    #[must_use]
    pub const fn is_position(self) -> bool {
        matches!(self, Format::Board | Format::Fen | Format::Obf)
    }

    /// Whether a record in it has `part`.
    #[must_use]
    pub fn holds(self, part: RecordPart) -> bool {
        use RecordPart::{
            Comment, Date, Event, Moves, Notes, Place, Players, Ratings, Result, Scores, Start,
        };
        match self {
            Format::Transcript => matches!(part, Moves | Comment),
            Format::Position => matches!(part, Start | Moves | Comment),
            Format::Pgn => {
                matches!(part, Start | Moves | Players | Ratings | Event | Place | Date | Result)
            }
            Format::Board | Format::Fen => matches!(part, Start | Comment),
            Format::Obf => matches!(part, Start | Scores | Comment),
            Format::Ggf => {
                matches!(part, Start | Moves | Players | Ratings | Place | Date | Result | Notes)
                    || matches!(part, RecordPart::Clocks | RecordPart::Kind)
            }
            Format::Json => true,
            Format::Wthor => {
                matches!(part, Moves | Players | Event | Date | Result | RecordPart::Theory)
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name in either case.
impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let named = |format: &Format| format.name().eq_ignore_ascii_case(text);
        let unknown = || ParseFormatError { text: excerpt(text) };
        Format::ALL.into_iter().find(named).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_names() {
        for format in Format::ALL {
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        }
        assert_eq!(
            "sgf".parse::<Format>().unwrap_err().to_string(),
            "\"sgf\" is no format: expected transcript, position, pgn, board, fen, obf, ggf, \
             json, wthor"
        );
    }

    #[test]
    fn only_json_holds_everything() {
        for format in Format::ALL {
            let holds_all = RecordPart::ALL.into_iter().all(|part| format.holds(part));
            assert_eq!(holds_all, format == Format::Json, "{format}");
        }
    }
}
