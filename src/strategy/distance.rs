//! The legal move that is nearest to the centre of the board or farthest from it.

use super::{Choice, Style, Turn};
use crate::board::Square;

/// Where the square should lie.
pub(super) enum Distance {
    /// Near the centre.
    Nearest,
    /// Far from it.
    Farthest,
}

impl Style for Distance {
    fn choose(&self, turn: &Turn) -> Choice {
        turn.best_by(|square| match self {
            Distance::Nearest => -from_centre(square),
            Distance::Farthest => from_centre(square),
        })
        .into()
    }
}

/// The square of the distance between the middle of `square` and that of the board, in
/// halves of a square's side: 2 for d4, 98 for a corner.
fn from_centre(square: Square) -> i32 {
    let [column, row] = [square.column(), square.row()].map(|place| 2 * place as i32 - 7);
    column * column + row * row
}
