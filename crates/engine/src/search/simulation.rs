//! Simulated threads, to measure the search overhead of many threads on few cores. The feature
//! `simulation` makes all searches simulate. See docs/search.md, Threads.
//!
//! The threads of a task take turns by virtual time: the thread with the least time runs until it
//! is a quantum ahead of the next thread. This makes a search deterministic. Effects of memory and
//! caches are not simulated. Only one search may run at a time.

use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Units of virtual time that a node takes. The nodes of shallow solves, which do not poll, take 1.
const POLLING_NODE: u64 = 4;

/// The time of a unit: about the time of a node of a shallow solve.
const UNIT_NANOS: u64 = 20;

const MAX_THREADS: usize = 256;

/// Signalled when the turn of a thread begins.
static TURNS: [Condvar; MAX_THREADS] = [const { Condvar::new() }; MAX_THREADS];

static SCHEDULE: LazyLock<Mutex<Schedule>> = LazyLock::new(|| {
    let quantum = std::env::var("OUTFLANK_QUANTUM").ok().and_then(|text| text.parse().ok());
    Mutex::new(Schedule { quantum: quantum.unwrap_or(32), ..Schedule::default() })
});

#[derive(Debug, Default)]
struct Schedule {
    /// In units, like all times here.
    quantum: u64,
    /// The time of each thread since the search began.
    times: Vec<u64>,
    /// The threads at work on the task.
    active: Vec<usize>,
    /// The threads that have not begun the task.
    missing: usize,
    /// The threads that have an index.
    numbered: usize,
    /// The thread whose turn it is.
    current: Option<usize>,
}

impl Schedule {
    fn lock() -> MutexGuard<'static, Schedule> {
        SCHEDULE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the turn of the active thread with the least time, once all threads are there.
    fn pass_turn(&mut self) {
        let active = self.active.iter().copied().filter(|_| self.missing == 0);
        self.current = active.min_by_key(|&thread| (self.times[thread], thread));
        self.current.inspect(|&thread| TURNS[thread].notify_one());
    }

    /// Waits for the turn of `thread`. Returns the time at which the turn ends.
    fn wait(mut schedule: MutexGuard<Schedule>, thread: usize) -> u64 {
        while schedule.current != Some(thread) {
            schedule = TURNS[thread].wait(schedule).unwrap_or_else(PoisonError::into_inner);
        }
        let others = schedule.active.iter().filter(|&&other| other != thread);
        let next = others.map(|&other| schedule.times[other]).min();
        next.map_or(u64::MAX, |next| next + schedule.quantum)
    }
}

/// Begins a search with a number of `threads`.
pub(super) fn begin(threads: usize) {
    let mut schedule = Schedule::lock();
    let quantum = schedule.quantum;
    *schedule =
        Schedule { quantum, times: vec![0; threads], missing: threads, ..Schedule::default() };
}

/// The time since the search began.
pub(super) fn elapsed() -> Duration {
    duration(Schedule::lock().times.iter().copied().max().unwrap_or(0))
}

const fn duration(time: u64) -> Duration {
    Duration::from_nanos(UNIT_NANOS * time)
}

/// The virtual clock of a thread.
#[derive(Debug, Default)]
pub(super) struct Clock {
    thread: Option<usize>,
    /// The time since the search began.
    time: u64,
    /// The nodes included in `time`.
    nodes: u64,
    /// The start of the task.
    start: u64,
    /// The end of the turn.
    until: u64,
}

impl Clock {
    /// Begins a task. All threads begin at the time at which the last thread ended the previous task.
    pub(super) fn begin(&mut self) {
        let mut schedule = Schedule::lock();
        // Threads without an index are interchangeable.
        let thread = *self.thread.get_or_insert_with(|| {
            schedule.numbered += 1;
            schedule.numbered - 1
        });
        self.time = schedule.times[thread];
        self.start = self.time;
        schedule.active.push(thread);
        schedule.missing -= 1;
        schedule.pass_turn();
        self.until = Schedule::wait(schedule, thread);
    }

    /// Counts a node that polls, and the nodes since the last poll. Waits for the next turn if this
    /// turn is over.
    #[inline(always)]
    pub(super) fn advance(&mut self, nodes: u64) {
        self.time += nodes - self.nodes + POLLING_NODE - 1;
        self.nodes = nodes;
        if self.time >= self.until {
            self.end_turn();
        }
    }

    #[cold]
    fn end_turn(&mut self) {
        let thread = self.thread.expect("nodes are searched in tasks");
        let mut schedule = Schedule::lock();
        schedule.times[thread] = self.time;
        schedule.pass_turn();
        self.until = Schedule::wait(schedule, thread);
    }

    /// Ends the task and returns the time that it took.
    pub(super) fn end(&mut self, nodes: u64) -> Duration {
        self.time += nodes - self.nodes;
        self.nodes = nodes;
        let thread = self.thread.expect("the task has begun");
        let mut schedule = Schedule::lock();
        schedule.times[thread] = self.time;
        schedule.active.retain(|&other| other != thread);
        if schedule.active.is_empty() {
            let end = schedule.times.iter().copied().max().unwrap_or(0);
            schedule.times.fill(end);
            schedule.missing = schedule.times.len();
        }
        schedule.pass_turn();
        duration(self.time - self.start)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Limits, Never, Parameters, Search, SearchReport, ThreadPool, Tt};
    use crate::eval::Classic;
    use othello::board::Position;

    #[test]
    fn a_simulated_search_is_deterministic_and_takes_less_time_with_more_threads() {
        let search = |threads| -> SearchReport {
            let search = Search {
                position: Position::START,
                limits: Limits { depth: Some(9), ..Limits::default() },
                tt: Arc::new(Tt::new(1).unwrap()),
                evaluator: Arc::new(Classic),
                parameters: Parameters::DEFAULT,
                threads: Arc::new(ThreadPool::new(threads)),
            };
            search.run(&Never, &mut |_| ())
        };
        let (alone, four, again) = (search(1), search(4), search(4));
        assert_eq!(four.lines, again.lines);
        assert_eq!(four.usage, again.usage);
        assert!(four.usage.time < alone.usage.time, "{four:?} {alone:?}");
        assert_eq!(alone.usage.time, alone.usage.thread_time);
    }
}
