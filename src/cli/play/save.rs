//! A game as a file.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::board::Color;
use crate::game::{Format, Game, GgfEnding, GgfPlayer, GgfResult, Record, StatedResult};

/// Writes `game` to `path`, in the format that its name ends in, or else its moves. The
/// `person` plays that side, or both; who has `resigned` has lost.
pub(super) fn write(
    path: &Path,
    game: &Game,
    person: Option<Color>,
    resigned: Option<Color>,
) -> anyhow::Result<()> {
    let extension = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    let whole = match extension.as_deref() {
        Some("ggf") => Some(Format::Ggf),
        Some("pgn") => Some(Format::Pgn),
        Some("json") => Some(Format::Json),
        _ => None,
    };
    let mut record = Record::from(game.clone());
    if whole.is_some() {
        (record.black, record.white) = (player(Color::Black, person), player(Color::White, person));
        record.result = resigned.map(resignation);
    }
    let is_usual = game.start() == Game::default().start();
    let moves = if is_usual { Format::Transcript } else { Format::Position };
    let text = record.to_text(whole.unwrap_or(moves))? + "\n";
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// Who plays `side`.
fn player(side: Color, person: Option<Color>) -> GgfPlayer {
    let name = match person {
        Some(person) if person != side => "Outflank",
        _ => "Player",
    };
    GgfPlayer { name: name.to_owned(), ..GgfPlayer::default() }
}

/// The result of a game that `side` has given up: all discs are the other's.
fn resignation(side: Color) -> StatedResult {
    let centidiscs = match side {
        Color::Black => -6400,
        Color::White => 6400,
    };
    StatedResult::Difference(GgfResult { centidiscs, ending: GgfEnding::Resigned })
}
