//! [`Broadcast`] with AVX-512: a vector of four lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::board::flips::avx512::flips_by_ray;
use crate::board::mobility::avx2::legal_moves_by_axis;
use crate::board::x86::{broadcast, union};
use crate::board::{Bitboard, Square};

/// A set in each lane.
#[derive(Debug, Clone, Copy)]
pub struct Broadcast(__m256i);

impl Broadcast {
    #[inline(always)]
    pub(super) fn new(set: Bitboard) -> Broadcast {
        // SAFETY: this file is compiled only where the build may assume AVX-512.
        Broadcast(unsafe { broadcast(set.0) })
    }

    /// One square, read from memory: the units that move a number to a vector are the busiest. See
    /// docs/search.md, Board.
    #[inline(always)]
    pub(super) fn of(square: Square) -> Broadcast {
        Broadcast::new(Bitboard(SQUARES[square.index()]))
    }

    /// The set.
    #[inline(always)]
    pub fn get(self) -> Bitboard {
        // SAFETY: as above.
        Bitboard(unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(self.0)) } as u64)
    }

    /// The symmetric difference.
    #[inline(always)]
    pub(super) fn xor(self, other: Broadcast) -> Broadcast {
        // SAFETY: as above.
        Broadcast(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

/// Each square as a set.
static SQUARES: [u64; 64] = {
    let mut squares = [0; 64];
    let mut index = 0;
    while index < 64 {
        squares[index] = 1 << index;
        index += 1;
    }
    squares
};

/// The legal moves.
#[inline(always)]
pub(super) fn legal_moves(player: Broadcast, opponent: Broadcast) -> Bitboard {
    // SAFETY: as above.
    Bitboard(unsafe { union(legal_moves_by_axis(player.0, opponent.0)) })
}

/// The flips of a disc on `square`.
#[inline(always)]
pub(super) fn flips(square: Square, player: Broadcast, opponent: Broadcast) -> Broadcast {
    // SAFETY: as above.
    Broadcast(unsafe { union_in_all_lanes(flips_by_ray(square.index(), player.0, opponent.0)) })
}

/// The number of flips on `square`, the only empty one.
#[inline(always)]
pub(super) fn last_flips(square: Square, player: Broadcast, opponent: Broadcast) -> u32 {
    flips(square, player, opponent).get().count()
}

/// The union of four sets, in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn union_in_all_lanes(sets: __m256i) -> __m256i {
    let two = _mm256_or_si256(sets, _mm256_permute4x64_epi64::<0b01_00_11_10>(sets));
    _mm256_or_si256(two, _mm256_shuffle_epi32::<0b01_00_11_10>(two))
}
