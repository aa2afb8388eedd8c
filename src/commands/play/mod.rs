//! `play`: a game in the terminal.
//!
//! - here: the arguments; `lines`: the line mode;
//! - `session`: the game and its engines; `command`: the commands; `board`: the board;
//! - `screen`: the key mode, on a `terminal`; `layout`: what it shows.

mod board;
mod command;
#[cfg(any(unix, windows))]
mod layout;
mod lines;
#[cfg(any(unix, windows))]
mod screen;
mod session;
#[cfg(any(unix, windows))]
mod terminal;

use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;

use crate::Status;
use crate::flags::{EngineFlags, ForPlay, integer};
use crate::limits::LimitArguments;
use crate::source::RecordArgument;
use engine::Options;
use engine::strategy::Skill;
use othello::board::Color;
use session::{Effect, PlaySession};

/// The default skill, if the command line sets no strength.
const FRIENDLY: usize = 3;

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without a strength you play against skill 3, which suits casual players. --skill 10 or a level is
full strength.

At a terminal, choose a square with the arrows or Tab and play it with Enter, or click it. ? lists
the other keys and the commands, i explains the rules. You can also type a square such as f5, or a
command after a colon, such as :new. v shows the value of each legal move, and w reviews the game.
Through a pipe and with --plain each line is a square or a command; help lists them. Dots mark legal
moves; the last move is marked. Passes are automatic.

--clock 5+3 gives each side 5 minutes and 3 seconds a move. A side that uses up its time loses. At
full strength without a limit the engine uses its share of the time. p sets an endgame puzzle.

Exit status: 0 done; 1 illegal move in --position; 2 error or interrupted.

Examples:
  outflank play --level 4
  outflank play --color white --strategy edge
  outflank play --skill 10 --clock 5+0
  outflank play --skill 5 --seed 7 --position f5d6c3d3c4")]
pub(crate) struct PlayArguments {
    /// Your side; with `both` the engine only gives hints
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,
    /// Start from this game or position, in any format, or from a file
    #[arg(long, value_name = "POSITION", default_value = "start")]
    position: String,
    /// Strength from 0 (weakest) to 10 (full) [default: 3, or 10 with a level, limit or strategy]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(0..=Skill::FULL))]
    skill: Option<usize>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Confirm moves that lose this number of discs or more; 0 for none
    #[arg(long, value_name = "DISCS", default_value_t = 0, value_parser = integer::<u32>(0..=64))]
    warn: u32,
    /// Time limit: minutes for each side, and an increment in seconds for each move
    #[arg(long, value_name = "MIN[+SEC]")]
    clock: Option<TimeControl>,
    /// Read lines at a terminal too
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    engine: EngineFlags<ForPlay>,
}

/// The side of the human. The variants have no doc comments, because clap would print them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl Side {
    fn human(self) -> Option<Color> {
        match self {
            Side::Black => Some(Color::Black),
            Side::White => Some(Color::White),
            Side::Both => None,
        }
    }
}

/// The time of each side for a game, and the increment of each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TimeControl {
    start: Duration,
    increment: Duration,
}

/// Reads `5+3`: 5 minutes, and 3 seconds for each move.
impl FromStr for TimeControl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TimeControl, &'static str> {
        let read =
            |text: &str, unit| Duration::try_from_secs_f64(text.parse::<f64>().ok()? * unit).ok();
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (read(start, 60.0), read(increment, 1.0)) {
            (Some(start), Some(increment)) if !start.is_zero() => {
                Ok(TimeControl { start, increment })
            }
            _ => Err("expected minutes above 0 and seconds, such as 5+0 or 0.5+3"),
        }
    }
}

impl PlayArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let record = RecordArgument::one(&self.position)?;
        let human = self.color.human();
        let options = self.limits.with_level(self.engine.options);
        let has_strength = options.style.is_some() || self.limits != LimitArguments::default();
        let usual = if has_strength { Skill::FULL } else { FRIENDLY };
        let options = Options { skill: self.skill.unwrap_or(usual), ..options };
        let mut session = PlaySession::new(record, human, options, self.limits);
        session.warning = self.warn;
        session.control = self.clock;
        let first = if self.skill.is_some() || has_strength || human.is_none() {
            Effect::Changed
        } else {
            Effect::Played(format!(
                "outflank plays at skill {FRIENDLY} of 10 (:skill N changes it, :level 10 is full \
                 strength, :rules explains the game)"
            ))
        };
        #[cfg(any(unix, windows))]
        if !self.plain && screen::is_possible() {
            return screen::play(session, first);
        }
        lines::play(session, first)
    }
}
