//! Which moves are being searched, so that the threads of a search keep out of each other's
//! way (simplified ABDADA: Weill 1996, Kerrigan 2017).
//!
//! Two threads take 50 positions to depth 19 with 99 M nodes instead of 87 M, in 0.55 of the time; 73
//! per cent sure to depth 20 with 27 M instead of 21 M, in 0.6. To depth 12, 16 and 21 they take 1.33,
//! 1.26 and 1.12 times the nodes: the smaller a tree the more of it is searched by both at once. Of the
//! 26.3 M nodes of one thread to depth 16 13.8 M are in 432 positions of principal variations that are
//! solved, in a fifth of the time; two threads take 16.6 of 31.8 M for 702, those that both solve at
//! once counted twice.
//! Tried without gain:
//!
//! - moves that were put off keep their place in the order when they are late: as many nodes;
//! - each thread says what nodes it is below, and is told as soon as another has settled one: 10 %
//!   fewer nodes and fewer of them a second, in the same time;
//! - to ask every 64 nodes instead of every 1,024 whether another has settled a node: as many nodes;
//! - the first iterations by one thread alone, or fewer empties and lesser depths to share, also on
//!   the principal variation only: the same;
//! - nodes whose static evaluation lies below the window share their first move, too: the same;
//! - when both solve the same position, the second begins with the window above the guess of the
//!   first: 4 % fewer nodes in the same time; or it waits for the first: 6 % fewer, no faster;
//! - moves that raise alpha get the whole window after all others have had a null window: 8 % more
//!   nodes;
//! - each thread goes on from the best move that another has found so far at a node of the principal
//!   variation: 7 % fewer nodes to depth 16 in the same time, as many to depth 19; at the root, too,
//!   and between the null window and the whole one of a move: no fewer.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places of [`BusyMoves`].
const PLACES: usize = 1 << 12;

/// The moves that are being searched, by the hash of the position after them. A move that
/// another thread is searching is deferred until the others have been searched. There are no
/// locks and no messages: results are shared through the transposition table.
pub(crate) struct BusyMoves {
    hashes: Box<[AtomicU64]>,
}

impl BusyMoves {
    pub(crate) fn new() -> BusyMoves {
        BusyMoves { hashes: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.hashes[hash as usize % PLACES]
    }

    /// Marks the move to the position with `hash` as being searched; `false` if it is already
    /// marked. If another position has its place it stays without a mark, which costs time only.
    pub(crate) fn enter(&self, hash: u64) -> bool {
        self.place(hash).compare_exchange(0, hash, Relaxed, Relaxed) != Err(hash)
    }

    /// Removes the mark.
    pub(crate) fn leave(&self, hash: u64) {
        let _ = self.place(hash).compare_exchange(hash, 0, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_entered_once_until_it_is_left() {
        let busy = BusyMoves::new();
        assert!(busy.enter(5));
        assert!(!busy.enter(5));
        busy.leave(5);
        assert!(busy.enter(5));
    }

    #[test]
    fn a_move_whose_place_is_taken_is_entered_without_a_mark() {
        let busy = BusyMoves::new();
        let other = 5 + PLACES as u64;
        assert!(busy.enter(5));
        assert!(busy.enter(other) && busy.enter(other));
        busy.leave(other);
        assert!(!busy.enter(5), "the mark that has the place stays");
    }
}
