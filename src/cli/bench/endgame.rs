//! `bench endgame`: the FFO test suite, solved and checked.

use std::io::{self, Write};

use anyhow::Context;
use clap::value_parser;

use super::problems;
use crate::board::Move;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForSolving};
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
}

impl EndgameArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let mut engine = Engine::new(self.engine.options);
        let mut total = Usage::default();
        let mut status = Status::Done;
        let mut stdout = io::stdout();
        writeln!(stdout, "  # empties   score best         nodes    seconds    nodes/s")?;
        for (number, problem) in (FIRST..).zip(problems(SUITE)?) {
            if !(self.from..=self.to).contains(&number) {
                continue;
            }
            engine.new_game();
            let report = engine.search(problem.setup.position, &limits, |_| ())?;
            let fault = fault(&problem, &report)?;
            let row = row(&problem, &report)?;
            writeln!(stdout, "{number:>3} {row}{}", fault.as_deref().unwrap_or_default())?;
            if fault.is_some() {
                status = Status::No;
            }
            total += report.usage;
        }
        writeln!(stdout, "total {:>20} {}", "", usage(total))?;
        Ok(status)
    }
}

/// The result as a table row.
fn row(problem: &ObfProblem, report: &SearchReport) -> anyhow::Result<String> {
    let (score, best) = answer(report)?;
    let empties = problem.setup.position.empty_count();
    Ok(format!("{empties:>7} {score:>7} {best:>4} {}", usage(report.usage)))
}

fn usage(usage: Usage) -> String {
    let Usage { nodes, time, .. } = usage;
    let seconds = time.as_secs_f64();
    format!("{nodes:>13} {seconds:>10.3} {:>10}", usage.nodes_per_second())
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

/// What is wrong with the answer to `problem`: its score, or a move that is not
/// among the best ones.
fn fault(problem: &ObfProblem, report: &SearchReport) -> anyhow::Result<Option<String>> {
    let (_, best) = answer(report)?;
    let known = problem.scores.first().context("a problem without scores")?;
    let right =
        score_is_right(problem, report) && problem.scores.iter().any(|score| score.mv == best);
    Ok((!right).then(|| format!("  wrong: expected {known}")))
}
