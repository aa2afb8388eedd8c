//! [`Bitboard`]: a set of squares.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::Square;

/// A set of squares, one bit each: bit 0 is a1, bit 7 h1, bit 63 h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No squares.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// The diagonal neighbours of the corners: b2, g2, b7, g7.
    pub const X_SQUARES: Bitboard = Bitboard(0x0042_0000_0000_4200);
    /// The edge neighbours of the corners.
    pub const C_SQUARES: Bitboard = Bitboard(0x4281_0000_0000_8142);
    /// The edge squares, corners included.
    pub const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);

    /// The number of squares, 0 to 64.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// The first square in reading order; `None` if empty.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros())) }
    }

    /// The set and its neighbours in all eight directions.
    #[inline]
    #[must_use]
    pub const fn grow(self) -> Bitboard {
        Bitboard(self.0 | self.neighbours().0)
    }

    /// The squares next to a square of the set, in all eight directions.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Bitboard {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let beside = self.0 << 1 & NOT_A | self.0 >> 1 & NOT_H;
        let wide = self.0 | beside;
        Bitboard(beside | wide << 8 | wide >> 8)
    }

    /// The quadrants with an odd number of squares of the set. For empties: the side that moves
    /// first in such a quadrant tends to move last there (parity).
    #[inline(always)]
    pub const fn odd_quadrants(self) -> Bitboard {
        let mut bits = self.0;
        // Folds each half row, then the four rows of a half board, into one bit.
        bits ^= bits >> 1;
        bits ^= bits >> 2;
        bits ^= bits >> 8;
        bits ^= bits >> 16;
        Bitboard((bits & 0x0000_0011_0000_0011) * 0x0f0f_0f0f)
    }
}

macro_rules! set_operators {
    ($($operator:ident $function:ident $assign:ident $assign_function:ident: $of:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $function(self, other: Bitboard) -> Bitboard {
                let of: fn(u64, u64) -> u64 = $of;
                Bitboard(of(self.0, other.0))
            }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_function(&mut self, other: Bitboard) {
                *self = $operator::$function(*self, other);
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign: |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign: |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign: |a, b| a ^ b;
    Sub sub SubAssign sub_assign: |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bit())
    }
}

/// The squares of a set in reading order.
#[derive(Debug, Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = Bitboard(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// Eight rows of `#` (in the set) and `.`.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.0.to_le_bytes() {
            writeln!(f)?;
            for column in 0..8 {
                f.write_str(if row >> column & 1 == 1 { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_reading_order_and_collect_back() {
        let corners: Vec<Square> = Bitboard::CORNERS.into_iter().collect();
        assert_eq!(corners, [Square::A1, Square::H1, Square::A8, Square::H8]);
        assert_eq!(corners.into_iter().collect::<Bitboard>(), Bitboard::CORNERS);
        assert_eq!(Bitboard::FULL.into_iter().len(), 64);
        assert_eq!(Bitboard::EMPTY.first(), None);
    }

    #[test]
    fn growing_does_not_wrap_around_the_edge() {
        let near_h4: Bitboard =
            "g3 h3 g4 h4 g5 h5".split(' ').map(|s| s.parse::<Square>().unwrap()).collect();
        assert_eq!(Square::H4.bit().grow(), near_h4);
        assert_eq!(Square::H4.bit().neighbours(), near_h4 & !Square::H4.bit());
        assert_eq!(Square::A1.bit().grow(), Bitboard(0x0303));
    }

    #[test]
    fn odd_quadrants_have_an_odd_number_of_squares() {
        let squares = |text: &str| -> Bitboard {
            text.split(' ').map(|square| square.parse::<Square>().unwrap()).collect()
        };
        let quadrant = |of: Square| -> Bitboard {
            Square::ALL
                .into_iter()
                .filter(|s| s.row() / 4 == of.row() / 4 && s.column() / 4 == of.column() / 4)
                .collect()
        };
        assert_eq!(squares("a1").odd_quadrants(), quadrant(Square::A1));
        assert_eq!(squares("a1 d4").odd_quadrants(), Bitboard::EMPTY);
        let three = squares("a1 b1 c4 e1 e5 h8 a8");
        let expected = quadrant(Square::A1) | quadrant(Square::H1) | quadrant(Square::A8);
        assert_eq!(three.odd_quadrants(), expected);
        assert_eq!(Bitboard::CORNERS.odd_quadrants(), Bitboard::FULL);
    }
}
