//! Errors of shallow searches against deep ones and against the final score, for ProbCut.
//!
//! - here: the searches; `sampling`: the positions; `pairs`: errors by pair of depths;
//! - `fit`: the error model.

mod fit;
mod pairs;
mod sampling;

pub use fit::fit;
pub use pairs::{ErrorsByPair, Pair, pair_up};
pub use sampling::Sampling;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::training::games::PlayedGame;
use crate::training::searcher::Searcher;
use crate::training::shards::{RunControl, ShardCount, run_on_threads};
use engine::eval::Evaluator;
use engine::score::{Score, Selectivity};
use engine::search::{Limits, NoMemory, SOLVED_EMPTIES};
use othello::random::Random;

/// The positions and searches to compare.
#[derive(Debug, Clone)]
pub struct Calibration {
    /// The positions.
    pub sampling: Sampling,
    /// The number of positions.
    pub positions: u32,
    /// Maximum depth in plies of searches that do not reach the end.
    pub deep: u32,
    /// Maximum empties for a proven final score.
    pub exact_empties: u32,
    /// Maximum empties for a final score with [`Selectivity::Percent95`].
    pub solve_empties: u32,
}

/// The search results of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The number of empties.
    pub empties: u32,
    /// The values by depth, from 0.
    pub values: Vec<Score>,
    /// The final score, if searched.
    pub end: Option<Score>,
}

/// Why a calibration failed.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// The table of a search cannot be allocated.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// There are no games.
    #[error("found no games to take positions from")]
    NoGames,
}

impl Calibration {
    /// Runs the searches. After a stop, returns the trials so far.
    ///
    /// # Errors
    /// If there are no games or no memory.
    pub fn run(
        &self,
        games: &[PlayedGame],
        evaluator: &Arc<dyn Evaluator>,
        control: RunControl,
    ) -> Result<Vec<Trial>, CalibrationError> {
        if games.is_empty() {
            return Err(CalibrationError::NoGames);
        }
        let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
        let all = Mutex::new(BTreeMap::new());
        let work = || {
            let mut searcher = Searcher::new(Arc::clone(evaluator))?.stopped_by(control.stop);
            loop {
                let index = next.fetch_add(1, Relaxed);
                if index >= self.positions {
                    break;
                }
                let found = self.try_position(index, games, &mut searcher);
                if control.stop.load(Relaxed) {
                    break;
                }
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.extend(found.map(|trial| (index, trial)));
                let made = done.fetch_add(1, Relaxed) + 1;
                (control.progress)(ShardCount { made, kept: 0 });
            }
            Ok::<(), CalibrationError>(())
        };
        run_on_threads(control.threads, control.stop, work)?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect())
    }

    /// The trial of position `index`. The numbers of empties rotate.
    fn try_position(
        &self,
        index: u32,
        games: &[PlayedGame],
        searcher: &mut Searcher,
    ) -> Option<Trial> {
        // With fewer empties every search solves.
        let first = (*self.sampling.empties.start()).max(SOLVED_EMPTIES + 1);
        let last = (*self.sampling.empties.end()).max(first);
        let empties = first + index % (last - first + 1);
        let mut random = Random::new(self.sampling.seed, index.into());
        let position = self.sampling.position(empties, games, &mut random)?;
        searcher.clear_table();
        let values = searcher.values(position, self.deep.min(empties - 1));
        let end = (empties <= self.solve_empties.max(self.exact_empties)).then(|| {
            let (depth, end_selectivity) = (Some(empties), self.end_selectivity(empties));
            searcher.line(position, &Limits { depth, end_selectivity, ..Limits::default() }).score
        });
        Some(Trial { empties, values, end })
    }

    fn end_selectivity(&self, empties: u32) -> Selectivity {
        if empties <= self.exact_empties { Selectivity::Full } else { Selectivity::Percent95 }
    }
}
