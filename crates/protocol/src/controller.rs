//! [`Controller`]: the engine and its current job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::job::{Job, JobResult, Progress};
use super::message::{Message, SessionError};
use super::permissions::Permissions;
use engine::search::{Limits, Line, Pondered, SearchReport, Source};
use engine::{
    Analysis, BookUse, Effort, Engine, EngineError, JobStop, Options, SearchJob, SearchRequest,
};
use othello::board::Position;
use othello::game::{Game, Setup};

/// The engine and its jobs, one at a time. Starts and stops the jobs, and decides which results are
/// sent.
pub(super) struct Controller {
    pub(super) engine: Engine,
    /// The kind of the current job; `None` when the engine is idle.
    activity: Option<Activity>,
    /// The started job that the driver has not taken yet ([`Controller::take_job`]).
    job: Option<Job>,
    /// The stop flag of the most recent job.
    stop: Arc<AtomicBool>,
    /// Whether the host or the session has stopped the most recent job.
    is_stopped: bool,
    /// The search that follows the running one on `ponderhit`.
    after_ponder_hit: Option<SearchAfterHit>,
    /// The result of pondering on the position of the running search.
    ponder_result: Option<PonderResult>,
    /// Whether the session ends after the current reply.
    pub(super) is_closed: bool,
    /// The host's permissions.
    pub(super) permissions: Permissions,
}

/// The kind of the current job.
#[derive(Debug)]
enum Activity {
    /// A search. With `infinite`, its result is held back until a stop.
    Search { infinite: bool },
    /// A finished search whose result is held back until a stop.
    HeldBack(SearchReport),
    /// Any other job.
    Other,
}

/// The search that starts when the opponent plays the expected move.
struct SearchAfterHit {
    position: Position,
    limits: Limits,
    book: BookUse,
    infinite: bool,
    /// Whether the opponent has made the expected move.
    is_hit: bool,
}

/// The result of pondering. This result is the answer if the following search is aborted before it
/// reaches the same depth.
struct PonderResult {
    report: SearchReport,
    /// The depth limit of the following search. A pondering result of this depth is the answer.
    depth: Option<u32>,
}

impl Controller {
    /// Creates an engine with these `options`.
    pub(super) fn new(options: Options, permissions: Permissions) -> Controller {
        Controller {
            engine: Engine::new(options),
            permissions,
            activity: None,
            job: None,
            stop: Arc::default(),
            is_stopped: false,
            after_ponder_hit: None,
            ponder_result: None,
            is_closed: false,
        }
    }

    /// Sets an option. A new table size allocates the table at once.
    ///
    /// # Errors
    /// If the value is invalid, not permitted or too large for the memory. The option then keeps
    /// its value.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        self.permissions.check_name(name)?;
        let mut options = self.engine.options().clone();
        options.set(name, value)?;
        self.permissions.check(&options)?;
        Ok(self.engine.try_set_options(options)?)
    }

    /// An analysis of `game`, ready to run.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    pub(super) fn analysis(
        &mut self,
        game: &Game,
        effort: Effort,
    ) -> Result<Analysis, SessionError> {
        Ok(self.engine.analysis(game, effort)?)
    }

    /// Starts the search for the best moves. An infinite search holds its result back until a stop.
    ///
    /// # Errors
    /// If the request is invalid or memory is short. No job is started then.
    pub(super) fn search(
        &mut self,
        setup: Setup,
        request: &SearchRequest,
    ) -> Result<(), SessionError> {
        let search = self.engine.job(setup, request)?;
        self.start_search(search, request.infinite);
        Ok(())
    }

    /// Starts pondering: an unlimited search that runs until a stop or [`Controller::ponder_hit`].
    /// A hit starts the search given here, which reuses the table entries of pondering.
    ///
    /// # Errors
    /// As [`Controller::search`].
    pub(super) fn ponder(
        &mut self,
        setup: Setup,
        request: &SearchRequest,
    ) -> Result<(), SessionError> {
        let (position, book, infinite) = (setup.position, request.book, request.infinite);
        let limits = self.engine.limits(setup, request).map_err(EngineError::from)?;
        let Limits { goal, end_selectivity, multi_pv, excluded, .. } = limits;
        // Ponder with the selectivity of the search after the hit, so that this search can use the
        // table.
        let selectivity = Some(limits.selectivity());
        let endless =
            Limits { goal, selectivity, end_selectivity, multi_pv, excluded, ..Limits::default() };
        let search = self.engine.job_within(position, endless, book)?;
        self.start_search(search, true);
        self.after_ponder_hit =
            Some(SearchAfterHit { position, limits, book, infinite, is_hit: false });
        Ok(())
    }

    fn start_search(&mut self, search: SearchJob, infinite: bool) {
        let job = Job::new("search", move |stop, report| {
            JobResult::Search(search.run(stop, &mut |info| report(Progress::Search(info))))
        });
        self.start_job(job, Activity::Search { infinite });
    }

    /// The opponent has made the expected move: ends pondering and then starts the search for the
    /// reply. `false` if the engine is not pondering.
    pub(super) fn ponder_hit(&mut self) -> bool {
        let Some(pondered) = self.after_ponder_hit.as_mut().filter(|pondered| !pondered.is_hit)
        else {
            return false;
        };
        pondered.is_hit = true;
        self.stop.store(true, Relaxed);
        if let Some(Activity::Search { infinite }) = &mut self.activity {
            *infinite = false;
        }
        true
    }

    /// Whether the engine ponders and no hit has arrived.
    pub(super) fn is_pondering(&self) -> bool {
        self.after_ponder_hit.as_ref().is_some_and(|pondered| !pondered.is_hit)
    }

    /// Starts a job that is not a search. `work` must return when the flag is set. The value of
    /// `work` is the last message to the host.
    pub(super) fn start(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&JobStop<'_>, &mut dyn FnMut(Message)) -> Message + Send + 'static,
    ) {
        let job = Job::new(name, move |stop, report| {
            JobResult::Message(work(stop, &mut |message| report(Progress::Message(message))))
        });
        self.start_job(job, Activity::Other);
    }

    fn start_job(&mut self, job: Job, activity: Activity) {
        self.stop = job.stop_flag();
        self.is_stopped = false;
        self.after_ponder_hit = None;
        self.ponder_result = None;
        self.activity = Some(activity);
        self.job = Some(job);
    }

    /// Takes the job that has been started.
    pub(super) fn take_job(&mut self) -> Option<Job> {
        self.job.take()
    }

    /// Whether a started job waits to be taken.
    pub(super) fn has_job(&self) -> bool {
        self.job.is_some()
    }

    /// Whether a job has not sent its result yet.
    pub(super) fn is_busy(&self) -> bool {
        self.activity.is_some()
    }

    /// Whether the most recent job has been stopped. It may still be running.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Sets the stop flag of the current job. Its result still follows. Returns a held-back result.
    pub(super) fn stop(&mut self) -> Option<SearchReport> {
        self.after_ponder_hit = None;
        self.is_stopped = true;
        self.stop.store(true, Relaxed);
        match self.activity.take() {
            Some(Activity::HeldBack(report)) => return Some(report),
            Some(Activity::Search { .. }) => {
                self.activity = Some(Activity::Search { infinite: false });
            }
            other => self.activity = other,
        }
        None
    }

    /// Whether a stopped job is still running.
    pub(super) fn is_stopping(&self) -> bool {
        self.is_busy() && self.is_stopped
    }

    /// Calls [`Controller::stop`] if only a stop can end the job.
    pub(super) fn stop_if_infinite(&mut self) -> Option<SearchReport> {
        match self.activity {
            Some(Activity::Search { infinite: true } | Activity::HeldBack(_)) => self.stop(),
            _ => None,
        }
    }

    /// The result of a finished search, if it is due now. `None` if the result is held back, or if
    /// it belongs to pondering and the search after the hit has started.
    pub(super) fn finish_search(&mut self, report: SearchReport) -> Option<SearchReport> {
        let report = self.deeper_of_pondering_and(report);
        match self.activity.take() {
            Some(Activity::Search { infinite: true }) => {
                self.activity = Some(Activity::HeldBack(report));
                None
            }
            _ => self.start_search_after_hit(report),
        }
    }

    /// Chooses between `report` and the result of pondering. Keeps the lines of the deeper search.
    fn deeper_of_pondering_and(&mut self, report: SearchReport) -> SearchReport {
        let reach = |line: &Line| (line.depth, line.certainty);
        let is_further = |pondered: &PonderResult| {
            let line = report.lines.first().filter(|line| line.source == Source::Search);
            line.zip(pondered.report.lines.first()).is_some_and(|(line, best)| {
                reach(best) > reach(line) && pondered.depth.is_none_or(|depth| line.depth < depth)
            })
        };
        match self.ponder_result.take().filter(is_further) {
            Some(pondered) => SearchReport { lines: pondered.report.lines, ..report },
            None => report,
        }
    }

    /// The held-back result of pondering after a hit, if the following search cannot start.
    pub(super) fn finish_pondering(&mut self) -> Option<SearchReport> {
        let is_hit = self.after_ponder_hit.as_ref().is_some_and(|pondered| pondered.is_hit);
        match self.activity.take_if(|activity| is_hit && matches!(activity, Activity::HeldBack(_)))
        {
            Some(Activity::HeldBack(report)) => self.finish_search(report),
            _ => None,
        }
    }

    /// Pondering has found `report` and a hit has arrived: starts the following search. Returns
    /// `report` if no search follows or the search cannot start.
    fn start_search_after_hit(&mut self, report: SearchReport) -> Option<SearchReport> {
        let Some(pondered) = self.after_ponder_hit.take_if(|pondered| pondered.is_hit) else {
            return Some(report);
        };
        let SearchAfterHit { position, limits, book, infinite, .. } = pondered;
        let depth = limits.depth;
        let limits = Limits { pondered: Pondered::from_report(&report), ..limits };
        let Ok(search) = self.engine.job_within(position, limits, book) else {
            return Some(report);
        };
        self.start_search(search, infinite);
        self.ponder_result = Some(PonderResult { report, depth });
        None
    }

    /// Marks the current job as ended.
    pub(super) fn finish(&mut self) {
        self.activity = None;
        self.after_ponder_hit = None;
    }
}

/// Sets the stop flag, which ends a running job.
impl Drop for Controller {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
