//! Removes the bias of a network that depends on the parity of the empties.
//!
//! Self-play makes its last mistakes just before play becomes exact, and more of them are made
//! by the side that moves last there. So results, and networks fitted to them, have a bias of
//! up to two discs whose sign depends on whether the number of empties is odd or even. Near the
//! end of the game the bias is measured against proven scores; for more empties it is
//! extrapolated from there.

use std::sync::Arc;

use super::errors::Errors;
use super::searcher::Searcher;
use super::targets::Target;
use crate::eval::pattern::network::Network;
use crate::eval::{Evaluator, Pattern, Weights};
use crate::score::Score;
use crate::search::NoMemory;

/// The numbers of empties at which the bias is measured by solving positions.
const SOLVED: std::ops::RangeInclusive<u32> = 10..=17;

/// The bias of an evaluation, its mean excess over the true score, by number of empties.
pub type ParityBiases = [Score; 61];

/// The biases of `weights` on `targets`, of which up to `count` per number of empties are
/// solved.
///
/// # Errors
/// If the table of the search cannot be allocated.
pub fn biases(
    weights: &Weights,
    targets: &[Target],
    count: usize,
) -> Result<ParityBiases, NoMemory> {
    let evaluator: Arc<dyn Evaluator> = Arc::new(Pattern::new(Arc::new(weights.clone())));
    let searcher = Searcher::new(Arc::clone(&evaluator))?;
    let mut biases = [Score::ZERO; 61];
    for empties in SOLVED {
        let mut errors = Errors::default();
        let positions = targets.iter().map(|target| target.position);
        for position in positions.filter(|position| position.empty_count() == empties).take(count) {
            errors.add(evaluator.evaluate(position), searcher.solve(position));
        }
        let centidiscs = errors.bias() * f64::from(Score::PER_DISC);
        biases[empties as usize] = Score::saturating(centidiscs.round() as i32);
    }
    let last = *SOLVED.end() as usize;
    for empties in last + 1..biases.len() {
        // The mean of the last two of the same parity.
        let near = if (empties - last).is_multiple_of(2) { last } else { last - 1 };
        let sum = biases[near].centidiscs() + biases[near - 2].centidiscs();
        biases[empties] = Score::saturating(sum / 2);
    }
    Ok(biases)
}

/// Subtracts `biases` from `network`.
pub fn remove_biases(network: &mut Network, biases: &ParityBiases) {
    for (empties, bias) in (0..).zip(biases) {
        network.add_for_empties(empties, -bias.centidiscs());
    }
}
