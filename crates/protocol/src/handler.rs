//! [`Handler`]: the protocol-specific part of a [`Session`](super::Session): parsing lines,
//! executing requests and formatting replies.

use super::controller::Controller;
use super::permissions::NotPermitted;
use super::reader::LineError;
use engine::search::{NoMemory, SearchInfo, SearchReport};
use engine::{EngineError, OptionError};

/// The protocol-specific part of a session.
pub(super) trait Handler {
    /// A parsed line: a command, or why it is refused.
    type Request;

    /// Parses `line`; `None` if it needs no reply.
    fn read(&self, line: Result<String, LineError>) -> Option<Self::Request>;

    /// When to serve `request`; `is_busy` if a job is running.
    fn priority(&self, request: &Self::Request, is_busy: bool) -> Priority;

    /// Whether the running job may be stopped by [interrupting](Priority::Interrupting) requests
    /// that came before it was started.
    fn is_interruptible(&self) -> bool {
        true
    }

    /// Executes `request` and returns the immediate replies. Long work is started as a job of
    /// the `controller`, which replies later.
    fn serve(&mut self, request: Self::Request, controller: &mut Controller) -> Vec<Message>;

    /// The messages for a line that the search has found.
    fn search_progress(&mut self, info: &SearchInfo, controller: &Controller) -> Vec<Message>;

    /// The messages for the result of a search.
    fn search_result(&mut self, report: &SearchReport, controller: &Controller) -> Vec<Message>;

    /// The messages for a job that has ended without a result.
    fn job_failure(&mut self, error: SessionError) -> Vec<Message>;
}

/// When a request is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// After everything before it.
    Queued,
    /// After everything before it; the running job is stopped, and so is every
    /// [interruptible](Handler::is_interruptible) job that is started before this request is served.
    Interrupting,
    /// At once, also while a job is running.
    Immediate,
    /// At once if a search ponders or nothing is queued; otherwise after everything before it,
    /// also while the job that came last is running, which may be the one to be told.
    PonderHit,
    /// At once: stops the running job, or, if that has been told to stop before, what the
    /// queued requests start.
    Stop,
    /// At once: the session ends after the queued requests, and every job that they start is
    /// stopped immediately.
    Quit,
}

/// Text to send to the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    /// One or more lines; the last one has no line break.
    pub(super) text: String,
    /// Whether it reports a refusal or a failure.
    pub(super) is_error: bool,
}

/// Why a request was refused: the reasons that all protocols share. A refused request changes
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SessionError {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The option or its value is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The session does not allow it.
    #[error(transparent)]
    NotPermitted(#[from] NotPermitted),
    /// There is no memory or no thread for the search.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The job has panicked.
    #[error("no answer: the engine has failed, which is a bug")]
    Panicked,
}

impl From<NoMemory> for SessionError {
    fn from(error: NoMemory) -> SessionError {
        SessionError::Engine(error.into())
    }
}
