//! Where games start, as flags.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::value_parser;

use crate::cli::position::report_bad_record;
use crate::cli::source;
use crate::engine::{Engine, Options};
use crate::game::{FoundRecord, Game, WthorNames};
use crate::tournament::openings::{Balance, OpeningSource, Openings, RandomOpenings};

/// Where games start.
#[derive(Debug, clap::Args)]
pub(super) struct OpeningArguments {
    /// Start from the positions of this file: moves, boards, FENs or OBF, one a line
    #[arg(long, value_name = "FILE", help_heading = "Openings",
        conflicts_with_all = ["random_plies", "balanced", "balance_depth", "seed"])]
    openings: Option<PathBuf>,
    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(0..=40), help_heading = "Openings")]
    random_plies: u32,
    /// Only openings in which no side is ahead by more
    #[arg(long, value_name = "DISCS", value_parser = value_parser!(u16).range(0..=64), help_heading = "Openings")]
    balanced: Option<u16>,
    /// How deep to search to find out
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Openings")]
    balance_depth: u32,
    /// What makes these openings different from others
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,
}

impl OpeningArguments {
    /// The openings, and how many there are if they are known.
    pub(super) fn openings(&self) -> anyhow::Result<(Openings, Option<usize>)> {
        if let Some(path) = &self.openings {
            let games = listed(path)?;
            let count = games.len();
            return Ok((Openings::new(OpeningSource::Listed(games)), Some(count)));
        }
        let balance = self.balanced.map(|discs| Balance {
            engine: Engine::new(Options { hash: 16, ..Options::default() }),
            depth: self.balance_depth,
            centidiscs: i32::from(discs) * 100,
        });
        let random = RandomOpenings { seed: self.seed, plies: self.random_plies, balance };
        Ok((Openings::new(OpeningSource::Random(Box::new(random))), None))
    }
}

/// The games of the file at `path`, all of which have to be good.
fn listed(path: &Path) -> anyhow::Result<Vec<Game>> {
    let file = source::Source::from(path.to_owned());
    let name = file.name();
    let mut games = Vec::new();
    let mut bad_lines = 0;
    for found in file.records(WthorNames::NONE)? {
        match found {
            Ok(FoundRecord { record, place, .. }) if record.game.is_over() => {
                bail!("{name}:{place}: the game is over: expected a position with moves");
            }
            Ok(found) => games.push(found.record.game),
            Err(error) => {
                report_bad_record(&file, &error)?;
                bad_lines += 1;
            }
        }
    }
    ensure!(bad_lines == 0, "{name} has {bad_lines} bad records");
    ensure!(!games.is_empty(), "{name} has no positions");
    Ok(games)
}
