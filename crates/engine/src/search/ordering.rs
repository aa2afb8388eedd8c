//! Move lists and the order in which moves are tried.

use std::convert::Infallible;

use arrayvec::ArrayVec;

use othello::board::{Bitboard, Position, SplatPosition, Square};

/// A legal move and the position after it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) next: Position,
    /// The legal moves of `next`, used for ordering and again when it is searched.
    pub(crate) replies: Bitboard,
    pub(crate) square: Square,
}

/// The sort key of a candidate. Keys are apart from the candidates, so that a scan for the
/// highest priority reads 8 bytes a move, and only keys are swapped.
#[derive(Debug, Clone, Copy)]
struct Key {
    priority: i32,
    /// The index of the candidate.
    index: u8,
}

/// The priority of a hash move, above that of all other moves.
const HASH_MOVE: i32 = 1 << 24;

/// At least as many moves as any position has.
pub(crate) const MAX_MOVES: usize = 64;

/// Legal moves in descending order of priority: a selection sort, as most nodes end after few
/// moves.
pub(crate) struct Candidates {
    moves: ArrayVec<Candidate, MAX_MOVES>,
    keys: ArrayVec<Key, MAX_MOVES>,
    /// How many have been yielded; their keys come first.
    yielded: usize,
}

impl Candidates {
    /// No moves, to be filled in place: a list is large, and copies of it cost.
    #[inline(always)]
    pub(crate) const fn new() -> Candidates {
        Candidates { moves: ArrayVec::new_const(), keys: ArrayVec::new_const(), yielded: 0 }
    }

    /// Adds the `moves` of `position`, in no order yet. Calls `made` with the position after
    /// each, as soon as it is there.
    #[inline(always)]
    pub(crate) fn make(
        &mut self,
        position: Position,
        moves: Bitboard,
        mut made: impl FnMut(Position),
    ) {
        for square in moves {
            let candidate = Candidate::new(position, square);
            made(candidate.next);
            self.moves.push(candidate);
        }
    }

    /// Takes out the move to `square`, if it is there, before they are ordered.
    #[inline(always)]
    pub(crate) fn take_out(&mut self, square: Option<Square>) -> Option<Candidate> {
        let square = square?;
        let index = self.moves.iter().position(|candidate| candidate.square == square)?;
        Some(self.moves.swap_remove(index))
    }

    /// Orders the moves that were made: the `hash_move` before the others, which are in the order
    /// of `priority`.
    #[inline(always)]
    pub(crate) fn rank(
        &mut self,
        hash_move: Option<Square>,
        mut priority: impl FnMut(&Candidate) -> i32,
    ) {
        let Ok(()) = self.try_rank(hash_move, |candidate| Ok::<_, Infallible>(priority(candidate)));
    }

    /// The same with a `priority` that may fail, which ends it at once.
    #[inline(always)]
    pub(crate) fn try_rank<E>(
        &mut self,
        hash_move: Option<Square>,
        mut priority: impl FnMut(&Candidate) -> Result<i32, E>,
    ) -> Result<(), E> {
        for (index, candidate) in self.moves.iter().enumerate() {
            let priority =
                if hash_move == Some(candidate.square) { HASH_MOVE } else { priority(candidate)? };
            self.keys.push(Key { priority, index: index as u8 });
        }
        Ok(())
    }

    /// Whether there is no choice, and so no order to find.
    #[inline(always)]
    pub(crate) fn is_forced(&self) -> bool {
        self.moves.len() <= 1
    }

    /// All moves that were made, in no order.
    pub(crate) fn moves(&self) -> &[Candidate] {
        &self.moves
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    /// The move of the highest priority that is left; ties are broken by a rule that
    /// depends on the moves and on the hash move alone.
    #[inline(always)]
    fn next(&mut self) -> Option<Candidate> {
        let first = self.yielded;
        let mut best = *self.keys.get(first)?;
        let mut at = first;
        for (index, &other) in self.keys.iter().enumerate().skip(first + 1) {
            if other.priority > best.priority {
                (best, at) = (other, index);
            }
        }
        self.keys.swap(first, at);
        self.yielded += 1;
        self.moves.get(usize::from(best.index)).copied()
    }
}

impl Candidate {
    /// The legal move to `square` in `position`.
    #[inline(always)]
    pub(crate) fn new(position: Position, square: Square) -> Candidate {
        let before = SplatPosition::new(position);
        let next = before.play_flips(square, before.flips(square));
        Candidate { next: next.get(), replies: next.legal_moves(), square }
    }

    /// The opponent's mobility after the move, corners counted twice; for fastest-first,
    /// where the move with the least is searched first.
    #[inline(always)]
    pub(crate) fn weighted_mobility(&self) -> i32 {
        weighted_mobility(self.replies)
    }

    /// The opponent's potential mobility after the move.
    #[inline(always)]
    pub(crate) fn potential_mobility(&self) -> i32 {
        potential_mobility(self.next)
    }
}

/// The number of [`Position::potential_moves`].
#[inline(always)]
pub(crate) fn potential_mobility(position: Position) -> i32 {
    position.potential_moves().count() as i32
}

/// Fastest-first: how good a move to `square` looks by the `replies` that it leaves, four for each,
/// then by being in a corner or in one of the `odd` quadrants.
#[inline(always)]
pub(crate) fn fastest_first(square: Square, replies: Bitboard, odd: Bitboard) -> i32 {
    let corner = i32::from(Bitboard::CORNERS.contains(square));
    let parity = i32::from(odd.contains(square));
    4 * corner + parity - 4 * weighted_mobility(replies)
}

/// The number of `replies`, corners counted twice.
#[inline(always)]
pub(crate) fn weighted_mobility(replies: Bitboard) -> i32 {
    (replies.count() + (replies & Bitboard::CORNERS).count()) as i32
}

/// The bits of a square's index that tell its quadrant.
pub(crate) const QUADRANT: usize = 0b100_100;

/// The squares of the quadrant of the board that `square` is in. A move to it makes their number of
/// empties odd if it was even, and the other way round.
#[inline(always)]
pub(crate) fn quadrant(square: Square) -> Bitboard {
    const FIRST: u64 = 0x0f0f_0f0f;
    Bitboard(FIRST << (square.index() & QUADRANT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadrant_is_a_quarter_of_the_board() {
        for square in Square::ALL {
            let is_beside = |other: &Square| {
                other.row() / 4 == square.row() / 4 && other.column() / 4 == square.column() / 4
            };
            assert_eq!(quadrant(square), Square::ALL.into_iter().filter(is_beside).collect());
        }
    }

    #[test]
    fn candidates_come_by_priority_after_the_hash_move() {
        let start = Position::START;
        let mut candidates = Candidates::new();
        candidates.make(start, start.legal_moves(), |_| ());
        assert!(candidates.take_out(Some(Square::A1)).is_none());
        let first = candidates.take_out(Some(Square::F5));
        assert_eq!(first.map(|first| first.square), Some(Square::F5));
        let priority = |candidate: &Candidate| i32::from(candidate.square == Square::C4);
        candidates.rank(Some(Square::E6), priority);
        let order: Vec<Square> = candidates.map(|candidate| candidate.square).collect();
        assert_eq!(order, [Square::E6, Square::C4, Square::D3]);
    }

    #[test]
    fn a_failure_ends_the_ordering_at_once() {
        let start = Position::START;
        let mut calls = 0;
        let mut candidates = Candidates::new();
        candidates.make(start, start.legal_moves(), |_| ());
        let outcome = candidates.try_rank(None, |_| {
            calls += 1;
            if calls < 2 { Ok(0) } else { Err("stopped") }
        });
        assert_eq!((outcome, calls), (Err("stopped"), 2));
    }
}
