//! What keeps the engine busy while the session goes on listening: searches and
//! counts, in threads of their own, and the [`Event`]s by which they answer.

use std::sync::mpsc::Sender;

use crate::engine::SearchEvent;
use crate::protocol::reader::Input;
use crate::protocol::reply::ReportReply;

/// What can happen to a session.
#[derive(Debug)]
pub(super) enum Event {
    /// Something came from the host.
    Input(Input),
    /// The search has something to tell.
    Search(SearchEvent),
    /// A thread has ended without an answer.
    Lost {
        /// Its number.
        job: u64,
    },
}

impl From<Input> for Event {
    fn from(input: Input) -> Event {
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
    /// Nothing more, but the answer of an infinite search waits for its stop.
    Answered(ReportReply),
}

/// The way by which a thread answers. If it ends without, that is told too, so that
/// no session waits for ever.
pub(super) struct Answering {
    job: u64,
    events: Sender<Event>,
    answered: bool,
}

impl Answering {
    pub(super) fn new(job: u64, events: Sender<Event>) -> Answering {
        Answering { job, events, answered: false }
    }

    /// Sends news.
    pub(super) fn tell(&self, event: Event) {
        // A session that has ended needs no answer.
        let _ = self.events.send(event);
    }

    /// Sends the answer.
    pub(super) fn answer(&mut self, event: Event) {
        self.answered = true;
        self.tell(event);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if !self.answered {
            self.tell(Event::Lost { job: self.job });
        }
    }
}
