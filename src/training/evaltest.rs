//! What an evaluator is worth: its errors on positions whose scores are known.

use std::collections::BTreeMap;

use super::errors::Errors;
use super::samples::Sample;
use super::searcher::Searcher;
use crate::board::{Move, Position};
use crate::game::ObfProblem;
use crate::score::Score;
use crate::search::Limits;

/// A position and what is known of it.
#[derive(Debug, Clone)]
pub struct Known {
    /// The position; the game is not over in it.
    pub position: Position,
    /// Its score for the side to move.
    pub score: Score,
    /// The best moves; empty when they are not known.
    pub best: Vec<Move>,
}

impl Known {
    /// What an OBF problem says; `None` if it gives no move's score.
    #[must_use]
    pub fn from_problem(problem: &ObfProblem) -> Option<Known> {
        let score = problem.scores.iter().map(|score| score.centidiscs).max()?;
        let best = problem.scores.iter().filter(|move_score| move_score.centidiscs == score);
        Some(Known {
            position: problem.setup.position,
            score: Score::saturating(score),
            best: best.map(|move_score| move_score.mv).collect(),
        })
    }
}

impl From<&Sample> for Known {
    fn from(sample: &Sample) -> Known {
        Known { position: sample.position, score: sample.score, best: Vec::new() }
    }
}

/// The errors on the positions of some numbers of empties.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Findings {
    /// The errors of the score.
    pub errors: Errors,
    /// In how many positions the best moves are known.
    pub with_moves: u64,
    /// In how many of them the move that was found is one of those.
    pub agreed: u64,
}

/// The findings by the least number of empties of each group.
pub type FindingsByEmpties = BTreeMap<u32, Findings>;

/// The positions are told apart by empties in groups of so many: 11 to 15, 16 to 20
/// and so on.
pub const GROUP: u32 = 5;

/// Compares what a search to `depth` (0: the static evaluation) says with what is
/// known.
pub fn evaluate<'a>(
    searcher: &mut Searcher,
    depth: u32,
    known: impl IntoIterator<Item = &'a Known>,
) -> FindingsByEmpties {
    let mut all = FindingsByEmpties::new();
    for known in known {
        let group = known.position.empty_count().saturating_sub(1) / GROUP * GROUP + 1;
        let findings = all.entry(group).or_default();
        findings.errors.add(searcher.value(known.position, depth), known.score);
        if !known.best.is_empty() {
            let limits = Limits { depth: Some(depth.max(1)), ..Limits::default() };
            let found = searcher.search(known.position, &limits).best_move();
            findings.with_moves += 1;
            findings.agreed += u64::from(found.is_some_and(|found| known.best.contains(&found)));
        }
    }
    all
}
