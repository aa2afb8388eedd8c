//! GTP 2, the Go Text Protocol, in the dialect of Othello hosts.
//!
//! - `command`: the [`Command`]s as values; `parse`: parses lines;
//! - `execute`, `clock`: execution of the commands;
//! - `reply`: the replies and their text.

mod clock;
mod command;
mod execute;
mod parse;
mod reply;

pub use clock::TimeSettings;
pub use command::{Command, CommandError, Rules};
pub(super) use parse::is_play;

use std::time::Instant;

use super::controller::Controller;
use super::handler::{Handler, Priority};
use super::message::{Message, SessionError};
use super::reader::{DecodedLine, LineError};
use clock::Clocks;
use engine::search::{SearchInfo, SearchReport};
use execute::UndoStep;
use othello::board::{Color, Move};
use othello::game::Game;
use parse::Words;
use reply::{Refusal, Reply, vertex};

/// The state of a session.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    game: Game,
    /// The undo steps of the moves that the host has sent or received.
    undos: Vec<UndoStep>,
    clocks: Clocks,
    /// Whether the host has set the level. Untimed games at a set level are repeatable.
    is_level_set: bool,
    /// The id of the command whose job is running.
    pending_id: Option<String>,
    /// The purpose of the running search.
    pending: Option<PendingMove>,
}

/// The purpose of a search.
#[derive(Debug)]
struct PendingMove {
    side: Color,
    /// Whether the move is also played.
    is_played: bool,
    started: Instant,
}

impl Handler for Gtp {
    fn priority(&self, line: &DecodedLine, _: bool) -> Option<Priority> {
        match line.clone().or_else(LineError::into_text) {
            Ok(text) if parse::is_interrupt(&text) => Some(Priority::Stop),
            Ok(text) => Words::parse(&text).map(|_| Priority::Queued),
            // End of input.
            Err(LineError::Unreadable { .. }) => None,
            Err(_) => Some(Priority::Queued),
        }
    }

    fn serve(&mut self, line: DecodedLine, controller: &mut Controller) -> Vec<Message> {
        let line = line.or_else(LineError::into_text).map_err(SessionError::from);
        let (id, outcome) = match line.map(|text| Words::parse(&text)) {
            Ok(None) => return Vec::new(),
            Ok(Some(words)) => {
                let outcome = Command::of(&words)
                    .map_err(Refusal::from)
                    .and_then(|command| self.execute(&words.id, command, controller));
                (words.id, outcome)
            }
            Err(error) => (None, Err(error.into())),
        };
        outcome.transpose().map(|outcome| Reply { id, outcome }.into()).into_iter().collect()
    }

    fn search_progress(&mut self, _: &SearchInfo, _: &Controller) -> Vec<Message> {
        Vec::new()
    }

    fn search_result(&mut self, report: &SearchReport, _: &Controller) -> Vec<Message> {
        let Some(pending) = self.pending.take() else { return Vec::new() };
        let mv = report.best_move().unwrap_or(Move::Pass);
        self.finish_move(&pending, mv);
        vec![Reply { id: self.pending_id.take(), outcome: Ok(vertex(mv)) }.into()]
    }

    fn job_failure(&mut self, error: SessionError) -> Vec<Message> {
        self.pending = None;
        vec![Reply { id: self.pending_id.take(), outcome: Err(error.into()) }.into()]
    }
}
