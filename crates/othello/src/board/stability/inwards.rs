//! Stable discs off the edges.

/// The stable discs of `side`: the known stable `edges`, and the discs whose stability follows from
/// the edges and from full lines. `occupied` is the discs of both sides.
#[inline]
#[must_use]
pub(super) fn inwards(side: u64, occupied: u64, edges: u64) -> u64 {
    Safe::along_lines(occupied).inwards(side, edges)
}

/// For each axis, the squares whose line is full or ends there. No disc on them flips along the
/// axis.
struct Safe {
    rows: u64,
    columns: u64,
    /// Diagonals from the top left to the bottom right.
    falling: u64,
    /// Diagonals from the top right to the bottom left.
    rising: u64,
}

/// The squares that shifts by one, two and four columns to the east may reach.
const EASTWARDS: [u64; 3] = [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
/// The same to the west.
const WESTWARDS: [u64; 3] = [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];

const LEFT_AND_RIGHT: u64 = 0x8181_8181_8181_8181;
const TOP_AND_BOTTOM: u64 = 0xff00_0000_0000_00ff;
const RIM: u64 = LEFT_AND_RIGHT | TOP_AND_BOTTOM;

impl Safe {
    #[inline(always)]
    fn along_lines(occupied: u64) -> Safe {
        Safe {
            rows: full_rows(occupied) | LEFT_AND_RIGHT,
            columns: full_columns(occupied) | TOP_AND_BOTTOM,
            falling: full_diagonals::<9>(occupied) | RIM,
            rising: full_diagonals::<7>(occupied) | RIM,
        }
    }

    /// The discs of `side` that are safe along all axes, given the stable `edges`.
    #[inline(always)]
    fn inwards(&self, side: u64, edges: u64) -> u64 {
        /// Rounds before the first convergence test. Usually enough. See docs/search.md, Board.
        const ROUNDS: u32 = 3;
        let grown = |stable| stable | side & self.next_to(stable);
        let mut stable = edges | side & self.rows & self.columns & self.falling & self.rising;
        for _ in 0..ROUNDS {
            stable = grown(stable);
        }
        loop {
            let more = grown(stable);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    /// The squares that are safe along all four axes: the line is full or ends at the square, or a
    /// neighbour on the line is in `stable`. A shift may carry bits around the board. These land on
    /// an edge that is safe along the axis of the shift.
    #[inline(always)]
    fn next_to(&self, stable: u64) -> u64 {
        let straight = (self.rows | (stable << 1 | stable >> 1))
            & (self.columns | (stable << 8 | stable >> 8));
        let diagonal = (self.falling | (stable << 9 | stable >> 9))
            & (self.rising | (stable << 7 | stable >> 7));
        straight & diagonal
    }
}

/// The rows without an empty square.
#[inline(always)]
fn full_rows(occupied: u64) -> u64 {
    let mut full = occupied & occupied >> 4;
    full &= full >> 2;
    full &= full >> 1;
    (full & 0x0101_0101_0101_0101) * 0xff
}

/// The columns without an empty square.
#[inline(always)]
fn full_columns(occupied: u64) -> u64 {
    let mut full = occupied & occupied.rotate_left(8);
    full &= full.rotate_left(16);
    full & full.rotate_left(32)
}

/// The full diagonals whose squares are `STEP` bits apart.
#[inline(always)]
fn full_diagonals<const STEP: u32>(occupied: u64) -> u64 {
    const { assert!(STEP == 7 || STEP == 9) };
    let (up, down) = if STEP == 9 { (EASTWARDS, WESTWARDS) } else { (WESTWARDS, EASTWARDS) };
    // Spreads the empties over their diagonals, both ways.
    let (mut above, mut below) = (!occupied, !occupied);
    for doubling in 0..3 {
        above |= above << (STEP << doubling) & up[doubling];
        below |= below >> (STEP << doubling) & down[doubling];
    }
    !(above | below)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::rays::{RAYS, Rays};

    proptest! {
        /// The definition, square by square, on boards that are nearly full, so that most have
        /// stable discs.
        #[test]
        fn discs_safe_along_each_axis_are_stable(
            occupied in any::<[u64; 3]>(),
            player: u64,
            known: u64,
        ) {
            let occupied = occupied[0] | occupied[1] | occupied[2];
            let side = occupied & player;
            let edges = side & RIM & known;
            let mut stable = edges;
            while let Some(square) = (0..64).find(|&square| {
                (side & !stable) >> square & 1 != 0 && is_safe(square, occupied, stable)
            }) {
                stable |= 1 << square;
            }
            prop_assert_eq!(inwards(side, occupied, edges), stable);
        }
    }

    /// Whether no disc on `square` flips along any axis: the line is full, ends there, or has a
    /// stable disc next to it.
    fn is_safe(square: usize, occupied: u64, stable: u64) -> bool {
        let Rays { up, down } = RAYS[square];
        up.into_iter().zip(down).all(|(up, down)| {
            let neighbours = || up & up.wrapping_neg() | 1 << (63 - down.leading_zeros());
            up == 0 || down == 0 || (up | down) & !occupied == 0 || neighbours() & stable != 0
        })
    }

    /// Every line through every square, with each of its squares removed in turn.
    #[test]
    fn full_lines_have_no_empty_square() {
        for (square, rays) in RAYS.iter().enumerate() {
            for missing in (0..64).filter(|&missing| missing != square) {
                let safe = Safe::along_lines(!(1 << missing));
                for (axis, safe) in
                    [safe.rows, safe.rising, safe.columns, safe.falling].into_iter().enumerate()
                {
                    let ends = rays.up[axis] == 0 || rays.down[axis] == 0;
                    let full = (rays.up[axis] | rays.down[axis]) >> missing & 1 == 0;
                    assert_eq!(safe >> square & 1 != 0, ends || full);
                }
            }
        }
    }
}
