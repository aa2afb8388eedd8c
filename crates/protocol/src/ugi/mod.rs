//! Our dialect of the Universal Game Interface.
//!
//! - `command`: the [`Command`]s as values; `parse`: parses lines; `words`, `go`: the words of a
//!   line, and the search limits among them; `spelling`: the edit distance of two words;
//! - `execute`: execution of the commands.

mod command;
mod execute;
mod go;
mod parse;
mod spelling;
mod words;

pub use command::{Command, PerftArguments, Query};
pub use execute::count_perft;
pub use go::{Go, read_effort, read_request};
pub use words::CommandError;

pub(super) use execute::analyze;

use super::controller::Controller;
use super::files::{Files, TooLarge};
use super::handler::{Handler, Message, Priority, SessionError};
use super::reader::LineError;
use super::reply::{ErrorReply, Format, Reply, ReportReply};
use engine::search::{SearchInfo, SearchReport, ThreadShortage};
use othello::board::Move;
use othello::game::{CannotHold, Game, IllegalMove, ParseTranscriptError, RecordFault};

/// The state of a session.
#[derive(Debug, Default)]
pub(super) struct Ugi {
    game: Game,
    /// The result of the last search.
    report: Option<ReportReply>,
    /// The thread shortage last reported to the host.
    told: Option<ThreadShortage>,
    /// The format of the following replies.
    format: Format,
    /// The file contents received so far.
    files: Files,
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
    #[error("illegal move {mv:?}: {reason}", mv = mv.to_string())]
    Illegal { mv: Move, reason: IllegalMove },
    #[error(transparent)]
    Moves(ParseTranscriptError),
    #[error("nothing to undo: this is where the game started")]
    NothingToUndo,
    #[error("no search to report on yet: expected go, solve or hint before")]
    NoSearch,
    #[error("no move is pondered on: expected go ponder before")]
    NotPondering,
}

impl Handler for Ugi {
    type Request = Result<Command, Refusal>;

    fn read(&self, line: Result<String, LineError>) -> Option<Result<Command, Refusal>> {
        match line {
            Ok(line) => Command::parse(&line).map_err(Refusal::from).transpose(),
            Err(error) => Some(Err(SessionError::from(error).into())),
        }
    }

    fn priority(&self, request: &Result<Command, Refusal>, is_busy: bool) -> Priority {
        match request {
            Ok(Command::Stop) => Priority::Stop,
            Ok(Command::Quit) => Priority::Quit,
            Ok(Command::IsReady) if is_busy => Priority::Immediate,
            Ok(Command::PonderHit) => Priority::PonderHit,
            _ => Priority::Queued,
        }
    }

    fn serve(
        &mut self,
        request: Result<Command, Refusal>,
        controller: &mut Controller,
    ) -> Vec<Message> {
        let replies = request.and_then(|command| self.execute(command, controller));
        self.messages(replies.unwrap_or_else(|refusal| refuse(&refusal)))
    }

    fn search_progress(&mut self, info: &SearchInfo, _: &Controller) -> Vec<Message> {
        self.messages(vec![Reply::Info(info.into())])
    }

    fn search_result(&mut self, report: &SearchReport, _: &Controller) -> Vec<Message> {
        let news =
            report.shortage.filter(|&shortage| self.told.replace(shortage) != Some(shortage));
        let note = news.map(|shortage| Reply::Note(shortage.into()));
        let report = ReportReply::from(report);
        let mut replies: Vec<Reply> =
            note.into_iter().chain(report.infos().map(Reply::Info)).collect();
        replies.push(Reply::BestMove(report.best_move()));
        self.report = Some(report);
        self.messages(replies)
    }

    fn job_failure(&mut self, error: SessionError) -> Vec<Message> {
        self.messages(refuse(&error.into()))
    }
}

impl Ugi {
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
