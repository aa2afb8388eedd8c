//! Flips by rays and bit scans, for every CPU.

use crate::board::rays::RAYS;

/// The opposing discs that flip when the player puts a disc on `square`.
///
/// Each ray has a nearest square without an opposing disc. If the player owns this square, the
/// discs before it flip.
#[inline]
#[must_use]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square & 63];
    let mut flips = 0;
    for ray in rays.up {
        // Towards higher bits: the nearest blocker is the lowest.
        let blockers = ray & !opponent;
        let nearest = blockers & blockers.wrapping_neg();
        if nearest & player != 0 {
            flips |= ray & (nearest - 1);
        }
    }
    for ray in rays.down {
        // Towards lower bits: the nearest blocker is the highest.
        let blockers = ray & !opponent;
        let nearest = (1 << 63 >> (blockers | 1).leading_zeros()) & blockers;
        if nearest & player != 0 {
            flips |= ray & (nearest << 1).wrapping_neg();
        }
    }
    flips
}
