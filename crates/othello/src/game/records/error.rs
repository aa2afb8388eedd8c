//! [`RecordError`]: why a record cannot be read.

use std::fmt;
use std::io;

use super::Record;
use crate::board::Color;
use crate::game::{
    IllegalMove, ParseBoardError, ParseFenError, ParseGgfError, ParseObfError,
    ParseTranscriptError, Setup,
};

/// An error with its place: `3:17: move 5, "d3", is illegal: d3 flips nothing for white`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct RecordError {
    /// The place of the error.
    pub place: RecordPlace,
    /// The reason.
    pub fault: RecordFault,
    /// The record up to an illegal move.
    pub legal: Option<Box<Record>>,
}

impl RecordError {
    pub(super) const fn new(place: RecordPlace, fault: RecordFault) -> RecordError {
        RecordError { place, fault, legal: None }
    }
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordPlace {
    /// A place in a text.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// The number of a game in a binary file, from 1.
    Game(usize),
}

/// `3:17` (line and column) or `game 12`.
impl fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordPlace::Text { line, column } => write!(f, "{line}:{column}"),
            RecordPlace::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// Why a record cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The text is in no known format.
    #[error(
        "invalid record {text:?}: expected moves, 64 squares and a side, a FEN, OBF, GGF, tags or \
         JSON"
    )]
    Unknown {
        /// Its first word, shortened.
        text: String,
    },
    /// A semicolon before moves, which may start a comment.
    #[error("ambiguous {text:?}: expected moves without a semicolon, or a comment after %")]
    Remark {
        /// The text after the semicolon, shortened.
        text: String,
    },
    /// A page address without moves.
    #[error("invalid address {text:?}: expected one with moves such as f5d6c3")]
    NoMoves {
        /// The address, shortened.
        text: String,
    },
    /// A row of a table without moves.
    #[error("missing moves in the column {column:?}")]
    NoMovesInColumn {
        /// The name of the column, shortened.
        column: String,
    },
    /// A table row with more fields than the header.
    #[error("invalid row: expected {expected} fields as in the header, found {found}")]
    FieldCount {
        /// The number of fields.
        found: usize,
        /// The number of fields in the header.
        expected: usize,
    },
    /// An unclosed remark.
    #[error("unclosed remark {text:?}: expected {end}")]
    Unclosed {
        /// Its start, shortened.
        text: String,
        /// The character that closes the remark.
        end: char,
    },
    /// No record in the text.
    #[error("no record found")]
    Nothing,
    /// A second record in a text that must have only one.
    #[error("unexpected {text:?} after the record")]
    Trailing {
        /// Its first word, shortened.
        text: String,
    },
    /// The record is too long.
    #[error("record too long: expected at most {limit} bytes, and 65536 in a line")]
    TooLong {
        /// Maximum bytes.
        limit: usize,
    },
    /// An invalid board.
    #[error(transparent)]
    Board(ParseBoardError),
    /// An invalid FEN.
    #[error(transparent)]
    Fen(ParseFenError),
    /// Invalid moves.
    #[error(transparent)]
    Moves(ParseTranscriptError),
    /// Invalid OBF.
    #[error(transparent)]
    Obf(ParseObfError),
    /// Invalid GGF.
    #[error(transparent)]
    Ggf(ParseGgfError),
    /// Invalid SGF.
    #[error(transparent)]
    Sgf(SgfFault),
    /// An invalid PGN tag.
    #[error("invalid tag {text:?}: expected one such as [Black \"ann\"]")]
    NotATag {
        /// The offending text, shortened.
        text: String,
    },
    /// An invalid result.
    #[error(
        "invalid result {text:?}: expected 36-28 (at most 64 discs), 1-0, +8, black, draw or ?"
    )]
    NotAResult {
        /// The offending text, shortened.
        text: String,
    },
    /// Invalid JSON syntax.
    #[error("invalid JSON: {message}")]
    NotJson {
        /// The reason.
        message: String,
    },
    /// JSON without a game.
    #[error("invalid JSON: expected {expected}, found {text}")]
    Json {
        /// The value found, shortened, or what is missing.
        text: String,
        /// The expected value.
        expected: &'static str,
    },
    /// An invalid WTHOR file.
    #[error("invalid WTHOR file: {reason}")]
    Wthor {
        /// The reason.
        reason: String,
    },
    /// An invalid square number in a WTHOR game.
    #[error("invalid move {value} (move {number}): expected 10 x row + column, from 11 to 88")]
    NotASquare {
        /// The number of the move, from 1.
        number: usize,
        /// The byte found.
        value: u8,
    },
    /// An invalid ZIP archive.
    #[error("invalid ZIP archive: {reason}")]
    Archive {
        /// The reason.
        reason: String,
    },
    /// A file that is not text, WTHOR or ZIP.
    #[error("unknown file: expected text, a WTHOR file or a ZIP archive")]
    NotText,
    /// A read error.
    #[error("cannot read on: {reason}")]
    Unreadable {
        /// The message of the system.
        reason: String,
    },
}

impl RecordFault {
    /// Reads a FEN, or a board and a side.
    pub(super) fn setup(text: &str) -> Result<Setup, RecordFault> {
        if text.contains('/') {
            Setup::from_fen(text).map_err(RecordFault::Fen)
        } else {
            text.parse().map_err(RecordFault::Board)
        }
    }

    /// A read error.
    pub(super) fn unreadable(error: &io::Error) -> RecordFault {
        RecordFault::Unreadable { reason: error.to_string() }
    }

    /// Whether the error concerns the whole file.
    #[must_use]
    pub const fn is_of_file(&self) -> bool {
        matches!(
            self,
            RecordFault::Wthor { .. }
                | RecordFault::Archive { .. }
                | RecordFault::NotText
                | RecordFault::Unreadable { .. }
        )
    }

    /// Whether the only error is an illegal move.
    #[must_use]
    pub const fn is_illegal_move(&self) -> bool {
        matches!(
            self,
            RecordFault::Moves(ParseTranscriptError::Illegal { .. })
                | RecordFault::Moves(ParseTranscriptError::OtherStart { .. })
                | RecordFault::Sgf(SgfFault::Illegal { .. })
                | RecordFault::Obf(ParseObfError::Illegal { .. })
                | RecordFault::Ggf(ParseGgfError::Illegal { .. } | ParseGgfError::WrongSide { .. })
        )
    }
}

/// Invalid SGF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SgfFault {
    /// Invalid syntax.
    #[error("unexpected {text:?} in SGF: expected {expected}")]
    Unexpected {
        /// The offending text, shortened.
        text: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The game is not Othello.
    #[error("invalid game {text:?} (GM): expected 2, Othello")]
    NotOthello {
        /// The value of GM, shortened.
        text: String,
    },
    /// The board is not 8x8.
    #[error("invalid board size {text:?} (SZ): expected 8")]
    Size {
        /// The value of SZ, shortened.
        text: String,
    },
    /// An invalid point.
    #[error("invalid point {text:?}: expected one such as f5 or fe, or nothing for a pass")]
    NotAPoint {
        /// The value, shortened.
        text: String,
    },
    /// An invalid value of PL.
    #[error("invalid side {text:?} (PL): expected B or W")]
    NotASide {
        /// The value, shortened.
        text: String,
    },
    /// Setup properties after a move.
    #[error("late setup: expected AB, AW and AE before the first move")]
    LateSetup,
    /// An illegal move.
    #[error("move {number}, {text:?} of {color}, is illegal: {reason}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The point as written.
        text: String,
        /// The colour of the property.
        color: Color,
        /// The reason.
        reason: IllegalMove,
    },
}

/// An error and its byte offset in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FaultAt {
    pub(super) offset: usize,
    pub(super) fault: RecordFault,
}

impl FaultAt {
    /// An error in moves that start at byte `offset`.
    pub(super) const fn transcript(error: ParseTranscriptError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset(), fault: RecordFault::Moves(error) }
    }

    /// An error in a board that starts at byte `offset`.
    pub(super) fn board(error: ParseBoardError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Board(error) }
    }

    /// An error in a FEN that starts at byte `offset`.
    pub(super) fn fen(error: ParseFenError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Fen(error) }
    }

    /// An error in OBF that starts at byte `offset`.
    pub(super) fn obf(error: ParseObfError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Obf(error) }
    }

    /// An error in GGF that starts at byte `offset`.
    pub(super) fn ggf(error: ParseGgfError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Ggf(error) }
    }
}
