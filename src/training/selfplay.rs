//! `selfplay`: games of the engine against itself.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::range_within;
use super::run_control::RunControlArguments;
use crate::flags::{EngineFlags, ForEval, whole};
use crate::output::file_to_write;
use crate::{Status, complain};
use engine::Engine;
use lab::training::selfplay::{SelfPlay, play};
use lab::training::shards::Shards;

/// The greatest number of the first shard, and of shards.
const MAX_SHARDS: i64 = 1_000_000;

/// Play games against itself, from random openings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Where a range such as 5-6 is given, each game draws a number in it. The score of every search
is kept, and the result, which is proven from where exact play begins.

Shards that are there are kept: the same command goes on where it ended, and another one is
refused where it would mix its games with those of the same seed. The games depend
on the seed and the settings alone, not on the number of threads. Several machines share a
run by playing other shards of it, whose files can be thrown together.

Examples:
  outflank selfplay games --seed 1 --shards 150 --jobs 8
  outflank selfplay games --seed 1 --first 150 --shards 150 --jobs 8")]
pub(crate) struct SelfPlayArguments {
    /// The folder for the shards
    #[arg(value_parser = file_to_write())]
    folder: PathBuf,
    /// What makes this run different from others
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of the first shard
    #[arg(long, value_name = "N", default_value_t = 0,
        value_parser = whole::<u32>(..=MAX_SHARDS))]
    first: u32,
    /// How many shards there should be
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = whole::<u32>(1..=MAX_SHARDS))]
    shards: u32,
    /// Games in a shard
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = whole::<u32>(1..))]
    games: u32,
    /// Random plies at the start
    #[arg(long, value_name = "RANGE", default_value = "8-14", value_parser = range_within(0..=60))]
    opening: RangeInclusive<u32>,
    /// How many games of a thousand have more
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = whole::<u32>(..=1000))]
    long_openings: u32,
    /// Random plies at the start of these
    #[arg(long, value_name = "RANGE", default_value = "15-30", value_parser = range_within(0..=60))]
    long_opening: RangeInclusive<u32>,
    /// In how many games of a thousand there are random moves later
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole::<u32>(..=1000))]
    noisy_games: u32,
    /// How many of a thousand later moves of these are random
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u32>(..=1000))]
    noise: u32,
    /// In how many games of a thousand every other move is random for a while
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(..=1000))]
    excursions: u32,
    /// For how many plies
    #[arg(long, value_name = "RANGE", default_value = "1-8", requires = "excursions",
        value_parser = range_within(1..=60))]
    excursion: RangeInclusive<u32>,
    /// Depth of the searches for the other moves
    #[arg(long, value_name = "RANGE", default_value = "5-6", value_parser = range_within(1..=60))]
    depth: RangeInclusive<u32>,
    /// Play without errors with this many empties or fewer
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
        let advice = ": the same command goes on where it ended";
        self.control.work("shards", self.shards, advice, |control| {
            let kept = play(&settings, &shards, &evaluator, &player, control)?;
            if kept > 0 {
                complain(format_args!("kept as they were: {kept} of {} shards", self.shards));
            }
            Ok(())
        })
    }
}
