//! Saving a game.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::ensure;

use super::date::today;
use super::{Loss, PlaySession};
use crate::atomic_files::write_atomically;
use crate::source::{Entry, RecordSource};
use othello::board::Color;
use othello::game::{Format, Game, GameResult, Player, Record, WthorNames};

impl PlaySession {
    /// Whether the game has unsaved moves.
    pub(in super::super) fn is_unsaved(&self) -> bool {
        let is_saved = |(game, lost): &(Game, _)| (game, *lost) == (&self.game, self.lost);
        self.game != self.start && !self.saved.as_ref().is_some_and(is_saved)
    }

    /// The game as input of an analysis.
    pub(in super::super) fn entry(&self) -> Entry {
        Entry::from(self.record())
    }

    /// Saves the game to `path` in the format of the extension, by default as moves. Replaces an
    /// existing file only if it holds one game.
    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        ensure!(
            may_replace(path),
            "{} is not a game: expected a new file, or a game to replace",
            path.display()
        );
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
        let is_usual = self.game.start() == Game::default().start();
        let (format, record) = match extension.as_deref() {
            Some("ggf") => (Format::Ggf, self.record()),
            Some("pgn") => (Format::Pgn, self.record()),
            Some("json") => (Format::Json, self.record()),
            _ if is_usual => (Format::Transcript, Record::from(self.game.clone())),
            _ => (Format::Position, Record::from(self.game.clone())),
        };
        let text = record.to_text(format)? + "\n";
        write_atomically(path, text.as_bytes())
    }

    /// The game with date, players and result, or the loaded record.
    fn record(&self) -> Record {
        let is_loaded = |loaded: &&Record| *loaded.game() == self.game && self.lost.is_none();
        if let Some(loaded) = self.loaded.as_ref().filter(is_loaded) {
            return loaded.clone();
        }
        let mut record = Record::from(self.game.clone());
        record.black = self.recorded_player(Color::Black);
        record.white = self.recorded_player(Color::White);
        record.date = today();
        record.result = self.lost.map(early_result);
        record
    }

    /// The player of `side` in the record, such as `Outflank, level 4`.
    fn recorded_player(&self, side: Color) -> Player {
        let name = match self.strength(side) {
            Some(strength) => format!("Outflank, {strength}"),
            None => "Player".to_owned(),
        };
        Player { name, ..Player::default() }
    }
}

/// Whether `path` is free or holds at most one game.
fn may_replace(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return true };
    if !metadata.is_file() || metadata.len() == 0 {
        return true;
    }
    let records = RecordSource::File(path.to_path_buf()).records(WthorNames::NONE);
    records.is_ok_and(|mut records| {
        records.next().is_some_and(|first| first.is_ok()) && records.next().is_none()
    })
}

/// The result after an early loss: the opponent gets all discs.
pub(super) fn early_result(Loss { side, ending }: Loss) -> GameResult {
    let centidiscs = match side {
        Color::Black => -6400,
        Color::White => 6400,
    };
    GameResult::Difference { centidiscs, ending }
}
