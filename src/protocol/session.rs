//! [`Session`]: a conversation with a host, as a state machine without threads and without
//! input or output of its own.

use std::collections::VecDeque;

use super::controller::Controller;
use super::gtp::Gtp;
use super::handler::{Handler, Message, Priority};
use super::job::{Job, JobEvent, JobEventKind, JobResult, Progress};
use super::nboard::NBoard;
use super::reader::{self, LineError};
use super::ugi::Ugi;
use super::{Outcome, Protocol};
use crate::engine::Options;
use crate::search::SearchReport;

/// How many requests may be queued. Who feeds a session need not read further lines before
/// there is room: what a host sends faster waits in its pipe and not in our memory.
pub(super) const MAX_QUEUED: usize = 1000;

/// A conversation with a host in one of the [`Protocol`]s. It has no threads and does no
/// input or output: it is fed with lines and with the events of its jobs, and asked for
/// output and for jobs.
///
/// A [`Job`] is what takes time: a search, an analysis, a perft or a bench. It owns all that
/// it needs. Whoever drives the session runs it, in any thread, and hands its events to
/// [`Session::meet`]; meanwhile the session can be fed with further lines, and a `stop`
/// among them sets the stop flag of the job.
///
/// [`run`](super::run) drives a session over two byte streams and runs its jobs in threads;
/// [`InlineSession`](super::InlineSession) runs them in the thread of the caller.
///
/// ```
/// use outflank::engine::Options;
/// use outflank::protocol::Session;
///
/// let mut session = Session::new(None, Options::default(), false);
/// session.feed("position startpos moves f5");
/// session.feed("moves");
/// session.feed("go depth 1");
/// assert_eq!(session.take_output().as_deref(), Some("moves f4 d6 f6"));
/// assert_eq!(session.take_output(), None);
///
/// let job = session.take_job().expect("a search");
/// job.run(&mut |event| session.meet(event));
/// assert!(session.take_output().is_some_and(|line| line.starts_with("info depth 1 ")));
/// ```
pub struct Session {
    state: State,
    strict: bool,
    /// Whether the host has said nothing yet.
    is_new: bool,
}

enum State {
    /// No line has told the protocol yet.
    Undecided(Options),
    Decided(Box<dyn Conversation + Send>),
}

impl Session {
    /// A session in `protocol`, or if none is given in that of the first line that tells it.
    /// If `strict`, the first error ends it.
    #[must_use]
    pub fn new(protocol: Option<Protocol>, options: Options, strict: bool) -> Session {
        let mut session = Session { state: State::Undecided(options), strict, is_new: true };
        if let Some(protocol) = protocol {
            session.decide(protocol);
        }
        session
    }

    /// Takes a line from the host, without its end. What cannot wait is done at once, the
    /// rest is queued.
    pub fn feed(&mut self, line: impl AsRef<[u8]>) {
        self.feed_line(reader::decode(line.as_ref().to_vec(), self.is_new));
    }

    /// [`Session::feed`] with a line that has been decoded.
    pub(super) fn feed_line(&mut self, line: Result<String, LineError>) {
        self.is_new = false;
        if let State::Undecided(_) = self.state {
            match protocol_of(&line) {
                Some(protocol) => self.decide(protocol),
                None => return,
            }
        }
        if let State::Decided(conversation) = &mut self.state {
            conversation.feed(line);
        }
    }

    /// Takes it that the host will not send any more: what is queued is done, and what only
    /// a `stop` would end is stopped.
    pub fn end_input(&mut self) {
        self.decide(Protocol::Ugi);
        if let State::Decided(conversation) = &mut self.state {
            conversation.end_input();
        }
    }

    /// Takes an event of a job.
    pub fn meet(&mut self, event: JobEvent) {
        if let State::Decided(conversation) = &mut self.state {
            conversation.meet(event);
        }
    }

    /// The next reply, one or more lines of which the last lacks its end. Serves the queue
    /// as far as that needs no job to end, and returns `None` when nothing is left to say.
    pub fn take_output(&mut self) -> Option<String> {
        match &mut self.state {
            State::Undecided(_) => None,
            State::Decided(conversation) => conversation.take_output(),
        }
    }

    /// The job that is to be run now. The session waits for the events that it reports.
    pub fn take_job(&mut self) -> Option<Job> {
        match &mut self.state {
            State::Undecided(_) => None,
            State::Decided(conversation) => conversation.take_job(),
        }
    }

    /// How the session has ended; `None` as long as there is something to wait for or to
    /// say.
    pub fn outcome(&mut self) -> Option<Outcome> {
        match &mut self.state {
            State::Undecided(_) => None,
            State::Decided(conversation) => conversation.outcome(),
        }
    }

    /// The number of lines that wait for their turn. When there are 1000, further ones
    /// should be held back; until then an endless search is stopped.
    #[must_use]
    pub fn queued(&self) -> usize {
        match &self.state {
            State::Undecided(_) => 0,
            State::Decided(conversation) => conversation.queued(),
        }
    }

    /// Speaks `protocol` from now on, unless it is decided already.
    fn decide(&mut self, protocol: Protocol) {
        if let State::Undecided(options) = &mut self.state {
            let (options, strict) = (std::mem::take(options), self.strict);
            self.state = State::Decided(match protocol {
                Protocol::Ugi => Box::new(Core::new(Ugi::default(), options, strict)),
                Protocol::Gtp => Box::new(Core::new(Gtp::default(), options, strict)),
                Protocol::NBoard => Box::new(Core::new(NBoard::default(), options, strict)),
            });
        }
    }
}

/// The protocol that a session is held in whose first line is `line`, if it tells.
fn protocol_of(line: &Result<String, LineError>) -> Option<Protocol> {
    match line.clone().or_else(LineError::into_text) {
        Ok(line) => Protocol::of(&line),
        Err(_) => Some(Protocol::Ugi),
    }
}

/// A [`Session`] whose protocol is known; its methods are described there.
trait Conversation {
    fn feed(&mut self, line: Result<String, LineError>);
    fn end_input(&mut self);
    fn meet(&mut self, event: JobEvent);
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
    /// What was said and not taken yet.
    output: VecDeque<String>,
    ending: Ending,
    /// Whether an error ends the session.
    strict: bool,
    /// Whether there was one.
    has_failed: bool,
}

/// How far the session is from its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The host may say more.
    NotYet,
    /// The input has ended: what is queued is done, but endless jobs are stopped.
    Input,
    /// The host has quit: what is queued is done, but all jobs are stopped.
    Quit,
    /// There is nothing more to do.
    Ended(Outcome),
}

impl<H: Handler> Core<H> {
    fn new(handler: H, options: Options, strict: bool) -> Core<H> {
        Core {
            handler,
            controller: Controller::new(options),
            queue: VecDeque::new(),
            output: VecDeque::new(),
            ending: Ending::NotYet,
            strict,
            has_failed: false,
        }
    }

    /// Serves the next request if nothing is in its way. `false` if there is nothing to do
    /// before the next line or event.
    fn step(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        if let Some(report) = self.controller.finish_pondering() {
            self.send_result(Some(report));
            return true;
        }
        if self.controller.is_busy() {
            return false;
        }
        if let Some((request, _)) = self.queue.pop_front() {
            self.serve(request);
            return true;
        }
        if self.ending != Ending::NotYet {
            self.ending = Ending::Ended(Outcome::Done);
        }
        false
    }

    /// Whether the session has come to its end, at the latest by what was just done.
    fn is_over(&mut self) -> bool {
        if let Ending::Ended(_) = self.ending {
            return true;
        }
        let outcome = if self.strict && self.has_failed {
            Outcome::Refused
        } else if self.controller.is_closed() {
            Outcome::Done
        } else {
            return false;
        };
        self.ending = Ending::Ended(outcome);
        true
    }

    fn serve(&mut self, request: H::Request) {
        let messages = self.handler.serve(request, &mut self.controller);
        self.send(messages);
        self.stop_if_required();
    }

    /// Stops the job that may not run as long as it likes, because of what is queued or
    /// because the session is near its end.
    fn stop_if_required(&mut self) {
        // With a full queue a stop could not get through any more.
        let is_full = self.queue.len() >= MAX_QUEUED;
        let is_interrupted =
            || self.queue.iter().any(|(_, priority)| *priority == Priority::Interrupting);
        let report = match self.ending {
            Ending::Quit => self.controller.stop(),
            _ if self.controller.is_busy() && is_interrupted() => self.controller.stop(),
            Ending::Input => self.controller.stop_if_infinite(),
            Ending::NotYet if is_full => self.controller.stop_if_infinite(),
            Ending::NotYet | Ending::Ended(_) => None,
        };
        self.send_result(report);
    }

    /// Sends what a search has found, if it has ended.
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

impl<H: Handler> Conversation for Core<H> {
    fn feed(&mut self, line: Result<String, LineError>) {
        if self.is_over() || self.ending == Ending::Quit {
            return;
        }
        let Some(request) = self.handler.read(line) else { return };
        match self.handler.priority(&request, self.controller.is_busy()) {
            priority @ (Priority::Queued | Priority::Interrupting) => {
                self.queue.push_back((request, priority));
                self.stop_if_required();
            }
            Priority::Immediate => self.serve(request),
            Priority::Stop => {
                let report = self.controller.stop();
                self.send_result(report);
            }
            Priority::Quit => {
                self.ending = Ending::Quit;
                self.stop_if_required();
            }
        }
    }

    fn end_input(&mut self) {
        if self.ending == Ending::NotYet {
            self.ending = Ending::Input;
        }
        self.stop_if_required();
    }

    fn meet(&mut self, event: JobEvent) {
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
                // The search after pondering may have been started.
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
        match self.ending {
            Ending::Ended(outcome) if self.output.is_empty() => Some(outcome),
            _ => None,
        }
    }

    fn queued(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(lines: &[&str]) -> Session {
        let mut session = Session::new(Some(Protocol::Ugi), Options::default(), true);
        lines.iter().for_each(|line| session.feed(line));
        session
    }

    fn output(session: &mut Session) -> Vec<String> {
        std::iter::from_fn(|| session.take_output()).collect()
    }

    fn panicked(id: u64) -> JobEvent {
        JobEvent { id, kind: JobEventKind::Failed(super::super::handler::SessionError::Panicked) }
    }

    #[test]
    fn a_job_that_has_panicked_is_not_waited_for() {
        let mut session = session(&["go infinite", "moves"]);
        drop(session.take_job());
        // An event of another job changes nothing.
        session.meet(panicked(0));
        assert_eq!((output(&mut session), session.outcome()), (vec![], None));
        session.meet(panicked(1));
        assert_eq!(
            output(&mut session),
            ["error no answer: the engine has failed, which is a bug"]
        );
        assert_eq!(session.outcome(), Some(Outcome::Refused));
    }

    #[test]
    fn a_job_reports_that_it_panics() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        let job = Job::new(7, "test", Default::default(), Box::new(|_, _| panic!("on purpose")));
        let mut events = Vec::new();
        let run = AssertUnwindSafe(|| job.run(&mut |event| events.push(event)));
        assert!(catch_unwind(run).is_err());
        assert!(matches!(&events[..], [JobEvent { id: 7, kind: JobEventKind::Failed(_) }]));
    }

    #[test]
    fn a_job_without_a_thread_is_refused() {
        let mut session = session(&["go depth 3"]);
        let job = session.take_job().unwrap();
        session.meet(JobEvent::no_thread(job.id(), &std::io::Error::other("no more")));
        assert_eq!(output(&mut session), ["error no thread for the search: no more"]);
    }

    #[test]
    fn what_is_urgent_is_answered_before_the_job_is_run() {
        let mut session = session(&["go infinite", "moves", "isready"]);
        assert!(session.take_job().is_some());
        session.feed("isready");
        assert_eq!(output(&mut session), ["readyok"]);
        assert_eq!((session.queued(), session.outcome()), (2, None));
    }
}
