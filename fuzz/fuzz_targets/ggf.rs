//! Games in GGF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::game::GgfGame;

fuzz_target!(|text: &str| {
    if let Ok(game) = text.parse::<GgfGame>() {
        assert_eq!(game.to_string().parse::<GgfGame>(), Ok(game));
    }
});
