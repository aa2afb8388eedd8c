//! Legal moves by parallel prefix fills, for every CPU.

use crate::board::fills::{INNER_COLUMNS, runs, runs_west};

/// The empty squares on which the player may put a disc.
///
/// In each direction the player's discs are pushed over runs of opposing discs;
/// what lies behind a run and is empty is legal. Without a branch, so that a loop
/// over many positions becomes vector code.
#[inline]
#[must_use]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    // A carry runs through the discs to the right of the player's and leaves a bit
    // behind them; other bits stay where they were, on discs.
    let east = inner.wrapping_add(player << 1 & inner);
    let west = runs_west(player, inner) >> 1;
    let moves = east
        | west
        | behind::<7>(player, inner)
        | behind::<8>(player, opponent)
        | behind::<9>(player, inner);
    moves & !(player | opponent)
}

/// The squares just behind runs of `over` that start next to `from`, one direction
/// and its opposite, `STEP` bits apart.
#[inline(always)]
fn behind<const STEP: u32>(from: u64, over: u64) -> u64 {
    let (up, down) = runs::<STEP>(from, over);
    up << STEP | down >> STEP
}
