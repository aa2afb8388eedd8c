//! [`Handler`]: what a protocol brings to a [`Session`](super::Session): how its lines are
//! read, what they make the engine do, and what is answered.

use super::controller::Controller;
use super::reader::LineError;
use crate::engine::{EngineError, OptionError};
use crate::search::{SearchInfo, SearchReport};

/// What is particular to a protocol; the rest is the same in all sessions.
pub(super) trait Handler {
    /// A line that was read: a command, or why it is none.
    type Request;

    /// What `line` asks for; `None` if it needs no answer.
    fn read(&self, line: Result<String, LineError>) -> Option<Self::Request>;

    /// When `request` is served; `is_busy` while a job is running.
    fn priority(&self, request: &Self::Request, is_busy: bool) -> Priority;

    /// Does what `request` says and returns what is answered at once. What takes time is
    /// started as a job of the `controller`, and is answered later.
    fn serve(&mut self, request: Self::Request, controller: &mut Controller) -> Vec<Message>;

    /// What is sent when the search has found a line.
    fn search_progress(&mut self, info: &SearchInfo, controller: &Controller) -> Vec<Message>;

    /// What is sent when the search has ended.
    fn search_result(&mut self, report: &SearchReport, controller: &Controller) -> Vec<Message>;

    /// What is sent when a job has ended without a result.
    fn job_failure(&mut self, error: SessionError) -> Vec<Message>;
}

/// When a request is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// After everything before it.
    Queued,
    /// After everything before it, but the running job is stopped and so are those that are
    /// started before it is served.
    Interrupting,
    /// At once, also while a job is running.
    Immediate,
    /// At once: stops the running job.
    Stop,
    /// At once: the session ends after what is queued, and every job is stopped as soon as
    /// it is started.
    Quit,
}

/// What is sent to the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    /// One or more lines, the last one without its end.
    pub(super) text: String,
    /// Whether it says that something was refused or has failed.
    pub(super) is_error: bool,
}

/// Why a request was refused, as far as that is the same in all protocols. A refused request
/// changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SessionError {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The option or its value is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is no memory or no thread for the search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The job has panicked.
    #[error("no answer: the engine has failed, which is a bug")]
    Panicked,
}
