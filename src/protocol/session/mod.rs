//! [`Session`]: the loop over everything that can happen, and the queue of requests
//! that wait for the engine. What is particular to a protocol is a [`Protocol`].
//!
//! - `desk`: the engine and the one piece of work that it is busy with;
//! - `error`: what can be wrong whatever the protocol is;
//! - `work`: the work, and the events by which it answers.

mod desk;
mod error;
mod work;

pub(super) use desk::Desk;
pub(super) use error::SessionError;
pub(super) use work::Event;

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{Receiver, channel};

use super::Outcome;
use super::output::Output;
use super::promptness::come_first;
use super::reader::{self, Backlog, Input, LineError};
use crate::engine::{Options, SearchEvent};
use crate::search::{SearchInfo, SearchReport};

/// How many requests may wait. Further ones are not read before there is room; what
/// a host sends faster waits in its pipe and not in our memory.
const MAX_WAITING: usize = 1000;

/// What a protocol is: how lines are read, when they have their turn, what they make
/// the engine do, and how replies are written. Everything else is the [`Session`].
pub(super) trait Protocol {
    /// What a line asks for, or why it cannot be understood.
    type Request;
    /// What is said to the host.
    type Reply: Send + 'static;

    /// What `line` asks for; `None` if that is nothing.
    fn read(&self, line: Result<String, LineError>) -> Option<Self::Request>;

    /// When `request` has its turn.
    fn turn(&self, request: &Self::Request, is_busy: bool) -> Turn;

    /// Does what `request` says and returns what is said at once. Work that takes its
    /// time is begun at the `desk`, and answers later.
    fn serve(&mut self, request: Self::Request, desk: &mut Desk<Self::Reply>) -> Vec<Self::Reply>;

    /// What is said of a line that the search has found.
    fn tell(&mut self, info: &SearchInfo, desk: &Desk<Self::Reply>) -> Vec<Self::Reply>;

    /// What is said when the search has ended.
    fn answer(&mut self, report: &SearchReport, desk: &mut Desk<Self::Reply>) -> Vec<Self::Reply>;

    /// What is said when the work has ended without an answer, which is a bug.
    fn give_up(&mut self) -> Vec<Self::Reply>;

    /// `reply` as text, without the end of its last line.
    fn print(&self, reply: &Self::Reply) -> String;

    /// Whether `reply` refuses something.
    fn is_refusal(reply: &Self::Reply) -> bool;
}

/// When a request has its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// When everything before it is done.
    InOrder,
    /// The same, only that no work before it takes any more time.
    Hurried,
    /// Now, whatever the engine is busy with.
    Now,
    /// Now: it ends the work and is nothing else.
    Stop,
    /// Now: it ends the session and is nothing else. What waits is done before, but no
    /// work takes any time.
    Quit,
}

/// A conversation with a host.
pub(super) struct Session<P: Protocol, W> {
    protocol: P,
    desk: Desk<P::Reply>,
    output: Output<W>,
    inbox: Receiver<Event<P::Reply>>,
    backlog: Backlog,
    waiting: VecDeque<(P::Request, Turn)>,
    ending: Ending,
    /// Whether an error ends the session.
    strict: bool,
    /// Whether there was one.
    refused: bool,
}

/// How far the session is from its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The host may say more.
    NotYet,
    /// The input has ended: what waits is done, only that nothing is infinite.
    Input,
    /// The host has quit: what waits is done, but no work takes any time.
    Quit,
}

/// Runs a session: answers on `output` what comes in `lines`, until the host quits or
/// the lines end. If `strict`, the first error ends it.
///
/// # Errors
/// If the system gives no thread to read with or does not take the output. A host
/// that does not listen any more is no error but an [`Outcome::HostGone`].
pub(super) fn run<P: Protocol>(
    protocol: P,
    lines: impl Iterator<Item = Result<String, LineError>> + Send + 'static,
    output: impl Write,
    options: Options,
    strict: bool,
) -> io::Result<Outcome> {
    match Session::new(protocol, lines, output, options, strict)?.run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Outcome::HostGone),
        other => other,
    }
}

impl<P: Protocol, W: Write> Session<P, W> {
    fn new(
        protocol: P,
        lines: impl Iterator<Item = Result<String, LineError>> + Send + 'static,
        output: W,
        options: Options,
        strict: bool,
    ) -> io::Result<Session<P, W>> {
        let (events, inbox) = channel();
        let backlog = reader::spawn(lines, events.clone(), MAX_WAITING)?;
        Ok(Session {
            protocol,
            desk: Desk::new(options, events),
            output: Output::new(output),
            inbox,
            backlog,
            waiting: VecDeque::new(),
            ending: Ending::NotYet,
            strict,
            refused: false,
        })
    }

    /// Goes on until everything is done that has to be.
    fn run(mut self) -> io::Result<Outcome> {
        come_first();
        loop {
            if self.strict && self.refused {
                return Ok(Outcome::Refused);
            }
            if self.desk.is_closed() {
                return Ok(Outcome::Done);
            }
            if !self.desk.is_busy() {
                if let Some((request, _)) = self.waiting.pop_front() {
                    self.backlog.make_room();
                    self.serve(request)?;
                    continue;
                }
                if self.ending != Ending::NotYet {
                    return Ok(Outcome::Done);
                }
            }
            match self.inbox.recv() {
                Ok(event) => self.meet(event)?,
                // Cannot be, as the session itself holds a sender.
                Err(_) => return Ok(Outcome::Done),
            }
        }
    }

    fn meet(&mut self, event: Event<P::Reply>) -> io::Result<()> {
        match event {
            Event::Input(Input::Line(line)) => self.hear(line),
            Event::Input(Input::End) => {
                if self.ending == Ending::NotYet {
                    self.ending = Ending::Input;
                }
                self.hasten()
            }
            Event::Search(SearchEvent::Info(info)) => {
                let replies = self.protocol.tell(&info, &self.desk);
                self.say(&replies)
            }
            Event::Search(SearchEvent::Done(report)) => {
                let report = self.desk.finish(report);
                self.answer(report)?;
                // Another search may have begun instead.
                self.hasten()
            }
            Event::News(reply) => self.say(&[reply]),
            Event::Done(reply) => {
                self.desk.clear();
                self.say(&[reply])
            }
            Event::Lost { job } => {
                let replies =
                    if self.desk.give_up(job) { self.protocol.give_up() } else { Vec::new() };
                self.say(&replies)
            }
        }
    }

    /// Takes a line from the host: does what cannot wait, and lets the rest wait for
    /// its turn.
    fn hear(&mut self, line: Result<String, LineError>) -> io::Result<()> {
        let request = match self.ending {
            Ending::Quit => None,
            _ => self.protocol.read(line),
        };
        let Some(request) = request else {
            self.backlog.make_room();
            return Ok(());
        };
        match self.protocol.turn(&request, self.desk.is_busy()) {
            turn @ (Turn::InOrder | Turn::Hurried) => {
                self.waiting.push_back((request, turn));
                return self.hasten();
            }
            Turn::Now => self.serve(request)?,
            Turn::Stop => {
                let report = self.desk.stop();
                self.answer(report)?;
            }
            Turn::Quit => {
                self.ending = Ending::Quit;
                self.hasten()?;
            }
        }
        self.backlog.make_room();
        Ok(())
    }

    /// Does what was asked for.
    fn serve(&mut self, request: P::Request) -> io::Result<()> {
        let replies = self.protocol.serve(request, &mut self.desk);
        self.say(&replies)?;
        self.hasten()
    }

    /// Ends the work that may not take as long as it likes, because of what waits or
    /// because the session is near its end.
    fn hasten(&mut self) -> io::Result<()> {
        // With a full queue a stop could not get through any more.
        let is_full = self.waiting.len() >= MAX_WAITING;
        let is_hurried = || self.waiting.iter().any(|(_, turn)| *turn == Turn::Hurried);
        let report = match self.ending {
            Ending::Quit => self.desk.stop(),
            _ if self.desk.is_busy() && is_hurried() => self.desk.stop(),
            Ending::Input => self.desk.stop_if_infinite(),
            Ending::NotYet if is_full => self.desk.stop_if_infinite(),
            Ending::NotYet => None,
        };
        self.answer(report)
    }

    /// Tells what a search has found, its last words, if it has ended.
    fn answer(&mut self, report: Option<SearchReport>) -> io::Result<()> {
        let Some(report) = report else { return Ok(()) };
        let replies = self.protocol.answer(&report, &mut self.desk);
        self.say(&replies)?;
        // The next search may have begun.
        self.hasten()
    }

    fn say(&mut self, replies: &[P::Reply]) -> io::Result<()> {
        for reply in replies {
            self.refused |= P::is_refusal(reply);
            self.output.write_text(&self.protocol.print(reply))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::work::Answering;
    use super::*;
    use crate::protocol::reader::Lines;
    use crate::protocol::ugi::Ugi;

    /// The outcome and the output of a strict session that is told of the loss of
    /// `lost` while it waits for job 1.
    fn lose(lost: u64) -> (Outcome, String) {
        let mut output = Vec::new();
        let lines = Lines::new(&b"stop\nmoves\n"[..]);
        let mut session =
            Session::new(Ugi::default(), lines, &mut output, Options::default(), true).unwrap();
        let events = session.desk.pretend_to_search();
        drop(Answering::new(lost, events.clone()));
        if lost != 1 {
            Answering::new(1, events).answer(Event::Lost { job: 1 });
        }
        let outcome = session.run().unwrap();
        (outcome, String::from_utf8(output).unwrap())
    }

    #[test]
    fn a_search_that_is_lost_is_not_waited_for() {
        let error = "error no answer: the engine has failed, which is a bug\n";
        assert_eq!(lose(1), (Outcome::Refused, error.to_owned()));
        // One that came before it is no news.
        assert_eq!(lose(0), (Outcome::Refused, error.to_owned()));
    }
}
