//! The network without vectors.

use super::super::tables::Entries;
use super::{ACCUMULATOR_ONE, Dense, FOUR, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// The sum of `bias` and the rows of `entries`.
#[inline(always)]
pub(super) fn sums(bias: &Sums, rows: &[Row], entries: &Entries) -> Sums {
    let mut sums = *bias;
    for row in entries.select(rows).flatten() {
        let row: &[i8; ROW] = bytemuck::cast_ref(row);
        for (sum, &byte) in sums.0.iter_mut().zip(row) {
            *sum += i16::from(byte);
        }
    }
    sums
}

/// The sum of the output unit.
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    let inputs = sums.0.map(|sum| i32::from(sum.clamp(0, ACCUMULATOR_ONE)).pow(2) >> 9);
    let mut hidden = dense.hidden_bias;
    for (inputs, weights) in inputs.as_chunks::<FOUR>().0.iter().zip(&dense.hidden) {
        for (sum, weights) in hidden.iter_mut().zip(weights) {
            let products =
                inputs.iter().zip(weights).map(|(input, &weight)| input * i32::from(weight));
            *sum += products.sum::<i32>();
        }
    }
    let activations = hidden.map(|sum| sum.clamp(0, HIDDEN_ONE) >> HIDDEN_SHIFT);
    activations.iter().zip(&dense.output).map(|(value, &weight)| value * i32::from(weight)).sum()
}
