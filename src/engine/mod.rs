//! [`Engine`]: the search as a value that a protocol can drive.
//!
//! It owns the options, the table and the running search. The game that is being
//! played belongs to whoever drives it. [`Analysis`] looks at a game that has been played.
//! [`Bench`] is apart from it.

mod analysis;
mod bench;
mod eval_file;
mod job;
mod level;
mod options;

pub use analysis::{AnalysedPly, Analysis, Effort, Mark, SideSummary, Summary};
pub use bench::{Bench, BenchPosition};
pub use eval_file::{EvalFile, EvalFileError};
pub use level::{MAX_LEVEL, level_limits, solved_empties};
pub use options::{EvaluatorKind, Expected, OPTIONS, OptionError, OptionKind, OptionSpec, Options};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

use crate::board::Position;
use crate::eval::{Classic, Evaluator, Pattern};
use crate::game::Game;
use crate::search::{Limits, NoMemory, SearchInfo, SearchReport, Tt};
use analysis::Tools;
use job::Full;
pub(crate) use job::Job;

/// What a running search tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line was found.
    Info(SearchInfo),
    /// The search has ended; nothing comes after this.
    Done(SearchReport),
}

/// Why a search could not begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The table cannot be had.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// The system gives no more threads.
    #[error("no thread for the search: {0}")]
    NoThread(String),
}

/// An Othello engine. Several may live in one process.
///
/// ```
/// use outflank::board::Position;
/// use outflank::engine::{Engine, Options};
/// use outflank::search::Limits;
///
/// let mut engine = Engine::new(Options::default());
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let report = engine.search(Position::START, &limits, |info| println!("{info:?}"))?;
/// assert!(report.best_move().is_some());
/// # Ok::<(), outflank::engine::EngineError>(())
/// ```
pub struct Engine {
    options: Options,
    /// There once a search needs it, with its size in MiB.
    table: Option<(usize, Arc<Tt>)>,
    running: Option<Running>,
}

/// A search in a thread of its own.
struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Engine {
    /// An engine with these options. Memory is taken when a search needs it.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine { options, table: None, running: None }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The evaluator that the options choose.
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

    /// Sets all options. A running search is waited for.
    pub fn set_options(&mut self, options: Options) {
        self.wait();
        self.options = options;
    }

    /// Sets all options, and takes the memory for the table if it gets another size. A running
    /// search is waited for.
    ///
    /// # Errors
    /// If the table cannot be had; the options keep their values.
    pub fn adopt(&mut self, options: Options) -> Result<(), NoMemory> {
        self.wait();
        let before = std::mem::replace(&mut self.options, options);
        if self.options.hash != before.hash
            && let Err(no_memory) = self.prepare()
        {
            self.options = before;
            return Err(no_memory);
        }
        Ok(())
    }

    /// Forgets what earlier searches found. A running search is waited for.
    pub fn new_game(&mut self) {
        self.wait();
        // A table that a long search has used is cleared at once. Any other is given back:
        // the system zeroes a new one page by page as it is used.
        let used = self.table.as_mut().and_then(|(_, table)| Arc::get_mut(table));
        match used.filter(|table| table.is_populated()) {
            Some(table) => table.clear(),
            None => self.table = None,
        }
    }

    /// Takes the memory that a search would need and unpacks the weights, so that it begins
    /// at once.
    ///
    /// # Errors
    /// If the table cannot be had.
    pub fn prepare(&mut self) -> Result<(), NoMemory> {
        drop(self.evaluator());
        self.table().map(drop)
    }

    /// Searches in a thread of its own and hands everything that it finds to
    /// `listener`, last a [`SearchEvent::Done`]. A running search is waited for.
    ///
    /// # Errors
    /// If the memory or the thread cannot be had; the listener then hears nothing.
    pub fn go(
        &mut self,
        position: Position,
        limits: Limits,
        mut listener: impl FnMut(SearchEvent) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.wait();
        let job = self.job(position, limits)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stop_of_job = Arc::clone(&stop);
        let body = move || {
            let report = job.run(&stop_of_job, &mut |info| listener(SearchEvent::Info(info)));
            listener(SearchEvent::Done(report));
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(body);
        let thread = thread.map_err(|error| EngineError::NoThread(error.to_string()))?;
        self.running = Some(Running { stop, thread });
        Ok(())
    }

    /// Searches in the calling thread. A running search is waited for.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn search(
        &mut self,
        position: Position,
        limits: &Limits,
        listener: impl FnMut(SearchInfo),
    ) -> Result<SearchReport, EngineError> {
        self.search_until(&AtomicBool::new(false), position, limits, listener)
    }

    /// [`Engine::search`], at the latest until `stop` is set.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn search_until(
        &mut self,
        stop: &AtomicBool,
        position: Position,
        limits: &Limits,
        mut listener: impl FnMut(SearchInfo),
    ) -> Result<SearchReport, EngineError> {
        self.wait();
        let job = self.job(position, limits.clone())?;
        Ok(job.run(stop, &mut listener))
    }

    /// The analysis of `game` with this `effort`, to be done step by step. It shares the
    /// table with searches. A running search is waited for.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn analysis(&mut self, game: &Game, effort: Effort) -> Result<Analysis, NoMemory> {
        self.wait();
        let Options { parameters, threads, level, .. } = self.options;
        let full = Full { tt: self.table()?, evaluator: self.evaluator(), threads };
        Ok(Analysis::new(game, effort, Tools { full, parameters, level }))
    }

    /// Tells a running search to end; its report still comes. Returns at once.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Relaxed);
        }
    }

    /// Waits for a running search to end by itself or by [`Engine::stop`].
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A panic there has been reported by its own thread.
            let _ = running.thread.join();
        }
    }

    /// The limits of a search of `position` of which nothing but a level is known.
    #[must_use]
    pub fn level_limits(&self, position: Position) -> Limits {
        let limits = level_limits(self.options.level, position.empty_count());
        Limits { multi_pv: self.options.multi_pv, ..limits }
    }

    /// The search of `position` as the options say, to be run apart from the engine. A
    /// running search is not waited for.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub(crate) fn job(&mut self, position: Position, limits: Limits) -> Result<Job, NoMemory> {
        let options = self.options.clone();
        let full = || {
            let evaluator = self.evaluator();
            Ok(Full { tt: self.table()?, evaluator, threads: options.threads })
        };
        Job::new(&options, position, limits, full)
    }

    /// The table in the size that the options ask for.
    fn table(&mut self) -> Result<Arc<Tt>, NoMemory> {
        let size = self.options.hash;
        if let Some((have, table)) = &self.table
            && *have == size
        {
            return Ok(Arc::clone(table));
        }
        // The old one stays until there is another.
        let table = Arc::new(Tt::new(size)?);
        self.table = Some((size, Arc::clone(&table)));
        Ok(table)
    }
}

/// Ends a running search.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
