//! [`InlineHost`]: a session in this process whose jobs run in the thread that drives it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::{OPTIONS, Options};
use protocol::{InlineSession, Outcome, Protocol};

use super::host::NoLine;

/// A session and the thread that drives it. Input comes from another thread, also while a job runs.
pub struct InlineHost {
    shared: Arc<Shared>,
    wake: Sender<()>,
    output: Receiver<String>,
    worker: Option<JoinHandle<Outcome>>,
}

struct Shared {
    session: InlineSession,
    /// The receiver of the output; `None` after the end.
    lines: Mutex<Option<Sender<String>>>,
}

impl Shared {
    /// Sends the output of the session to the test.
    fn send_output(&self) {
        let lines = self.lines.lock().expect("no thread panics");
        while let Some(text) = self.session.take_output() {
            for line in format!("{text}\n").lines() {
                let sender = lines.as_ref().expect("no output after the end");
                // The test may have ended.
                let _ = sender.send(line.to_owned());
            }
        }
    }
}

impl InlineHost {
    /// Starts a session as the program does with `arguments`.
    pub fn start(arguments: &[&str]) -> InlineHost {
        let (mut protocol, mut options, mut strict) = (None, Options::default(), false);
        let mut arguments = arguments.iter().copied();
        while let Some(argument) = arguments.next() {
            match argument {
                "--strict" => strict = true,
                "--no-book" => options.own_book = false,
                "-gtp" => protocol = Some(Protocol::Gtp),
                "-nboard" => protocol = Some(Protocol::NBoard),
                "--protocol" => {
                    let name = arguments.next().expect("a name");
                    let named = Protocol::ALL.into_iter().find(|known| known.name() == name);
                    protocol = Some(named.expect("the name of a protocol"));
                }
                flag => {
                    let name = flag.trim_start_matches("--");
                    let option = OPTIONS.iter().find(|option| option.flag == name);
                    let option = option.unwrap_or_else(|| panic!("{flag} is no option"));
                    let value = arguments.next().expect("a value");
                    options.set(option.name, value).expect("a value that fits");
                }
            }
        }
        let (lines, output) = channel();
        let session = InlineSession::new(protocol, options, strict);
        let shared = Arc::new(Shared { session, lines: Mutex::new(Some(lines)) });
        let (wake, woken) = channel();
        let worker = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || work(&shared, &woken))
        };
        InlineHost { shared, wake, output, worker: Some(worker) }
    }

    pub fn send(&mut self, line: &[u8]) {
        self.shared.session.feed(line);
        self.go_on();
    }

    pub fn end_input(&mut self) {
        self.shared.session.end_input();
        self.go_on();
    }

    fn go_on(&self) {
        self.shared.send_output();
        // The session may have ended.
        let _ = self.wake.send(());
    }

    /// The next line of the output, if it comes within `timeout`.
    pub fn next_line(&mut self, timeout: Duration) -> Result<String, NoLine> {
        self.output.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Disconnected => NoLine::End,
            RecvTimeoutError::Timeout => NoLine::Late,
        })
    }

    /// The rest of the output and the exit status of the program, if the session ends within
    /// `timeout`.
    pub fn wait_for_end(&mut self, timeout: Duration) -> Option<(Vec<String>, i32)> {
        let start = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.next_line(timeout.saturating_sub(start.elapsed())) {
                Ok(line) => rest.push(line),
                Err(NoLine::End) => break,
                Err(NoLine::Late) => return None,
            }
        }
        let outcome = self.worker.take()?.join().expect("no thread panics");
        Some((rest, if outcome == Outcome::Refused { 2 } else { 0 }))
    }
}

/// Runs the jobs of a session until it ends.
fn work(shared: &Shared, woken: &Receiver<()>) -> Outcome {
    loop {
        while shared.session.work(&mut || shared.send_output()) {}
        shared.send_output();
        if let Some(outcome) = shared.session.outcome() {
            *shared.lines.lock().expect("no thread panics") = None;
            return outcome;
        }
        if woken.recv().is_err() {
            // The test ended before the session.
            return Outcome::HostGone;
        }
    }
}

impl Drop for InlineHost {
    fn drop(&mut self) {
        self.shared.session.feed("quit");
        self.shared.session.end_input();
    }
}
