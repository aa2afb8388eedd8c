//! Training: self-play, fitting and evaluation.
//!
//! - `shards`: resumable work in numbered files;
//! - `selfplay`: self-play games; `games`: their file format;
//! - `targets`: training targets of positions;
//! - `network`: fits a network; `corrections`: corrects its slope and biases;
//! - `errors`: error statistics; `evaltest`: errors on positions with known scores;
//! - `calibrate`: error model of shallow searches for ProbCut;
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
