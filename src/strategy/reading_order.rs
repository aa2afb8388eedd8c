//! The first or the last legal move in reading order.

use super::{Choice, Style, Turn};

/// Which legal move in reading order, a1 being the first square and h8 the last.
pub(super) enum ReadingOrder {
    /// The first.
    First,
    /// The last.
    Last,
}

impl Style for ReadingOrder {
    fn choose(&self, turn: &Turn) -> Choice {
        turn.best_by(|square| match self {
            ReadingOrder::First => 63 - square.index(),
            ReadingOrder::Last => square.index(),
        })
        .into()
    }
}
