//! `selfplay`: training games.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::range_within;
use super::run_control::RunControlArguments;
use crate::flags::{EngineFlags, ForEval, integer};
use crate::output::file_to_write;
use crate::{Status, complain};
use engine::Engine;
use lab::training::selfplay::{SelfPlay, play};
use lab::training::shards::Shards;

/// Maximum of --first and --shards.
const MAX_SHARDS: u32 = 1_000_000;

/// Play training games from random openings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each game draws a number from each range such as 5-6. A game keeps the score of every search and the
result, which is proven from the start of exact play.

Existing shards are kept: the same command continues an interrupted run. Other settings with the
same seed and folder are an error. The games depend on the seed and the settings only, not on the
number of threads. Machines can share a run: play different shards and copy the files together.

Examples:
  outflank selfplay games --seed 1 --shards 150 --jobs 8
  outflank selfplay games --seed 1 --first 150 --shards 150 --jobs 8")]
pub(crate) struct SelfPlayArguments {
    /// The folder for the shards
    #[arg(value_parser = file_to_write())]
    folder: PathBuf,
    /// Seed of the run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of the first shard
    #[arg(long, value_name = "N", default_value_t = 0,
        value_parser = integer::<u32>(0..=MAX_SHARDS))]
    first: u32,
    /// Number of shards
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = integer::<u32>(1..=MAX_SHARDS))]
    shards: u32,
    /// Games per shard
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = integer::<u32>(1..))]
    games: u32,
    /// Random plies at the start
    #[arg(long, value_name = "RANGE", default_value = "8-14", value_parser = range_within(0..=60))]
    opening: RangeInclusive<u32>,
    /// Games per thousand with a longer random opening
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = integer::<u32>(0..=1000))]
    long_openings: u32,
    /// Random plies of a longer opening
    #[arg(long, value_name = "RANGE", default_value = "15-30", value_parser = range_within(0..=60))]
    long_opening: RangeInclusive<u32>,
    /// Games per thousand with random moves after the opening
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = integer::<u32>(0..=1000))]
    noisy_games: u32,
    /// Random moves per thousand in these games
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = integer::<u32>(0..=1000))]
    noise: u32,
    /// Games per thousand with an excursion, in which every other move is random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = integer::<u32>(0..=1000))]
    excursions: u32,
    /// Plies of an excursion
    #[arg(long, value_name = "RANGE", default_value = "1-8", requires = "excursions",
        value_parser = range_within(1..=60))]
    excursion: RangeInclusive<u32>,
    /// Search depth of the other moves
    #[arg(long, value_name = "RANGE", default_value = "5-6", value_parser = range_within(1..=60))]
    depth: RangeInclusive<u32>,
    /// Maximum empties of exact play
    #[arg(long, value_name = "RANGE", default_value = "13-16", value_parser = range_within(0..=60))]
    exact: RangeInclusive<u32>,
    #[command(flatten)]
    control: RunControlArguments,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
}

impl SelfPlayArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let settings = SelfPlay {
            seed: self.seed,
            games_per_shard: self.games,
            opening: self.opening,
            long_openings: self.long_openings,
            long_opening: self.long_opening,
            noisy_games: self.noisy_games,
            noise: self.noise,
            excursions: self.excursions,
            excursion: self.excursion,
            depth: self.depth,
            exact_empties: self.exact,
        };
        let shards = Shards {
            folder: self.folder,
            name: format!("{}-", self.seed),
            numbers: self.first..self.first + self.shards,
        };
        let player = self.engine.options.evaluator_name();
        let evaluator = Engine::new(self.engine.options).evaluator();
        let advice = ": the same command continues the run";
        let mut kept = 0;
        let status = self.control.work("shards", self.shards, advice, |control| {
            kept = play(&settings, &shards, &evaluator, &player, control)?;
            Ok(())
        })?;
        if status == Status::Done {
            let (played, folder) = (self.shards - kept, shards.folder.display());
            complain(format_args!("played {played} and kept {kept} shards in {folder}"));
        }
        Ok(status)
    }
}
