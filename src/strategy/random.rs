//! A move by chance.

use super::{Choice, Style, Turn};
use crate::board::{Bitboard, Square};
use crate::random::Random;

/// Any legal move, all with the same chance.
pub(super) struct RandomMove;

impl Style for RandomMove {
    fn choose(&self, turn: &Turn) -> Choice {
        draw(turn, turn.moves()).into()
    }
}

/// One of `squares`, of which there is one at least, by the seed and the position.
pub(super) fn draw(turn: &Turn, squares: Bitboard) -> Square {
    let mut random = Random::new(turn.seed, turn.position.hash64());
    let number = random.below(squares.count()) as usize;
    squares.into_iter().nth(number).expect("the number is below their count")
}
