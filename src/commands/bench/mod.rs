//! `bench`: node counts and speed of the search on fixed positions.

mod endgame;
mod midgame;
mod threads;

use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Subcommand;

use crate::flags::integer;
use crate::output::{FormatArgument, exit_on_interrupt};
use crate::{Status, cpu};
use engine::Bench;
use engine::score::Selectivity;
use engine::search::Limits;
use othello::game::{Record, obf_problems};
use protocol::reply::Reply;

/// Search fixed positions and count the nodes
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
One thread searches each position to a fixed depth with an empty table. The number of nodes is the
same on every machine. It changes with the search or the evaluation.

Examples:
  outflank bench | tail -1
  outflank bench endgame --from 40 --to 44 --threads 2
  outflank bench endgame --suite twenty
  outflank bench endgame --suite growth --to 20
  outflank bench midgame --depth 18
  outflank bench threads"
)]
pub(crate) struct BenchArguments {
    #[command(subcommand)]
    suite: Option<Suite>,
    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Debug, Subcommand)]
enum Suite {
    Endgame(endgame::EndgameArguments),
    Midgame(midgame::MidgameArguments),
    Threads(threads::ThreadsArguments),
}

impl BenchArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
        cpu::warn_if_slow();
        match self.suite {
            None => search_positions(&self.format),
            Some(Suite::Endgame(arguments)) => arguments.run(),
            Some(Suite::Midgame(arguments)) => arguments.run(),
            Some(Suite::Threads(arguments)) => arguments.run(),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct SelectivityArgument {
    /// Selectivity of the search in %, up to 100
    #[arg(long, value_name = "PERCENT", value_parser = integer::<u8>(0..=100))]
    selectivity: Option<u8>,
}

impl SelectivityArgument {
    pub(crate) fn limits_to(&self, depth: u32) -> Limits {
        let selectivity = self.selectivity.and_then(Selectivity::at_least);
        Limits { depth: Some(depth), selectivity, ..Limits::default() }
    }
}

fn search_positions(format: &FormatArgument) -> anyhow::Result<Status> {
    let never = AtomicBool::new(false);
    let mut bench = Bench::new(&never)?;
    let mut output = format.output();
    for position in bench.by_ref() {
        output.write(&Reply::Position(position))?;
    }
    output.write(&Reply::Bench((&bench).into()))?;
    Ok(Status::Done)
}

/// The problems of an embedded suite.
pub(crate) fn problems(suite: &str) -> anyhow::Result<Vec<Record>> {
    obf_problems(suite)
        .map(|(line, problem)| problem.with_context(|| format!("line {line} of the suite")))
        .collect()
}
