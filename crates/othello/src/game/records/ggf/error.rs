//! [`ParseGgfError`].

use crate::board::Color;
use crate::game::{IllegalMove, ParseBoardError};

/// Invalid GGF, or GGF of another game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseGgfError {
    /// No game starts here.
    #[error("invalid game {text:?}: expected (;")]
    NoGame {
        /// The offending text, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// Neither a tag nor the end of the game.
    #[error("invalid tag {text:?}: expected one such as PB[name], or ;) at the end")]
    NotATag {
        /// The offending text, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// A tag without its closing bracket.
    #[error("unclosed tag {tag}: expected ]")]
    OpenTag {
        /// The name of the tag, shortened.
        tag: String,
        /// Its byte offset.
        offset: usize,
    },
    /// Text after the game.
    #[error("unexpected {text:?} after the game")]
    Trailing {
        /// The offending text, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// The game is not Othello.
    #[error("invalid game {text:?} (GM): expected Othello")]
    NotOthello {
        /// The value of GM, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// Other rules or another board size.
    #[error("invalid kind of match {text:?} (TY): expected standard rules on 8x8, such as 8r20")]
    Variant {
        /// The value of TY, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// The start is missing.
    #[error("missing start: expected BO[8 ..]")]
    MissingBoard,
    /// A board of another size.
    #[error("invalid board size {text:?} (BO): expected 8")]
    BoardSize {
        /// The size, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// An invalid start.
    #[error("in BO: {source}")]
    Board {
        /// The byte offset of the board.
        offset: usize,
        /// The reason.
        source: ParseBoardError,
    },
    /// An invalid result.
    #[error(
        "invalid result {text:?} (RE): \
         expected ? or a disc difference such as +6.00, with or without :r, :t or :s"
    )]
    Result {
        /// The value of RE, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// An invalid move.
    #[error(
        "invalid move {text:?} (move {number}): expected move/discs/seconds such as F5/-2.00/1.5"
    )]
    NotAMove {
        /// Its number in the text, from 1.
        number: usize,
        /// The value of B or W, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// A move of the wrong side.
    #[error("move {number}, {text:?}, is illegal: {side} is to move")]
    WrongSide {
        /// Its number in the text, from 1.
        number: usize,
        /// The value of B or W, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
        /// The side to move.
        side: Color,
    },
    /// An illegal move.
    #[error("move {number}, {text:?}, is illegal: {reason}")]
    Illegal {
        /// Its number in the text, from 1.
        number: usize,
        /// The value of B or W, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
        /// The reason.
        reason: IllegalMove,
    },
}

impl ParseGgfError {
    /// The byte offset of the error; `None` if something is missing.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        use ParseGgfError as Error;
        match self {
            Error::NoGame { offset, .. }
            | Error::NotATag { offset, .. }
            | Error::OpenTag { offset, .. }
            | Error::Trailing { offset, .. }
            | Error::NotOthello { offset, .. }
            | Error::Variant { offset, .. }
            | Error::BoardSize { offset, .. }
            | Error::Result { offset, .. }
            | Error::NotAMove { offset, .. }
            | Error::WrongSide { offset, .. }
            | Error::Illegal { offset, .. } => Some(*offset),
            Error::Board { offset, source } => Some(offset + source.offset().unwrap_or(0)),
            Error::MissingBoard => None,
        }
    }
}
