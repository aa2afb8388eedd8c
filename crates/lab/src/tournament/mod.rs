//! Matches and tournaments of engines, and the statistics of their results.
//!
//! - [`openings`]: the positions from which games start, each played twice;
//! - [`player`]: an engine as a process, driven over a protocol;
//! - [`control`]: the limits of a player for a move or a game;
//! - [`schedule`]: the games to be played and their pairings;
//! - [`referee`]: the rules of a game between two players, without the players;
//! - [`record`]: who plays, and a game as it was played; [`row`]: that as a line of JSON;
//! - [`series`]: many games, several at a time;
//! - [`stats`]: the statistics of the results.
//!
//! Nothing here prints: the games go to a listener.
#![deny(clippy::unwrap_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod control;
pub mod openings;
pub mod player;
pub mod record;
pub mod referee;
pub mod row;
pub mod schedule;
pub mod series;
pub mod stats;

use serde::{Deserialize, Serialize};

/// The kinds of faults that forfeit a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitKind {
    /// A loss on time.
    Time,
    /// An illegal move, or a text that is no move.
    Rules,
    /// A player that has ended or refuses a command.
    Failure,
}

/// One of the two engines of a game, whatever colour it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The one from whose point of view results are given.
    A,
    /// The other.
    B,
}

impl Seat {
    /// Both, A first.
    pub const ALL: [Seat; 2] = [Seat::A, Seat::B];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }
}

/// `A` or `B`.
impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Seat::A => "A",
            Seat::B => "B",
        })
    }
}
