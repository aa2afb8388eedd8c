//! Corrects what self-play makes wrong in a network: the slope of its values, and its biases by
//! parity, that of the empties and that of the depth of searches.
//!
//! Results of games with mistakes, and networks fitted to them, are some two per cent too near
//! to 0. The slope is measured against proven scores near the end of the game, and all values are
//! multiplied by it.
//!
//! Self-play makes its last mistakes just before play becomes exact, and more of them are made
//! by the side that moves last there. So results have a bias of up to two discs whose sign depends
//! on whether the number of empties is odd or even. It is measured in the same way; for more
//! empties it is extrapolated from there.
//!
//! Without that bias searches have another: the last move of a line is the best by the values
//! after it, some of which are too good by chance. So the values at the ends of lines are too low
//! for the side to move there, and scores too high at odd depths and too low at even ones. What
//! is missing at the ends is half the difference; no proven scores are needed to measure it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::evaltest::Findings;
use super::searcher::Searcher;
use super::targets::Target;
use engine::eval::pattern::network::Network;
use engine::eval::{Evaluator, Pattern, Weights};
use engine::score::Score;
use engine::search::NoMemory;
use othello::board::Position;

/// The numbers of empties at which the slope is measured by solving positions.
const SLOPED: RangeInclusive<u32> = 13..=17;

/// The slope of the regression of true scores on those of `weights`, on targets of which up to
/// `count` per number of empties are solved; 1 where they tell nothing.
///
/// # Errors
/// If the table of the search cannot be allocated.
pub fn slope(weights: &Weights, targets: &[Target], count: usize) -> Result<f64, NoMemory> {
    let mut all = Findings::default();
    for empties in SLOPED {
        all.merge(&solve(weights, targets, empties, count)?);
    }
    let slope = all.error_statistics().slope;
    Ok(if slope > 0.0 { slope } else { 1.0 })
}

/// The static values of `weights` beside the true scores, of up to `count` of `targets` with
/// so many empties.
fn solve(
    weights: &Weights,
    targets: &[Target],
    empties: u32,
    count: usize,
) -> Result<Findings, NoMemory> {
    let evaluator: Arc<dyn Evaluator> = Arc::new(Pattern::new(Arc::new(weights.clone())));
    let searcher = Searcher::new(Arc::clone(&evaluator))?;
    let mut findings = Findings::default();
    let positions = targets.iter().map(|target| target.position);
    for position in positions.filter(|position| position.empty_count() == empties).take(count) {
        findings.add(evaluator.evaluate(position), searcher.solve(position));
    }
    Ok(findings)
}

/// The numbers of empties at which the bias is measured by solving positions.
const SOLVED: RangeInclusive<u32> = 1..=17;

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
    let mut biases = [Score::ZERO; 61];
    for empties in SOLVED {
        let bias = solve(weights, targets, empties, count)?.error_statistics().bias;
        let centidiscs = bias * f64::from(Score::PER_DISC);
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
const SEARCHED: RangeInclusive<u32> = 20..=40;

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

/// Targets of one game are alike, so only one in this many is searched.
const STEP: usize = 20;

/// Adds `bias` to all values of `network`.
pub fn add_depth_bias(network: &mut Network, bias: Score) {
    for empties in *SOLVED.start()..=Position::START_EMPTIES {
        network.add_for_empties(empties, bias.centidiscs());
    }
}

/// Subtracts `biases` from `network`.
pub fn remove_biases(network: &mut Network, biases: &ParityBiases) {
    for (empties, bias) in (0..).zip(biases) {
        network.add_for_empties(empties, -bias.centidiscs());
    }
}
