//! `selfplay`: games of the engine against itself.

use std::path::PathBuf;

use super::crew::CrewArguments;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForEval};
use crate::engine::Engine;
use crate::training::blocks::Blocks;
use crate::training::selfplay::{SelfPlay, play};

/// Play games against itself, from random openings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Shards that are there are kept: the same command goes on where it ended. The games depend
on the seed and the settings alone, not on the number of threads.

Examples:
  outflank selfplay games --seed 1 --shards 150 --jobs 8")]
pub(in crate::cli) struct SelfPlayArguments {
    /// The folder for the shards
    folder: PathBuf,
    /// What makes this run different from others
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many shards there should be
    #[arg(long, value_name = "N", default_value_t = 100)]
    shards: u32,
    /// Games in a shard
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u32,
    /// The fewest random plies at the start
    #[arg(long, value_name = "N", default_value_t = 6)]
    opening_from: u32,
    /// The most random plies at the start
    #[arg(long, value_name = "N", default_value_t = 20)]
    opening_to: u32,
    /// How many of a thousand later moves are random
    #[arg(long, value_name = "N", default_value_t = 70)]
    noise: u32,
    /// Depth of the searches for the other moves
    #[arg(long, value_name = "N", default_value_t = 3)]
    depth: u32,
    /// Play without errors with this many empties or fewer
    #[arg(long, value_name = "N", default_value_t = 9)]
    exact: u32,
    #[command(flatten)]
    crew: CrewArguments,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
}

impl SelfPlayArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let settings = SelfPlay {
            seed: self.seed,
            games_per_shard: self.games,
            opening: (self.opening_from, self.opening_to),
            noise: self.noise,
            depth: self.depth,
            exact_empties: self.exact,
        };
        let blocks = Blocks { folder: self.folder, count: self.shards };
        let evaluator = Engine::new(self.engine.options).evaluator();
        self.crew.work(self.shards, |crew| Ok(play(&settings, &blocks, &evaluator, crew)?))
    }
}
