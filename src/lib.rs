//! Outflank, an Othello (Reversi) engine.
//!
//! # The map
//!
//! A module may use only what stands to its left:
//!
//! ```text
//! board | game, random, score | eval | search | strategy | engine
//!       | protocol, training, tournament
//! ```
//!
//! The binary stands to the right of all: its module `cli` is the command line.
//!
//! - [`board`]: the rules on bitboards; knows neither colours nor evaluators.
//! - [`game`]: colours, game records and every text form of them.
//! - [`random`]: numbers and moves from a seed.
//! - [`score`]: the units in which positions are valued.
//! - [`eval`]: what a position is worth without looking ahead.
//! - [`search`]: finding the best move, solving the end of the game.
//! - [`strategy`]: simple ways to play, and weaker play for people.
//! - [`engine`]: the search as a value with options, to be driven by a protocol.
//! - [`protocol`]: how hosts talk to it, lines of text in and out.
//! - `training`: making evaluators out of games against itself.
//! - `tournament`: matches between engines, and what they prove.
//!
//! The direction is checked by `tests/layering.rs`.
//!
//! # Features
//!
//! - `cli`, on by default: the binary `outflank`, with the two below;
//! - `training` and `tournament`: the modules of these names.
//!
//! Without default features the library depends on a few small crates and builds for
//! WebAssembly, too.

pub mod board;
pub mod engine;
pub mod eval;
pub mod game;
pub mod protocol;
pub mod random;
pub mod score;
pub mod search;
pub mod strategy;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "training")]
pub mod training;
