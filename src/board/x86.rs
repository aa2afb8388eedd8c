//! Small vectors of bitboards: what the AVX2 and AVX-512 files share.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::Bitboard;

/// A set in each of four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Splat(pub(in crate::board) __m256i);

// SAFETY, for all of them: this file is compiled only where the build may assume AVX2.
impl Splat {
    #[inline(always)]
    pub(crate) fn new(set: Bitboard) -> Splat {
        Splat(unsafe { splat(set.0) })
    }

    /// The set.
    #[inline(always)]
    pub(crate) fn get(self) -> Bitboard {
        Bitboard(unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(self.0)) } as u64)
    }

    /// What is in one of both sets alone.
    #[inline(always)]
    pub(in crate::board) fn xor(self, other: Splat) -> Splat {
        Splat(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    /// The union of four sets.
    #[inline(always)]
    pub(in crate::board) fn union(sets: __m256i) -> Splat {
        Splat(unsafe {
            let both_halves = _mm256_permute4x64_epi64::<0b01_00_11_10>(sets);
            let two = _mm256_or_si256(sets, both_halves);
            _mm256_or_si256(two, _mm256_shuffle_epi32::<0b01_00_11_10>(two))
        })
    }
}

/// The same set four times.
#[inline]
#[target_feature(enable = "avx")]
pub(in crate::board) fn splat(set: u64) -> __m256i {
    _mm256_set1_epi64x(set as i64)
}

/// Four sets.
#[inline]
#[target_feature(enable = "avx")]
pub(in crate::board) fn four(sets: [u64; 4]) -> __m256i {
    let [a, b, c, d] = sets.map(|set| set as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The union of four sets.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::board) fn union(sets: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}
