//! `perft`: how many ways a game can go on.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{ValueEnum, value_parser};

use super::Status;
use super::position::for_each_position;
use super::replies::FormatArgument;
use crate::board::Position;
use crate::board::perft::{PassRule, Perft};
use crate::protocol::reply::{DivideReply, PerftReply, Reply};

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

    const fn word(self) -> &'static str {
        match self {
            Passes::Ply => "ply",
            Passes::Free => "free",
        }
    }
}

impl PerftArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut perft = Perft::new(self.passes.rule());
        if let Some(threads) = NonZeroUsize::new(usize::from(self.threads)) {
            perft = perft.with_threads(threads);
        }
        if self.hash > 0 {
            perft = perft.with_table(self.hash)?;
        }
        let mut output = self.format.output();
        for_each_position(&self.position, |game| {
            let reply = self.count(&perft, game.setup().position);
            Ok(output.write(&Reply::Perft(reply))?)
        })
    }

    fn count(&self, perft: &Perft, position: Position) -> PerftReply {
        let never = AtomicBool::new(false);
        let start = Instant::now();
        let shares = self.divide.then(|| {
            let share = |(first, nodes)| DivideReply { first, nodes };
            perft.divide(position, self.plies, &never).map(share).collect::<Vec<_>>()
        });
        let nodes = match &shares {
            Some(shares) if !shares.is_empty() => {
                Some(shares.iter().map(|share| share.nodes).sum())
            }
            _ => perft.count(position, self.plies, &never),
        };
        let reply = PerftReply::new(self.plies, self.passes.word(), nodes, start.elapsed());
        PerftReply { divide: shares, ..reply }
    }
}
