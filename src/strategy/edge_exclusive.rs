//! A corner, or else an edge, or else anything.

use super::random::draw;
use super::{Choice, Style, Turn};
use crate::board::Bitboard;

/// One of the legal corners by chance; without any one of the edges; without those any.
pub(super) struct EdgeExclusive;

impl Style for EdgeExclusive {
    fn choose(&self, turn: &Turn) -> Choice {
        let wishes = [Bitboard::CORNERS, Bitboard::EDGES].map(|squares| turn.moves() & squares);
        let granted = wishes.into_iter().find(|squares| !squares.is_empty());
        draw(turn, granted.unwrap_or(turn.moves())).into()
    }
}
