//! The line mode: reads commands as lines and prints the board after each move.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use anyhow::Context;

use super::board::{Values, draw_board};
use super::command::help;
use super::session::{Effect, PlaySession, SearchPurpose};
use crate::Status;
use crate::commands::analyze::Table;
use crate::output::{StandardOutput, exit_on_interrupt};
use engine::{AnalysedPly, JobEvent};
use protocol::reader::{LineError, Lines};

/// Plays from the effect `first` until the human leaves or the input ends.
pub(super) fn play(session: PlaySession, first: Effect) -> anyhow::Result<Status> {
    exit_on_interrupt()?;
    let prompts = io::stdin().is_terminal();
    let mut dialogue = Dialogue {
        session,
        lines: Lines::new(io::stdin()),
        output: StandardOutput::lock(),
        prompts,
    };
    dialogue.run(first)
}

struct Dialogue<L, W> {
    session: PlaySession,
    lines: L,
    output: W,
    prompts: bool,
}

impl<L: Iterator<Item = Result<String, LineError>>, W: Write> Dialogue<L, W> {
    fn run(&mut self, first: Effect) -> anyhow::Result<Status> {
        let mut effect = first;
        loop {
            effect = match effect {
                Effect::Say(text) | Effect::Page(text) => self.answer(&text)?,
                Effect::Help => self.answer(&help(0))?,
                Effect::Review => {
                    let review = self.review();
                    self.answer(&review)?
                }
                Effect::Played(text) => {
                    self.say(&text)?;
                    Effect::Changed
                }
                Effect::Changed => self.session.next_step()?,
                Effect::Wait => {
                    self.show()?;
                    self.read()?
                }
                Effect::Search(purpose) => self.search(purpose)?,
                Effect::Quit => return Ok(Status::Done),
            };
        }
    }

    /// Reads and executes the next command.
    fn read(&mut self) -> anyhow::Result<Effect> {
        loop {
            if self.prompts {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            match self.lines.next() {
                None => return Ok(Effect::Quit),
                Some(Ok(line)) if line.trim().is_empty() => {}
                Some(Ok(line)) => return Ok(self.session.execute(&line)),
                Some(Err(error @ LineError::Unreadable { .. })) => return Err(error.into()),
                Some(Err(error)) => return Ok(Effect::Say(error.to_string())),
            }
        }
    }

    /// Prints `text` and continues. An engine that could not search tries again.
    fn answer(&mut self, text: &str) -> anyhow::Result<Effect> {
        self.say(text)?;
        if self.session.is_engine_to_move() { Ok(Effect::Changed) } else { self.read() }
    }

    fn search(&mut self, purpose: SearchPurpose) -> anyhow::Result<Effect> {
        let (sender, events) = channel();
        let listener = move |event| drop(sender.send(event));
        let _search = match self.session.search(purpose, listener) {
            Ok(search) => search,
            Err(error) => {
                self.say(&error.to_string())?;
                return self.read();
            }
        };
        let result = events.into_iter().find_map(|event| match event {
            JobEvent::Progress(_) => None,
            JobEvent::Done(report) => Some(Ok(report)),
            JobEvent::Failed(error) => Some(Err(error)),
        });
        let report = result.context("the search ended without a report; this is a bug")??;
        self.session.finish(purpose, report)
    }

    /// The review of the game, or an error.
    fn review(&mut self) -> String {
        let mut analysis = match self.session.review() {
            Ok(analysis) => analysis,
            Err(no_memory) => return no_memory.to_string(),
        };
        let never = AtomicBool::new(false);
        let plies: Vec<AnalysedPly> = std::iter::from_fn(|| analysis.step(&never)).collect();
        Table::new(&self.session.entry(), &plies).to_string()
    }

    /// Prints the board, the discs and the opening.
    fn show(&mut self) -> anyhow::Result<()> {
        let (game, state) = (self.session.game(), self.session.state());
        let board = draw_board(game, &state, None, &Values::new()).join("\n");
        let facts = self.session.status_line();
        self.say(&format!("{board}\n{facts}"))
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{}", text.trim_end())?;
        Ok(self.output.flush()?)
    }
}
