//! `bench endgame`: the FFO test suite, solved and checked.

use std::fmt;

use anyhow::Context;
use clap::value_parser;
use serde::Serialize;

use super::problems;
use crate::board::Move;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForSolving};
use crate::cli::output::FormatArgument;
use crate::engine::Engine;
use crate::game::ObfProblem;
use crate::score::{Bound, Score};
use crate::search::{Certainty, Goal, Limits, SearchReport, Usage};

/// The positions with their scores and best moves; see the head of the file.
const SUITE: &str = include_str!("../../suites/ffo.obf");

/// The number of the first position of [`SUITE`].
const FIRST: u8 = 40;
/// The number of the last.
const LAST: u8 = 59;

/// Solve the FFO endgame suite and check the scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank bench endgame --from 40 --to 44
  outflank bench endgame --threads 8 --hash 4096

Exit status: 0 all scores and moves are right; 1 some are wrong; 2 error.")]
pub(super) struct EndgameArguments {
    /// The number of the first position
    #[arg(long, value_name = "N", default_value_t = FIRST,
        value_parser = value_parser!(u8).range(i64::from(FIRST)..=i64::from(LAST)))]
    from: u8,
    /// The number of the last position
    #[arg(long, value_name = "N", default_value_t = LAST,
        value_parser = value_parser!(u8).range(i64::from(FIRST)..=i64::from(LAST)))]
    to: u8,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
    #[command(flatten)]
    format: FormatArgument,
}

impl EndgameArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let mut engine = Engine::new(self.engine.options);
        let mut total = Usage::default();
        let mut status = Status::Done;
        self.format.head("  # empties   score best         nodes    seconds    nodes/s")?;
        for (number, problem) in (FIRST..).zip(problems(SUITE)?) {
            if !(self.from..=self.to).contains(&number) {
                continue;
            }
            engine.new_game();
            let report = engine.search(problem.setup.position, &limits, |_| ())?;
            let row = EndgameRow::new(number, &problem, &report)?;
            self.format.write_line(&row)?;
            if !row.right {
                status = Status::No;
            }
            total += report.usage;
        }
        self.format.write_line(&EndgameTotal { usage: total.into() })?;
        Ok(status)
    }
}

/// What searches have cost.
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

/// The answer to a problem; the score is in discs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "endgame")]
struct EndgameRow {
    number: u8,
    empties: u32,
    score: f64,
    best: String,
    #[serde(flatten)]
    usage: UsageRow,
    /// Whether the score and the move are right.
    right: bool,
    /// The score and the best moves that are known.
    expected: String,
}

impl EndgameRow {
    fn new(number: u8, problem: &ObfProblem, report: &SearchReport) -> anyhow::Result<EndgameRow> {
        let (score, best) = answer(report)?;
        let known = problem.scores.first().context("a problem without scores")?;
        let is_best = problem.scores.iter().any(|score| score.mv == best);
        Ok(EndgameRow {
            number,
            empties: problem.setup.position.empty_count(),
            score: f64::from(score.centidiscs()) / f64::from(Score::PER_DISC),
            best: best.to_string(),
            usage: report.usage.into(),
            right: score_is_right(problem, report) && is_best,
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

/// The best line's score and move.
fn answer(report: &SearchReport) -> anyhow::Result<(Score, Move)> {
    let line = report.lines.first().context("a search without an answer")?;
    let best = line.pv.first().context("no move in a position that has some")?;
    Ok((line.score, *best))
}

/// Whether the answer to `problem` is proven and has the known score.
pub(super) fn score_is_right(problem: &ObfProblem, report: &SearchReport) -> bool {
    let known = problem.scores.first().map(|known| known.centidiscs);
    report.lines.first().is_some_and(|line| {
        (line.certainty, line.bound) == (Certainty::Exact, Bound::Exact)
            && Some(line.score.centidiscs()) == known
    })
}
