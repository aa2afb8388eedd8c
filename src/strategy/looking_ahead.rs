//! A search to a fixed depth.

use super::alpha_beta::{Aim, AlphaBeta, Valuation};
use super::{Choice, Style, Turn};
use crate::board::Square;

/// The best or the worst move by what comes of it after so many plies, if both sides play
/// as well as they can from then on.
pub(super) struct LookingAhead {
    /// At least 1.
    pub(super) plies: u32,
    /// By what the positions there are valued.
    pub(super) value: Valuation,
    /// The best or the worst.
    pub(super) aim: Aim,
}

impl Style for LookingAhead {
    fn choose(&self, turn: &Turn) -> Choice {
        let moves: Vec<Square> = turn.moves().into_iter().collect();
        let mut search = AlphaBeta::new(self.value, turn.halt, u64::MAX);
        search.choose(turn.position, &moves, self.plies, self.aim).0
    }
}
