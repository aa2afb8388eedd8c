//! `bench`: how fast the engine is, and whether it is still the same one.

mod endgame;

use std::io::{self, Write};

use anyhow::Context;
use clap::Subcommand;

use super::Status;
use crate::engine::{Engine, Options};
use crate::game::{ObfProblem, obf_problems};
use crate::protocol::reply::ReportReply;
use crate::search::{Limits, Usage};

/// From the first moves to the last, in OBF.
const POSITIONS: &str = include_str!("positions.obf");

/// How deep each is searched, in plies: about a second for all.
const DEPTH: u32 = 10;

/// The size of the table in MiB; the number of nodes depends on it.
const HASH: usize = 16;

/// Search fixed positions and count the nodes
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
One thread searches each position to a fixed depth with an empty table, so that the number
of nodes is the same on every machine. It changes when the search or the evaluation does.

Examples:
  outflank bench | tail -1
  outflank bench endgame --from 40 --to 44 --threads 2"
)]
pub(super) struct BenchArguments {
    #[command(subcommand)]
    suite: Option<Suite>,
}

#[derive(Debug, Subcommand)]
enum Suite {
    Endgame(endgame::EndgameArguments),
}

impl BenchArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        match self.suite {
            None => search_positions(),
            Some(Suite::Endgame(arguments)) => arguments.run(),
        }
    }
}

fn search_positions() -> anyhow::Result<Status> {
    let options = Options { hash: HASH, threads: 1, ..Options::default() };
    let mut engine = Engine::new(options);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut total = Usage::default();
    for (number, problem) in (1..).zip(problems(POSITIONS)?) {
        engine.new_game();
        let position = problem.setup.position;
        let report = engine.search(position, &limits, |_| ())?;
        let reply = ReportReply::from(&report);
        let empties = position.empty_count();
        writeln!(io::stdout(), "position {number} empties {empties} {reply}")?;
        add(&mut total, report.usage);
    }
    writeln!(io::stdout(), "Bench: {} nodes {} nps", total.nodes, total.nodes_per_second())?;
    Ok(Status::Done)
}

/// Adds what another search has used.
fn add(total: &mut Usage, usage: Usage) {
    total.nodes += usage.nodes;
    total.time += usage.time;
}

/// The problems of a suite that the binary contains.
fn problems(suite: &str) -> anyhow::Result<Vec<ObfProblem>> {
    obf_problems(suite)
        .map(|(line, problem)| problem.with_context(|| format!("line {line} of the suite")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_reach_from_the_first_moves_to_the_last() {
        let empties: Vec<u32> = problems(POSITIONS)
            .unwrap()
            .iter()
            .map(|problem| problem.setup.position.empty_count())
            .collect();
        assert_eq!(empties, [60, 56, 48, 44, 40, 36, 32, 28, 22, 20, 14, 12]);
    }
}
