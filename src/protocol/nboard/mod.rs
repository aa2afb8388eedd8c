//! The protocol of NBoard, versions 1 and 2.
//!
//! - `command`: from a line to a [`Command`];
//! - `answers`: what each command does;
//! - `reply`: from an answer to its text.

mod answers;
mod command;
mod reply;

pub use command::{Command, CommandError};

use std::time::{Duration, Instant};

use super::reader::LineError;
use super::session::{Desk, Protocol, SessionError, Turn};
use crate::game::{GgfGame, IllegalMove, Setup};
use crate::search::{SearchInfo, SearchReport};
use reply::{Reply, Valued};

/// Whether `line` begins a session of this protocol.
pub(super) fn is_greeting(line: &str) -> bool {
    matches!(Command::parse(line), Ok(Some(Command::NBoard)))
}

/// The state of a session.
#[derive(Debug)]
pub(super) struct NBoard {
    game: GgfGame,
    /// What the search is for.
    task: Option<Task>,
    /// When it was last said what the search uses.
    last_stats: Instant,
}

/// What a search is for.
#[derive(Debug)]
enum Task {
    /// Values for moves in a position with so many empty squares.
    Hint { empties: u32 },
    /// A move.
    Go,
}

/// How often it may be said what the search uses.
const STATS_INTERVAL: Duration = Duration::from_millis(250);

impl Default for NBoard {
    fn default() -> NBoard {
        NBoard { game: Setup::START.into(), task: None, last_stats: Instant::now() }
    }
}

/// A command, or what is wrong with the line.
type Request = Result<Command, Failure>;

/// Why something was not done; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Protocol for NBoard {
    type Request = Request;
    type Reply = Reply;

    fn read(&self, line: Result<String, LineError>) -> Option<Request> {
        match line.or_else(LineError::into_text) {
            Ok(text) => Command::parse(&text).map_err(Failure::from).transpose(),
            // The host is gone.
            Err(LineError::Unreadable { .. }) => None,
            Err(error) => Some(Err(SessionError::from(error).into())),
        }
    }

    /// Whatever the host says, it does not want the answer any more that it may be
    /// waiting for.
    fn turn(&self, request: &Request, _: bool) -> Turn {
        match request {
            Ok(Command::Quit) => Turn::Quit,
            _ => Turn::Hurried,
        }
    }

    fn serve(&mut self, request: Request, desk: &mut Desk<Reply>) -> Vec<Reply> {
        let replies = request.and_then(|command| self.obey(command, desk));
        replies.unwrap_or_else(|failure| refuse(&failure))
    }

    fn tell(&mut self, info: &SearchInfo, desk: &Desk<Reply>) -> Vec<Reply> {
        let mut replies = Vec::new();
        match self.task {
            Some(Task::Hint { empties }) if !desk.is_stopped() => {
                let valued = Valued::of(&info.line, empties);
                replies.extend(valued.score.is_some().then_some(Reply::Search(valued)));
            }
            Some(Task::Go) if !desk.is_stopped() => {}
            // The host has turned to something else, or the next line comes soon.
            _ => return replies,
        }
        if self.last_stats.elapsed() >= STATS_INTERVAL {
            self.last_stats = Instant::now();
            replies.push(Reply::NodeStats(info.usage.nodes, info.usage.time));
        }
        replies
    }

    fn answer(&mut self, report: &SearchReport, desk: &mut Desk<Reply>) -> Vec<Reply> {
        let stats = Reply::NodeStats(report.usage.nodes, report.usage.time);
        match self.task.take() {
            Some(Task::Go) => self.choose(report, desk, stats),
            _ if desk.is_stopped() => Vec::new(),
            Some(Task::Hint { empties }) => {
                let valued = report.lines.iter().map(|line| Valued::of(line, empties));
                let mut replies: Vec<Reply> = valued.map(Reply::Search).collect();
                replies.extend([stats, Reply::Status("")]);
                replies
            }
            None => Vec::new(),
        }
    }

    fn give_up(&mut self) -> Vec<Reply> {
        self.task = None;
        refuse(&SessionError::Lost.into())
    }

    fn print(&self, reply: &Reply) -> String {
        reply.to_string()
    }

    fn is_refusal(reply: &Reply) -> bool {
        matches!(reply, Reply::Error(_))
    }
}

fn refuse(failure: &Failure) -> Vec<Reply> {
    vec![Reply::Error(failure.to_string())]
}
