//! Many small searches with one evaluator and one table.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::eval::Evaluator;
use engine::score::{Score, Selectivity};
use engine::search::{
    Goal, Limits, Line, NoMemory, Parameters, Search, SearchInfo, SearchReport, ThreadPool, Tt,
};
use othello::board::{Position, Square};

/// Table size in MiB: small enough for the CPU cache.
const TABLE_SIZE: usize = 4;

/// A stop flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Searches on one thread.
pub struct Searcher<'a> {
    tt: Arc<Tt>,
    evaluator: Arc<dyn Evaluator>,
    parameters: Parameters,
    threads: Arc<ThreadPool>,
    stop: &'a AtomicBool,
}

/// Shows the parameters.
impl fmt::Debug for Searcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("parameters", &self.parameters).finish_non_exhaustive()
    }
}

impl<'a> Searcher<'a> {
    /// A searcher with a fresh table.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Result<Searcher<'a>, NoMemory> {
        Ok(Searcher {
            tt: Arc::new(Tt::new(TABLE_SIZE)?),
            evaluator,
            parameters: Parameters::DEFAULT,
            threads: Arc::new(ThreadPool::new(1)),
            stop: &NEVER,
        })
    }

    /// Sets the search parameters.
    pub fn with_parameters(self, parameters: Parameters) -> Searcher<'a> {
        Searcher { parameters, ..self }
    }

    /// Ends searches when `stop` is set. Their results are then meaningless.
    pub(super) fn stopped_by(self, stop: &'a AtomicBool) -> Searcher<'a> {
        Searcher { stop, ..self }
    }

    /// Clears the table, so that searches do not depend on earlier ones.
    pub fn clear_table(&mut self) {
        Arc::get_mut(&mut self.tt).expect("no search is running").clear();
    }

    /// Searches `position`.
    pub fn search(&self, position: Position, limits: &Limits) -> SearchReport {
        self.search_with_listener(position, limits, &mut |_| ())
    }

    fn search_with_listener(
        &self,
        position: Position,
        limits: &Limits,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> SearchReport {
        let search = Search {
            position,
            limits: limits.clone(),
            tt: Arc::clone(&self.tt),
            evaluator: Arc::clone(&self.evaluator),
            parameters: self.parameters,
            threads: Arc::clone(&self.threads),
        };
        search.run(self.stop, listener)
    }

    /// The best line of a search.
    pub(super) fn line(&self, position: Position, limits: &Limits) -> Line {
        self.search(position, limits).lines.swap_remove(0)
    }

    /// The value of a search to `depth`; for depth 0, the static value.
    pub fn value(&self, position: Position, depth: u32) -> Score {
        if depth == 0 && !position.is_over() {
            return self.evaluator.evaluate(position);
        }
        self.line(position, &Limits { depth: Some(depth), ..Limits::default() }).score
    }

    /// The values at depths 0 to `deepest`, without selectivity. `deepest` must be below the number of
    /// empties.
    pub(super) fn values(&self, position: Position, deepest: u32) -> Vec<Score> {
        let (depth, selectivity) = (Some(deepest), Some(Selectivity::Full));
        let limits = Limits { depth, selectivity, ..Limits::default() };
        let mut values = vec![self.evaluator.evaluate(position)];
        self.search_with_listener(position, &limits, &mut |info| values.push(info.line.score));
        values
    }

    /// The proven final score of `position`.
    pub fn solve(&self, position: Position) -> Score {
        self.line(position, &Limits { goal: Goal::Exact, ..Limits::default() }).score
    }

    /// The best move of a search to `depth` and its score. A legal move must exist.
    pub(super) fn best_move(&self, position: Position, depth: u32) -> (Square, Score) {
        let line = self.line(position, &Limits { depth: Some(depth), ..Limits::default() });
        let best = line.pv.first().and_then(|best| best.square()).expect("there is a legal move");
        (best, line.score)
    }

    /// The squares of the principal variation of an exact solve. A legal move must exist.
    pub(super) fn best_play(&self, position: Position) -> impl Iterator<Item = Square> {
        let line = self.line(position, &Limits { goal: Goal::Exact, ..Limits::default() });
        line.pv.into_iter().filter_map(|best| best.square())
    }
}
