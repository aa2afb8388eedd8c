//! `play`: a game in the terminal.
//!
//! - `command`: what a player can type; `board`: what a player sees.

mod board;
mod command;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use clap::{ValueEnum, value_parser};

use super::Status;
use super::flags::{EngineFlags, ForSearch};
use crate::board::{Color, Move};
use crate::engine::{Engine, Options};
use crate::game::{Format, Game, GgfPlayer, Opening, Record};
use crate::protocol::reader::{LineError, Lines};
use crate::search::{Limits, SearchReport};
use crate::strategy::Skill;
use command::{Command, HELP};

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Type a square such as f5 to move there, or help for all that can be typed: undo, redo,
hint, switch, save, resign and more, most of them by their first letter. Dots are where you
may go; the last move is marked. Passes are made by themselves.

Examples:
  outflank play --level 4
  outflank play --color white --strategy edge --seed 7
  outflank play --skill 3 --position f5d6c3d3c4")]
pub(super) struct PlayArguments {
    /// Your side, or both: then the engine only gives hints
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,
    /// Begin with this game or position, in any format
    #[arg(long, value_name = "POSITION", default_value = "start")]
    position: String,
    /// How long the engine thinks about a move, instead of as deep as the level says
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..), conflicts_with = "level")]
    time: Option<u64>,
    #[command(flatten)]
    engine: EngineFlags<ForSearch>,
}

/// Who sits where; what clap finds documented here would make its help long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl PlayArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let record: Record = self.position.parse().map_err(|error| anyhow::anyhow!("{error}"))?;
        let person = match self.color {
            Side::Black => Some(Color::Black),
            Side::White => Some(Color::White),
            Side::Both => None,
        };
        let prompts = io::stdin().is_terminal();
        let options = self.engine.options;
        let mut evening = Evening {
            start: record.game.clone(),
            game: record.game,
            undone: Vec::new(),
            person,
            resigned: None,
            engine: Engine::new(options),
            time: self.time.map(Duration::from_millis),
            output: io::stdout().lock(),
        };
        evening.play(Lines::new(io::stdin()), prompts)?;
        Ok(Status::Done)
    }
}

/// A person at the board with the engine.
struct Evening<W> {
    /// What each game begins with.
    start: Game,
    game: Game,
    /// What was taken back, the first of it last.
    undone: Vec<Move>,
    /// The person's side; `None` for both.
    person: Option<Color>,
    /// Who has given the game up.
    resigned: Option<Color>,
    engine: Engine,
    time: Option<Duration>,
    output: W,
}

impl<W: Write> Evening<W> {
    /// Does what `lines` say, until they end.
    fn play(
        &mut self,
        mut lines: impl Iterator<Item = Result<String, LineError>>,
        prompts: bool,
    ) -> anyhow::Result<()> {
        self.go_on()?;
        loop {
            if prompts {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            match line.parse() {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => self.obey(command)?,
                Err(error) => writeln!(self.output, "{error}")?,
            }
        }
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<()> {
        match command {
            Command::Move(_) if self.resigned.is_some() => self.say("the game is over")?,
            Command::Move(mv) => match self.game.play(mv) {
                Ok(()) => {
                    self.undone.clear();
                    self.go_on()?;
                }
                Err(reason) => self.say(&reason.to_string())?,
            },
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Hint(count) => self.hint(count)?,
            Command::Switch => {
                self.person = Some(!self.game.setup().side);
                self.go_on()?;
            }
            Command::Resign => {
                self.resigned = Some(self.person.unwrap_or(self.game.setup().side));
                self.tell_end()?;
            }
            Command::New => {
                self.game = self.start.clone();
                self.undone.clear();
                self.resigned = None;
                self.engine.new_game();
                self.go_on()?;
            }
            Command::Save(path) => match self.save(&path) {
                Ok(()) => self.say(&format!("saved in {}", path.display()))?,
                Err(error) => self.say(&format!("{error:#}"))?,
            },
            Command::Set(name, value) => {
                if let Err(error) = self.engine.set_option(&name, &value) {
                    self.say(&error.to_string())?;
                }
            }
            Command::Board => self.show()?,
            Command::Help => self.say(HELP)?,
            Command::Quit => {}
        }
        Ok(())
    }

    /// Makes the moves that are not the person's, and shows the board.
    fn go_on(&mut self) -> anyhow::Result<()> {
        while !self.game.is_over() && self.resigned.is_none() {
            let setup = self.game.setup();
            if setup.position.must_pass() {
                self.game.play(Move::Pass)?;
                self.say(&format!("{} has to pass", setup.side))?;
            } else if self.person.is_some_and(|person| person != setup.side) {
                let limits = self.limits();
                let report = self.engine.search(setup.position, &limits, |_| ())?;
                let best = report.best_move().context("the engine has no move; this is a bug")?;
                self.game.play(best)?;
                self.say(&format!("outflank plays {best}"))?;
            } else {
                break;
            }
        }
        self.show()?;
        if self.game.is_over() { self.tell_end() } else { Ok(()) }
    }

    /// For how long, or how deep, the engine thinks.
    fn limits(&self) -> Limits {
        match self.time {
            Some(time) => Limits { move_time: Some(time), ..Limits::default() },
            None => Limits { multi_pv: 1, ..self.engine.level_limits(self.game.setup().position) },
        }
    }

    /// Whether the next command is expected from the person who moves now.
    fn is_persons_turn(&self) -> bool {
        self.person.is_none_or(|person| person == self.game.setup().side)
    }

    /// Takes moves back up to the person's last one.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.resigned.take().is_some() {
            return self.show();
        }
        let before = self.undone.len();
        while let Some(mv) = self.game.undo() {
            self.undone.push(mv);
            if self.is_persons_turn() && !self.game.setup().position.must_pass() {
                break;
            }
        }
        if self.undone.len() == before {
            return self.say("nothing to undo: this is where the game started");
        }
        self.go_on()
    }

    /// Makes the person's next move again, and what was answered.
    fn redo(&mut self) -> anyhow::Result<()> {
        let Some(mv) = self.undone.pop() else { return self.say("nothing to redo") };
        self.game.play(mv)?;
        while !self.is_persons_turn()
            && let Some(mv) = self.undone.pop()
        {
            self.game.play(mv)?;
        }
        self.go_on()
    }

    /// Ranks the best moves, as well as the full engine can.
    fn hint(&mut self, count: usize) -> anyhow::Result<()> {
        let limits = Limits { multi_pv: count, ..self.limits() };
        let options = self.engine.options().clone();
        self.engine.set_options(Options { style: None, skill: Skill::FULL, ..options.clone() });
        let report = self.engine.search(self.game.setup().position, &limits, |_| ());
        self.engine.set_options(options);
        let text = hints(&report?);
        self.say(&text)
    }

    /// Writes the game to `path`, as GGF if it ends in .ggf, or else its moves.
    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let is_ggf = path.extension().is_some_and(|extension| extension == "ggf");
        let is_usual = self.game.start() == Game::default().start();
        let format = match (is_ggf, is_usual) {
            (true, _) => Format::Ggf,
            (false, true) => Format::Transcript,
            (false, false) => Format::Position,
        };
        let name = |side| match self.person {
            Some(person) if person != side => "Outflank".to_owned(),
            _ => "Player".to_owned(),
        };
        let player = |side| GgfPlayer { name: name(side), ..GgfPlayer::default() };
        let (black, white) = (player(Color::Black), player(Color::White));
        let record = Record { black, white, ..Record::from(self.game.clone()) };
        let record = if is_ggf { record } else { Record::from(self.game.clone()) };
        let text = record.to_text(format)? + "\n";
        std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let setup = self.game.setup();
        let (black, white) = (setup.black().count(), setup.white().count());
        let mut facts = format!("black {black} white {white}");
        if let Some(opening) = Opening::of(&self.game) {
            facts += &format!("  {}", opening.name);
        }
        let board = board::draw(&self.game);
        self.say(&format!("{board}\n{facts}"))
    }

    /// Says how the game has ended.
    fn tell_end(&mut self) -> anyhow::Result<()> {
        match (self.resigned, self.game.result()) {
            (Some(side), _) => self.say(&format!("{side} resigns: {} wins", !side)),
            (None, Some(result)) => self.say(&result.to_string()),
            (None, None) => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }
}

/// The lines of `report` as a table.
fn hints(report: &SearchReport) -> String {
    let row = |line: &crate::search::Line| {
        let moves: Vec<String> = line.pv.iter().take(8).map(ToString::to_string).collect();
        let score = line.score.to_string();
        Some(format!("{:<5} {score:>7}  {}", moves.first()?, moves.join(" ")))
    };
    let rows: Vec<String> = report.lines.iter().filter_map(row).collect();
    if rows.is_empty() { "the game is over".to_owned() } else { rows.join("\n") }
}
