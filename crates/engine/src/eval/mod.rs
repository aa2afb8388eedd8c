//! Static evaluation: the [`Evaluator`] trait and its implementations.

mod classic;
pub mod deviations;
pub mod pattern;

pub use classic::Classic;
pub use deviations::{Deviations, ErrorModel};
pub use pattern::{Pattern, Prepared, Weights, WeightsError};

use crate::score::Score;
use othello::board::{Bitboard, Position};

/// A static evaluation. The same position must always get the same score.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use othello::board::Position;
/// use engine::eval::{Evaluator, Term};
/// use engine::score::Score;
/// use engine::search::{Limits, Parameters, Search, ThreadPool, Tt};
///
/// /// The difference in mobility.
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
    /// The estimated final score for the side to move, within ±[`Score::MAX_ESTIMATE`];
    /// [`Score::estimate`] clamps to this range. If the side to move has no move, any estimate is
    /// correct, because it only orders moves and starts searches.
    fn evaluate(&self, position: Position) -> Score;

    /// [`Evaluator::evaluate`] of `position`, whose legal moves are `moves`.
    fn evaluate_with_moves(&self, position: Position, moves: Bitboard) -> Score {
        let _ = moves;
        self.evaluate(position)
    }

    /// For the side to move: the final score if the game is over, otherwise
    /// [`Evaluator::evaluate`].
    fn score(&self, position: Position) -> Score {
        if position.is_over() {
            position.final_difference().into()
        } else {
            self.evaluate(position)
        }
    }

    /// Features of `position`, for incremental updates by [`Evaluator::evaluate_next`].
    fn prepare(&self, position: Position) -> Prepared {
        Prepared::blank(position)
    }

    /// [`Evaluator::evaluate`] of `next`, the position after a move from the position of `before`.
    /// `replies` are the legal moves of `next`.
    fn evaluate_next(&self, before: &Prepared, next: Position, replies: Bitboard) -> Score {
        let _ = (before, replies);
        self.evaluate(next)
    }

    /// The standard deviation between the scores of two searches with this evaluator, in
    /// centidiscs, 0 to 65,535. The searches are of a position with `empties` empties, to the
    /// depths `shallow` and `deep` in plies. A search to the end has the depth `empties`. See
    /// [`Deviations::get`].
    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32;

    /// The terms of [`Evaluator::evaluate`], which add up to the evaluation.
    fn terms(&self, position: Position) -> Vec<Term>;
}

/// A named part of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The feature.
    pub name: &'static str,
    /// Its value for the side to move.
    pub centidiscs: i32,
    /// Its parts by squares, if it has any. They sum up to the term.
    pub parts: Vec<Part>,
}

/// The contribution of some squares to an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The squares.
    pub squares: Bitboard,
    /// Their value for the side to move.
    pub centidiscs: i32,
}

impl Term {
    /// A term without parts.
    const fn whole(name: &'static str, centidiscs: i32) -> Term {
        Term { name, centidiscs, parts: Vec::new() }
    }

    /// The sum of `parts`.
    fn of_parts(name: &'static str, parts: Vec<Part>) -> Term {
        let centidiscs = parts.iter().map(|part| part.centidiscs).sum();
        Term { name, centidiscs, parts }
    }
}

/// Adds a term to `terms` if their sum exceeds the limit of an estimate.
fn limited(mut terms: Vec<Term>) -> Vec<Term> {
    let sum = terms.iter().map(|term| term.centidiscs).sum();
    let excess = Score::estimate(sum).centidiscs() - sum;
    if excess != 0 {
        terms.push(Term::whole("limit", excess));
    }
    terms
}
