//! `bench`: node counts, speed and accuracy of the search on fixed positions.

mod accuracy;
mod endgame;
mod growth;
mod midgame;

use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Subcommand;

use super::output::{FormatArgument, exit_on_interrupt};
use super::{Status, cpu};
use crate::flags::whole;
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
One thread searches each position to a fixed depth with an empty table, so that the number
of nodes is the same on every machine. It changes when the search or the evaluation does.

Examples:
  outflank bench | tail -1
  outflank bench endgame --from 40 --to 44 --threads 2
  outflank bench endgame --suite twenty
  outflank bench growth --to 20
  outflank bench midgame --depth 18
  outflank bench accuracy"
)]
pub(super) struct BenchArguments {
    #[command(subcommand)]
    suite: Option<Suite>,
    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Debug, Subcommand)]
enum Suite {
    Endgame(endgame::EndgameArguments),
    Growth(growth::GrowthArguments),
    Midgame(midgame::MidgameArguments),
    Accuracy(accuracy::AccuracyArguments),
}

impl BenchArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
        cpu::warn_if_slow();
        match self.suite {
            None => search_positions(&self.format),
            Some(Suite::Endgame(arguments)) => arguments.run(),
            Some(Suite::Growth(arguments)) => arguments.run(),
            Some(Suite::Midgame(arguments)) => arguments.run(),
            Some(Suite::Accuracy(arguments)) => arguments.run(),
        }
    }
}

/// The selectivity of searches to a depth.
#[derive(Debug, clap::Args)]
struct SelectivityArgument {
    /// How sure the search has to be, in per cent
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100))]
    selectivity: Option<u8>,
}

impl SelectivityArgument {
    fn limits_to(&self, depth: u32) -> Limits {
        let selectivity = self.selectivity.and_then(Selectivity::at_least);
        Limits { depth: Some(depth), selectivity, ..Limits::default() }
    }
}

fn search_positions(format: &FormatArgument) -> anyhow::Result<Status> {
    let never = AtomicBool::new(false);
    let mut bench = Bench::new(&never)?;
    let mut output = format.output();
    for position in bench.by_ref() {
        output.write(&Reply::Position((&position).into()))?;
    }
    output.write(&Reply::Bench((&bench).into()))?;
    Ok(Status::Done)
}

/// The problems of a suite that the binary contains.
fn problems(suite: &str) -> anyhow::Result<Vec<Record>> {
    obf_problems(suite)
        .map(|(line, problem)| problem.with_context(|| format!("line {line} of the suite")))
        .collect()
}
