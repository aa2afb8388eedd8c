//! [`Job`]: work that takes time, to be run apart from the session that it belongs to, and
//! the [`JobEvent`]s by which it reports.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::handler::{Message, SessionError};
use crate::engine::EngineError;
use crate::search::{SearchInfo, SearchReport};

/// A search, an analysis, a perft or a bench that is ready to run. It owns everything that
/// it needs, so it can run in any thread while its [`Session`](super::Session) goes on.
pub struct Job {
    id: u64,
    name: &'static str,
    stop: Arc<AtomicBool>,
    work: Work,
}

/// What a job does: it ends early once the flag is set, hands on what it finds, and returns
/// the result.
pub(super) type Work = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(Progress)) -> JobResult + Send>;

/// Something that a job reports before its end.
#[derive(Debug)]
pub(super) enum Progress {
    /// The search has found a line.
    Search(SearchInfo),
    /// What is to be sent to the host.
    Message(Message),
}

/// What a job ends with.
#[derive(Debug)]
pub(super) enum JobResult {
    /// The result of a search.
    Search(SearchReport),
    /// What is to be sent to the host.
    Message(Message),
}

/// What a [`Job`] reports, for [`Session::meet`](super::Session::meet).
#[derive(Debug)]
pub struct JobEvent {
    /// Which job it is.
    pub(super) id: u64,
    pub(super) kind: JobEventKind,
}

#[derive(Debug)]
pub(super) enum JobEventKind {
    /// There will be more.
    Progress(Progress),
    /// The job has done its work.
    Finished(JobResult),
    /// The job has ended without a result.
    Failed(SessionError),
}

impl Job {
    pub(super) fn new(id: u64, name: &'static str, stop: Arc<AtomicBool>, work: Work) -> Job {
        Job { id, name, stop, work }
    }

    /// Its number in its session, which other jobs do not have.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What kind of work it is, in a word: a name for a thread.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Does the work in the calling thread. `report` gets every event, last the one of the
    /// end, even if the work panics. Everything that the job owns has been dropped by then.
    pub fn run(self, report: &mut dyn FnMut(JobEvent)) {
        let Job { id, stop, work, .. } = self;
        let mut reporter = Reporter { id, report, has_ended: false };
        let result = work(&stop, &mut |progress| reporter.report(JobEventKind::Progress(progress)));
        reporter.has_ended = true;
        reporter.report(JobEventKind::Finished(result));
    }
}

impl JobEvent {
    /// The job with this number could not be run, because there is no thread for it.
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

/// Reports for a job, also that it has panicked: nobody waits for ever.
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
