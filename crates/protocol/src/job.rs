//! [`Job`]: long work that runs outside its session, and the [`JobEvent`]s that report on it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::handler::{Message, SessionError};
use engine::EngineError;
use engine::search::{SearchInfo, SearchReport, Stop};

/// A search, an analysis, a perft, a bench or learning, ready to run. It owns everything that it
/// needs, so it can run in any thread while its [`Session`](super::Session) accepts further input.
pub struct Job {
    id: u64,
    name: &'static str,
    stop: Arc<AtomicBool>,
    work: Work,
}

/// The body of a job: ends early when told to stop, reports progress, returns the result.
pub(super) type Work = Box<dyn FnOnce(&JobStop<'_>, &mut dyn FnMut(Progress)) -> JobResult + Send>;

/// What ends a job early: a flag that the session sets.
pub(super) struct JobStop<'a> {
    pub(super) flag: &'a AtomicBool,
    /// Called whenever the job looks at the flag.
    poll: &'a dyn Fn(),
}

impl Stop for JobStop<'_> {
    fn is_set(&self) -> bool {
        (self.poll)();
        self.flag.is_set()
    }
}

/// A report of a job before its end.
#[derive(Debug)]
pub(super) enum Progress {
    /// A line that the search has found.
    Search(SearchInfo),
    /// What is to be sent to the host.
    Message(Message),
}

/// The result of a job.
#[derive(Debug)]
pub(super) enum JobResult {
    /// The result of a search.
    Search(SearchReport),
    /// What is to be sent to the host.
    Message(Message),
}

/// What a [`Job`] reports, for [`Session::handle_event`](super::Session::handle_event).
#[derive(Debug)]
pub struct JobEvent {
    /// The number of the job.
    pub(super) id: u64,
    pub(super) kind: JobEventKind,
}

#[derive(Debug)]
pub(super) enum JobEventKind {
    /// The job is still running.
    Progress(Progress),
    /// The job has ended with this result.
    Finished(JobResult),
    /// The job has ended without a result.
    Failed(SessionError),
}

impl Job {
    pub(super) fn new(id: u64, name: &'static str, stop: Arc<AtomicBool>, work: Work) -> Job {
        Job { id, name, stop, work }
    }

    /// Its number, unique within its session.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The kind of work, as a thread name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Runs the job in the calling thread. `report` gets every event; the last one says
    /// that the job has ended, also after a panic. Everything that the job owns has been dropped
    /// by then.
    pub fn run(self, report: &mut dyn FnMut(JobEvent)) {
        self.run_polling(&|| (), report);
    }

    /// The same, and calls `poll` whenever a search of the job looks whether it has to stop.
    pub fn run_polling(self, poll: &dyn Fn(), report: &mut dyn FnMut(JobEvent)) {
        let Job { id, stop, work, .. } = self;
        let mut reporter = Reporter { id, report, has_ended: false };
        let stop = JobStop { flag: &stop, poll };
        let result = work(&stop, &mut |progress| reporter.report(JobEventKind::Progress(progress)));
        reporter.has_ended = true;
        reporter.report(JobEventKind::Finished(result));
    }
}

impl JobEvent {
    /// The event that the job with this number could not run because no thread could be
    /// started.
    #[must_use]
    pub fn no_thread(id: u64, error: &std::io::Error) -> JobEvent {
        let error = EngineError::NoThread(error.to_string());
        JobEvent { id, kind: JobEventKind::Failed(error.into()) }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("id", &self.id).field("name", &self.name).finish()
    }
}

/// Sends the events of a job. Dropped before the end, that is after a panic, it sends
/// [`JobEventKind::Failed`], so that the session does not wait forever.
struct Reporter<'a> {
    id: u64,
    report: &'a mut dyn FnMut(JobEvent),
    has_ended: bool,
}

impl Reporter<'_> {
    fn report(&mut self, kind: JobEventKind) {
        (self.report)(JobEvent { id: self.id, kind });
    }
}

impl Drop for Reporter<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.report(JobEventKind::Failed(SessionError::Panicked));
        }
    }
}
