//! Vectors of four bitboards, for the AVX2 and AVX-512 files.

use std::arch::x86_64::*;

/// The set in all lanes.
#[inline]
#[target_feature(enable = "avx")]
pub(in crate::board) fn broadcast(set: u64) -> __m256i {
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
