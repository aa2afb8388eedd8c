//! [`Square`]: the 64 squares of the board.

use std::fmt;
#[cfg(feature = "std")]
use std::str::FromStr;

use super::Bitboard;

macro_rules! squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        /// A square of the board. The letter is the column from the left, the digit the row from
        /// the top.
        ///
        /// ```text
        ///   a b c d e f g h
        /// 1 0 1 2 3 4 5 6 7      the numbers are indices:
        /// 2 8 9 ..               a1 is 0, h1 is 7, a8 is 56, h8 is 63
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it all")]
        pub enum Square { $($name = $index),* }

        impl Square {
            /// All squares in reading order: a1, b1, .., h8.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square whose index is the low six bits of `index`. Compiles to a mask.
            #[inline(always)]
            #[must_use]
            pub const fn from_low_bits(index: u32) -> Square {
                match index & 63 {
                    $($index => Square::$name,)*
                    _ => unreachable!(),
                }
            }
        }
    };
}

squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square in `column` (0 is a) and `row` (0 is row 1); `None` outside the board.
    #[must_use]
    pub const fn from_coordinates(column: usize, row: usize) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square::ALL[row * 8 + column]) } else { None }
    }

    /// The index, 0 (a1) to 63 (h8).
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The column, 0 (a) to 7 (h).
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The row, 0 (row 1) to 7.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// The set of this square.
    #[inline(always)]
    #[must_use]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }
}

/// Lower case: `a1` to `h8`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [b'a' + self.column() as u8, b'1' + self.row() as u8];
        f.pad(std::str::from_utf8(&text).expect("a letter and a digit"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[cfg(feature = "std")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a square: expected a letter a-h and a digit 1-8, such as f5")]
pub struct ParseSquareError {
    /// The text.
    pub text: String,
}

/// Parses a letter a-h, in either case, and a digit 1-8.
#[cfg(feature = "std")]
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let error = || ParseSquareError { text: text.to_owned() };
        let &[column, row] = text.as_bytes() else {
            return Err(error());
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        Square::from_coordinates(column.into(), row.into()).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_prints_and_parses_in_both_cases() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_low_bits(index as u32 + 64), square);
            let text = square.to_string();
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(text.to_uppercase().parse(), Ok(square));
        }
        assert_eq!(Square::F5.index(), 37);
        assert_eq!(Square::H1.to_string(), "h1");
    }

    #[test]
    fn other_texts_are_refused_and_quoted() {
        for text in ["", "a", "a0", "a9", "i1", "f55", "é", "1a", "a\u{661}"] {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(error.text, text);
        }
    }
}
