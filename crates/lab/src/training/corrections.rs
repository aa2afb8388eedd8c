//! Corrects systematic errors of networks from self-play: the slope of values, the bias by parity of
//! empties, and the bias by parity of search depth.
//!
//! Slope: results of games with mistakes, and networks fitted to such results, are about 2 % too
//! close to 0. The slope is measured against proven scores near the end of the game. All values are
//! multiplied by the slope.
//!
//! Parity of empties: self-play makes its last mistakes just before exact play. The side that moves
//! last there makes more mistakes. So results have a bias of up to 2 discs whose sign depends on
//! the parity of empties. The bias is measured against proven scores and extrapolated to more
//! empties.
//!
//! Parity of depth: a search maximises over noisy leaf values, so leaf values are too low for the
//! side to move at the leaf. Scores become too high at odd depths and too low at even depths. The
//! correction is half the difference. It needs no proven scores.

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

/// The numbers of empties at which the slope is measured.
const SLOPED: RangeInclusive<u32> = 13..=17;

/// The regression slope of true scores on the values of `weights`. Solves up to `count` targets per
/// number of empties. Returns 1 without data.
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

/// Static values and true scores of up to `count` targets with `empties` empties.
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

/// The numbers of empties at which the bias is measured.
const SOLVED: RangeInclusive<u32> = 1..=17;

/// The mean of value minus true score, by number of empties.
pub type ParityBiases = [Score; 61];

/// The biases of `weights`. Solves up to `count` targets per number of empties.
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
        // The mean of the last two biases of the same parity.
        let near = if (empties - last).is_multiple_of(2) { last } else { last - 1 };
        let sum = biases[near].centidiscs() + biases[near - 2].centidiscs();
        biases[empties] = Score::saturating(sum / 2);
    }
    Ok(biases)
}

/// The numbers of empties at which the bias by depth is measured.
const SEARCHED: RangeInclusive<u32> = 20..=40;

/// Half the excess of scores at odd depths over scores at even depths, from depths 4 to 6 on
/// `count` targets.
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

/// Targets of one game are similar: search one in this many.
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
