//! `bench accuracy`: the errors of midgame searches against exact scores.

use std::fmt;

use serde::Serialize;

use super::{SelectivityArgument, problems};
use crate::Status;
use crate::flags::{EngineFlags, ForSolving, whole};
use crate::output::{FormatArgument, rounded};
use engine::Engine;
use engine::score::discs_of;
use engine::search::{Never, Usage};
use othello::board::Move;

/// Positions with 26 empties from games of the engine, with their exact scores and a
/// best move each.
const SUITE: &str = include_str!("../suites/accuracy.obf");

/// Search solved positions with 26 empties and compare with their scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank bench accuracy --depth 15
  outflank bench accuracy --depth 15 --evalfile other.bin")]
pub(super) struct AccuracyArguments {
    /// How deep to search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 15, value_parser = whole::<u32>(1..=25))]
    depth: u32,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
    #[command(flatten)]
    format: FormatArgument,
}

/// What the searches have found; errors are in discs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "accuracy")]
struct AccuracyReport {
    depth: u32,
    selectivity: u8,
    positions: usize,
    error: f64,
    bias: f64,
    /// The share of scores at most three discs off, 0 to 1.
    within_three: f64,
    /// The share of best moves, 0 to 1.
    best_move: f64,
    nodes: u64,
    seconds: f64,
}

impl fmt::Display for AccuracyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccuracyReport { depth, selectivity, positions, error, bias, nodes, seconds, .. } =
            self;
        let [within, best] = [self.within_three, self.best_move].map(|share| 100.0 * share);
        write!(
            f,
            "depth {depth} selectivity {selectivity} positions {positions} error {error:.2} \
             bias {bias:+.2} within 3 {within:.1} % best move {best:.1} % nodes {nodes} \
             time {seconds:.2} s"
        )
    }
}

impl AccuracyArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = self.selectivity.limits_to(self.depth);
        let mut engine = Engine::new(self.engine.options);
        let (mut total, mut error, mut bias) = (Usage::default(), 0.0, 0.0);
        let (mut near, mut best) = (0, 0);
        let problems = problems(SUITE)?;
        for problem in &problems {
            engine.new_game();
            engine.prepare()?;
            let report = engine.search(problem.game().setup().position, &limits, &Never, |_| ())?;
            let truth = problem.scores.iter().map(|known| known.centidiscs).max().unwrap_or(0);
            let is_best = |mv: Move| problem.scores.iter().any(|known| known.mv == mv);
            let off = discs_of(report.lines[0].score.centidiscs() - truth);
            error += off.abs();
            bias += off;
            near += u32::from(off.abs() <= 3.0);
            best += u32::from(report.best_move().is_some_and(is_best));
            total += report.usage;
        }
        let count = problems.len() as f64;
        self.format.write_line(&AccuracyReport {
            depth: self.depth,
            selectivity: limits.selectivity().percent(),
            positions: problems.len(),
            error: rounded(error / count),
            bias: rounded(bias / count),
            within_three: rounded(f64::from(near) / count),
            best_move: rounded(f64::from(best) / count),
            nodes: total.nodes,
            seconds: total.time.as_secs_f64(),
        })?;
        Ok(Status::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_solved() {
        let problems = problems(SUITE).unwrap();
        assert!(problems.len() >= 100);
        for problem in problems {
            assert_eq!(problem.game().setup().position.empty_count(), 26, "{}", problem.to_obf());
            assert_eq!(problem.scores.len(), 1, "{}", problem.to_obf());
        }
    }
}
