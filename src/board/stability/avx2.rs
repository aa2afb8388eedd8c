//! Stable discs with AVX2: the four axes in one vector.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::portable::{EASTWARDS, LEFT_AND_RIGHT, RIM, TOP_AND_BOTTOM, WESTWARDS};
use crate::board::x86::{four, splat};

/// What [`portable::inwards`](super::portable::inwards) returns.
#[inline(always)]
#[must_use]
pub fn inwards(side: u64, occupied: u64, edges: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { inwards_by_axes(side, occupied, edges) }
}

/// How often stable discs are looked for beside those that are known before it is asked whether
/// there are more: mostly that is enough, and a branch that is foreseen costs nothing.
const ROUNDS: u32 = 3;

#[inline]
#[target_feature(enable = "avx2")]
fn inwards_by_axes(side: u64, occupied: u64, edges: u64) -> u64 {
    let safe = along_lines(occupied);
    let side = splat(side);
    let mut stable = _mm256_or_si256(splat(edges), _mm256_and_si256(side, in_all(safe)));
    let grown = |stable| {
        let beside = _mm256_or_si256(
            _mm256_sllv_epi64(stable, four(STEPS)),
            _mm256_srlv_epi64(stable, four(STEPS)),
        );
        let safe = in_all(_mm256_or_si256(safe, beside));
        _mm256_or_si256(stable, _mm256_and_si256(side, safe))
    };
    for _ in 0..ROUNDS {
        stable = grown(stable);
    }
    loop {
        let more = grown(stable);
        let new = _mm256_xor_si256(stable, more);
        if _mm256_testz_si256(new, new) != 0 {
            return _mm_cvtsi128_si64(_mm256_castsi256_si128(stable)) as u64;
        }
        stable = more;
    }
}

/// From a square to the next along rows, columns, falling and rising diagonals, in bits.
const STEPS: [u64; 4] = [1, 8, 9, 7];

/// What is in all four sets, four times.
#[inline]
#[target_feature(enable = "avx2")]
fn in_all(sets: __m256i) -> __m256i {
    let two = _mm256_and_si256(sets, _mm256_permute2x128_si256::<0x01>(sets, sets));
    _mm256_and_si256(two, _mm256_shuffle_epi32::<0b01_00_11_10>(two))
}

/// For each axis the squares on which no disc turns along it, because its line is full or ends
/// there.
#[inline]
#[target_feature(enable = "avx2")]
fn along_lines(occupied: u64) -> __m256i {
    let occupied = splat(occupied);
    let rows = _mm256_cmpeq_epi8(occupied, splat(!0));
    let columns = full_columns(occupied);
    let straight = _mm256_blend_epi32::<0b0000_1100>(rows, columns);
    let full = _mm256_blend_epi32::<0b1111_0000>(straight, full_diagonals(occupied));
    _mm256_or_si256(full, four([LEFT_AND_RIGHT, TOP_AND_BOTTOM, RIM, RIM]))
}

/// The columns without an empty square, four times.
#[inline]
#[target_feature(enable = "avx2")]
fn full_columns(occupied: __m256i) -> __m256i {
    let rotated = |set, by: i32| {
        _mm256_or_si256(
            _mm256_sll_epi64(set, _mm_cvtsi32_si128(by)),
            _mm256_srl_epi64(set, _mm_cvtsi32_si128(64 - by)),
        )
    };
    let full = _mm256_and_si256(occupied, rotated(occupied, 8));
    let full = _mm256_and_si256(full, rotated(full, 16));
    _mm256_and_si256(full, _mm256_shuffle_epi32::<0b10_11_00_01>(full))
}

/// The falling and the rising diagonals without an empty square, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn full_diagonals(occupied: __m256i) -> __m256i {
    // The empty squares are spread over their diagonals: falling and rising, upwards and
    // downwards.
    const NOWHERE: u64 = 64;
    let mut empty = _mm256_xor_si256(occupied, splat(!0));
    for doubling in 0..3 {
        let (falling, rising) = (9 << doubling, 7 << doubling);
        let (east, west) = (EASTWARDS[doubling], WESTWARDS[doubling]);
        let spread = _mm256_or_si256(
            _mm256_sllv_epi64(empty, four([falling, rising, NOWHERE, NOWHERE])),
            _mm256_srlv_epi64(empty, four([NOWHERE, NOWHERE, falling, rising])),
        );
        let reached = _mm256_and_si256(spread, four([east, west, west, east]));
        empty = _mm256_or_si256(empty, reached);
    }
    let both_ways = _mm256_or_si256(empty, _mm256_permute2x128_si256::<0x01>(empty, empty));
    _mm256_xor_si256(both_ways, splat(!0))
}
