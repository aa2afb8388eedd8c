//! Two ways to look at a board in one NEON vector: as it is, and after half a turn, which
//! reverses its bits. What the flips and the legal moves share.

use std::arch::aarch64::*;

/// The set as it is, and turned.
#[inline]
#[target_feature(enable = "neon")]
pub(in crate::board) fn both_ways(set: u64) -> uint64x2_t {
    let as_it_is = vcreate_u8(set);
    let turned = vrev64_u8(vrbit_u8(as_it_is));
    vreinterpretq_u64_u8(vcombine_u8(as_it_is, turned))
}

/// The union of a set and a turned one.
#[inline]
#[target_feature(enable = "neon")]
pub(in crate::board) fn union(sets: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(sets) | vgetq_lane_u64::<1>(sets).reverse_bits()
}
