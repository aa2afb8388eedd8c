//! Games and contents of opening books.

use std::collections::HashMap;

use engine::book::{Book, Entry};
use othello::board::{Move, Position};
use othello::game::Game;
use othello::random::Random;

/// The games of `seed`, played at random to the end.
pub fn random_games(seed: u64, count: usize) -> Vec<Game> {
    let mut random = Random::new(seed, 0);
    let mut play = || {
        let mut game = Game::default();
        while !game.is_over() {
            let square = random.legal_square(game.setup().position);
            game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
        }
        game
    };
    (0..count).map(|_| play()).collect()
}

/// All that is in `book`.
pub fn entries(book: &Book) -> HashMap<Position, Entry> {
    let mut entries = HashMap::new();
    book.for_each(|position, entry| assert!(entries.insert(position, entry).is_none())).unwrap();
    entries
}
