//! [`DirectMapped`]: a small table from positions to values, owned by one thread. The table stays
//! in the second-level cache, while a probe of the transposition table may wait for memory.

use bytemuck::Zeroable;

use super::bounds::Bounds;
use super::prefetch::prefetch;
use crate::score::Score;
use othello::board::Position;

/// Static evaluations; 128 KiB. See docs/search.md, Evaluation.
pub(super) type EvalCache = DirectMapped<Score, { 1 << 12 }>;

/// Bounds of final scores; 256 KiB. They are proven at every selectivity, because ProbCut is not
/// tried with few empties. See docs/search.md, Endgame.
pub(super) type SolvedCache = DirectMapped<Bounds, { 1 << 13 }>;

/// A table of `SLOTS` slots, a power of two. A hash has one slot, which keeps the last position
/// that was stored.
#[derive(Debug)]
pub(super) struct DirectMapped<V, const SLOTS: usize> {
    /// Allocated at the first use.
    slots: Vec<Slot<V>>,
}

/// An all-zero slot matches no searched position, because such a position has discs.
#[derive(Debug, Clone, Copy, Zeroable)]
#[repr(C, align(32))]
struct Slot<V> {
    player: u64,
    opponent: u64,
    value: V,
}

impl<V> Slot<V> {
    #[inline(always)]
    fn holds(&self, position: Position) -> bool {
        self.player == position.player().0 && self.opponent == position.opponent().0
    }
}

impl<V, const SLOTS: usize> Default for DirectMapped<V, SLOTS> {
    fn default() -> Self {
        DirectMapped { slots: Vec::new() }
    }
}

impl<V: Copy + Zeroable, const SLOTS: usize> DirectMapped<V, SLOTS> {
    /// The index of a [`Position::hash64`].
    #[inline(always)]
    fn index(hash: u64) -> usize {
        const { assert!(SLOTS.is_power_of_two()) };
        (hash >> (u64::BITS - SLOTS.trailing_zeros())) as usize
    }

    /// Prefetches the slot of `hash`.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        if let Some(slot) = self.slots.get(Self::index(hash)) {
            prefetch(slot);
        }
    }

    /// The value of `position`, whose [`Position::hash64`] is `hash`.
    #[inline(always)]
    pub(super) fn probe(&self, position: Position, hash: u64) -> Option<V> {
        let slot = self.slots.get(Self::index(hash))?;
        slot.holds(position).then_some(slot.value)
    }

    /// Stores the value of `position`, whose [`Position::hash64`] is `hash`.
    #[inline(always)]
    pub(super) fn store(&mut self, position: Position, hash: u64, value: V) {
        if self.slots.is_empty() {
            self.allocate();
        }
        if let Some(slot) = self.slots.get_mut(Self::index(hash)) {
            *slot = Slot { player: position.player().0, opponent: position.opponent().0, value };
        }
    }

    /// The value of `position`. Calls `compute` if no value is stored.
    #[inline(always)]
    pub(super) fn get_or_insert_with(
        &mut self,
        position: Position,
        compute: impl FnOnce() -> V,
    ) -> V {
        if self.slots.is_empty() {
            self.allocate();
        }
        let Some(slot) = self.slots.get_mut(Self::index(position.hash64())) else {
            return compute();
        };
        if slot.holds(position) {
            return slot.value;
        }
        let value = compute();
        *slot = Slot { player: position.player().0, opponent: position.opponent().0, value };
        value
    }

    #[cold]
    fn allocate(&mut self) {
        self.slots = bytemuck::zeroed_vec(SLOTS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    #[test]
    fn a_cache_slot_keeps_the_latest_position() {
        let mut cache = SolvedCache::default();
        let (start, hash) = (Position::START, 7);
        assert_eq!(cache.probe(start, hash), None);
        let known = |score| Bounds { lower: -64, upper: score };
        cache.store(start, hash, known(64));
        assert_eq!(cache.probe(start, hash), Some(known(64)));
        assert_eq!(cache.probe(start.pass(), hash), None, "the same slot, another position");
        cache.store(start.pass(), hash, known(-2));
        assert_eq!(cache.probe(start, hash), None, "replaced");
        assert_eq!(cache.probe(start.pass(), hash), Some(known(-2)));
    }

    #[test]
    fn values_are_computed_once() {
        let mut cache = EvalCache::default();
        let after = |square| Position::START.play(square).expect("a legal move");
        let (first, second) = (after(Square::D3), after(Square::C4));
        let [high, low] = [123, -7].map(Score::estimate);
        assert_eq!(cache.get_or_insert_with(first, || high), high);
        assert_eq!(cache.get_or_insert_with(second, || low), low);
        assert_eq!(cache.get_or_insert_with(first, || unreachable!()), high);
    }
}
