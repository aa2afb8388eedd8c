//! Boards of 64 characters, drawn boards and FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::game::Setup;

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup));
        assert_eq!(setup.draw().with_legal_moves().to_string().parse(), Ok(setup));
    }
    if let Ok(setup) = Setup::from_fen(text) {
        assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(setup));
    }
});
