//! Stable discs with AVX2: what is safe along lines in two vectors of two axes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::portable::{EASTWARDS, LEFT_AND_RIGHT, RIM, Safe, TOP_AND_BOTTOM, WESTWARDS};

/// What [`portable::inwards`](super::portable::inwards) returns.
#[inline(always)]
#[must_use]
pub fn inwards(side: u64, occupied: u64, edges: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { along_lines(two([occupied; 2])) }.inwards(side, edges)
}

/// What is safe along each axis, with the `occupied` squares, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn along_lines(occupied: __m128i) -> Safe {
    let rows = _mm_cmpeq_epi8(occupied, two([!0; 2]));
    let straight = _mm_blend_epi32::<0b1100>(rows, full_columns(occupied));
    let straight = _mm_or_si128(straight, two([LEFT_AND_RIGHT, TOP_AND_BOTTOM]));
    let diagonal = _mm_or_si128(full_diagonals(occupied), two([RIM; 2]));
    let low = |sets| _mm_cvtsi128_si64(sets) as u64;
    let high = |sets| _mm_extract_epi64::<1>(sets) as u64;
    Safe {
        rows: low(straight),
        columns: high(straight),
        falling: low(diagonal),
        rising: high(diagonal),
    }
}

/// The columns without an empty square, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn full_columns(occupied: __m128i) -> __m128i {
    let rotated = |set, by: i32| {
        _mm_or_si128(
            _mm_sll_epi64(set, _mm_cvtsi32_si128(by)),
            _mm_srl_epi64(set, _mm_cvtsi32_si128(64 - by)),
        )
    };
    let full = _mm_and_si128(occupied, rotated(occupied, 8));
    let full = _mm_and_si128(full, rotated(full, 16));
    _mm_and_si128(full, _mm_shuffle_epi32::<0b10_11_00_01>(full))
}

/// The falling and the rising diagonals without an empty square.
#[inline]
#[target_feature(enable = "avx2")]
fn full_diagonals(occupied: __m128i) -> __m128i {
    // The empty squares are spread over their diagonals, downwards and upwards.
    let empty = _mm_xor_si128(occupied, two([!0; 2]));
    let (mut down, mut up) = (empty, empty);
    /// From a square to the next along falling and rising diagonals, in bits.
    const STEPS: [u64; 2] = [9, 7];
    for doubling in 0..3 {
        let by = two(STEPS.map(|step| step << doubling));
        let (east, west) = (EASTWARDS[doubling], WESTWARDS[doubling]);
        let spread = _mm_and_si128(_mm_sllv_epi64(down, by), two([east, west]));
        down = _mm_or_si128(down, spread);
        let spread = _mm_and_si128(_mm_srlv_epi64(up, by), two([west, east]));
        up = _mm_or_si128(up, spread);
    }
    _mm_xor_si128(_mm_or_si128(down, up), two([!0; 2]))
}

/// Two sets.
#[inline]
#[target_feature(enable = "avx2")]
fn two(sets: [u64; 2]) -> __m128i {
    let [first, second] = sets.map(|set| set as i64);
    _mm_set_epi64x(second, first)
}
