//! The replies with game records: the records of files, and the current game in a given format.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::{HistoryReply, PlaceReply};
use othello::game::{
    Format as RecordFormat, FoundRecord, Mark, MoveNote, Record, RecordError, Variation,
};

/// A record in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordReply {
    /// The file.
    pub file: String,
    /// Where the record starts, or where the error is.
    #[serde(flatten)]
    pub place: PlaceReply,
    /// Why it is unreadable.
    pub reason: Option<String>,
    /// The record. After an illegal move: the part before it.
    #[serde(flatten)]
    pub record: Option<ReadReply>,
}

/// The contents of a record. Unknown texts are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadReply {
    /// The name of the format, if all of the record was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The name of Black's player.
    pub black: String,
    /// The name of White's player.
    pub white: String,
    /// The tournament, or the place if no tournament is given.
    pub event: String,
    /// The date as written.
    pub date: String,
    /// The stated result, or the result of the moves if none is stated.
    pub result: Option<String>,
    /// The start and the moves.
    #[serde(flatten)]
    pub history: HistoryReply,
    /// The comment on the game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The marks in the position before the first move.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub marks: BTreeSet<Mark>,
    /// The notes on the moves: empty, or one per move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<MoveNote>,
    /// Alternatives to the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

impl RecordReply {
    /// The reply for a record of `file`.
    #[must_use]
    pub fn new(file: &str, found: &Result<FoundRecord, RecordError>) -> RecordReply {
        let (place, reason, record) = match found {
            Err(error) => {
                let legal = error.legal.as_deref().map(|record| ReadReply::new(record, None));
                (error.place, Some(error.fault.to_string()), legal)
            }
            Ok(found) => {
                (found.place, None, Some(ReadReply::new(&found.record, Some(found.format))))
            }
        };
        RecordReply { file: file.to_owned(), place: place.into(), reason, record }
    }
}

impl ReadReply {
    fn new(record: &Record, format: Option<RecordFormat>) -> ReadReply {
        let event = if record.event.is_empty() { &record.place } else { &record.event };
        ReadReply {
            format: format.map(RecordFormat::name),
            black: record.black.name.clone(),
            white: record.white.name.clone(),
            event: event.clone(),
            date: record.date.clone(),
            result: record.outcome().map(|result| result.to_string()),
            history: record.game().into(),
            comment: record.comment.clone(),
            marks: record.marks.clone(),
            notes: record.notes().to_vec(),
            variations: record.variations().to_vec(),
        }
    }
}

/// `record a.ggf:1:1 ggf moves 60 result +12.00`, `record a.txt:2:3 error invalid record "z9": expected ..`
impl fmt::Display for RecordReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}:{}", self.file, self.place)?;
        if let Some(reason) = &self.reason {
            write!(f, " error {reason}")?;
        }
        let Some(record) = &self.record else { return Ok(()) };
        let Some(format) = record.format else { return Ok(()) };
        write!(f, " {format} moves {}", record.history.moves.len())?;
        match &record.result {
            Some(result) => write!(f, " result {result}"),
            None => Ok(()),
        }
    }
}

/// The current game in a format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConvertedReply {
    /// The name of the format.
    pub format: &'static str,
    /// The text of the game. Several lines for `pgn`.
    pub text: String,
}

/// The text alone.
impl fmt::Display for ConvertedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use othello::game::Records;

    fn replies(text: &str) -> Vec<RecordReply> {
        Records::new(text.as_bytes()).map(|found| RecordReply::new("a.txt", &found)).collect()
    }

    #[test]
    fn records_have_their_position() {
        let text = "f5d6 12-52\nz9\n";
        let texts: Vec<String> = replies(text).iter().map(ToString::to_string).collect();
        assert_eq!(texts[0], "record a.txt:1:1 transcript moves 2 result 12-52");
        assert!(texts[1].starts_with(r#"record a.txt:2:1 error invalid record "z9""#));
    }

    #[test]
    fn json_has_the_fields_of_a_list_of_games() {
        let text = r#"[Event "Cup"] [Black "ann"] [White "bob"] 1. f5 d6"#;
        assert_eq!(
            Reply::Record(Box::new(replies(text).swap_remove(0))).to_text(Format::Json),
            r#"{"reply":"record","file":"a.txt","line":1,"column":1,"reason":null,"#.to_owned()
                + r#""format":"pgn","black":"ann","white":"bob","event":"Cup","date":"","#
                + r#""result":null,"start":"8/8/8/3OX3/3XO3/8/8/8 X","moves":["f5","d6"]}"#
        );
    }

    #[test]
    fn json_has_comments_and_variations() {
        let text = "[Black \"ann\"] {all} 1. f5 {one} d6 (f4 {or this})";
        let reply = Reply::Record(Box::new(replies(text).swap_remove(0))).to_text(Format::Json);
        let expected = r#""moves":["f5","d6"],"comment":"all","#.to_owned()
            + r#""notes":[{"score":null,"milliseconds":null,"comment":"one"},{"score":null,"milliseconds":null}],"#
            + r#""variations":[{"ply":1,"moves":["f4"],"notes":[{"score":null,"milliseconds":null,"comment":"or this"}]}]}"#;
        assert!(reply.ends_with(&expected), "{reply}");
    }
}
