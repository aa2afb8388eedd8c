//! [`BusyMoves`]: the moves that threads are searching (simplified ABDADA: Weill 1996, Kerrigan
//! 2017). Threads share results through the transposition table only; there are no locks and no
//! messages. See docs/search.md, Threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// The bits of a slot that count threads. The index of the slot implies these bits of the hash.
const COUNT: u64 = SLOTS as u64 - 1;

/// The moves that are being searched: the hash of the position after each move, with the number of
/// threads that search it. A thread defers a move that another thread is searching. When only
/// deferred moves are left, it joins the move with the fewest threads.
pub(crate) struct BusyMoves {
    /// The hash of a move and the number of its threads, or 0.
    slots: Box<[AtomicU64]>,
}

/// Marks a move as busy until it is dropped.
pub(crate) struct BusyMark<'a> {
    slot: &'a AtomicU64,
    hash: u64,
}

impl BusyMoves {
    pub(crate) fn new() -> BusyMoves {
        BusyMoves { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[hash as usize % SLOTS]
    }

    /// Marks the move to the position with `hash`; `None` if it is marked already. If another
    /// position holds the slot, the move stays unmarked and may be searched twice.
    pub(crate) fn enter(&self, hash: u64) -> Option<BusyMark<'_>> {
        let (slot, hash) = (self.slot(hash), hash & !COUNT);
        // Loads first: unlike a write, a load leaves the cache line to the other threads.
        let is_free = match slot.load(Relaxed) {
            0 => match slot.compare_exchange(0, hash | 1, Relaxed, Relaxed) {
                Ok(_) => true,
                Err(known) => known & !COUNT != hash,
            },
            known => known & !COUNT != hash,
        };
        is_free.then_some(BusyMark { slot, hash })
    }

    /// Marks the move to the position with `hash`, even if it is marked already.
    pub(crate) fn join(&self, hash: u64) -> BusyMark<'_> {
        let (slot, hash) = (self.slot(hash), hash & !COUNT);
        let _ = slot.try_update(Relaxed, Relaxed, |known| match known {
            0 => Some(hash | 1),
            known => (known & !COUNT == hash).then_some(known + 1),
        });
        BusyMark { slot, hash }
    }

    /// The number of threads that search the move to the position with `hash`.
    pub(crate) fn threads(&self, hash: u64) -> u64 {
        let known = self.slot(hash).load(Relaxed);
        if known & !COUNT == hash & !COUNT { known & COUNT } else { 0 }
    }
}

impl Drop for BusyMark<'_> {
    fn drop(&mut self) {
        let _ = self.slot.try_update(Relaxed, Relaxed, |known| match known & COUNT {
            _ if known & !COUNT != self.hash => None,
            0 => None,
            1 => Some(0),
            _ => Some(known - 1),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_move_is_not_entered_again() {
        let busy = BusyMoves::new();
        let mark = busy.enter(5);
        assert!(mark.is_some());
        assert!(busy.enter(5).is_none());
        drop(mark);
        assert!(busy.enter(5).is_some());
    }

    #[test]
    fn a_move_with_a_taken_slot_is_entered_unmarked() {
        let busy = BusyMoves::new();
        let other = 5 + SLOTS as u64;
        let mark = busy.enter(5);
        let unmarked = busy.enter(other);
        assert!(unmarked.is_some() && busy.enter(other).is_some());
        drop(unmarked);
        assert!(busy.enter(5).is_none(), "the mark in the slot stays");
        drop(mark);
    }

    #[test]
    fn the_threads_of_a_move_are_counted() {
        let busy = BusyMoves::new();
        let (hash, other) = (5, 5 + SLOTS as u64);
        let first = busy.enter(hash);
        let second = busy.join(hash);
        assert_eq!((busy.threads(hash), busy.threads(other)), (2, 0));
        drop(busy.join(other));
        drop(first);
        assert_eq!(busy.threads(hash), 1);
        assert!(busy.enter(hash).is_none());
        drop(second);
        assert_eq!(busy.threads(hash), 0);
        let _joined = busy.join(other);
        assert_eq!(busy.threads(other), 1);
    }
}
