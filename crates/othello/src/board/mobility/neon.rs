//! Legal moves with NEON. Each vector holds a direction towards higher bits and its opposite. The
//! opposite uses the board rotated by 180 degrees.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use crate::board::fills::INNER_COLUMNS;
use crate::board::neon::{both_ways, union};

/// [`portable::legal_moves`](super::portable::legal_moves).
#[inline(always)]
#[must_use]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume NEON.
    unsafe { reached(player, opponent) & !(player | opponent) }
}

/// The squares behind runs of opposing discs that start next to a disc of the player. Some may hold
/// discs.
#[inline]
#[target_feature(enable = "neon")]
fn reached(player: u64, opponent: u64) -> u64 {
    let (player, opponent) = (both_ways(player), both_ways(opponent));
    // The rotation maps these columns to themselves.
    let inner = vandq_u64(opponent, vdupq_n_u64(INNER_COLUMNS));
    // Along a row a carry runs through the opposing discs next to a disc of the player.
    let row = vaddq_u64(inner, vandq_u64(inner, vshlq_n_u64::<1>(player)));
    let rising = behind::<7, 14>(player, inner);
    let column = behind::<8, 16>(player, opponent);
    let falling = behind::<9, 18>(player, inner);
    union(vorrq_u64(vorrq_u64(row, rising), vorrq_u64(column, falling)))
}

/// The squares behind runs of `over` that start next to `from`, towards higher bits. Squares of a
/// line are `STEP` bits apart.
#[inline]
#[target_feature(enable = "neon")]
fn behind<const STEP: i32, const TWO_STEPS: i32>(from: uint64x2_t, over: uint64x2_t) -> uint64x2_t {
    let run = vandq_u64(over, vshlq_n_u64::<STEP>(from));
    let run = vorrq_u64(run, vandq_u64(over, vshlq_n_u64::<STEP>(run)));
    let over = vandq_u64(over, vshlq_n_u64::<STEP>(over));
    let run = vorrq_u64(run, vandq_u64(over, vshlq_n_u64::<TWO_STEPS>(run)));
    let run = vorrq_u64(run, vandq_u64(over, vshlq_n_u64::<TWO_STEPS>(run)));
    vshlq_n_u64::<STEP>(run)
}
