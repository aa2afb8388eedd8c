//! [`Broadcast`] without AVX-512: a plain set.

use crate::board::{Bitboard, Square, flips, mobility};

/// A set.
#[derive(Debug, Clone, Copy)]
pub struct Broadcast(Bitboard);

impl Broadcast {
    #[inline(always)]
    pub(super) fn new(set: Bitboard) -> Broadcast {
        Broadcast(set)
    }

    /// One square.
    #[inline(always)]
    pub(super) fn of(square: Square) -> Broadcast {
        Broadcast(square.bit())
    }

    /// The set.
    #[inline(always)]
    pub fn get(self) -> Bitboard {
        self.0
    }

    /// The symmetric difference.
    #[inline(always)]
    pub(super) fn xor(self, other: Broadcast) -> Broadcast {
        Broadcast(self.0 ^ other.0)
    }
}

/// The legal moves.
#[inline(always)]
pub(super) fn legal_moves(player: Broadcast, opponent: Broadcast) -> Bitboard {
    Bitboard(mobility::legal_moves(player.0.0, opponent.0.0))
}

/// The flips of a disc on `square`.
#[inline(always)]
pub(super) fn flips(square: Square, player: Broadcast, opponent: Broadcast) -> Broadcast {
    Broadcast(Bitboard(flips::flips(square.index(), player.0.0, opponent.0.0)))
}

/// The number of flips on `square`, the only empty one.
#[inline(always)]
pub(super) fn last_flips(square: Square, player: Broadcast, _opponent: Broadcast) -> u32 {
    flips::count_last_flips(square.index(), player.0.0)
}
