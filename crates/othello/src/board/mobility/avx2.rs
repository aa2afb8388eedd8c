//! Legal moves with AVX2: in each vector four directions, or their opposites.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::fills::INNER_COLUMNS;
use crate::board::x86::{broadcast, four, union};

/// [`portable::legal_moves`](super::portable::legal_moves).
#[inline(always)]
#[must_use]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { union(legal_moves_by_axis(broadcast(player), broadcast(opponent))) }
}

/// The legal moves by the axis of the flips, for sets in all lanes: the empty squares behind runs
/// of opposing discs that start next to a disc of the player.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::board) fn legal_moves_by_axis(player: __m256i, opponent: __m256i) -> __m256i {
    let step = four([1, 7, 8, 9]);
    let two_steps = four([2, 14, 16, 18]);
    let up = |sets, steps| _mm256_sllv_epi64(sets, steps);
    let down = |sets, steps| _mm256_srlv_epi64(sets, steps);
    let and = |a, b| _mm256_and_si256(a, b);
    let or = |a, b| _mm256_or_si256(a, b);

    let over = and(opponent, four([INNER_COLUMNS, INNER_COLUMNS, !0, INNER_COLUMNS]));
    let over_up = and(over, up(over, step));
    let over_down = down(over_up, step);
    let run_up = and(over, up(player, step));
    let run_down = and(over, down(player, step));
    let run_up = or(run_up, and(over, up(run_up, step)));
    let run_down = or(run_down, and(over, down(run_down, step)));
    let run_up = or(run_up, and(over_up, up(run_up, two_steps)));
    let run_down = or(run_down, and(over_down, down(run_down, two_steps)));
    let run_up = or(run_up, and(over_up, up(run_up, two_steps)));
    let run_down = or(run_down, and(over_down, down(run_down, two_steps)));
    let behind = or(up(run_up, step), down(run_down, step));
    _mm256_andnot_si256(or(player, opponent), behind)
}
