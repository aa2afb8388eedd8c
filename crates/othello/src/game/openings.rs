//! [`Opening`]: the named openings.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::board::Position;

use super::{Game, Setup};

/// A named opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// Its name.
    pub name: &'static str,
    /// The usual move order.
    pub moves: &'static str,
}

impl Opening {
    /// The opening of the last named position of `game`. Move order and symmetry do not matter.
    ///
    /// ```
    /// use othello::game::{Game, Opening, Setup};
    ///
    /// let name = |moves| {
    ///     let game = Game::from_transcript(Setup::START, moves).expect("legal moves");
    ///     Opening::of_game(&game).map(|opening| opening.name)
    /// };
    /// assert_eq!(name("f5d6c3d3c4"), Some("Tiger"));
    /// assert_eq!(name("c4e3f6e6f5"), Some("Tiger"));
    /// assert_eq!(name("f5"), None);
    /// ```
    #[must_use]
    pub fn of_game(game: &Game) -> Option<&'static Opening> {
        let before = game.turns().map(|(setup, _)| setup);
        let setups = before.chain([game.setup()]);
        setups.rev().find_map(Opening::at)
    }

    /// All named openings, by move order.
    #[must_use]
    pub fn all() -> &'static [Opening] {
        &TABLE
    }

    /// The opening that ends in `setup`.
    fn at(setup: Setup) -> Option<&'static Opening> {
        // The disc count gives the side to move: passes are impossible this early.
        OPENINGS.get(&setup.position.canonical().0).copied()
    }
}

/// The openings by their final position in canonical form.
static OPENINGS: LazyLock<HashMap<Position, &Opening>> =
    LazyLock::new(|| TABLE.iter().filter_map(|opening| Some((end(opening)?, opening))).collect());

/// The final position in canonical form.
fn end(opening: &Opening) -> Option<Position> {
    let game = Game::from_transcript(Setup::START, opening.moves).ok()?;
    Some(game.setup().position.canonical().0)
}

/// The named openings, by moves.
static TABLE: [Opening; 65] = [
    Opening { name: "Perpendicular", moves: "f5d6" },
    Opening { name: "Tiger", moves: "f5d6c3d3c4" },
    Opening { name: "Aubrey", moves: "f5d6c3d3c4b3" },
    Opening { name: "Rose-Bill", moves: "f5d6c3d3c4f4c5b3c2" },
    Opening { name: "Dead Draw", moves: "f5d6c3d3c4f4c5b3c2b4" },
    Opening { name: "Tamenori", moves: "f5d6c3d3c4f4c5b3c2e6" },
    Opening { name: "Ralle", moves: "f5d6c3d3c4f4c5b4b5c6f3e6e3" },
    Opening { name: "Brightwell", moves: "f5d6c3d3c4f4e3" },
    Opening { name: "Leader's Tiger", moves: "f5d6c3d3c4f4e6" },
    Opening { name: "Stephenson", moves: "f5d6c3d3c4f4f6" },
    Opening { name: "Kung", moves: "f5d6c3d3c4f4f6b4" },
    Opening { name: "Comp'Oth", moves: "f5d6c3d3c4f4f6f3" },
    Opening { name: "Lightning Bolt", moves: "f5d6c3d3c4f4f6f3e3" },
    Opening { name: "F.A.T. Draw", moves: "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7" },
    Opening { name: "No-Kung", moves: "f5d6c3d3c4f4f6g5" },
    Opening { name: "Bent Ganglion", moves: "f5d6c3g5" },
    Opening { name: "Cat", moves: "f5d6c4d3c5" },
    Opening { name: "Berner", moves: "f5d6c4d3c5f4e3f3c2b4b3" },
    Opening { name: "Sakaguchi", moves: "f5d6c4d3c5f4e3f3c2c6" },
    Opening { name: "Italian", moves: "f5d6c4d3e6" },
    Opening { name: "Ganglion", moves: "f5d6c4g5" },
    Opening { name: "Swallow", moves: "f5d6c4g5c6" },
    Opening { name: "Horse", moves: "f5d6c5f4d3" },
    Opening { name: "Rose", moves: "f5d6c5f4e3c6d3f6e6d7" },
    Opening { name: "Greenberg", moves: "f5d6c5f4e3c6d3f6e6d7e7" },
    Opening { name: "Rose-Birdie", moves: "f5d6c5f4e3c6d3f6e6d7g3c4" },
    Opening { name: "Brightstein", moves: "f5d6c5f4e3c6d3f6e6d7g3c4b4" },
    Opening { name: "Rose-Tamenori-Kling", moves: "f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2" },
    Opening { name: "Flat", moves: "f5d6c5f4e3c6d3f6e6d7g4" },
    Opening { name: "Rotating Flat", moves: "f5d6c5f4e3c6d3f6e6d7g4c4" },
    Opening { name: "Rotating Flat, Kling", moves: "f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2" },
    Opening { name: "Murakami", moves: "f5d6c5f4e3c6d3f6e6d7g4c4g6" },
    Opening { name: "Bhagat", moves: "f5d6c5f4e3c6d7" },
    Opening { name: "Inoue", moves: "f5d6c5f4e3c6e6" },
    Opening { name: "Iago", moves: "f5d6c5f4e3c6e6f6" },
    Opening { name: "Shaman", moves: "f5d6c5f4e3c6f3" },
    Opening { name: "Mimura II", moves: "f5d6c5f4e3d3" },
    Opening { name: "Parallel", moves: "f5f4" },
    Opening { name: "Diagonal", moves: "f5f6" },
    Opening { name: "Semi-Wing", moves: "f5f6c4f4" },
    Opening { name: "Wing", moves: "f5f6d3f4" },
    Opening { name: "Buffalo", moves: "f5f6e6f4c3" },
    Opening { name: "Hokuriku Buffalo", moves: "f5f6e6f4c3c4" },
    Opening { name: "Tanida Buffalo", moves: "f5f6e6f4c3d6f3c4c5b4" },
    Opening { name: "Maruoka Buffalo", moves: "f5f6e6f4c3d7f3" },
    Opening { name: "Cow", moves: "f5f6e6f4e3" },
    Opening { name: "Rose-v-Toth", moves: "f5f6e6f4e3c5c4" },
    Opening { name: "Landau", moves: "f5f6e6f4e3c5c4d3c3" },
    Opening { name: "Tanida", moves: "f5f6e6f4e3c5c4e7" },
    Opening { name: "Sailboat", moves: "f5f6e6f4e3c5c4e7b5e2" },
    Opening { name: "Aircraft", moves: "f5f6e6f4e3c5c4e7g4" },
    Opening { name: "Bat", moves: "f5f6e6f4e3c5g5" },
    Opening { name: "Chimney", moves: "f5f6e6f4e3d6" },
    Opening { name: "Hamilton", moves: "f5f6e6f4g3" },
    Opening { name: "Lollipop", moves: "f5f6e6f4g3d6" },
    Opening { name: "Raccoon Dog", moves: "f5f6e6f4g4" },
    Opening { name: "Heath", moves: "f5f6e6f4g5" },
    Opening { name: "Mass-Turning", moves: "f5f6e6f4g5d6" },
    Opening { name: "Iwasaki", moves: "f5f6e6f4g5e7d7" },
    Opening { name: "Heath-Bat", moves: "f5f6e6f4g5e7e3" },
    Opening { name: "Maruoka", moves: "f5f6e6f4g5e7f7c5e3f3c4d3c2" },
    Opening { name: "Snake", moves: "f5f6e6f4g6" },
    Opening { name: "Pyramid", moves: "f5f6e6f4g6c5g4g5f3e3c4" },
    Opening { name: "Lysons", moves: "f5f6e6f4g6c6" },
    Opening { name: "X-square", moves: "f5f6e6f4g7" },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;

    fn name(game: &Game) -> Option<&'static str> {
        Opening::of_game(game).map(|opening| opening.name)
    }

    fn game(moves: &str) -> Game {
        Game::from_transcript(Setup::START, moves).expect(moves)
    }

    #[test]
    fn the_moves_are_legal_and_lead_to_different_positions() {
        assert_eq!(OPENINGS.len(), TABLE.len());
        for opening in &TABLE {
            assert_eq!(game(opening.moves).transcript(), opening.moves, "{}", opening.name);
            assert_eq!(name(&game(opening.moves)), Some(opening.name));
        }
    }

    #[test]
    fn openings_are_recognised_under_all_symmetries() {
        let diagonal = game("f5f6e6f4g6c5g4");
        for symmetry in Symmetry::ALL {
            let mut turned = Game::new(Setup {
                position: Setup::START.position.transform(symmetry),
                ..Setup::START
            });
            for mv in diagonal.moves() {
                let square = mv.square().expect("a disc");
                turned.play(symmetry.apply_square(square).into()).expect("a legal move");
            }
            assert_eq!(name(&turned), Some("Snake"), "{symmetry:?}");
        }
    }

    #[test]
    fn another_order_of_the_moves_is_the_same_opening() {
        // The Tiger by way of the Cat's third move.
        assert_eq!(name(&game("f5d6c4d3c3")), Some("Tiger"));
        assert_eq!(name(&game("f5d6c3d3c4f4f6f3e6")), Some("Comp'Oth"));
        assert_eq!(name(&game("")), None);
    }
}
