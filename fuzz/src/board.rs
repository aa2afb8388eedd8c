//! Boards of 64 characters, drawn boards and FEN.

use othello::game::Setup;

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup));
        assert_eq!(setup.draw().with_legal_moves().to_string().parse(), Ok(setup));
    }
    if let Ok(setup) = Setup::from_fen(text) {
        assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(setup));
    }
}
