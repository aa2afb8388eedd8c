//! What an evaluator keeps of a position to value the ones after its moves gives what
//! each of these gives by itself.

mod common;

use common::random::random_game;
use outflank::eval::{Classic, Evaluator, Pattern};

#[test]
fn positions_after_moves_are_valued_as_from_nothing() {
    let (pattern, classic) = (Pattern::embedded(), Classic);
    for seed in 0..200 {
        let game = random_game(seed);
        let evaluator: &dyn Evaluator = if seed % 10 == 0 { &classic } else { &pattern };
        for &position in &game {
            let before = evaluator.prepare(position);
            for square in position.legal_moves() {
                let next = position.play(square).expect("a legal move");
                let replies = next.legal_moves();
                let valued = evaluator.evaluate_next(&before, next, replies);
                assert_eq!(valued, evaluator.evaluate(next), "{position:?} {square}");
            }
        }
    }
}
