//! Playing styles (simple players for comparison) and skills (weaker play for people).
//!
//! - `styles`: the styles by name;
//! - `alpha_beta`: the search of the styles that look ahead, with its leaf evaluations;
//! - `skill`: plausible weaker play of the full engine.
//!
//! `protocol.md` states the rule of each style.

mod alpha_beta;
mod skill;
mod styles;

#[cfg(test)]
mod tests;

pub use skill::Skill;
pub use styles::StyleName;

use std::cmp::Reverse;
use std::fmt;
use std::time::Instant;

use crate::score::{Bound, Score, Selectivity};
use crate::search::{Certainty, Line, SearchReport, Source, Stop, Usage};
use othello::board::{Bitboard, Move, Position, Square};

/// Nodes between polls of the stop flag and the clock. A power of two.
const CLOCK_INTERVAL: u64 = 1024;

/// A rule for choosing a move.
///
/// Equal queries get equal answers, unless a limit ends the choice early.
pub trait Style: Sync {
    /// Chooses a move. The position must have one.
    fn choose(&self, query: &StyleQuery) -> StyleChoice;
}

/// The input of a style.
#[derive(Debug, Clone, Copy)]
pub struct StyleQuery<'a> {
    /// The position, with the player to move.
    pub position: Position,
    /// Seeds the random choices.
    pub seed: u64,
    /// Limits that end the choice early.
    pub limits: StyleLimits<'a>,
}

impl StyleQuery<'_> {
    /// The squares to choose from.
    fn moves(&self) -> Bitboard {
        self.position.legal_moves()
    }

    /// The square with the highest value. Ties go to the first in reading order.
    fn best_by<V: Ord>(&self, value: impl Fn(Square) -> V) -> Square {
        let moves = self.moves().into_iter();
        let best = moves.min_by_key(|&square| Reverse(value(square)));
        best.expect("a style is asked where there is a move")
    }
}

/// Limits that end a style's search early.
#[derive(Clone, Copy)]
pub struct StyleLimits<'a> {
    /// Ends the search when set.
    pub stop: &'a dyn Stop,
    /// Ends the search at this time.
    pub deadline: Option<Instant>,
    /// The maximum number of nodes.
    pub nodes: u64,
}

/// Omits the flag.
impl fmt::Debug for StyleLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StyleLimits")
            .field("deadline", &self.deadline)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<'a> StyleLimits<'a> {
    /// No limit except `stop`.
    #[must_use]
    pub const fn until(stop: &'a dyn Stop) -> StyleLimits<'a> {
        StyleLimits { stop, deadline: None, nodes: u64::MAX }
    }

    /// Whether a limit is reached after this many nodes.
    fn are_reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes || (nodes.is_multiple_of(CLOCK_INTERVAL) && self.is_time_up())
    }

    fn is_time_up(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The choice of a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StyleChoice {
    /// Where to place the disc.
    pub square: Square,
    /// The score of the move for the side to move. `None` if the style does not search.
    pub score: Option<Score>,
    /// The completed search depth in plies. 0 without a search.
    pub depth: u32,
    /// The number of nodes visited.
    pub nodes: u64,
}

/// A square chosen without a search.
impl From<Square> for StyleChoice {
    fn from(square: Square) -> StyleChoice {
        StyleChoice { square, score: None, depth: 0, nodes: 0 }
    }
}

/// The style's move as a search report; a pass if no move is legal. The game must not be over.
#[must_use]
pub fn play(style: StyleName, query: &StyleQuery) -> SearchReport {
    let start = Instant::now();
    if query.moves().is_empty() {
        let line = line(Move::Pass, None, 0);
        let usage = Usage { time: start.elapsed(), ..Usage::default() };
        return SearchReport { lines: vec![line], usage, shortage: None };
    }
    let StyleChoice { square, score, depth, nodes } = style.style().choose(query);
    let depth = depth.min(query.position.empty_count());
    let usage = Usage { nodes, deepest_ply: depth, time: start.elapsed(), ..Usage::default() };
    SearchReport { lines: vec![line(square.into(), score, depth)], usage, shortage: None }
}

/// The line of a style that plays `mv`. It proves nothing.
fn line(mv: Move, score: Option<Score>, depth: u32) -> Line {
    Line {
        rank: 1,
        depth,
        score: score.unwrap_or(-Score::INFINITY),
        bound: if score.is_some() { Bound::Exact } else { Bound::Upper },
        certainty: Certainty::Selective(Selectivity::Full),
        pv: vec![mv],
        source: Source::Search,
    }
}
