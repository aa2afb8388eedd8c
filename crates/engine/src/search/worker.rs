//! The state of a search: [`Shared`] for all threads, and one [`Worker`] for each thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;

use super::abdada::BusyMoves;
use super::cache::{EvalCache, SolvedCache};
use super::iterations::Iteration;
use super::parameters::Parameters;
use super::stop::Stop;
use super::time::{self, MIN_NODES};
use super::tt::{Entry, Tt};
use crate::eval::{Evaluator, Prepared};
use crate::score::{Score, Selectivity, Window};
use othello::board::{Bitboard, DiscDiff, Position};

/// Maximum nodes between checks of the limits: about 50 us in the endgame, 200 us in the midgame.
/// Shallow solves do not poll.
const MAX_INTERVAL: u64 = 1024;

/// Maximum nodes between checks of the path with many threads. Many threads share small trees,
/// whose nodes are settled early. See docs/search.md, Threads.
const PATH_INTERVAL: u64 = 32;

/// Growth of the interval from one check of the limits to the next, in nodes.
const INTERVAL_STEP: u64 = 16;

/// The interval shrinks if the last check is longer ago than this. Nodes are slow while the system
/// zeroes the huge pages of a new table.
const LATE: Duration = Duration::from_millis(1);

/// The part of a search that its threads share.
pub(crate) struct Shared {
    pub(crate) tt: Arc<Tt>,
    pub(crate) evaluator: Arc<dyn Evaluator>,
    pub(crate) parameters: Parameters,
    pub(crate) has_many_threads: bool,
    /// `None` with one thread.
    pub(crate) busy: Option<BusyMoves>,
    /// Ends the search on all threads. It is the [`Stop`] of the helpers.
    pub(crate) stopped: AtomicBool,
    /// Ends the current task: one thread has finished it.
    pub(crate) task_done: AtomicBool,
    pub(crate) node_limit: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) counters: Counters,
}

/// Counters that the threads write often. They have their own cache lines, because writing a line
/// takes it from all other threads. There are two lines, because lines are fetched in pairs.
#[repr(align(128))]
pub(crate) struct Counters {
    /// Nodes of all threads, as of their last polls.
    pub(crate) nodes: AtomicU64,
    /// Time of all threads in finished tasks, in nanoseconds.
    pub(crate) thread_time: AtomicU64,
    /// The fewest empties that any thread has reached, as of its last poll.
    pub(crate) fewest_empties: AtomicU32,
}

/// Why a search returns no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// The search or its current task has ended.
    Stopped,
    /// Another thread has found the score of a node on this thread's path.
    Settled {
        /// The index of the node on the path.
        index: u8,
        score: Score,
    },
}

/// A node on the path of a thread, which another thread may settle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathNode {
    pub(crate) position: Position,
    pub(crate) hash: u64,
    pub(crate) target: Target,
    pub(crate) selectivity: Selectivity,
}

/// What the search of a node computes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    /// The score at `depth` within `window`.
    Midgame { depth: u32, window: Window },
    /// Whether the final score is above `alpha`, in discs.
    Endgame { empties: u32, alpha: i32 },
}

impl Target {
    /// The score that `entry` gives, if it is deep and certain enough.
    fn cutoff(self, entry: &Entry, selectivity: Selectivity) -> Option<Score> {
        match self {
            Target::Midgame { depth, window } => {
                entry.serves(depth, selectivity).then(|| entry.cutoff(window)).flatten()
            }
            Target::Endgame { empties, alpha } => entry
                .cutoff_discs(empties, selectivity, alpha)
                .map(|discs| DiscDiff::saturating(discs).into()),
        }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) evaluator: &'a dyn Evaluator,
    stop: &'a dyn Stop,
    /// The selectivity of the current iteration.
    pub(crate) selectivity: Selectivity,
    /// Maximum empties at which PV nodes are solved.
    pub(crate) extended_empties: u32,
    /// Whether late moves are reduced.
    pub(crate) uses_reductions: bool,
    /// Whether frontier nodes are cut by their static evaluation.
    pub(crate) uses_futility: bool,
    is_first_iteration: bool,
    pub(crate) nodes: u64,
    /// The part of `nodes` that is in the shared count.
    published: u64,
    fewest_empties: u32,
    /// The node count of the next check, of the path or of the limits.
    next_check: u64,
    /// The node count of the next check of the limits.
    next_limits: u64,
    /// Nodes between the last check of the limits and the next.
    interval: u64,
    last_limits: Instant,
    pub(super) solved_cache: SolvedCache,
    eval_cache: EvalCache,
    /// The nodes above the current node that other threads may settle.
    path: ArrayVec<PathNode, 64>,
    #[cfg(feature = "simulation")]
    clock: super::simulation::Clock,
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
            uses_reductions: false,
            uses_futility: false,
            is_first_iteration: true,
            nodes: 0,
            published: 0,
            fewest_empties: u32::MAX,
            next_check: 0,
            next_limits: 0,
            interval: 1,
            last_limits: Instant::now(),
            solved_cache: SolvedCache::default(),
            eval_cache: EvalCache::default(),
            path: ArrayVec::new(),
            #[cfg(feature = "simulation")]
            clock: Default::default(),
        }
    }

    pub(crate) fn prepare(&mut self, iteration: Iteration) {
        self.selectivity = iteration.selectivity;
        self.extended_empties = iteration.extended_empties(&self.shared.parameters);
        self.uses_reductions = iteration.uses_reductions();
        self.uses_futility = iteration.uses_futility();
        self.is_first_iteration = iteration.depth == Iteration::FIRST.depth;
    }

    /// [`Evaluator::evaluate_with_moves`], cached.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: Position, moves: Bitboard) -> Score {
        let evaluator = self.evaluator;
        self.eval_cache
            .get_or_insert_with(position, || evaluator.evaluate_with_moves(position, moves))
    }

    /// [`Evaluator::evaluate_next`], cached.
    #[inline(always)]
    pub(super) fn evaluate_next(
        &mut self,
        before: &Prepared,
        next: Position,
        replies: Bitboard,
    ) -> Score {
        let evaluator = self.evaluator;
        self.eval_cache.get_or_insert_with(next, || evaluator.evaluate_next(before, next, replies))
    }

    /// Records a visit to a position with `empties` empties.
    #[inline(always)]
    pub(crate) fn reach(&mut self, empties: u32) {
        self.fewest_empties = self.fewest_empties.min(empties);
    }

    /// Fails if the search must end, or another thread has settled a node on the path. Cheap: checks
    /// the stop signal and the clock every [`MAX_INTERVAL`] nodes at most, and at the node limit.
    #[inline(always)]
    pub(crate) fn poll(&mut self) -> Result<(), Interrupt> {
        #[cfg(feature = "simulation")]
        self.clock.advance(self.nodes);
        if self.nodes < self.next_check { Ok(()) } else { self.check() }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Interrupt> {
        if self.nodes >= self.next_limits {
            self.check_limits()?;
        } else if self.shared.task_done.load(Relaxed) {
            return Err(Interrupt::Stopped);
        }
        self.next_check = self.next_limits;
        if self.shared.busy.is_some() {
            let interval = if self.shared.has_many_threads { PATH_INTERVAL } else { MAX_INTERVAL };
            self.next_check = self.next_limits.min(self.nodes + interval);
            self.check_path()?;
        }
        Ok(())
    }

    fn check_limits(&mut self) -> Result<(), Interrupt> {
        let total = self.publish_counts();
        let shared = self.shared;
        let now = Instant::now();
        if total >= shared.node_limit
            || self.stop.is_set()
            || shared.deadline.is_some_and(|deadline| self.is_late(deadline, now, total))
        {
            shared.stopped.store(true, Relaxed);
        }
        if shared.stopped.load(Relaxed) || shared.task_done.load(Relaxed) {
            return Err(Interrupt::Stopped);
        }
        // The first nodes may be slow, and may be all that the time allows.
        let longest = if total < MIN_NODES { INTERVAL_STEP } else { MAX_INTERVAL };
        let is_late = now.duration_since(self.last_limits) > LATE;
        self.interval = if is_late && cfg!(not(feature = "simulation")) {
            (self.interval / 8).max(1)
        } else {
            (self.interval + INTERVAL_STEP).min(longest)
        };
        self.last_limits = now;
        self.next_limits = self.nodes + self.interval.min(shared.node_limit - total);
        Ok(())
    }

    fn is_late(&self, deadline: Instant, now: Instant, total: u64) -> bool {
        let over = now.checked_duration_since(deadline);
        over.is_some_and(|over| time::must_end(over, total, self.is_first_iteration))
    }

    /// Runs `task` and publishes its cost. Its first success ends the task on all threads.
    pub(super) fn perform<T>(
        &mut self,
        task: impl FnOnce(&mut Self) -> Result<T, Interrupt>,
    ) -> Result<T, Interrupt> {
        #[cfg(not(feature = "simulation"))]
        let start = Instant::now();
        #[cfg(feature = "simulation")]
        self.clock.begin();
        let result = task(self);
        self.shared.task_done.fetch_or(result.is_ok(), Relaxed);
        self.publish_counts();
        #[cfg(not(feature = "simulation"))]
        let time = start.elapsed();
        #[cfg(feature = "simulation")]
        let time = self.clock.end(self.nodes);
        self.shared.counters.thread_time.fetch_add(time.as_nanos() as u64, Relaxed);
        result
    }

    /// Adds the new nodes to the shared count and returns it. Also publishes the fewest empties.
    pub(crate) fn publish_counts(&mut self) -> u64 {
        let counters = &self.shared.counters;
        // Usually not lower, so that the line is only read.
        if self.fewest_empties < counters.fewest_empties.load(Relaxed) {
            counters.fewest_empties.fetch_min(self.fewest_empties, Relaxed);
        }
        let new_nodes = self.nodes - self.published;
        self.published = self.nodes;
        counters.nodes.fetch_add(new_nodes, Relaxed) + new_nodes
    }

    /// Fails if the table has the score of a node on the path. Of several nodes, takes the nearest
    /// to the root.
    fn check_path(&self) -> Result<(), Interrupt> {
        for (index, node) in (0..).zip(&self.path) {
            let entry = self.shared.tt.probe(node.position, node.hash);
            let score = entry.and_then(|entry| node.target.cutoff(&entry, node.selectivity));
            if let Some(score) = score {
                return Err(Interrupt::Settled { index, score });
            }
        }
        Ok(())
    }

    /// Pushes `node` on the path if it `is_split` between threads, because another thread may then
    /// settle the node. Returns the previous length of the path.
    #[inline(always)]
    pub(crate) fn enter(&mut self, node: PathNode, is_split: bool) -> usize {
        let here = self.path.len();
        if is_split && self.shared.busy.is_some() {
            self.path.push(node);
        }
        here
    }

    /// Shortens the path to its length before [`enter`](Worker::enter).
    #[inline(always)]
    pub(crate) fn leave(&mut self, here: usize) {
        self.path.truncate(here);
    }

    /// Leaves the node at `here` after an interrupt. Returns its score if another thread has
    /// settled it.
    #[cold]
    pub(crate) fn unwind(&mut self, here: usize, interrupt: Interrupt) -> Result<Score, Interrupt> {
        self.leave(here);
        match interrupt {
            Interrupt::Settled { index, score } if usize::from(index) == here => Ok(score),
            interrupt => Err(interrupt),
        }
    }
}
