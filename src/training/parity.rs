//! Removes the biases of a network that depend on parity: that of the empties, and that of the
//! depth of searches.
//!
//! Self-play makes its last mistakes just before play becomes exact, and more of them are made
//! by the side that moves last there. So results, and networks fitted to them, have a bias of
//! up to two discs whose sign depends on whether the number of empties is odd or even. Near the
//! end of the game the bias is measured against proven scores; for more empties it is
//! extrapolated from there.
//!
//! Without that bias searches have another: the last move of a line is the best by the values
//! after it, some of which are too good by chance. So the values at the ends of lines are too low
//! for the side to move there, and scores too high at odd depths and too low at even ones. What
//! is missing at the ends is half the difference; no proven scores are needed to measure it.

use std::sync::Arc;

use super::errors::Errors;
use super::searcher::Searcher;
use super::targets::Target;
use crate::board::Position;
use crate::eval::pattern::network::Network;
use crate::eval::{Evaluator, Pattern, Weights};
use crate::score::Score;
use crate::search::NoMemory;

/// The numbers of empties at which the bias is measured by solving positions.
const SOLVED: std::ops::RangeInclusive<u32> = 1..=17;

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

/// Searched to measure the bias by depth: positions with so many empties.
const SEARCHED: std::ops::RangeInclusive<u32> = 20..=40;

/// Half of how much higher the scores of searches to odd depths are than those to even ones, the
/// depths 4 to 6 of `count` of the `targets`.
///
/// # Errors
/// If the table of the search cannot be allocated.
pub fn depth_bias(weights: &Weights, targets: &[Target], count: usize) -> Result<Score, NoMemory> {
    let mut searcher = Searcher::new(Arc::new(Pattern::new(Arc::new(weights.clone()))))?;
    let positions = targets.iter().map(|target| target.position);
    let in_range = |position: &Position| SEARCHED.contains(&position.empty_count());
    let (mut sum, mut searched) = (0, 0);
    for position in positions.filter(in_range).step_by(STEP).take(count) {
        searcher.clear_table();
        if let [.., fourth, fifth, sixth] = searcher.values(position, 6)[..] {
            sum += 2 * fifth.centidiscs() - fourth.centidiscs() - sixth.centidiscs();
            searched += 1;
        }
    }
    Ok(Score::saturating(sum / (4 * searched.max(1))))
}

/// Those of one game are alike: only one target in so many is searched.
const STEP: usize = 20;

/// Adds `bias` to all values of `network`.
pub fn add_depth_bias(network: &mut Network, bias: Score) {
    for empties in *SOLVED.start()..=60 {
        network.add_for_empties(empties, bias.centidiscs());
    }
}

/// Subtracts `biases` from `network`.
pub fn remove_biases(network: &mut Network, biases: &ParityBiases) {
    for (empties, bias) in (0..).zip(biases) {
        network.add_for_empties(empties, -bias.centidiscs());
    }
}
