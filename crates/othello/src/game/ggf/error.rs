//! [`ParseGgfError`].

use crate::board::Color;
use crate::game::{IllegalMove, ParseBoardError};

/// A text that is not a GGF game of standard Othello.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseGgfError {
    /// A game does not start where it should.
    #[error("{text:?} starts no game: expected (;")]
    NoGame {
        /// What stands there, shortened.
        text: String,
        /// Where.
        offset: usize,
    },
    /// Neither a tag nor the end of the game.
    #[error("{text:?} is no tag: expected such as PB[name], or ;) at the end")]
    NotATag {
        /// What stands there, shortened.
        text: String,
        /// Where.
        offset: usize,
    },
    /// A tag without its closing bracket.
    #[error("the tag {tag} has no end: expected ]")]
    OpenTag {
        /// The name of the tag, shortened.
        tag: String,
        /// Where it starts.
        offset: usize,
    },
    /// Another text after a game that should stand alone.
    #[error("{text:?} follows the game: expected nothing")]
    Trailing {
        /// What stands there, shortened.
        text: String,
        /// Where.
        offset: usize,
    },
    /// Another game than Othello.
    #[error("the game is {text:?} (GM): expected Othello")]
    NotOthello {
        /// The value of GM, shortened.
        text: String,
        /// Where it is.
        offset: usize,
    },
    /// Other rules or another board than the usual ones.
    #[error(
        "{text:?} (TY) is no match on 8x8 by the usual rules: \
         expected such as 8, s8 or 8r20"
    )]
    Variant {
        /// The value of TY, shortened.
        text: String,
        /// Where it is.
        offset: usize,
    },
    /// No start of the game.
    #[error("the game has no start: expected BO[8 ..]")]
    MissingBoard,
    /// A board of another size.
    #[error("the board size is {text:?} (BO): expected 8")]
    BoardSize {
        /// What stands for the size, shortened.
        text: String,
        /// Where it is.
        offset: usize,
    },
    /// A start that cannot be read.
    #[error("in BO: {source}")]
    Board {
        /// Where the text behind the size starts.
        offset: usize,
        /// What is wrong with that text.
        source: ParseBoardError,
    },
    /// A result that cannot be read.
    #[error(
        "{text:?} (RE) is no result: \
         expected ? or Black's discs less White's such as +6.00, and perhaps :r, :t or :s"
    )]
    Result {
        /// The value of RE, shortened.
        text: String,
        /// Where it is.
        offset: usize,
    },
    /// A move that cannot be read.
    #[error("move {number}, {text:?}: expected move/discs/seconds such as F5/-2.00/1.5")]
    NotAMove {
        /// Its number among the moves of the text, the first is 1.
        number: usize,
        /// The value of B or W, shortened.
        text: String,
        /// Where it is.
        offset: usize,
    },
    /// A move of the side that is not to move.
    #[error("move {number}, {text:?}: {side} is to move")]
    WrongSide {
        /// Its number among the moves of the text, the first is 1.
        number: usize,
        /// The value of B or W, shortened.
        text: String,
        /// Where it is.
        offset: usize,
        /// The side to move.
        side: Color,
    },
    /// A move that cannot be made.
    #[error("move {number}, {text:?}, is illegal: {reason}")]
    Illegal {
        /// Its number among the moves of the text, the first is 1.
        number: usize,
        /// The value of B or W, shortened.
        text: String,
        /// Where it is.
        offset: usize,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}

impl ParseGgfError {
    /// Where in the text the fault is; `None` if something is missing.
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
