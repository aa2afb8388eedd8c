//! [`Controller`]: the engine and its current job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::handler::{Message, SessionError};
use super::job::{Job, JobResult, JobStop, Progress, Work};
use super::permissions::Permissions;
#[cfg(feature = "book")]
use engine::LearnJob;
use engine::search::{Limits, Line, Pondered, SearchReport, Source};
use engine::{Analysis, BookUse, Effort, Engine, EngineError, Options, SearchJob, SearchRequest};
use othello::board::Position;
use othello::game::{Game, Setup};

/// The engine and its jobs, one at a time: starts and stops them, and decides which results
/// are sent.
pub(super) struct Controller {
    /// The engine.
    pub(super) engine: Engine,
    /// The kind of the current job; `None` when the engine is idle.
    activity: Option<Activity>,
    /// The job that has been started but not yet taken with [`Controller::take_job`].
    job: Option<Job>,
    /// The number of the last job.
    job_id: u64,
    /// The stop flag of the last job.
    stop: Arc<AtomicBool>,
    /// Whether the last job was told to stop, by the host or by the session.
    is_stopped: bool,
    /// The search that follows the running one on `ponderhit`.
    after_ponder_hit: Option<SearchAfterHit>,
    /// The result of pondering on the position that is being searched.
    ponder_result: Option<PonderResult>,
    /// Whether the session is to end.
    is_closed: bool,
    permissions: Permissions,
}

/// The kind of the current job.
#[derive(Debug)]
enum Activity {
    /// A search; if `infinite`, its result is held back until a stop.
    Search { infinite: bool },
    /// A search that has ended; its result is held back until a stop.
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

/// What pondering has found: the answer if the search after it is ended before it has come as far.
struct PonderResult {
    report: SearchReport,
    /// The depth of that search, if it has one: when it gets there that is the answer.
    depth: Option<u32>,
}

impl Controller {
    /// A controller of a new engine with these `options`.
    pub(super) fn new(options: Options, permissions: Permissions) -> Controller {
        Controller {
            engine: Engine::new(options),
            permissions,
            activity: None,
            job: None,
            job_id: 0,
            stop: Arc::default(),
            is_stopped: false,
            after_ponder_hit: None,
            ponder_result: None,
            is_closed: false,
        }
    }

    /// What the host may set.
    pub(super) const fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// Sets an option. A new table size allocates the table at once.
    ///
    /// # Errors
    /// If the value is refused or not permitted, or there is no memory; the option keeps its value.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        self.permissions.check_name(name)?;
        let mut options = self.engine.options().clone();
        options.set(name, value)?;
        self.permissions.check(&options)?;
        Ok(self.engine.try_set_options(options)?)
    }

    /// Allocates the memory for the first search. A failure is reported by that search.
    pub(super) fn prepare(&mut self) {
        let _ = self.engine.prepare();
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

    /// The positions of `game`, to be added to the book; `None` if there is none in a file.
    ///
    /// # Errors
    /// If memory cannot be allocated.
    #[cfg(feature = "book")]
    pub(super) fn learn_job(&mut self, game: &Game) -> Result<Option<LearnJob>, SessionError> {
        Ok(self.engine.learn_job(game)?)
    }

    /// Starts the search for the best moves. If it is infinite, the result is held back until a stop.
    ///
    /// # Errors
    /// If the request is invalid or there is no memory for it; nothing is started then.
    pub(super) fn search(
        &mut self,
        setup: Setup,
        request: &SearchRequest,
    ) -> Result<(), SessionError> {
        let search = self.engine.job(setup, request)?;
        self.start_search(search, request.infinite);
        Ok(())
    }

    /// Starts pondering: a search without limits that runs until a stop or until
    /// [`Controller::ponder_hit`], which then starts the search given here. That search uses
    /// the table entries that pondering has stored.
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
        // The selectivity of the search that follows, which otherwise could not use the table.
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
        let work = move |stop: &JobStop<'_>, report: &mut dyn FnMut(Progress)| {
            JobResult::Search(search.run(stop, &mut |info| report(Progress::Search(info))))
        };
        self.start_job("search", Activity::Search { infinite }, Box::new(work));
    }

    /// Ends pondering because the opponent has made the expected move; the search for the reply
    /// starts as soon as pondering has ended. `false` if the engine is not pondering.
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

    /// Whether a search ponders that has not been told of a hit.
    pub(super) fn is_pondering(&self) -> bool {
        self.after_ponder_hit.as_ref().is_some_and(|pondered| !pondered.is_hit)
    }

    /// Starts a job that is not a search. `work` must end when the flag is set, and returns
    /// the last message to the host.
    pub(super) fn start(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&JobStop<'_>, &mut dyn FnMut(Message)) -> Message + Send + 'static,
    ) {
        let work = move |stop: &JobStop<'_>, report: &mut dyn FnMut(Progress)| {
            JobResult::Message(work(stop, &mut |message| report(Progress::Message(message))))
        };
        self.start_job(name, Activity::Other, Box::new(work));
    }

    fn start_job(&mut self, name: &'static str, activity: Activity, work: Work) {
        self.job_id += 1;
        self.stop = Arc::default();
        self.is_stopped = false;
        self.after_ponder_hit = None;
        self.ponder_result = None;
        self.activity = Some(activity);
        self.job = Some(Job::new(self.job_id, name, Arc::clone(&self.stop), work));
    }

    /// The job that has been started and not yet run.
    pub(super) fn take_job(&mut self) -> Option<Job> {
        self.job.take()
    }

    /// Whether there is a job to run.
    pub(super) fn has_job(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the job with this number is the current one and has not ended.
    pub(super) fn is_waiting_for(&self, id: u64) -> bool {
        self.job_id == id
            && matches!(self.activity, Some(Activity::Search { .. } | Activity::Other))
    }

    /// Whether there is a job whose result has not been sent.
    pub(super) fn is_busy(&self) -> bool {
        self.activity.is_some()
    }

    /// Whether the last job was told to stop; it may still be running.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Ends the session after the current reply.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Whether the session is to end.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Sets the stop flag of the current job, if any; its result still follows. Returns a result
    /// that was held back.
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

    /// Whether a job was told to stop and has not ended yet.
    pub(super) fn is_stopping(&self) -> bool {
        self.is_busy() && self.is_stopped
    }

    /// [`Controller::stop`] if only a stop can end the job.
    pub(super) fn stop_if_infinite(&mut self) -> Option<SearchReport> {
        match self.activity {
            Some(Activity::Search { infinite: true } | Activity::HeldBack(_)) => self.stop(),
            _ => None,
        }
    }

    /// The result of the search that has ended, if it is to be sent now: not if it is held back,
    /// nor if it was pondering and the search after the hit has been started.
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

    /// The `report` of a search, with the lines of pondering before it if these look further.
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

    /// The result of pondering that had ended before the hit, if the search after the hit
    /// cannot be started and this result is sent in its place.
    pub(super) fn finish_pondering(&mut self) -> Option<SearchReport> {
        let is_hit = self.after_ponder_hit.as_ref().is_some_and(|pondered| pondered.is_hit);
        match self.activity.take_if(|activity| is_hit && matches!(activity, Activity::HeldBack(_)))
        {
            Some(Activity::HeldBack(report)) => self.finish_search(report),
            _ => None,
        }
    }

    /// Starts the search that follows a ponder hit, when pondering has found `report`, which is
    /// returned if there is none or it cannot be started.
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

    /// Records that the job has ended.
    pub(super) fn finish(&mut self) {
        self.activity = None;
        self.after_ponder_hit = None;
    }
}

/// Sets the stop flag, so that a running job ends.
impl Drop for Controller {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
