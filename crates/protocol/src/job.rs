//! [`Job`]: long work that runs outside its session. It reports with [`JobEvent`]s.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::handler::{Message, SessionError};
use engine::EngineError;
use engine::search::{SearchInfo, SearchReport, Stop};

/// A search, analysis, perft, bench or learning, ready to run. It owns all its data and can run in
/// any thread. Its [`Session`](super::Session) accepts input in parallel.
pub struct Job {
    id: u64,
    name: &'static str,
    stop: Arc<AtomicBool>,
    work: Work,
}

/// The body of a job. It returns early when stopped, reports progress and returns the result.
pub(super) type Work = Box<dyn FnOnce(&JobStop<'_>, &mut dyn FnMut(Progress)) -> JobResult + Send>;

/// Stops a job early: a flag that the session sets.
pub(super) struct JobStop<'a> {
    pub(super) flag: &'a AtomicBool,
    /// Called whenever the job reads the flag.
    poll: &'a dyn Fn(),
}

impl Stop for JobStop<'_> {
    fn is_set(&self) -> bool {
        (self.poll)();
        self.flag.is_set()
    }
}

/// An intermediate report of a job.
#[derive(Debug)]
pub(super) enum Progress {
    /// A line found by the search.
    Search(SearchInfo),
    /// A message to the host.
    Message(Message),
}

/// The result of a job.
#[derive(Debug)]
pub(super) enum JobResult {
    /// The result of a search.
    Search(SearchReport),
    /// A message to the host.
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
    /// The job has failed.
    Failed(SessionError),
}

impl Job {
    pub(super) fn new(id: u64, name: &'static str, stop: Arc<AtomicBool>, work: Work) -> Job {
        Job { id, name, stop, work }
    }

    /// The number, unique within the session.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The kind of work, for the thread name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Runs the job in the calling thread. `report` receives every event. The last one reports the
    /// end of the job, even after a panic, and comes after all data of the job has been dropped.
    pub fn run(self, report: &mut dyn FnMut(JobEvent)) {
        self.run_polling(&|| (), report);
    }

    /// As [`Job::run`]. Also calls `poll` whenever a search polls for a stop.
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
    /// The event for a job whose thread could not be started.
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

/// Sends the events of a job. If a panic drops it early, it sends [`JobEventKind::Failed`], so the
/// session does not wait forever.
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
