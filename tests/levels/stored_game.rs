//! A whole game with a node limit. With one thread it is the same on every machine and in every
//! build.

use std::fs;

use crate::common::data::repository;
use engine::search::{Limits, Never};
use engine::{Engine, Options};
use othello::game::Game;

/// The expected game.
const FILE: &str = "tests/data/game.txt";

/// The solver starts at about 20 empties.
const NODES: u64 = 30_000;

#[test]
fn the_game_equals_the_stored_one() {
    let mut engine = Engine::new(Options { hash: 16, ..Options::default() });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut game = Game::default();
    while !game.is_over() {
        let report = engine.search(game.setup().position, &limits, &Never, |_| ()).unwrap();
        game.play(report.best_move().unwrap()).unwrap();
    }
    let moves: String = game.moves().iter().map(ToString::to_string).collect();
    let expected = fs::read_to_string(repository().join(FILE)).unwrap();
    assert_eq!(
        moves,
        expected.trim(),
        "the search or the evaluation behaves differently; if it should, write the game on the \
         left to {FILE}"
    );
}
