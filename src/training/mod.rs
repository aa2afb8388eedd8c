//! Training of evaluators: self-play, labels, fitting, and measuring the result.
//!
//! - `blocks`: resumable work in numbered files;
//! - `selfplay`: games of the engine against itself, `games`: those as files;
//! - `targets`: the training targets of the positions of games;
//! - `network`: fits a network to them, `parity`: removes its bias by parity;
//! - `label`: positions with scores by a search, `samples`: those as files;
//! - `fit`: fits linear weights to them, `errors`: error statistics;
//! - `evaltest`: errors on positions with known scores, `calibrate`: errors of shallow searches;
//! - `searcher`: many small searches.
#![deny(clippy::unwrap_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod blocks;
pub mod calibrate;
pub mod errors;
pub mod evaltest;
pub mod fit;
pub mod games;
pub mod label;
pub mod network;
pub mod parity;
pub mod samples;
pub mod searcher;
pub mod selfplay;
pub mod targets;
