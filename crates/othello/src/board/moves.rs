//! [`Move`]: a disc on a square, or a pass.

use std::fmt;
#[cfg(feature = "std")]
use std::str::FromStr;

#[cfg(feature = "std")]
use super::ParseSquareError;
use super::Square;

/// A move of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// No disc is placed: no square is legal.
    Pass,
    /// A disc on this square.
    Place(Square),
}

impl Move {
    /// The square of the disc; `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Pass => None,
            Move::Place(square) => Some(square),
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

/// `a1` to `h8`, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.pad("pass"),
            Move::Place(square) => fmt::Display::fmt(square, f),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move.
#[cfg(feature = "std")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid move {text:?}: expected a square a1-h8 or pass")]
pub struct ParseMoveError {
    /// The text.
    pub text: String,
}

#[cfg(feature = "std")]
impl From<ParseSquareError> for ParseMoveError {
    fn from(error: ParseSquareError) -> ParseMoveError {
        ParseMoveError { text: error.text }
    }
}

/// Parses a square, or a pass: `pass`, `pas`, `pa`, `p`, `ps` or `--`. Case-insensitive.
#[cfg(feature = "std")]
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        const PASSES: [&str; 6] = ["pass", "pa", "ps", "--", "p", "pas"];
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Move::Pass);
        }
        Ok(Move::Place(text.parse()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_parse_squares_and_every_spelling_of_pass() {
        assert_eq!("F5".parse(), Ok(Move::Place(Square::F5)));
        for pass in ["pass", "PASS", "pa", "PA", "ps", "Ps", "--", "P", "pas"] {
            assert_eq!(pass.parse(), Ok(Move::Pass));
        }
        let error = "z9".parse::<Move>().unwrap_err();
        assert_eq!(error.to_string(), r#"invalid move "z9": expected a square a1-h8 or pass"#);
    }
}
