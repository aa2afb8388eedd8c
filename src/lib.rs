//! Outflank, an Othello (Reversi) engine.
//!
//! # How to use it
//!
//! Set a position, and list the moves and what they flip:
//!
//! ```
//! use outflank::board::Square;
//! use outflank::game::{Game, Setup};
//!
//! let game = Game::from_transcript(Setup::START, "f5d6c3")?;
//! let moves: Vec<String> = game.legal_moves().map(|mv| mv.to_string()).collect();
//! assert_eq!(moves.join(" "), "d3 f3 f4 g5");
//!
//! let text = "---------------------------OX------XO--------------------------- X";
//! let setup: Setup = text.parse()?;
//! assert_eq!(setup, Setup::START);
//! assert_eq!(setup.position.flips(Square::F5).count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search it, and be told what the search finds while it runs; another thread may set the
//! flag that ends it:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use outflank::board::Position;
//! use outflank::engine::{Engine, Options};
//! use outflank::search::{Limits, SearchInfo};
//!
//! let mut engine = Engine::new(Options::default());
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let stop = AtomicBool::new(false);
//! let listener = |info: SearchInfo| println!("{} {}", info.line.depth, info.line.score);
//! let report = engine.search_until(&stop, Position::START, &limits, listener)?;
//! println!("{:?} after {} nodes", report.best_move(), report.usage.nodes);
//! # Ok::<(), outflank::search::NoMemory>(())
//! ```
//!
//! Choose a move to play, from the opening book where that looks as far ahead as the search would,
//! and else with the limits of a level, as the search itself has none:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use outflank::board::Position;
//! use outflank::engine::{Chance, Engine, Options};
//!
//! let mut engine = Engine::new(Options { level: 6, ..Options::default() });
//! let limits = engine.level_limits(Position::START);
//! let job = engine.play_job(Position::START, limits, Chance::OfGame)?;
//! let report = job.run(&AtomicBool::new(false), &mut |_| ());
//! assert!(report.best_move().is_some());
//! # Ok::<(), outflank::search::NoMemory>(())
//! ```
//!
//! Solve the end of a game, which gives the score with best play, in discs:
//!
//! ```
//! use outflank::engine::{Engine, Options};
//! use outflank::game::Setup;
//! use outflank::score::DiscDiff;
//! use outflank::search::{Certainty, Goal, Limits};
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
//!
//! Count lines of play, which is how move generators are compared:
//!
//! ```
//! use outflank::board::Position;
//! use outflank::board::perft::{PassRule, perft};
//!
//! assert_eq!(perft(Position::START, 7, PassRule::Ply), 55_092);
//! ```
//!
//! Hold a session of a protocol over two streams of bytes, as the binary does with its
//! standard input and output ([`protocol::InlineSession`] does without threads and streams):
//!
//! ```
//! use outflank::engine::Options;
//! use outflank::protocol::{Outcome, run};
//!
//! let input = &b"position start moves f5 d6\nmoves\ngo depth 4\n"[..];
//! let mut output = Vec::new();
//! assert_eq!(run(None, input, &mut output, Options::default(), false)?, Outcome::Done);
//! let output = String::from_utf8_lossy(&output);
//! assert!(output.starts_with("moves c3 c4 c5 c6 c7\n"));
//! assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # The map
//!
//! A module may use only what stands to its left:
//!
//! ```text
//! board, memory | checksum, game, random, score | eval | search | book, strategy | engine
//!               | protocol, training, tournament
//! ```
//!
//! The binary stands to the right of all: its module `cli` is the command line.
//!
//! - [`board`]: the rules on bitboards; knows neither colours nor evaluators.
//! - [`game`]: colours, game records and every text form of them.
//! - [`random`]: numbers and moves from a seed.
//! - `checksum`: whether the bytes of a file are those that were written.
//! - [`score`]: the units in which positions are valued.
//! - [`eval`]: what a position is worth without looking ahead.
//! - [`search`]: finding the best move, solving the end of the game.
//! - `book`: an opening book in a file.
//! - [`strategy`]: simple ways to play, and weaker play for people.
//! - [`engine`]: the search as a value with options, to be driven by a protocol.
//! - [`protocol`]: how hosts talk to it, lines of text in and out.
//! - `training`: making evaluators out of games against itself.
//! - `tournament`: matches between engines, and what they prove.
//!
//! The direction is checked by `tests/layering.rs`.
//!
//! # From `go depth 20` to the search
//!
//! Six types process the command, from the bytes of the input to the nodes of the tree:
//!
//! 1. `protocol::reader::Lines`, in the reader thread: splits the bytes into lines.
//! 2. [`protocol::Session`]: parses the line into a command of its protocol.
//! 3. `Controller` in `protocol`: starts the command as a job that `stop` ends.
//! 4. [`engine::SearchJob`]: the search that the options select: at full strength, at a lower
//!    skill, or a playing style.
//! 5. [`search::Search`]: iterative deepening at the root, up to depth 20.
//! 6. `Worker` in `search`: principal variation search below the root; one per thread.
//!
//! The results return as [`search::SearchInfo`], which the session sends as `info` lines, and
//! at the end as [`search::SearchReport`], which it sends as the last `info` lines and
//! `bestmove`.
//!
//! # Features
//!
//! - `cli`, on by default: the binary `outflank`, with the three below;
//! - `book`, `training` and `tournament`: the modules of these names.
//!
//! Without default features the library depends on a few small crates and builds for
//! WebAssembly, too.

pub mod board;
#[cfg(feature = "book")]
pub mod book;
mod checksum;
#[cfg(outflank_levels)]
mod cli;
pub mod engine;
pub mod eval;
pub mod game;
mod memory;
pub mod protocol;
pub mod random;
pub mod score;
pub mod search;
pub mod strategy;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "training")]
pub mod training;

/// Runs the program: what `main` does in a program for all CPUs, which holds this library once
/// for each level of instruction sets.
#[cfg(outflank_levels)]
#[must_use]
pub fn run_command_line() -> std::process::ExitCode {
    cli::run()
}
