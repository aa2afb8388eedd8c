//! [`Session`]: a protocol session with a host, as a state machine without threads, input or
//! output.

use std::collections::VecDeque;
use std::fmt;

use super::controller::Controller;
use super::gtp::Gtp;
use super::handler::{Handler, Message, Priority};
use super::job::{Job, JobEvent, JobEventKind, JobResult, Progress};
use super::nboard::NBoard;
use super::permissions::Permissions;
use super::reader::{self, LineError};
use super::ugi::Ugi;
use super::{Outcome, Protocol};
use engine::Options;
use engine::search::SearchReport;

/// Queue length at which a driver should stop reading. Further input then waits in the host's pipe.
pub(super) const MAX_QUEUED: usize = 1000;

/// A session with a host in one of the [`Protocol`]s. It starts no threads and does no input or
/// output. Its driver feeds it lines and the events of its jobs, and takes output and jobs from it.
///
/// A [`Job`] is long work: a search, an analysis, a perft, a bench or learning. It owns all its
/// data. The driver runs it in any thread and passes its events to [`Session::handle_event`]. It
/// can feed further lines in parallel. `stop` sets the stop flag of the job.
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
/// job.run(&mut |event| session.handle_event(event));
/// assert!(session.take_output().is_some_and(|line| line.starts_with("info depth ")));
/// ```
pub struct Session {
    state: State,
    strict: bool,
    /// Whether no line has arrived yet.
    is_new: bool,
}

/// Omits the state of the protocol.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("strict", &self.strict)
            .field("is_new", &self.is_new)
            .finish_non_exhaustive()
    }
}

enum State {
    /// No line has selected the protocol yet.
    Undecided(Box<Options>, Permissions),
    Decided(Box<dyn ProtocolSession + Send>),
}

impl Session {
    /// Creates a session in `protocol`. Without one, the first line that is not blank or a comment
    /// selects it ([`Protocol::detect`]). With `strict`, the first error ends the session.
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
        let state = State::Undecided(Box::new(options), permissions);
        let mut session = Session { state, strict, is_new: true };
        if let Some(protocol) = protocol {
            session.decide(protocol);
        }
        session
    }

    /// Takes a line from the host, without its line break. First serves the earlier requests that
    /// need not wait for a job. Then serves this one if it is urgent, or queues it.
    pub fn feed(&mut self, line: impl AsRef<[u8]>) {
        self.feed_line(reader::decode(line.as_ref().to_vec(), self.is_new));
    }

    /// As [`Session::feed`], for a decoded line.
    pub(super) fn feed_line(&mut self, line: Result<String, LineError>) {
        self.is_new = false;
        if let State::Undecided(..) = self.state {
            match protocol_of(&line) {
                Some(protocol) => self.decide(protocol),
                None => return,
            }
        }
        if let State::Decided(core) = &mut self.state {
            core.feed(line);
        }
    }

    /// Ends the input. Queued requests are still served. Jobs that only a `stop` would end are
    /// stopped.
    pub fn end_input(&mut self) {
        self.decide(Protocol::Ugi);
        if let State::Decided(core) = &mut self.state {
            core.end_input();
        }
    }

    /// Takes an event of a job.
    pub fn handle_event(&mut self, event: JobEvent) {
        if let State::Decided(core) = &mut self.state {
            core.handle_event(event);
        }
    }

    /// The next reply: one or more lines, the last one without its line break. First serves the
    /// queued requests that need not wait for a job. `None` without output.
    pub fn take_output(&mut self) -> Option<String> {
        match &mut self.state {
            State::Undecided(..) => None,
            State::Decided(core) => core.take_output(),
        }
    }

    /// The job to run now. The session then expects its events.
    pub fn take_job(&mut self) -> Option<Job> {
        match &mut self.state {
            State::Undecided(..) => None,
            State::Decided(core) => core.take_job(),
        }
    }

    /// How the session ended. `None` while it waits for input or a job, or has output left.
    pub fn outcome(&mut self) -> Option<Outcome> {
        match &mut self.state {
            State::Undecided(..) => None,
            State::Decided(core) => core.outcome(),
        }
    }

    /// The number of queued requests. At 1000 the driver should stop reading. An endless search is
    /// then stopped, because a `stop` would stay unread.
    #[must_use]
    pub fn queued(&self) -> usize {
        match &self.state {
            State::Undecided(..) => 0,
            State::Decided(core) => core.queued(),
        }
    }

    /// Sets the protocol unless it is already set.
    fn decide(&mut self, protocol: Protocol) {
        if let State::Undecided(options, permissions) = &mut self.state {
            let (options, strict) = (std::mem::take(&mut **options), self.strict);
            let controller = Controller::new(options, *permissions);
            self.state = State::Decided(match protocol {
                Protocol::Ugi => Box::new(Core::new(Ugi::default(), controller, strict)),
                Protocol::Gtp => Box::new(Core::new(Gtp::default(), controller, strict)),
                Protocol::NBoard => Box::new(Core::new(NBoard::default(), controller, strict)),
            });
        }
    }
}

/// The protocol of a session whose first line is `line`, if the line selects one.
fn protocol_of(line: &Result<String, LineError>) -> Option<Protocol> {
    match line.clone().or_else(LineError::into_text) {
        Ok(line) => Protocol::detect(&line),
        Err(_) => Some(Protocol::Ugi),
    }
}

/// A [`Session`] with a known protocol. The methods correspond to those of [`Session`].
trait ProtocolSession {
    fn feed(&mut self, line: Result<String, LineError>);
    fn end_input(&mut self);
    fn handle_event(&mut self, event: JobEvent);
    fn take_output(&mut self) -> Option<String>;
    fn take_job(&mut self) -> Option<Job>;
    fn outcome(&mut self) -> Option<Outcome>;
    fn queued(&self) -> usize;
}

/// The state of a session in the protocol of `H`.
struct Core<H: Handler> {
    handler: H,
    controller: Controller,
    queue: VecDeque<(H::Request, Priority)>,
    /// The replies that have not been taken yet.
    output: VecDeque<String>,
    lifecycle: Lifecycle,
    /// Whether the first error ends the session.
    strict: bool,
    /// Whether an error has occurred.
    has_failed: bool,
    /// Whether the input has become unreadable.
    is_unreadable: bool,
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

impl<H: Handler> Core<H> {
    fn new(handler: H, controller: Controller, strict: bool) -> Core<H> {
        Core {
            handler,
            controller,
            queue: VecDeque::new(),
            output: VecDeque::new(),
            lifecycle: Lifecycle::Open,
            strict,
            has_failed: false,
            is_unreadable: false,
        }
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
        if let Some((request, _)) = self.queue.pop_front() {
            self.serve(request);
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
        } else if self.controller.is_closed() {
            Outcome::Done
        } else {
            return false;
        };
        self.lifecycle = Lifecycle::Ended(outcome);
        true
    }

    fn serve(&mut self, request: H::Request) {
        let messages = self.handler.serve(request, &mut self.controller);
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

impl<H: Handler> ProtocolSession for Core<H> {
    fn feed(&mut self, line: Result<String, LineError>) {
        // An urgent request may concern a job that is still queued.
        while self.step() {}
        if self.is_over() || self.lifecycle == Lifecycle::Quitting {
            return;
        }
        self.is_unreadable |= matches!(line, Err(LineError::Unreadable { .. }));
        let Some(request) = self.handler.read(line) else { return };
        match self.handler.priority(&request, self.controller.is_busy()) {
            priority @ (Priority::Queued | Priority::Interrupting) => {
                self.queue.push_back((request, priority));
                self.stop_if_required();
            }
            Priority::Immediate => self.serve(request),
            Priority::PonderHit if self.controller.is_pondering() || self.queue.is_empty() => {
                self.serve(request);
            }
            Priority::PonderHit => self.queue.push_back((request, Priority::PonderHit)),
            // The running job has already been stopped, so this stop is for a queued one.
            Priority::Stop if self.controller.is_stopping() && !self.queue.is_empty() => {
                self.queue.push_back((request, Priority::Interrupting));
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

    fn end_input(&mut self) {
        // After a ponder hit, the following search gives the answer.
        while self.step() {}
        if self.lifecycle == Lifecycle::Open {
            self.lifecycle = Lifecycle::InputEnded;
        }
        self.stop_if_required();
    }

    fn handle_event(&mut self, event: JobEvent) {
        if self.is_over() || !self.controller.is_waiting_for(event.id) {
            return;
        }
        match event.kind {
            JobEventKind::Progress(Progress::Search(info)) => {
                let messages = self.handler.search_progress(&info, &self.controller);
                self.send(messages);
            }
            JobEventKind::Progress(Progress::Message(message)) => self.send(vec![message]),
            JobEventKind::Finished(JobResult::Search(report)) => {
                let report = self.controller.finish_search(report);
                self.send_result(report);
                // The event may have started the search after pondering.
                self.stop_if_required();
            }
            JobEventKind::Finished(JobResult::Message(message)) => {
                self.controller.finish();
                self.send(vec![message]);
            }
            JobEventKind::Failed(error) => {
                self.controller.finish();
                let messages = self.handler.job_failure(error);
                self.send(messages);
            }
        }
    }

    fn take_output(&mut self) -> Option<String> {
        loop {
            let text = self.output.pop_front();
            if text.is_some() || !self.step() {
                return text;
            }
        }
    }

    fn take_job(&mut self) -> Option<Job> {
        while !self.controller.has_job() && self.step() {}
        self.controller.take_job()
    }

    fn outcome(&mut self) -> Option<Outcome> {
        while self.step() {}
        match self.lifecycle {
            Lifecycle::Ended(outcome) if self.output.is_empty() => Some(outcome),
            _ => None,
        }
    }

    fn queued(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests;
