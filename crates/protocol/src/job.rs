//! [`Job`]: long work that runs outside its session and reports with [`JobEvent`]s.

use super::message::Message;
use engine::search::{SearchInfo, SearchReport};

/// A search, analysis, perft, bench or learning. Its [`Session`](super::Session) accepts input while
/// it runs.
pub type Job = engine::Job<Progress, JobResult>;

/// What a [`Job`] reports, for [`Session::handle_event`](super::Session::handle_event).
pub type JobEvent = engine::JobEvent<Progress, JobResult>;

/// An intermediate report of a job.
#[derive(Debug)]
pub enum Progress {
    /// A line found by the search.
    Search(SearchInfo),
    /// A message to the host.
    Message(Message),
}

/// The result of a job.
#[derive(Debug)]
pub enum JobResult {
    /// The result of a search.
    Search(SearchReport),
    /// A message to the host.
    Message(Message),
}
