//! Positions of seeded random games, the same on every machine.

use outflank::board::{Position, Square};

/// Sebastiano Vigna's splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// One of the legal moves; `None` if there is none.
    pub(crate) fn legal_move(&mut self, position: Position) -> Option<Square> {
        let moves = position.legal_moves();
        let choices = moves.into_iter().len().max(1);
        moves.into_iter().nth(self.below(choices))
    }
}

/// The position after a random move, or after a pass if there is none; `None` once
/// the game is over.
pub(crate) fn next_position(position: Position, random: &mut Random) -> Option<Position> {
    match random.legal_move(position) {
        Some(square) => position.play(square),
        None => position.must_pass().then(|| position.pass()),
    }
}

/// `start` and all positions of one random game that goes on from it, a pass being
/// a ply, down to the finished one.
pub(crate) fn game_from(start: Position, random: &mut Random) -> impl Iterator<Item = Position> {
    std::iter::successors(Some(start), |&position| next_position(position, random))
}

/// `count` positions of random games.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count + 128);
    while positions.len() < count {
        positions.extend(game_from(Position::START, &mut random));
    }
    positions.truncate(count);
    positions
}
