//! The state of a search: what its threads share, and one [`Worker`] for each thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;

use super::abdada::BusyMoves;
use super::endgame::Cache;
use super::iterations::Iteration;
use super::ordering::{Candidate, Candidates, MAX_MOVES};
use super::parameters::Parameters;
use super::stop::Stop;
use super::time::{self, MIN_NODES};
use super::tt::{Entry, Tt};
use super::values::Values;
use crate::eval::Evaluator;
use crate::score::{Score, Selectivity, Window};
use othello::board::{DiscDiff, Position};

/// The most nodes between two checks of the stop flag and the clock, but for those of a position
/// that is solved without interruption: some 50 microseconds in the solver, 200 in the middle game.
const MAX_INTERVAL: u64 = 1024;

/// By how many nodes the interval grows from one check to the next.
const INTERVAL_STEP: u64 = 16;

/// When the last check is longer ago than this, the next ones come sooner: nodes are slow
/// while the system still zeroes the huge pages of a new table (2 GiB: up to 0.6 s for 1024
/// nodes, which a stop had to wait for).
const LATE: Duration = Duration::from_millis(1);

/// What all threads of a search share.
pub(crate) struct Shared {
    pub(crate) tt: Arc<Tt>,
    pub(crate) evaluator: Arc<dyn Evaluator>,
    pub(crate) parameters: Parameters,
    /// Which moves are being searched; `None` with one thread.
    pub(crate) busy: Option<BusyMoves>,
    /// Set when the search has to end, for the threads that do not see the flag outside.
    pub(crate) ended: AtomicBool,
    /// Set when one thread has finished the task that all are at.
    pub(crate) cancel: AtomicBool,
    /// Nodes of all threads, as far as published.
    pub(crate) nodes: AtomicU64,
    /// The fewest empties that any thread has reached, as far as published.
    pub(crate) fewest_empties: AtomicU32,
    pub(crate) node_limit: u64,
    pub(crate) deadline: Option<Instant>,
}

/// Why a search was left without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// The search has to end, or another thread has finished the task.
    Ended,
    /// Another thread has found the score of a node above this one.
    Settled {
        /// The index of the node on the path of this thread.
        index: u8,
        score: Score,
    },
}

/// A node that a thread is working below.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathNode {
    pub(crate) position: Position,
    pub(crate) hash: u64,
    pub(crate) sought: Sought,
    /// How sure the search of it has to be.
    pub(crate) selectivity: Selectivity,
}

/// What is sought of a node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sought {
    /// The value of a search to `depth`, within `window`.
    Value { depth: u32, window: Window },
    /// Whether the final score with `empties` empties is above `alpha`, in discs.
    FinalScore { empties: u32, alpha: i32 },
}

impl Sought {
    /// The answer, if `entry` has one.
    fn find(self, entry: &Entry, selectivity: Selectivity) -> Option<Score> {
        match self {
            Sought::Value { depth, window } => {
                entry.serves(depth, selectivity).then(|| entry.cutoff(window)).flatten()
            }
            Sought::FinalScore { empties, alpha } => entry
                .cutoff_discs(empties, selectivity, alpha)
                .map(|discs| DiscDiff::saturating(discs).into()),
        }
    }
}

/// What came of the work below a node.
pub(crate) enum Below<T> {
    /// The result of this thread.
    Searched(T),
    /// Another thread was faster.
    Settled(Score),
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) evaluator: &'a dyn Evaluator,
    /// Ends the search when set.
    stop: &'a dyn Stop,
    /// How sure the present search has to be.
    pub(crate) selectivity: Selectivity,
    /// Positions of the principal variation with so many empties or fewer are searched to
    /// the end.
    pub(crate) extended_empties: u32,
    /// Whether late moves are searched to a lesser depth first.
    pub(crate) reduces: bool,
    /// Whether nodes with depth 1 are cut by their static evaluation.
    pub(crate) cuts_last_ply: bool,
    /// Whether the search looks a single ply ahead.
    is_first_iteration: bool,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// How many of them are in the shared count.
    published: u64,
    /// The fewest empties of a position visited.
    fewest_empties: u32,
    /// The node count of the next check.
    next_poll: u64,
    /// Nodes between the last check and the next one.
    poll_interval: u64,
    last_poll: Instant,
    /// Solved positions with few empties.
    pub(super) cache: Cache,
    /// Values of `evaluator`.
    pub(super) values: Values,
    /// The nodes above this one that other threads may settle.
    path: ArrayVec<PathNode, 64>,
}

impl<'a> Worker<'a> {
    /// A thread that ends its search when `stop` is set.
    pub(crate) fn new(shared: &'a Shared, stop: &'a dyn Stop) -> Worker<'a> {
        Worker {
            shared,
            evaluator: &*shared.evaluator,
            stop,
            selectivity: Selectivity::Full,
            extended_empties: 0,
            reduces: false,
            cuts_last_ply: false,
            is_first_iteration: true,
            nodes: 0,
            published: 0,
            fewest_empties: u32::MAX,
            next_poll: 0,
            poll_interval: 1,
            last_poll: Instant::now(),
            cache: Cache::default(),
            values: Values::default(),
            path: ArrayVec::new(),
        }
    }

    /// Gets ready for `iteration`.
    pub(crate) fn prepare(&mut self, iteration: Iteration) {
        self.selectivity = iteration.selectivity;
        self.extended_empties = iteration.extended_empties(&self.shared.parameters);
        self.reduces = iteration.reduces();
        self.cuts_last_ply = iteration.cuts_last_ply();
        self.is_first_iteration = iteration.depth == Iteration::FIRST.depth;
    }

    /// Records that a position with `empties` empties is visited.
    #[inline(always)]
    pub(crate) fn reach(&mut self, empties: u32) {
        self.fewest_empties = self.fewest_empties.min(empties);
    }

    /// Fails when the search has to end. Cheap: the flag and the clock are checked only now
    /// and then, and when the node limit is reached.
    #[inline(always)]
    pub(crate) fn poll(&mut self) -> Result<(), Interrupt> {
        if self.nodes < self.next_poll { Ok(()) } else { self.check_limits() }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Interrupt> {
        let total = self.publish_counts();
        let shared = self.shared;
        let now = Instant::now();
        if total >= shared.node_limit
            || self.stop.is_set()
            || shared.deadline.is_some_and(|deadline| self.is_late(deadline, now, total))
        {
            shared.ended.store(true, Relaxed);
        }
        if shared.ended.load(Relaxed) || shared.cancel.load(Relaxed) {
            return Err(Interrupt::Ended);
        }
        // The first nodes may be slow, or the whole of a search that has little time.
        let longest = if total < MIN_NODES { INTERVAL_STEP } else { MAX_INTERVAL };
        self.poll_interval = if now.duration_since(self.last_poll) > LATE {
            (self.poll_interval / 8).max(1)
        } else {
            (self.poll_interval + INTERVAL_STEP).min(longest)
        };
        self.last_poll = now;
        self.next_poll = self.nodes + self.poll_interval.min(shared.node_limit - total);
        self.check_path()
    }

    fn is_late(&self, deadline: Instant, now: Instant, total: u64) -> bool {
        let over = now.checked_duration_since(deadline);
        over.is_some_and(|over| time::must_end(over, total, self.is_first_iteration))
    }

    /// Adds the nodes visited since the last time to the shared count, which is returned, and
    /// shares how deep they were.
    pub(crate) fn publish_counts(&mut self) -> u64 {
        self.shared.fewest_empties.fetch_min(self.fewest_empties, Relaxed);
        let news = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// Fails if the table has the score of a node on the path: of the one nearest to the root.
    fn check_path(&self) -> Result<(), Interrupt> {
        for (index, node) in (0..).zip(&self.path) {
            let entry = self.shared.tt.probe(node.position, node.hash);
            let score = entry.and_then(|entry| node.sought.find(&entry, node.selectivity));
            if let Some(score) = score {
                return Err(Interrupt::Settled { index, score });
            }
        }
        Ok(())
    }

    /// Does `search`, the work below `node`. Where threads `share` it, that ends when another
    /// one has the score of the node.
    #[inline(always)]
    pub(crate) fn search_below<T>(
        &mut self,
        node: PathNode,
        share: bool,
        search: impl FnOnce(&mut Self) -> Result<T, Interrupt>,
    ) -> Result<Below<T>, Interrupt> {
        if !share || self.shared.busy.is_none() {
            return search(self).map(Below::Searched);
        }
        let here = self.path.len() as u8;
        self.path.push(node);
        let outcome = search(self);
        self.path.pop();
        match outcome {
            Err(Interrupt::Settled { index, score }) if index == here => Ok(Below::Settled(score)),
            outcome => outcome.map(Below::Searched),
        }
    }

    /// Hands `candidates` to `search` one after the other until that returns `true`, for a
    /// cutoff. With `split`, moves that other threads are searching come last; the first is
    /// searched by all of them unless `is_first_done` says that there was one before.
    #[inline(always)]
    pub(crate) fn search_candidates(
        &mut self,
        candidates: &mut Candidates,
        split: bool,
        is_first_done: bool,
        mut search: impl FnMut(&mut Self, Candidate) -> Result<bool, Interrupt>,
    ) -> Result<(), Interrupt> {
        if let Some(busy) = self.shared.busy.as_ref().filter(|_| split) {
            return self.share_candidates(candidates, is_first_done, busy, &mut search);
        }
        for candidate in candidates {
            if search(self, candidate)? {
                break;
            }
        }
        Ok(())
    }

    /// The same where several threads share the moves of a node. The first move is searched by
    /// all of them, as its score is needed for the others (Young Brothers Wait: Feldmann
    /// 1993).
    #[inline(never)]
    fn share_candidates(
        &mut self,
        candidates: &mut Candidates,
        is_first_done: bool,
        busy: &BusyMoves,
        search: &mut dyn FnMut(&mut Self, Candidate) -> Result<bool, Interrupt>,
    ) -> Result<(), Interrupt> {
        if !is_first_done
            && let Some(first) = candidates.next()
            && search(self, first)?
        {
            return Ok(());
        }
        let mut deferred = ArrayVec::<Candidate, MAX_MOVES>::new();
        for candidate in candidates {
            let hash = candidate.next.hash64();
            if !busy.enter(hash) {
                deferred.push(candidate);
                continue;
            }
            let is_cutoff = search(self, candidate);
            busy.leave(hash);
            if is_cutoff? {
                return Ok(());
            }
        }
        for candidate in deferred {
            if search(self, candidate)? {
                break;
            }
        }
        Ok(())
    }
}
