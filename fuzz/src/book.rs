//! Edax books and line books.

use engine::book::{EdaxBook, LineFormat};
use othello::board::Bitboard;

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    if let Ok((book, _)) = EdaxBook::parse(bytes) {
        let mut written = Vec::new();
        book.write(&mut written).expect("it is written to memory");
        let (again, faults) = EdaxBook::parse(&written).expect("it can be read again");
        assert_eq!(again, book);
        assert_eq!((faults.damaged, faults.missing, faults.bytes_left), (0, 0, 0));
    }
    let Ok(text) = str::from_utf8(bytes) else { return };
    for line in text.lines() {
        for format in [LineFormat::Json, LineFormat::Obf, LineFormat::Transcript] {
            let Ok(told) = format.parse(line) else { continue };
            for (position, told) in told {
                let mut moves: Bitboard = told.moves.iter().map(|told| told.square).collect();
                moves |= told.without;
                assert!((moves - position.legal_moves()).is_empty(), "{line}");
            }
        }
    }
}
