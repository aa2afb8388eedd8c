//! `perft`: how many ways a game can go on.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use clap::{ValueEnum, value_parser};

use super::Status;
use super::position::for_each_position;
use super::replies::FormatArgument;
use crate::board::perft::{PassRule, Perft};
use crate::protocol::reply::Reply;
use crate::protocol::ugi::{self, count_perft};

/// Count the ways that a game can go on
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank perft 11
  outflank perft 13 --threads 8 --hash 1024
  outflank perft 6 --divide --position 'f5d6c3' --json")]
pub(super) struct PerftArguments {
    /// How far, in plies; a finished game is one way, however many are left
    plies: u32,
    /// Where to start, given as to `moves`; `-` for standard input, one a line
    #[arg(long, default_value = "start")]
    position: String,
    /// Count what is behind each move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: u16,
    /// Size in MiB of a table of positions that come up again; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    hash: usize,
    /// Whether a pass is a ply or free
    #[arg(long, value_enum, default_value_t = Passes::Ply)]
    passes: Passes,
    #[command(flatten)]
    format: FormatArgument,
}

/// What perft would start at most.
const MOST_THREADS: u16 = 1024;
const _: () = assert!(MOST_THREADS as usize == Perft::MOST_THREADS);

/// What a pass is; what clap finds documented here would make its help long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Passes {
    Ply,
    Free,
}

impl Passes {
    const fn rule(self) -> PassRule {
        match self {
            Passes::Ply => PassRule::Ply,
            Passes::Free => PassRule::Free,
        }
    }
}

impl PerftArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let rule = self.passes.rule();
        let mut perft = Perft::new(rule);
        if let Some(threads) = NonZeroUsize::new(usize::from(self.threads)) {
            perft = perft.with_threads(threads);
        }
        if self.hash > 0 {
            perft = perft.with_table(self.hash)?;
        }
        let question = ugi::PerftArguments { depth: self.plies, divide: self.divide, rule };
        let never = AtomicBool::new(false);
        let mut output = self.format.output();
        for_each_position(&self.position, |game| {
            let reply = count_perft(&perft, game.setup().position, question, &never);
            Ok(output.write(&Reply::Perft(reply))?)
        })
    }
}
