//! Every answer of the engine as a value with two forms: text for hosts and people
//! ([`Display`](fmt::Display)), and a JSON object for programs
//! ([`serde::Serialize`]). The same value gives the same fields wherever it is
//! printed, in a session or by a subcommand.

mod analysis;
mod bench;
mod board;
mod eval;
mod perft;
mod record;
mod search;
mod session;

pub use analysis::{AnalysisReply, PlyReply, SideReply};
pub use bench::{BenchPositionReply, BenchReply};
pub use board::{BoardReply, HistoryReply, LegalReply, MovesReply};
pub use eval::{EvalReply, PartReply, TermReply};
pub use perft::{DivideReply, PerftReply};
pub use record::{FactsReply, PlaceReply, RecordsReply, ValidateReply};
pub use search::{
    BestMoveReply, BoundReply, CertaintyReply, InfoReply, LineReply, NoteReply, ReportReply,
    ScoreReply, UsageReply,
};
pub use session::{CommandReply, HelpReply, IdReply, OptionReply, ResponseReply};

use std::fmt;

use serde::{Serialize, Serializer};

use crate::score::Score;

/// An answer. In JSON the key `reply` tells which one it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
pub enum Reply {
    /// Who the engine is.
    Id(IdReply),
    /// An option.
    Option(OptionReply),
    /// The end of what `ugi` asked for.
    UgiOk,
    /// Everything before is done.
    ReadyOk,
    /// What `query` asked for.
    Response(ResponseReply),
    /// The commands.
    Help(HelpReply),
    /// The board.
    Board(BoardReply),
    /// The moves so far.
    History(HistoryReply),
    /// A line that a search found.
    Info(InfoReply),
    /// Something that a person may want to know; programs can ignore it.
    Note(NoteReply),
    /// The move that a search chose.
    BestMove(BestMoveReply),
    /// Everything that a search found.
    Report(ReportReply),
    /// The legal moves.
    Moves(MovesReply),
    /// Whether a move is legal.
    Legal(LegalReply),
    /// Whether a record is right.
    Validate(ValidateReply),
    /// How many of a file's records are.
    Records(RecordsReply),
    /// The static evaluation.
    Eval(EvalReply),
    /// The number of ways that a game can go on.
    Perft(PerftReply),
    /// What was found in a position of the bench.
    Position(BenchPositionReply),
    /// The sum of the bench.
    Bench(BenchReply),
    /// What was found out about a ply of a game.
    Ply(PlyReply),
    /// The analysis of a game in a few numbers.
    Analysis(AnalysisReply),
    /// Something was refused.
    Error(ErrorReply),
}

/// In which form replies are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Lines of words, a reply may be several.
    #[default]
    Text,
    /// One JSON object a line.
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
            Reply::Info(reply) => reply.fmt(f),
            Reply::Note(reply) => reply.fmt(f),
            Reply::BestMove(reply) => reply.fmt(f),
            Reply::Report(reply) => reply.fmt(f),
            Reply::Moves(reply) => reply.fmt(f),
            Reply::Legal(reply) => reply.fmt(f),
            Reply::Validate(reply) => reply.fmt(f),
            Reply::Records(reply) => reply.fmt(f),
            Reply::Eval(reply) => reply.fmt(f),
            Reply::Perft(reply) => reply.fmt(f),
            Reply::Position(reply) => reply.fmt(f),
            Reply::Bench(reply) => reply.fmt(f),
            Reply::Ply(reply) => reply.fmt(f),
            Reply::Analysis(reply) => reply.fmt(f),
            Reply::Error(reply) => reply.fmt(f),
        }
    }
}

/// Something was refused, and nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorReply {
    /// What is wrong, quoted, and what was expected; one line.
    pub message: String,
}

impl ErrorReply {
    /// The reply that says `error`; line breaks in it become blanks.
    #[must_use]
    pub fn new(error: &dyn fmt::Display) -> ErrorReply {
        let one_line = |character: char| if character.is_control() { ' ' } else { character };
        ErrorReply { message: error.to_string().chars().map(one_line).collect() }
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
    // None of the replies can fail here; if one ever does, the line says so.
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

/// Serializes hundredths of a disc as a number of discs.
fn as_discs_of<S: Serializer>(centidiscs: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(f64::from(*centidiscs) / f64::from(Score::PER_DISC))
}

/// Writes a blank and each of `words`.
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
