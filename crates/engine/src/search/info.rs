//! The results of a search: [`SearchInfo`] while it runs, [`SearchReport`] at its end.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use crate::score::{Bound, Score, Selectivity};
use othello::board::Move;

/// The certainty of a score, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Estimated with this selectivity. [`Selectivity::Full`] means that nothing was pruned, not
    /// that the end was reached.
    Selective(Selectivity),
    /// The winner is proven; the score is a bound.
    Wld,
    /// The score is proven.
    Exact,
}

impl Certainty {
    /// The kind of bound of `score`. If only the winner is proven, a win is a lower bound and a
    /// loss an upper bound.
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

/// A root move, its score and its PV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The rank among the root moves, from 1.
    pub rank: usize,
    /// The depth in plies. 0 if the game is over, if the search was stopped before it had a score,
    /// or if the move was chosen without a search.
    pub depth: u32,
    /// The score for the side to move; minus infinity if unknown, see [`Line::known_score`].
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The certainty of the score.
    pub certainty: Certainty,
    /// The principal variation, passes included. Empty only if the game is over.
    pub pv: Vec<Move>,
    /// Where the line comes from.
    pub source: Source,
}

impl Line {
    /// The score for the side to move; `None` if the move was not searched.
    #[must_use]
    pub fn known_score(&self) -> Option<Score> {
        let is_known = -Score::INFINITY < self.score && self.score < Score::INFINITY;
        is_known.then_some(self.score)
    }
}

/// Where a [`Line`] comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// This search.
    Search,
    /// An opening book.
    Book {
        /// The number of games that reached the position after the move.
        games: u64,
    },
}

/// The resources that a search has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Nodes of all threads.
    pub nodes: u64,
    /// The selective depth: the ply of the deepest node, without passes. In a solved line it is the
    /// number of empties, or lower if the game ended earlier or the table supplied the rest.
    pub deepest_ply: u32,
    /// Time since the start.
    pub time: Duration,
    /// Search time summed over all threads. Excludes time spent waiting.
    pub thread_time: Duration,
    /// Occupancy of the transposition table by this search, in per mille.
    pub hash_full: u32,
}

impl Usage {
    /// Nodes per second; 0 if no time has passed.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

/// Sums nodes and times of consecutive searches. Keeps the maximum depth and occupancy.
impl AddAssign for Usage {
    fn add_assign(&mut self, next: Usage) {
        self.nodes += next.nodes;
        self.deepest_ply = self.deepest_ply.max(next.deepest_ply);
        self.time += next.time;
        self.thread_time += next.thread_time;
        self.hash_full = self.hash_full.max(next.hash_full);
    }
}

/// Progress: a line was found or improved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchInfo {
    /// The line.
    pub line: Line,
    /// The resources used so far.
    pub usage: Usage,
}

/// The system has refused to start all requested threads. Searches run with fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadShortage {
    /// The number of requested threads.
    pub asked: usize,
    /// The number of running threads.
    pub started: usize,
}

impl fmt::Display for ThreadShortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThreadShortage { asked, started } = self;
        write!(f, "{started} of {asked} search threads could be started")
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchReport {
    /// The best moves, best first, as many as requested and legal. Fewer if the search was stopped
    /// in its first iteration. If it was stopped in a later iteration, the lines that this
    /// iteration did not reach come last, with the results of the iteration before. One line
    /// without moves if the game is over.
    pub lines: Vec<Line>,
    /// The resources used.
    pub usage: Usage,
    /// Set if not all threads could be started.
    pub shortage: Option<ThreadShortage>,
}

impl SearchReport {
    /// The move to play; `None` if the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainties_format_with_a_width() {
        let certainties =
            [Certainty::Selective(Selectivity::Percent73), Certainty::Wld, Certainty::Exact];
        let texts = certainties.map(|certainty| format!("{certainty:>16}"));
        assert_eq!(texts, ["  selectivity 73", "             wld", "           exact"]);
    }
}
