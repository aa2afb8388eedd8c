//! What a position is worth without looking ahead: the [`Evaluator`] seam and the
//! evaluators behind it.

mod classic;
pub mod deviations;
pub mod pattern;

pub use classic::Classic;
pub use deviations::{Deviations, Steps};
pub use pattern::{Pattern, Prepared, Weights, WeightsError};

use crate::board::{Bitboard, Position};
use crate::score::Score;

/// A static evaluation.
pub trait Evaluator: Send + Sync {
    /// The estimated final score for the side to move. The game must not be over
    /// here; with only a pass to make the estimate is as good as any.
    fn evaluate(&self, position: Position) -> Score;

    /// What the evaluator keeps of `position` to value the positions after its moves.
    fn prepare(&self, position: Position) -> Prepared {
        Prepared::blank(position)
    }

    /// [`Evaluator::evaluate`] of `next`, the position after a move in that of
    /// `before`; `replies` are its legal moves.
    fn evaluate_next(&self, before: &Prepared, next: Position, replies: Bitboard) -> Score {
        let _ = (before, replies);
        self.evaluate(next)
    }

    /// [`Deviations::get`] of searches with this evaluator at their leaves.
    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32;

    /// The parts of [`Evaluator::evaluate`], which add up to it but for rounding
    /// and the limits of an estimate.
    fn terms(&self, position: Position) -> Vec<Term>;

    /// The parts of the terms that look at some squares only, one by one; none if there
    /// are no such parts.
    fn parts(&self, position: Position) -> Vec<Part> {
        let _ = position;
        Vec::new()
    }
}

/// What some squares add to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The term that it belongs to.
    pub name: &'static str,
    /// The squares that are looked at.
    pub squares: Bitboard,
    /// What they add, for the side to move.
    pub value: Score,
}

/// A named part of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// What is valued.
    pub name: &'static str,
    /// Its share, for the side to move.
    pub value: Score,
}
