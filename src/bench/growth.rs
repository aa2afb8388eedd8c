//! `bench growth`: the cost of solving with each two further empties.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::endgame::score_is_right;
use super::problems;
use crate::flags::{EngineFlags, ForSolving, whole};
use crate::output::{FormatArgument, rounded};
use crate::{Status, complain};
use engine::Engine;
use engine::search::{Goal, Limits, Never, Usage};

/// The same number of positions for each even number of empties, from games of the engine.
const SUITE: &str = include_str!("../suites/growth.obf");

/// The fewest empties in [`SUITE`].
const MIN: u8 = 10;
/// The most.
const MAX: u8 = 24;

/// Solve positions of 10 to 24 empties and show how the cost grows
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The medians over the positions with as many empties, and by what factor they grow from
one row to the next. Positions whose scores are wrong are named on standard error.

Examples:
  outflank bench growth
  outflank bench growth --to 20 --threads 2

Exit status: 0 all scores are right; 1 some are wrong; 2 error.")]
pub(super) struct GrowthArguments {
    /// Leave out positions with more empties
    #[arg(long, value_name = "EMPTIES", default_value_t = MAX,
        value_parser = whole::<u8>(i64::from(MIN)..=i64::from(MAX)))]
    to: u8,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
    #[command(flatten)]
    format: FormatArgument,
}

impl GrowthArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let mut engine = Engine::new(self.engine.options);
        // Populates the table before the time is measured.
        engine.prepare()?;
        let mut by_empties = BTreeMap::<u32, Vec<_>>::new();
        for problem in problems(SUITE)? {
            by_empties
                .entry(problem.game().setup().position.empty_count())
                .or_default()
                .push(problem);
        }
        let mut status = Status::Done;
        let mut fewer: Option<GrowthRow> = None;
        self.format.head("empties positions        nodes factor    seconds factor")?;
        for (empties, problems) in by_empties.range(..=u32::from(self.to)) {
            let mut usages = Vec::with_capacity(problems.len());
            let mut wrong = 0;
            for problem in problems {
                engine.new_game();
                let report =
                    engine.search(problem.game().setup().position, &limits, &Never, |_| ())?;
                if !score_is_right(problem, &report) {
                    complain(format_args!("wrong: {}", problem.to_obf()));
                    wrong += 1;
                    status = Status::No;
                }
                usages.push(report.usage);
            }
            let row = GrowthRow::new(*empties, wrong, &usages, fewer.as_ref());
            self.format.write_line(&row)?;
            fewer = Some(row);
        }
        Ok(status)
    }
}

/// The cost of solving at a number of empties: medians over the positions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "growth")]
struct GrowthRow {
    empties: u32,
    positions: usize,
    /// How many scores are wrong.
    wrong: usize,
    nodes: u64,
    /// By what factor there are more than in the row before.
    nodes_factor: Option<f64>,
    seconds: f64,
    seconds_factor: Option<f64>,
}

impl GrowthRow {
    fn new(empties: u32, wrong: usize, usages: &[Usage], fewer: Option<&GrowthRow>) -> GrowthRow {
        let nodes = median(usages.iter().map(|usage| usage.nodes));
        let time: Duration = median(usages.iter().map(|usage| usage.time));
        let seconds = time.as_secs_f64();
        GrowthRow {
            empties,
            positions: usages.len(),
            wrong,
            nodes,
            nodes_factor: fewer.map(|fewer| rounded(nodes as f64 / fewer.nodes as f64)),
            seconds,
            seconds_factor: fewer.map(|fewer| rounded(seconds / fewer.seconds)),
        }
    }
}

impl fmt::Display for GrowthRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GrowthRow { empties, positions, nodes, seconds, .. } = self;
        let factor =
            |factor: Option<f64>| factor.map_or(String::new(), |factor| format!("{factor:.2}"));
        let (more_nodes, more_seconds) = (factor(self.nodes_factor), factor(self.seconds_factor));
        let line = format!(
            "{empties:>7} {positions:>9} {nodes:>12} {more_nodes:>6} {seconds:>10.5} {more_seconds:>6}"
        );
        f.write_str(&line)
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
    use othello::game::Record;

    #[test]
    fn the_suite_has_as_many_positions_of_each_size() {
        let problems = problems(SUITE).unwrap();
        for empties in (u32::from(MIN)..=u32::from(MAX)).step_by(2) {
            let of_size = |problem: &&Record| {
                let setup = problem.game().setup();
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
