//! Many small searches one after the other, with one evaluator and one table.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::{Position, Square};
use crate::eval::Evaluator;
use crate::score::{Score, Selectivity};
use crate::search::{
    Goal, Limits, Line, NoMemory, Parameters, Search, SearchInfo, SearchReport, ThreadPool, Tt,
};

/// MiB of the table: small, to stay in the cache.
const TABLE_SIZE: usize = 4;

/// There is no memory for the table of a search.
pub type NoTable = NoMemory;

/// Searches with one thread.
pub struct Searcher {
    tt: Arc<Tt>,
    evaluator: Arc<dyn Evaluator>,
    threads: Arc<ThreadPool>,
    stop: AtomicBool,
}

impl Searcher {
    /// A searcher with a fresh table.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(evaluator: Arc<dyn Evaluator>) -> Result<Searcher, NoTable> {
        Ok(Searcher {
            tt: Arc::new(Tt::new(TABLE_SIZE)?),
            evaluator,
            threads: Arc::new(ThreadPool::new(1)),
            stop: AtomicBool::new(false),
        })
    }

    /// Forgets all earlier searches, so that the next ones do not depend on them.
    pub fn forget(&mut self) {
        if let Ok(tt) = Tt::new(TABLE_SIZE) {
            self.tt = Arc::new(tt);
        }
    }

    /// What a search with `limits` says about `position`.
    pub fn search(&self, position: Position, limits: &Limits) -> SearchReport {
        self.search_telling(position, limits, &mut |_| ())
    }

    fn search_telling(
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
            parameters: Parameters::DEFAULT,
            threads: Arc::clone(&self.threads),
        };
        search.run(&self.stop, listener)
    }

    /// The best line that a search with `limits` finds in `position`.
    pub(super) fn line(&self, position: Position, limits: &Limits) -> Line {
        self.search(position, limits).lines.swap_remove(0)
    }

    /// The value of `position` after a search to `depth`, or the static one for 0.
    pub fn value(&self, position: Position, depth: u32) -> Score {
        if depth == 0 && !position.is_over() {
            return self.evaluator.evaluate(position);
        }
        self.line(position, &Limits { depth: Some(depth), ..Limits::default() }).score
    }

    /// The static value of `position` and those after searches to each depth up to
    /// `deepest`, which must not reach the end, with nothing cut on a guess.
    pub(super) fn values(&self, position: Position, deepest: u32) -> Vec<Score> {
        let (depth, selectivity) = (Some(deepest), Selectivity::Full);
        let limits = Limits { depth, selectivity, ..Limits::default() };
        let mut values = vec![self.evaluator.evaluate(position)];
        self.search_telling(position, &limits, &mut |info| values.push(info.line.score));
        values
    }

    /// The proven final score of `position`.
    pub fn solve(&self, position: Position) -> Score {
        self.line(position, &Limits { goal: Goal::Exact, ..Limits::default() }).score
    }

    /// The best move by a search to `depth`; there has to be a legal one.
    pub(super) fn best_move(&self, position: Position, depth: u32) -> Square {
        self.best(position, &Limits { depth: Some(depth), ..Limits::default() })
    }

    /// A proven best move; there has to be a legal one.
    pub(super) fn best_to_the_end(&self, position: Position) -> Square {
        self.best(position, &Limits { goal: Goal::Exact, ..Limits::default() })
    }

    fn best(&self, position: Position, limits: &Limits) -> Square {
        let best = self.search(position, limits).best_move();
        best.and_then(|best| best.square()).expect("there is a legal move")
    }
}
