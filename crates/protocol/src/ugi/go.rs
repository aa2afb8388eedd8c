//! What searches and analyses are asked for: [`Go`], the limits that it means, and reading
//! them.

use std::time::Duration;

use super::words::{CommandError, Words, unexpected};
use engine::score::Selectivity;
use engine::search::{Clock, Goal, Limits, MIN_NODES};
use engine::{Chance, Effort, MAX_LEVEL};
use othello::board::{Bitboard, Color, Position, Square};

/// What `go`, `solve` and `hint` ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Go {
    /// The goal of the search.
    pub goal: Goal,
    /// The depth after which to stop, in plies.
    pub depth: Option<u32>,
    /// The number of nodes after which to stop.
    pub nodes: Option<u64>,
    /// The time that this move may take.
    pub move_time: Option<Duration>,
    /// The clock of player 1.
    pub black: SideClock,
    /// The clock of player 2.
    pub white: SideClock,
    /// After how many moves the clocks are set anew; `None` if they never are.
    pub moves_to_go: Option<u32>,
    /// Whether the result is held back until `stop`.
    pub infinite: bool,
    /// Whether to ponder until `ponderhit`.
    pub ponder: bool,
    /// Whether the level limits the search beside what else does.
    pub level: bool,
    /// How sure the search is, at the end of the game, too.
    pub selectivity: Option<Selectivity>,
    /// How many of the best moves to rank.
    pub multi_pv: Option<usize>,
    /// The moves that are searched; none for all that are legal.
    pub moves: Bitboard,
}

/// The clock of a side, as far as it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SideClock {
    /// The time left.
    pub time: Option<Duration>,
    /// The increment per move.
    pub increment: Option<Duration>,
}

/// A clock without the time of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{side} is to move but its clock is not given: expected {}", match side {
    Color::Black => "p1time <ms>",
    Color::White => "p2time <ms>",
})]
pub struct NoClock {
    /// The side to move.
    pub side: Color,
}

const EXPECTED: &str = "depth, nodes, movetime, p1time, p2time, p1inc, p2inc, movestogo, infinite, \
     ponder, exact, wld, level, selectivity, multipv or searchmoves";

/// The most moves that may be left to the next time control: more than any game has.
const MAX_MOVES: u64 = 1000;

impl Go {
    /// A search for `goal` without limits.
    #[must_use]
    pub const fn new(goal: Goal) -> Go {
        const UNKNOWN: SideClock = SideClock { time: None, increment: None };
        Go {
            goal,
            depth: None,
            nodes: None,
            move_time: None,
            black: UNKNOWN,
            white: UNKNOWN,
            moves_to_go: None,
            infinite: false,
            ponder: false,
            level: false,
            selectivity: None,
            multi_pv: None,
            moves: Bitboard::EMPTY,
        }
    }

    /// The limits of the search when `side` is to move. Without one that ends the search, or where
    /// that is asked for beside them, those of `level` apply.
    ///
    /// # Errors
    /// If a clock was given, but not that of `side`.
    pub fn limits(&self, side: Color, level: &Limits) -> Result<Limits, NoClock> {
        let clock = self.clock(side)?;
        let ends = self.infinite
            || self.goal != Goal::Move
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || clock.is_some();
        let time = self.move_time.into_iter().chain(clock.map(|clock| clock.remaining)).min();
        let has_time = time != Some(Duration::ZERO);
        // A host that continues the game still expects a reasonable move.
        let without_time = (!has_time).then_some(MIN_NODES);
        let limits = Limits {
            goal: self.goal,
            depth: self.depth,
            selectivity: self.selectivity,
            nodes: self.nodes.into_iter().chain(without_time).min(),
            move_time: self.move_time.filter(|_| has_time),
            clock: clock.filter(|_| has_time),
            multi_pv: self.multi_pv.unwrap_or(level.multi_pv),
            ..Limits::default()
        };
        let limits = if self.level || !ends { limits.capped_by(level) } else { limits };
        let end_selectivity = self.selectivity.unwrap_or(limits.end_selectivity);
        Ok(Limits { end_selectivity, ..limits })
    }

    /// On what a move of the book depends: games with limits that are the same on every machine
    /// can be played again.
    #[must_use]
    pub fn chance(&self) -> Chance {
        let has_time = self.move_time.is_some()
            || [self.black, self.white].iter().any(|clock| clock.time.is_some());
        let is_repeatable = self.depth.is_some() || self.nodes.is_some();
        if is_repeatable && !has_time { Chance::OfPosition } else { Chance::OfGame }
    }

    fn clock(&self, side: Color) -> Result<Option<Clock>, NoClock> {
        let clock = match side {
            Color::Black => self.black,
            Color::White => self.white,
        };
        let (increment, moves) = (clock.increment.unwrap_or_default(), self.moves_to_go);
        match clock.time {
            Some(remaining) => Ok(Some(Clock { remaining, increment, moves, ..Clock::default() })),
            None if [self.black, self.white] == [SideClock::default(); 2] => Ok(None),
            None => Err(NoClock { side }),
        }
    }

    /// Reads the limits that are left in `words`, each of which may be given once.
    pub(super) fn read(mut self, words: &mut Words) -> Result<Go, CommandError> {
        let mut goal = None;
        while let Some(word) = words.next() {
            let repeated = match &*word.to_ascii_lowercase() {
                "depth" => self
                    .depth
                    .replace(words.number(word, 1..=Limits::MAX_DEPTH.into())? as u32)
                    .is_some(),
                "nodes" => self.nodes.replace(words.number(word, 1..=u64::MAX)?).is_some(),
                "movetime" => self.move_time.replace(milliseconds(word, words)?).is_some(),
                "p1time" | "btime" => self.black.time.replace(milliseconds(word, words)?).is_some(),
                "p2time" | "wtime" => self.white.time.replace(milliseconds(word, words)?).is_some(),
                "p1inc" | "binc" => {
                    self.black.increment.replace(milliseconds(word, words)?).is_some()
                }
                "p2inc" | "winc" => {
                    self.white.increment.replace(milliseconds(word, words)?).is_some()
                }
                "movestogo" => {
                    let moves = words.number(word, 1..=MAX_MOVES)? as u32;
                    self.moves_to_go.replace(moves).is_some()
                }
                "infinite" => std::mem::replace(&mut self.infinite, true),
                "ponder" => std::mem::replace(&mut self.ponder, true),
                "level" => std::mem::replace(&mut self.level, true),
                "exact" => goal.replace(Goal::Exact).is_some(),
                "wld" => goal.replace(Goal::Wld).is_some(),
                "selectivity" => {
                    let level = selectivity(word, words)?;
                    std::mem::replace(&mut self.selectivity, level).is_some()
                }
                "multipv" => self
                    .multi_pv
                    .replace(words.number(word, 1..=Limits::MAX_MULTI_PV as u64)? as usize)
                    .is_some(),
                "searchmoves" => {
                    let moves = squares(words)?;
                    !std::mem::replace(&mut self.moves, moves).is_empty()
                }
                _ => return Err(unexpected(word, EXPECTED)),
            };
            if repeated {
                return Err(unexpected(word, "each limit once, and one goal"));
            }
        }
        self.goal = goal.unwrap_or(self.goal);
        Ok(self)
    }
}

/// Reads milliseconds; a negative time, as of a clock that has run out, is read as 0.
fn milliseconds(name: &str, words: &mut Words) -> Result<Duration, CommandError> {
    if words.peek().is_some_and(|word| word.parse::<i64>().is_ok_and(|time| time < 0)) {
        words.next();
        return Ok(Duration::ZERO);
    }
    Ok(Duration::from_millis(words.number(name, 0..=u64::MAX)?))
}

/// Reads as many squares as there are, one at least.
fn squares(words: &mut Words) -> Result<Bitboard, CommandError> {
    let first = words.need("moves such as f5 d6")?;
    let mut squares =
        first.parse::<Square>().map_err(|_| unexpected(first, "a move such as f5"))?.bit();
    while let Some(square) = words.peek().and_then(|word| word.parse::<Square>().ok()) {
        words.next();
        squares |= square.bit();
    }
    Ok(squares)
}

/// Reads a percentage as the lowest selectivity level with at least that confidence.
fn selectivity(name: &str, words: &mut Words) -> Result<Option<Selectivity>, CommandError> {
    Ok(Selectivity::at_least(words.number(name, 0..=100)? as u8))
}

/// Reads the effort per ply: `level 12 exactfrom 20`.
pub(super) fn parse_effort(words: &mut Words) -> Result<Effort, CommandError> {
    let mut effort = Effort::default();
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        let repeated = match &*word.to_ascii_lowercase() {
            "level" => {
                let level = words.number(word, 0..=MAX_LEVEL.into())? as u32;
                effort.level.replace(level).is_some()
            }
            "depth" => limits
                .depth
                .replace(words.number(word, 1..=Limits::MAX_DEPTH.into())? as u32)
                .is_some(),
            "nodes" => limits.nodes.replace(words.number(word, 1..=u64::MAX)?).is_some(),
            "movetime" => {
                let time = Duration::from_millis(words.number(word, 1..=u64::MAX)?);
                limits.move_time.replace(time).is_some()
            }
            "exactfrom" => effort
                .exact_from
                .replace(words.number(word, 0..=Position::START_EMPTIES.into())? as u32)
                .is_some(),
            _ => return Err(unexpected(word, "level, depth, nodes, movetime or exactfrom")),
        };
        if repeated {
            return Err(unexpected(word, "each limit once"));
        }
    }
    let ends = limits.depth.is_some() || limits.nodes.is_some() || limits.move_time.is_some();
    effort.limits = ends.then_some(limits);
    Ok(effort)
}

/// [`parse_effort`] of a text that says nothing else.
pub(crate) fn effort(text: &str) -> Result<Effort, CommandError> {
    parse_effort(&mut Words::new(text))
}

#[cfg(test)]
mod tests {
    use super::super::Command;
    use super::*;

    fn go(line: &str) -> Go {
        match Command::parse(line) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn level() -> Limits {
        let end_selectivity = Selectivity::Percent73;
        Limits { depth: Some(10), end_selectivity, multi_pv: 2, ..Limits::default() }
    }

    #[test]
    fn limits_are_combined() {
        let go = go("go depth 12 nodes 1000 movetime 50 selectivity 80 multipv 3");
        let limits = go.limits(Color::Black, &level()).unwrap();
        assert_eq!(limits.depth, Some(12));
        assert_eq!(limits.nodes, Some(1000));
        assert_eq!(limits.move_time, Some(Duration::from_millis(50)));
        assert_eq!(limits.selectivity(), Selectivity::Percent87);
        assert_eq!(limits.multi_pv, 3);
    }

    #[test]
    fn what_ends_a_search_is_the_level_if_nothing_else_is_said() {
        use Selectivity::{Full, Percent73, Percent87, Percent98};
        for (line, depth, end_selectivity) in [
            ("go", Some(10), Percent73),
            ("go selectivity 98", Some(10), Percent98),
            ("hint 3", Some(10), Percent73),
            ("go nodes 5", None, Full),
            ("go movetime 5", None, Full),
            ("go p1time 5", None, Full),
            ("go infinite", None, Full),
            ("go infinite selectivity 87", None, Percent87),
            ("go exact", None, Full),
            ("solve wld", None, Full),
            ("hint 3 infinite depth 4", Some(4), Full),
            ("go p1time 5 level", Some(10), Percent73),
            ("go level depth 4", Some(4), Percent73),
            ("go level depth 40", Some(10), Percent73),
        ] {
            let limits = go(line).limits(Color::Black, &level()).unwrap();
            assert_eq!(limits.depth, depth, "{line}");
            assert_eq!(limits.end_selectivity, end_selectivity, "{line}");
        }
    }

    #[test]
    fn the_short_names_mean_the_long_ones() {
        assert_eq!(go("solve"), go("go exact"));
        assert_eq!(go("solve exact"), go("go exact"));
        assert_eq!(go("solve wld"), go("go wld"));
        assert_eq!(go("hint 3"), go("go multipv 3"));
        assert_eq!(Command::parse("perft 5 divide"), Command::parse("go perft 5 divide"));
    }

    #[test]
    fn each_side_has_its_clock() {
        let go = go("go p1time 1000 p2time 2000 p1inc 10 p2inc 20");
        for (side, remaining, increment) in [(Color::Black, 1000, 10), (Color::White, 2000, 20)] {
            let clock = go.limits(side, &level()).unwrap().clock.unwrap();
            assert_eq!(clock.remaining, Duration::from_millis(remaining));
            assert_eq!(clock.increment, Duration::from_millis(increment));
            assert_eq!(clock.moves, None);
        }
        let limits =
            self::go("go wtime 1000 btime 500 movestogo 10").limits(Color::White, &level());
        assert_eq!(limits.unwrap().clock.unwrap().moves, Some(10));
        assert_eq!(go, self::go("go btime 1000 wtime 2000 binc 10 winc 20"));
        assert_eq!(self::go("go p1time -20").black.time, Some(Duration::ZERO));
    }

    #[test]
    fn moves_to_search_end_where_another_limit_begins() {
        let moves: Bitboard = [Square::F5, Square::D3].into_iter().collect();
        for line in ["go searchmoves f5 D3 depth 4", "go depth 4 searchmoves d3 f5"] {
            assert_eq!((go(line).moves, go(line).depth), (moves, Some(4)), "{line}");
        }
        for (line, fault) in [
            ("go searchmoves", "\"go searchmoves\" is not complete: expected moves such as f5 d6"),
            ("go searchmoves depth 4", "unexpected \"depth\": expected a move such as f5"),
            ("go searchmoves f5 d9", "unexpected \"d9\": expected depth, nodes, "),
            (
                "go searchmoves f5 depth 4 searchmoves d3",
                "unexpected \"searchmoves\": expected each",
            ),
        ] {
            let error = Command::parse(line).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{error}");
        }
    }

    #[test]
    fn without_time_a_few_nodes_are_searched() {
        for (line, nodes) in [
            ("go p1time 0 p1inc 50", 1_000),
            ("go p1time -20", 1_000),
            ("go movetime 0", 1_000),
            ("go movetime -5", 1_000),
            ("go movetime 0 p1time 60000 nodes 5000", 1_000),
            ("go p1time 0 nodes 50", 50),
        ] {
            let limits = go(line).limits(Color::Black, &level()).unwrap();
            let expected = Limits { nodes: Some(nodes), multi_pv: 2, ..Limits::default() };
            assert_eq!(limits, expected, "{line}");
        }
        let limits = go("go p1time 0 p2time 9").limits(Color::White, &level()).unwrap();
        assert!(limits.clock.is_some() && limits.nodes.is_none());
    }

    #[test]
    fn games_without_a_limit_in_time_get_the_same_moves_of_the_book_again() {
        for (line, chance) in [
            ("go depth 5", Chance::OfPosition),
            ("go nodes 1000", Chance::OfPosition),
            ("go", Chance::OfGame),
            ("go movetime 50", Chance::OfGame),
            ("go movetime 50 depth 5", Chance::OfGame),
            ("go p2time 1000 nodes 1000", Chance::OfGame),
        ] {
            assert_eq!(go(line).chance(), chance, "{line}");
        }
    }

    #[test]
    fn the_clock_of_the_side_to_move_is_needed() {
        for line in ["go p1time 1000 p2inc 5", "go p1inc 5"] {
            let error = go(line).limits(Color::White, &level()).unwrap_err();
            assert_eq!(
                error.to_string(),
                "white is to move but its clock is not given: expected p2time <ms>"
            );
        }
    }
}
