//! [`Color`]: black or white.

use std::fmt;
use std::ops::Not;

/// The colour of a side. Black moves first. The rules know player and opponent only; colours matter
/// in game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Dark discs; X in text boards.
    Black,
    /// Light discs; O in text boards.
    White,
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}
