//! `label`: positions from games with their scores.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::value_parser;

use super::read_games;
use super::run_control::RunControlArguments;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForEval};
use crate::engine::Engine;
use crate::score::Selectivity;
use crate::training::blocks::Blocks;
use crate::training::label::{Labelling, Sampling, label};

/// Which positions are drawn from games.
#[derive(Debug, clap::Args)]
pub(super) struct SamplingArguments {
    /// The folders with the games
    #[arg(long, value_name = "FOLDER", required = true)]
    games: Vec<PathBuf>,
    /// What makes this run different from others
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many of a thousand positions come after random moves
    #[arg(long, value_name = "N", default_value_t = 600)]
    wild: u32,
    /// The most of these random moves
    #[arg(long, value_name = "N", default_value_t = 14)]
    wild_moves: u32,
}

impl SamplingArguments {
    /// The settings, for positions with so many empties.
    pub(super) fn sampling(&self, empties: RangeInclusive<u32>) -> Sampling {
        Sampling { seed: self.seed, empties, wild: self.wild, wild_moves: self.wild_moves }
    }

    /// The folders with the games.
    pub(super) fn games(&self) -> &[PathBuf] {
        &self.games
    }
}

/// Take positions from games and find their scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Of 1000 positions some are taken from games as they are, the others after random moves.
With each comes the position after its best move.
Blocks that are there are kept: the same command goes on where it ended.

Examples:
  outflank label samples --games games --from 8 --to 14 --blocks 200 --jobs 8")]
pub(in crate::cli) struct LabelArguments {
    /// The folder for the samples
    folder: PathBuf,
    /// How many blocks there should be
    #[arg(long, value_name = "N", default_value_t = 100)]
    blocks: u32,
    /// Positions drawn for a block
    #[arg(long, value_name = "N", default_value_t = 2000)]
    samples: u32,
    #[command(flatten)]
    sampling: SamplingArguments,
    /// The fewest empties
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=60))]
    from: u32,
    /// The most empties
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u32).range(1..=60))]
    to: u32,
    /// Prove the score with this many empties or fewer
    #[arg(long, value_name = "N", default_value_t = 14)]
    exact: u32,
    /// With this many empties or fewer, search to the end with the selectivity
    #[arg(long, value_name = "N", default_value_t = 0)]
    solve: u32,
    /// How sure these searches to the end have to be, up to 100
    #[arg(long, value_name = "PERCENT", default_value_t = 95, value_parser = value_parser!(u8).range(0..=100))]
    selectivity: u8,
    /// Depth of the search for the score of the others
    #[arg(long, value_name = "N", default_value_t = 6)]
    depth: u32,
    #[command(flatten)]
    control: RunControlArguments,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
}

impl LabelArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let settings = Labelling {
            sampling: self.sampling.sampling(self.from.min(self.to)..=self.to),
            samples_per_block: self.samples,
            exact_empties: self.exact,
            solve_empties: self.solve,
            selectivity: Selectivity::at_least(self.selectivity).unwrap_or(Selectivity::Full),
            depth: self.depth,
        };
        let games = read_games(self.sampling.games())?;
        let blocks = Blocks { folder: self.folder, name: String::new(), numbers: 0..self.blocks };
        let evaluator = Engine::new(self.engine.options).evaluator();
        self.control.work("blocks", self.blocks, |control| {
            Ok(label(&settings, &blocks, &games, &evaluator, control)?)
        })
    }
}
