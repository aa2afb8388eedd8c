//! Training: self-play, fitting and evaluation.
//!
//! `scripts/train.sh` runs these steps in order; see `docs/lab-book.md`.

mod calibrate;
mod chart;
mod eval_row;
mod evaltest;
mod fit;
mod run_control;
mod selfplay;

pub(crate) use calibrate::CalibrateArguments;
pub(crate) use evaltest::EvalTestArguments;
pub(crate) use fit::FitArguments;
pub(crate) use selfplay::SelfPlayArguments;

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};

use crate::output::is_same_file;
use engine::eval::Weights;
use lab::training::games::{PlayedGame, read_shard};
use lab::training::shards::files;

/// The games in these folders. A repeated folder is an error.
fn read_games(folders: &[PathBuf]) -> anyhow::Result<Vec<PlayedGame>> {
    let mut games = Vec::new();
    for (index, folder) in folders.iter().enumerate() {
        let is_there = folders[..index].iter().any(|other| is_same_file(other, folder));
        ensure!(!is_there, "repeated folder {}: expected each once", folder.display());
        let paths = files(folder, "games");
        for path in paths.map_err(|error| anyhow!("{error}: expected a folder of games"))? {
            games.extend(read_shard(&path)?);
        }
    }
    Ok(games)
}

fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let name = || path.display().to_string();
    Weights::from_bytes(&fs::read(path).with_context(name)?).with_context(name)
}

/// A parser of `5` or an inclusive range `5-6` within `bounds`.
pub(super) fn range_within(
    bounds: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<RangeInclusive<u32>, String> + Clone {
    move |text| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let is_inside = |range: &RangeInclusive<u32>| {
            range.start() <= range.end()
                && bounds.contains(range.start())
                && bounds.contains(range.end())
        };
        let range = first.parse().ok().zip(last.parse().ok()).map(|(first, last)| first..=last);
        range.filter(is_inside).ok_or_else(|| {
            let (least, most) = (bounds.start(), bounds.end());
            format!("expected an integer from {least} to {most}, or a range such as 5-6")
        })
    }
}

/// Parses a number from 0 to 1.
fn parse_fraction(text: &str) -> Result<f32, String> {
    let fraction = text.parse().ok().filter(|fraction| (0.0..=1.0).contains(fraction));
    fraction.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let read = range_within(1..=60);
        assert_eq!(read("5"), Ok(5..=5));
        assert_eq!(read("13-16"), Ok(13..=16));
        assert_eq!(read("1-60"), Ok(1..=60));
        for text in ["", "x", "6-5", "5-", "-5", "1-2-3", "0-5", "5-61", "0"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
