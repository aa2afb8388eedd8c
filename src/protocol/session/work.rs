//! What keeps the engine busy while the session goes on listening: searches, and
//! other work in threads of their own, and the [`Event`]s by which they answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use crate::engine::SearchEvent;
use crate::protocol::reader::Input;
use crate::search::SearchReport;

/// What can happen to a session whose replies are `R`.
#[derive(Debug)]
pub(in crate::protocol) enum Event<R> {
    /// Something came from the host.
    Input(Input),
    /// The search has something to tell.
    Search(SearchEvent),
    /// Other work has something to tell.
    News(R),
    /// Other work has ended.
    Done(R),
    /// A thread has ended without an answer.
    Lost {
        /// Its number.
        job: u64,
    },
}

impl<R> From<Input> for Event<R> {
    fn from(input: Input) -> Event<R> {
        Event::Input(input)
    }
}

/// What the engine is busy with.
#[derive(Debug)]
pub(super) enum Work {
    /// A search, whose answer has to wait for a stop if `infinite`.
    Search {
        /// Whether only a stop may end it.
        infinite: bool,
    },
    /// Anything else.
    Other(StopFlag),
    /// Nothing more, but the answer of an infinite search waits for its stop.
    Answered(SearchReport),
}

/// The way by which a thread answers. If it ends without, that is told too, so that
/// no session waits for ever.
pub(in crate::protocol) struct Answering<R> {
    job: u64,
    events: Sender<Event<R>>,
    answered: bool,
}

impl<R> Answering<R> {
    pub(super) fn new(job: u64, events: Sender<Event<R>>) -> Answering<R> {
        Answering { job, events, answered: false }
    }

    /// Sends news.
    pub(in crate::protocol) fn tell(&self, event: Event<R>) {
        // A session that has ended needs no answer.
        let _ = self.events.send(event);
    }

    /// Sends the answer.
    pub(super) fn answer(&mut self, event: Event<R>) {
        self.answered = true;
        self.tell(event);
    }
}

impl<R> Drop for Answering<R> {
    fn drop(&mut self) {
        if !self.answered {
            self.tell(Event::Lost { job: self.job });
        }
    }
}

/// Ends other work when it is set, at the latest when it is dropped.
#[derive(Debug)]
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag, and the other end of it.
    pub(super) fn new() -> (StopFlag, Arc<AtomicBool>) {
        let flag = Arc::new(AtomicBool::new(false));
        (StopFlag(Arc::clone(&flag)), flag)
    }

    pub(super) fn set(&self) {
        self.0.store(true, Relaxed);
    }
}

impl Drop for StopFlag {
    fn drop(&mut self) {
        self.set();
    }
}
