//! [`SearchRequest`]: search parameters shared by all protocols, bindings and commands.

use std::time::Duration;

use super::SeedScope;
use crate::score::Selectivity;
use crate::search::{Clock, Goal, Limits, MIN_NODES};
use othello::board::{Bitboard, Color, Move};
use othello::game::{IllegalMove, Setup};

/// What to search for and when to stop. The first limit reached ends the search. Without limits the
/// engine's level decides.
///
/// ```
/// use engine::{Engine, Options, SearchRequest};
/// use othello::game::Setup;
///
/// let mut engine = Engine::new(Options::default());
/// let request = SearchRequest { depth: Some(6), ..SearchRequest::default() };
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// let report = engine.job(Setup::START, &request)?.run(&stop, &mut |info| println!("{info:?}"));
/// assert!(report.best_move().is_some());
///
/// let request = SearchRequest { depth: Some(0), ..request };
/// let error = engine.job(Setup::START, &request).unwrap_err();
/// assert_eq!(error.to_string(), "invalid depth 0: expected an integer from 1 to 1000");
/// # Ok::<(), engine::EngineError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchRequest {
    /// A move, or a proof.
    pub goal: Goal,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum time. Zero allows 1,000 nodes.
    pub move_time: Option<Duration>,
    /// The clocks of Black and White. If either is given, the side to move needs its own.
    pub clocks: [Option<Clock>; 2],
    /// Ignores the engine's level, even without another limit.
    pub infinite: bool,
    /// Applies the level in addition to other limits.
    pub level: bool,
    /// The minimum selectivity, also for searches to the end of the game.
    pub selectivity: Option<Selectivity>,
    /// The number of best moves to rank. `None` uses the option's value.
    pub multi_pv: Option<usize>,
    /// The moves to search. Empty for all legal moves.
    pub moves: Bitboard,
    /// How to use the opening book.
    pub book: BookUse,
}

/// How a search uses the opening book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BookUse {
    /// Ignores the book.
    #[default]
    Off,
    /// Book scores rank moves if they are at least as reliable as the search.
    Rank,
    /// As [`BookUse::Rank`], but a request for one move draws among the good book moves.
    Play(SeedScope),
}

/// Why a [`SearchRequest`] is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// A number is out of range.
    #[error("invalid {name} {value}: expected an integer from {least} to {most}")]
    OutOfRange {
        /// The name of the limit.
        name: &'static str,
        /// The given value.
        value: u64,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// The request has a clock, but none for the side to move.
    #[error("no clock for {side}, who is to move: expected {}", match side {
        Color::Black => "p1time <ms>",
        Color::White => "p2time <ms>",
    })]
    NoClock {
        /// The side to move.
        side: Color,
    },
    /// A move to search is illegal.
    #[error("illegal move {mv:?}: {reason}", mv = mv.to_string())]
    Illegal {
        /// The move.
        mv: Move,
        /// Why the move is illegal.
        reason: IllegalMove,
    },
}

impl Default for SearchRequest {
    /// A search for a move at the engine's level, without the book.
    fn default() -> SearchRequest {
        SearchRequest {
            goal: Goal::Move,
            depth: None,
            nodes: None,
            move_time: None,
            clocks: [None; 2],
            infinite: false,
            level: false,
            selectivity: None,
            multi_pv: None,
            moves: Bitboard::EMPTY,
            book: BookUse::Off,
        }
    }
}

impl SearchRequest {
    /// Checks the ranges and the moves. If a clock is given, the side to move needs one.
    ///
    /// # Errors
    /// The first fault found.
    pub fn validate(&self, setup: Setup) -> Result<(), RequestError> {
        let depth = (self.depth.map(u64::from), "depth", Limits::MAX_DEPTH.into());
        let multi_pv =
            (self.multi_pv.map(|count| count as u64), "multipv", Limits::MAX_MULTI_PV as u64);
        for (value, name, most) in [depth, (self.nodes, "nodes", u64::MAX), multi_pv] {
            if let Some(value) = value.filter(|value| !(1..=most).contains(value)) {
                return Err(RequestError::OutOfRange { name, value, least: 1, most });
            }
        }
        for mv in self.moves.into_iter().map(Move::Place) {
            setup.after(mv).map_err(|reason| RequestError::Illegal { mv, reason })?;
        }
        if self.clocks[setup.side as usize].is_none() && self.clocks != [None; 2] {
            return Err(RequestError::NoClock { side: setup.side });
        }
        Ok(())
    }

    /// The seed of the random choice among book moves. With a limit of depth or nodes and no time
    /// limit, the seed depends on the position alone, so games are repeatable.
    #[must_use]
    pub fn seed_scope(&self) -> SeedScope {
        let has_time = self.move_time.is_some() || self.clocks != [None; 2];
        let is_repeatable = self.depth.is_some() || self.nodes.is_some();
        if is_repeatable && !has_time { SeedScope::Position } else { SeedScope::Game }
    }

    /// The limits of a search of `setup`. `level` holds the limits of the engine's level.
    ///
    /// # Errors
    /// As [`SearchRequest::validate`].
    pub fn limits(&self, setup: Setup, level: &Limits) -> Result<Limits, RequestError> {
        self.validate(setup)?;
        let clock = self.clocks[setup.side as usize];
        let is_limited = self.infinite
            || self.goal != Goal::Move
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || clock.is_some();
        let time = self.move_time.into_iter().chain(clock.map(|clock| clock.remaining)).min();
        let has_time = time != Some(Duration::ZERO);
        // The host may continue the game, so return a reasonable move.
        let without_time = (!has_time).then_some(MIN_NODES);
        let excluded = match self.moves.is_empty() {
            true => Bitboard::EMPTY,
            false => setup.position.legal_moves() - self.moves,
        };
        let limits = Limits {
            goal: self.goal,
            depth: self.depth,
            selectivity: self.selectivity,
            nodes: self.nodes.into_iter().chain(without_time).min(),
            move_time: self.move_time.filter(|_| has_time),
            clock: clock.filter(|_| has_time),
            multi_pv: self.multi_pv.unwrap_or(level.multi_pv),
            excluded,
            ..Limits::default()
        };
        let limits = if self.level || !is_limited { limits.capped_by(level) } else { limits };
        let end_selectivity = self.selectivity.unwrap_or(limits.end_selectivity);
        Ok(Limits { end_selectivity, ..limits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    fn level() -> Limits {
        let end_selectivity = Selectivity::Percent73;
        Limits { depth: Some(10), end_selectivity, multi_pv: 2, ..Limits::default() }
    }

    fn clock(milliseconds: u64) -> Option<Clock> {
        Some(Clock { remaining: Duration::from_millis(milliseconds), ..Clock::default() })
    }

    #[test]
    fn the_level_applies_unless_another_limit_ends_the_search() {
        use Selectivity::{Full, Percent73, Percent87, Percent98};
        let none = SearchRequest::default;
        let time = |ms| Some(Duration::from_millis(ms));
        for (request, depth, end_selectivity) in [
            (none(), Some(10), Percent73),
            (SearchRequest { selectivity: Some(Percent98), ..none() }, Some(10), Percent98),
            (SearchRequest { multi_pv: Some(3), ..none() }, Some(10), Percent73),
            (SearchRequest { nodes: Some(5), ..none() }, None, Full),
            (SearchRequest { move_time: time(5), ..none() }, None, Full),
            (SearchRequest { clocks: [clock(5), None], ..none() }, None, Full),
            (SearchRequest { infinite: true, ..none() }, None, Full),
            (
                SearchRequest { infinite: true, selectivity: Some(Percent87), ..none() },
                None,
                Percent87,
            ),
            (SearchRequest { goal: Goal::Exact, ..none() }, None, Full),
            (SearchRequest { infinite: true, depth: Some(4), ..none() }, Some(4), Full),
            (
                SearchRequest { clocks: [clock(5), None], level: true, ..none() },
                Some(10),
                Percent73,
            ),
            (SearchRequest { level: true, depth: Some(4), ..none() }, Some(4), Percent73),
            (SearchRequest { level: true, depth: Some(40), ..none() }, Some(10), Percent73),
        ] {
            let limits = request.limits(Setup::START, &level()).unwrap();
            assert_eq!((limits.depth, limits.end_selectivity), (depth, end_selectivity));
        }
    }

    #[test]
    fn without_time_a_minimum_of_nodes_is_searched() {
        let none = SearchRequest::default;
        let zero = Some(Duration::ZERO);
        for (request, nodes) in [
            (SearchRequest { clocks: [clock(0), None], ..none() }, 1_000),
            (SearchRequest { move_time: zero, ..none() }, 1_000),
            (SearchRequest { move_time: zero, nodes: Some(5_000), ..none() }, 1_000),
            (SearchRequest { clocks: [clock(0), None], nodes: Some(50), ..none() }, 50),
        ] {
            let limits = request.limits(Setup::START, &level()).unwrap();
            let expected = Limits { nodes: Some(nodes), multi_pv: 2, ..Limits::default() };
            assert_eq!(limits, expected);
        }
    }

    #[test]
    fn book_moves_repeat_without_a_time_limit() {
        let none = SearchRequest::default;
        let time = Some(Duration::from_millis(50));
        for (request, scope) in [
            (SearchRequest { depth: Some(5), ..none() }, SeedScope::Position),
            (SearchRequest { nodes: Some(5), ..none() }, SeedScope::Position),
            (none(), SeedScope::Game),
            (SearchRequest { move_time: time, depth: Some(5), ..none() }, SeedScope::Game),
            (SearchRequest { clocks: [None, clock(9)], nodes: Some(5), ..none() }, SeedScope::Game),
        ] {
            assert_eq!(request.seed_scope(), scope);
        }
    }

    #[test]
    fn a_request_is_checked_against_the_position() {
        let fault =
            |request: SearchRequest| request.validate(Setup::START).unwrap_err().to_string();
        let none = SearchRequest::default;
        assert_eq!(
            fault(SearchRequest { multi_pv: Some(65), ..none() }),
            "invalid multipv 65: expected an integer from 1 to 64"
        );
        assert_eq!(
            fault(SearchRequest { clocks: [None, clock(5)], ..none() }),
            "no clock for black, who is to move: expected p1time <ms>"
        );
        let illegal = fault(SearchRequest { moves: Square::A1.bit(), ..none() });
        assert!(illegal.starts_with("illegal move \"a1\": "), "{illegal}");
        let moves = Square::F5.bit();
        let limits = SearchRequest { moves, ..none() }.limits(Setup::START, &level()).unwrap();
        assert_eq!(limits.excluded, Setup::START.position.legal_moves() - moves);
    }
}
