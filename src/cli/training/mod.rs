//! Training of evaluators: self-play, fitting, and measuring the result.
//!
//! `scripts/train.sh` runs these steps in order; see `docs/lab-book.md`.

mod calibrate;
mod chart;
mod evaltest;
mod fit;
mod run_control;
mod selfplay;

pub(super) use calibrate::CalibrateArguments;
pub(super) use evaltest::EvalTestArguments;
pub(super) use fit::FitArguments;
pub(super) use selfplay::SelfPlayArguments;

use std::ops::RangeInclusive;
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

/// Reads `5`, or `5-6` for both and all between them.
fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number or a range such as 5-6".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(parse_range("5"), Ok(5..=5));
        assert_eq!(parse_range("13-16"), Ok(13..=16));
        for text in ["", "x", "6-5", "5-", "-5", "1-2-3"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
