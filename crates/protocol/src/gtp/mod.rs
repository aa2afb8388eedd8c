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
use super::handler::{Handler, Message, Priority, SessionError};
use super::reader::LineError;
use clock::Clocks;
use engine::search::{SearchInfo, SearchReport};
use execute::UndoStep;
use othello::board::{Color, Move};
use othello::game::Game;
use parse::Line;
use reply::{Answer, Refusal, Reply};

/// The state of a session.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    game: Game,
    /// The undo steps of the moves that the host has sent or received.
    undos: Vec<UndoStep>,
    clocks: Clocks,
    /// Whether the host has set the level. Untimed games at a set level are repeatable.
    is_level_told: bool,
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

/// A parsed line.
#[derive(Debug)]
pub(super) enum Request {
    /// A command, or the reason for its refusal.
    Command { id: Option<String>, command: Result<Command, Refusal> },
    /// The comment line that ends a search.
    Interrupt,
}

impl Handler for Gtp {
    type Request = Request;

    fn read(&self, line: Result<String, LineError>) -> Option<Request> {
        let text = match line.or_else(LineError::into_text) {
            Ok(text) => text,
            // End of input.
            Err(LineError::Unreadable { .. }) => return None,
            Err(error) => {
                let refusal = Refusal::from(SessionError::from(error));
                return Some(Request::Command { id: None, command: Err(refusal) });
            }
        };
        if parse::is_interrupt(&text) {
            return Some(Request::Interrupt);
        }
        let line = Line::parse(&text)?;
        let command = Command::of(&line).map_err(Refusal::from);
        Some(Request::Command { id: line.id, command })
    }

    fn priority(&self, request: &Request, _: bool) -> Priority {
        match request {
            Request::Command { .. } => Priority::Queued,
            Request::Interrupt => Priority::Stop,
        }
    }

    fn serve(&mut self, request: Request, controller: &mut Controller) -> Vec<Message> {
        let Request::Command { id, command } = request else { return Vec::new() };
        match command.and_then(|command| self.execute(&id, command, controller)).transpose() {
            Some(outcome) => vec![Reply { id, outcome }.into()],
            None => Vec::new(),
        }
    }

    fn search_progress(&mut self, _: &SearchInfo, _: &Controller) -> Vec<Message> {
        Vec::new()
    }

    fn search_result(&mut self, report: &SearchReport, _: &Controller) -> Vec<Message> {
        let Some(pending) = self.pending.take() else { return Vec::new() };
        let mv = report.best_move().unwrap_or(Move::Pass);
        self.finish_move(&pending, mv);
        vec![Reply { id: self.pending_id.take(), outcome: Ok(Answer::Move(mv)) }.into()]
    }

    fn job_failure(&mut self, error: SessionError) -> Vec<Message> {
        self.pending = None;
        vec![Reply { id: self.pending_id.take(), outcome: Err(error.into()) }.into()]
    }
}
