//! Expands one position after the other, for every CPU.

use crate::board::Bitboard;
use crate::board::perft::batch::{Batch, LANES};

/// Adds to `to` one entry for each legal move of the `LANES` entries of `from` that start at
/// `first`.
#[inline]
pub(in crate::board::perft) fn expand(from: &Batch, first: usize, to: &mut Batch) {
    for entry in first..(first + LANES).min(from.len) {
        to.push(from.position(entry), Bitboard(from.moves[entry]));
    }
}
