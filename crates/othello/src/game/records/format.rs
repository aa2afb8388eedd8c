//! [`Format`]: the record formats and the parts that each holds.

use std::fmt;
use std::str::FromStr;

use crate::game::excerpt::excerpt;

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `f5d6c3`, with or without numbers.
    Transcript,
    /// The arguments of `position`: `start moves f5 d6`, `fen <rows> <side> moves f5`.
    Position,
    /// Tags and numbered moves, as PlayOK writes them.
    Pgn,
    /// 64 characters and the side to move.
    Board,
    /// Rows separated by `/` and the side to move.
    Fen,
    /// A position with the scores of its moves.
    Obf,
    /// The format of game servers and of NBoard.
    Ggf,
    /// Smart Game Format, `GM[2]`, with variations.
    Sgf,
    /// A JSON object.
    Json,
    /// The binary files of the WTHOR collection, 68 bytes a game.
    Wthor,
}

/// A part of a record, other than its last position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordPart {
    /// An unusual start.
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
    /// The place.
    Place,
    /// The date.
    Date,
    /// The kind of match.
    Kind,
    /// The stated result.
    Result,
    /// Scores and times of moves.
    Notes,
    /// Comments on the moves.
    MoveComments,
    /// Marks on the board.
    Marks,
    /// Alternatives to the moves.
    Variations,
    /// The scores of moves in the last position.
    Scores,
    /// The comment on the whole game.
    Comment,
    /// Further tags.
    Tags,
    /// The result with perfect play.
    Theory,
}

impl RecordPart {
    /// All parts, in the order in which lists show them.
    pub const ALL: [RecordPart; 18] = [
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
        RecordPart::MoveComments,
        RecordPart::Marks,
        RecordPart::Variations,
        RecordPart::Scores,
        RecordPart::Comment,
        RecordPart::Tags,
        RecordPart::Theory,
    ];
}

/// The name in messages, in lower case.
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
            RecordPart::Notes => "scores and times of moves",
            RecordPart::MoveComments => "comments on moves",
            RecordPart::Marks => "marks",
            RecordPart::Variations => "variations",
            RecordPart::Scores => "scores of moves in the last position",
            RecordPart::Comment => "comment",
            RecordPart::Tags => "other tags",
            RecordPart::Theory => "theoretical result",
        })
    }
}

/// An unknown format name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid format {text:?}: expected {}", Format::listed())]
pub struct ParseFormatError {
    /// The word.
    pub text: String,
}

impl Format {
    /// All formats, in the order in which lists show them.
    pub const ALL: [Format; 10] = [
        Format::Transcript,
        Format::Position,
        Format::Pgn,
        Format::Board,
        Format::Fen,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::Json,
        Format::Wthor,
    ];

    /// The name: one word in lower case.
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
            Format::Sgf => "sgf",
            Format::Json => "json",
            Format::Wthor => "wthor",
        }
    }

    /// The names of all formats.
    #[must_use]
    pub fn names() -> [&'static str; 10] {
        Format::ALL.map(Format::name)
    }

    /// The names in one phrase.
    fn listed() -> String {
        let names = Format::names();
        let (last, others) = names.split_last().expect("there are formats");
        format!("{} or {last}", others.join(", "))
    }

    /// Whether the format holds positions instead of games.
    #[must_use]
    pub const fn is_position(self) -> bool {
        matches!(self, Format::Board | Format::Fen | Format::Obf)
    }

    /// Whether the format holds `part`.
    #[must_use]
    pub fn holds(self, part: RecordPart) -> bool {
        use RecordPart::{
            Clocks, Comment, Date, Event, Kind, Marks, Moves, Notes, Players, Result, Scores,
            Start, Theory, Variations,
        };
        match self {
            Format::Transcript => matches!(part, Moves | Comment),
            Format::Position => matches!(part, Start | Moves | Comment),
            Format::Pgn => !matches!(part, Clocks | Kind | Notes | Marks | Scores | Theory),
            Format::Board | Format::Fen => matches!(part, Start | Comment),
            Format::Obf => matches!(part, Start | Scores | Comment),
            Format::Ggf => !matches!(part, Event | Marks | Variations | Scores | Theory),
            Format::Sgf => !matches!(part, Clocks | Kind | Scores | Theory),
            Format::Json => true,
            Format::Wthor => {
                matches!(part, Moves | Players | Event | Date | Result | Theory)
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name in any case.
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
            "sgd".parse::<Format>().unwrap_err().to_string(),
            "invalid format \"sgd\": expected transcript, position, pgn, board, fen, obf, ggf, \
             sgf, json or wthor"
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
