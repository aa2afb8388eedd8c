//! Matches between engines with their statistics, and the making of weights.
//!
//! - [`training`]: evaluators from games of the engine against itself.
//! - [`tournament`]: matches between programs, and what they prove.

pub mod tournament;
pub mod training;
