//! Transcripts. Each accepted transcript prints to a text that reads back.

use othello::game::{Game, Setup};

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(game) = Game::from_transcript(Setup::START, text) {
        let printed = game.transcript_with_passes();
        assert_eq!(Game::from_transcript(Setup::START, &printed), Ok(game));
    }
}
