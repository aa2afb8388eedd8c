//! Our dialect of the Universal Game Interface.
//!
//! - `command`: the [`Command`]s as values; `parse`: parses lines; `words`, `go`: the words of a
//!   line, and the search limits among them;
//! - `execute`: execution of the commands.

mod command;
mod execute;
mod go;
mod parse;
mod words;

pub use command::{Command, PerftArguments, Query};
pub use execute::count_perft;
pub use go::{read_effort, read_request};
pub use words::CommandError;

pub(super) use execute::analyze;

use super::controller::Controller;
use super::files::{Files, TooLarge};
use super::handler::{Handler, Priority};
use super::message::{Message, SessionError};
use super::reader::DecodedLine;
use super::reply::{ErrorReply, Format, Reply, result_replies};
use engine::book::{BookError, MergedBook};
use engine::search::{SearchInfo, SearchReport, ThreadShortage};
use othello::board::Move;
use othello::game::{CannotHold, Game, GameIndex, IllegalMove, ParseTranscriptError, RecordFault};

/// The state of a session.
#[derive(Debug, Default)]
pub(super) struct Ugi {
    game: Game,
    /// The result of the last search.
    report: Option<SearchReport>,
    /// The option `Ponder`: whether `bestmove` names the expected answer.
    ponder: bool,
    /// The thread shortage last reported to the host.
    reported_shortage: Option<ThreadShortage>,
    /// The format of the following replies.
    format: Format,
    /// The file contents received so far.
    files: Files,
    /// The games to explore.
    index: GameIndex,
    /// The books to explore.
    book: MergedBook,
}

/// Why a command was refused. A refused command changes nothing, except that incomplete or
/// unreadable files are dropped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Format(#[from] CannotHold),
    #[error(transparent)]
    Files(#[from] TooLarge),
    #[error(transparent)]
    Names(#[from] RecordFault),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error("illegal move {mv:?}: {reason}", mv = mv.to_string())]
    Illegal { mv: Move, reason: IllegalMove },
    #[error(transparent)]
    Moves(ParseTranscriptError),
    #[error("nothing to undo: the game is at its start")]
    NothingToUndo,
    #[error("no game {number} in the index: expected a number below {games}")]
    NoGame { number: usize, games: usize },
    #[error("no search yet: expected go, solve or hint first")]
    NoSearch,
    #[error("no search ponders: expected go ponder first")]
    NotPondering,
}

impl Handler for Ugi {
    fn priority(&self, line: &DecodedLine, is_busy: bool) -> Option<Priority> {
        let Ok(line) = line else { return Some(Priority::Queued) };
        Some(match Command::parse(line).transpose()? {
            Ok(Command::Stop) => Priority::Stop,
            Ok(Command::Quit) => Priority::Quit,
            Ok(Command::IsReady) if is_busy => Priority::Immediate,
            Ok(Command::PonderHit) => Priority::PonderHit,
            _ => Priority::Queued,
        })
    }

    fn serve(&mut self, line: DecodedLine, controller: &mut Controller) -> Vec<Message> {
        let replies = self.answer(line, controller).unwrap_or_else(|refusal| refuse(&refusal));
        self.messages(replies)
    }

    fn search_progress(&mut self, info: &SearchInfo, _: &Controller) -> Vec<Message> {
        self.messages(vec![Reply::Info(info.clone())])
    }

    fn search_result(&mut self, report: &SearchReport, _: &Controller) -> Vec<Message> {
        let news = report
            .shortage
            .filter(|&shortage| self.reported_shortage.replace(shortage) != Some(shortage));
        let note = news.map(|shortage| Reply::Note(shortage.into()));
        self.report = Some(report.clone());
        self.messages(note.into_iter().chain(result_replies(report, self.ponder)).collect())
    }

    fn job_failure(&mut self, error: SessionError) -> Vec<Message> {
        self.messages(refuse(&error.into()))
    }
}

impl Ugi {
    fn answer(
        &mut self,
        line: DecodedLine,
        controller: &mut Controller,
    ) -> Result<Vec<Reply>, Refusal> {
        match Command::parse(&line.map_err(SessionError::from)?)? {
            Some(command) => self.execute(command, controller),
            None => Ok(Vec::new()),
        }
    }

    fn messages(&self, replies: Vec<Reply>) -> Vec<Message> {
        replies.iter().map(|reply| message(reply, self.format)).collect()
    }
}

/// `reply` as a message.
fn message(reply: &Reply, format: Format) -> Message {
    Message { text: reply.to_text(format), is_error: matches!(reply, Reply::Error(_)) }
}

fn refuse(refusal: &Refusal) -> Vec<Reply> {
    vec![Reply::Error(ErrorReply::new(refusal))]
}
