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
use super::handler::{Handler, Priority};
use super::message::{Message, SessionError};
use super::reader::{DecodedLine, LineError};
use engine::score::Bound;
use engine::search::{SearchInfo, SearchReport};
use othello::game::{IllegalMove, Record};
use reply::{chosen_move, error, move_value, node_stats, status};

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
    /// Every command makes the reply of the running job obsolete and therefore stops the job.
    /// Learning is not stopped.
    fn priority(&self, line: &DecodedLine, _: bool) -> Option<Priority> {
        match line.clone().or_else(LineError::into_text) {
            Ok(text) => Some(match Command::parse(&text).transpose()? {
                Ok(Command::Quit) => Priority::Quit,
                _ => Priority::Interrupting,
            }),
            // End of input.
            Err(LineError::Unreadable { .. }) => None,
            Err(_) => Some(Priority::Interrupting),
        }
    }

    fn is_interruptible(&self) -> bool {
        !self.is_learning
    }

    fn serve(&mut self, line: DecodedLine, controller: &mut Controller) -> Vec<Message> {
        self.answer(line, controller).unwrap_or_else(|refusal| vec![error(&refusal)])
    }

    fn search_progress(&mut self, info: &SearchInfo, controller: &Controller) -> Vec<Message> {
        let mut replies = Vec::new();
        match self.purpose {
            Some(SearchPurpose::Hint { empties }) if !controller.is_stopped() => {
                let line = &info.line;
                // The protocol cannot express a bound.
                if line.bound == Bound::Exact && line.known_score().is_some() {
                    replies.push(move_value(line, empties));
                }
            }
            Some(SearchPurpose::Move) if !controller.is_stopped() => {}
            // The host has sent another command.
            _ => return Vec::new(),
        }
        if self.last_stats.elapsed() >= STATS_INTERVAL {
            self.last_stats = Instant::now();
            replies.push(node_stats(&info.usage));
        }
        replies
    }

    fn search_result(&mut self, report: &SearchReport, controller: &Controller) -> Vec<Message> {
        let stats = node_stats(&report.usage);
        match self.purpose.take() {
            // The next command has stopped the search.
            Some(SearchPurpose::Move) if controller.is_stopped() => vec![chosen_move(report)],
            Some(SearchPurpose::Move) => vec![stats, chosen_move(report)],
            Some(SearchPurpose::Hint { empties }) if !controller.is_stopped() => {
                let values = report.lines.iter().map(|line| move_value(line, empties));
                values.chain([stats, status("")]).collect()
            }
            _ => Vec::new(),
        }
    }

    fn job_failure(&mut self, failure: SessionError) -> Vec<Message> {
        self.purpose = None;
        vec![error(&failure)]
    }
}

impl NBoard {
    fn answer(
        &mut self,
        line: DecodedLine,
        controller: &mut Controller,
    ) -> Result<Vec<Message>, Refusal> {
        let line = line.or_else(LineError::into_text).map_err(SessionError::from)?;
        match Command::parse(&line)? {
            Some(command) => self.execute(command, controller),
            None => Ok(Vec::new()),
        }
    }
}
