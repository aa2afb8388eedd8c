//! Deeper and deeper, until so many positions are valued.

use super::alpha_beta::{Aim, AlphaBeta};
use super::valuations::budgeted;
use super::{Choice, Style, Turn};
use crate::board::Square;

/// How many positions it values for a move, the results of finished games included.
pub(super) const EVALUATIONS: u64 = 500_000;

/// How deep it looks at first, in plies.
const FIRST_DEPTH: u32 = 8;

/// The best move of searches from [`FIRST_DEPTH`] on, one ply deeper each, that value
/// [`EVALUATIONS`] positions together. Each begins with the best move of the one before,
/// so that what the last one has found when the budget is spent is as good or better.
pub(super) struct Budget;

impl Style for Budget {
    fn choose(&self, turn: &Turn) -> Choice {
        let mut search = AlphaBeta::new(budgeted, turn.halt, EVALUATIONS);
        let mut moves: Vec<Square> = turn.moves().into_iter().collect();
        moves.sort_by_cached_key(|&square| {
            let next = turn.position.play_flips(square, turn.position.flips(square));
            next.legal_moves().count()
        });
        let mut best = Choice::from(moves[0]);
        for depth in FIRST_DEPTH..=FIRST_DEPTH.max(turn.position.empty_count()) {
            let (choice, outcome) = search.choose(turn.position, &moves, depth, Aim::Best);
            best = if choice.score.is_some() {
                choice
            } else {
                Choice { visited: choice.visited, ..best }
            };
            if outcome.is_err() {
                break;
            }
            let place = moves.iter().position(|&square| square == best.square);
            moves[..=place.unwrap_or(0)].rotate_right(1);
        }
        debug_assert!(search.evaluations <= EVALUATIONS);
        best
    }
}
