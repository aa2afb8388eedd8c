//! `bench endgame`: a suite of positions, solved and checked.

use std::fmt;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde::Serialize;

use super::problems;
use crate::Status;
use crate::flags::{EngineFlags, ForSolving, ensure_order};
use crate::output::FormatArgument;
use engine::Engine;
use engine::score::{Bound, Score, discs_of};
use engine::search::{Certainty, Goal, Limits, Never, SearchReport, Usage};
use othello::board::Move;
use othello::game::Record;

/// What is solved; see the heads of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// The FFO test suite, positions 40 to 59
    Ffo,
    /// 276 positions with 20 empties from games of the engine
    Twenty,
}

impl Suite {
    /// The positions with their scores and best moves.
    fn positions(self) -> &'static str {
        match self {
            Suite::Ffo => include_str!("../suites/ffo.obf"),
            Suite::Twenty => include_str!("../suites/twenty.obf"),
        }
    }

    /// The number of the first position.
    fn first(self) -> u16 {
        match self {
            Suite::Ffo => 40,
            Suite::Twenty => 1,
        }
    }

    /// Whether the file has all the best moves of each position.
    fn has_all_best_moves(self) -> bool {
        self == Suite::Ffo
    }
}

/// Solve endgames and check the scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank bench endgame --from 40 --to 44
  outflank bench endgame --threads 8 --hash 4096
  outflank bench endgame --suite twenty

Exit status: 0 all scores and moves are right; 1 some are wrong; 2 error.")]
pub(super) struct EndgameArguments {
    /// The positions to solve
    #[arg(long, value_enum, default_value_t = Suite::Ffo)]
    suite: Suite,
    /// The number of the first position [default: the first of the suite]
    #[arg(long, value_name = "N")]
    from: Option<u16>,
    /// The number of the last position [default: the last of the suite]
    #[arg(long, value_name = "N")]
    to: Option<u16>,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
    #[command(flatten)]
    format: FormatArgument,
}

impl EndgameArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let problems = problems(self.suite.positions())?;
        let first = self.suite.first();
        let last = first + problems.len() as u16 - 1;
        let (from, to) = (self.from.unwrap_or(first), self.to.unwrap_or(last));
        for number in [from, to] {
            ensure!(
                (first..=last).contains(&number),
                "there is no position {number}: expected a number from {first} to {last}"
            );
        }
        ensure_order(from, to)?;
        let mut engine = Engine::new(self.engine.options);
        // Populates the table before the time is measured.
        engine.prepare()?;
        let mut total = Usage::default();
        let mut status = Status::Done;
        self.format.head("  # empties   score best         nodes    seconds    nodes/s")?;
        for (number, problem) in (first..).zip(problems) {
            if !(from..=to).contains(&number) {
                continue;
            }
            engine.new_game();
            let report = engine.search(problem.game().setup().position, &limits, &Never, |_| ())?;
            let row = EndgameRow::new(self.suite, number, &problem, &report)?;
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
    number: u16,
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
    fn new(
        suite: Suite,
        number: u16,
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
            right: score_is_right(problem, report) && (is_best || !suite.has_all_best_moves()),
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
pub(super) fn score_is_right(problem: &Record, report: &SearchReport) -> bool {
    let known = problem.scores.first().map(|known| known.centidiscs);
    report.lines.first().is_some_and(|line| {
        (line.certainty, line.bound) == (Certainty::Exact, Bound::Exact)
            && Some(line.score.centidiscs()) == known
    })
}
