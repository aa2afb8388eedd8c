//! A board in a NEON vector, for flips and legal moves. One half holds the board, the other half
//! the board rotated by 180 degrees, with reversed bits.

use std::arch::aarch64::*;

/// The set, and the rotated set.
#[inline]
#[target_feature(enable = "neon")]
pub(in crate::board) fn both_ways(set: u64) -> uint64x2_t {
    let as_it_is = vcreate_u8(set);
    let turned = vrev64_u8(vrbit_u8(as_it_is));
    vreinterpretq_u64_u8(vcombine_u8(as_it_is, turned))
}

/// The union of a set and a rotated one.
#[inline]
#[target_feature(enable = "neon")]
pub(in crate::board) fn union(sets: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(sets) | vgetq_lane_u64::<1>(sets).reverse_bits()
}
