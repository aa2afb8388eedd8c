//! The sums of a network without vectors.

use super::super::features::{BASES, Indices};
use super::{ACCUMULATOR_ONE, ACCUMULATORS, Dense, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// The sums of the rows that `indices` select, from `bias` on.
#[inline(always)]
pub(super) fn sums(bias: &[i16; ACCUMULATORS], rows: &[Row], indices: &Indices) -> Sums {
    let mut sums = [0; ROW];
    sums[..ACCUMULATORS].copy_from_slice(bias);
    for (base, &index) in BASES.into_iter().zip(indices) {
        let row: &[i8; ROW] = bytemuck::cast_ref(&rows[base + usize::from(index)]);
        for (sum, &byte) in sums.iter_mut().zip(row) {
            *sum += i16::from(byte);
        }
    }
    sums
}

/// What the output unit adds up from `sums`.
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    let mut hidden = dense.hidden_bias;
    for (pair, weights) in dense.hidden.iter().enumerate() {
        let input = |index: usize| i32::from(sums[index].clamp(0, ACCUMULATOR_ONE)).pow(2) >> 9;
        let (first, second) = (input(2 * pair), input(2 * pair + 1));
        for (sum, weights) in hidden.iter_mut().zip(weights) {
            *sum += first * i32::from(weights[0]) + second * i32::from(weights[1]);
        }
    }
    let handed_on = hidden.map(|sum| sum.clamp(0, HIDDEN_ONE) >> HIDDEN_SHIFT);
    handed_on.iter().zip(&dense.output).map(|(value, &weight)| value * i32::from(weight)).sum()
}
