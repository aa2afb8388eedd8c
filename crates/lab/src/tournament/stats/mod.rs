//! Statistics of the results of games. Pure functions, on points of A.
//!
//! - [`Tally`]: counts of games and of pairs of games;
//! - [`Estimate`]: the difference in Elo, with its interval;
//! - [`Sprt`]: a sequential probability ratio test;
//! - [`CrossTable`]: the ratings of many players.
//!
//! Games are counted in pairs from the same opening with colours changed: what an
//! opening gives to one side cancels out within a pair, and so the error of the mean
//! is smaller than games one by one would make it seem.

mod elo;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use ratings::{CrossTable, Rating};
pub use sprt::{Sprt, SprtError, Verdict};
pub use tally::{Ending, GameOutcome, Pairs, Tally, pair_count};
