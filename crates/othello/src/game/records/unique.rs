//! [`Unique`]: finds repeated games and positions.

use std::collections::HashSet;

use super::Record;
use crate::board::{Color, Move, Symmetry};
use crate::game::Setup;

/// The games or positions seen so far, up to symmetry.
#[derive(Debug, Clone, Default)]
pub struct Unique {
    seen: HashSet<Box<[u8]>>,
}

impl Unique {
    /// Whether a game with these moves and start is new.
    pub fn is_new_game(&mut self, record: &Record) -> bool {
        self.seen.insert(least(|symmetry| {
            let mut key = key(record.game.start(), symmetry);
            key.extend(record.game.moves().iter().map(|&mv| match mv {
                Move::Pass => 64,
                Move::Place(square) => symmetry.apply_square(square) as u8,
            }));
            key
        }))
    }

    /// Whether a game with this last position is new.
    pub fn is_new_position(&mut self, record: &Record) -> bool {
        self.seen.insert(least(|symmetry| key(record.game.setup(), symmetry)))
    }
}

/// The smallest of the eight keys.
fn least(of: impl Fn(Symmetry) -> Vec<u8>) -> Box<[u8]> {
    let keys = Symmetry::ALL.into_iter().map(of);
    keys.min().unwrap_or_default().into_boxed_slice()
}

/// `setup` transformed by `symmetry`, as bytes.
fn key(setup: Setup, symmetry: Symmetry) -> Vec<u8> {
    let position = setup.position.transform(symmetry);
    let mut key = Vec::with_capacity(80);
    key.extend(position.player().0.to_le_bytes());
    key.extend(position.opponent().0.to_le_bytes());
    key.push(u8::from(setup.side == Color::White));
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        text.parse().unwrap()
    }

    #[test]
    fn symmetric_games_are_the_same() {
        let mut unique = Unique::default();
        assert!(unique.is_new_game(&record("f5d6")));
        for text in ["f5d6", "c4e3", "e6f4", "d3c5"] {
            assert!(!unique.is_new_game(&record(text)), "{text}");
        }
        assert!(unique.is_new_game(&record("f5f6")));
        assert!(unique.is_new_game(&record("f5")));
    }

    #[test]
    fn transpositions_are_other_games_with_the_same_position() {
        let (one, other) = (record("f5d6c3d3c4"), record("f5d6c4d3c3"));
        assert_eq!(one.game.setup(), other.game.setup());
        let mut games = Unique::default();
        assert!(games.is_new_game(&one) && games.is_new_game(&other));
        let mut positions = Unique::default();
        assert!(positions.is_new_position(&one) && !positions.is_new_position(&other));
    }
}
