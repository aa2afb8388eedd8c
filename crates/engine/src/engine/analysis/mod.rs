//! [`Analysis`]: evaluates a game from the last ply back to the first.
//!
//! - `ply`: the result for a ply; `summary`: the totals for each side.

mod ply;
mod summary;

pub use ply::{AnalysedPly, Mark};
pub use summary::{SideSummary, Summary};

use super::book::{self, BookAdvice};
use super::{Options, level_limits};
use crate::score::{Bound, Score, Selectivity};
use crate::search::{
    Certainty, Goal, KnownMove, Limits, Line, Search, SearchReport, Source, Stop, Usage,
};
use othello::board::{Bitboard, Move, Position};
use othello::game::{Game, Setup};
use ply::has_choice;

/// The search effort per ply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effort {
    /// The limits of each search. `None` uses the limits of the level.
    pub limits: Option<Limits>,
    /// The level, applied in addition to `limits`. If both are `None`, the engine's level applies.
    pub level: Option<u32>,
    /// Solves plies with at most this many empties exactly, without a time limit.
    pub exact_from: Option<u32>,
}

/// A running analysis of a game. Each step analyses one ply, starting with the last.
///
/// The value of the played move is the value of the next ply, which has already been analysed. Only
/// the other moves are searched. The value of the ply is the maximum of the value of the played
/// move and the search result. So the values are consistent from ply to ply, proven values
/// propagate to earlier plies, and no move has a negative loss.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use engine::{Effort, Engine, Mark, Options};
/// use othello::game::{Game, Setup};
///
/// let game = Game::from_transcript(Setup::START, "e6f4e3f6g5d6e7f5c5")?;
/// let mut engine = Engine::new(Options { level: 4, ..Options::default() });
/// let mut analysis = engine.analysis(&game, Effort::default())?;
/// let stop = AtomicBool::new(false);
/// let end = analysis.step(&stop).expect("a ply");
/// assert_eq!((end.ply, end.played), (9, None));
/// let last = analysis.step(&stop).expect("a ply");
/// assert_eq!((last.score.to_string(), last.mark()), ("+64.00".to_owned(), Some(Mark::Best)));
/// let before = analysis.step(&stop).expect("a ply");
/// assert_eq!(before.mark(), Some(Mark::Blunder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analysis {
    /// The setup and played move of each ply. The last position has no move.
    turns: Vec<(Setup, Option<Move>)>,
    /// Number of plies not yet analysed.
    left: usize,
    /// The value of the ply analysed last.
    after: Option<Value>,
    effort: Effort,
    /// Template for the search of each ply. The position and limits vary.
    search: Search,
    /// The engine's options: the book, and the level if `effort` has none.
    options: Options,
}

/// The value of a ply for its side to move.
#[derive(Debug, Clone)]
struct Value {
    score: Score,
    certainty: Certainty,
    pv: Vec<Move>,
}

impl Analysis {
    pub(super) fn new(game: &Game, effort: Effort, search: Search, options: &Options) -> Analysis {
        let mut turns: Vec<(Setup, Option<Move>)> =
            game.turns().map(|(setup, mv)| (setup, Some(mv))).collect();
        turns.push((game.setup(), None));
        Analysis { left: turns.len(), turns, after: None, effort, search, options: options.clone() }
    }

    /// The number of plies. The last position of the game counts as a ply.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.turns.len()
    }

    /// The number of plies not yet analysed.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Continues at the ply before `known`, the result of an earlier analysis of the same game.
    /// Returns `false` and changes nothing if `known` is not a ply of this game.
    pub fn resume(&mut self, known: &AnalysedPly) -> bool {
        let is_same_game = self.turns.get(known.ply) == Some(&(known.setup, known.played));
        if is_same_game {
            let AnalysedPly { score, certainty, .. } = *known;
            self.left = known.ply;
            self.after = Some(Value { score, certainty, pv: known.pv.clone() });
        }
        is_same_game
    }

    /// Analyses the next ply. Returns `None` after the first ply of the game, and if `stop` is set
    /// before the result is complete.
    pub fn step(&mut self, stop: &dyn Stop) -> Option<AnalysedPly> {
        let ply = self.left.checked_sub(1)?;
        let (setup, played) = self.turns[ply];
        let after_played = played.zip(self.after.as_ref()).map(|(mv, after)| after.before(mv));
        let Found { value, usage, source } = match &after_played {
            Some(played) => self.best_or(played, setup.position, stop),
            None => self.best(setup.position, stop),
        };
        if stop.is_set() {
            return None;
        }
        self.left = ply;
        self.after = Some(value.clone());
        let Value { score, certainty, pv } = value;
        let played_score = after_played.map(|played| played.score);
        let from_book = source != Source::Search;
        Some(AnalysedPly {
            ply,
            setup,
            played,
            played_score,
            score,
            certainty,
            pv,
            from_book,
            usage,
        })
    }

    /// The value of `position`. Falls back to the static evaluation if the search ends without a
    /// score.
    fn best(&self, position: Position, stop: &dyn Stop) -> Found {
        let report = self.search(position, None, stop);
        let usage = report.usage;
        let line = best_line(report);
        let source = line.source;
        let value = Value::of(line, || self.search.evaluator.score(position));
        Found { value, usage, source }
    }

    /// The value of `position`: the maximum of the `played` move's value and the result of a search
    /// of the other moves.
    fn best_or(&self, played: &Value, position: Position, stop: &dyn Stop) -> Found {
        let wipeout = Score::MAX;
        let square = played.pv.first().and_then(|mv| mv.square());
        let is_open = has_choice(position) && played.score < wipeout;
        let Some(square) = square.filter(|_| is_open) else {
            let (value, usage) = (played.clone(), Usage::default());
            return Found { value, usage, source: Source::Search };
        };
        let known = KnownMove { square, score: played.score };
        let report = self.search(position, Some(known), stop);
        let usage = report.usage;
        let line = best_line(report);
        let source = line.source;
        Found { value: played.or_better(line, position.empty_count()), usage, source }
    }

    fn search(
        &self,
        position: Position,
        known: Option<KnownMove>,
        stop: &dyn Stop,
    ) -> SearchReport {
        let same = known.map_or(Bitboard::EMPTY, |known| position.same_moves(known.square));
        let mut limits = Limits { known, multi_pv: 1, ..self.limits(position.empty_count()) };
        if let Some(line) = self.book_line(position, same, &limits) {
            return book::report_of(vec![line]);
        }
        // Skip the mirror images of the known move. The search itself skips the known move.
        let itself = known.map_or(Bitboard::EMPTY, |known| known.square.bit());
        limits.excluded |= same - itself;
        Search { position, limits, ..self.search.clone() }.run(stop, &mut |_| ())
    }

    /// The best book line outside `known`, if it is as reliable as a search with these limits.
    fn book_line(&self, position: Position, known: Bitboard, limits: &Limits) -> Option<Line> {
        BookAdvice::new(&self.options, position, limits)?.best_but(known)
    }

    /// The search limits for a ply with this many empties.
    fn limits(&self, empties: u32) -> Limits {
        match &self.effort {
            Effort { exact_from: Some(from), .. } if empties <= *from => {
                Limits { goal: Goal::Exact, ..Limits::default() }
            }
            Effort { limits: Some(limits), level: Some(level), .. } => {
                limits.clone().capped_by(&level_limits(*level, empties))
            }
            Effort { limits: Some(limits), .. } => limits.clone(),
            Effort { level, .. } => level_limits(level.unwrap_or(self.options.level), empties),
        }
    }
}

/// The certainty after an aborted search.
const LEAST_SURE: Certainty = Certainty::Selective(Selectivity::Percent73);

/// The value of a ply, the search effort, and the source of the scores of the moves that were not
/// played.
struct Found {
    value: Value,
    usage: Usage,
    source: Source,
}

impl Value {
    /// The value of `line`. Uses `estimate` if the line has no score.
    fn of(line: Line, estimate: impl FnOnce() -> Score) -> Value {
        let (score, certainty) = match (line.known_score(), line.certainty) {
            (None, _) => (estimate(), LEAST_SURE),
            // An aborted search gives only a bound.
            (Some(score), Certainty::Selective(_)) if line.bound != Bound::Exact => {
                (score, LEAST_SURE)
            }
            (Some(score), certainty) => (score, certainty),
        };
        Value { score, certainty, pv: line.pv }
    }

    /// The value of `mv`, the move of the previous ply that leads to this ply.
    fn before(&self, mv: Move) -> Value {
        let pv = std::iter::once(mv).chain(self.pv.iter().copied()).collect();
        Value { score: -self.score, certainty: self.certainty, pv }
    }

    /// The maximum of this value and `line`, the search result of all other moves. `empties` is
    /// that of the searched position. The result has the lower of the two certainties.
    fn or_better(&self, line: Line, empties: u32) -> Value {
        let no_better = line.bound == Bound::Upper && line.score <= self.score;
        let to_the_end = line.depth >= empties;
        let certainty = match line.certainty {
            // The search was aborted before it scored any other move.
            _ if line.known_score().is_none() => LEAST_SURE,
            // The upper bound proves that no other move is better.
            Certainty::Selective(Selectivity::Full) | Certainty::Wld if no_better && to_the_end => {
                Certainty::Exact
            }
            // An aborted search found a better move but not its value.
            Certainty::Selective(_) if line.bound != Bound::Exact && !no_better => LEAST_SURE,
            certainty => certainty,
        };
        let certainty = certainty.min(self.certainty);
        if line.bound != Bound::Upper && line.score > self.score {
            Value { score: line.score, certainty, pv: line.pv }
        } else {
            Value { certainty, ..self.clone() }
        }
    }
}

fn best_line(report: SearchReport) -> Line {
    report.lines.into_iter().next().expect("a report has a line")
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    const EMPTIES: u32 = 20;

    /// The score, certainty and best move of a position. `played` is the value of the played move
    /// h8. The second argument describes the search of the other moves.
    fn better(
        played: (i32, Certainty),
        (depth, score, bound, certainty): (u32, i32, Bound, Certainty),
    ) -> (i32, Certainty, Square) {
        let score = Score::saturating(score);
        let pv = vec![Move::Place(Square::A1)];
        let line = Line { rank: 1, depth, score, bound, certainty, pv, source: Source::Search };
        let pv = vec![Move::Place(Square::H8)];
        let value = Value { score: Score::saturating(played.0), certainty: played.1, pv };
        let Value { score, certainty, pv } = value.or_better(line, EMPTIES);
        (score.centidiscs(), certainty, pv[0].square().expect("no pass"))
    }

    #[test]
    fn a_bound_is_not_a_value_but_can_prove_the_winner() {
        use Certainty::{Exact, Selective, Wld};
        let full = Selective(Selectivity::Full);
        for (score, bound, certainty, expected) in [
            (200, Bound::Exact, full, full),
            (200, Bound::Exact, Exact, Exact),
            (200, Bound::Lower, Wld, Wld),
            (200, Bound::Upper, full, LEAST_SURE),
            (-200, Bound::Lower, full, LEAST_SURE),
        ] {
            let (score, pv) = (Score::saturating(score), vec![Move::Place(Square::A1)]);
            let (rank, depth, source) = (1, EMPTIES, Source::Search);
            let value =
                Value::of(Line { rank, depth, score, bound, certainty, pv, source }, || {
                    Score::ZERO
                });
            assert_eq!(
                (value.score, value.certainty),
                (score, expected),
                "{bound:?} {certainty:?}"
            );
        }
    }

    #[test]
    fn the_better_value_has_the_lower_certainty() {
        use Certainty::{Exact, Selective, Wld};
        use Selectivity::{Full, Percent73, Percent87};
        let guess = Selective(Percent87);
        for (played, others, expected) in [
            ((200, Exact), (10, 350, Bound::Exact, guess), (350, guess, Square::A1)),
            ((200, Exact), (10, 150, Bound::Exact, guess), (200, guess, Square::H8)),
            ((200, Exact), (20, 400, Bound::Exact, Exact), (400, Exact, Square::A1)),
            ((200, guess), (20, 400, Bound::Exact, Exact), (400, guess, Square::A1)),
            ((200, Exact), (20, 400, Bound::Lower, Wld), (400, Wld, Square::A1)),
            // An upper bound proves that no other move is better.
            ((200, Exact), (20, 0, Bound::Upper, Selective(Full)), (200, Exact, Square::H8)),
            ((-200, Exact), (20, -400, Bound::Upper, Wld), (-200, Exact, Square::H8)),
            ((200, Exact), (20, 0, Bound::Upper, guess), (200, guess, Square::H8)),
            (
                (200, Exact),
                (19, 0, Bound::Upper, Selective(Full)),
                (200, Selective(Full), Square::H8),
            ),
            // The bound proves nothing about the other moves.
            (
                (200, Exact),
                (20, 400, Bound::Upper, Selective(Full)),
                (200, Selective(Percent73), Square::H8),
            ),
            (
                (-200, Exact),
                (20, -100, Bound::Lower, Selective(Full)),
                (-100, Selective(Percent73), Square::A1),
            ),
        ] {
            assert_eq!(better(played, others), expected, "{played:?} {others:?}");
        }
    }
}
