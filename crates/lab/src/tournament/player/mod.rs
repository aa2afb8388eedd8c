//! [`Player`]: an engine as a process, driven over the protocol that it speaks, or this
//! engine without a process.
//!
//! - `spec`: how a player is named on the command line;
//! - `internal`: this engine;
//! - `process`: a child process and the lines of its output;
//! - `ugi`, `gtp`, `nboard`: the host's side of these protocols.

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

/// The timeout of every command but the search for a move.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(30);

/// The most characters that are quoted of what a player says.
const SAID: usize = 200;

/// The limits of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveTask {
    /// The limits of its search.
    pub control: Control,
    /// The clocks of Black and White, if they have one.
    pub clocks: [Option<ClockState>; 2],
    /// The timeout of the answer.
    pub allowance: Duration,
}

/// A clock before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    /// The time left for the game.
    pub left: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

/// The move of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerMove {
    /// The move.
    pub mv: Move,
    /// The time from the command to the answer.
    pub used: Duration,
    /// Its score for the player, in hundredths of a disc, if the player gave one.
    pub centidiscs: Option<i32>,
}

/// A fault that forfeits a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A move against the rules.
    #[error("illegal move: {0}")]
    Illegal(#[from] IllegalMove),
    /// A text that is no move.
    #[error("no move: {:?}", shorten(text, SAID))]
    NotAMove {
        /// The text of the player.
        text: String,
    },
    /// No move in time.
    #[error("no move within {} ms", allowance.as_millis())]
    Late {
        /// The time that was allowed.
        allowance: Duration,
    },
    /// No answer to another command in time.
    #[error("no answer to {command:?} within {} s", COMMAND_TIMEOUT.as_secs())]
    Silent {
        /// The command.
        command: String,
    },
    /// The process has ended or closed its pipes.
    #[error("the process has ended{}", said.as_deref().map(after_colon).unwrap_or_default())]
    Gone {
        /// The last line of its standard error.
        said: Option<String>,
    },
    /// It did not start again.
    #[error("it does not start again: {reason}")]
    NoStart {
        /// What is wrong.
        reason: String,
    },
    /// An error reply to a command.
    #[error("refused: {:?}", shorten(reply, SAID))]
    Refused {
        /// The text of the player.
        reply: String,
    },
    /// A reply to the first command of UGI as in GTP.
    #[error(
        "answers {:?}, as in GTP: expected UGI, or gtp: before the command",
        shorten(reply, SAID)
    )]
    SpeaksGtp {
        /// The text of the player.
        reply: String,
    },
    /// Its protocol cannot express a limit of its search.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// A limit that a protocol cannot express.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{protocol} has no words for {limit}: expected {expected}")]
pub struct Unsupported {
    /// The protocol of the player.
    pub protocol: &'static str,
    /// The limit.
    pub limit: &'static str,
    /// What may be given instead.
    pub expected: &'static str,
}

/// What a player has said last, behind what has become of it.
fn after_colon(said: &str) -> String {
    format!(": {}", shorten(said, SAID))
}

impl Fault {
    /// What kind of fault it is.
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

/// The reason for which there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// A fault of the player.
    Fault(Fault),
    /// The stop flag of the match was set.
    Interrupted,
}

impl<E: Into<Fault>> From<E> for NoAnswer {
    fn from(fault: E) -> NoAnswer {
        NoAnswer::Fault(fault.into())
    }
}

/// A player that does not start.
#[derive(Debug, thiserror::Error)]
#[error("{spec:?} does not start: {reason}")]
pub struct StartError {
    /// How it was named.
    pub spec: String,
    /// What is wrong.
    pub reason: String,
}

/// Takes the lines that a player writes to standard error.
pub type StderrListener = Box<dyn Fn(&str) + Send>;

/// A running player. It is ended when dropped.
pub struct Player<'a> {
    connection: Connection<'a>,
    /// The name that it gives itself.
    pub name: String,
}

/// By its name.
impl fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How a player is reached.
enum Connection<'a> {
    /// As a process, in the protocol that it speaks.
    Process(PlayerProcess<'a>, Box<dyn Driver>),
    /// As this engine, in this process.
    InternalEngine(Box<InternalEngine<'a>>),
}

/// The host's side of a protocol, with its state.
trait Driver: Send {
    /// Makes the engine forget the last game, and waits until it has.
    fn new_game(&mut self, process: &mut PlayerProcess) -> Result<(), NoAnswer>;

    /// The engine's move in `game`.
    fn think(
        &mut self,
        process: &mut PlayerProcess,
        game: &Game,
        task: &MoveTask,
    ) -> Result<PlayerMove, NoAnswer>;
}

/// Starts the protocol with an engine that will search with `control`; also returns the
/// name that it gives itself.
fn handshake(
    process: &mut PlayerProcess,
    protocol: PlayerProtocol,
    control: &Control,
) -> Result<(Box<dyn Driver>, String), NoAnswer> {
    fn boxed<D: Driver + 'static>((driver, name): (D, String)) -> (Box<dyn Driver>, String) {
        (Box::new(driver), name)
    }
    match protocol {
        PlayerProtocol::Ugi => UgiDriver::handshake(process).map(boxed),
        PlayerProtocol::Gtp => GtpDriver::handshake(process, control).map(boxed),
        PlayerProtocol::NBoard => NBoardDriver::handshake(process, control).map(boxed),
    }
}

impl<'a> Player<'a> {
    /// Starts the player, whose tasks will have this `control`; `None` if `stop` was set
    /// meanwhile. When it is set later, waiting for the player ends. Without a listener to
    /// its standard error, that is discarded.
    ///
    /// # Errors
    /// If there is no such program, it does not speak the protocol, or the protocol has no
    /// words for what it is given.
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
                let connection = Connection::InternalEngine(Box::new(engine));
                return Ok(Some(Player { connection, name: spec.to_string() }));
            }
        };
        let error = |reason: String| StartError { spec: spec.to_string(), reason };
        let mut process = PlayerProcess::start(command, stop, stderr)
            .map_err(|cause| error(cause.to_string()))?;
        match handshake(&mut process, protocol, control) {
            Ok((driver, name)) => {
                Ok(Some(Player { connection: Connection::Process(process, driver), name }))
            }
            Err(no_answer) => match process.explain(no_answer) {
                NoAnswer::Fault(fault) => Err(error(fault.to_string())),
                NoAnswer::Interrupted => Ok(None),
            },
        }
    }

    /// Makes it forget the last game.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new_game(&mut self) -> Result<(), NoAnswer> {
        match &mut self.connection {
            Connection::Process(process, driver) => {
                driver.new_game(process).map_err(|no_answer| process.explain(no_answer))
            }
            Connection::InternalEngine(engine) => {
                engine.new_game();
                Ok(())
            }
        }
    }

    /// Its move in `game`, which is legal only if the referee says so.
    ///
    /// # Errors
    /// If there is none in time.
    pub fn think(&mut self, game: &Game, task: &MoveTask) -> Result<PlayerMove, NoAnswer> {
        match &mut self.connection {
            Connection::Process(process, driver) => {
                driver.think(process, game, task).map_err(|no_answer| process.explain(no_answer))
            }
            Connection::InternalEngine(engine) => engine.think(game, task),
        }
    }
}
