//! [`RecordError`]: why a record cannot be read.

use std::fmt;
use std::io;

use super::Record;
use crate::board::Color;
use crate::game::{
    IllegalMove, ParseBoardError, ParseFenError, ParseGgfError, ParseObfError,
    ParseTranscriptError, Setup,
};

/// A record that cannot be read, and where: `3:17: move 5, "d3", is illegal: d3 flips
/// nothing for white`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct RecordError {
    /// Where it is.
    pub place: RecordPlace,
    /// The fault.
    pub fault: RecordFault,
    /// The game up to the move that is illegal, if that is the fault and there is such a part.
    pub legal: Option<Box<Record>>,
}

/// A fault that leaves nothing of the record.
impl RecordError {
    pub(super) const fn new(place: RecordPlace, fault: RecordFault) -> RecordError {
        RecordError { place, fault, legal: None }
    }
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordPlace {
    /// Of a text.
    Text {
        /// The line, from 1.
        line: usize,
        /// In the line, in characters, from 1.
        column: usize,
    },
    /// Of a file of bytes: the number of the game, from 1.
    Game(usize),
}

/// `3:17`, line and column, or `game 12`.
impl fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordPlace::Text { line, column } => write!(f, "{line}:{column}"),
            RecordPlace::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// The faults of records.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// Its start is that of no known format.
    #[error(
        "{text:?} starts no record: expected moves, 64 squares and a side, a FEN, OBF, GGF, \
         tags or JSON"
    )]
    Unknown {
        /// Its first word, shortened.
        text: String,
    },
    /// A semicolon with moves behind it, which may be a comment.
    #[error(
        "{text:?} could be more moves or a comment: expected moves without a semicolon, or a \
         comment behind %"
    )]
    Remark {
        /// What follows, shortened.
        text: String,
    },
    /// The address of a page without moves in it.
    #[error("{text:?} holds no moves: expected an address with moves such as f5d6c3 in it")]
    NoMoves {
        /// The address, shortened.
        text: String,
    },
    /// A row of a table without moves.
    #[error("no moves in the column {column:?}")]
    NoMovesInColumn {
        /// The name of the column, shortened.
        column: String,
    },
    /// A row with more fields than the header of its table.
    #[error("{found} fields: expected {expected}, as in the header")]
    FieldCount {
        /// How many there are.
        found: usize,
        /// How many names the header has.
        expected: usize,
    },
    /// A remark without an end.
    #[error("{text:?} starts a remark: expected {end} at its end")]
    Unclosed {
        /// How it starts, shortened.
        text: String,
        /// What closes it.
        end: char,
    },
    /// There is nothing where a record was expected.
    #[error("there is no record")]
    Nothing,
    /// There is another one where one alone was expected.
    #[error("{text:?} follows the record: expected nothing")]
    Trailing {
        /// Its first word, shortened.
        text: String,
    },
    /// It is too long to be one.
    #[error("more than {limit} bytes without an end of the record, or a line of more than 65536")]
    TooLong {
        /// How many may be.
        limit: usize,
    },
    /// A board.
    #[error(transparent)]
    Board(ParseBoardError),
    /// A FEN.
    #[error(transparent)]
    Fen(ParseFenError),
    /// Moves.
    #[error(transparent)]
    Moves(ParseTranscriptError),
    /// OBF.
    #[error(transparent)]
    Obf(ParseObfError),
    /// GGF.
    #[error(transparent)]
    Ggf(ParseGgfError),
    /// SGF.
    #[error(transparent)]
    Sgf(SgfFault),
    /// A tag before numbered moves.
    #[error("{text:?} is no tag: expected such as [Black \"ann\"]")]
    NotATag {
        /// What stands there, shortened.
        text: String,
    },
    /// The result of a game.
    #[error(
        "{text:?} is no result: expected such as 36-28 (64 discs at most), 1-0, +8, black, draw or ?"
    )]
    NotAResult {
        /// What stands there, shortened.
        text: String,
    },
    /// A text that is no JSON.
    #[error("no JSON: {message}")]
    NotJson {
        /// What is wrong with it.
        message: String,
    },
    /// JSON without a game in it.
    #[error("{text} in JSON: expected {expected}")]
    Json {
        /// What is there, quoted and shortened, or what is missing.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// A file that starts like WTHOR's but is something else.
    #[error("no WTHOR file of games on 8x8: {reason}")]
    Wthor {
        /// What is wrong with it.
        reason: String,
    },
    /// A number in a game of WTHOR's that is no square.
    #[error("move {number}, {value}, is no square: expected 10 x row + column, 11 to 88")]
    NotASquare {
        /// The number of the move, the first is 1.
        number: usize,
        /// What stands there.
        value: u8,
    },
    /// An archive, or a file in it, that cannot be unpacked.
    #[error("no ZIP archive that can be unpacked: {reason}")]
    Archive {
        /// What is wrong with it.
        reason: String,
    },
    /// A file of bytes that mean nothing.
    #[error("neither text, a WTHOR file nor a ZIP archive")]
    NotText,
    /// The system does not read on.
    #[error("cannot be read on: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
}

impl RecordFault {
    /// Reads the start of a game: a FEN, or a board and a side.
    pub(super) fn setup(text: &str) -> Result<Setup, RecordFault> {
        if text.contains('/') {
            Setup::from_fen(text).map_err(RecordFault::Fen)
        } else {
            text.parse().map_err(RecordFault::Board)
        }
    }

    /// The fault that is no record's.
    pub(super) fn unreadable(error: &io::Error) -> RecordFault {
        RecordFault::Unreadable { reason: error.to_string() }
    }

    /// Whether it is the file's, and no record's alone.
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

    /// Whether the record can be read but breaks the rules of the game.
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

/// The faults of games in SGF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SgfFault {
    /// Something that is no part of SGF.
    #[error("unexpected {text:?} in SGF: expected {expected}")]
    Unexpected {
        /// What stands there, shortened.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// Another game.
    #[error("the game is {text:?} (GM): expected 2, Othello")]
    NotOthello {
        /// The value of GM, shortened.
        text: String,
    },
    /// Another board.
    #[error("the board size is {text:?} (SZ): expected 8")]
    Size {
        /// The value of SZ, shortened.
        text: String,
    },
    /// A value that is no point.
    #[error("invalid point {text:?}: expected such as f5 or fe, or nothing for a pass")]
    NotAPoint {
        /// The value, shortened.
        text: String,
    },
    /// A value of PL that is no side.
    #[error("invalid side {text:?} (PL): expected B or W")]
    NotASide {
        /// The value, shortened.
        text: String,
    },
    /// Discs that are set up after moves.
    #[error("discs are set up after a move: expected AB, AW and AE before the first move")]
    LateSetup,
    /// A move that cannot be made.
    #[error("move {number}, {text:?} of {color}, is illegal: {reason}")]
    Illegal {
        /// Its number, the first is 1.
        number: usize,
        /// The point as written.
        text: String,
        /// The colour it is given to.
        color: Color,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}

/// A fault and where it is, in bytes from the start of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FaultAt {
    pub(super) offset: usize,
    pub(super) fault: RecordFault,
}

impl FaultAt {
    /// A fault of the moves at the byte `offset`.
    pub(super) const fn transcript(error: ParseTranscriptError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset(), fault: RecordFault::Moves(error) }
    }

    /// A fault of the board at the byte `offset`.
    pub(super) fn board(error: ParseBoardError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Board(error) }
    }

    /// A fault of the FEN at the byte `offset`.
    pub(super) fn fen(error: ParseFenError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Fen(error) }
    }

    /// A fault of the OBF at the byte `offset`.
    pub(super) fn obf(error: ParseObfError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Obf(error) }
    }

    /// A fault of the GGF at the byte `offset`.
    pub(super) fn ggf(error: ParseGgfError, offset: usize) -> FaultAt {
        FaultAt { offset: offset + error.offset().unwrap_or(0), fault: RecordFault::Ggf(error) }
    }
}
