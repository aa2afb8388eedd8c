//! What keeps the engine busy while the session goes on listening: searches, counts
//! and the bench, in threads of their own, and the [`Event`]s by which they answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::command::PerftArguments;
use super::session::Refusal;
use crate::board::Position;
use crate::board::perft::Perft;
use crate::engine::SearchEvent;
use crate::protocol::reader::Input;
use crate::protocol::reply::{DivideReply, PerftReply, Reply, ReportReply};

/// What can happen to a session.
#[derive(Debug)]
pub(super) enum Event {
    /// Something came from the host.
    Input(Input),
    /// The search has something to tell.
    Search(SearchEvent),
    /// Other work has something to tell.
    News(Reply),
    /// Other work has ended.
    Done(Result<Reply, Refusal>),
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
    /// A count or the bench.
    Other(StopFlag),
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

/// Ends a count or the bench when it is set, at the latest when it is dropped.
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

/// Counts from `position` what `arguments` ask for, with a `perft` that has their rule.
pub fn count_perft(
    perft: &Perft,
    position: Position,
    arguments: PerftArguments,
    stop: &AtomicBool,
) -> PerftReply {
    let start = Instant::now();
    let PerftArguments { depth, divide, rule } = arguments;
    if !divide || depth == 0 || position.is_over() {
        let nodes = perft.count(position, depth, stop);
        return PerftReply::new(depth, rule, nodes, start.elapsed());
    }
    let shares: Vec<DivideReply> = perft
        .divide(position, depth, stop)
        .map(|(first, nodes)| DivideReply { first, nodes })
        .collect();
    let nodes = shares.iter().map(|share| share.nodes).sum();
    let nodes = (!stop.load(Relaxed)).then_some(nodes);
    PerftReply { divide: Some(shares), ..PerftReply::new(depth, rule, nodes, start.elapsed()) }
}
