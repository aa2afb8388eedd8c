//! The network with AVX-512: two rows in each vector, four products in each lane.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::tables::Entries;
use super::{ACCUMULATOR_ONE, Dense, FOUR, HIDDEN_ONE, HIDDEN_SHIFT, ROW, Row, Sums};

/// [`portable::sums`](super::portable::sums).
#[inline(always)]
pub(super) fn sums(bias: &Sums, rows: &[Row], entries: &Entries) -> Sums {
    // SAFETY: this file is compiled only where the build may assume AVX-512.
    unsafe { sums_of_rows(bias, rows, entries) }
}

/// [`portable::output`](super::portable::output).
#[inline(always)]
pub(super) fn output(dense: &Dense, sums: &Sums) -> i32 {
    // SAFETY: this file is compiled only where the build may assume AVX-512.
    unsafe { output_of_sums(dense, sums) }
}

/// Adds two rows at a time: a byte holds the sum of two rows. See docs/search.md, Evaluation.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sums_of_rows(bias: &Sums, rows: &[Row], entries: &Entries) -> Sums {
    // Two sums shorten the dependency chain.
    let mut sums = [bytemuck::cast(*bias), _mm512_setzero_si512()];
    for rows in entries.select(rows) {
        let [a, b, c, d] = rows.map(|row| bytemuck::cast(*row));
        let pairs = [_mm256_add_epi8(a, b), _mm256_add_epi8(c, d)];
        for (sum, pair) in sums.iter_mut().zip(pairs) {
            *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(pair));
        }
    }
    bytemuck::cast(_mm512_add_epi16(sums[0], sums[1]))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn output_of_sums(dense: &Dense, sums: &Sums) -> i32 {
    let zero = _mm512_setzero_si512();
    let top = _mm512_set1_epi16(ACCUMULATOR_ONE);
    let inputs = _mm512_min_epi16(_mm512_max_epi16(bytemuck::cast(*sums), zero), top);
    let inputs = _mm512_srli_epi16::<9>(_mm512_mullo_epi16(inputs, inputs));
    let inputs: [i32; ROW / FOUR] = bytemuck::cast(_mm512_cvtepi16_epi8(inputs));
    let [low, high]: [__m512i; 2] = bytemuck::cast(dense.hidden_bias);
    let mut hidden = [[low, high], [zero; 2]];
    for (number, (weights, inputs)) in dense.hidden.iter().zip(inputs).enumerate() {
        let weights: &[__m512i; 2] = bytemuck::cast_ref(weights);
        let inputs = _mm512_set1_epi32(inputs);
        for (sum, &weights) in hidden[number % 2].iter_mut().zip(weights) {
            *sum = add_products(*sum, inputs, weights);
        }
    }
    let weights: &[__m256i; 2] = bytemuck::cast_ref(&dense.output);
    let mut sum = zero;
    for (half, &weights) in weights.iter().enumerate() {
        let hidden = _mm512_add_epi32(hidden[0][half], hidden[1][half]);
        let top = _mm512_set1_epi32(HIDDEN_ONE);
        let hidden = _mm512_min_epi32(_mm512_max_epi32(hidden, zero), top);
        let hidden = _mm512_srai_epi32::<HIDDEN_SHIFT>(hidden);
        // The upper half of each lane is 0, so this multiplies whole lanes.
        let product = _mm512_madd_epi16(hidden, _mm512_cvtepi16_epi32(weights));
        sum = _mm512_add_epi32(sum, product);
    }
    _mm512_reduce_add_epi32(sum)
}

/// Adds to each lane of `sum` the products of four bytes each. Bytes of `inputs` are at most 127.
#[inline(always)]
fn add_products(sum: __m512i, inputs: __m512i, weights: __m512i) -> __m512i {
    // SAFETY: this file is compiled only for targets with AVX-512, and the VNNI part only for
    // targets with VNNI.
    #[cfg(target_feature = "avx512vnni")]
    unsafe {
        _mm512_dpbusd_epi32(sum, inputs, weights)
    }
    #[cfg(not(target_feature = "avx512vnni"))]
    unsafe {
        let pairs = _mm512_maddubs_epi16(inputs, weights);
        _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
    }
}
