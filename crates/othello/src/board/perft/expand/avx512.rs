//! Expands eight positions at once: the first move of each, then the second, and so on.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::perft::batch::{Batch, LANES};

/// Adds to `to` one entry for each legal move of the `LANES` entries of `from` that start at
/// `first`.
#[inline(always)]
pub(in crate::board::perft) fn expand(from: &Batch, first: usize, to: &mut Batch) {
    // SAFETY: this file is compiled only where the build may assume the feature.
    unsafe { expand_in_rounds(from, first, to) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn expand_in_rounds(from: &Batch, first: usize, to: &mut Batch) {
    let player = load(&from.player, first);
    let opponent = load(&from.opponent, first);
    let mut moves = load(&from.moves, first);
    loop {
        let with_moves = _mm512_test_epi64_mask(moves, moves);
        if with_moves == 0 {
            return;
        }
        let below = _mm512_sub_epi64(moves, _mm512_set1_epi64(1));
        let next = _mm512_andnot_si512(below, moves);
        moves = _mm512_and_si512(moves, below);
        let packed = |sets| _mm512_maskz_compress_epi64(with_moves, sets);
        store(packed(player), &mut to.player, to.len);
        store(packed(opponent), &mut to.opponent, to.len);
        store(packed(next), &mut to.moves, to.len);
        to.len += with_moves.count_ones() as usize;
    }
}

/// The `LANES` sets that start at `first`.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(sets: &[u64], first: usize) -> __m512i {
    let lanes = &sets[first..first + LANES];
    // SAFETY: the slice is as long as the vector.
    unsafe { _mm512_loadu_epi64(lanes.as_ptr().cast()) }
}

/// Writes the `LANES` sets that start at `first`.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(vector: __m512i, sets: &mut [u64], first: usize) {
    let lanes = &mut sets[first..first + LANES];
    // SAFETY: the slice is as long as the vector.
    unsafe { _mm512_storeu_epi64(lanes.as_mut_ptr().cast(), vector) }
}
