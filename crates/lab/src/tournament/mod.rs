//! Matches and tournaments between engines, with statistics.
//!
//! - [`openings`]: start positions, each played twice;
//! - [`player`]: an engine, as a child process or inside this process;
//! - [`control`]: search limits of a player;
//! - [`schedule`]: pairings and game numbers;
//! - [`referee`]: the state of a running game;
//! - [`record`]: entrants and finished games;
//! - [`series`]: plays many games, several at a time;
//! - [`stats`]: Elo, SPRT and ratings.
//!
//! Nothing here prints: a listener receives the games.
#![deny(clippy::unwrap_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod control;
pub mod openings;
pub mod player;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod series;
pub mod stats;

/// The kind of fault that forfeited a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForfeitKind {
    /// A loss on time.
    Time,
    /// An illegal or unreadable move.
    Rules,
    /// The player crashed or refused a command.
    Failure,
}

impl ForfeitKind {
    /// The kinds with their names.
    pub const NAMES: [(ForfeitKind, &'static str); 3] = [
        (ForfeitKind::Time, "time"),
        (ForfeitKind::Rules, "rules"),
        (ForfeitKind::Failure, "failure"),
    ];
}

/// One of the two players of a pairing, independent of colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchSide {
    /// The player from whose point of view results are given.
    A,
    /// The opponent of A.
    B,
}

impl MatchSide {
    /// Both sides, A first.
    pub const ALL: [MatchSide; 2] = [MatchSide::A, MatchSide::B];

    /// The opposite side.
    #[must_use]
    pub const fn other(self) -> MatchSide {
        match self {
            MatchSide::A => MatchSide::B,
            MatchSide::B => MatchSide::A,
        }
    }
}

/// `A` or `B`.
impl std::fmt::Display for MatchSide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            MatchSide::A => "A",
            MatchSide::B => "B",
        })
    }
}
