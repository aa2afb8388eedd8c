//! The [`Pattern`] evaluator: what parts of the board look like, weighed by what
//! such parts were worth in the engine's own games (Buro 1998).
//!
//! - `shapes`: which squares are looked at together;
//! - `features`: a position as one index for each of them;
//! - `weights`: what each index is worth, `file`: weights as bytes.

mod features;
mod file;
mod shapes;
mod weights;

pub use features::{FEATURE_COUNT, Prepared};
pub use file::WeightsError;
pub use weights::{
    STAGES, WEIGHTS_PER_STAGE, Weights, first_weights, stage, stage_empties, weight_offsets,
};

use std::sync::{Arc, LazyLock};

use features::{BASES, TABLES, indices, table_base, table_name};
use shapes::{FEATURES, Feature};

use super::{Evaluator, Part, Term};
use crate::board::{Bitboard, Position};
use crate::score::Score;

/// Patterns and a few counts, each looked up in the weights of the stage, and
/// summed. On a busy Zen 5 some 50 ns from nothing and 41 to 47 ns after a move with what
/// was kept of the position before it, at 30 to 50 empties; the look-ups take most of it.
/// [`Classic`](super::Classic) takes 10 to 12.
#[derive(Debug, Clone)]
pub struct Pattern {
    weights: Arc<Weights>,
}

impl Pattern {
    /// The evaluator with these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Pattern {
        Pattern { weights }
    }

    /// The evaluator with the weights that are part of this program.
    #[must_use]
    pub fn embedded() -> Pattern {
        static EMBEDDED: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::embedded()));
        Pattern { weights: Arc::clone(&EMBEDDED) }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

/// Units of the weights, as centidiscs, rounded to the nearest.
#[inline(always)]
fn centidiscs(units: i32) -> i32 {
    const _: () = assert!(Score::PER_DISC == 100 && Weights::UNITS_PER_DISC == 64);
    (units * 25 + 8) >> 4
}

impl Evaluator for Pattern {
    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32 {
        self.weights.deviations.get(empties, shallow, deep)
    }

    fn evaluate(&self, position: Position) -> Score {
        let sum = self.weights.sum(stage(position.empty_count()), &indices(position));
        Score::estimate(centidiscs(sum))
    }

    fn prepare(&self, position: Position) -> Prepared {
        Prepared::new(position)
    }

    fn evaluate_next(&self, before: &Prepared, next: Position, replies: Bitboard) -> Score {
        let indices = before.indices_after(next, replies);
        Score::estimate(centidiscs(self.weights.sum(stage(next.empty_count()), &indices)))
    }

    fn terms(&self, position: Position) -> Vec<Term> {
        let weights = self.weights.of_stage(stage(position.empty_count()));
        let indices = indices(position);
        let sum = |base| -> i32 {
            let features = indices.iter().zip(BASES).filter(|&(_, of)| of == base);
            features.map(|(&index, base)| i32::from(weights[base + usize::from(index)])).sum()
        };
        let term = |table| Term {
            name: table_name(table),
            value: Score::saturating(centidiscs(sum(table_base(table)))),
        };
        (0..TABLES).map(term).collect()
    }

    fn parts(&self, position: Position) -> Vec<Part> {
        let weights = self.weights.of_stage(stage(position.empty_count()));
        let indices = indices(position);
        let part = |(feature, (index, base)): (&Feature, (u16, usize))| Part {
            name: table_name(feature.shape),
            squares: feature.set(),
            value: Score::saturating(centidiscs(weights[base + usize::from(index)].into())),
        };
        FEATURES.iter().zip(indices.into_iter().zip(BASES)).map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;

    #[test]
    fn terms_add_up_and_symmetries_agree() {
        let evaluator = Pattern::embedded();
        let mut position = Position::START;
        while let Some(square) = position.legal_moves().first() {
            let score = evaluator.evaluate(position);
            let terms = evaluator.terms(position);
            let sum: i32 = terms.iter().map(|term| term.value.centidiscs()).sum();
            for term in &terms {
                let own =
                    evaluator.parts(position).into_iter().filter(|part| part.name == term.name);
                let parts: Vec<i32> = own.map(|part| part.value.centidiscs()).collect();
                let difference = term.value.centidiscs() - parts.iter().sum::<i32>();
                assert!(parts.is_empty() || difference.unsigned_abs() as usize <= parts.len());
            }
            let rounding = terms.len() as i32 / 2;
            assert!((Score::estimate(sum).centidiscs() - score.centidiscs()).abs() <= rounding);
            for symmetry in Symmetry::ALL {
                assert_eq!(evaluator.evaluate(position.transform(symmetry)), score);
            }
            position = position.play(square).expect("a legal move");
        }
    }

    #[test]
    fn the_value_is_the_sum_of_the_numbered_weights() {
        let evaluator = Pattern::embedded();
        let position = Position::START.play(crate::board::Square::F5).expect("a legal move");
        let weights = evaluator.weights().stage_weights(stage(position.empty_count()));
        let numbers = first_weights().into_iter().zip(weight_offsets(position));
        let weight = |(first, offset)| weights[first as usize + usize::from(offset)];
        let sum = numbers.map(|number| i32::from(weight(number))).sum();
        assert_eq!(evaluator.evaluate(position), Score::estimate(centidiscs(sum)));
    }
}
