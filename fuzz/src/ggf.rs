//! Games in GGF.

use othello::game::GgfGame;

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(game) = text.parse::<GgfGame>() {
        assert_eq!(game.to_string().parse::<GgfGame>(), Ok(game));
    }
}
