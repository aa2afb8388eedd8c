//! The network with AVX2: four rows are added as bytes, with four products in each lane.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::tables::Entries;
use super::{ACCUMULATOR_ONE, Dense, FOUR, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// [`portable::sums`](super::portable::sums).
#[inline(always)]
pub(super) fn sums(bias: &Sums, rows: &[Row], entries: &Entries) -> Sums {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { sums_of_rows(bias, rows, entries) }
}

/// [`portable::output`](super::portable::output).
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { output_of_sums(dense, sums) }
}

/// Adds four rows at a time: a byte holds the sum of two rows, and a multiplication by 1 adds
/// adjacent bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn sums_of_rows(bias: &Sums, rows: &[Row], entries: &Entries) -> Sums {
    let ones = _mm256_set1_epi8(1);
    // Bytes 0 to 7 and 16 to 23 of the rows, and the rest.
    let mut sums = [_mm256_setzero_si256(); 2];
    for rows in entries.select(rows) {
        let [a, b, c, d] = rows.map(|row| bytemuck::cast(*row));
        let (first, second) = (_mm256_add_epi8(a, b), _mm256_add_epi8(c, d));
        let low = _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(first, second));
        let high = _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(first, second));
        sums = [_mm256_add_epi16(sums[0], low), _mm256_add_epi16(sums[1], high)];
    }
    let bias: [__m256i; 2] = bytemuck::cast(*bias);
    let first_half = _mm256_permute2x128_si256::<0x20>(sums[0], sums[1]);
    let second_half = _mm256_permute2x128_si256::<0x31>(sums[0], sums[1]);
    bytemuck::cast([_mm256_add_epi16(bias[0], first_half), _mm256_add_epi16(bias[1], second_half)])
}

#[inline]
#[target_feature(enable = "avx2")]
fn output_of_sums(dense: &Dense, sums: &Sums) -> i32 {
    let zero = _mm256_setzero_si256();
    let inputs = bytemuck::cast::<Sums, [__m256i; 2]>(*sums).map(|sums| {
        let top = _mm256_set1_epi16(ACCUMULATOR_ONE);
        let sums = _mm256_min_epi16(_mm256_max_epi16(sums, zero), top);
        _mm256_srli_epi16::<9>(_mm256_mullo_epi16(sums, sums))
    });
    // Packs the halves of both vectors alternately.
    let inputs = _mm256_packus_epi16(inputs[0], inputs[1]);
    let inputs: [i32; ROW / FOUR] =
        bytemuck::cast(_mm256_permute4x64_epi64::<0b11_01_10_00>(inputs));
    let mut hidden: [__m256i; 4] = bytemuck::cast(dense.hidden_bias);
    for (weights, inputs) in dense.hidden.iter().zip(inputs) {
        let weights: &[__m256i; 4] = bytemuck::cast_ref(weights);
        let inputs = _mm256_set1_epi32(inputs);
        for (sum, &weights) in hidden.iter_mut().zip(weights) {
            // Inputs are at most 127, so two products fit into 16 bits.
            let pairs = _mm256_maddubs_epi16(inputs, weights);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
    }
    let weights: &[__m128i; 4] = bytemuck::cast_ref(&dense.output);
    let mut sum = zero;
    for (hidden, &weights) in hidden.into_iter().zip(weights) {
        let top = _mm256_set1_epi32(HIDDEN_ONE);
        let hidden = _mm256_min_epi32(_mm256_max_epi32(hidden, zero), top);
        let hidden = _mm256_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(hidden);
        // The upper half of each lane is 0, so this multiplies whole lanes.
        let product = _mm256_madd_epi16(hidden, _mm256_cvtepi16_epi32(weights));
        sum = _mm256_add_epi32(sum, product);
    }
    bytemuck::cast::<__m256i, [i32; 8]>(sum).into_iter().sum()
}
