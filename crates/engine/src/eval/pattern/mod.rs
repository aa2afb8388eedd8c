//! The [`Pattern`] evaluator: pattern tables, learned from the engine's own games (Buro 1998), and
//! a small network on top.
//!
//! - `shapes`: the patterns; `features`: the indices of a position; `tables`: the tables that they
//!   index;
//! - `weights`: the weights of each index; `file`: the file format; `packing`: its compression;
//!   `embedded`: the built-in weights;
//! - `network`: the layers after the tables; `parts`: parts of patterns, for fitting.

#[cfg(not(outflank_levels))]
mod embedded;
mod features;
mod file;
pub mod network;
mod packing;
mod parts;
mod rows;
mod shapes;
mod tables;
mod weights;

pub use features::{FEATURE_COUNT, Prepared};
pub use file::WeightsError;
pub use parts::pattern_parts;
pub use rows::{ROWS, first_rows, network_rows, row_offsets};
pub use weights::Weights;

use std::sync::{Arc, LazyLock};

use features::{COUNTS, Indices, indices};
use shapes::{FEATURES, PATTERNS, SHAPES};

use super::{Evaluator, Part, Term, limited};
use crate::score::Score;
use othello::board::{Bitboard, Position};

/// Patterns and a few counts, each looked up in the rows of a [`network`]. See docs/search.md,
/// Evaluation.
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

    /// The evaluator with the built-in weights.
    #[must_use]
    pub fn embedded() -> Pattern {
        static EMBEDDED: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::embedded()));
        Pattern::new(Arc::clone(&EMBEDDED))
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl Pattern {
    /// The score of a position with these `indices`.
    #[inline(always)]
    fn value(&self, empties: u32, indices: &Indices) -> Score {
        let (output, linear) = self.weights.network().evaluate(empties, indices);
        Score::estimate(output + centidiscs(linear))
    }

    /// The contributions of the network and of each feature, in centidiscs. A feature contributes
    /// the change that it makes to the rounded sum, so the contributions add up to the score.
    fn shares(&self, position: Position) -> (i32, [i32; FEATURE_COUNT]) {
        let (indices, empties) =
            (indices(position, position.legal_moves()), position.empty_count());
        let network = self.weights.network();
        let (output, _) = network.evaluate(empties, &indices);
        let mut sum = 0;
        let shares = network.linear(&indices).map(|weight| {
            let before = centidiscs(sum);
            sum += weight;
            centidiscs(sum) - before
        });
        (output, shares)
    }
}

/// Converts units of the weights to centidiscs, rounded to nearest.
#[inline(always)]
fn centidiscs(units: i32) -> i32 {
    const _: () = assert!(Score::PER_DISC == 100 && network::Network::UNITS_PER_DISC == 64);
    (units * 25 + 8) >> 4
}

impl Evaluator for Pattern {
    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32 {
        self.weights.deviations.get(empties, shallow, deep)
    }

    fn evaluate(&self, position: Position) -> Score {
        self.evaluate_with_moves(position, position.legal_moves())
    }

    fn evaluate_with_moves(&self, position: Position, moves: Bitboard) -> Score {
        self.value(position.empty_count(), &indices(position, moves))
    }

    fn prepare(&self, position: Position) -> Prepared {
        Prepared::new(position)
    }

    fn evaluate_next(&self, before: &Prepared, next: Position, replies: Bitboard) -> Score {
        self.value(next.empty_count(), &before.indices_after(next, replies))
    }

    fn terms(&self, position: Position) -> Vec<Term> {
        let (network, shares) = self.shares(position);
        let shape = |(shape, of): (usize, &shapes::Shape)| {
            let own = FEATURES.iter().zip(shares).filter(|(feature, _)| feature.shape == shape);
            let part = own.map(|(feature, centidiscs)| Part { squares: feature.set(), centidiscs });
            Term::of_parts(of.name, part.collect())
        };
        let shapes = SHAPES.iter().enumerate().map(shape);
        let counts = COUNTS.into_iter().zip(shares[PATTERNS..].iter().copied());
        let wholes = counts.chain([("network", network)]);
        limited(shapes.chain(wholes.map(|(name, share)| Term::whole(name, share))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Symmetry;

    #[test]
    fn terms_add_up_and_symmetries_and_partial_weights_agree() {
        let evaluator = Pattern::embedded();
        let mut position = Position::START;
        while let Some(square) = position.legal_moves().first() {
            let score = evaluator.evaluate(position);
            let terms = evaluator.terms(position);
            let partial = Pattern::new(Arc::new(Weights::embedded_for(position)));
            assert_eq!(
                (partial.evaluate(position), partial.terms(position)),
                (score, terms.clone())
            );
            assert_eq!(terms.iter().map(|term| term.parts.len()).sum::<usize>(), PATTERNS);
            assert_eq!(terms.iter().map(|term| term.centidiscs).sum::<i32>(), score.centidiscs());
            for symmetry in Symmetry::ALL {
                assert_eq!(evaluator.evaluate(position.transform(symmetry)), score);
            }
            position = position.play(square).expect("a legal move");
        }
    }
}
