//! Legal moves with AVX-512: all eight directions in one vector.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::x86::union;

/// What [`portable::legal_moves`](super::portable::legal_moves) returns.
#[inline(always)]
#[must_use]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume the feature.
    unsafe { reached(player, opponent) & !(player | opponent) }
}

/// The squares just behind runs of the opponent's discs that start next to the
/// player's.
#[inline]
#[target_feature(enable = "avx512f")]
fn reached(player: u64, opponent: u64) -> u64 {
    /// Squares that can lie inside a run: never the rim that a direction ends on,
    /// so that no bit that a rotation carries around the board gets anywhere.
    const ROWS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const COLUMNS: i64 = 0x00ff_ffff_ffff_ff00;
    const DIAGONALS: i64 = ROWS & COLUMNS;
    const OR_AND: i32 = 0xf8; // a | b & c
    let inner =
        _mm512_setr_epi64(ROWS, DIAGONALS, COLUMNS, DIAGONALS, ROWS, DIAGONALS, COLUMNS, DIAGONALS);
    let step = _mm512_setr_epi64(1, 7, 8, 9, -1, -7, -8, -9);
    let two_steps = _mm512_setr_epi64(2, 14, 16, 18, -2, -14, -16, -18);

    let over = _mm512_and_si512(_mm512_set1_epi64(opponent as i64), inner);
    let over_two = _mm512_and_si512(over, _mm512_rolv_epi64(over, step));
    let next = _mm512_rolv_epi64(_mm512_set1_epi64(player as i64), step);
    let run = _mm512_and_si512(over, next);
    let run = _mm512_ternarylogic_epi64::<OR_AND>(run, over, _mm512_rolv_epi64(run, step));
    let run = _mm512_ternarylogic_epi64::<OR_AND>(run, over_two, _mm512_rolv_epi64(run, two_steps));
    let run = _mm512_ternarylogic_epi64::<OR_AND>(run, over_two, _mm512_rolv_epi64(run, two_steps));
    let behind = _mm512_rolv_epi64(run, step);
    let (low, high) = (_mm512_castsi512_si256(behind), _mm512_extracti64x4_epi64::<1>(behind));
    union(_mm256_or_si256(low, high))
}
