//! Training targets for the positions of a game, from its further course: TD(lambda).

use super::games::PlayedGame;
use engine::score::Score;
use othello::board::Position;

/// A position and the evaluation to learn for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// The position; there is a legal move.
    pub position: Position,
    /// Its value for the side to move, in discs.
    pub value: f32,
}

/// The targets of a game, its positions after the last random move, from the end back.
///
/// Where the game was solved the value is the result. Before that it is the share
/// `lambda` of the next position's value and for the rest the score of the search there
/// (Sutton 1988): the result alone is noisy, as later mistakes are in it; scores alone
/// would repeat the errors of the weights that they were searched with. What comes before
/// a random move is left out, as the blunder says nothing of it.
pub fn targets(game: &PlayedGame, lambda: f32) -> Vec<Target> {
    let turns: Vec<_> = game.turns().take(game.squares.len()).collect();
    let opening = usize::from(game.opening);
    let mut value_for_black = f32::from(game.difference);
    let mut targets = Vec::with_capacity(turns.len());
    for (ply, turn) in turns.into_iter().enumerate().skip(opening).rev() {
        let sign = if turn.black_to_move { 1.0 } else { -1.0 };
        match game.scores.get(ply - opening) {
            Some(Some(score)) => {
                let discs = score.centidiscs() as f32 / Score::PER_DISC as f32;
                value_for_black = (1.0 - lambda) * sign * discs + lambda * value_for_black;
            }
            Some(None) => break,
            None => (),
        }
        targets.push(Target { position: turn.position, value: sign * value_for_black });
    }
    targets
}
