//! Stable discs with AVX2: the four axes in two vectors of two, as what goes from one half of a
//! wider vector to the other takes several cycles each time, one after the other.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::portable::{EASTWARDS, LEFT_AND_RIGHT, RIM, TOP_AND_BOTTOM, WESTWARDS};

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
    let safe = along_lines(two([occupied; 2]));
    let side = two([side; 2]);
    let in_all = |straight, diagonal| {
        let both = _mm_and_si128(straight, diagonal);
        _mm_and_si128(side, _mm_and_si128(both, swapped(both)))
    };
    let mut stable = _mm_or_si128(two([edges; 2]), in_all(safe.straight, safe.diagonal));
    let grown = |stable| {
        let straight = _mm_or_si128(safe.straight, beside(stable, STRAIGHT));
        let diagonal = _mm_or_si128(safe.diagonal, beside(stable, DIAGONAL));
        _mm_or_si128(stable, in_all(straight, diagonal))
    };
    for _ in 0..ROUNDS {
        stable = grown(stable);
    }
    loop {
        let more = grown(stable);
        let new = _mm_xor_si128(stable, more);
        if _mm_testz_si128(new, new) != 0 {
            return _mm_cvtsi128_si64(stable) as u64;
        }
        stable = more;
    }
}

/// From a square to the next along rows and columns, in bits.
const STRAIGHT: [u64; 2] = [1, 8];

/// The same along falling and rising diagonals.
const DIAGONAL: [u64; 2] = [9, 7];

/// For each axis the squares on which no disc flips along it, because its line is full or ends
/// there.
struct Safe {
    /// Along rows and columns.
    straight: __m128i,
    /// Along falling and rising diagonals.
    diagonal: __m128i,
}

/// What is safe along each axis, with the `occupied` squares, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn along_lines(occupied: __m128i) -> Safe {
    let rows = _mm_cmpeq_epi8(occupied, two([!0; 2]));
    let straight = _mm_blend_epi32::<0b1100>(rows, full_columns(occupied));
    Safe {
        straight: _mm_or_si128(straight, two([LEFT_AND_RIGHT, TOP_AND_BOTTOM])),
        diagonal: _mm_or_si128(full_diagonals(occupied), two([RIM; 2])),
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
    for doubling in 0..3 {
        let by = two(DIAGONAL.map(|step| step << doubling));
        let (east, west) = (EASTWARDS[doubling], WESTWARDS[doubling]);
        let spread = _mm_and_si128(_mm_sllv_epi64(down, by), two([east, west]));
        down = _mm_or_si128(down, spread);
        let spread = _mm_and_si128(_mm_srlv_epi64(up, by), two([west, east]));
        up = _mm_or_si128(up, spread);
    }
    _mm_xor_si128(_mm_or_si128(down, up), two([!0; 2]))
}

/// The squares beside those of the two sets, each along its axis.
#[inline]
#[target_feature(enable = "avx2")]
fn beside(sets: __m128i, steps: [u64; 2]) -> __m128i {
    _mm_or_si128(_mm_sllv_epi64(sets, two(steps)), _mm_srlv_epi64(sets, two(steps)))
}

/// Two sets.
#[inline]
#[target_feature(enable = "avx2")]
fn two(sets: [u64; 2]) -> __m128i {
    let [first, second] = sets.map(|set| set as i64);
    _mm_set_epi64x(second, first)
}

/// The two sets in the other order.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped(sets: __m128i) -> __m128i {
    _mm_shuffle_epi32::<0b01_00_11_10>(sets)
}
