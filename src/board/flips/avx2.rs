//! Flips with AVX2: rays towards higher bits, four per vector; those towards lower
//! bits on the board turned upside down, where they too run towards higher ones.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::rays::RAYS;
use crate::board::x86::{four, splat, union};

/// What [`portable::flips`](super::portable::flips) returns.
#[inline(always)]
#[must_use]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // Turning the board leaves rows as they are: west is the one ray left.
    const TOP_TO_BOTTOM: usize = 56;
    let square = square & 63;
    let (rays, turned) = (&RAYS[square], &RAYS[square ^ TOP_TO_BOTTOM]);
    // SAFETY: this file is compiled only where the build may assume AVX2.
    let (south, north) = unsafe {
        (
            flips_upwards(rays.up, player, opponent),
            flips_upwards(turned.up, player.swap_bytes(), opponent.swap_bytes()),
        )
    };
    south | north.swap_bytes() | flips_downwards(rays.down[0], player, opponent)
}

/// The flips along four rays that run towards higher bits.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_upwards(rays: [u64; 4], player: u64, opponent: u64) -> u64 {
    let rays = four(rays);
    let blockers = _mm256_andnot_si256(splat(opponent), rays);
    let nearest = _mm256_and_si256(blockers, _mm256_sub_epi64(splat(0), blockers));
    let ends = _mm256_and_si256(nearest, splat(player));
    // Less one, but nothing stays nothing.
    let before_ends =
        _mm256_sub_epi64(_mm256_add_epi64(ends, splat(!0)), _mm256_cmpeq_epi64(ends, splat(0)));
    union(_mm256_and_si256(before_ends, rays))
}

/// The flips along a ray that runs towards lower bits.
#[inline(always)]
fn flips_downwards(ray: u64, player: u64, opponent: u64) -> u64 {
    let blockers = ray & !opponent;
    let nearest = (1 << 63 >> (blockers | 1).leading_zeros()) & blockers;
    ray & ((nearest & player) << 1).wrapping_neg()
}
