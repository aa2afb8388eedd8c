//! The move that flips the most discs.

use super::{Choice, Style, Turn};

/// The move that flips the most discs, in reading order the first of these.
pub(super) struct ShallowScore;

impl Style for ShallowScore {
    fn choose(&self, turn: &Turn) -> Choice {
        turn.best_by(|square| turn.position.flips(square).count()).into()
    }
}
