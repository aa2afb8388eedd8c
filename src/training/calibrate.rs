//! How far shallow searches lie from deep ones and from the final score: what
//! ProbCut has to know.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::blocks::{Crew, run_on_threads};
use super::errors::Errors;
use super::games::PlayedGame;
use super::label::{LabelError, Labelling};
use super::searcher::Searcher;
use crate::eval::Evaluator;
use crate::random::Random;
use crate::score::Score;

/// Which searches to compare, on positions drawn as for labels: the score of the
/// label is the truth, be it the final one or that of a deep search.
#[derive(Debug, Clone)]
pub struct Calibration {
    /// The positions and their truth.
    pub labelling: Labelling,
    /// How many positions.
    pub positions: u32,
    /// The deepest of the shallow searches, in plies.
    pub shallow: u32,
}

/// The errors of searches by the number of empties and the depth.
pub type ErrorsByDepth = BTreeMap<(u32, u32), Errors>;

impl Calibration {
    /// Compares the searches.
    ///
    /// # Errors
    /// If there are no games or no memory.
    pub fn run(
        &self,
        games: &[PlayedGame],
        evaluator: &dyn Evaluator,
        crew: Crew,
    ) -> Result<ErrorsByDepth, LabelError> {
        if games.is_empty() {
            return Err(LabelError::NoGames);
        }
        let (next, all) = (AtomicU32::new(0), Mutex::new(ErrorsByDepth::new()));
        let work = || {
            let mut searcher = Searcher::new(evaluator)?;
            while !crew.stop.load(Relaxed) {
                let index = next.fetch_add(1, Relaxed);
                if index >= self.positions {
                    break;
                }
                let found = self.compare(index, games, &mut searcher);
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                for (key, truth, score) in found {
                    all.entry(key).or_default().add(score, truth);
                }
                (crew.progress)(index + 1);
            }
            Ok::<(), LabelError>(())
        };
        run_on_threads(crew.threads, crew.stop, work)?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The empties and depth, the truth and the score of each shallow search in the
    /// position number `index`.
    fn compare(
        &self,
        index: u32,
        games: &[PlayedGame],
        searcher: &mut Searcher,
    ) -> Vec<((u32, u32), Score, Score)> {
        let mut random = Random::new(self.labelling.seed, index.into());
        let Some(drawn) = self.labelling.draw(games, &mut random) else { return Vec::new() };
        let empties = drawn.position.empty_count();
        let depths = 0..=self.shallow.min(empties.saturating_sub(1));
        searcher.forget();
        let scores: Vec<(u32, Score)> =
            depths.map(|depth| (depth, searcher.value(drawn.position, depth))).collect();
        let truth = self.labelling.line(drawn.position, searcher).score;
        scores.into_iter().map(|(depth, score)| ((empties, depth), truth, score)).collect()
    }
}
