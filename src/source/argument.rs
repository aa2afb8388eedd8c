//! [`RecordArgument`]: an argument that is a record or names a source.

use std::path::Path;

use anyhow::anyhow;

use super::RecordSource;
use othello::game::{
    Format, FoundRecord, QUOTED, Record, RecordError, RecordFault, RecordPlace, shorten,
};

/// An argument that is a record or names a source.
pub(crate) enum RecordArgument {
    Record(Box<Result<Record, RecordError>>),
    Source(RecordSource),
}

impl RecordArgument {
    /// Reads `text`: `-` for standard input, a record, or the name of an existing file.
    pub(crate) fn parse(text: &str) -> RecordArgument {
        if text == "-" {
            return RecordArgument::Source(RecordSource::StandardInput);
        }
        match parse_words(text) {
            Err(_) if Path::new(text).exists() => {
                RecordArgument::Source(RecordSource::File(text.into()))
            }
            record => RecordArgument::Record(Box::new(record)),
        }
    }

    /// The only record of `text`.
    pub(crate) fn one(text: &str) -> anyhow::Result<Record> {
        match RecordArgument::parse(text) {
            RecordArgument::Record(record) => record.map_err(|error| bad_record(text, error)),
            RecordArgument::Source(source) => source.only_record(),
        }
    }
}

/// Reads the words of arguments as a record. Words after the moves are a comment in a file. Refuses
/// them here unless a mark such as `%` starts them.
fn parse_words(text: &str) -> Result<Record, RecordError> {
    let FoundRecord { record, format, .. } = text.parse()?;
    let comment = &record.comment;
    let is_marked = text.contains(['%', '#', ';', '{']);
    if format != Format::Transcript || comment.is_empty() || is_marked || !text.ends_with(comment) {
        return Ok(record);
    }
    let place = RecordPlace::Text { line: 1, column: 1 };
    let fault = RecordFault::Trailing { text: shorten(comment, QUOTED) };
    Err(RecordError { place, fault, legal: None })
}

/// The word of `text` that names a file, if there are other words.
fn file_among_words(text: &str) -> Option<&str> {
    let is_one_word = !text.trim().contains(char::is_whitespace);
    text.split_whitespace().filter(|_| !is_one_word).find(|word| Path::new(word).is_file())
}

/// The error about an argument that is not a legal record.
pub(super) fn bad_record(text: &str, error: RecordError) -> anyhow::Error {
    if error.fault.is_illegal_move() { IllegalMove(error).into() } else { no_record(text, error) }
}

/// The error about an argument that is neither a record nor a file.
fn no_record(text: &str, error: RecordError) -> anyhow::Error {
    if let Some(file) = file_among_words(text) {
        return anyhow!("{file:?} is a file, among other words: expected one file, or a record");
    }
    match error.fault {
        RecordFault::Unknown { .. } | RecordFault::Fen(_) if is_path(text) => {
            anyhow!("there is no file {text:?}: expected a record, or the name of a file")
        }
        fault @ RecordFault::Unknown { .. } => anyhow!("{fault}, or the name of a file"),
        RecordFault::Trailing { text } => {
            anyhow!("unexpected {text:?} after the record: expected moves, or % before a comment")
        }
        fault => fault.into(),
    }
}

/// Whether `text` looks like a path: one word that has an extension or a folder and is not a FEN
/// row.
pub(super) fn is_path(text: &str) -> bool {
    let is_word = !text.contains(char::is_whitespace) && !text.contains("://");
    let folder = text.split_once(std::path::is_separator).map(|(folder, _)| folder);
    let is_row = |text: &str| text.chars().all(|next| "12345678XxOo".contains(next));
    let has_folder = folder.is_some_and(|folder| folder.is_empty() || !is_row(folder));
    is_word && (has_folder || Path::new(text).extension().is_some())
}

/// An illegal move in a record: the exit status is 1.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.fault)]
pub(crate) struct IllegalMove(RecordError);
