//! Training of evaluators: self-play, fitting, and measuring the result.
//!
//! - `shards`: resumable work in numbered files;
//! - `selfplay`: games of the engine against itself, `games`: those as files;
//! - `targets`: the training targets of the positions of games;
//! - `network`: fits a network to them, `corrections`: corrects its slope and its biases;
//! - `errors`: error statistics, `evaltest`: errors on positions with known scores;
//! - `calibrate`: errors of shallow searches;
//! - `searcher`: many small searches.
#![deny(clippy::unwrap_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod calibrate;
pub mod corrections;
pub mod errors;
pub mod evaltest;
pub mod games;
pub mod network;
pub mod searcher;
pub mod selfplay;
pub mod shards;
pub mod targets;
