//! The network with WebAssembly vectors: a quarter of a row in each vector, two products in each
//! lane. See docs/search.md, Evaluation.

use std::arch::wasm32::*;

use super::super::tables::Entries;
use super::{ACCUMULATOR_ONE, Dense, FOUR, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// [`portable::sums`](super::portable::sums).
#[inline(always)]
pub(super) fn sums(bias: &Sums, rows: &[Row], entries: &Entries) -> Sums {
    let mut sums: [v128; 4] = bytemuck::cast(*bias);
    for rows in entries.select(rows) {
        let rows = rows.map(bytemuck::cast_ref::<Row, [v128; 2]>);
        for pair in [[rows[0], rows[1]], [rows[2], rows[3]]] {
            // A byte holds the sum of two rows.
            let [low, high] = [0, 1].map(|half| i8x16_add(pair[0][half], pair[1][half]));
            sums[0] = i16x8_add(sums[0], i16x8_extend_low_i8x16(low));
            sums[1] = i16x8_add(sums[1], i16x8_extend_high_i8x16(low));
            sums[2] = i16x8_add(sums[2], i16x8_extend_low_i8x16(high));
            sums[3] = i16x8_add(sums[3], i16x8_extend_high_i8x16(high));
        }
    }
    bytemuck::cast(sums)
}

/// [`portable::output`](super::portable::output).
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    let zero = i32x4_splat(0);
    let inputs = bytemuck::cast::<Sums, [v128; 4]>(*sums).map(|sums| {
        let top = i16x8_splat(ACCUMULATOR_ONE);
        let sums = i16x8_min(i16x8_max(sums, zero), top);
        u16x8_shr(i16x8_mul(sums, sums), 9)
    });
    let inputs: [i64; ROW / FOUR] = bytemuck::cast(inputs);
    let mut hidden: [v128; 8] = bytemuck::cast(dense.hidden_bias);
    for (units, sum) in hidden.iter_mut().enumerate() {
        // The halves of the sums of two units each.
        let mut halves = [zero; 2];
        for (weights, &inputs) in dense.hidden.iter().zip(&inputs) {
            let weights: &[[i8; 16]; 8] = bytemuck::cast_ref(weights);
            let weights: v128 = bytemuck::cast(weights[units]);
            let inputs = i64x2_splat(inputs);
            let products = i32x4_dot_i16x8(inputs, i16x8_extend_low_i8x16(weights));
            halves[0] = i32x4_add(halves[0], products);
            let products = i32x4_dot_i16x8(inputs, i16x8_extend_high_i8x16(weights));
            halves[1] = i32x4_add(halves[1], products);
        }
        let first = i32x4_shuffle::<0, 2, 4, 6>(halves[0], halves[1]);
        let second = i32x4_shuffle::<1, 3, 5, 7>(halves[0], halves[1]);
        *sum = i32x4_add(*sum, i32x4_add(first, second));
    }
    let weights: [v128; 4] = bytemuck::pod_read_unaligned(bytemuck::bytes_of(&dense.output));
    let mut sum = zero;
    for (hidden, weights) in hidden.as_chunks::<2>().0.iter().zip(weights) {
        let activations = |hidden| {
            let top = i32x4_splat(HIDDEN_ONE);
            i32x4_shr(i32x4_min(i32x4_max(hidden, zero), top), HIDDEN_SHIFT)
        };
        // Both fit into 16 bits.
        let values = i16x8_narrow_i32x4(activations(hidden[0]), activations(hidden[1]));
        sum = i32x4_add(sum, i32x4_dot_i16x8(values, weights));
    }
    bytemuck::cast::<v128, [i32; 4]>(sum).into_iter().sum()
}
