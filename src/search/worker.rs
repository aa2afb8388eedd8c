//! The state of a search: [`Shared`] by all its threads, and one [`Worker`] each.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::parameters::Parameters;
use super::team::{BusyMoves, Path, PathNode, Settled};
use super::tt::Tt;
use crate::eval::Evaluator;
use crate::score::Selectivity;

/// The most nodes between two looks at the stop flag and the clock: some 50
/// microseconds, as a rule.
const LONGEST_INTERVAL: u64 = 1024;

/// By how many nodes the interval grows from one look to the next.
const INTERVAL_STEP: u64 = 16;

/// When the last look is longer ago than this, the next ones come sooner: nodes are
/// slow while the system still zeroes the huge pages of a new table (2 GiB: up to
/// 0.6 s for 1024 nodes, which a stop had to wait for).
const LATE: Duration = Duration::from_millis(1);

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a Tt,
    pub(crate) evaluator: &'a dyn Evaluator,
    pub(crate) parameters: &'a Parameters,
    /// Set from outside to end the search.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) threads: usize,
    /// Which moves are being searched; `None` with one thread.
    pub(crate) busy: Option<BusyMoves>,
    /// Set when one thread has the answer for all.
    pub(crate) cancel: AtomicBool,
    /// Nodes of all threads, as far as they have published.
    pub(crate) nodes: AtomicU64,
    /// The fewest empties that any thread has reached, as far as they have published.
    pub(crate) fewest_empties: AtomicU32,
    pub(crate) node_limit: u64,
    pub(crate) deadline: Option<Instant>,
}

impl Shared<'_> {
    /// Whether the search has to end, by time or from outside.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The search has to end, or at least what was being looked at: its value is not
/// known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// How sure the present search has to be.
    pub(crate) selectivity: Selectivity,
    /// Positions of the principal variation with so many empties or fewer are solved.
    pub(crate) verified_empties: u32,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// How many of them `shared` knows of.
    published: u64,
    /// The fewest empties of a position visited.
    fewest_empties: u32,
    /// The count at which to poll next.
    next_poll: u64,
    /// Nodes between the last poll and the next one.
    poll_interval: u64,
    last_poll: Instant,
    /// The nodes of the solver above this one that other threads may settle.
    path: Path,
    /// The node to go back to, when the last [`Stopped`] meant no more than that.
    settled: Option<Settled>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Worker<'a> {
        Worker {
            shared,
            selectivity: Selectivity::Full,
            verified_empties: 0,
            nodes: 0,
            published: 0,
            fewest_empties: u32::MAX,
            next_poll: 0,
            poll_interval: 1,
            last_poll: Instant::now(),
            path: Path::new(),
            settled: None,
        }
    }

    /// Takes note that a position with `empties` empties is visited.
    #[inline(always)]
    pub(crate) fn reach(&mut self, empties: u32) {
        self.fewest_empties = self.fewest_empties.min(empties);
    }

    /// Fails when the search has to end. Cheap: looks around only now and then, and
    /// exactly when the node limit is reached.
    #[inline(always)]
    pub(crate) fn poll(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_poll { Ok(()) } else { self.check_limits() }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        let total = self.publish_counts();
        let shared = self.shared;
        let now = Instant::now();
        if total >= shared.node_limit
            || shared.stop.load(Relaxed)
            || shared.cancel.load(Relaxed)
            || shared.deadline.is_some_and(|deadline| now >= deadline)
        {
            return Err(Stopped);
        }
        self.poll_interval = if now.duration_since(self.last_poll) > LATE {
            (self.poll_interval / 8).max(1)
        } else {
            (self.poll_interval + INTERVAL_STEP).min(LONGEST_INTERVAL)
        };
        self.last_poll = now;
        self.next_poll = self.nodes + self.poll_interval.min(shared.node_limit - total);
        self.settled = self.settled_node();
        if self.settled.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// Adds the nodes visited since the last time to the shared count, and returns
    /// that; tells how deep they were, too.
    pub(crate) fn publish_counts(&mut self) -> u64 {
        self.shared.fewest_empties.fetch_min(self.fewest_empties, Relaxed);
        let news = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// The node nearest to the root among those on the path that the table knows to
    /// be settled.
    fn settled_node(&self) -> Option<Settled> {
        self.path.iter().enumerate().find_map(|(index, node)| {
            let entry = self.shared.tt.probe(node.position, node.hash)?;
            let score = entry.cutoff_discs(node.empties, self.selectivity, node.alpha)?;
            Some(Settled { index, score })
        })
    }

    /// Begins to work below `node`, which other threads may settle meanwhile.
    pub(crate) fn enter(&mut self, node: PathNode) {
        self.path.push(node);
    }

    /// Ends the work below the node entered last; its score, in discs, if another
    /// thread settled it and that is why the work ended.
    pub(crate) fn leave(&mut self) -> Option<i32> {
        self.path.pop();
        let settled = self.settled.filter(|settled| settled.index == self.path.len())?;
        self.settled = None;
        Some(settled.score)
    }
}
