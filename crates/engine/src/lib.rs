//! The engine: evaluation, search, opening book and playing strength.
//!
//! - [`score`]: the units in which positions are valued.
//! - [`eval`]: static evaluation.
//! - [`search`]: iterative deepening, and solving the end of the game.
//! - [`book`]: the opening book (feature `book`).
//! - [`strategy`]: simple ways to play, and weaker play for people.
//! - [`Engine`]: the search as a value with options, to be driven by a protocol.
//!
//! Search a position, and receive each line as it is found. Another thread may set the stop flag:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use othello::board::Position;
//! use engine::{Engine, Options};
//! use engine::search::{Limits, SearchInfo};
//!
//! let mut engine = Engine::new(Options::default());
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let stop = AtomicBool::new(false);
//! let listener = |info: SearchInfo| println!("{} {}", info.line.depth, info.line.score);
//! let report = engine.search_until(&stop, Position::START, &limits, listener)?;
//! println!("{:?} after {} nodes", report.best_move(), report.usage.nodes);
//! # Ok::<(), engine::search::NoMemory>(())
//! ```
//!
//! Choose a move to play, from the opening book where that looks as far ahead as the search would,
//! and else with the limits of a level, as the search itself has none:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use othello::board::Position;
//! use engine::{Chance, Engine, Options};
//!
//! let mut engine = Engine::new(Options { level: 6, ..Options::default() });
//! let limits = engine.level_limits(Position::START);
//! let job = engine.play_job(Position::START, limits, Chance::OfGame)?;
//! let report = job.run(&AtomicBool::new(false), &mut |_| ());
//! assert!(report.best_move().is_some());
//! # Ok::<(), engine::search::NoMemory>(())
//! ```
//!
//! Solve the end of a game, which gives the score with best play, in discs:
//!
//! ```
//! use engine::{Engine, Options};
//! use othello::game::Setup;
//! use engine::score::DiscDiff;
//! use engine::search::{Certainty, Goal, Limits};
//!
//! let board = "-XO--OOOOXX--XOO-XOX-XOOOXOXXXXOOOXXXXOOOXOOOOOOXXXXXXXXXXXXXXX- X";
//! let setup: Setup = board.parse()?;
//! let mut engine = Engine::new(Options::default());
//! let limits = Limits { goal: Goal::Exact, ..Limits::default() };
//! let report = engine.search(setup.position, &limits, |_| {})?;
//! assert_eq!(report.lines[0].certainty, Certainty::Exact);
//! assert_eq!(report.lines[0].score, DiscDiff::saturating(-8).into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "book")]
pub mod book;
pub mod checksum;
mod engine;
pub mod eval;
pub mod memory;
pub mod score;
pub mod search;
pub mod strategy;

pub use engine::{
    AnalysedPly, Analysis, Batch, BatchError, Bench, BenchPosition, Chance, EMBEDDED, Effort,
    Engine, EngineError, EvalFile, EvalFileError, EvalFileFault, EvaluatorKind, Expected,
    FileError, MAX_LEVEL, Mark, OPTIONS, OptionError, OptionKind, OptionSpec, Options, SearchEvent,
    SearchJob, SideSummary, Solution, Summary, level_limits, solved_empties,
};
#[cfg(feature = "book")]
pub use engine::{LearnJob, OpeningBook};
