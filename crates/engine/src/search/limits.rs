//! [`Limits`]: the request to a search, and when the search ends.

use std::time::Duration;

use super::info::{Certainty, Line, SearchReport};
use crate::score::{Score, Selectivity};
use othello::board::{Bitboard, DiscDiff, Position, Square};

/// The request to a search. The first limit that is reached ends the search. Without limits it ends
/// when the position is solved.
///
/// ```
/// use std::time::Duration;
/// use engine::search::{Clock, Goal, Limits};
///
/// // Twelve plies, or as far as half a second goes.
/// let half_a_second = Duration::from_millis(500);
/// let short = Limits { depth: Some(12), move_time: Some(half_a_second), ..Limits::default() };
/// // A share of the time on the clock.
/// let clock = Clock {
///     remaining: Duration::from_secs(60),
///     increment: Duration::from_secs(1),
///     ..Clock::default()
/// };
/// let timed = Limits { clock: Some(clock), ..Limits::default() };
/// // The proven score, without a time limit, and the three best moves.
/// let solved = Limits { goal: Goal::Exact, multi_pv: 3, ..Limits::default() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The goal.
    pub goal: Goal,
    /// Maximum depth in plies. At 0 the report has the move with the best static evaluation,
    /// without a score ([`Line::known_score`]), unless the position is solved at once.
    pub depth: Option<u32>,
    /// The selectivity before the end of the game; `None` for [`Limits::usual_selectivity`].
    pub selectivity: Option<Selectivity>,
    /// The selectivity at the end of the game. Proofs and the last moves are always
    /// [`Selectivity::Full`].
    pub end_selectivity: Selectivity,
    /// Maximum nodes. At 0 nothing is searched.
    pub nodes: Option<u64>,
    /// Time for this move. The first search of an engine takes some milliseconds more, unless
    /// [`Engine::prepare`](crate::engine::Engine::prepare) was called.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The progress of pondering on the position, if the table still has its entries.
    pub pondered: Option<Pondered>,
    /// The number of best moves to rank, at least 1.
    pub multi_pv: usize,
    /// A move of known score, which is not searched. Ignored if it is the only move.
    pub known: Option<KnownMove>,
    /// Prove only whether the score is at least this: the result is a bound. Used by searches to the
    /// end of the game, unless the goal is [`Goal::Wld`].
    pub at_least: Option<DiscDiff>,
    /// Moves that are not searched. Ignored if no other move is legal.
    pub excluded: Bitboard,
}

/// The progress of a search on the opponent's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pondered {
    /// The depth of its best line, in plies.
    pub depth: u32,
    /// The certainty of its best line.
    pub certainty: Certainty,
    /// Its time.
    pub time: Duration,
}

impl Pondered {
    /// The depth, certainty and time of `report`; `None` if it has no line.
    #[must_use]
    pub fn from_report(report: &SearchReport) -> Option<Pondered> {
        let Line { depth, certainty, .. } = *report.lines.first()?;
        Some(Pondered { depth, certainty, time: report.usage.time })
    }

    /// Whether `line` is at least as deep and as certain.
    pub(super) fn is_reached_by(&self, line: &Line) -> bool {
        line.depth >= self.depth && line.certainty >= self.certainty
    }
}

/// A move that is not searched because its score is known. If the other moves are solved and the
/// best of them scores higher, the best of them is the result. Otherwise the result is an upper
/// bound: no other move scores higher than the known move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub square: Square,
    /// Its score for the side that makes it.
    pub score: Score,
}

impl Limits {
    /// These limits, with the depth capped by `level` and with the selectivity of `level` at the
    /// end of the game.
    #[must_use]
    pub fn capped_by(self, level: &Limits) -> Limits {
        let depth = self.depth.into_iter().chain(level.depth).min();
        Limits { depth, end_selectivity: level.end_selectivity, ..self }
    }

    /// Maximum depth of a request, in plies. Every search stops at the end of the game.
    pub const MAX_DEPTH: u32 = 1000;

    /// Maximum number of ranked moves. No position has this many legal moves.
    pub const MAX_MULTI_PV: usize = 64;

    /// The default selectivity of a search with a depth. See docs/search.md, Selectivity.
    pub const SELECTIVITY: Selectivity = Selectivity::Percent87;

    /// The default selectivity of a search without a depth: lower, so that it searches deeper. See
    /// docs/search.md, Selectivity.
    pub const TIMED_SELECTIVITY: Selectivity = Selectivity::Percent73;

    /// The default selectivity.
    #[must_use]
    pub fn usual_selectivity(&self) -> Selectivity {
        if self.depth.is_some() { Limits::SELECTIVITY } else { Limits::TIMED_SELECTIVITY }
    }

    /// The selectivity before the end of the game.
    #[must_use]
    pub fn selectivity(&self) -> Selectivity {
        self.selectivity.unwrap_or_else(|| self.usual_selectivity())
    }

    /// Whether nodes or time may end the search.
    pub(super) fn may_cut_short(&self) -> bool {
        self.nodes.is_some() || self.move_time.is_some() || self.clock.is_some()
    }

    /// The moves of `position` to search, and the known move if the search skips it.
    pub(super) fn moves(&self, position: Position) -> (Bitboard, Option<KnownMove>) {
        let legal = position.legal_moves();
        let allowed = legal - self.excluded;
        let moves = if allowed.is_empty() { legal } else { allowed };
        let others = |known: &KnownMove| moves - known.square.bit();
        match self.known.filter(|known| moves.contains(known.square)) {
            Some(known) if !others(&known).is_empty() => (others(&known), Some(known)),
            _ => (moves, None),
        }
    }
}

/// The goal of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The best move within the limits.
    Move,
    /// The proven score, unless a limit is reached.
    Exact,
    /// The proven winner, unless a limit is reached.
    Wld,
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// The time left for the rest of the game, or for `moves`.
    pub remaining: Duration,
    /// The time that each move adds.
    pub increment: Duration,
    /// The number of moves to the next time control; `None` if there is none.
    pub moves: Option<u32>,
    /// The time for each move once `remaining` is used up; zero if the game is then lost.
    pub overtime: Duration,
}

impl Default for Limits {
    /// A search for the best move, without limits.
    fn default() -> Limits {
        Limits {
            goal: Goal::Move,
            depth: None,
            selectivity: None,
            end_selectivity: Selectivity::Full,
            nodes: None,
            move_time: None,
            clock: None,
            multi_pv: 1,
            pondered: None,
            known: None,
            at_least: None,
            excluded: Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_move_must_be_legal_and_not_the_only_one() {
        let known = |square| Some(KnownMove { square, score: Score::ZERO });
        let legal = Position::START.legal_moves();
        let moves = |known, excluded| {
            Limits { known, excluded, ..Limits::default() }.moves(Position::START)
        };
        let f5 = Square::F5.bit();
        assert_eq!(moves(known(Square::F5), Bitboard::EMPTY), (legal - f5, known(Square::F5)));
        for (square, excluded, left) in [
            (Square::A1, Bitboard::EMPTY, legal),
            (Square::F5, f5, legal - f5),
            (Square::F5, legal - f5, f5),
            (Square::F5, legal, legal - f5),
        ] {
            let expected = if excluded == legal { known(square) } else { None };
            assert_eq!(moves(known(square), excluded), (left, expected), "{square} {excluded:?}");
        }
    }
}
