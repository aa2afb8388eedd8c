//! Matches, statistics and training.
//!
//! - [`tournament`]: matches between engines, and their statistics.
//! - [`training`]: self-play, fitting and evaluation of weights.

pub mod tournament;
pub mod training;
