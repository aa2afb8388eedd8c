//! Transcripts: whatever is accepted prints to something that reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::game::{Game, Setup};

fuzz_target!(|text: &str| {
    if let Ok(game) = Game::from_transcript(Setup::START, text) {
        let printed = game.transcript_with_passes();
        assert_eq!(Game::from_transcript(Setup::START, &printed), Ok(game));
    }
});
