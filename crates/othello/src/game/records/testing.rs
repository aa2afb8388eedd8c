//! Test helpers for the formats.

use super::{FoundRecord, Record, RecordError, Records};

/// The squares of the usual start.
pub(super) const START: &str = "---------------------------OX------XO---------------------------";

/// One line for each record in `text`: its place, its format and the number of its moves, or the
/// error.
pub(super) fn read(text: &str) -> Vec<String> {
    let line = |found: Result<FoundRecord, RecordError>| match found {
        Ok(FoundRecord { place, format, record, .. }) => {
            format!("{place} {format} {}", record.game.moves().len())
        }
        Err(error) => error.to_string(),
    };
    Records::new(text.as_bytes()).map(line).collect()
}

/// The result in `text`, which is one record.
pub(super) fn result(text: &str) -> Option<String> {
    let record: Record = text.parse().unwrap();
    record.result.map(|result| result.to_string())
}

/// The one record in `text`.
pub(super) fn one(text: &str) -> Record {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of each record in `text`, or `!` and the fault.
pub(super) fn games(text: &str) -> Vec<String> {
    let moves = |found: Result<FoundRecord, RecordError>| match found {
        Ok(found) => found.record.game.transcript(),
        Err(error) => format!("!{error}"),
    };
    Records::new(text.as_bytes()).map(moves).collect()
}
