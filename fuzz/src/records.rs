//! Record files in all formats. Each readable record can be written and read back.

use othello::game::{Format, Record, Records};

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    for found in Records::new(bytes) {
        let record = match found {
            Ok(found) => found.record,
            Err(error) => {
                assert!(error.to_string().len() < 1000);
                continue;
            }
        };
        for format in Format::ALL {
            let Ok(text) = record.to_text(format) else { continue };
            match format {
                Format::Json => assert_eq!(text.parse().as_ref(), Ok(&record)),
                Format::Transcript | Format::Position => {
                    let read: Record = text.parse().expect("what is written reads back");
                    assert_eq!(read.game(), record.game());
                }
                Format::Board | Format::Fen => {
                    let read: Record = text.parse().expect("what is written reads back");
                    assert_eq!(read.game().setup(), record.game().setup());
                }
                _ => {}
            }
        }
    }
}
