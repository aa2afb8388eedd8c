//! Games and contents of opening books.

use std::collections::HashMap;
use std::path::Path;

use engine::book::{Book, Entry, OutsideMove, SourceId};
use engine::score::{Score, Selectivity};
use engine::search::Certainty;
use othello::board::{Bitboard, Move, Position};
use othello::game::Game;
use othello::random::Random;

/// Random games to the end.
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

/// The contents of `book`.
pub fn entries(book: &Book) -> HashMap<Position, Entry> {
    let mut entries = HashMap::new();
    book.for_each(|position, entry| assert!(entries.insert(position, entry).is_none())).unwrap();
    entries
}

/// A search that takes no time: the first move outside the book, with a score and a depth derived
/// from the position. Positions with empties < 20 are exact.
pub fn search(position: Position, inside: Bitboard) -> Option<OutsideMove> {
    let square = (position.legal_moves() - inside).first().expect("a move is left");
    let noise = position.player().0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let centidiscs = (noise >> 54) as i32 - 512;
    let empties = position.empty_count();
    Some(if empties < 20 {
        let score = Score::saturating(centidiscs / 100 * 200);
        OutsideMove { square, score, certainty: Certainty::Exact, depth: empties }
    } else {
        let level = Selectivity::ALL[(noise >> 40) as usize % 6];
        let (score, certainty) = (Score::saturating(centidiscs), Certainty::Selective(level));
        OutsideMove { square, score, certainty, depth: 3 + (noise >> 30) as u32 % 5 }
    })
}

/// A book with all positions of `games` and counts of these games.
pub fn book_of(path: &Path, games: &[Game]) -> Book {
    let mut book = Book::create(path).unwrap();
    let mut changes = book.changes();
    for game in games {
        for (setup, _) in game.turns().rev() {
            changes.insert(setup.position, &mut search).unwrap();
        }
        let discs = game.setup().black().count() as i32 - game.setup().white().count() as i32;
        let source = SourceId::of(game.transcript().as_bytes(), 1);
        assert!(changes.count(game, 60, discs, source).unwrap());
        assert!(!changes.count(game, 60, discs, source).unwrap());
    }
    changes.finish().unwrap();
    book
}

/// The contents of the book at `path`, which must pass its own check.
pub fn entries_at(path: &Path) -> HashMap<Position, Entry> {
    let mut book = Book::open_to_write(path).unwrap();
    assert_eq!(book.check().unwrap().faults, []);
    entries(&book)
}
