//! The sums of a network with AVX2: half a row a vector, and four products with each lane.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::tables::Places;
use super::{ACCUMULATOR_ONE, Dense, FOUR, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// What [`portable::sums`](super::portable::sums) returns.
#[inline(always)]
pub(super) fn sums(bias: &Sums, rows: &[Row], places: &Places) -> Sums {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { sums_of_rows(bias, rows, places) }
}

/// What [`portable::output`](super::portable::output) returns.
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    // SAFETY: this file is compiled only where the build may assume AVX2.
    unsafe { output_of_sums(dense, sums) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn sums_of_rows(bias: &Sums, rows: &[Row], places: &Places) -> Sums {
    // Odd and even rows apart: an addition need not wait for the one before it.
    let mut sums: [[__m256i; 2]; 2] = [bytemuck::cast(*bias), [_mm256_setzero_si256(); 2]];
    for (number, row) in places.select(rows).enumerate() {
        let halves: &[__m128i; 2] = bytemuck::cast_ref(row);
        let sums = &mut sums[number % 2];
        sums[0] = _mm256_add_epi16(sums[0], _mm256_cvtepi8_epi16(halves[0]));
        sums[1] = _mm256_add_epi16(sums[1], _mm256_cvtepi8_epi16(halves[1]));
    }
    let [even, odd] = sums;
    bytemuck::cast([_mm256_add_epi16(even[0], odd[0]), _mm256_add_epi16(even[1], odd[1])])
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
    // Packs the halves of both in turn.
    let inputs = _mm256_packus_epi16(inputs[0], inputs[1]);
    let inputs: [i32; ROW / FOUR] =
        bytemuck::cast(_mm256_permute4x64_epi64::<0b11_01_10_00>(inputs));
    let mut hidden: [__m256i; 4] = bytemuck::cast(dense.hidden_bias);
    for (weights, inputs) in dense.hidden.iter().zip(inputs) {
        let weights: &[__m256i; 4] = bytemuck::cast_ref(weights);
        let inputs = _mm256_set1_epi32(inputs);
        for (sum, &weights) in hidden.iter_mut().zip(weights) {
            // Inputs are at most 127, so that two products fit into 16 bits.
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
        // The upper halves of the lanes are 0: a product of pairs is one of lanes.
        let product = _mm256_madd_epi16(hidden, _mm256_cvtepi16_epi32(weights));
        sum = _mm256_add_epi32(sum, product);
    }
    bytemuck::cast::<__m256i, [i32; 8]>(sum).into_iter().sum()
}
