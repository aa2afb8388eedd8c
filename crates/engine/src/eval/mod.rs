//! What a position is worth without looking ahead: the [`Evaluator`] seam and the
//! evaluators behind it.

mod classic;
#[doc(hidden)]
pub mod deviations;
#[doc(hidden)]
pub mod pattern;

pub use classic::Classic;
pub use deviations::{Deviations, ErrorModel};
pub use pattern::{Pattern, Prepared, Weights, WeightsError};

use crate::score::Score;
use othello::board::{Bitboard, Position};

/// A static evaluation. Searches go by what it says, so the same position has to get the same
/// values each time.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use othello::board::Position;
/// use engine::eval::{Evaluator, Term};
/// use engine::score::Score;
/// use engine::search::{Limits, Parameters, Search, ThreadPool, Tt};
///
/// /// Who has more moves is ahead.
/// struct Mobility;
///
/// impl Evaluator for Mobility {
///     fn evaluate(&self, position: Position) -> Score {
///         let count = |position: Position| position.legal_moves().count() as i32;
///         Score::estimate(100 * (count(position) - count(position.pass())))
///     }
///
///     fn deviation(&self, _empties: u32, shallow: u32, deep: u32) -> i32 {
///         200 + 50 * (deep - shallow) as i32
///     }
///
///     fn terms(&self, position: Position) -> Vec<Term> {
///         let centidiscs = self.evaluate(position).centidiscs();
///         vec![Term { name: "mobility", centidiscs, parts: Vec::new() }]
///     }
/// }
///
/// let search = Search {
///     position: Position::START,
///     limits: Limits { depth: Some(4), ..Limits::default() },
///     tt: Arc::new(Tt::new(1)?),
///     evaluator: Arc::new(Mobility),
///     parameters: Parameters::DEFAULT,
///     threads: Arc::new(ThreadPool::new(1)),
/// };
/// let report = search.run(&AtomicBool::new(false), &mut |_| ());
/// assert!(report.best_move().is_some());
/// # Ok::<(), engine::search::NoMemory>(())
/// ```
pub trait Evaluator: Send + Sync {
    /// The estimated final score for the side to move, within ±[`Score::MAX_ESTIMATE`]:
    /// [`Score::estimate`] sees to that. Where there is only a pass to make, or the game is over, any
    /// estimate will do: moves are ordered by it, and a search guesses by it what it then finds out.
    fn evaluate(&self, position: Position) -> Score;

    /// [`Evaluator::evaluate`] of `position`, whose legal moves are `moves`.
    fn evaluate_with_moves(&self, position: Position, moves: Bitboard) -> Score {
        let _ = moves;
        self.evaluate(position)
    }

    /// The result if the game is over, otherwise [`Evaluator::evaluate`]; for the side to move.
    fn score(&self, position: Position) -> Score {
        if position.is_over() {
            position.final_difference().into()
        } else {
            self.evaluate(position)
        }
    }

    /// What the evaluator keeps of `position` to value the positions after its moves.
    fn prepare(&self, position: Position) -> Prepared {
        Prepared::blank(position)
    }

    /// [`Evaluator::evaluate`] of `next`, the position after a move in that of
    /// `before`; `replies` are its legal moves.
    fn evaluate_next(&self, before: &Prepared, next: Position, replies: Bitboard) -> Score {
        let _ = (before, replies);
        self.evaluate(next)
    }

    /// The standard deviation, in centidiscs, between the score of a search to depth `shallow` and
    /// that of one to depth `deep` of a position with `empties` empties, with this evaluator at
    /// their leaves, 0 to 65,535: [`Deviations::get`]. Depths are in plies, `empties` for a search to
    /// the end.
    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32;

    /// What [`Evaluator::evaluate`] is made of, which adds up to it.
    fn terms(&self, position: Position) -> Vec<Term>;
}

/// A named part of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// What is valued.
    pub name: &'static str,
    /// Its share for the side to move, in hundredths of a disc.
    pub centidiscs: i32,
    /// What it is made of, if it looks at some squares and then at others; they add up
    /// to it.
    pub parts: Vec<Part>,
}

/// What some squares add to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The squares that are looked at.
    pub squares: Bitboard,
    /// Their share for the side to move, in hundredths of a disc.
    pub centidiscs: i32,
}

impl Term {
    /// A term that is not made of parts.
    const fn whole(name: &'static str, centidiscs: i32) -> Term {
        Term { name, centidiscs, parts: Vec::new() }
    }

    /// The sum of `parts`.
    fn of_parts(name: &'static str, parts: Vec<Part>) -> Term {
        let centidiscs = parts.iter().map(|part| part.centidiscs).sum();
        Term { name, centidiscs, parts }
    }
}

/// `terms`, and one more if their sum is beyond what an estimate may say.
fn limited(mut terms: Vec<Term>) -> Vec<Term> {
    let sum = terms.iter().map(|term| term.centidiscs).sum();
    let excess = Score::estimate(sum).centidiscs() - sum;
    if excess != 0 {
        terms.push(Term::whole("limit", excess));
    }
    terms
}
