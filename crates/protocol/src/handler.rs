//! [`Handler`]: the protocol-specific part of a [`Session`](super::Session). It parses lines,
//! executes requests and formats replies.

use super::controller::Controller;
use super::message::{Message, SessionError};
use super::reader::DecodedLine;
use engine::search::{SearchInfo, SearchReport};

/// The protocol-specific part of a session.
pub(super) trait Handler: Send {
    /// The priority of the request in `line`. `None` if the line is blank. `is_busy` while a job
    /// runs.
    fn priority(&self, line: &DecodedLine, is_busy: bool) -> Option<Priority>;

    /// Whether [interrupting](Priority::Interrupting) requests may stop the running job if they
    /// arrived before it was started.
    fn is_interruptible(&self) -> bool {
        true
    }

    /// Executes the request in `line` and returns the immediate replies. Starts long work as a job
    /// of the `controller`. A job replies later.
    fn serve(&mut self, line: DecodedLine, controller: &mut Controller) -> Vec<Message>;

    /// The messages for a line found by the search.
    fn search_progress(&mut self, info: &SearchInfo, controller: &Controller) -> Vec<Message>;

    /// The messages for the result of a search.
    fn search_result(&mut self, report: &SearchReport, controller: &Controller) -> Vec<Message>;

    /// The messages for a job that failed.
    fn job_failure(&mut self, error: SessionError) -> Vec<Message>;
}

/// When a request is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// After all earlier requests.
    Queued,
    /// After all earlier requests. Stops the running job, and each
    /// [interruptible](Handler::is_interruptible) job that starts before this request is served.
    Interrupting,
    /// At once, even while a job runs.
    Immediate,
    /// At once if a search ponders or the queue is empty. Otherwise after all earlier requests,
    /// without waiting for the last job, which may be the pondering search.
    PonderHit,
    /// At once. Stops the running job. If the running job was stopped before, stops the job of a
    /// queued request.
    Stop,
    /// At once. The session ends after the queued requests, whose jobs are stopped as they start.
    Quit,
}
