//! Transcripts: whatever is accepted prints to something that reads back.

use othello::game::{Game, Setup};

/// What has to hold of any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(game) = Game::from_transcript(Setup::START, text) {
        let printed = game.transcript_with_passes();
        assert_eq!(Game::from_transcript(Setup::START, &printed), Ok(game));
    }
}
