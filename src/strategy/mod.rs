//! The playing styles: simple players, each with a rule of its own, to play against
//! and to compare with; and the levels of weaker play for people.
//!
//! - `name`: all styles by name;
//! - `random`, `reading_order`, `distance`, `edge_exclusive`, `shallow_score`: those
//!   that look at the moves alone;
//! - `looking_ahead`, `budget`: those that search, by `alpha_beta`;
//! - `valuations`: by what they value positions;
//! - `halt`: when they have to come to an end;
//! - `skill`: plausible weaker play of the full engine.
//!
//! The rules are told in `protocol.md`.

mod alpha_beta;
mod budget;
mod distance;
mod edge_exclusive;
mod halt;
mod looking_ahead;
mod name;
mod random;
mod reading_order;
mod shallow_score;
mod skill;
mod valuations;

pub use halt::Halt;
pub use name::StyleName;
pub use skill::Skill;

use std::cmp::Reverse;
use std::time::Instant;

use crate::board::{Bitboard, Move, Position, Square};
use crate::score::{Bound, Score, Selectivity};
use crate::search::{Certainty, Line, SearchReport, Usage};

/// A way to play.
///
/// The same turn gets the same answer, unless it is cut short from outside.
pub trait Style: Sync {
    /// Its move in a position where it has one.
    fn choose(&self, turn: &Turn) -> Choice;
}

/// What a style is asked.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// Where it has to move.
    pub position: Position,
    /// What makes its random choices different from others.
    pub seed: u64,
    /// When it has to come to an end.
    pub halt: Halt<'a>,
}

impl Turn<'_> {
    /// The squares to choose from.
    fn moves(&self) -> Bitboard {
        self.position.legal_moves()
    }

    /// The square with the highest value, of equals the first in reading order.
    fn best_by<V: Ord>(&self, value: impl Fn(Square) -> V) -> Square {
        let moves = self.moves().into_iter();
        let best = moves.min_by_key(|&square| Reverse(value(square)));
        best.expect("a style is asked where there is a move")
    }
}

/// The answer of a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Where to place the disc.
    pub square: Square,
    /// What the style expects from it for the side to move, if it expects anything.
    pub score: Option<Score>,
    /// How many plies it has looked ahead.
    pub depth: u32,
    /// How many positions it has visited.
    pub visited: u64,
}

/// A square that was chosen without looking at what comes of it.
impl From<Square> for Choice {
    fn from(square: Square) -> Choice {
        Choice { square, score: None, depth: 0, visited: 0 }
    }
}

/// Plays in the style of this name, in a game that is not over.
#[must_use]
pub fn play(style: StyleName, turn: &Turn) -> SearchReport {
    let start = Instant::now();
    if turn.moves().is_empty() {
        let line = line(Move::Pass, None, 0);
        let usage = Usage { time: start.elapsed(), ..Usage::default() };
        return SearchReport { lines: vec![line], usage, shortage: None };
    }
    let Choice { square, score, depth, visited } = style.style().choose(turn);
    let usage = Usage {
        nodes: visited,
        deepest_ply: depth.min(turn.position.empty_count()),
        time: start.elapsed(),
        ..Usage::default()
    };
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
    }
}

#[cfg(test)]
mod tests;
