//! Every reply of the engine as a value with two forms: text for hosts and people
//! ([`Display`](fmt::Display)), and a JSON object for programs ([`serde::Serialize`]).
//! Sessions and subcommands print the same value with the same fields.

mod analysis;
mod bench;
mod board;
mod eval;
mod explore;
mod perft;
mod record;
mod records;
mod search;
mod session;

pub use analysis::{AnalysisReply, PlyReply, SideReply};
pub use bench::BenchReply;
pub use board::{BoardReply, HistoryReply, LegalReply, MovesReply, OpeningReply};
pub use eval::{EvalReply, PartReply, TermReply};
pub use explore::{
    BookMoveReply, ExploredGameReply, ExploredMoveReply, ExploredReply, IndexedReply,
};
pub use perft::{DivideReply, PerftReply};
pub use record::{FactsReply, PlaceReply, RecordsReply, ValidateReply};
pub use records::{ConvertedReply, RecordReply};
pub use search::{
    BestMoveReply, BoundReply, CertaintyReply, NoteReply, ScoreReply, result_replies,
};
pub use session::{CommandReply, HelpReply, IdReply, OptionKindReply, OptionReply, ResponseReply};

use std::fmt;

use serde::{Serialize, Serializer};

use engine::BenchPosition;
use engine::score::{Score, discs_of};
use engine::search::{SearchInfo, SearchReport};
use othello::game::one_line;

/// A reply. In JSON the key `reply` is the name of the variant.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
pub enum Reply {
    /// The name and author of the engine.
    Id(IdReply),
    /// An option.
    Option(OptionReply),
    /// The end of the reply to `ugi`.
    UgiOk,
    /// All earlier commands have been executed.
    ReadyOk,
    /// The reply to `query`.
    Response(ResponseReply),
    /// The commands.
    Help(HelpReply),
    /// The board.
    Board(BoardReply),
    /// The start and the moves of the game.
    History(HistoryReply),
    /// A line found by a search.
    #[serde(serialize_with = "search::serialize_info")]
    Info(SearchInfo),
    /// A message for people; programs can ignore it.
    Note(NoteReply),
    /// The move chosen by a search.
    BestMove(BestMoveReply),
    /// The result of a search.
    #[serde(serialize_with = "search::serialize_report")]
    Report(SearchReport),
    /// The legal moves.
    Moves(MovesReply),
    /// Whether a move is legal.
    Legal(LegalReply),
    /// Whether a record is valid.
    Validate(ValidateReply),
    /// A record in a file.
    Record(Box<RecordReply>),
    /// Games were added to the index.
    Indexed(IndexedReply),
    /// What the games of the index played in the position.
    Explored(ExploredReply),
    /// The game in another format.
    Converted(ConvertedReply),
    /// An opening.
    Opening(OpeningReply),
    /// The number of valid records in files.
    Records(RecordsReply),
    /// The static evaluation.
    Eval(EvalReply),
    /// The result of a perft.
    Perft(PerftReply),
    /// The result of a position of the bench.
    #[serde(serialize_with = "bench::serialize_position")]
    Position(BenchPosition),
    /// The totals of the bench.
    Bench(BenchReply),
    /// The analysis of a ply.
    Ply(PlyReply),
    /// The totals of an analysis.
    Analysis(AnalysisReply),
    /// A refused command.
    Error(ErrorReply),
}

/// The format of replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Text. A reply may have several lines.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

impl Reply {
    /// The reply in `format`, without a line break at the end.
    #[must_use]
    pub fn to_text(&self, format: Format) -> String {
        match format {
            Format::Text => self.to_string(),
            Format::Json => to_json(self),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Id(reply) => reply.fmt(f),
            Reply::Option(reply) => reply.fmt(f),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Response(reply) => reply.fmt(f),
            Reply::Help(reply) => reply.fmt(f),
            Reply::Board(reply) => reply.fmt(f),
            Reply::History(reply) => reply.fmt(f),
            Reply::Info(info) => search::write_info(f, info),
            Reply::Note(reply) => reply.fmt(f),
            Reply::BestMove(reply) => reply.fmt(f),
            Reply::Report(report) => search::write_report(f, report),
            Reply::Moves(reply) => reply.fmt(f),
            Reply::Legal(reply) => reply.fmt(f),
            Reply::Validate(reply) => reply.fmt(f),
            Reply::Record(reply) => reply.fmt(f),
            Reply::Indexed(reply) => reply.fmt(f),
            Reply::Explored(reply) => reply.fmt(f),
            Reply::Converted(reply) => reply.fmt(f),
            Reply::Opening(reply) => reply.fmt(f),
            Reply::Records(reply) => reply.fmt(f),
            Reply::Eval(reply) => reply.fmt(f),
            Reply::Perft(reply) => reply.fmt(f),
            Reply::Position(position) => bench::write_position(f, position),
            Reply::Bench(reply) => reply.fmt(f),
            Reply::Ply(reply) => reply.fmt(f),
            Reply::Analysis(reply) => reply.fmt(f),
            Reply::Error(reply) => reply.fmt(f),
        }
    }
}

/// A refused command. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorReply {
    /// One line: the offending text, quoted, and what was expected.
    pub message: String,
}

impl ErrorReply {
    /// The reply for `error`. Line breaks become blanks.
    #[must_use]
    pub fn new(error: &dyn fmt::Display) -> ErrorReply {
        ErrorReply { message: one_line(&error.to_string()) }
    }
}

/// `error ` and the message.
impl fmt::Display for ErrorReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}", self.message)
    }
}

/// `value` as a JSON object in one line.
#[must_use]
pub fn to_json<T: Serialize>(value: &T) -> String {
    // No reply can fail to serialize. A failure would appear in the line.
    serde_json::to_string(value).unwrap_or_else(|error| {
        serde_json::json!({ "reply": "error", "message": error.to_string() }).to_string()
    })
}

/// Serializes a value as its text.
fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes a value as its text, or as null.
fn as_text_or_null<T: fmt::Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// Serializes values as a list of their texts.
fn as_texts<T: fmt::Display, S: Serializer>(
    values: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// Serializes a score as a number of discs.
fn as_discs<S: Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
    as_discs_of(&score.centidiscs(), serializer)
}

/// Serializes centidiscs as a number of discs.
fn as_discs_of<S: Serializer>(centidiscs: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(discs_of(*centidiscs))
}

/// Writes each of `words` after a blank.
fn write_words<T: fmt::Display>(f: &mut fmt::Formatter<'_>, words: &[T]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line() {
        let reply = Reply::Error(ErrorReply::new(&"two\r\nlines"));
        assert_eq!(reply.to_text(Format::Text), "error two  lines");
        assert_eq!(reply.to_text(Format::Json), r#"{"reply":"error","message":"two  lines"}"#);
    }
}
