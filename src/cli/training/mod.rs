//! Making evaluators: self-play, labels, a fit, and what they are worth.
//!
//! `scripts/train.sh` puts them together; see `docs/lab-book.md`.

mod calibrate;
mod chart;
mod crew;
mod evaltest;
mod fit;
mod label;
mod selfplay;

pub(super) use calibrate::CalibrateArguments;
pub(super) use evaltest::EvalTestArguments;
pub(super) use fit::FitArguments;
pub(super) use label::LabelArguments;
pub(super) use selfplay::SelfPlayArguments;

use std::path::PathBuf;

use crate::training::blocks::files;
use crate::training::games::{PlayedGame, read_shard};

/// The games in all of these folders.
fn read_games(folders: &[PathBuf]) -> anyhow::Result<Vec<PlayedGame>> {
    let mut games = Vec::new();
    for folder in folders {
        for path in files(folder, "games")? {
            games.extend(read_shard(&path)?);
        }
    }
    Ok(games)
}
