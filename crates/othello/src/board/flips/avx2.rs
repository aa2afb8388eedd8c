//! Flips with AVX2: four rays in each vector, towards higher bits. Directions towards lower bits
//! use the board upside down.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::rays::RAYS;
use crate::board::x86::{broadcast, four, union};

/// [`portable::flips`](super::portable::flips).
#[inline(always)]
#[must_use]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // Turning the board upside down keeps the order within rows, so west is separate.
    const TOP_TO_BOTTOM: usize = 56;
    let square = square & 63;
    let (rays, turned) = (&RAYS[square], &RAYS[square ^ TOP_TO_BOTTOM]);
    // SAFETY: this file is compiled only where the build may assume AVX2.
    let by_vectors = unsafe { flips_by_vectors(rays.up, turned.up, player, opponent) };
    by_vectors | flips_downwards(rays.down[0], player, opponent)
}

/// The flips along four rays towards higher bits, and along four on the board turned upside down.
/// One union of all is cheaper than two.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_by_vectors(up: [u64; 4], turned_up: [u64; 4], player: u64, opponent: u64) -> u64 {
    let last_byte_first = _mm256_set_epi64x(
        0x0809_0a0b_0c0d_0e0f,
        0x0001_0203_0405_0607,
        0x0809_0a0b_0c0d_0e0f,
        0x0001_0203_0405_0607,
    );
    let turn = |sets| _mm256_shuffle_epi8(sets, last_byte_first);
    let (player, opponent) = (broadcast(player), broadcast(opponent));
    let south = flips_upwards(four(up), player, opponent);
    let north = flips_upwards(four(turned_up), turn(player), turn(opponent));
    union(_mm256_or_si256(south, turn(north)))
}

/// The flips along four rays towards higher bits.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_upwards(rays: __m256i, player: __m256i, opponent: __m256i) -> __m256i {
    let blockers = _mm256_andnot_si256(opponent, rays);
    // Negation keeps the nearest blocker. Squares beyond it that are not blockers do not matter.
    let ends =
        _mm256_and_si256(_mm256_sub_epi64(broadcast(0), blockers), _mm256_and_si256(rays, player));
    // Saturating subtraction of one.
    let before_ends = _mm256_sub_epi64(
        _mm256_add_epi64(ends, broadcast(!0)),
        _mm256_cmpeq_epi64(ends, broadcast(0)),
    );
    _mm256_and_si256(before_ends, rays)
}

/// The flips along a ray towards lower bits.
#[inline(always)]
fn flips_downwards(ray: u64, player: u64, opponent: u64) -> u64 {
    let blockers = ray & !opponent;
    let nearest = (1 << 63 >> (blockers | 1).leading_zeros()) & blockers;
    ray & ((nearest & player) << 1).wrapping_neg()
}
