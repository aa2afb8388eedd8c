//! [`run`]: a session over two byte streams, with a thread that reads and one for each job.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use super::job::{Job, JobEvent};
use super::output::Output;
use super::promptness::come_first;
use super::reader::{self, Backlog, Input, Lines};
use super::session::{MAX_QUEUED, Session};
use super::{Outcome, Protocol};
use crate::engine::Options;

/// Runs a session in `protocol`, or if none is given in that of the first line that tells
/// it: answers on `output` the lines of `input`, until the host quits or the input ends. If
/// `strict`, the first error ends it.
///
/// The thread that reads `input` outlives the session until it gets something to read, or
/// the end.
///
/// # Errors
/// If there is no thread to read with or the output cannot be written. A host that does not
/// read any more is not an error but an [`Outcome::HostGone`].
///
/// ```
/// use outflank::engine::Options;
/// use outflank::protocol::{Outcome, run};
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
    match ThreadedSession::new(session, input)?.run(Output::new(output)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Outcome::HostGone),
        other => other,
    }
}

/// A session, and the threads that report to it.
struct ThreadedSession {
    session: Session,
    events: Sender<Event>,
    inbox: Receiver<Event>,
    backlog: Backlog,
    /// Lines that have come and not been dealt with.
    pending: usize,
    job: JobThread,
}

/// What a session waits for.
enum Event {
    Input(Input),
    Job(JobEvent),
}

impl From<Input> for Event {
    fn from(input: Input) -> Event {
        Event::Input(input)
    }
}

impl ThreadedSession {
    fn new(session: Session, input: impl Read + Send + 'static) -> io::Result<ThreadedSession> {
        let (events, inbox) = channel();
        let backlog = reader::spawn(Lines::new(input), events.clone(), MAX_QUEUED)?;
        Ok(ThreadedSession { session, events, inbox, backlog, pending: 0, job: JobThread(None) })
    }

    fn run(mut self, mut output: Output<impl Write>) -> io::Result<Outcome> {
        come_first();
        loop {
            while let Some(text) = self.session.take_output() {
                output.write_text(&text)?;
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
                Ok(Event::Job(event)) => self.session.meet(event),
                // Cannot be, as this value itself holds a sender.
                Err(_) => return Ok(Outcome::Done),
            }
        }
    }

    /// Lets the reader go on for the lines that have been dealt with.
    fn make_room(&mut self) {
        while self.pending > self.session.queued() {
            self.pending -= 1;
            self.backlog.make_room();
        }
    }

    /// Runs `job` in a thread of its own.
    fn start(&mut self, job: Job) {
        self.job.join();
        let (id, name) = (job.id(), job.name().to_owned());
        let events = self.events.clone();
        // A session that has ended needs no events.
        let body = move || job.run(&mut |event| drop(events.send(Event::Job(event))));
        match thread::Builder::new().name(name).spawn(body) {
            Ok(thread) => self.job = JobThread(Some(thread)),
            Err(error) => self.session.meet(JobEvent::no_thread(id, &error)),
        }
    }
}

/// The thread of the last job, which is waited for at the end. It stops then, because it is
/// dropped after the session.
struct JobThread(Option<JoinHandle<()>>);

impl JobThread {
    fn join(&mut self) {
        if let Some(thread) = self.0.take() {
            // A panic there has been reported by its own thread.
            let _ = thread.join();
        }
    }
}

impl Drop for JobThread {
    fn drop(&mut self) {
        self.join();
    }
}
