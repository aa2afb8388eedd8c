//! Our dialect of the Universal Game Interface.
//!
//! - `command`, `go`, `words`, `vocabulary`, `spelling`: from a line to a [`Command`];
//! - `answers`, `perft`, `analyze`: what each command does;
//! - `refusal`: why one does nothing.

mod analyze;
mod answers;
mod command;
mod go;
mod perft;
mod refusal;
mod spelling;
mod vocabulary;
mod words;

pub use command::{Command, CommandError, PerftArguments, Query};
pub use go::{Go, NoClock, SideClock};
pub use perft::count_perft;

pub(super) use analyze::{analyze, effort};

use super::controller::Controller;
use super::handler::{Handler, Message, Priority, SessionError};
use super::reader::LineError;
use super::reply::{ErrorReply, Format, Reply, ReportReply};
use crate::game::Game;
use crate::search::{SearchInfo, SearchReport};
use refusal::Refusal;

/// The state of a session.
#[derive(Debug, Default)]
pub(super) struct Ugi {
    game: Game,
    /// What the last search has found.
    report: Option<ReportReply>,
    /// The form of the replies from now on.
    format: Format,
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
            Ok(Command::IsReady | Command::PonderHit) if is_busy => Priority::Immediate,
            _ => Priority::Queued,
        }
    }

    fn serve(
        &mut self,
        request: Result<Command, Refusal>,
        controller: &mut Controller,
    ) -> Vec<Message> {
        let replies = request.and_then(|command| self.obey(command, controller));
        self.messages(replies.unwrap_or_else(|refusal| refuse(&refusal)))
    }

    fn search_progress(&mut self, info: &SearchInfo, _: &Controller) -> Vec<Message> {
        self.messages(vec![Reply::Info(info.into())])
    }

    fn search_result(&mut self, report: &SearchReport, _: &Controller) -> Vec<Message> {
        let report = ReportReply::from(report);
        let mut replies: Vec<Reply> = report.infos().map(Reply::Info).collect();
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

/// `reply` as it is sent.
fn message(reply: &Reply, format: Format) -> Message {
    Message { text: reply.to_text(format), is_error: matches!(reply, Reply::Error(_)) }
}

fn refuse(refusal: &Refusal) -> Vec<Reply> {
    vec![Reply::Error(ErrorReply::new(refusal))]
}
