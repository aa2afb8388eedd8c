//! Flips for loops over many moves: code without branches and tables, which vectorises with one
//! move in each lane. Slower than the other implementations for a single move. See docs/search.md,
//! Board.

#[cfg(not(target_feature = "avx512cd"))]
pub use by_fills as flips;
#[cfg(target_feature = "avx512cd")]
pub use by_rays as flips;

use crate::board::fills::{INNER_COLUMNS, runs, runs_west};

/// The opposing discs that flip when the player moves to `disc`. If `disc` does not contain exactly
/// one square, the result is arbitrary. Fills runs and keeps the runs that end at a disc of the
/// player.
#[inline(always)]
#[must_use]
pub fn by_fills(disc: u64, player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let west = runs_west(disc, inner);
    east(disc, player, inner)
        | keep_if(player & west >> 1, west)
        | enclosed::<7>(disc, player, inner)
        | enclosed::<8>(disc, player, opponent)
        | enclosed::<9>(disc, player, inner)
}

/// The runs of `over` between `disc` and a disc of the player, in a direction and its opposite.
#[inline(always)]
fn enclosed<const STEP: u32>(disc: u64, player: u64, over: u64) -> u64 {
    let (up, down) = runs::<STEP>(disc, over);
    keep_if(player & up << STEP, up) | keep_if(player & down >> STEP, down)
}

/// The run of `over` to the right of `disc`, if a disc of the player ends it; otherwise no squares.
/// A carry finds the run.
#[inline(always)]
fn east(disc: u64, player: u64, over: u64) -> u64 {
    let start = disc << 1;
    let end = over.wrapping_add(start) & player;
    keep_if(end, end.wrapping_sub(start))
}

/// `set` if `condition` is not empty, otherwise no squares.
#[inline(always)]
fn keep_if(condition: u64, set: u64) -> u64 {
    if condition != 0 { set } else { 0 }
}

/// [`by_fills`] along rays: patterns that are shifted to the square. A ray that leaves the board on
/// one side re-enters on the other. No run reaches that far, because runs consist of inner squares.
#[inline(always)]
#[must_use]
pub fn by_rays(disc: u64, player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let from_h8 = disc.leading_zeros();
    let from_a1 = 63_u32.wrapping_sub(from_h8);
    let up = |ray: u64, over| upwards(ray.checked_shl(from_a1).unwrap_or(0), player, over);
    let down = |ray: u64, over| downwards(ray.checked_shr(from_h8).unwrap_or(0), player, over);
    east(disc, player, inner)
        | up(0x0102_0408_1020_4080, inner)
        | up(0x0101_0101_0101_0100, opponent)
        | up(0x8040_2010_0804_0200, inner)
        | down(0x7fff_ffff_ffff_ffff, inner)
        | down(0x0102_0408_1020_4080, inner)
        | down(0x0080_8080_8080_8080, opponent)
        | down(0x0040_2010_0804_0201, inner)
}

/// The run of `over` along `ray`, towards higher bits, if a disc of the player ends it; otherwise
/// no squares.
#[inline(always)]
fn upwards(ray: u64, player: u64, over: u64) -> u64 {
    let end = (over | !ray).wrapping_add(1) & ray & player;
    // Saturating subtraction of one.
    ray & end.wrapping_sub(1).min(end)
}

/// The run of `over` along `ray`, towards lower bits, if a disc of the player ends it; otherwise no
/// squares.
#[inline(always)]
fn downwards(ray: u64, player: u64, over: u64) -> u64 {
    let blockers = ray & !over;
    let from_nearest = (i64::MIN >> (blockers | 1).leading_zeros()) as u64;
    keep_if(from_nearest & blockers & player, from_nearest & ray & over)
}
