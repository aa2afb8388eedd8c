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

use super::reader::LineError;
use super::reply::{ErrorReply, Format, Reply, ReportReply};
use super::session::{Desk, Protocol, SessionError, Turn};
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

impl Protocol for Ugi {
    type Request = Result<Command, Refusal>;
    type Reply = Reply;

    fn read(&self, line: Result<String, LineError>) -> Option<Result<Command, Refusal>> {
        match line {
            Ok(line) => Command::parse(&line).map_err(Refusal::from).transpose(),
            Err(error) => Some(Err(SessionError::from(error).into())),
        }
    }

    fn turn(&self, request: &Result<Command, Refusal>, is_busy: bool) -> Turn {
        match request {
            Ok(Command::Stop) => Turn::Stop,
            Ok(Command::Quit) => Turn::Quit,
            Ok(Command::IsReady | Command::PonderHit) if is_busy => Turn::Now,
            _ => Turn::InOrder,
        }
    }

    fn serve(&mut self, request: Result<Command, Refusal>, desk: &mut Desk<Reply>) -> Vec<Reply> {
        let replies = request.and_then(|command| self.obey(command, desk));
        replies.unwrap_or_else(|refusal| refuse(&refusal))
    }

    fn tell(&mut self, info: &SearchInfo, _: &Desk<Reply>) -> Vec<Reply> {
        vec![Reply::Info(info.into())]
    }

    fn answer(&mut self, report: &SearchReport, _: &mut Desk<Reply>) -> Vec<Reply> {
        let report = ReportReply::from(report);
        let mut replies: Vec<Reply> = report.infos().map(Reply::Info).collect();
        replies.push(Reply::BestMove(report.best_move()));
        self.report = Some(report);
        replies
    }

    fn give_up(&mut self) -> Vec<Reply> {
        refuse(&SessionError::Lost.into())
    }

    fn print(&self, reply: &Reply) -> String {
        reply.to_text(self.format)
    }

    fn is_refusal(reply: &Reply) -> bool {
        matches!(reply, Reply::Error(_))
    }
}

fn refuse(refusal: &Refusal) -> Vec<Reply> {
    vec![Reply::Error(ErrorReply::new(refusal))]
}
