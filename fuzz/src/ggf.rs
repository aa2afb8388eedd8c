//! Games in GGF.

use othello::game::{Format, Record};

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(record) = Record::from_ggf(text) else { return };
    let again = Record::from_ggf(&record.to_ggf()).expect("a game that we wrote");
    assert_eq!((again.game(), again.to_ggf()), (record.game(), record.to_ggf()));
    if record.lost_in(Format::Ggf).next().is_none() {
        let mut record = record;
        record.result = record.outcome();
        assert_eq!(again, record);
    }
}
