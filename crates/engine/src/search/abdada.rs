//! [`BusyMoves`]: the moves that threads are searching (simplified ABDADA: Weill 1996, Kerrigan
//! 2017). Threads share results through the transposition table only; there are no locks and no
//! messages. See docs/search.md, Threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// The moves that are being searched, by the hash of the position after the move. A thread defers a
/// move that another one is searching.
pub(crate) struct BusyMoves {
    hashes: Box<[AtomicU64]>,
}

/// Marks a move as busy until it is dropped.
pub(crate) struct BusyMark<'a> {
    slot: &'a AtomicU64,
    hash: u64,
}

impl BusyMoves {
    pub(crate) fn new() -> BusyMoves {
        BusyMoves { hashes: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Marks the move to the position with `hash`; `None` if it is marked already. If another
    /// position holds the slot, the move stays unmarked and may be searched twice.
    pub(crate) fn enter(&self, hash: u64) -> Option<BusyMark<'_>> {
        let slot = &self.hashes[hash as usize % SLOTS];
        let is_free = slot.compare_exchange(0, hash, Relaxed, Relaxed) != Err(hash);
        is_free.then(|| BusyMark { slot, hash })
    }
}

impl Drop for BusyMark<'_> {
    fn drop(&mut self) {
        let _ = self.slot.compare_exchange(self.hash, 0, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_entered_once_until_its_mark_is_dropped() {
        let busy = BusyMoves::new();
        let mark = busy.enter(5);
        assert!(mark.is_some());
        assert!(busy.enter(5).is_none());
        drop(mark);
        assert!(busy.enter(5).is_some());
    }

    #[test]
    fn a_move_whose_slot_is_taken_is_entered_without_a_mark() {
        let busy = BusyMoves::new();
        let other = 5 + SLOTS as u64;
        let mark = busy.enter(5);
        let unmarked = busy.enter(other);
        assert!(unmarked.is_some() && busy.enter(other).is_some());
        drop(unmarked);
        assert!(busy.enter(5).is_none(), "the mark in the slot stays");
        drop(mark);
    }
}
