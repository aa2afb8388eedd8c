//! [`Entry`]: a table entry, and its packed form.

use crate::score::{Bound, Score, Selectivity, Window};
use othello::board::Square;

/// The result of a search of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Lower bound of the score.
    pub(crate) lower: Score,
    /// Upper bound of the score.
    pub(crate) upper: Score,
    /// The depth of the search, in plies.
    pub(crate) depth: u32,
    /// The selectivity of the search.
    pub(crate) selectivity: Selectivity,
    /// The hash moves: the best move, and the best move before it.
    pub(crate) moves: [Option<Square>; 2],
}

impl Entry {
    /// The entry of a search to `depth` that returned `score`.
    pub(crate) fn new(
        score: Score,
        bound: Bound,
        depth: u32,
        selectivity: Selectivity,
        best: Option<Square>,
    ) -> Entry {
        let (mut lower, mut upper) = (-Score::INFINITY, Score::INFINITY);
        if bound != Bound::Upper {
            lower = score;
        }
        if bound != Bound::Lower {
            upper = score;
        }
        Entry { lower, upper, depth, selectivity, moves: [best, None] }
    }

    /// Whether the bounds hold for a search to `depth` with `selectivity`.
    #[inline(always)]
    pub(crate) fn serves(&self, depth: u32, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }

    /// The score for `window`, if the bounds decide it.
    #[inline(always)]
    pub(crate) fn cutoff(&self, window: Window) -> Option<Score> {
        if self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha || self.lower == self.upper {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The final score in discs for the null window above `alpha`. `None` if the bounds do not
    /// decide it for a search of `empties` empties to the end.
    #[inline(always)]
    pub(crate) fn cutoff_discs(
        &self,
        empties: u32,
        selectivity: Selectivity,
        alpha: i32,
    ) -> Option<i32> {
        if !self.serves(empties, selectivity) {
            return None;
        }
        let lower = self.lower.ceil_discs().discs();
        let upper = self.upper.floor_discs().discs();
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// Merges with `old`, the stored entry of the same position. Bounds of searches of the same
    /// depth and selectivity are intersected; a better search keeps its bounds.
    pub(super) fn merged_into(mut self, old: &Entry) -> Entry {
        if self.depth == old.depth && self.selectivity == old.selectivity {
            self.lower = self.lower.max(old.lower);
            self.upper = self.upper.min(old.upper);
        } else if old.serves(self.depth, self.selectivity) {
            (self.lower, self.upper) = (old.lower, old.upper);
            (self.depth, self.selectivity) = (old.depth, old.selectivity);
        }
        self.moves = match (self.moves[0], old.moves) {
            (None, old) => old,
            (best, [old_best, old_second]) if best == old_best => [best, old_second],
            (best, [old_best, _]) => [best, old_best],
        };
        self
    }

    /// The 64-bit form. From the low end: lower and upper bound (14 bits each), the two moves
    /// (7 each, 64 for none), depth (6), selectivity (3), generation (13).
    #[inline(always)]
    pub(super) fn pack(&self, generation: u16) -> u64 {
        let bound = |score: Score| (score.centidiscs() & BOUND_MASK) as u64;
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        bound(self.lower)
            | bound(self.upper) << 14
            | square(self.moves[0]) << 28
            | square(self.moves[1]) << 35
            | u64::from(self.depth & 63) << 42
            | (self.selectivity as u64) << 48
            | u64::from(generation) << 51
    }

    /// The inverse of [`pack`](Entry::pack).
    #[inline(always)]
    pub(super) fn unpack(data: u64) -> Entry {
        // Sign-extended by two shifts.
        let bound = |bits: u64| Score::saturating((bits as i32) << 18 >> 18);
        let square = |bits: u64| (bits & 64 == 0).then(|| Square::from_low_bits(bits as u32));
        Entry {
            lower: bound(data),
            upper: bound(data >> 14),
            moves: [square(data >> 28), square(data >> 35)],
            depth: packed_depth(data),
            selectivity: Selectivity::ALL[(data >> 48 & 7).min(5) as usize],
        }
    }
}

/// Mask of a packed bound.
const BOUND_MASK: i32 = (1 << 14) - 1;

/// The greatest generation of a packed entry.
pub(super) const LAST_GENERATION: u16 = (1 << 13) - 1;

/// The depth of a packed entry.
#[inline(always)]
pub(super) fn packed_depth(data: u64) -> u32 {
    (data >> 42 & 63) as u32
}

/// The generation of a packed entry.
#[inline(always)]
pub(super) fn packed_generation(data: u64) -> u16 {
    (data >> 51) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lossless() {
        for bound in [Score::ZERO, Score::saturating(137), Score::INFINITY] {
            let entry = Entry {
                lower: -bound,
                upper: bound,
                depth: 60,
                selectivity: Selectivity::Percent98,
                moves: [Some(Square::H8), None],
            };
            for generation in [0, 1, LAST_GENERATION] {
                let data = entry.pack(generation);
                assert_eq!(Entry::unpack(data), entry);
                assert_eq!(packed_generation(data), generation);
            }
        }
    }

    #[test]
    fn equal_searches_merge_and_shallower_ones_are_dropped() {
        let of = |centidiscs, bound, depth, best| {
            Entry::new(Score::saturating(centidiscs), bound, depth, Selectivity::Full, best)
        };
        let low = of(100, Bound::Lower, 9, Some(Square::A1));
        let both = of(300, Bound::Upper, 9, None).merged_into(&low);
        assert_eq!((both.lower.centidiscs(), both.upper.centidiscs()), (100, 300));
        assert_eq!(both.moves, [Some(Square::A1), None]);

        let kept = of(-500, Bound::Exact, 4, Some(Square::B1)).merged_into(&both);
        assert_eq!((kept.lower, kept.upper, kept.depth), (both.lower, both.upper, 9));
        assert_eq!(kept.moves, [Some(Square::B1), Some(Square::A1)]);

        let deeper = of(200, Bound::Upper, 10, None).merged_into(&both);
        assert_eq!(deeper.lower, -Score::INFINITY);
    }
}
