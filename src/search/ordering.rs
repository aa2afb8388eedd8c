//! Move lists and the order in which moves are tried.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Position, Square};

/// A legal move, the position after it, and its priority.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) square: Square,
    pub(crate) next: Position,
    /// The legal moves of `next`, used for ordering and again when it is searched.
    pub(crate) replies: Bitboard,
    /// The move with the highest is searched first.
    pub(crate) priority: i32,
}

/// The priority of the second hash move, above that of all other moves.
const HASH_MOVE: i32 = 1 << 24;

/// Legal moves, at most `N`, in descending order of priority: a selection sort, as most
/// nodes end after few moves.
pub(crate) struct Candidates<const N: usize> {
    moves: ArrayVec<Candidate, N>,
    /// How many have been yielded; these come first in `moves`.
    yielded: usize,
}

impl<const N: usize> Candidates<N> {
    /// The `moves` of `position`, those in `hash_moves` first and the others by
    /// `priority`.
    #[inline(always)]
    pub(crate) fn new(
        position: Position,
        moves: Bitboard,
        hash_moves: [Option<Square>; 2],
        mut priority: impl FnMut(&Candidate) -> i32,
    ) -> Candidates<N> {
        let mut candidates = Candidates { moves: ArrayVec::new(), yielded: 0 };
        for square in moves {
            let next = position.play_flips(square, position.flips(square));
            let mut candidate =
                Candidate { square, next, replies: next.legal_moves(), priority: 0 };
            candidate.priority = if hash_moves[0] == Some(square) {
                2 * HASH_MOVE
            } else if hash_moves[1] == Some(square) {
                HASH_MOVE
            } else {
                priority(&candidate)
            };
            candidates.moves.push(candidate);
        }
        candidates
    }

    /// All moves, in no order.
    pub(crate) fn all(&self) -> &[Candidate] {
        &self.moves
    }
}

impl<const N: usize> Iterator for Candidates<N> {
    type Item = Candidate;

    /// The move of the highest priority that is left; ties are broken by a rule that
    /// depends on the moves alone.
    #[inline(always)]
    fn next(&mut self) -> Option<Candidate> {
        let first = self.yielded;
        let mut best = *self.moves.get(first)?;
        let mut at = first;
        for (index, &other) in self.moves.iter().enumerate().skip(first + 1) {
            if other.priority > best.priority {
                (best, at) = (other, index);
            }
        }
        self.moves.swap(first, at);
        self.yielded += 1;
        Some(best)
    }
}

impl Candidate {
    /// The opponent's mobility after the move, corners counted twice; for fastest-first,
    /// where the move with the least is searched first.
    #[inline(always)]
    pub(crate) fn weighted_mobility(&self) -> i32 {
        (self.replies.count() + (self.replies & Bitboard::CORNERS).count()) as i32
    }
}

/// The squares in those quadrants of the board that have an odd number of empties: who
/// moves first in such a region tends to have the last move there, too (parity).
#[inline(always)]
pub(crate) fn odd_quadrants(empties: Bitboard) -> Bitboard {
    let mut bits = empties.0;
    // Fold each half-row, then the four rows of a half board, onto one bit.
    bits ^= bits >> 1;
    bits ^= bits >> 2;
    bits ^= bits >> 8;
    bits ^= bits >> 16;
    Bitboard((bits & 0x0000_0011_0000_0011) * 0x0f0f_0f0f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_quadrants_are_those_with_an_odd_number_of_empties() {
        let squares = |text: &str| -> Bitboard {
            text.split(' ').map(|square| square.parse::<Square>().unwrap()).collect()
        };
        let quadrant = |of: Square| -> Bitboard {
            Square::ALL
                .into_iter()
                .filter(|s| s.row() / 4 == of.row() / 4 && s.column() / 4 == of.column() / 4)
                .collect()
        };
        assert_eq!(odd_quadrants(squares("a1")), quadrant(Square::A1));
        assert_eq!(odd_quadrants(squares("a1 d4")), Bitboard::EMPTY);
        let three = squares("a1 b1 c4 e1 e5 h8 a8");
        let expected = quadrant(Square::A1) | quadrant(Square::H1) | quadrant(Square::A8);
        assert_eq!(odd_quadrants(three), expected);
        assert_eq!(odd_quadrants(squares("h5")), quadrant(Square::H8));
    }

    #[test]
    fn candidates_come_by_priority_after_the_hash_moves() {
        let start = Position::START;
        let order = Candidates::<64>::new(
            start,
            start.legal_moves(),
            [Some(Square::E6), None],
            |candidate| {
                if candidate.square == Square::C4 { 5 } else { 1 }
            },
        );
        let order: Vec<Square> = order.map(|candidate| candidate.square).collect();
        assert_eq!(order, [Square::E6, Square::C4, Square::F5, Square::D3]);
    }
}
