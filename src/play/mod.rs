//! `play`: a game in the terminal.
//!
//! - here: the arguments, and the line mode;
//! - `session`: the game and its engines; `command`: the commands; `view`: the board and the layout
//!   of the screen; `date`: today's date;
//! - `screen`: the key mode, with `input` for keys and typed text and `terminal` for the terminal.

mod command;
mod date;
#[cfg(any(unix, windows))]
mod input;
#[cfg(any(unix, windows))]
mod screen;
mod session;
#[cfg(any(unix, windows))]
mod terminal;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use clap::ValueEnum;

use super::Status;
use super::flags::{EngineFlags, ForPlay};
use super::limits::LimitArguments;
use super::output::{StandardOutput, exit_on_interrupt};
use super::source::RecordArgument;
use crate::commands::analyze::Table;
use crate::commands::hint::HintTable;
use engine::search::SearchReport;
use engine::{AnalysedPly, JobEvent};
use othello::board::Color;
use protocol::reader::{LineError, Lines};
use session::{Effect, PlaySession, SearchPurpose, ToMove};
use view::{Values, draw_board, draw_values, values};

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
At a terminal the arrows and Tab choose a square, Enter plays it and ? lists the other keys. You can
also type a square such as f5, or a command after a colon, such as :new. v shows the value of each
legal move, and w reviews the game. Through a pipe and with --plain each line is a square or a
command; help lists them. Dots mark legal moves; the last move is marked. Passes are automatic.

Exit status: 0 done; 1 illegal move in --position; 2 error or interrupted.

Examples:
  outflank play --level 4
  outflank play --color white --strategy edge
  outflank play --skill 3 --seed 7 --position f5d6c3d3c4")]
pub(super) struct PlayArguments {
    /// Your side; with both the engine only gives hints
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,
    /// Start from this game or position, in any format, or from a file
    #[arg(long, value_name = "POSITION", default_value = "start")]
    position: String,
    #[command(flatten)]
    limits: LimitArguments,
    /// Read lines at a terminal too
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    engine: EngineFlags<ForPlay>,
}

/// The side of the human. The variants have no doc comments, since clap would print them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl PlayArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let record = RecordArgument::one(&self.position)?;
        let human = match self.color {
            Side::Black => Some(Color::Black),
            Side::White => Some(Color::White),
            Side::Both => None,
        };
        let options = self.limits.with_level(self.engine.options);
        let session = PlaySession::new(record, human, options, self.limits);
        #[cfg(any(unix, windows))]
        if !self.plain && screen::is_possible() {
            return screen::play(session);
        }
        exit_on_interrupt()?;
        let mut typed = LineMode { session, output: StandardOutput::lock() };
        typed.play(Lines::new(io::stdin()), io::stdin().is_terminal())?;
        Ok(Status::Done)
    }
}

/// The line mode: reads commands as lines and prints the board after each move.
struct LineMode<W> {
    session: PlaySession,
    output: W,
}

impl<W: Write> LineMode<W> {
    /// Executes the commands in `lines`.
    fn play(
        &mut self,
        mut lines: impl Iterator<Item = Result<String, LineError>>,
        prompts: bool,
    ) -> anyhow::Result<()> {
        self.advance()?;
        loop {
            if prompts {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            let Some(line) = lines.next() else { return Ok(()) };
            let next = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => match line.parse() {
                    Ok(command) => self.session.execute(command)?,
                    Err(error) => Effect::Say(error.to_string()),
                },
                Err(error @ LineError::Unreadable { .. }) => return Err(error.into()),
                Err(error) => Effect::Say(error.to_string()),
            };
            // Retry a search that could not start: an option may have changed.
            let retry = matches!(next, Effect::Say(_) | Effect::Rank(_) | Effect::Values);
            match next {
                Effect::Say(text) if text.is_empty() => {}
                Effect::Say(text) => self.say(&text)?,
                Effect::Changed => self.advance()?,
                Effect::Ended => self.show_result()?,
                Effect::Show => self.show()?,
                Effect::Rank(count) => {
                    if let Some(report) = self.search(SearchPurpose::Hints(count))? {
                        let table = HintTable::new(self.session.game(), &report).to_string();
                        self.say(&table)?;
                    }
                }
                Effect::Values => {
                    if let Some(report) = self.search(SearchPurpose::Values)? {
                        let drawn = draw_values(self.session.game(), &values(&report));
                        self.say(&drawn)?;
                    }
                }
                Effect::Review => self.review()?,
                Effect::Quit => return Ok(()),
            }
            if retry && self.session.to_move() == ToMove::Engine {
                self.advance()?;
            }
        }
    }

    /// Plays passes and engine moves up to the next move of the human, and shows the board.
    fn advance(&mut self) -> anyhow::Result<()> {
        loop {
            let said = match self.session.to_move() {
                ToMove::Pass => self.session.pass()?,
                ToMove::Engine => match self.search(SearchPurpose::Move)? {
                    Some(report) => self.session.play_best(&report)?,
                    None => break,
                },
                ToMove::Human | ToMove::Over => break,
            };
            self.say(&said)?;
        }
        self.show()?;
        self.show_result()
    }

    /// Shows the review of the game.
    fn review(&mut self) -> anyhow::Result<()> {
        let mut analysis = match self.session.review() {
            Ok(analysis) => analysis,
            Err(no_memory) => return self.say(&no_memory.to_string()),
        };
        let never = AtomicBool::new(false);
        let plies: Vec<AnalysedPly> = std::iter::from_fn(|| analysis.step(&never)).collect();
        let table = Table::new(&self.session.entry(), &plies).to_string();
        self.say(table.trim_end())
    }

    fn show_result(&mut self) -> anyhow::Result<()> {
        self.session.end().map_or(Ok(()), |end| self.say(&end))
    }

    /// Runs a search. Prints an error and returns `None` if it cannot start.
    fn search(&mut self, purpose: SearchPurpose) -> anyhow::Result<Option<SearchReport>> {
        let (sender, events) = channel();
        let listener = move |event| drop(sender.send(event));
        let _search = match self.session.search(purpose, listener) {
            Ok(search) => search,
            Err(error) => {
                self.say(&error.to_string())?;
                return Ok(None);
            }
        };
        for event in events {
            match event {
                JobEvent::Progress(_) => {}
                JobEvent::Done(report) => return Ok(Some(report)),
                JobEvent::Failed(error) => return Err(error.into()),
            }
        }
        unreachable!("a search ends with a report or an error")
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let board = draw_board(self.session.game(), None, &Values::new()).join("\n");
        let facts = self.session.status_line();
        self.say(&format!("{board}\n{facts}"))
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }
}
