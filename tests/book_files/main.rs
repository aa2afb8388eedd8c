//! Books and other files: Edax's, lines of text, other books, jobs for other machines.

#[path = "../common/mod.rs"]
mod common;
mod edax;
mod jobs;
mod lines;
mod merge;

use std::collections::HashMap;
use std::path::Path;

use common::books::{entries, random_games};
use engine::book::{Book, Entry, OutsideMove, SourceId};
use engine::score::{Score, Selectivity};
use engine::search::Certainty;
use othello::board::{Bitboard, Position};
use othello::game::Game;

/// A search that takes no time: the first move that is allowed, with a score that the position
/// gives; some of them are proven.
fn search(position: Position, inside: Bitboard) -> Option<OutsideMove> {
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

/// A book with all positions of `games`, which are counted.
fn book_of(path: &Path, games: &[Game]) -> Book {
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

/// Closes `book` and looks at its file again.
fn entries_at(path: &Path) -> HashMap<Position, Entry> {
    let mut book = Book::open_to_write(path).unwrap();
    assert_eq!(book.check().unwrap().faults, []);
    entries(&book)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
