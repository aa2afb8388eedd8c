//! `bench endgame`: suites of positions, solved and checked.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde::Serialize;

use super::problems;
use crate::flags::{EngineFlags, ForSolving, ensure_order};
use crate::output::{FormatArgument, rounded};
use crate::{Status, complain};
use engine::Engine;
use engine::score::{Bound, Score, discs_of};
use engine::search::{Certainty, Goal, Limits, Never, SearchReport, Usage};
use othello::board::Move;
use othello::game::Record;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// The FFO test suite, positions 40 to 59
    Ffo,
    /// 276 positions with 20 empties from games of the engine
    Twenty,
    /// 15 positions of each even number of empties from 10 to 24
    Growth,
}

impl Suite {
    /// The positions with their scores and best moves. Each has a number, which in the growth
    /// suite is its number of empties.
    fn problems(self) -> anyhow::Result<Vec<(u32, Record)>> {
        let (text, first) = match self {
            Suite::Ffo => (include_str!("../../suites/ffo.obf"), 40),
            Suite::Twenty => (include_str!("../../suites/twenty.obf"), 1),
            Suite::Growth => {
                let problems = problems(include_str!("../../suites/growth.obf"))?.into_iter();
                let empties = |problem: &Record| problem.game().setup().position.empty_count();
                return Ok(problems.map(|problem| (empties(&problem), problem)).collect());
            }
        };
        Ok((first..).zip(problems(text)?).collect())
    }
}

/// The positions of `bench threads`: hard enough for many threads, but not the hardest.
pub(super) fn scaling_problems() -> anyhow::Result<Vec<Record>> {
    let problems = Suite::Ffo.problems()?.into_iter();
    let chosen = problems.filter(|(number, _)| matches!(number, 40..=47 | 50..=52));
    Ok(chosen.map(|(_, problem)| problem).collect())
}

/// Solve endgames and check the scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The growth suite shows how the cost grows with the empties: a row has the medians of the positions
with as many empties, and their factors over the previous row. Positions with a wrong score are on
standard error.

Examples:
  outflank bench endgame --from 40 --to 44
  outflank bench endgame --threads 8 --hash 4096
  outflank bench endgame --suite twenty
  outflank bench endgame --suite growth --to 20

Exit status: 0 all scores and moves are right; 1 some are wrong; 2 error.")]
pub(super) struct EndgameArguments {
    /// The positions to solve
    #[arg(long, value_enum, default_value_t = Suite::Ffo)]
    suite: Suite,
    /// The first position: its number, or in the growth suite its empties
    #[arg(long, value_name = "N")]
    from: Option<u32>,
    /// The last position
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
    #[command(flatten)]
    format: FormatArgument,
}

impl EndgameArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut problems = self.suite.problems()?;
        let end = |end: Option<&(u32, Record)>| end.map_or(0, |&(number, _)| number);
        let (first, last) = (end(problems.first()), end(problems.last()));
        let (from, to) = (self.from.unwrap_or(first), self.to.unwrap_or(last));
        for number in [from, to] {
            ensure!(
                (first..=last).contains(&number),
                "invalid position {number}: expected a number from {first} to {last}"
            );
        }
        ensure_order(from, to)?;
        problems.retain(|(number, _)| (from..=to).contains(number));
        let mut engine = Engine::new(self.engine.options);
        // Allocates the table before the time is measured.
        engine.prepare()?;
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let solve = |problem: &Record| -> anyhow::Result<SearchReport> {
            engine.new_game();
            Ok(engine.search(problem.game().setup().position, &limits, &Never, |_| ())?)
        };
        match self.suite {
            Suite::Growth => show_growth(&problems, solve, &self.format),
            suite => show_each(suite, &problems, solve, &self.format),
        }
    }
}

/// Writes a row for each problem, and the total.
fn show_each(
    suite: Suite,
    problems: &[(u32, Record)],
    mut solve: impl FnMut(&Record) -> anyhow::Result<SearchReport>,
    format: &FormatArgument,
) -> anyhow::Result<Status> {
    let (mut total, mut status) = (Usage::default(), Status::Done);
    format.head("  # empties   score best         nodes    seconds    nodes/s")?;
    for (number, problem) in problems {
        let report = solve(problem)?;
        let row = EndgameRow::new(suite, *number, problem, &report)?;
        format.write_line(&row)?;
        if !row.right {
            status = Status::No;
        }
        total += report.usage;
    }
    format.write_line(&EndgameTotal { usage: total.into() })?;
    Ok(status)
}

/// Writes a row for each number of empties.
fn show_growth(
    problems: &[(u32, Record)],
    mut solve: impl FnMut(&Record) -> anyhow::Result<SearchReport>,
    format: &FormatArgument,
) -> anyhow::Result<Status> {
    let (mut fewer, mut status): (Option<GrowthRow>, _) = (None, Status::Done);
    format.head("empties positions        nodes factor    seconds factor")?;
    for group in problems.chunk_by(|(one, _), (other, _)| one == other) {
        let (mut usages, mut wrong) = (Vec::new(), 0);
        for (_, problem) in group {
            let report = solve(problem)?;
            if !score_is_right(problem, &report) {
                complain(format_args!("wrong: {}", problem.to_obf()));
                wrong += 1;
                status = Status::No;
            }
            usages.push(report.usage);
        }
        let row = GrowthRow::new(group[0].0, wrong, &usages, fewer.as_ref());
        format.write_line(&row)?;
        fewer = Some(row);
    }
    Ok(status)
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct UsageRow {
    nodes: u64,
    seconds: f64,
    nps: u64,
}

impl From<Usage> for UsageRow {
    fn from(usage: Usage) -> UsageRow {
        let Usage { nodes, time, .. } = usage;
        UsageRow { nodes, seconds: time.as_secs_f64(), nps: usage.nodes_per_second() }
    }
}

impl fmt::Display for UsageRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UsageRow { nodes, seconds, nps } = self;
        write!(f, "{nodes:>13} {seconds:>10.3} {nps:>10}")
    }
}

/// The answer to a problem. The score is in discs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "endgame")]
struct EndgameRow {
    number: u32,
    empties: u32,
    score: f64,
    best: String,
    #[serde(flatten)]
    usage: UsageRow,
    /// Whether the score and the move are right.
    right: bool,
    /// The known score and best moves.
    expected: String,
}

impl EndgameRow {
    fn new(
        suite: Suite,
        number: u32,
        problem: &Record,
        report: &SearchReport,
    ) -> anyhow::Result<EndgameRow> {
        let (score, best) = answer(report)?;
        let known = problem.scores.first().context("a problem without scores")?;
        let is_best = problem.scores.iter().any(|score| score.mv == best);
        Ok(EndgameRow {
            number,
            empties: problem.game().setup().position.empty_count(),
            score: discs_of(score.centidiscs()),
            best: best.to_string(),
            usage: report.usage.into(),
            right: score_is_right(problem, report) && (is_best || suite != Suite::Ffo),
            expected: known.to_string(),
        })
    }
}

impl fmt::Display for EndgameRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EndgameRow { number, empties, score, best, usage, right, expected } = self;
        write!(f, "{number:>3} {empties:>7} {score:>+7.2} {best:>4} {usage}")?;
        if *right { Ok(()) } else { write!(f, "  wrong: expected {expected}") }
    }
}

/// The cost of all problems.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "total")]
struct EndgameTotal {
    #[serde(flatten)]
    usage: UsageRow,
}

impl fmt::Display for EndgameTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "total {:>20} {}", "", self.usage)
    }
}

fn answer(report: &SearchReport) -> anyhow::Result<(Score, Move)> {
    let line = report.lines.first().context("a search without an answer")?;
    let best = line.pv.first().context("no move in a position that has some")?;
    Ok((line.score, *best))
}

/// Whether the answer to `problem` is proven and has the known score.
pub(super) fn score_is_right(problem: &Record, report: &SearchReport) -> bool {
    let known = problem.scores.first().map(|known| known.centidiscs);
    report.lines.first().is_some_and(|line| {
        (line.certainty, line.bound) == (Certainty::Exact, Bound::Exact)
            && Some(line.score.centidiscs()) == known
    })
}

/// The median cost of solving positions with equal empties.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "growth")]
struct GrowthRow {
    empties: u32,
    positions: usize,
    /// The number of wrong scores.
    wrong: usize,
    nodes: u64,
    /// Relative to the previous row.
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

/// The median; with two middle values, the lower one. The default without values.
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
    fn the_growth_suite_has_equal_counts_of_each_size() {
        let problems = Suite::Growth.problems().unwrap();
        let sizes = problems.chunk_by(|(one, _), (other, _)| one == other);
        let sizes: Vec<(u32, usize)> = sizes.map(|group| (group[0].0, group.len())).collect();
        let expected: Vec<(u32, usize)> =
            (10..=24).step_by(2).map(|empties| (empties, 15)).collect();
        assert_eq!(sizes, expected);
    }

    #[test]
    fn the_median_is_the_middle_value() {
        assert_eq!(median([5, 1, 9].into_iter()), 5);
        assert_eq!(median([4, 1, 2, 3].into_iter()), 2);
        assert_eq!(median([0_u64; 0].into_iter()), 0);
    }
}
