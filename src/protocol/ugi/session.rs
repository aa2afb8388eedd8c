//! [`Session`]: the loop over everything that can happen, and the queue of commands
//! that wait for the engine.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::command::{Command, CommandError};
use super::go::NoClock;
use super::work::{Event, Work};
use crate::board::Move;
use crate::engine::{Engine, EngineError, OptionError, Options, SearchEvent};
use crate::game::{Game, IllegalMove};
use crate::protocol::Outcome;
use crate::protocol::output::Output;
use crate::protocol::reader::{self, Backlog, Input, LineError};
use crate::protocol::reply::{ErrorReply, Reply, ReportReply};
use crate::search::NoMemory;

/// How many commands may wait. Further ones are not read before there is room; what
/// a host sends faster waits in its pipe and not in our memory.
const MAX_WAITING: usize = 1000;

/// Why a line was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Memory(#[from] NoMemory),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Clock(#[from] NoClock),
    #[error("illegal move {mv:?}: {reason}", mv = mv.to_string())]
    Illegal { mv: Move, reason: IllegalMove },
    #[error("nothing to undo: this is where the game started")]
    NothingToUndo,
    #[error("no search to report on yet: expected go, solve or hint before")]
    NoSearch,
    #[error("no answer: the engine has failed, which is a bug")]
    Lost,
}

/// A conversation with a host.
pub(super) struct Session<W> {
    pub(super) output: Output<W>,
    pub(super) engine: Engine,
    pub(super) game: Game,
    /// What the last search has found.
    pub(super) report: Option<ReportReply>,
    /// What the engine is busy with.
    pub(super) work: Option<Work>,
    /// The number of the last piece of work.
    pub(super) job: u64,
    /// Where the threads that work send their answers.
    pub(super) events: Sender<Event>,
    inbox: Receiver<Event>,
    backlog: Backlog,
    waiting: VecDeque<Result<Command, Refusal>>,
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
    /// The host has quit: what waits is done, but no search takes any time.
    Quit,
}

impl<W: Write> Session<W> {
    pub(super) fn new(
        input: impl Read + Send + 'static,
        output: W,
        options: Options,
        strict: bool,
    ) -> io::Result<Session<W>> {
        let (events, inbox) = channel();
        let backlog = reader::spawn(input, events.clone(), MAX_WAITING)?;
        Ok(Session {
            output: Output::new(output),
            engine: Engine::new(options),
            game: Game::default(),
            report: None,
            work: None,
            job: 0,
            events,
            inbox,
            backlog,
            waiting: VecDeque::new(),
            ending: Ending::NotYet,
            strict,
            refused: false,
        })
    }

    /// Goes on until everything is done that has to be.
    pub(super) fn run(mut self) -> io::Result<Outcome> {
        loop {
            if self.strict && self.refused {
                return Ok(Outcome::Refused);
            }
            if self.work.is_none() {
                if let Some(request) = self.waiting.pop_front() {
                    self.backlog.make_room();
                    self.serve(request)?;
                    continue;
                }
                if self.ending != Ending::NotYet {
                    return Ok(Outcome::Done);
                }
            }
            match self.inbox.recv() {
                Ok(Event::Input(Input::Line(line))) => self.hear(line)?,
                Ok(Event::Input(Input::End)) => self.end(Ending::Input)?,
                Ok(Event::Search(SearchEvent::Info(info))) => {
                    self.output.write(&Reply::Info((&info).into()))?;
                }
                Ok(Event::Search(SearchEvent::Done(report))) => self.finish((&report).into())?,
                Ok(Event::News(reply)) => self.output.write(&reply)?,
                Ok(Event::Done(outcome)) => {
                    self.work = None;
                    match outcome {
                        Ok(reply) => self.output.write(&reply)?,
                        Err(refusal) => self.refuse(&refusal)?,
                    }
                }
                Ok(Event::Lost { job }) => self.give_up(job)?,
                // Cannot be, as the session itself holds a sender.
                Err(_) => return Ok(Outcome::Done),
            }
        }
    }

    /// Takes a line from the host: does what cannot wait, and lets the rest wait for
    /// its turn.
    fn hear(&mut self, line: Result<String, LineError>) -> io::Result<()> {
        let command = match line {
            Ok(line) => Command::parse(&line).map_err(Refusal::from),
            Err(error) => Err(error.into()),
        };
        let request = match command {
            _ if self.ending == Ending::Quit => None,
            Ok(Some(Command::Stop)) => {
                self.stop()?;
                None
            }
            Ok(Some(Command::Quit)) => {
                self.end(Ending::Quit)?;
                None
            }
            Ok(Some(Command::IsReady)) if self.work.is_some() => {
                self.output.write(&Reply::ReadyOk)?;
                None
            }
            Ok(command) => command.map(Ok),
            Err(refusal) => Some(Err(refusal)),
        };
        match request {
            Some(request) => self.waiting.push_back(request),
            None => self.backlog.make_room(),
        }
        // A stop could not get through any more.
        if self.waiting.len() >= MAX_WAITING {
            self.stop_if_infinite()?;
        }
        Ok(())
    }

    /// Does what was asked for, or says why not.
    fn serve(&mut self, request: Result<Command, Refusal>) -> io::Result<()> {
        match request.and_then(|command| self.obey(command)) {
            Ok(replies) => replies.iter().try_for_each(|reply| self.output.write(reply))?,
            Err(refusal) => self.refuse(&refusal)?,
        }
        match self.ending {
            Ending::NotYet => Ok(()),
            Ending::Input => self.stop_if_infinite(),
            Ending::Quit => self.stop(),
        }
    }

    fn refuse(&mut self, refusal: &Refusal) -> io::Result<()> {
        self.refused = true;
        self.output.write(&Reply::Error(ErrorReply::new(refusal)))
    }

    /// Ends the session when what waits is done.
    fn end(&mut self, ending: Ending) -> io::Result<()> {
        if self.ending == Ending::Quit {
            return Ok(());
        }
        self.ending = ending;
        match ending {
            Ending::Quit => self.stop(),
            _ => self.stop_if_infinite(),
        }
    }

    /// Ends the work that is being done, if any. Its answer still comes.
    fn stop(&mut self) -> io::Result<()> {
        match &mut self.work {
            None => Ok(()),
            Some(Work::Search { infinite }) => {
                *infinite = false;
                self.engine.stop();
                Ok(())
            }
            Some(Work::Other(flag)) => {
                flag.set();
                Ok(())
            }
            Some(Work::Answered(report)) => {
                let report = report.clone();
                self.answer(&report)
            }
        }
    }

    fn stop_if_infinite(&mut self) -> io::Result<()> {
        match self.work {
            Some(Work::Search { infinite: true } | Work::Answered(_)) => self.stop(),
            _ => Ok(()),
        }
    }

    /// Takes the report of a search that has ended.
    fn finish(&mut self, report: ReportReply) -> io::Result<()> {
        self.report = Some(report.clone());
        if let Some(Work::Search { infinite: true }) = self.work {
            self.work = Some(Work::Answered(report));
            return Ok(());
        }
        self.answer(&report)
    }

    /// Waits no longer for the answer of `job`, whose thread is gone.
    fn give_up(&mut self, job: u64) -> io::Result<()> {
        // One that could not even begin has been refused already.
        if self.job != job || self.work.is_none() {
            return Ok(());
        }
        self.work = None;
        self.refuse(&Refusal::Lost)
    }

    /// Tells what a search has found, its last words.
    fn answer(&mut self, report: &ReportReply) -> io::Result<()> {
        self.work = None;
        for info in report.infos() {
            self.output.write(&Reply::Info(info))?;
        }
        self.output.write(&Reply::BestMove(report.best_move()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::ugi::work::Answering;

    /// The outcome and the output of a strict session that is told of the loss of
    /// `lost` while it waits for job 1.
    fn lose(lost: u64) -> (Outcome, String) {
        let mut output = Vec::new();
        let mut session =
            Session::new(&b"stop\nmoves\n"[..], &mut output, Options::default(), true).unwrap();
        session.job = 1;
        session.work = Some(Work::Search { infinite: false });
        drop(Answering::new(lost, session.events.clone()));
        if lost != 1 {
            Answering::new(1, session.events.clone()).answer(Event::Lost { job: 1 });
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
