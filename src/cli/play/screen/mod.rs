//! A game by keys, at a terminal.
//!
//! - `terminal`: keys in, pictures out; `key`: what a key means;
//! - `cursor`: the chosen square; `entry`: what is being typed; `view`: the picture.

mod cursor;
mod entry;
mod key;
mod terminal;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use anyhow::bail;

use super::board;
use super::command::Command;
use super::evening::{Evening, Next, Question, Turn};
use crate::board::{Color, Move};
use crate::cli::hint::{HINTS, HintTable};
use crate::cli::{Status, can_redraw};
use crate::engine::SearchEvent;
use crate::search::Line;
use cursor::Cursor;
use entry::{Entered, Entry};
use key::Key;
use terminal::{Input, Terminal};
use view::Scene;

/// How often it is looked whether the engine has found something.
const TICK: Duration = Duration::from_millis(20);

/// How often it is looked whether the terminal has another size.
const REST: Duration = Duration::from_millis(200);

/// The most important keys.
const KEYS: &str = "arrows Enter  u undo  r redo  t hint  x switch  s save  ? help  q quit";

/// All keys.
const HELP: &str = "\
arrows, Tab    choose a square; Tab those where you may go
Enter, Space   move there; while outflank thinks: let it move now
f5 Enter       move to the square of this name
u   take your last move back            r   make it again
t   rank the best moves                 x   change sides with the engine
s   save the game                       q   quit; Ctrl-C and Ctrl-D do not ask
:   a command, such as :hint 5, :new, :resign, :set level 5, :save game.ggf";

/// What can be done when nobody moves any more.
const AT_THE_END: &str = ":new begins another game, u takes moves back, s saves the game";

/// Whether there are keys to be read and a picture can be drawn.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal() && can_redraw()
}

/// Plays until the person leaves; afterwards the terminal is what it was, and the moves
/// stand on it.
pub(super) fn play(evening: Evening) -> anyhow::Result<Status> {
    let cursor = Cursor::new(evening.game().setup().position.legal_moves());
    let mut screen = Screen {
        terminal: Terminal::open()?,
        evening,
        cursor,
        said: Vec::new(),
        entry: None,
        thinking: None,
    };
    let outcome = screen.play();
    let Screen { terminal, evening, .. } = screen;
    drop(terminal);
    let moves = evening.game().transcript();
    if !moves.is_empty() {
        let end = evening.end().unwrap_or_else(|| "unfinished".to_owned());
        // If the terminal is gone, nobody reads it.
        let _ = writeln!(io::stdout(), "{moves}\n{}; {end}", evening.facts());
    }
    outcome
}

struct Screen {
    terminal: Terminal,
    evening: Evening,
    cursor: Cursor,
    /// What was said since the last command.
    said: Vec<String>,
    /// What is being typed.
    entry: Option<Entry>,
    /// The search that is running.
    thinking: Option<Thinking>,
}

/// A search that is running.
struct Thinking {
    question: Question,
    events: Receiver<SearchEvent>,
    /// The best line so far.
    found: Option<Line>,
}

impl Screen {
    fn play(&mut self) -> anyhow::Result<Status> {
        self.go_on()?;
        loop {
            self.listen()?;
            self.terminal.show(self.scene().compose(Terminal::size()))?;
            let most = if self.thinking.is_some() { TICK } else { REST };
            match self.terminal.wait(most)? {
                Input::Key(Key::Interrupt) | Input::End => return Ok(Status::Error),
                Input::Key(Key::End) => return Ok(Status::Done),
                Input::Key(Key::Suspend) => self.terminal.suspend()?,
                Input::Key(key) => {
                    if let Next::Leave = self.press(key)? {
                        return Ok(Status::Done);
                    }
                }
                Input::Nothing => {}
            }
        }
    }

    /// Makes the moves that have to be made, and lets the engine begin to think about its own.
    fn go_on(&mut self) -> anyhow::Result<()> {
        while self.evening.turn() == Turn::Pass {
            let said = self.evening.pass()?;
            self.said.push(said);
        }
        match self.evening.turn() {
            Turn::Engine => self.think(Question::Move),
            Turn::Over => self.said.push(AT_THE_END.to_owned()),
            Turn::Person | Turn::Pass => {}
        }
        Ok(())
    }

    /// Begins to think, or says why that cannot be.
    fn think(&mut self, question: Question) {
        let (sender, events) = channel();
        // Nobody listens to a search that was given up.
        match self.evening.search(question, move |event| drop(sender.send(event))) {
            Ok(()) => self.thinking = Some(Thinking { question, events, found: None }),
            Err(error) => self.said.push(error.to_string()),
        }
    }

    /// Takes what the search has found since the last time.
    fn listen(&mut self) -> anyhow::Result<()> {
        while let Some(thinking) = &mut self.thinking {
            let question = thinking.question;
            match thinking.events.try_recv() {
                Ok(SearchEvent::Info(info)) if info.line.rank == 1 => {
                    thinking.found = Some(info.line);
                }
                Ok(SearchEvent::Info(_)) => {}
                Ok(SearchEvent::Done(report)) => {
                    self.thinking = None;
                    if question == Question::Move {
                        let said = self.evening.answer(&report)?;
                        self.said.push(said);
                        self.go_on()?;
                    } else {
                        let table = HintTable::new(self.evening.game(), &report).to_string();
                        self.said.extend(table.lines().map(str::to_owned));
                    }
                }
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => {
                    bail!("the search has failed without an answer; this is a bug")
                }
            }
        }
        Ok(())
    }

    /// Does what `key` asks for, and tells whether the person leaves.
    fn press(&mut self, key: Key) -> anyhow::Result<Next> {
        if let Some(entry) = &mut self.entry {
            let Some(entered) = entry.press(key) else { return Ok(Next::Show) };
            self.entry = None;
            return self.enter(entered);
        }
        match key {
            Key::Step(right, down) => self.cursor.step(right, down),
            Key::NextMove { back } => {
                let legal = self.evening.game().setup().position.legal_moves();
                self.cursor.go_to_next(legal, back);
            }
            Key::Enter | Key::Character(' ') if self.thinking.is_some() => self.evening.stop(),
            Key::Enter | Key::Character(' ') => {
                return self.obey(Command::Move(self.cursor.0.into()));
            }
            Key::Escape if self.thinking.is_some() => self.evening.stop(),
            Key::Escape => self.said.clear(),
            Key::Character('u') => return self.obey(Command::Undo),
            Key::Character('r') => return self.obey(Command::Redo),
            Key::Character('t') => return self.obey(Command::Hint(HINTS)),
            Key::Character('x') => return self.obey(Command::Switch),
            Key::Character('s') => self.entry = Some(Entry::save()),
            Key::Character('q') => return Ok(self.leave()),
            Key::Character('?') => self.say(HELP),
            Key::Character(':') => self.entry = Some(Entry::line("")),
            // A square or not, the Enter that follows is for what was typed.
            Key::Character(first) => self.entry = Some(Entry::line(&first.to_string())),
            Key::Backspace | Key::Interrupt | Key::End | Key::Suspend => {}
        }
        Ok(Next::Show)
    }

    /// Does what was typed.
    fn enter(&mut self, entered: Entered) -> anyhow::Result<Next> {
        match entered {
            Entered::Nothing => Ok(Next::Show),
            Entered::Line(line) => match line.parse() {
                Ok(command) => self.obey(command),
                Err(error) => {
                    self.say(&error.to_string());
                    Ok(Next::Show)
                }
            },
            Entered::File(path) => self.obey(Command::Save(path.into())),
            Entered::FileToLeave(path) => {
                self.obey(Command::Save(path.into()))?;
                Ok(if self.evening.is_unsaved() { Next::Show } else { Next::Leave })
            }
            Entered::Leave => Ok(Next::Leave),
        }
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<Next> {
        let question = self.thinking.as_ref().map(|thinking| thinking.question);
        match (&command, question) {
            (_, None) | (Command::Help | Command::Board | Command::Save(_), _) => {}
            (Command::Move(_) | Command::Hint(_), Some(Question::Move)) => {
                self.say("outflank is to move: Space lets it move now");
                return Ok(Next::Show);
            }
            (_, Some(_)) => {
                self.evening.stop();
                self.thinking = None;
            }
        }
        self.said.clear();
        let next = self.evening.obey(command)?;
        let goes_on = matches!(next, Next::GoOn | Next::End) || self.evening.turn() == Turn::Engine;
        match next {
            Next::Say(text) => self.say(&text),
            Next::Rank(count) => self.think(Question::Hints(count)),
            Next::Leave => return Ok(self.leave()),
            Next::GoOn | Next::End | Next::Show => {}
        }
        if goes_on && self.thinking.is_none() {
            self.go_on()?;
        }
        Ok(Next::Show)
    }

    /// Leaves, or asks first where to save what would be lost.
    fn leave(&mut self) -> Next {
        if !self.evening.is_unsaved() {
            return Next::Leave;
        }
        self.entry = Some(Entry::save_to_leave());
        Next::Show
    }

    fn say(&mut self, text: &str) {
        self.said = text.lines().map(str::to_owned).collect();
    }

    fn scene(&self) -> Scene {
        let game = self.evening.game();
        let mut players: Vec<String> =
            [Color::Black, Color::White].map(|side| self.player(side)).to_vec();
        players.extend(self.evening.opening().map(str::to_owned));
        let mut board = board::draw(game, Some(self.cursor.0));
        // Below the board: the side to move as long as there is one.
        if let (Some(end), Some(last)) = (self.evening.end(), board.last_mut()) {
            *last = end;
        }
        let mut said = self.said.clone();
        said.extend(self.thinking.as_ref().map(Thinking::to_text));
        Scene {
            board,
            chosen: board::place(self.cursor.0),
            players,
            moves: game.moves().iter().map(Move::to_string).collect(),
            said,
            typed: self.entry.as_ref().map(Entry::to_text),
            keys: KEYS,
        }
    }

    fn player(&self, side: Color) -> String {
        let setup = self.evening.game().setup();
        let discs = match side {
            Color::Black => setup.black(),
            Color::White => setup.white(),
        };
        format!("{side} {:>2}  {}", discs.count(), self.evening.player(side))
    }
}

impl Thinking {
    /// What it is about, and how far it is.
    fn to_text(&self) -> String {
        let what = match self.question {
            Question::Move => "outflank thinks",
            Question::Hints(_) => "looking for the best moves",
        };
        match &self.found {
            Some(line) => format!("{what}: depth {} ({})", line.depth, line.score),
            None => what.to_owned(),
        }
    }
}
