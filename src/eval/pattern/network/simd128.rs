//! The sums of a network with the vectors of WebAssembly: a quarter of a row a vector, and two
//! products with each lane. A search is 1.4 times as fast as with the portable sums.

use std::arch::wasm32::*;

use super::super::features::{BASES, Indices};
use super::{ACCUMULATOR_ONE, ACCUMULATORS, Dense, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// What [`portable::sums`](super::portable::sums) returns.
#[inline(always)]
pub(super) fn sums(bias: &[i16; ACCUMULATORS], rows: &[Row], indices: &Indices) -> Sums {
    let mut start = [0_i16; ROW];
    start[..ACCUMULATORS].copy_from_slice(bias);
    let mut sums: [v128; 4] = bytemuck::cast(start);
    for (base, &index) in BASES.into_iter().zip(indices) {
        let &[low, high]: &[v128; 2] = bytemuck::cast_ref(&rows[base + usize::from(index)]);
        sums[0] = i16x8_add(sums[0], i16x8_extend_low_i8x16(low));
        sums[1] = i16x8_add(sums[1], i16x8_extend_high_i8x16(low));
        sums[2] = i16x8_add(sums[2], i16x8_extend_low_i8x16(high));
        sums[3] = i16x8_add(sums[3], i16x8_extend_high_i8x16(high));
    }
    bytemuck::cast(sums)
}

/// What [`portable::output`](super::portable::output) returns.
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    let zero = i32x4_splat(0);
    let sums: [v128; 4] = bytemuck::cast(*sums);
    let inputs = sums.map(|sums| {
        let top = i16x8_splat(ACCUMULATOR_ONE);
        let sums = i16x8_min(i16x8_max(sums, zero), top);
        u16x8_shr(i16x8_mul(sums, sums), 9)
    });
    let pairs: [i32; ROW / 2] = bytemuck::cast(inputs);
    let mut hidden: [v128; 8] = bytemuck::cast(dense.hidden_bias);
    for (weights, pair) in dense.hidden.iter().zip(pairs) {
        let weights: [v128; 8] = bytemuck::pod_read_unaligned(bytemuck::bytes_of(weights));
        let pair = i32x4_splat(pair);
        for (sum, weights) in hidden.iter_mut().zip(weights) {
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(pair, weights));
        }
    }
    let weights: [v128; 4] = bytemuck::pod_read_unaligned(bytemuck::bytes_of(&dense.output));
    let mut sum = zero;
    for (hidden, weights) in hidden.chunks_exact(2).zip(weights) {
        let handed_on = |hidden| {
            let top = i32x4_splat(HIDDEN_ONE);
            i32x4_shr(i32x4_min(i32x4_max(hidden, zero), top), HIDDEN_SHIFT)
        };
        // Both fit into 16 bits.
        let values = i16x8_narrow_i32x4(handed_on(hidden[0]), handed_on(hidden[1]));
        sum = i32x4_add(sum, i32x4_dot_i16x8(values, weights));
    }
    bytemuck::cast::<v128, [i32; 4]>(sum).into_iter().sum()
}
