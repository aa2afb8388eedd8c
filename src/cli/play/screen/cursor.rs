//! [`Cursor`]: the square that keys have chosen.

use crate::board::{Bitboard, Square};

/// The square that keys have chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor(pub(super) Square);

impl Cursor {
    /// On the first of the `legal` squares.
    pub(super) fn new(legal: Bitboard) -> Cursor {
        Cursor(legal.into_iter().next().unwrap_or(Square::D3))
    }

    /// Goes so many columns to the right and rows down, unless the board ends there.
    pub(super) fn step(&mut self, right: isize, down: isize) {
        let index = self.0.index() as isize;
        let (column, row) = (index % 8 + right, index / 8 + down);
        if (0..8).contains(&column) && (0..8).contains(&row) {
            self.0 = Square::ALL[(8 * row + column) as usize];
        }
    }

    /// Goes to the next of the `legal` squares, or the one before; after the last one
    /// comes the first.
    pub(super) fn go_to_next(&mut self, legal: Bitboard, back: bool) {
        let legal: Vec<Square> = legal.into_iter().collect();
        let next = match back {
            false => legal.iter().find(|&&square| square > self.0).or(legal.first()),
            true => legal.iter().rfind(|&&square| square < self.0).or(legal.last()),
        };
        self.0 = next.copied().unwrap_or(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn it_goes_round_the_legal_squares_and_stays_on_the_board() {
        let legal = Position::START.legal_moves();
        let mut cursor = Cursor::new(legal);
        let mut seen = Vec::new();
        for _ in 0..5 {
            seen.push(cursor.0);
            cursor.go_to_next(legal, false);
        }
        assert_eq!(seen, [Square::D3, Square::C4, Square::F5, Square::E6, Square::D3]);
        cursor.go_to_next(legal, true);
        assert_eq!(cursor.0, Square::D3);
        for _ in 0..9 {
            cursor.step(-1, 0);
            cursor.step(0, -1);
        }
        assert_eq!(cursor.0, Square::A1);
        cursor.step(1, 1);
        assert_eq!(cursor.0, Square::B2);
        cursor.go_to_next(Bitboard::EMPTY, false);
        assert_eq!(cursor.0, Square::B2);
    }
}
