//! [`Controller`]: the engine, and the one job that it is busy with.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::handler::{Message, SessionError};
use super::job::{Job, JobResult, Progress, Work};
use crate::board::Position;
use crate::engine::{Analysis, Effort, Engine, EngineError, Options};
use crate::game::Game;
use crate::search::{Limits, SearchReport};

/// The engine and its jobs, one at a time: starts them, stops them, and knows which result
/// may be sent.
pub(super) struct Controller {
    /// The engine.
    pub(super) engine: Engine,
    /// What the engine is busy with.
    activity: Option<Activity>,
    /// The job that nobody has taken yet.
    job: Option<Job>,
    /// The number of the last job.
    job_id: u64,
    /// The stop flag of the last job.
    stop: Arc<AtomicBool>,
    /// Whether the host, or the session for it, has stopped the last job.
    is_stopped: bool,
    /// The search that follows the running one on `ponderhit`.
    pondered: Option<PonderedSearch>,
    /// Whether the session is to end.
    is_closed: bool,
}

/// What the engine is busy with.
#[derive(Debug)]
enum Activity {
    /// A search; if `infinite`, its result is held back until a stop.
    Search { infinite: bool },
    /// A search that has ended, with the result that is held back.
    HeldBack(SearchReport),
    /// Any other job.
    Other,
}

/// The search for a move of which pondering is the preparation.
struct PonderedSearch {
    position: Position,
    limits: Limits,
    infinite: bool,
    /// Whether the opponent has made the expected move.
    is_hit: bool,
}

impl Controller {
    /// A controller of a new engine with these `options`.
    pub(super) fn new(options: Options) -> Controller {
        Controller {
            engine: Engine::new(options),
            activity: None,
            job: None,
            job_id: 0,
            stop: Arc::default(),
            is_stopped: false,
            pondered: None,
            is_closed: false,
        }
    }

    /// Sets an option; a new size of the table takes the memory for it.
    ///
    /// # Errors
    /// If the value is refused or there is no memory; the option keeps its value.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let mut options = self.engine.options().clone();
        options.set(name, value)?;
        Ok(self.engine.adopt(options).map_err(EngineError::from)?)
    }

    /// Takes the memory that the first search needs. If there is none, the search says so.
    pub(super) fn prepare(&mut self) {
        let _ = self.engine.prepare();
    }

    /// An analysis of `game` that is still to be run.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn analysis(
        &mut self,
        game: &Game,
        effort: Effort,
    ) -> Result<Analysis, SessionError> {
        let analysis = self.engine.analysis(game, effort);
        analysis.map_err(|no_memory| EngineError::from(no_memory).into())
    }

    /// Starts a search. If `infinite`, its result is held back until a stop.
    ///
    /// # Errors
    /// If there is no memory for it; nothing is started then.
    pub(super) fn search(
        &mut self,
        position: Position,
        limits: Limits,
        infinite: bool,
    ) -> Result<(), SessionError> {
        let search = self.engine.job(position, limits).map_err(EngineError::from)?;
        let work = move |stop: &AtomicBool, report: &mut dyn FnMut(Progress)| {
            JobResult::Search(search.run(stop, &mut |info| report(Progress::Search(info))))
        };
        self.start_job("search", Activity::Search { infinite }, Box::new(work));
        Ok(())
    }

    /// Starts pondering: a search without limits that lasts until a stop, or until
    /// [`Controller::ponder_hit`] starts the search that is described here. That one finds
    /// what pondering has left in the table.
    ///
    /// # Errors
    /// If there is no memory for it; nothing is started then.
    pub(super) fn ponder(
        &mut self,
        position: Position,
        limits: Limits,
        infinite: bool,
    ) -> Result<(), SessionError> {
        let Limits { goal, selectivity, end_selectivity, multi_pv, .. } = limits;
        let endless = Limits { goal, selectivity, end_selectivity, multi_pv, ..Limits::default() };
        self.search(position, endless, true)?;
        self.pondered = Some(PonderedSearch { position, limits, infinite, is_hit: false });
        Ok(())
    }

    /// Ends pondering because the opponent has made the expected move, and starts the search
    /// for the answer as soon as it has ended. `false` if the engine is not pondering.
    pub(super) fn ponder_hit(&mut self) -> bool {
        let Some(pondered) = self.pondered.as_mut().filter(|pondered| !pondered.is_hit) else {
            return false;
        };
        pondered.is_hit = true;
        self.stop.store(true, Relaxed);
        if let Some(Activity::Search { infinite }) = &mut self.activity {
            *infinite = false;
        }
        true
    }

    /// Starts a job that is not a search. It has to end when the flag is set, and returns
    /// what is sent to the host at its end.
    pub(super) fn start(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(Message)) -> Message + Send + 'static,
    ) {
        let work = move |stop: &AtomicBool, report: &mut dyn FnMut(Progress)| {
            JobResult::Message(work(stop, &mut |message| report(Progress::Message(message))))
        };
        self.start_job(name, Activity::Other, Box::new(work));
    }

    fn start_job(&mut self, name: &'static str, activity: Activity, work: Work) {
        self.job_id += 1;
        self.stop = Arc::default();
        self.is_stopped = false;
        self.pondered = None;
        self.activity = Some(activity);
        self.job = Some(Job::new(self.job_id, name, Arc::clone(&self.stop), work));
    }

    /// The job that was started and is still to be run.
    pub(super) fn take_job(&mut self) -> Option<Job> {
        self.job.take()
    }

    /// Whether a job is to be run.
    pub(super) fn has_job(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the job with this number is the one that is waited for.
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

    /// Ends the session after what is being answered.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Whether the session is to end.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Tells the job to stop, if there is any; its result still comes. Returns the result
    /// that was held back.
    pub(super) fn stop(&mut self) -> Option<SearchReport> {
        self.pondered = None;
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

    /// [`Controller::stop`] if nothing else would end the job.
    pub(super) fn stop_if_infinite(&mut self) -> Option<SearchReport> {
        match self.activity {
            Some(Activity::Search { infinite: true } | Activity::HeldBack(_)) => self.stop(),
            _ => None,
        }
    }

    /// The result of the search that has ended, if it may be sent: not if it is held back,
    /// nor if it was the preparation of a search that is started now.
    pub(super) fn finish_search(&mut self, report: SearchReport) -> Option<SearchReport> {
        match self.activity.take() {
            Some(Activity::Search { infinite: true }) => {
                self.activity = Some(Activity::HeldBack(report));
                None
            }
            _ => self.start_pondered().is_none().then_some(report),
        }
    }

    /// The result of pondering that had ended before the hit, if it is all that there is to
    /// send because the search for the answer cannot be started.
    pub(super) fn finish_pondering(&mut self) -> Option<SearchReport> {
        let is_hit = self.pondered.as_ref().is_some_and(|pondered| pondered.is_hit);
        match self.activity.take_if(|activity| is_hit && matches!(activity, Activity::HeldBack(_)))
        {
            Some(Activity::HeldBack(report)) => self.finish_search(report),
            _ => None,
        }
    }

    /// Starts the search that pondering was the preparation of, after a hit.
    fn start_pondered(&mut self) -> Option<()> {
        let PonderedSearch { position, limits, infinite, .. } =
            self.pondered.take_if(|pondered| pondered.is_hit)?;
        self.search(position, limits, infinite).ok()
    }

    /// Takes note that the job has ended.
    pub(super) fn finish(&mut self) {
        self.activity = None;
        self.pondered = None;
    }
}

/// Stops the job: nobody waits for its result.
impl Drop for Controller {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
