//! [`Skill`]: plausible weaker play of the full engine.

use std::cmp::Reverse;

use crate::search::{Limits, Line, SearchReport};
use othello::board::{Move, Position};
use othello::random::Random;

/// Limited strength: a shallow search with a random error on each move's score. The error is
/// bounded, so the engine misses small differences but no large ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skill(&'static SkillLevel);

/// The parameters of a skill.
#[derive(Debug, PartialEq, Eq)]
struct SkillLevel {
    /// Search depth in plies.
    depth: u32,
    /// Maximum error of a score in centidiscs. The error is the difference of two uniform random
    /// numbers, so small errors are more frequent.
    error: u32,
}

/// The skills, about 190 Elo apart. The lowest differ in error only, because one ply with the
/// learned evaluation is already strong for people. `scripts/ladder.sh skills` measures them.
const LEVELS: [SkillLevel; Skill::FULL] = [
    SkillLevel { depth: 1, error: 25_000 },
    SkillLevel { depth: 1, error: 7300 },
    SkillLevel { depth: 1, error: 3800 },
    SkillLevel { depth: 1, error: 2200 },
    SkillLevel { depth: 1, error: 1150 },
    SkillLevel { depth: 2, error: 1120 },
    SkillLevel { depth: 2, error: 620 },
    SkillLevel { depth: 3, error: 360 },
    SkillLevel { depth: 4, error: 240 },
    SkillLevel { depth: 6, error: 100 },
];

impl Skill {
    /// The number of full strength.
    pub const FULL: usize = 10;

    /// The skill with this number. `None` from [`Skill::FULL`] up.
    #[must_use]
    pub fn new(number: usize) -> Option<Skill> {
        LEVELS.get(number).map(Skill)
    }

    /// The limits of a search at this skill, from `limits` at full strength. Caps the depth and
    /// requests a line for every move.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Limits {
        let depth = limits.depth.map_or(self.0.depth, |depth| depth.min(self.0.depth));
        Limits { depth: Some(depth), multi_pv: Limits::MAX_MULTI_PV, ..limits }
    }

    /// Reduces `report`, a search of `position` within these limits, to the chosen line. The seed
    /// determines the errors.
    #[must_use]
    pub fn choose(self, position: Position, seed: u64, report: SearchReport) -> SearchReport {
        let SearchReport { lines, usage, shortage } = report;
        let choice =
            lines.into_iter().min_by_key(|line| Reverse(self.noisy_score(position, seed, line)));
        let lines = choice.map(|line| Line { rank: 1, ..line }).into_iter().collect();
        SearchReport { lines, usage, shortage }
    }

    /// The score of `line` in centidiscs, with a random error.
    fn noisy_score(self, position: Position, seed: u64, line: &Line) -> i32 {
        let square = match line.pv.first() {
            Some(Move::Place(square)) => square.index() as u64,
            _ => 64,
        };
        let mut random = Random::new(seed ^ position.hash64(), square);
        let error = self.0.error;
        let error = random.below(error + 1) as i32 - random.below(error + 1) as i32;
        line.score.centidiscs() + error
    }
}
