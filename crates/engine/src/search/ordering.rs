//! Move lists and move ordering.

use std::convert::Infallible;
use std::ops::Range;

use arrayvec::ArrayVec;

use super::abdada::{BusyMark, BusyMoves};
use othello::board::{Bitboard, BroadcastPosition, Position, Square};

/// A legal move and the position after it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) next: Position,
    /// The legal moves of `next`.
    pub(crate) replies: Bitboard,
    pub(crate) square: Square,
}

/// A sort key. Keys are stored apart from the candidates: a scan reads 8 bytes per move and swaps
/// only keys.
#[derive(Debug, Clone, Copy)]
struct Key {
    priority: i32,
    /// The index of the candidate.
    index: u8,
}

/// The priority of a hash move, above all others.
const HASH_MOVE: i32 = 1 << 24;

/// An upper bound of the number of legal moves.
const MAX_MOVES: usize = 64;

/// Moves that are yielded in descending order of priority. Selection sort, because most nodes end
/// after few moves.
pub(crate) struct Candidates<'b> {
    moves: ArrayVec<Candidate, MAX_MOVES>,
    /// The keys of yielded moves come first.
    keys: ArrayVec<Key, MAX_MOVES>,
    yielded: usize,
    /// The indices of the keys of deferred moves. These keys overwrite keys of yielded moves.
    deferred: Range<usize>,
    /// The mark of the last yielded move.
    mark: Option<BusyMark<'b>>,
}

impl<'b> Candidates<'b> {
    /// An empty list, to be filled in place: it is large, and copies cost.
    #[inline(always)]
    pub(crate) const fn new() -> Candidates<'b> {
        Candidates {
            moves: ArrayVec::new_const(),
            keys: ArrayVec::new_const(),
            yielded: 0,
            deferred: 0..0,
            mark: None,
        }
    }

    /// Adds the `moves` of `position`, unordered. Calls `made` with each position as soon as it is
    /// known.
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

    /// Adds a move.
    pub(crate) fn push(&mut self, candidate: Candidate) {
        self.moves.push(candidate);
    }

    /// Removes the move to `square`. Call it before the moves are ranked.
    #[inline(always)]
    pub(crate) fn take_out(&mut self, square: Option<Square>) -> Option<Candidate> {
        let square = square?;
        let index = self.moves.iter().position(|candidate| candidate.square == square)?;
        Some(self.moves.swap_remove(index))
    }

    /// Orders the moves: `hash_move` first, the others by descending `priority`.
    #[inline(always)]
    pub(crate) fn rank(
        &mut self,
        hash_move: Option<Square>,
        mut priority: impl FnMut(&Candidate) -> i32,
    ) {
        let Ok(()) = self.try_rank(hash_move, |candidate| Ok::<_, Infallible>(priority(candidate)));
    }

    /// [`rank`](Candidates::rank) with a `priority` that may fail. Returns its first error.
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

    /// Whether ordering is needless: fewer than two moves.
    #[inline(always)]
    pub(crate) fn is_forced(&self) -> bool {
        self.moves.len() <= 1
    }

    /// All moves, unordered.
    pub(crate) fn moves(&self) -> &[Candidate] {
        &self.moves
    }

    /// The next move. With `busy`, defers moves that other threads are searching until all other
    /// moves are yielded. Then yields the deferred moves with the fewest threads first. The first
    /// move of a node is never deferred: all threads need its score (Young Brothers Wait: Feldmann
    /// 1993). A yielded move stays marked as busy until the next move is yielded, or the list is
    /// dropped.
    #[inline(always)]
    pub(crate) fn next_to_search(
        &mut self,
        busy: Option<&'b BusyMoves>,
        is_first: bool,
    ) -> Option<Candidate> {
        match busy {
            Some(busy) if !is_first => self.next_undeferred(busy),
            _ => self.next(),
        }
    }

    #[inline(never)]
    fn next_undeferred(&mut self, busy: &'b BusyMoves) -> Option<Candidate> {
        self.mark = None;
        while let Some(candidate) = self.next() {
            self.mark = busy.enter(candidate.next.hash64());
            if self.mark.is_some() {
                return Some(candidate);
            }
            self.keys[self.deferred.end] = self.keys[self.yielded - 1];
            self.deferred.end += 1;
        }
        let hash = |key: Key| self.moves[usize::from(key.index)].next.hash64();
        let fewest = self.deferred.clone().min_by_key(|&at| busy.threads(hash(self.keys[at])))?;
        self.keys[self.deferred.start..=fewest].rotate_right(1);
        let candidate = self.moves[usize::from(self.keys[self.deferred.next()?].index)];
        self.mark = Some(busy.join(candidate.next.hash64()));
        Some(candidate)
    }
}

impl Iterator for Candidates<'_> {
    type Item = Candidate;

    /// The remaining move with the highest priority. Ties are broken deterministically, by the
    /// moves and the hash move alone.
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
        let before = BroadcastPosition::new(position);
        let next = before.play_flips(square, before.flips(square));
        Candidate { next: next.get(), replies: next.legal_moves(), square }
    }

    /// [`weighted_mobility`] of the opponent after the move.
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

/// The fastest-first priority of a move to `square` that leaves `replies`: minus four points per
/// reply, plus four for a corner, plus one for a quadrant in `odd`.
#[inline(always)]
pub(crate) fn fastest_first(square: Square, replies: Bitboard, odd: Bitboard) -> i32 {
    let corner = i32::from(Bitboard::CORNERS.contains(square));
    let parity = i32::from(odd.contains(square));
    4 * corner + parity - 4 * weighted_mobility(replies)
}

/// The number of `replies`; corners count twice.
#[inline(always)]
pub(crate) fn weighted_mobility(replies: Bitboard) -> i32 {
    (replies.count() + (replies & Bitboard::CORNERS).count()) as i32
}

/// The bits of a square's index that identify its quadrant.
pub(crate) const QUADRANT: usize = 0b100_100;

/// The squares of the quadrant of the board that holds `square`.
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
    fn candidates_follow_the_hash_move_by_priority() {
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

    #[test]
    fn busy_moves_are_deferred_and_the_least_busy_is_joined() {
        let start = Position::START;
        let busy = BusyMoves::new();
        let after = |square| start.play(square).expect("a legal move").hash64();
        let mut candidates = Candidates::new();
        candidates.make(start, start.legal_moves(), |_| ());
        candidates.rank(None, |candidate| -(candidate.square.index() as i32));
        let _marks = [Square::D3, Square::C4, Square::E6].map(|square| busy.enter(after(square)));
        let _joined = busy.join(after(Square::C4));
        let mut order = Vec::new();
        while let Some(candidate) = candidates.next_to_search(Some(&busy), order.is_empty()) {
            order.push((candidate.square, candidates.mark.is_some()));
        }
        let expected =
            [(Square::D3, false), (Square::F5, true), (Square::E6, true), (Square::C4, true)];
        assert_eq!(order, expected);
    }
}
