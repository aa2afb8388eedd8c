//! Flips with NEON. Each vector holds a direction and its opposite. The opposite uses the board
//! rotated by 180 degrees, which reverses the bits.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use crate::board::neon::{both_ways, union};
use crate::board::rays::RAYS;

/// [`portable::flips`](super::portable::flips).
#[inline(always)]
#[must_use]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // SAFETY: this file is compiled only where the build may assume NEON.
    unsafe { flips_by_rays(&RAYS_BOTH_WAYS[square & 63], player, opponent) }
}

/// The rays of a square in pairs of opposite directions, the second on the rotated board. Aligned
/// so that they share a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct RaysBothWays([[u64; 2]; 4]);

static RAYS_BOTH_WAYS: [RaysBothWays; 64] = rays_both_ways();

const fn rays_both_ways() -> [RaysBothWays; 64] {
    let mut all = [RaysBothWays([[0; 2]; 4]); 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            all[square].0[direction] =
                [RAYS[square].up[direction], RAYS[63 - square].up[direction]];
            direction += 1;
        }
        square += 1;
    }
    all
}

#[inline]
#[target_feature(enable = "neon")]
fn flips_by_rays(rays: &RaysBothWays, player: u64, opponent: u64) -> u64 {
    let (player, opponent) = (both_ways(player), both_ways(opponent));
    let [a, b, c, d] = &rays.0;
    let a = flips_upwards(a, player, opponent);
    let b = flips_upwards(b, player, opponent);
    let c = flips_upwards(c, player, opponent);
    let d = flips_upwards(d, player, opponent);
    union(vorrq_u64(vorrq_u64(a, b), vorrq_u64(c, d)))
}

/// The flips along two rays towards higher bits.
#[inline]
#[target_feature(enable = "neon")]
fn flips_upwards(rays: &[u64; 2], player: uint64x2_t, opponent: uint64x2_t) -> uint64x2_t {
    let one = vdupq_n_u64(1);
    // SAFETY: the array has the two words that are loaded.
    let rays = unsafe { vld1q_u64(rays.as_ptr()) };
    // The carry runs through opposing discs and squares off the ray. It stops at the nearest other
    // square of the ray.
    let carried = vaddq_u64(vornq_u64(opponent, rays), one);
    let ends = vandq_u64(vandq_u64(carried, rays), player);
    // Saturating subtraction of one.
    vandq_u64(vqsubq_u64(ends, one), rays)
}
