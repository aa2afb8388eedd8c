//! `bench growth`: the cost of solving with each two further empties.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use clap::value_parser;

use super::endgame::score_is_right;
use super::problems;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForSolving};
use crate::engine::Engine;
use crate::search::{Goal, Limits, Usage};

/// The same number of positions for each even number of empties, from games of the engine.
const SUITE: &str = include_str!("../../suites/growth.obf");

/// The fewest empties in [`SUITE`].
const FEWEST: u8 = 10;
/// The most.
const MOST: u8 = 24;

/// Solve positions of 10 to 24 empties and show how the cost grows
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The medians over the positions with as many empties, and by what factor they grow from
one row to the next.

Examples:
  outflank bench growth
  outflank bench growth --to 20 --threads 2

Exit status: 0 all scores are right; 1 some are wrong; 2 error.")]
pub(super) struct GrowthArguments {
    /// Leave out positions with more empties
    #[arg(long, value_name = "EMPTIES", default_value_t = MOST,
        value_parser = value_parser!(u8).range(i64::from(FEWEST)..=i64::from(MOST)))]
    to: u8,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
}

impl GrowthArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let mut engine = Engine::new(self.engine.options);
        let mut by_empties = BTreeMap::<u32, Vec<_>>::new();
        for problem in problems(SUITE)? {
            by_empties.entry(problem.setup.position.empty_count()).or_default().push(problem);
        }
        let mut status = Status::Done;
        let mut stdout = io::stdout();
        let mut fewer: Option<GrowthRow> = None;
        writeln!(stdout, "empties positions        nodes factor    seconds factor")?;
        for (empties, problems) in by_empties.range(..=u32::from(self.to)) {
            let mut usages = Vec::with_capacity(problems.len());
            for problem in problems {
                engine.new_game();
                let report = engine.search(problem.setup.position, &limits, |_| ())?;
                if !score_is_right(problem, &report) {
                    writeln!(stdout, "wrong: {problem}")?;
                    status = Status::No;
                }
                usages.push(report.usage);
            }
            let row = GrowthRow::of(&usages);
            let count = problems.len();
            writeln!(stdout, "{empties:>7} {count:>9} {}", row.columns(fewer.as_ref()))?;
            fewer = Some(row);
        }
        Ok(status)
    }
}

/// The cost of solving at a number of empties.
struct GrowthRow {
    nodes: u64,
    time: Duration,
}

impl GrowthRow {
    /// The medians of `usages`.
    fn of(usages: &[Usage]) -> GrowthRow {
        GrowthRow {
            nodes: median(usages.iter().map(|usage| usage.nodes)),
            time: median(usages.iter().map(|usage| usage.time)),
        }
    }

    /// The columns of the row, with the factors to the row above.
    fn columns(&self, fewer: Option<&GrowthRow>) -> String {
        let seconds = self.time.as_secs_f64();
        let factor = |of: fn(&GrowthRow) -> f64| {
            fewer.map_or(String::new(), |fewer| format!("{:.2}", of(self) / of(fewer)))
        };
        let nodes_factor = factor(|row| row.nodes as f64);
        let time_factor = factor(|row| row.time.as_secs_f64());
        format!("{:>12} {nodes_factor:>6} {seconds:>10.5} {time_factor:>6}", self.nodes)
    }
}

/// The median, the lower one of two middle values; the default without values.
fn median<T: Ord + Default>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    let middle = values.len().saturating_sub(1) / 2;
    values.into_iter().nth(middle).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_has_as_many_positions_of_each_size() {
        let problems = problems(SUITE).unwrap();
        for empties in (u32::from(FEWEST)..=u32::from(MOST)).step_by(2) {
            let of_size = |problem: &&_| {
                let crate::game::ObfProblem { setup, .. } = problem;
                setup.position.empty_count() == empties
            };
            assert_eq!(problems.iter().filter(of_size).count(), 15, "{empties} empties");
        }
        assert_eq!(problems.len(), 8 * 15);
    }

    #[test]
    fn the_median_is_the_middle_value() {
        assert_eq!(median([5, 1, 9].into_iter()), 5);
        assert_eq!(median([4, 1, 2, 3].into_iter()), 2);
        assert_eq!(median([0_u64; 0].into_iter()), 0);
    }
}
