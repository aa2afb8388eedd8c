//! [`Limits`]: what a search is asked for, and when it has to end.

use std::time::Duration;

use crate::score::Selectivity;

/// What a search is asked for, and when it has to end. Several limits may be set:
/// the first that is reached ends the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// What is asked for.
    pub goal: Goal,
    /// The depth after which to stop, in plies; `None` for no limit.
    pub depth: Option<u32>,
    /// How sure a search has to be that ends before the end of the game.
    pub selectivity: Selectivity,
    /// How sure a search for a move has to be that goes to the end of the game. The
    /// last moves and proofs are always [`Selectivity::Full`].
    pub end_selectivity: Selectivity,
    /// The number of nodes after which to stop.
    pub nodes: Option<u64>,
    /// The time that this move may take.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// How many of the best moves to rank, at least 1.
    pub multi_pv: usize,
}

/// What a search has to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The best move within the limits.
    Move,
    /// The proven score, however long it takes.
    Exact,
    /// Whether the position is won, lost or drawn, proven, however long it takes.
    Wld,
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// What is left for the rest of the game, or for `moves`.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The number of moves after which the clock is set anew; `None` if it never is.
    pub moves: Option<u32>,
}

impl Default for Limits {
    /// The best move, proven where the end is reached, until stopped.
    fn default() -> Limits {
        Limits {
            goal: Goal::Move,
            depth: None,
            selectivity: Selectivity::Percent73,
            end_selectivity: Selectivity::Full,
            nodes: None,
            move_time: None,
            clock: None,
            multi_pv: 1,
        }
    }
}
