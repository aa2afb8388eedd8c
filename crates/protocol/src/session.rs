//! [`Session`]: a protocol session with a host, as a state machine without threads, input or
//! output.

use std::collections::VecDeque;
use std::fmt;

use super::controller::Controller;
use super::gtp::Gtp;
use super::handler::{Handler, Priority};
use super::job::{Job, JobEvent, JobResult, Progress};
use super::message::Message;
use super::nboard::NBoard;
use super::permissions::Permissions;
use super::reader::{self, DecodedLine, LineError};
use super::ugi::Ugi;
use super::{Outcome, Protocol};
use engine::Options;
use engine::search::SearchReport;

/// Queue length at which a driver should stop reading. Further input then waits in the host's pipe.
pub(super) const MAX_QUEUED: usize = 1000;

/// A session with a host in one of the [`Protocol`]s. It starts no threads and does no input or
/// output. A driver feeds lines and job events to the session, and takes output and jobs from it.
///
/// A [`Job`] is long work: a search, an analysis, a perft, a bench or learning. It owns all its
/// data. The driver runs the job in any thread and passes its events to [`Session::handle_event`].
/// The driver can feed further lines in parallel. `stop` sets the stop flag of the job.
///
/// [`run`](super::run) drives a session over two byte streams and runs its jobs in threads.
/// [`InlineSession`](super::InlineSession) runs them in the calling thread.
///
/// ```
/// use engine::Options;
/// use protocol::Session;
///
/// let mut session = Session::new(None, Options::default(), false);
/// session.feed("position startpos moves f5");
/// session.feed("moves");
/// session.feed("go depth 1");
/// assert_eq!(session.take_output().as_deref(), Some("moves f4 d6 f6"));
/// assert_eq!(session.take_output(), None);
///
/// let job = session.take_job().expect("a search");
/// job.run(&|| (), &mut |event| session.handle_event(event));
/// assert!(session.take_output().is_some_and(|line| line.starts_with("info depth ")));
/// ```
pub struct Session {
    handler: Box<dyn Handler>,
    /// Whether the protocol is known. The handler has then been chosen.
    is_decided: bool,
    controller: Controller,
    queue: VecDeque<(DecodedLine, Priority)>,
    /// The replies that have not been taken yet.
    output: VecDeque<String>,
    lifecycle: Lifecycle,
    /// Whether the first error ends the session.
    strict: bool,
    /// Whether an error has occurred.
    has_failed: bool,
    /// Whether the input has become unreadable.
    is_unreadable: bool,
    /// Whether no line has arrived yet.
    is_new: bool,
}

/// Omits the state of the protocol.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("strict", &self.strict)
            .field("lifecycle", &self.lifecycle)
            .finish_non_exhaustive()
    }
}

/// The phases of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lifecycle {
    /// The host may send more lines.
    Open,
    /// The input has ended. Queued requests are served, endless jobs are stopped.
    InputEnded,
    /// The host has quit. Queued requests are served, all jobs are stopped.
    Quitting,
    /// The session is over.
    Ended(Outcome),
}

impl Session {
    /// Creates a session in `protocol`. If `protocol` is `None`, the first line that is not blank
    /// or a comment selects the protocol ([`Protocol::detect`]). With `strict`, the first error
    /// ends the session.
    #[must_use]
    pub fn new(protocol: Option<Protocol>, options: Options, strict: bool) -> Session {
        Session::with_permissions(protocol, options, strict, Permissions::ALL)
    }

    /// As [`Session::new`], for a host with limited permissions.
    #[must_use]
    pub fn with_permissions(
        protocol: Option<Protocol>,
        options: Options,
        strict: bool,
        permissions: Permissions,
    ) -> Session {
        let mut session = Session {
            handler: Box::new(Ugi::default()),
            is_decided: false,
            controller: Controller::new(options, permissions),
            queue: VecDeque::new(),
            output: VecDeque::new(),
            lifecycle: Lifecycle::Open,
            strict,
            has_failed: false,
            is_unreadable: false,
            is_new: true,
        };
        if let Some(protocol) = protocol {
            session.decide(protocol);
        }
        session
    }

    fn decide(&mut self, protocol: Protocol) {
        self.is_decided = true;
        self.handler = match protocol {
            Protocol::Ugi => Box::new(Ugi::default()),
            Protocol::Gtp => Box::new(Gtp::default()),
            Protocol::NBoard => Box::new(NBoard::default()),
        };
    }

    /// Takes a line from the host, without its line break. First serves the earlier requests that
    /// need not wait for a job. Then serves this line if it is urgent, otherwise queues it.
    pub fn feed(&mut self, line: impl AsRef<[u8]>) {
        self.feed_line(reader::decode(line.as_ref().to_vec(), self.is_new));
    }

    /// As [`Session::feed`], for a decoded line.
    pub(super) fn feed_line(&mut self, line: DecodedLine) {
        self.is_new = false;
        if !self.is_decided {
            match protocol_of(&line) {
                Some(protocol) => self.decide(protocol),
                None => return,
            }
        }
        // An urgent request may concern a job that is still queued.
        while self.step() {}
        if self.is_over() || self.lifecycle == Lifecycle::Quitting {
            return;
        }
        self.is_unreadable |= matches!(line, Err(LineError::Unreadable { .. }));
        let Some(priority) = self.handler.priority(&line, self.controller.is_busy()) else {
            return;
        };
        match priority {
            Priority::Queued | Priority::Interrupting => {
                self.queue.push_back((line, priority));
                self.stop_if_required();
            }
            Priority::Immediate => self.serve(line),
            Priority::PonderHit if self.controller.is_pondering() || self.queue.is_empty() => {
                self.serve(line);
            }
            Priority::PonderHit => self.queue.push_back((line, Priority::PonderHit)),
            // The running job has already been stopped, so this stop is for a queued job.
            Priority::Stop if self.controller.is_stopping() && !self.queue.is_empty() => {
                self.queue.push_back((line, Priority::Interrupting));
                self.stop_if_required();
            }
            Priority::Stop => {
                let report = self.controller.stop();
                self.send_result(report);
            }
            Priority::Quit => {
                self.lifecycle = Lifecycle::Quitting;
                self.stop_if_required();
            }
        }
    }

    /// Ends the input. Queued requests are still served. Jobs that only a `stop` would end are
    /// stopped.
    pub fn end_input(&mut self) {
        // After a ponder hit, the following search gives the answer.
        while self.step() {}
        if self.lifecycle == Lifecycle::Open {
            self.lifecycle = Lifecycle::InputEnded;
        }
        self.stop_if_required();
    }

    /// Takes an event of the running job.
    pub fn handle_event(&mut self, event: JobEvent) {
        if self.is_over() {
            return;
        }
        match event {
            JobEvent::Progress(Progress::Search(info)) => {
                let messages = self.handler.search_progress(&info, &self.controller);
                self.send(messages);
            }
            JobEvent::Progress(Progress::Message(message)) => self.send(vec![message]),
            JobEvent::Done(JobResult::Search(report)) => {
                let report = self.controller.finish_search(report);
                self.send_result(report);
                // The event may have started the search after pondering.
                self.stop_if_required();
            }
            JobEvent::Done(JobResult::Message(message)) => {
                self.controller.finish();
                self.send(vec![message]);
            }
            JobEvent::Failed(error) => {
                self.controller.finish();
                let messages = self.handler.job_failure(error.into());
                self.send(messages);
            }
        }
    }

    /// The next reply: one or more lines, the last one without its line break. First serves the
    /// queued requests that need not wait for a job. `None` without output.
    pub fn take_output(&mut self) -> Option<String> {
        loop {
            let text = self.output.pop_front();
            if text.is_some() || !self.step() {
                return text;
            }
        }
    }

    /// The job to run now. The session then expects its events.
    pub fn take_job(&mut self) -> Option<Job> {
        while !self.controller.has_job() && self.step() {}
        self.controller.take_job()
    }

    /// How the session ended. `None` while it waits for input or a job, or has output left.
    pub fn outcome(&mut self) -> Option<Outcome> {
        while self.step() {}
        match self.lifecycle {
            Lifecycle::Ended(outcome) if self.output.is_empty() => Some(outcome),
            _ => None,
        }
    }

    /// The number of queued requests. At 1000 the driver should stop reading. An endless search is
    /// then stopped, because a `stop` would stay unread.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Serves the next request unless a job is running. Returns `false` if nothing can be done
    /// before the next line or event.
    fn step(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        if let Some(report) = self.controller.finish_pondering() {
            self.send_result(Some(report));
            return true;
        }
        if self.controller.is_busy() && !self.is_ponder_hit_next() {
            return false;
        }
        if let Some((line, _)) = self.queue.pop_front() {
            self.serve(line);
            return true;
        }
        if self.lifecycle != Lifecycle::Open {
            let outcome = if self.is_unreadable { Outcome::Refused } else { Outcome::Done };
            self.lifecycle = Lifecycle::Ended(outcome);
        }
        false
    }

    /// Whether the next queued request is a ponder hit.
    fn is_ponder_hit_next(&self) -> bool {
        self.queue.front().is_some_and(|(_, priority)| *priority == Priority::PonderHit)
    }

    /// Whether the session is over; updates the lifecycle first.
    fn is_over(&mut self) -> bool {
        if let Lifecycle::Ended(_) = self.lifecycle {
            return true;
        }
        let outcome = if self.strict && self.has_failed {
            Outcome::Refused
        } else if self.controller.is_closed {
            Outcome::Done
        } else {
            return false;
        };
        self.lifecycle = Lifecycle::Ended(outcome);
        true
    }

    fn serve(&mut self, line: DecodedLine) {
        let messages = self.handler.serve(line, &mut self.controller);
        self.send(messages);
        self.stop_if_required();
    }

    /// Stops the current job if a queued request, a full queue or the lifecycle requires it.
    fn stop_if_required(&mut self) {
        // With a full queue the driver reads no further line, not even a stop.
        let is_full = self.queue.len() >= MAX_QUEUED;
        let is_interrupted =
            || self.queue.iter().any(|(_, priority)| *priority == Priority::Interrupting);
        let report = match self.lifecycle {
            Lifecycle::Quitting => self.controller.stop(),
            _ if self.controller.is_busy()
                && self.handler.is_interruptible()
                && is_interrupted() =>
            {
                self.controller.stop()
            }
            Lifecycle::InputEnded if !self.is_ponder_hit_next() => {
                self.controller.stop_if_infinite()
            }
            Lifecycle::Open if is_full => self.controller.stop_if_infinite(),
            Lifecycle::Open | Lifecycle::InputEnded | Lifecycle::Ended(_) => None,
        };
        self.send_result(report);
    }

    /// Sends the result of a search, if any.
    fn send_result(&mut self, report: Option<SearchReport>) {
        let Some(report) = report else { return };
        let messages = self.handler.search_result(&report, &self.controller);
        self.send(messages);
    }

    fn send(&mut self, messages: Vec<Message>) {
        for Message { text, is_error } in messages {
            self.has_failed |= is_error;
            self.output.push_back(text);
        }
    }
}

/// The protocol of a session whose first line is `line`, if the line selects one.
fn protocol_of(line: &DecodedLine) -> Option<Protocol> {
    match line.clone().or_else(LineError::into_text) {
        Ok(line) => Protocol::detect(&line),
        Err(_) => Some(Protocol::Ugi),
    }
}

#[cfg(test)]
mod tests;
