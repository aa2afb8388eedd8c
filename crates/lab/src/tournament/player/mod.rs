//! [`Player`]: an engine, as a child process that speaks a protocol or inside this process.
//!
//! - `spec`: the text form of a player;
//! - `internal`: this engine;
//! - `process`: a child process and its output lines;
//! - `ugi`, `gtp`, `nboard`: the host side of the protocols.

mod gtp;
mod internal;
mod nboard;
mod process;
mod spec;
mod ugi;

use std::fmt;
use std::time::Duration;

pub use process::kill_all;
pub use spec::{ParseSpecError, PlayerSpec};

use super::ForfeitKind;
use super::control::Control;
use engine::search::Stop;
use gtp::GtpDriver;
use internal::InternalEngine;
use nboard::NBoardDriver;
use othello::board::Move;
use othello::game::{Game, IllegalMove, shorten};
use process::PlayerProcess;
use spec::{PlayerProtocol, Start};
use ugi::UgiDriver;

/// The timeout of commands other than the search.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum characters quoted from a player.
const SAID: usize = 200;

/// The limits of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveTask {
    /// The search limits.
    pub control: Control,
    /// The clocks of Black and White.
    pub clocks: [Option<ClockState>; 2],
    /// The time after which the move is late.
    pub allowance: Duration,
}

/// A clock before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    /// Remaining time.
    pub left: Duration,
    /// Time added by each move.
    pub increment: Duration,
}

/// The move of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerMove {
    /// The move.
    pub mv: Move,
    /// Time from command to answer.
    pub used: Duration,
    /// The score in centidiscs for the player, if reported.
    pub centidiscs: Option<i32>,
}

/// A fault that forfeits a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An illegal move.
    #[error("illegal move: {0}")]
    Illegal(#[from] IllegalMove),
    /// An unreadable move.
    #[error("invalid move {:?}: expected a square such as f5", shorten(text, SAID))]
    NotAMove {
        /// The output of the player.
        text: String,
    },
    /// No move in time.
    #[error("no move within {} ms", allowance.as_millis())]
    Late {
        /// The time that was allowed.
        allowance: Duration,
    },
    /// No answer to a command other than the search.
    #[error("no answer to {command:?} within {} s", COMMAND_TIMEOUT.as_secs())]
    Silent {
        /// The command.
        command: String,
    },
    /// The process ended or closed its pipes.
    #[error("the process ended{}", said.as_deref().map(after_colon).unwrap_or_default())]
    Gone {
        /// The last line of its standard error.
        said: Option<String>,
    },
    /// The player failed to restart.
    #[error("cannot restart: {reason}")]
    NoStart {
        /// The cause.
        reason: String,
    },
    /// An error reply to a command.
    #[error("refused: {:?}", shorten(reply, SAID))]
    Refused {
        /// The output of the player.
        reply: String,
    },
    /// A GTP reply to the first UGI command.
    #[error(
        "GTP reply {:?}: expected UGI; for GTP, put gtp: before the command",
        shorten(reply, SAID)
    )]
    SpeaksGtp {
        /// The output of the player.
        reply: String,
    },
    /// The protocol cannot express a search limit.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// A limit that a protocol cannot express.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{protocol} cannot express {limit}: expected {expected}")]
pub struct Unsupported {
    /// The protocol of the player.
    pub protocol: &'static str,
    /// The limit.
    pub limit: &'static str,
    /// The alternatives.
    pub expected: &'static str,
}

/// Formats the last output of a player: a colon, then the text, shortened.
fn after_colon(said: &str) -> String {
    format!(": {}", shorten(said, SAID))
}

impl Fault {
    /// The kind of this fault.
    #[must_use]
    pub const fn kind(&self) -> ForfeitKind {
        match self {
            Fault::Illegal(_) | Fault::NotAMove { .. } => ForfeitKind::Rules,
            Fault::Late { .. } => ForfeitKind::Time,
            Fault::Silent { .. }
            | Fault::Gone { .. }
            | Fault::NoStart { .. }
            | Fault::Refused { .. }
            | Fault::SpeaksGtp { .. }
            | Fault::Unsupported(_) => ForfeitKind::Failure,
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// The player is at fault.
    Fault(Fault),
    /// The stop flag of the match was set.
    Interrupted,
}

impl<E: Into<Fault>> From<E> for NoAnswer {
    fn from(fault: E) -> NoAnswer {
        NoAnswer::Fault(fault.into())
    }
}

/// A player failed to start.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {spec:?}: {reason}")]
pub struct StartError {
    /// The text form of the player.
    pub spec: String,
    /// The cause.
    pub reason: String,
}

/// Receives the standard error of a player, line by line.
pub type StderrListener = Box<dyn Fn(&str) + Send>;

/// A running player. Dropping it ends its process.
pub struct Player<'a>(Connection<'a>);

impl fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").finish_non_exhaustive()
    }
}

/// The connection to a player.
enum Connection<'a> {
    /// A child process.
    Process(PlayerProcess<'a>, Box<dyn Driver>),
    /// This engine, in this process.
    InternalEngine(Box<InternalEngine<'a>>),
}

/// The host side of a protocol.
trait Driver: Send {
    /// Starts a new game and waits until the engine is ready.
    fn new_game(&mut self, process: &mut PlayerProcess) -> Result<(), NoAnswer>;

    /// The engine's move in `game`.
    fn think(
        &mut self,
        process: &mut PlayerProcess,
        game: &Game,
        task: &MoveTask,
    ) -> Result<PlayerMove, NoAnswer>;
}

/// Starts `protocol` with an engine that will search under `control`.
fn handshake(
    process: &mut PlayerProcess,
    protocol: PlayerProtocol,
    control: &Control,
) -> Result<Box<dyn Driver>, NoAnswer> {
    Ok(match protocol {
        PlayerProtocol::Ugi => Box::new(UgiDriver::handshake(process)?),
        PlayerProtocol::Gtp => Box::new(GtpDriver::handshake(process, control)?),
        PlayerProtocol::NBoard => Box::new(NBoardDriver::handshake(process, control)?),
    })
}

impl<'a> Player<'a> {
    /// Starts a player that will search under `control`; `None` if `stop` was set. `stop` also ends
    /// later waits. Without a listener, standard error is discarded.
    ///
    /// # Errors
    /// If the program does not exist or does not speak the protocol, or the protocol cannot express
    /// `control`.
    pub fn start(
        spec: &PlayerSpec,
        control: &Control,
        stop: &'a (dyn Stop + Sync),
        stderr: Option<StderrListener>,
    ) -> Result<Option<Player<'a>>, StartError> {
        let (command, protocol) = match spec.start() {
            Start::Process(program, protocol) => (program.command(), *protocol),
            Start::InternalEngine(options) => {
                let engine = InternalEngine::new((**options).clone(), stop);
                return Ok(Some(Player(Connection::InternalEngine(Box::new(engine)))));
            }
        };
        let error = |reason: String| StartError { spec: spec.to_string(), reason };
        let mut process = PlayerProcess::start(command, stop, stderr)
            .map_err(|cause| error(cause.to_string()))?;
        match handshake(&mut process, protocol, control) {
            Ok(driver) => Ok(Some(Player(Connection::Process(process, driver)))),
            Err(no_answer) => match process.explain(no_answer) {
                NoAnswer::Fault(fault) => Err(error(fault.to_string())),
                NoAnswer::Interrupted => Ok(None),
            },
        }
    }

    /// Starts a new game.
    ///
    /// # Errors
    /// If the player does not answer.
    pub fn new_game(&mut self) -> Result<(), NoAnswer> {
        match &mut self.0 {
            Connection::Process(process, driver) => {
                driver.new_game(process).map_err(|no_answer| process.explain(no_answer))
            }
            Connection::InternalEngine(engine) => {
                engine.new_game();
                Ok(())
            }
        }
    }

    /// The move in `game`, not yet checked for legality.
    ///
    /// # Errors
    /// If no move arrives in time.
    pub fn think(&mut self, game: &Game, task: &MoveTask) -> Result<PlayerMove, NoAnswer> {
        match &mut self.0 {
            Connection::Process(process, driver) => {
                driver.think(process, game, task).map_err(|no_answer| process.explain(no_answer))
            }
            Connection::InternalEngine(engine) => engine.think(game, task),
        }
    }
}
