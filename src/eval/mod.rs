//! What a position is worth without looking ahead: the [`Evaluator`] seam and the
//! evaluators behind it.

mod classic;
pub mod pattern;

pub use classic::Classic;
pub use pattern::{Pattern, Weights, WeightsError};

use crate::board::Position;
use crate::score::Score;

/// A static evaluation.
pub trait Evaluator: Send + Sync {
    /// The estimated final score for the side to move. The game must not be over
    /// here; with only a pass to make the estimate is as good as any.
    fn evaluate(&self, position: Position) -> Score;

    /// The standard deviation, in centidiscs, of the final score around the result of
    /// a search of `depth` with this evaluator at its leaves.
    fn deviation(&self, depth: u32) -> i32;

    /// The parts of [`Evaluator::evaluate`], which add up to it but for rounding
    /// and the limits of an estimate.
    fn terms(&self, position: Position) -> Vec<Term>;
}

/// A named part of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// What is valued.
    pub name: &'static str,
    /// Its share, for the side to move.
    pub value: Score,
}
