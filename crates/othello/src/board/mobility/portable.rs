//! Legal moves by parallel prefix fills, for every CPU.

use crate::board::fills::{INNER_COLUMNS, runs, runs_west};

/// The empty squares on which the player may put a disc: the squares behind runs of opposing discs
/// that start next to a disc of the player. Without branches, so that loops over positions
/// vectorise.
#[inline]
#[must_use]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    // A carry runs through the opposing discs to the right of a disc of the player and leaves a bit
    // behind the run. Other bits stay on discs.
    let east = inner.wrapping_add(player << 1 & inner);
    let west = runs_west(player, inner) >> 1;
    let moves = east
        | west
        | behind::<7>(player, inner)
        | behind::<8>(player, opponent)
        | behind::<9>(player, inner);
    moves & !(player | opponent)
}

/// The squares behind runs of `over` that start next to `from`, in a direction and its opposite.
/// Squares of a line are `STEP` bits apart.
#[inline(always)]
fn behind<const STEP: u32>(from: u64, over: u64) -> u64 {
    let (up, down) = runs::<STEP>(from, over);
    up << STEP | down >> STEP
}
