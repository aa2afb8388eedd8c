//! The replies about game records.

use std::fmt;

use serde::Serialize;

use othello::board::{DiscDiff, Move};
use othello::game::{FoundRecord, RecordError, RecordPlace};

/// Whether a record is valid: its moves are legal, and a stated result agrees with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValidateReply {
    /// Whether it is valid.
    pub valid: bool,
    /// The file, for a record of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where the record starts, or where the error is.
    #[serde(flatten)]
    pub place: PlaceReply,
    /// Why it is invalid.
    pub reason: Option<String>,
    /// Facts about a readable record.
    #[serde(flatten)]
    pub facts: Option<FactsReply>,
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PlaceReply {
    /// A place in a text file.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// A place in a binary file.
    Game {
        /// The number of the game, from 1.
        game: usize,
    },
}

/// Facts about a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactsReply {
    /// The name of its format.
    pub format: &'static str,
    /// The number of its moves, passes included.
    pub moves: usize,
    /// The number of passes, including implied ones.
    pub passes: usize,
    /// The final result: Black's discs minus White's, with empties counted for the winner. `None`
    /// before the end of the game.
    pub result: Option<i32>,
    /// The result stated by the record.
    pub stated: Option<String>,
}

impl ValidateReply {
    /// The reply for a record of `file`. `file` is `None` for a single text.
    #[must_use]
    pub fn new(file: Option<&str>, found: &Result<FoundRecord, RecordError>) -> ValidateReply {
        let (place, reason, facts) = match found {
            Err(error) => (error.place, Some(error.fault.to_string()), None),
            Ok(found) => {
                let (record, game) = (&found.record, found.record.game());
                let wrong = record.result.and_then(|result| result.contradiction(game));
                let facts = FactsReply {
                    format: found.format.name(),
                    moves: game.moves().len(),
                    passes: game.moves().iter().filter(|&&mv| mv == Move::Pass).count(),
                    result: game.final_difference().map(DiscDiff::discs),
                    stated: record.result.map(|result| result.to_string()),
                };
                (found.place, wrong, Some(facts))
            }
        };
        let place = place.into();
        let (valid, file) = (reason.is_none(), file.map(str::to_owned));
        ValidateReply { valid, file, place, reason, facts }
    }
}

impl From<RecordPlace> for PlaceReply {
    fn from(place: RecordPlace) -> PlaceReply {
        match place {
            RecordPlace::Text { line, column } => PlaceReply::Text { line, column },
            RecordPlace::Game(game) => PlaceReply::Game { game },
        }
    }
}

/// `3:17` or `game 12`.
impl fmt::Display for PlaceReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceReply::Text { line, column } => write!(f, "{line}:{column}"),
            PlaceReply::Game { game } => write!(f, "game {game}"),
        }
    }
}

/// `valid yes pgn moves 61 passes 1 result 12 stated 38-26`, or
/// `valid no 1:4: move 2, "d3", is illegal: d3 flips nothing for white`. For a record of a file,
/// `valid` follows the file and the place.
impl fmt::Display for ValidateReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place;
        match (&self.file, &self.reason) {
            (Some(file), Some(reason)) => return write!(f, "{file}:{place}: {reason}"),
            (Some(file), None) => write!(f, "{file}:{place}: ")?,
            (None, Some(reason)) => return write!(f, "valid no {place}: {reason}"),
            (None, None) => f.write_str("valid yes ")?,
        }
        let Some(facts) = &self.facts else { return Ok(()) };
        let FactsReply { format, moves, passes, .. } = facts;
        write!(f, "{format} moves {moves} passes {passes}")?;
        if let Some(result) = facts.result {
            write!(f, " result {result}")?;
        }
        if let Some(stated) = &facts.stated {
            write!(f, " stated {stated}")?;
        }
        Ok(())
    }
}

/// The totals of the validation of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct RecordsReply {
    /// The number of records.
    pub records: usize,
    /// The number of valid records.
    pub valid: usize,
    /// The number of unreadable records and of records with illegal moves.
    pub failed: usize,
    /// The number of records whose stated result contradicts their moves.
    pub wrong_result: usize,
    /// The number of unfinished games, single positions included.
    pub unfinished: usize,
    /// The total number of passes.
    pub passes: usize,
}

impl RecordsReply {
    /// Adds a record to the totals.
    pub fn count(&mut self, reply: &ValidateReply) {
        self.records += 1;
        let Some(facts) = &reply.facts else {
            self.failed += 1;
            return;
        };
        self.valid += usize::from(reply.valid);
        self.wrong_result += usize::from(!reply.valid);
        self.unfinished += usize::from(facts.result.is_none());
        self.passes += facts.passes;
    }
}

/// `3 records: 1 valid, 1 failed, 1 with a wrong result; 0 unfinished, 2 passes`
impl fmt::Display for RecordsReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordsReply { records, valid, failed, wrong_result, unfinished, passes } = self;
        let noun = if *records == 1 { "record" } else { "records" };
        write!(
            f,
            "{records} {noun}: {valid} valid, {failed} failed, {wrong_result} with a wrong result; \
             {unfinished} unfinished, {passes} passes"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use othello::game::Records;

    fn replies(text: &str, file: Option<&str>) -> Vec<ValidateReply> {
        let records = Records::new(text.as_bytes());
        records.map(|found| ValidateReply::new(file, &found)).collect()
    }

    #[test]
    fn records_are_valid_or_have_a_reason() {
        let text = "f5d3\ne6f4e3f6g5d6e7f5c5 64-0\ne6f4e3f6g5d6e7f5c5 40-24\nf5";
        let texts: Vec<String> = replies(text, None).iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                r#"valid no 1:3: move 2, "d3", is illegal: d3 flips nothing for white"#,
                "valid yes transcript moves 9 passes 0 result 64 stated 64-0",
                "valid no 3:1: invalid result \"40-24\": expected 13-0 (black wins by 64)",
                "valid yes transcript moves 1 passes 0",
            ]
        );
        let mut sum = RecordsReply::default();
        replies(text, Some("a.txt")).iter().for_each(|reply| sum.count(reply));
        assert_eq!(
            sum.to_string(),
            "4 records: 2 valid, 1 failed, 1 with a wrong result; 1 unfinished, 0 passes"
        );
        let named = replies(text, Some("a.txt"));
        assert!(named[0].to_string().starts_with("a.txt:1:3: move 2, "));
        assert_eq!(named[3].to_string(), "a.txt:4:1: transcript moves 1 passes 0");
    }

    #[test]
    fn json_has_the_same_fields() {
        let json = |text| {
            let reply = replies(text, None).swap_remove(0);
            Reply::Validate(reply).to_text(Format::Json)
        };
        assert_eq!(
            json("f5"),
            r#"{"reply":"validate","valid":true,"line":1,"column":1,"reason":null,"#.to_owned()
                + r#""format":"transcript","moves":1,"passes":0,"result":null,"stated":null}"#
        );
        assert_eq!(
            json("z"),
            r#"{"reply":"validate","valid":false,"line":1,"column":1,"reason":"invalid "#
                .to_owned()
                + r#"record \"z\": expected moves, 64 squares and a side, a FEN, OBF, GGF, tags or "#
                + r#"JSON"}"#
        );
    }
}
