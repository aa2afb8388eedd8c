//! Match statistics. Pure functions, from the point of view of A.
//!
//! - [`Tally`]: results of games and of pairs of games;
//! - [`Estimate`]: Elo difference with its interval;
//! - [`Sprt`]: sequential probability ratio test;
//! - [`CrossTable`]: ratings of many players.
//!
//! The unit is a pair of games from one opening with colours swapped. The advantage of an opening
//! cancels within a pair, which reduces the error of the mean.

mod elo;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use ratings::{CrossTable, Rating};
pub use sprt::{Sprt, SprtError, Verdict};
pub use tally::{Pairs, Tally, pair_count};
