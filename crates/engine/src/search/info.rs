//! What a search tells its listener: [`SearchInfo`] while it runs, a
//! [`SearchReport`] at its end.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use super::threads::ThreadShortage;
use crate::score::{Bound, Score, Selectivity};
use othello::board::Move;

/// What is known of a score, never more than was proven; the least sure first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Estimated by a search with this confidence; [`Selectivity::Full`] means that
    /// nothing was cut on a guess, not that the end was reached.
    Selective(Selectivity),
    /// Whether it is won, lost or drawn is proven, the score is a bound.
    Wld,
    /// The score is proven to the end of the game.
    Exact,
}

impl Certainty {
    /// What a `score` with it says: where only the winner is proven it is the least of a win, or the
    /// most of a loss.
    #[must_use]
    pub fn bound_of(self, score: Score) -> Bound {
        match self {
            Certainty::Wld if score > Score::ZERO => Bound::Lower,
            Certainty::Wld if score < Score::ZERO => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// `exact`, `wld` or `selectivity 73`.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certainty::Selective(level) => f.pad(&format!("selectivity {}", level.percent())),
            Certainty::Wld => f.pad("wld"),
            Certainty::Exact => f.pad("exact"),
        }
    }
}

/// One root move with its value and the play expected after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its place among the ranked moves, from 1.
    pub rank: usize,
    /// The depth searched, in plies; 0 if the game is over, if the search was stopped before
    /// it found anything, or if the move was chosen without a search.
    pub depth: u32,
    /// The value for the side to move; minus infinity if there is none, see
    /// [`Line::known_score`].
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How sure it is.
    pub certainty: Certainty,
    /// The principal variation, passes included; never empty unless the game is
    /// over.
    pub pv: Vec<Move>,
    /// Where this was found.
    pub source: Source,
}

impl Line {
    /// The value for the side to move; `None` if the move was not searched.
    #[must_use]
    pub fn known_score(&self) -> Option<Score> {
        let is_known = -Score::INFINITY < self.score && self.score < Score::INFINITY;
        is_known.then_some(self.score)
    }
}

/// Where a [`Line`] was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// By a search, just now.
    Search,
    /// In an opening book.
    Book {
        /// How many games came to the position after the move.
        games: u64,
    },
}

/// What a search has used so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// The ply of the deepest of them, passes not counted; where a line was solved, the number of
    /// empties, or less if the table knew the rest or the game was over before.
    pub deepest_ply: u32,
    /// Time since the start.
    pub time: Duration,
    /// How full the transposition table is with entries of this search, in per mille.
    pub hash_full: u32,
}

impl Usage {
    /// Nodes a second; 0 before any time has passed.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

/// Of searches one after the other: nodes and times add up, of the deepest plies and of
/// how full the table was the most counts.
impl AddAssign for Usage {
    fn add_assign(&mut self, next: Usage) {
        self.nodes += next.nodes;
        self.deepest_ply = self.deepest_ply.max(next.deepest_ply);
        self.time += next.time;
        self.hash_full = self.hash_full.max(next.hash_full);
    }
}

/// News from a running search: a line was found or improved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchInfo {
    /// The line.
    pub line: Line,
    /// What was used so far.
    pub usage: Usage,
}

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchReport {
    /// The best moves, best first, as many as were asked for and exist; fewer where the search was
    /// stopped in its first iteration. Where it was stopped later, those that its last iteration did
    /// not get to come after the others, with what the iteration before had found. One line without
    /// moves when the game is over.
    pub lines: Vec<Line>,
    /// What was used.
    pub usage: Usage,
    /// Set if not all threads could be started.
    pub shortage: Option<ThreadShortage>,
}

impl SearchReport {
    /// The move to play; `None` when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainties_keep_to_a_width() {
        let certainties =
            [Certainty::Selective(Selectivity::Percent73), Certainty::Wld, Certainty::Exact];
        let texts = certainties.map(|certainty| format!("{certainty:>16}"));
        assert_eq!(texts, ["  selectivity 73", "             wld", "           exact"]);
    }
}
