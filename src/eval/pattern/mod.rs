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

use features::{BASES, COUNTS, indices};
use shapes::{FEATURES, PATTERNS, SHAPES};

use super::{Evaluator, Part, Term, limited};
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

impl Pattern {
    /// What each feature adds to the evaluation of `position`, in centidiscs: as much as
    /// the rounded sum changes with it, so that the shares add up.
    fn shares(&self, position: Position) -> [i32; FEATURE_COUNT] {
        let weights = self.weights.of_stage(stage(position.empty_count()));
        let mut sum = 0;
        let mut features = indices(position).into_iter().zip(BASES);
        std::array::from_fn(|_| {
            let (index, base) = features.next().expect("as many as there are features");
            let before = centidiscs(sum);
            sum += i32::from(weights[base + usize::from(index)]);
            centidiscs(sum) - before
        })
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
        let shares = self.shares(position);
        let shape = |(shape, of): (usize, &shapes::Shape)| {
            let own = FEATURES.iter().zip(shares).filter(|(feature, _)| feature.shape == shape);
            let part = own.map(|(feature, centidiscs)| Part { squares: feature.set(), centidiscs });
            Term::of_parts(of.name, part.collect())
        };
        let shapes = SHAPES.iter().enumerate().map(shape);
        let counts = COUNTS.into_iter().zip(&shares[PATTERNS..]);
        limited(shapes.chain(counts.map(|(name, &share)| Term::whole(name, share))).collect())
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
            assert_eq!(terms.iter().map(|term| term.parts.len()).sum::<usize>(), PATTERNS);
            assert_eq!(terms.iter().map(|term| term.centidiscs).sum::<i32>(), score.centidiscs());
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
