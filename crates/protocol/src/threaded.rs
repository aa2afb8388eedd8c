//! Sessions that run each job in a thread: [`run`], over two byte streams with a reader thread, and
//! [`serve`], whose lines come from a [`LineSender`].

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};

use super::job::{Job, JobEvent};
use super::output::{Output, is_closed_pipe};
use super::reader::{self, Backlog, Input, Lines};
use super::scheduling::request_short_slice;
use super::session::{MAX_QUEUED, Session};
use super::{Outcome, Protocol};
use engine::{Options, RunningJob};

/// Runs a session in `protocol`. If `protocol` is `None`, the first line that is not blank or a
/// comment selects the protocol. Answers the lines of `input` on `output` until the host quits or
/// the input ends. With `strict`, the first error ends the session.
///
/// The reader thread may outlive the session: it ends when `input` next yields a line or its end.
///
/// # Errors
/// If the reader thread cannot be started or the output cannot be written. A closed output is not
/// an error but [`Outcome::HostGone`].
///
/// ```
/// use engine::Options;
/// use protocol::{Outcome, run};
///
/// let mut output = Vec::new();
/// let input = &b"\n# Which one?\n1 name\n"[..];
/// let outcome = run(None, input, &mut output, Options::default(), false)?;
/// assert_eq!(outcome, Outcome::Done);
/// assert_eq!(output, b"=1 Outflank\n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(
    protocol: Option<Protocol>,
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
    strict: bool,
) -> io::Result<Outcome> {
    let session = Session::new(protocol, options, strict);
    let (events, inbox) = channel();
    let backlog = reader::spawn(Lines::new(input), events.clone(), MAX_QUEUED)?;
    let mut output = Output::new(output);
    ThreadedSession::new(session, events, inbox, backlog).run(|text| output.write_text(text))
}

/// Sends lines to a session run by [`serve`]. Dropping the sender ends the session and its job.
#[derive(Debug)]
pub struct LineSender {
    events: Sender<Event>,
    tokens: SyncSender<()>,
}

/// The session has ended, or 1000 lines are waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlogged;

impl LineSender {
    /// Sends a line, without its line break. Does not block.
    ///
    /// # Errors
    /// If the session has ended, or 1000 lines are waiting.
    pub fn send(&self, line: impl Into<Vec<u8>>) -> Result<(), Backlogged> {
        self.tokens.try_send(()).map_err(|_| Backlogged)?;
        let line = reader::decode(line.into(), false);
        self.events.send(Event::Input(Input::Line(line))).map_err(|_| Backlogged)
    }
}

impl Drop for LineSender {
    fn drop(&mut self) {
        // Fails if the session has ended.
        let _ = self.events.send(Event::HostGone);
    }
}

/// Prepares `session` to run with the lines of a [`LineSender`]. The returned function runs the
/// session and calls its argument with each reply: one or more lines, the last one without its line
/// break. The function returns when the host has quit, the sender has been dropped, or a reply
/// could not be delivered.
///
/// ```
/// use engine::Options;
/// use protocol::{Outcome, Session, serve};
///
/// let (sender, run) = serve(Session::new(None, Options::default(), false));
/// sender.send("isready").unwrap();
/// sender.send("quit").unwrap();
/// let mut replies = Vec::new();
/// let outcome = run(&mut |text| {
///     replies.push(text.to_owned());
///     Ok(())
/// })?;
/// assert_eq!((outcome, replies), (Outcome::Done, vec!["readyok".to_owned()]));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(session: Session) -> (LineSender, impl FnOnce(&mut Deliver) -> io::Result<Outcome>) {
    let (events, inbox) = channel();
    let (tokens, backlog) = Backlog::new(MAX_QUEUED);
    let sender = LineSender { events: events.clone(), tokens };
    let session = ThreadedSession::new(session, events, inbox, backlog);
    (sender, move |deliver: &mut Deliver| session.run(deliver))
}

/// Delivers a reply to the host.
pub type Deliver<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

/// A session and the threads that report to it.
struct ThreadedSession {
    session: Session,
    events: Sender<Event>,
    inbox: Receiver<Event>,
    backlog: Backlog,
    /// The number of lines received and not processed.
    pending: usize,
    /// The last job. Declared after the session and dropped after it.
    job: Option<RunningJob>,
}

/// What wakes a session.
enum Event {
    Input(Input),
    Job(JobEvent),
    /// The host has closed the connection.
    HostGone,
}

impl From<Input> for Event {
    fn from(input: Input) -> Event {
        Event::Input(input)
    }
}

impl ThreadedSession {
    fn new(
        session: Session,
        events: Sender<Event>,
        inbox: Receiver<Event>,
        backlog: Backlog,
    ) -> ThreadedSession {
        ThreadedSession { session, events, inbox, backlog, pending: 0, job: None }
    }

    /// Runs the session to its end. A broken pipe in `deliver` counts as a closed connection.
    fn run(self, deliver: impl FnMut(&str) -> io::Result<()>) -> io::Result<Outcome> {
        match self.run_until_error(deliver) {
            Err(error) if is_closed_pipe(&error) => Ok(Outcome::HostGone),
            other => other,
        }
    }

    fn run_until_error(
        mut self,
        mut deliver: impl FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Outcome> {
        request_short_slice();
        loop {
            while let Some(text) = self.session.take_output() {
                deliver(&text)?;
                self.make_room();
            }
            self.make_room();
            if let Some(job) = self.session.take_job() {
                self.start(job);
                continue;
            }
            if let Some(outcome) = self.session.outcome() {
                return Ok(outcome);
            }
            match self.inbox.recv() {
                Ok(Event::Input(Input::Line(line))) => {
                    self.pending += 1;
                    self.session.feed_line(line);
                }
                Ok(Event::Input(Input::End)) => self.session.end_input(),
                Ok(Event::Job(event)) => self.session.handle_event(event),
                Ok(Event::HostGone) => return Ok(Outcome::HostGone),
                // Cannot happen: this value owns a sender.
                Err(_) => return Ok(Outcome::Done),
            }
        }
    }

    /// Frees a backlog place for each processed line.
    fn make_room(&mut self) {
        while self.pending > self.session.queued() {
            self.pending -= 1;
            self.backlog.make_room();
        }
    }

    /// Runs `job` in a new thread.
    fn start(&mut self, job: Job) {
        // Joins the thread of the previous job, which has ended.
        self.job = None;
        let events = self.events.clone();
        // The send fails when the session has ended. The events are then obsolete.
        match job.start(move |event| drop(events.send(Event::Job(event)))) {
            Ok(running) => self.job = Some(running),
            Err(error) => self.session.handle_event(JobEvent::Failed(error)),
        }
    }
}
