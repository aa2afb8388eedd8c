//! Flips with AVX-512: four rays in each vector. Upwards a carry finds the nearest blocker,
//! downwards a count of leading zeros.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::rays::RAYS;
use crate::board::x86::{broadcast, four, union};

/// [`portable::flips`](super::portable::flips).
#[inline(always)]
#[must_use]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume the features.
    unsafe { union(flips_by_ray(square, broadcast(player), broadcast(opponent))) }
}

/// The flips along each ray, for sets in all lanes. Opposite rays share a lane.
#[inline]
#[target_feature(enable = "avx512cd,avx512vl")]
pub(in crate::board) fn flips_by_ray(square: usize, player: __m256i, opponent: __m256i) -> __m256i {
    const OR_NOT: i32 = 0xf3; // a | !b
    const AND_AND: i32 = 0x80; // a & b & c
    const OR_AND: i32 = 0xf8; // a | b & c
    let rays = &RAYS[square & 63];
    let (up, down) = (four(rays.up), four(rays.down));

    // The carry runs through opposing discs and squares off the ray. It stops at the nearest other
    // square of the ray.
    let passable = _mm256_ternarylogic_epi64::<OR_NOT>(opponent, up, up);
    let carried = _mm256_sub_epi64(passable, broadcast(!0));
    let ends = _mm256_ternarylogic_epi64::<AND_AND>(carried, up, player);
    // Saturating subtraction of one.
    let before_ends = _mm256_sub_epi64(_mm256_max_epu64(ends, broadcast(1)), broadcast(1));
    let flips_up = _mm256_and_si256(before_ends, up);

    // Without blockers the rotation gives the last square, which no such ray contains.
    let passable = _mm256_and_si256(opponent, down);
    let blockers = _mm256_andnot_si256(opponent, down);
    let nearest = _mm256_rorv_epi64(broadcast(1 << 63), _mm256_lzcnt_epi64(blockers));
    let ends = _mm256_ternarylogic_epi64::<AND_AND>(nearest, down, player);
    let from_ends = _mm256_sub_epi64(broadcast(0), ends);
    _mm256_ternarylogic_epi64::<OR_AND>(flips_up, from_ends, passable)
}
