//! Training targets: TD(lambda).

use super::games::PlayedGame;
use engine::score::Score;
use othello::board::{Color, Position};
use othello::game::Setup;

/// A position and the value to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// The position. It has a legal move.
    pub position: Position,
    /// The value for the side to move, in discs.
    pub value: f32,
}

/// The targets of a game after its last random move, last position first.
///
/// The value of a solved position is the result. Earlier values are `lambda` times the next value
/// plus `1 - lambda` times the search score (Sutton 1988). The result alone is noisy, because it
/// contains later mistakes. Scores alone repeat the errors of the weights that produced them.
pub fn targets(game: &PlayedGame, lambda: f32) -> Vec<Target> {
    let moves = game.game();
    let setups: Vec<Setup> = moves.placements().map(|(setup, _)| setup).collect();
    let opening = usize::from(game.opening);
    let mut value_for_black = f32::from(game.difference);
    let mut targets = Vec::with_capacity(setups.len());
    for (ply, setup) in setups.into_iter().enumerate().skip(opening).rev() {
        let sign = if setup.side == Color::Black { 1.0 } else { -1.0 };
        match game.scores.get(ply - opening) {
            Some(Some(score)) => {
                let discs = score.centidiscs() as f32 / Score::PER_DISC as f32;
                value_for_black = (1.0 - lambda) * sign * discs + lambda * value_for_black;
            }
            Some(None) => break,
            None => (),
        }
        targets.push(Target { position: setup.position, value: sign * value_for_black });
    }
    targets
}
