//! From nothing to an evaluation: games, labels, a fit, and what it is worth.
//!
//! - `blocks`: work in files that are not made twice;
//! - `selfplay`: games of the engine against itself, `games`: those as files;
//! - `label`: positions with their values, `samples`: those as files;
//! - `fit`: weights that explain the values, `errors`: how well;
//! - `evaltest`: errors on known positions, `calibrate`: errors of shallow searches;
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
pub mod samples;
pub mod searcher;
pub mod selfplay;
