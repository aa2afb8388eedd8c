//! Stable discs: those that no continuation can turn.
//!
//! A disc turns only along a line that holds an empty square on one side of it. So
//! it is safe along an axis if the line is full, if the disc ends the line, or if a
//! neighbour on the line is a stable disc of its own colour, which would have to
//! turn with it. A disc that is safe along all four axes is stable.
//!
//! Measured on a Zen 5 at 3.9 GHz: 7 ns with 25-40 empties, 8-9 ns with 9-24, 11 ns
//! with fewer. With up to 6 empties, 85 % of the discs that never turn are seen.

mod edges;

use super::{Bitboard, Position};

impl Position {
    /// The player's discs that can be proved stable: whatever both sides play,
    /// passes included, they never turn. A lower bound: some stable discs are not
    /// seen. For the opponent's, ask [`Position::pass`].
    ///
    /// ```
    /// use outflank::board::{Bitboard, Position};
    ///
    /// // a b c d e f g h
    /// // X X X O . . . .   1    From the corner three discs are safe for good;
    /// // X O . . . . . .   2    so is a2, but not b2.
    /// let position = Position::new(Bitboard(0x0107), Bitboard(0x0208)).expect("disjoint");
    /// assert_eq!(position.stable_discs(), Bitboard(0x0107));
    /// ```
    #[inline]
    #[must_use]
    pub fn stable_discs(self) -> Bitboard {
        let (side, other) = (self.player().0, self.opponent().0);
        let safe = Safe::along_lines(side | other);
        let mut stable = edges::stable(side, other)
            | side & safe.rows & safe.columns & safe.falling & safe.rising;
        loop {
            let grown = stable | side & safe.next_to(stable);
            if grown == stable {
                return Bitboard(stable);
            }
            stable = grown;
        }
    }
}

/// The squares on which no disc turns along an axis, because its line is full or
/// ends there.
struct Safe {
    rows: u64,
    columns: u64,
    /// Diagonals from the top left to the bottom right.
    falling: u64,
    /// Diagonals from the top right to the bottom left.
    rising: u64,
}

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

    /// The squares that are safe along each axis by themselves or beside a disc in
    /// `stable`. What a shift carries around the board lands on the rim, which is
    /// safe along that axis anyway.
    #[inline(always)]
    fn next_to(&self, stable: u64) -> u64 {
        (self.rows | stable << 1 | stable >> 1)
            & (self.columns | stable << 8 | stable >> 8)
            & (self.falling | stable << 9 | stable >> 9)
            & (self.rising | stable << 7 | stable >> 7)
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

/// The diagonals without an empty square, of those whose next square is `STEP` bits
/// higher and lies east or west.
#[inline(always)]
fn full_diagonals<const STEP: u32>(occupied: u64) -> u64 {
    /// The squares that a shift by one, two and four columns may reach.
    const EASTWARDS: [u64; 3] =
        [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
    const WESTWARDS: [u64; 3] =
        [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
    const { assert!(STEP == 7 || STEP == 9) };
    let (up, down) = if STEP == 9 { (EASTWARDS, WESTWARDS) } else { (WESTWARDS, EASTWARDS) };
    // Spread the empty squares over their diagonals, both ways.
    let (mut above, mut below) = (!occupied, !occupied);
    for doubling in 0..3 {
        above |= above << (STEP << doubling) & up[doubling];
        below |= below >> (STEP << doubling) & down[doubling];
    }
    !(above | below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rays::RAYS;

    /// Every line through every square, one at a time without one of its squares.
    #[test]
    fn a_line_is_full_without_an_empty_square() {
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
