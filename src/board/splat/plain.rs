//! [`Broadcast`] without AVX-512: a plain set.

use crate::board::{Bitboard, Square, flips, mobility};

/// A set.
#[derive(Clone, Copy)]
pub(crate) struct Splat(Bitboard);

impl Splat {
    #[inline(always)]
    pub(super) fn new(set: Bitboard) -> Splat {
        Splat(set)
    }

    /// One square.
    #[inline(always)]
    pub(super) fn of(square: Square) -> Splat {
        Splat(square.bit())
    }

    /// The set.
    #[inline(always)]
    pub(crate) fn get(self) -> Bitboard {
        self.0
    }

    /// The symmetric difference.
    #[inline(always)]
    pub(super) fn xor(self, other: Splat) -> Splat {
        Splat(self.0 ^ other.0)
    }
}

/// The legal moves.
#[inline(always)]
pub(super) fn legal_moves(player: Splat, opponent: Splat) -> Bitboard {
    Bitboard(mobility::legal_moves(player.0.0, opponent.0.0))
}

/// The flips of a disc on `square`.
#[inline(always)]
pub(super) fn flips(square: Square, player: Splat, opponent: Splat) -> Splat {
    Splat(Bitboard(flips::flips(square.index(), player.0.0, opponent.0.0)))
}

/// The number of flips on `square`, the only empty one.
#[inline(always)]
pub(super) fn last_flips(square: Square, player: Splat, _opponent: Splat) -> u32 {
    flips::count_last_flips(square.index(), player.0.0)
}
