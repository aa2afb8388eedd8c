//! `play`: a game in the terminal.
//!
//! - `evening`: the game; `save`: as a file; `command`: what a player can type; `board`: what a player sees;
//! - `screen`: a game by keys; `typed`: by lines.

mod board;
mod command;
mod evening;
mod save;
#[cfg(any(unix, windows))]
mod screen;
mod typed;

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::{ValueEnum, value_parser};

use super::Status;
use super::flags::{EngineFlags, ForSearch};
use super::source::Given;
use crate::board::Color;
use crate::protocol::reader::Lines;
use evening::Evening;
use typed::Typed;

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
At a terminal the arrows and Tab choose a square, Enter moves there and ? tells the other
keys; a square such as f5 and a command behind a colon, such as :new, can be typed, too.
Through a pipe and with --plain each line is a square or a command; help tells all of them.
Dots are where you may go; the last move is marked. Passes are made by themselves.

Status: 0 the game was left; 2 error or interrupted.

Examples:
  outflank play --level 4
  outflank play --color white --strategy edge --seed 7
  outflank play --skill 3 --position f5d6c3d3c4")]
pub(super) struct PlayArguments {
    /// Your side, or both: then the engine only gives hints
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,
    /// Begin with this game or position, in any format, or with that of a file
    #[arg(long, value_name = "POSITION", default_value = "start")]
    position: String,
    /// How long the engine thinks about a move, instead of as deep as the level says
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..), conflicts_with = "level")]
    time: Option<u64>,
    /// Take typed lines at a terminal, too
    #[arg(long)]
    plain: bool,
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
        let record = Given::one(&self.position)?;
        let person = match self.color {
            Side::Black => Some(Color::Black),
            Side::White => Some(Color::White),
            Side::Both => None,
        };
        let time = self.time.map(Duration::from_millis);
        let evening = Evening::new(record.game, person, self.engine.options, time);
        #[cfg(any(unix, windows))]
        if !self.plain && screen::is_possible() {
            return screen::play(evening);
        }
        let mut typed = Typed { evening, output: io::stdout().lock() };
        typed.play(Lines::new(io::stdin()), io::stdin().is_terminal())?;
        Ok(Status::Done)
    }
}
