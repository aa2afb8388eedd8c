//! The NBoard protocol, versions 1 and 2.
//!
//! - `command`: parses lines into [`Command`]s;
//! - `execute`: execution of the commands;
//! - `reply`: the replies and their text.

mod command;
mod execute;
mod reply;

pub use command::{Command, CommandError};

use std::time::{Duration, Instant};

use super::controller::Controller;
use super::handler::{Handler, Message, Priority, SessionError};
use super::reader::LineError;
use engine::score::Bound;
use engine::search::{SearchInfo, SearchReport};
use othello::game::{IllegalMove, Record};
use reply::{MoveValue, Reply};

/// Whether `line` starts an NBoard session.
pub(super) fn is_handshake(line: &str) -> bool {
    matches!(Command::parse(line), Ok(Some(Command::NBoard)))
}

/// The state of a session.
#[derive(Debug)]
pub(super) struct NBoard {
    game: Record,
    /// The purpose of the running search.
    purpose: Option<SearchPurpose>,
    /// Whether the running job adds the game to the book.
    is_learning: bool,
    /// When node statistics were last sent.
    last_stats: Instant,
}

/// The purpose of a search.
#[derive(Debug)]
enum SearchPurpose {
    /// Evaluate moves, in a position with this many empties.
    Hint { empties: u32 },
    /// Choose a move.
    Move,
}

/// Minimum interval between node statistics.
const STATS_INTERVAL: Duration = Duration::from_millis(250);

impl Default for NBoard {
    fn default() -> NBoard {
        NBoard {
            game: Record::default(),
            purpose: None,
            is_learning: false,
            last_stats: Instant::now(),
        }
    }
}

/// A command, or the reason for its refusal.
type Request = Result<Command, Refusal>;

/// Why a command was refused. A refused command changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
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
            Ok(text) => Command::parse(&text).map_err(Refusal::from).transpose(),
            // End of input.
            Err(LineError::Unreadable { .. }) => None,
            Err(error) => Some(Err(SessionError::from(error).into())),
        }
    }

    /// Every command makes the reply of the running job obsolete, so it stops the job. Learning is
    /// not stopped.
    fn priority(&self, request: &Request, _: bool) -> Priority {
        match request {
            Ok(Command::Quit) => Priority::Quit,
            _ => Priority::Interrupting,
        }
    }

    fn is_interruptible(&self) -> bool {
        !self.is_learning
    }

    fn serve(&mut self, request: Request, controller: &mut Controller) -> Vec<Message> {
        let replies = request.and_then(|command| self.execute(command, controller));
        messages(replies.unwrap_or_else(|refusal| refuse(&refusal)))
    }

    fn search_progress(&mut self, info: &SearchInfo, controller: &Controller) -> Vec<Message> {
        let mut replies = Vec::new();
        match self.purpose {
            Some(SearchPurpose::Hint { empties }) if !controller.is_stopped() => {
                let value = MoveValue::of(&info.line, empties);
                // The protocol cannot express a bound.
                let is_value = info.line.bound == Bound::Exact && value.score.is_some();
                replies.extend(is_value.then_some(Reply::Search(value)));
            }
            Some(SearchPurpose::Move) if !controller.is_stopped() => {}
            // The host has sent another command.
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
            Some(SearchPurpose::Move) => self.move_replies(report, controller, stats),
            _ if controller.is_stopped() => Vec::new(),
            Some(SearchPurpose::Hint { empties }) => {
                let values = report.lines.iter().map(|line| MoveValue::of(line, empties));
                let mut replies: Vec<Reply> = values.map(Reply::Search).collect();
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

fn refuse(refusal: &Refusal) -> Vec<Reply> {
    vec![Reply::Error(refusal.to_string())]
}
