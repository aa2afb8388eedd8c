//! The engine: evaluation, search, opening book and playing strength.
//!
//! - [`score`]: score units, windows and bounds.
//! - [`eval`]: static evaluation.
//! - [`search`]: iterative deepening and the endgame solver.
//! - [`book`]: the opening book (feature `book-files`; feature `book` to play from it).
//! - [`strategy`]: simple playing styles, and weaker play for people.
//! - [`Engine`]: search, table and options behind one handle.
//!
//! Search a position and print each line when it is found. Another thread may set the stop flag.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use engine::{BookUse, SeedScope, Engine, Options, SearchRequest};
//! use othello::game::Setup;
//!
//! let mut engine = Engine::new(Options::default());
//! let request = SearchRequest { depth: Some(6), ..SearchRequest::default() };
//! let report = engine.job(Setup::START, &request)?.run(&AtomicBool::new(false), &mut |info| {
//!     println!("{} {}", info.line.depth, info.line.score);
//! });
//! println!("{:?} after {} nodes", report.best_move(), report.usage.nodes);
//!
//! // Play a move, from the book or at the level of the engine.
//! let request = SearchRequest { book: BookUse::Play(SeedScope::Game), ..Default::default() };
//! let report = engine.job(Setup::START, &request)?.run(&AtomicBool::new(false), &mut |_| ());
//! assert!(report.best_move().is_some());
//! # Ok::<(), engine::EngineError>(())
//! ```
//!
//! Solve an endgame. The score is in discs, with best play:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use engine::score::DiscDiff;
//! use engine::search::{Certainty, Goal};
//! use engine::{Engine, Options, SearchRequest};
//! use othello::game::Setup;
//!
//! let board = "-XO--OOOOXX--XOO-XOX-XOOOXOXXXXOOOXXXXOOOXOOOOOOXXXXXXXXXXXXXXX- X";
//! let setup: Setup = board.parse()?;
//! let mut engine = Engine::new(Options::default());
//! let request = SearchRequest { goal: Goal::Exact, ..SearchRequest::default() };
//! let report = engine.job(setup, &request)?.run(&AtomicBool::new(false), &mut |_| ());
//! assert_eq!(report.lines[0].certainty, Certainty::Exact);
//! assert_eq!(report.lines[0].score, DiscDiff::saturating(-8).into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "book-files")]
pub mod book;
pub mod checksum;
mod engine;
pub mod eval;
pub mod memory;
pub mod score;
pub mod search;
pub mod strategy;

pub use engine::{
    AnalysedPly, Analysis, Batch, BatchError, Bench, BenchPosition, BookUse, EMBEDDED, Effort,
    Engine, EngineError, EvalFile, EvalFileError, EvalFileFault, EvaluatorKind, Expected,
    FileError, Job, JobError, JobEvent, JobStop, MAX_LEVEL, Mark, OPTIONS, OptionError, OptionKind,
    OptionSpec, Options, RequestError, RunningJob, SearchEvent, SearchJob, SearchRequest,
    SeedScope, SideSummary, Solution, Summary, level_limits, solved_empties,
};
#[cfg(feature = "book")]
pub use engine::{LearnJob, OpeningBook};
