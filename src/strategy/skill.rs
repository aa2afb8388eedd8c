//! [`Skill`]: plausible weaker play of the full engine.

use std::cmp::Reverse;

use super::Turn;
use crate::board::Move;
use crate::random::Random;
use crate::search::{Limits, Line, SearchReport};

/// How well the full engine plays if it is held back: it looks less far ahead, and takes
/// some moves for better or worse than they are. What it errs by has a limit, so that it
/// misses what is close but never throws the game away on a whim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skill(&'static Step);

/// How far it is held back.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    /// How deep it searches, in plies.
    depth: u32,
    /// What it takes a move for lies at most this far from its score, in centidiscs, and
    /// near it more often than far away.
    error: u32,
}

/// The steps. At first they differ in their errors alone: one ply ahead with the learned
/// evaluation is strong play for people. `scripts/ladder.sh skills` measures them.
const STEPS: [Step; Skill::FULL] = [
    Step { depth: 1, error: 3000 },
    Step { depth: 1, error: 2200 },
    Step { depth: 1, error: 1600 },
    Step { depth: 1, error: 1100 },
    Step { depth: 1, error: 700 },
    Step { depth: 2, error: 500 },
    Step { depth: 3, error: 400 },
    Step { depth: 4, error: 300 },
    Step { depth: 5, error: 200 },
    Step { depth: 6, error: 100 },
];

impl Skill {
    /// The number that does not hold back at all.
    pub const FULL: usize = 10;

    /// The skill with this number, from 0; `None` from [`Skill::FULL`] on.
    #[must_use]
    pub fn new(number: usize) -> Option<Skill> {
        STEPS.get(number).map(Skill)
    }

    /// The limits of a search for a move that would have `limits` otherwise: it has to
    /// rank all moves.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Limits {
        let depth = limits.depth.map_or(self.0.depth, |depth| depth.min(self.0.depth));
        Limits { depth: Some(depth), multi_pv: 64, ..limits }
    }

    /// The report of such a search, of whose lines only the one is left that it chooses.
    #[must_use]
    pub fn choose(self, turn: &Turn, report: SearchReport) -> SearchReport {
        let SearchReport { lines, usage, shortage } = report;
        let choice = lines.into_iter().min_by_key(|line| Reverse(self.guess(turn, line)));
        let lines = choice.map(|line| Line { rank: 1, ..line }).into_iter().collect();
        SearchReport { lines, usage, shortage }
    }

    /// What it takes the move of `line` for, in centidiscs.
    fn guess(self, turn: &Turn, line: &Line) -> i32 {
        let square = match line.pv.first() {
            Some(Move::Place(square)) => square.index() as u64,
            _ => 64,
        };
        let mut random = Random::new(turn.seed ^ turn.position.hash64(), square);
        let error = self.0.error;
        let error = random.below(error + 1) as i32 - random.below(error + 1) as i32;
        line.score.centidiscs() + error
    }
}
