//! [`Random`]: seeded random numbers and moves, and new seeds.

use std::hash::{BuildHasher, RandomState};

use crate::board::{Position, Square};

/// A new random seed from the system.
#[must_use]
pub fn new_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The generator of the stream `stream` with this `seed`.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut random = Random(seed);
        random.0 = random.bits() ^ stream.wrapping_mul(0xd134_2543_de82_ef95);
        random.bits();
        random
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits() as u32) * u64::from(bound)) >> 32) as u32
    }

    /// `true` with probability `per_mille` / 1000.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }

    /// A random legal square; `None` if no square is legal.
    pub fn legal_square(&mut self, position: Position) -> Option<Square> {
        let moves = position.legal_moves();
        let count = moves.count();
        if count == 0 { None } else { moves.into_iter().nth(self.below(count) as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    #[test]
    fn new_seeds_differ() {
        assert_ne!(new_seed(), new_seed());
    }

    #[test]
    fn streams_repeat_and_differ() {
        let draw = |seed, stream| {
            let mut random = Random::new(seed, stream);
            [random.bits(), random.bits()]
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let mut random = Random::new(7, 0);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn every_legal_square_is_drawn() {
        let mut random = Random::new(7, 0);
        let draw = |_| random.legal_square(Position::START).expect("there are legal moves");
        let drawn: Bitboard = (0..100).map(draw).collect();
        assert_eq!(drawn, Position::START.legal_moves());
        let over = Position::new(Bitboard::FULL, Bitboard::EMPTY).expect("a position");
        assert_eq!(random.legal_square(over), None);
    }
}
