//! [`Desk`]: the engine and the one piece of work that it is busy with.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::thread;

use super::SessionError;
use super::work::{Answering, Event, StopFlag, Work};
use crate::board::Position;
use crate::engine::{Analysis, Effort, Engine, EngineError, Options, SearchEvent};
use crate::game::Game;
use crate::search::{Limits, SearchReport};

/// The engine and what it is busy with: one piece of work at a time, which answers
/// with events.
pub(in crate::protocol) struct Desk<R> {
    /// The engine.
    pub(in crate::protocol) engine: Engine,
    work: Option<Work>,
    /// The search that the present one prepares.
    promised: Option<Promised>,
    /// The number of the last piece of work.
    job: u64,
    /// Whether the last piece of work was told to end.
    stopped: bool,
    /// Whether the session is to end.
    closed: bool,
    /// Where the threads that work send their answers.
    events: Sender<Event<R>>,
}

/// A search for which the opponent's time is used, as long as the opponent may still
/// make the move that leads to its position.
struct Promised {
    position: Position,
    limits: Limits,
    infinite: bool,
    /// Whether the opponent has made that move.
    is_due: bool,
}

impl<R: Send + 'static> Desk<R> {
    pub(super) fn new(options: Options, events: Sender<Event<R>>) -> Desk<R> {
        Desk {
            engine: Engine::new(options),
            work: None,
            promised: None,
            job: 0,
            stopped: false,
            closed: false,
            events,
        }
    }

    /// Sets an option; a new table that cannot be had is refused with it.
    ///
    /// # Errors
    /// If it is refused; the option keeps its value.
    pub(in crate::protocol) fn set_option(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<(), SessionError> {
        let mut options = self.engine.options().clone();
        options.set(name, value)?;
        Ok(self.engine.adopt(options).map_err(EngineError::from)?)
    }

    /// Lets the first search begin at once. If there is no memory for it, that is told when it
    /// is needed.
    pub(in crate::protocol) fn prepare(&mut self) {
        let _ = self.engine.prepare();
    }

    /// The analysis of `game`, which is still to be done.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub(in crate::protocol) fn analysis(
        &mut self,
        game: &Game,
        effort: Effort,
    ) -> Result<Analysis, SessionError> {
        let analysis = self.engine.analysis(game, effort);
        analysis.map_err(|no_memory| EngineError::from(no_memory).into())
    }

    /// Begins a search, whose answer waits for a stop if it is `infinite`.
    ///
    /// # Errors
    /// If the memory or the thread cannot be had; then there is no work.
    pub(in crate::protocol) fn search(
        &mut self,
        position: Position,
        limits: Limits,
        infinite: bool,
    ) -> Result<(), SessionError> {
        let mut answering = self.begin();
        self.engine.go(position, limits, move |event| match event {
            SearchEvent::Info(_) => answering.tell(Event::Search(event)),
            SearchEvent::Done(_) => answering.answer(Event::Search(event)),
        })?;
        self.work = Some(Work::Search { infinite });
        Ok(())
    }

    /// Begins to ponder: searches without limits until a stop, or until
    /// [`Desk::ponder_hit`] lets the search begin that is asked for here. That one finds
    /// in the table what pondering has put there, and so gets within moments to where
    /// that was.
    ///
    /// # Errors
    /// As [`Desk::search`].
    pub(in crate::protocol) fn ponder(
        &mut self,
        position: Position,
        limits: Limits,
        infinite: bool,
    ) -> Result<(), SessionError> {
        let Limits { goal, selectivity, end_selectivity, multi_pv, .. } = limits;
        let endless = Limits { goal, selectivity, end_selectivity, multi_pv, ..Limits::default() };
        self.search(position, endless, true)?;
        self.promised = Some(Promised { position, limits, infinite, is_due: false });
        Ok(())
    }

    /// Ends pondering for the sake of the search that it prepared: the opponent has made
    /// the expected move. Whether there was any.
    pub(in crate::protocol) fn ponder_hit(&mut self) -> bool {
        let Some(promised) = self.promised.as_mut().filter(|promised| !promised.is_due) else {
            return false;
        };
        promised.is_due = true;
        self.engine.stop();
        if let Some(Work::Answered(report)) = self.work.take() {
            // It has ended by itself.
            let _ = self.events.send(Event::Search(SearchEvent::Done(report)));
        }
        self.work = Some(Work::Search { infinite: false });
        true
    }

    /// Begins `work`, which is no search, in a thread called `name`. It has to end
    /// when the flag that it gets is set.
    ///
    /// # Errors
    /// If the thread cannot be had; then there is no work.
    pub(in crate::protocol) fn begin_other(
        &mut self,
        name: &str,
        work: impl FnOnce(&AtomicBool, &Answering<R>) -> R + Send + 'static,
    ) -> Result<(), SessionError> {
        let (flag, stop) = StopFlag::new();
        let mut answering = self.begin();
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                let reply = work(&stop, &answering);
                answering.answer(Event::Done(reply));
            })
            .map_err(|error| EngineError::NoThread(error.to_string()))?;
        self.work = Some(Work::Other(flag));
        Ok(())
    }

    /// A way to answer for the work that is begun.
    fn begin(&mut self) -> Answering<R> {
        self.promised = None;
        self.job += 1;
        self.stopped = false;
        Answering::new(self.job, self.events.clone())
    }

    /// Whether the engine has work.
    pub(in crate::protocol) fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Whether the last piece of work was told to end, which it may not have done yet.
    pub(in crate::protocol) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Ends the session as soon as what is being said is said.
    pub(in crate::protocol) fn close(&mut self) {
        self.closed = true;
    }

    /// Whether the session is to end.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Tells the work to end, if there is any. What it returns is an answer that has
    /// waited for this; otherwise the answer still comes.
    pub(super) fn stop(&mut self) -> Option<SearchReport> {
        self.promised = None;
        self.stopped = true;
        match &mut self.work {
            None => {}
            Some(Work::Search { infinite }) => {
                *infinite = false;
                self.engine.stop();
            }
            Some(Work::Other(flag)) => flag.set(),
            Some(Work::Answered(_)) => {
                if let Some(Work::Answered(report)) = self.work.take() {
                    return Some(report);
                }
            }
        }
        None
    }

    /// The same as [`Desk::stop`] if the work would not end by itself.
    pub(super) fn stop_if_infinite(&mut self) -> Option<SearchReport> {
        match self.work {
            Some(Work::Search { infinite: true } | Work::Answered(_)) => self.stop(),
            _ => None,
        }
    }

    /// Takes the answer of a search that has ended, and gives it back unless it has to
    /// wait for a stop, or was pondering for a search that now begins.
    pub(super) fn finish(&mut self, report: SearchReport) -> Option<SearchReport> {
        if let Some(due) = self.promised.take_if(|promised| promised.is_due)
            && self.search(due.position, due.limits, due.infinite).is_ok()
        {
            return None;
        }
        if let Some(Work::Search { infinite: true }) = self.work {
            self.work = Some(Work::Answered(report));
            return None;
        }
        self.work = None;
        Some(report)
    }

    /// Takes it that other work has ended.
    pub(super) fn clear(&mut self) {
        self.work = None;
    }

    /// Waits no longer for the answer of `job`, whose thread is gone. Whether it was
    /// waited for: one that could not even begin has been refused already.
    pub(super) fn give_up(&mut self, job: u64) -> bool {
        self.promised = None;
        self.job == job && self.work.take().is_some()
    }
}

#[cfg(test)]
impl<R> Desk<R> {
    /// Waits for an answer of job 1 that no search will give; returns the way to give one.
    pub(super) fn pretend_to_search(&mut self) -> Sender<Event<R>> {
        self.job = 1;
        self.work = Some(Work::Search { infinite: false });
        self.events.clone()
    }
}
