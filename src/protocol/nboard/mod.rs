//! The protocol of NBoard, versions 1 and 2.
//!
//! - `command`: from a line to a [`Command`];
//! - `execute`: what each command does;
//! - `reply`: from an answer to its text.

mod command;
mod execute;
mod reply;

pub use command::{Command, CommandError};

use std::time::{Duration, Instant};

use super::controller::Controller;
use super::handler::{Handler, Message, Priority, SessionError};
use super::reader::LineError;
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
    purpose: Option<SearchPurpose>,
    /// When it was last said what the search uses.
    last_stats: Instant,
}

/// What a search is for.
#[derive(Debug)]
enum SearchPurpose {
    /// Values for moves in a position with so many empty squares.
    Hint { empties: u32 },
    /// A move.
    Move,
}

/// How often it may be said what the search uses.
const STATS_INTERVAL: Duration = Duration::from_millis(250);

impl Default for NBoard {
    fn default() -> NBoard {
        NBoard { game: Setup::START.into(), purpose: None, last_stats: Instant::now() }
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

impl Handler for NBoard {
    type Request = Request;

    fn read(&self, line: Result<String, LineError>) -> Option<Request> {
        match line.or_else(LineError::into_text) {
            Ok(text) => Command::parse(&text).map_err(Failure::from).transpose(),
            // The host is gone.
            Err(LineError::Unreadable { .. }) => None,
            Err(error) => Some(Err(SessionError::from(error).into())),
        }
    }

    /// Whatever the host says, it has no use any more for the answer that it may be waiting
    /// for.
    fn priority(&self, request: &Request, _: bool) -> Priority {
        match request {
            Ok(Command::Quit) => Priority::Quit,
            _ => Priority::Interrupting,
        }
    }

    fn serve(&mut self, request: Request, controller: &mut Controller) -> Vec<Message> {
        let replies = request.and_then(|command| self.execute(command, controller));
        messages(replies.unwrap_or_else(|failure| refuse(&failure)))
    }

    fn search_progress(&mut self, info: &SearchInfo, controller: &Controller) -> Vec<Message> {
        let mut replies = Vec::new();
        match self.purpose {
            Some(SearchPurpose::Hint { empties }) if !controller.is_stopped() => {
                let valued = Valued::of(&info.line, empties);
                replies.extend(valued.score.is_some().then_some(Reply::Search(valued)));
            }
            Some(SearchPurpose::Move) if !controller.is_stopped() => {}
            // The host has turned to something else.
            _ => return Vec::new(),
        }
        if self.last_stats.elapsed() >= STATS_INTERVAL {
            self.last_stats = Instant::now();
            replies.push(Reply::NodeStats(info.usage.nodes, info.usage.time));
        }
        messages(replies)
    }

    fn search_result(&mut self, report: &SearchReport, controller: &Controller) -> Vec<Message> {
        let stats = Reply::NodeStats(report.usage.nodes, report.usage.time);
        messages(match self.purpose.take() {
            Some(SearchPurpose::Move) => self.choose(report, controller, stats),
            _ if controller.is_stopped() => Vec::new(),
            Some(SearchPurpose::Hint { empties }) => {
                let valued = report.lines.iter().map(|line| Valued::of(line, empties));
                let mut replies: Vec<Reply> = valued.map(Reply::Search).collect();
                replies.extend([stats, Reply::Status("")]);
                replies
            }
            None => Vec::new(),
        })
    }

    fn job_failure(&mut self, error: SessionError) -> Vec<Message> {
        self.purpose = None;
        messages(refuse(&error.into()))
    }
}

fn messages(replies: Vec<Reply>) -> Vec<Message> {
    replies.into_iter().map(Message::from).collect()
}

fn refuse(failure: &Failure) -> Vec<Reply> {
    vec![Reply::Error(failure.to_string())]
}
