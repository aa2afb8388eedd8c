//! [`Engine`]: the search behind a handle for protocols.
//!
//! The engine owns the options and the table. Its caller owns the game and the searches. Each
//! search is a [`SearchJob`], which runs in the calling thread or in a new one. [`Analysis`]
//! evaluates a game ply by ply. [`Bench`] and [`Batch`] do not need an engine.

mod analysis;
mod batch;
mod bench;
mod book;
mod eval_file;
mod job;
#[cfg(feature = "book")]
mod learn;
mod options;
mod request;
mod running;

pub use analysis::{AnalysedPly, Analysis, Effort, Mark, SideSummary, Summary};
pub use batch::{Batch, BatchError, Solution};
pub use bench::{Bench, BenchPosition};
#[cfg(feature = "book")]
pub use book::OpeningBook;
pub use book::SeedScope;
pub use eval_file::{EvalFile, EvalFileError, EvalFileFault};
pub use job::{MAX_LEVEL, SearchJob, level_limits, solved_empties};
#[cfg(feature = "book")]
pub use learn::LearnJob;
pub use options::{
    EMBEDDED, EvaluatorKind, Expected, FileError, OPTIONS, OptionError, OptionKind, OptionSpec,
    Options,
};
pub use request::{BookUse, RequestError, SearchRequest};
pub use running::{Job, JobError, JobEvent, JobStop, RunningJob, SearchEvent};

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::eval::{Classic, Evaluator, Pattern, Weights};
use crate::memory;
use crate::search::{Limits, NoMemory, Search, SearchInfo, SearchReport, Stop, ThreadPool, Tt};
use crate::strategy::Skill;
use book::BookAdvice;
use othello::board::Position;
use othello::game::{Game, Setup};
use othello::random::new_seed;

/// Maximum time for populating the table before the first search. Searches are slow while the
/// system supplies memory pages. Measurements: docs/search.md.
const READY_WITHIN: Duration = Duration::from_secs(3);

/// Why a search could not start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The request is invalid.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The table cannot be allocated.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// The search thread cannot be started.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// An Othello engine. A process may have several.
///
/// ```
/// use othello::board::Position;
/// use engine::{Engine, Options};
/// use engine::search::{Limits, Never};
///
/// let mut engine = Engine::new(Options::default());
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let report = engine.search(Position::START, &limits, &Never, |info| println!("{info:?}"))?;
/// assert!(report.best_move().is_some());
/// # Ok::<(), engine::search::NoMemory>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    options: Options,
    /// The table and its size in MiB. `None` until the first search.
    table: Option<(usize, Arc<Tt>)>,
    /// The search threads, as many as [`Options::threads`].
    threads: Arc<ThreadPool>,
    /// The drawn seed of this game. `None` until a random choice needs it.
    drawn_seed: Option<u64>,
}

impl Engine {
    /// An engine with `options`, [clamped to their ranges](Options::within_ranges). Allocates
    /// memory at the first search.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let options = options.within_ranges();
        let threads = Arc::new(ThreadPool::new(options.threads));
        Engine { options, table: None, threads, drawn_seed: None }
    }

    /// The current options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The evaluator selected by the options.
    #[must_use]
    pub fn evaluator(&self) -> Arc<dyn Evaluator> {
        match self.options.evaluator {
            EvaluatorKind::Classic => Arc::new(Classic),
            EvaluatorKind::Pattern => Arc::new(match &self.options.eval_file {
                Some(file) => Pattern::new(Arc::clone(&file.weights)),
                None => Pattern::embedded(),
            }),
        }
    }

    /// [`Engine::evaluator`], complete only for `position`. The built-in weights of one position load
    /// in a fraction of the time of all weights.
    #[must_use]
    pub fn evaluator_for(&self, position: Position) -> Arc<dyn Evaluator> {
        match (self.options.evaluator, &self.options.eval_file) {
            (EvaluatorKind::Pattern, None) => {
                Arc::new(Pattern::new(Arc::new(Weights::embedded_for(position))))
            }
            _ => self.evaluator(),
        }
    }

    /// Sets all options, [clamped to their ranges](Options::within_ranges), for the following
    /// searches. A new evaluator or new search parameters clear the table, because its scores become
    /// invalid.
    pub fn set_options(&mut self, options: Options) {
        let options = options.within_ranges();
        let evaluator_of = |options: &Options| (options.evaluator, options.eval_file.clone());
        let has_other_parameters =
            options.parameters.changed_from(&self.options.parameters).next().is_some();
        if has_other_parameters || evaluator_of(&options) != evaluator_of(&self.options) {
            self.clear_table();
        }
        if options.threads != self.options.threads {
            self.threads = Arc::new(ThreadPool::new(options.threads));
        }
        self.options = options;
    }

    /// Sets all options and reallocates the table if its size changes.
    ///
    /// # Errors
    /// If the table cannot be allocated. The options then keep their values.
    pub fn try_set_options(&mut self, options: Options) -> Result<(), NoMemory> {
        let before = self.options.clone();
        self.set_options(options);
        if self.options.hash != before.hash
            && let Err(no_memory) = self.table()
        {
            self.set_options(before);
            return Err(no_memory);
        }
        Ok(())
    }

    /// Starts a new game: clears the table, and draws a new seed unless the options have one.
    pub fn new_game(&mut self) {
        self.drawn_seed = None;
        self.clear_table();
    }

    /// [`Engine::new_game`] with a fixed `seed`.
    pub fn new_game_with_seed(&mut self, seed: u64) {
        self.new_game();
        self.drawn_seed = Some(seed);
    }

    /// The seed of random choices in this game. A search at full strength without a book needs
    /// none.
    fn seed(&mut self) -> u64 {
        match self.options.seed {
            Some(seed) => seed.get().into(),
            None => *self.drawn_seed.get_or_insert_with(new_seed),
        }
    }

    /// Clears the table. A running search keeps its table. The next search gets a new one.
    pub fn clear_table(&mut self) {
        match self.table.as_mut().and_then(|(_, table)| Arc::get_mut(table)) {
            Some(table) => table.clear(),
            None => self.table = None,
        }
    }

    /// Allocates the table and unpacks the weights. Without this call the first search exceeds its
    /// time by some milliseconds. Populates the table for at most three seconds, with all threads
    /// if it is large. Searches populate the rest.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn prepare(&mut self) -> Result<(), NoMemory> {
        drop(self.evaluator());
        let table = self.table()?;
        // A table larger than free memory still works until searches fill it.
        let fits = |available: usize| self.options.hash <= (available >> 20) / 4 * 3;
        if memory::available().is_some_and(fits) {
            let start = Instant::now();
            let populate = || while start.elapsed() < READY_WITHIN && table.populate_next() {};
            // A page lies in the memory of the CPU that touches it first.
            let threads = if table.is_small() { 1 } else { self.options.threads.min(16) };
            thread::scope(|scope| {
                for started in 1..threads {
                    if memory::can_reserve(started * memory::THREAD_ROOM) {
                        // If the thread cannot start, the other threads do its part.
                        let _ = thread::Builder::new().spawn_scoped(scope, populate);
                    }
                }
                populate();
            });
        }
        Ok(())
    }

    /// Searches in the calling thread until `limits` or `stop` end the search. Ignores the book.
    /// Without limits the search runs until the position is solved, which may take years.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    pub fn search(
        &mut self,
        position: Position,
        limits: &Limits,
        stop: &dyn Stop,
        mut listener: impl FnMut(SearchInfo),
    ) -> Result<SearchReport, NoMemory> {
        Ok(self.job_within(position, limits.clone(), BookUse::Off)?.run(stop, &mut listener))
    }

    /// An analysis of `game` with this `effort`, run step by step. Shares the table with searches.
    /// Uses book scores that are at least as reliable as a search.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    pub fn analysis(&mut self, game: &Game, effort: Effort) -> Result<Analysis, NoMemory> {
        let search = self.full_search(game.setup().position, Limits::default())?;
        Ok(Analysis::new(game, effort, search, &self.options))
    }

    /// A job that adds the positions of `game` to the engine's book. `None` unless the book is a
    /// file.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    #[cfg(feature = "book")]
    pub fn learn_job(&mut self, game: &Game) -> Result<Option<LearnJob>, NoMemory> {
        let Some(book) = self.options.book.clone().filter(|book| book.path().is_some()) else {
            return Ok(None);
        };
        let search = self.full_search(game.setup().position, Limits::default())?;
        Ok(Some(LearnJob::new(book, game, search, self.options.level)))
    }

    /// The limits of a search of `position` by level. Below full skill, uses the default level,
    /// because a [`Skill`] sets its own depth.
    #[must_use]
    pub fn level_limits(&self, position: Position) -> Limits {
        let is_limited = self.options.skill < Skill::FULL;
        let level = if is_limited { Options::default().level } else { self.options.level };
        let limits = level_limits(level, position.empty_count());
        Limits { multi_pv: self.options.multi_pv, ..limits }
    }

    /// The limits that `request` sets for a search of `setup` by this engine.
    ///
    /// # Errors
    /// If the request is invalid.
    pub fn limits(&self, setup: Setup, request: &SearchRequest) -> Result<Limits, RequestError> {
        request.limits(setup, &self.level_limits(setup.position))
    }

    /// A search of `setup`, ready to run. `request` and the options select the kind of search.
    /// Shares table and threads with other searches.
    ///
    /// # Errors
    /// If the request is invalid or memory cannot be allocated.
    pub fn job(&mut self, setup: Setup, request: &SearchRequest) -> Result<SearchJob, EngineError> {
        let limits = self.limits(setup, request)?;
        Ok(self.job_within(setup.position, limits, request.book)?)
    }

    /// [`Engine::job`] for known limits.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    pub fn job_within(
        &mut self,
        position: Position,
        limits: Limits,
        book: BookUse,
    ) -> Result<SearchJob, NoMemory> {
        let advice = match book {
            BookUse::Off => None,
            _ => BookAdvice::new(&self.options, position, &limits),
        };
        let Some(advice) = advice else { return SearchJob::new(self, position, limits) };
        if limits.multi_pv == 1
            && let BookUse::Play(scope) = book
        {
            let seed = match scope {
                SeedScope::Game => self.seed(),
                SeedScope::Position => self.options.seed.map_or(0, |seed| seed.get().into()),
            };
            if let Some(job) = SearchJob::of_book(&self.options, position, &advice, seed) {
                return Ok(job);
            }
        }
        Ok(SearchJob::new(self, position, limits)?.informed(position, &advice))
    }

    /// A full-strength search of `position`.
    fn full_search(&mut self, position: Position, limits: Limits) -> Result<Search, NoMemory> {
        let tt = self.table()?;
        Ok(self.search_with(tt, position, limits))
    }

    /// A full-strength search of `position` with the table `tt`.
    fn search_with(&self, tt: Arc<Tt>, position: Position, limits: Limits) -> Search {
        let (parameters, threads) = (self.options.parameters, Arc::clone(&self.threads));
        Search { position, limits, tt, evaluator: self.evaluator(), parameters, threads }
    }

    /// The table, allocated with the size set in the options.
    fn table(&mut self) -> Result<Arc<Tt>, NoMemory> {
        let size = self.options.hash;
        if let Some((have, table)) = &self.table
            && *have == size
        {
            return Ok(Arc::clone(table));
        }
        // A failed allocation keeps the old table.
        let table = Arc::new(Tt::new(size)?);
        self.table = Some((size, Arc::clone(&table)));
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::path::PathBuf;

    use super::*;
    use crate::eval::Weights;
    use crate::search::{Never, Parameters};

    #[cfg(target_os = "linux")]
    #[test]
    fn a_prepared_engine_has_its_table_in_memory() {
        let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
        assert!(engine.table().unwrap().populate_next(), "empty before");
        engine.prepare().unwrap();
        assert!(!engine.table().unwrap().populate_next());
    }

    #[test]
    fn threads_follow_the_option_at_the_next_search() {
        let mut engine = Engine::new(Options { hash: 1, threads: 1, ..Options::default() });
        for threads in [2, 1] {
            engine.set_options(Options { threads, ..engine.options().clone() });
            let search = engine.full_search(Position::START, Limits::default()).unwrap();
            assert_eq!(search.threads.threads(), threads);
        }
    }

    #[test]
    fn a_seed_is_drawn_per_game_and_only_for_random_choices() {
        let full = Options { hash: 1, own_book: false, ..Options::default() };
        let mut engine = Engine::new(full.clone());
        let mut drawn_after = |options: &Options| {
            engine.set_options(options.clone());
            engine.new_game();
            let limits = Limits { depth: Some(1), ..Limits::default() };
            drop(
                engine.job_within(Position::START, limits, BookUse::Play(SeedScope::Game)).unwrap(),
            );
            engine.drawn_seed
        };
        assert_eq!(drawn_after(&full), None);
        let skilled = Options { skill: 4, ..full };
        assert_eq!(drawn_after(&Options { seed: NonZeroU32::new(7), ..skilled.clone() }), None);
        let [first, second] = [(); 2].map(|()| drawn_after(&skilled));
        assert!(first.is_some() && second.is_some() && first != second);
    }

    #[test]
    fn a_low_skill_does_not_depend_on_the_level() {
        let limits = |level| {
            let options = Options { level, skill: Skill::FULL - 1, ..Options::default() };
            Engine::new(options).level_limits(Position::START)
        };
        assert_eq!(limits(1), limits(30));
    }

    #[test]
    fn a_low_skill_ignores_earlier_searches() {
        let skilled = Options { hash: 1, skill: Skill::FULL - 1, ..Options::default() };
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let nodes = |engine: &mut Engine| {
            engine.search(Position::START, &limits, &Never, |_| ()).unwrap().usage.nodes
        };
        let mut engine = Engine::new(Options { skill: Skill::FULL, ..skilled.clone() });
        nodes(&mut engine);
        engine.set_options(skilled.clone());
        assert_eq!(nodes(&mut engine), nodes(&mut Engine::new(skilled)));
    }

    #[test]
    fn a_low_skill_needs_no_large_table() {
        let options = Options { skill: Skill::FULL - 1, ..Options::default() };
        let mut engine = Engine::new(options);
        engine.search(Position::START, &Limits::default(), &Never, |_| ()).unwrap();
        assert!(engine.table.is_none());
    }

    #[test]
    fn changed_evaluation_or_parameters_clear_the_table() {
        let search = |engine: &mut Engine| {
            let limits = Limits { depth: Some(6), ..Limits::default() };
            let report = engine.search(Position::START, &limits, &Never, |_| ()).unwrap();
            (report.lines, report.usage.nodes)
        };
        let zero = EvalFile { path: PathBuf::new(), weights: Arc::new(Weights::zero()) };
        let parameters = Parameters { aspiration: 1, ..Parameters::DEFAULT };
        let pattern = Options::default();
        let classic = Options { evaluator: EvaluatorKind::Classic, ..Options::default() };
        let mut engine = Engine::new(Options::default());
        for options in [
            pattern.clone(),
            classic.clone(),
            Options { parameters, ..classic },
            pattern.clone(),
            Options { eval_file: Some(zero), ..pattern },
        ] {
            engine.set_options(options.clone());
            assert_eq!(search(&mut engine), search(&mut Engine::new(options)));
        }
    }
}
