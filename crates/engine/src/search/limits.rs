//! [`Limits`]: what a search is asked for, and when it has to end.

use std::time::Duration;

use super::info::{Certainty, Line, SearchReport};
use crate::score::{Score, Selectivity};
use othello::board::{Bitboard, Position, Square};

/// What a search is asked for, and when it has to end. Several limits may be set:
/// the first that is reached ends the search. Without any it ends when the position is solved.
///
/// ```
/// use std::time::Duration;
/// use engine::search::{Clock, Goal, Limits};
///
/// // Twelve plies, or as far as half a second goes.
/// let half_a_second = Duration::from_millis(500);
/// let short = Limits { depth: Some(12), move_time: Some(half_a_second), ..Limits::default() };
/// // A share of what the clock has left.
/// let clock = Clock {
///     remaining: Duration::from_secs(60),
///     increment: Duration::from_secs(1),
///     ..Clock::default()
/// };
/// let timed = Limits { clock: Some(clock), ..Limits::default() };
/// // The proven score, however long it takes, and the three best moves.
/// let solved = Limits { goal: Goal::Exact, multi_pv: 3, ..Limits::default() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// What is asked for.
    pub goal: Goal,
    /// The depth after which to stop, in plies; `None` for no limit. With 0 nothing is
    /// searched, unless the end is so near that it is solved: the report has the move with the best
    /// static evaluation, without a score ([`Line::known_score`]). With 0 nodes nothing is searched
    /// even there.
    pub depth: Option<u32>,
    /// How sure a search has to be that ends before the end of the game; `None` for
    /// [`Limits::usual_selectivity`].
    pub selectivity: Option<Selectivity>,
    /// How sure a search for a move has to be that goes to the end of the game. The
    /// last moves and proofs are always [`Selectivity::Full`].
    pub end_selectivity: Selectivity,
    /// The number of nodes after which to stop.
    pub nodes: Option<u64>,
    /// The time that this move may take, from when the search runs. The first one of an engine takes
    /// some milliseconds before that, unless there was an
    /// [`Engine::prepare`](crate::engine::Engine::prepare).
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// What pondering has found of the position, if the table still has it.
    pub pondered: Option<Pondered>,
    /// How many of the best moves to rank, at least 1.
    pub multi_pv: usize,
    /// A move whose value is known; only the others are searched. If there are none, this
    /// is without effect.
    pub known: Option<KnownMove>,
    /// Moves that are not searched, whatever they are worth. If there are no others, this is
    /// without effect.
    pub excluded: Bitboard,
}

/// How far a search has come that was made while the opponent thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pondered {
    /// The depth of its best line, in plies.
    pub depth: u32,
    /// The certainty of its best line.
    pub certainty: Certainty,
    /// How long it took.
    pub time: Duration,
}

impl Pondered {
    /// What `report` says.
    #[must_use]
    pub fn from_report(report: &SearchReport) -> Option<Pondered> {
        let Line { depth, certainty, .. } = *report.lines.first()?;
        Some(Pondered { depth, certainty, time: report.usage.time })
    }

    /// Whether another search has come as far with `line`.
    pub(super) fn is_reached_by(&self, line: &Line) -> bool {
        line.depth >= self.depth && line.certainty >= self.certainty
    }
}

/// A move that is left out because its value is known. Where the others are solved, it is
/// found out how good the best is if it is better than this, or else that none is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownMove {
    /// Where the disc goes.
    pub square: Square,
    /// What that is worth to the side that places it.
    pub score: Score,
}

impl Limits {
    /// These limits, and beside them those of a `level`: no more than its depth, and at the end of the
    /// game as sure as it.
    #[must_use]
    pub fn capped_by(self, level: &Limits) -> Limits {
        let depth = self.depth.into_iter().chain(level.depth).min();
        Limits { depth, end_selectivity: level.end_selectivity, ..self }
    }

    /// The greatest depth that may be asked for, in plies: far beyond any game, at whose end searches
    /// end in any case.
    pub const MAX_DEPTH: u32 = 1000;

    /// The most moves that may be ranked: more than any position has.
    pub const MAX_MULTI_PV: usize = 64;

    /// How sure a search to a depth is unless told otherwise. Against the exact scores of 302
    /// positions with 26 empties, depth 14 is 1.19 discs off with 81.5 % best moves and 189 M nodes,
    /// depth 15 1.12, 81.1 % and 291 M; with 95 per cent depth 14 is 1.25 off, 79.1 % and 243 M; with
    /// 73 per cent depth 15 is 1.30 off, 79.5 % and 153 M, depth 16 1.14, 79.5 % and 179 M, depth 17
    /// 1.19, 80.8 % and 213 M.
    pub const SELECTIVITY: Selectivity = Selectivity::Percent87;

    /// How sure a search without a depth is unless told otherwise: it looks the further ahead.
    /// Elo against 87 per cent, which has a margin of 150 hundredths of a standard deviation, in
    /// matches at equal nodes: with a margin of 120 +12 [-12, 35], of 95 +29 [5, 53], of 75 +20 [1,
    /// 38] at 50,000 nodes a move; of 110, that of 73 per cent, +4 [-21, 28] at 400,000. To become
    /// surer with the depth gains nothing: 87 per cent from depth 20 on +13 [-7, 34] at 2 M; 87 from
    /// depth 16 and 95 from depth 24 on +1 [-22, 23] at 2 M, -20 [-42, 2] at 300,000.
    pub const TIMED_SELECTIVITY: Selectivity = Selectivity::Percent73;

    /// How sure a search is that is not told how sure it has to be.
    #[must_use]
    pub fn usual_selectivity(&self) -> Selectivity {
        if self.depth.is_some() { Limits::SELECTIVITY } else { Limits::TIMED_SELECTIVITY }
    }

    /// How sure the search is where it ends before the end of the game.
    #[must_use]
    pub fn selectivity(&self) -> Selectivity {
        self.selectivity.unwrap_or_else(|| self.usual_selectivity())
    }

    /// Whether something else than the depth or a proof may end the search.
    pub(super) fn may_cut_short(&self) -> bool {
        self.nodes.is_some() || self.move_time.is_some() || self.clock.is_some()
    }

    /// The moves of `position` that are searched, and the known one among those that are not.
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

/// What a search has to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The best move within the limits.
    Move,
    /// The proven score, as long as no limit is reached.
    Exact,
    /// Whether the position is won, lost or drawn, proven, as long as no limit is reached.
    Wld,
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// What is left for the rest of the game, or for `moves`.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The number of moves after which the clock is set anew; `None` if it never is.
    pub moves: Option<u32>,
    /// What a move may take when `remaining` is used up; zero if the game is lost then.
    pub overtime: Duration,
}

impl Default for Limits {
    /// The best move, proven where the end is reached, until stopped.
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
            excluded: Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_move_is_set_apart_only_where_it_can_be_made_beside_others() {
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
