//! Outflank, an Othello (Reversi) engine.
//!
//! # The map
//!
//! A module may use only what stands to its left:
//!
//! ```text
//! board | game, random, score | eval | search | strategy | engine
//!       | protocol, training, tournament | cli
//! ```
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
//! - [`training`]: making evaluators out of games against itself.
//! - [`tournament`]: matches between engines, and what they prove.
//! - [`cli`]: the command line.
//!
//! The direction is checked by `tests/layering.rs`.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod protocol;
pub mod random;
pub mod score;
pub mod search;
pub mod strategy;
pub mod tournament;
pub mod training;
