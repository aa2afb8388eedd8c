//! `bench accuracy`: the errors of midgame searches against exact scores.

use std::io::{self, Write};

use clap::value_parser;

use super::{SelectivityArgument, problems};
use crate::board::Move;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForSolving};
use crate::engine::Engine;
use crate::search::Usage;

/// Positions with 26 empties from games of the engine, with their exact scores and a
/// best move each.
const SUITE: &str = include_str!("../../suites/accuracy.obf");

/// Search solved positions with 26 empties and compare with their scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank bench accuracy --depth 15
  outflank bench accuracy --depth 15 --evalfile other.bin")]
pub(super) struct AccuracyArguments {
    /// How deep to search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 15, value_parser = value_parser!(u32).range(1..=25))]
    depth: u32,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
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
            let report = engine.search(problem.setup.position, &limits, |_| ())?;
            let truth = problem.scores.iter().map(|known| known.centidiscs).max().unwrap_or(0);
            let is_best = |mv: Move| problem.scores.iter().any(|known| known.mv == mv);
            let off = f64::from(report.lines[0].score.centidiscs() - truth) / 100.0;
            error += off.abs();
            bias += off;
            near += u32::from(off.abs() <= 3.0);
            best += u32::from(report.best_move().is_some_and(is_best));
            total += report.usage;
        }
        let count = problems.len() as f64;
        let share = |part: u32| 100.0 * f64::from(part) / count;
        writeln!(
            io::stdout(),
            "depth {} selectivity {} positions {} error {:.2} bias {:+.2} within 3 {:.1} % best \
             move {:.1} % nodes {} time {:.2} s",
            self.depth,
            limits.selectivity.percent(),
            problems.len(),
            error / count,
            bias / count,
            share(near),
            share(best),
            total.nodes,
            total.time.as_secs_f64(),
        )?;
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
            assert_eq!(problem.setup.position.empty_count(), 26, "{problem}");
            assert_eq!(problem.scores.len(), 1, "{problem}");
        }
    }
}
