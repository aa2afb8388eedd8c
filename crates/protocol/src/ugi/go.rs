//! Parses the limits of searches and analyses.

use std::time::Duration;

use super::command::Command;
use super::words::{CommandError, Words, unexpected};
use engine::score::Selectivity;
use engine::search::{Clock, Goal, Limits};
use engine::{BookUse, Effort, MAX_LEVEL, SearchRequest};
use othello::board::{Bitboard, Position, Square};

const EXPECTED: &str = "depth, nodes, movetime, p1time, p2time, p1inc, p2inc, movestogo, infinite, \
     ponder, exact, wld, level, selectivity, multipv or searchmoves";

/// Maximum moves to the next time control, more than any game has.
const MAX_MOVES: u64 = 1000;

/// The clock of a side, as given so far.
#[derive(Debug, Clone, Copy, Default)]
struct SideClock {
    time: Option<Duration>,
    increment: Option<Duration>,
}

/// Parses the limits in `words`, each at most once, and adds them to `request`.
pub(super) fn parse_limits(
    mut request: SearchRequest,
    words: &mut Words,
) -> Result<Command, CommandError> {
    let mut goal = None;
    let mut ponder = false;
    let mut moves_to_go = None;
    let [mut black, mut white] = [SideClock::default(); 2];
    while let Some(word) = words.next() {
        let repeated = match &*word.to_ascii_lowercase() {
            "depth" => request
                .depth
                .replace(words.number(word, 1..=Limits::MAX_DEPTH.into())? as u32)
                .is_some(),
            "nodes" => request.nodes.replace(words.number(word, 1..=u64::MAX)?).is_some(),
            "movetime" => request.move_time.replace(milliseconds(word, words)?).is_some(),
            "p1time" | "btime" => black.time.replace(milliseconds(word, words)?).is_some(),
            "p2time" | "wtime" => white.time.replace(milliseconds(word, words)?).is_some(),
            "p1inc" | "binc" => black.increment.replace(milliseconds(word, words)?).is_some(),
            "p2inc" | "winc" => white.increment.replace(milliseconds(word, words)?).is_some(),
            "movestogo" => {
                let moves = words.number(word, 1..=MAX_MOVES)? as u32;
                moves_to_go.replace(moves).is_some()
            }
            "infinite" => std::mem::replace(&mut request.infinite, true),
            "ponder" => std::mem::replace(&mut ponder, true),
            "level" => std::mem::replace(&mut request.level, true),
            "exact" => goal.replace(Goal::Exact).is_some(),
            "wld" => goal.replace(Goal::Wld).is_some(),
            "selectivity" => {
                let level = selectivity(word, words)?;
                std::mem::replace(&mut request.selectivity, level).is_some()
            }
            "multipv" => request
                .multi_pv
                .replace(words.number(word, 1..=Limits::MAX_MULTI_PV as u64)? as usize)
                .is_some(),
            "searchmoves" => {
                let moves = squares(words)?;
                !std::mem::replace(&mut request.moves, moves).is_empty()
            }
            _ => return Err(unexpected(word, EXPECTED)),
        };
        if repeated {
            return Err(unexpected(word, "each limit once, and one goal"));
        }
    }
    let has_increment = black.increment.or(white.increment).is_some();
    if has_increment && black.time.or(white.time).is_none() {
        return Err(words.incomplete("p1time <ms> or p2time <ms> with an increment"));
    }
    request.clocks = [black, white].map(|clock| {
        let increment = clock.increment.unwrap_or_default();
        let moves = moves_to_go;
        clock.time.map(|remaining| Clock { remaining, increment, moves, ..Clock::default() })
    });
    request.goal = goal.unwrap_or(request.goal);
    // A host that requests a ranking wants the best moves, not a random book move.
    request.book = match request.multi_pv {
        Some(_) => BookUse::Rank,
        None => BookUse::Play(request.seed_scope()),
    };
    Ok(Command::Go { request, ponder })
}

/// Parses `text`, the words after `go`.
///
/// # Errors
/// If a word is not a limit, or is `ponder`.
pub fn read_request(text: &str) -> Result<SearchRequest, CommandError> {
    match parse_limits(SearchRequest::default(), &mut Words::new(text))? {
        Command::Go { request, ponder: false } => Ok(request),
        _ => Err(unexpected("ponder", "limits of a search")),
    }
}

/// Parses milliseconds. Reads a negative time, from an expired clock, as 0.
fn milliseconds(name: &str, words: &mut Words) -> Result<Duration, CommandError> {
    if words.peek().is_some_and(|word| word.parse::<i64>().is_ok_and(|time| time < 0)) {
        words.next();
        return Ok(Duration::ZERO);
    }
    Ok(Duration::from_millis(words.number(name, 0..=u64::MAX)?))
}

/// Parses one or more squares.
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

/// Parses a percentage, as the lowest selectivity level with at least that confidence.
fn selectivity(name: &str, words: &mut Words) -> Result<Option<Selectivity>, CommandError> {
    Ok(Selectivity::at_least(words.number(name, 0..=100)? as u8))
}

/// Parses the effort per ply: `level 12 exactfrom 20`.
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

/// Parses `text`, the words after `analyze`.
///
/// # Errors
/// If a word is not a limit.
pub fn read_effort(text: &str) -> Result<Effort, CommandError> {
    parse_effort(&mut Words::new(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::game::Setup;

    fn go(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn request(line: &str) -> SearchRequest {
        match go(line) {
            Command::Go { request, .. } => request,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_combine() {
        let request = request("go depth 12 nodes 1000 movetime 50 selectivity 80 multipv 3");
        let limits = request.limits(Setup::START, &Limits::default()).unwrap();
        assert_eq!(limits.depth, Some(12));
        assert_eq!(limits.nodes, Some(1000));
        assert_eq!(limits.move_time, Some(Duration::from_millis(50)));
        assert_eq!(limits.selectivity(), Selectivity::Percent87);
        assert_eq!(limits.multi_pv, 3);
    }

    #[test]
    fn short_names_equal_long_ones() {
        assert_eq!(go("solve"), go("go exact"));
        assert_eq!(go("solve exact"), go("go exact"));
        assert_eq!(go("solve wld"), go("go wld"));
        assert_eq!(go("hint 3"), go("go multipv 3"));
        assert_eq!(Command::parse("perft 5 divide"), Command::parse("go perft 5 divide"));
    }

    #[test]
    fn each_side_has_its_clock() {
        let request = request("go p1time 1000 p2time 2000 p1inc 10 p2inc 20");
        for (clock, (remaining, increment)) in
            request.clocks.into_iter().flatten().zip([(1000, 10), (2000, 20)])
        {
            assert_eq!(clock.remaining, Duration::from_millis(remaining));
            assert_eq!(clock.increment, Duration::from_millis(increment));
            assert_eq!(clock.moves, None);
        }
        let [_, white] = self::request("go wtime 1000 btime 500 movestogo 10").clocks;
        assert_eq!(white.unwrap().moves, Some(10));
        assert_eq!(request, self::request("go btime 1000 wtime 2000 binc 10 winc 20"));
        let [black, white] = self::request("go p1time -20").clocks;
        assert_eq!((black.unwrap().remaining, white), (Duration::ZERO, None));
        assert_eq!(self::request("go movetime -5").move_time, Some(Duration::ZERO));
    }

    #[test]
    fn an_increment_needs_a_clock() {
        let error = Command::parse("go p1inc 5").unwrap_err().to_string();
        assert!(
            error.ends_with("expected p1time <ms> or p2time <ms> with an increment"),
            "{error}"
        );
    }

    #[test]
    fn searchmoves_ends_at_the_next_limit() {
        let moves: Bitboard = [Square::F5, Square::D3].into_iter().collect();
        for line in ["go searchmoves f5 D3 depth 4", "go depth 4 searchmoves d3 f5"] {
            assert_eq!((request(line).moves, request(line).depth), (moves, Some(4)), "{line}");
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
}
