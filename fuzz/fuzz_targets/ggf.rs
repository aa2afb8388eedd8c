//! Files of games in GGF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::game::{GgfGame, GgfGames};

fuzz_target!(|text: &str| {
    for game in GgfGames::new(text) {
        if let Ok(game) = game {
            assert_eq!(game.to_string().parse::<GgfGame>(), Ok(game));
        }
    }
});
