//! The threads of a search: a [`ThreadPool`] that outlives searches, and the
//! [`SearchThreads`] of one.
//!
//! All threads run the same search over the same table (`abdada` says how they share the
//! work). The thread that runs a search is one of them; the others are helpers.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::iterations::Iteration;
use super::stop::Stop;
use super::time::USUAL_SPEED;
use super::worker::{Interrupt, Shared, Worker};
use crate::memory;
use crate::score::Selectivity;

/// Memory in bytes that a helper takes at most when it searches, for its tables.
const TABLES: usize = 1 << 20;

/// The time of a search that tells how fast searches are.
const LONG_ENOUGH: Duration = Duration::from_millis(20);

/// How long a thread of a search waits awake before it sleeps. To wake it takes some 40
/// microseconds: two threads solve 15 positions with 14 empties in 0.6 ms each, 1.5 ms where they
/// sleep at once, and take 50 positions to depth 12 in 0.069 s, 0.086 s where they do (AMD Zen 4).
const SPIN_TIME: Duration = Duration::from_micros(100);

/// Threads for searches, to be kept from one search to the next. They are started when a
/// search needs them; with one thread none is, as a search uses the thread that runs it. After a
/// fork, the child starts its own; there must be no search at the fork.
#[derive(Debug)]
pub struct ThreadPool {
    threads: usize,
    idle: Mutex<Idle>,
    /// Nodes a second of the last search that was long enough to tell; 0 before it.
    speed: AtomicU64,
}

/// The helpers that are not at a search.
#[derive(Debug)]
struct Idle {
    /// The process whose threads they are.
    process: u32,
    helpers: Vec<Helper>,
    /// Set when the system has refused to start a thread; no more are started then, until all are
    /// there.
    shortage: Option<ThreadShortage>,
}

/// Not all threads that were asked for could be started. Searches go on with fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadShortage {
    /// How many were asked for.
    pub asked: usize,
    /// How many there are.
    pub started: usize,
}

impl fmt::Display for ThreadShortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThreadShortage { asked, started } = self;
        write!(f, "{started} of {asked} search threads could be started")
    }
}

/// A thread that waits for searches.
#[derive(Debug)]
struct Helper {
    /// It ends when this is dropped.
    searches: Sender<Assignment>,
    thread: JoinHandle<()>,
}

/// A search, to a helper: the tasks of it until their sender is dropped.
struct Assignment {
    shared: Arc<Shared>,
    tasks: Receiver<Task>,
    /// Dropped after all else.
    released: Sender<()>,
}

/// Something that all threads of a search do.
type Task = Arc<dyn Fn(&mut Worker) + Send + Sync>;

impl ThreadPool {
    /// A pool for searches with so many threads, at least one; none is started yet.
    #[must_use]
    pub fn new(threads: usize) -> ThreadPool {
        let idle = Mutex::new(Idle::new());
        ThreadPool { threads: threads.max(1), idle, speed: AtomicU64::new(0) }
    }

    /// How many threads a search has, as far as the system starts them.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Takes the time of a search in the middle game that has visited so many `nodes`.
    pub(super) fn record_speed(&self, nodes: u64, elapsed: Duration) {
        if elapsed >= LONG_ENOUGH {
            self.speed.store((nodes as f64 / elapsed.as_secs_f64()) as u64, Relaxed);
        }
    }

    /// How many nodes a second all threads together visit in the middle game, as far as known.
    pub(super) fn speed(&self) -> u64 {
        match self.speed.load(Relaxed) {
            0 => USUAL_SPEED * self.threads as u64,
            speed => speed,
        }
    }

    /// What is missing if the system has refused threads.
    pub(super) fn shortage(&self) -> Option<ThreadShortage> {
        if self.threads == 1 { None } else { self.idle().shortage }
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.process != this_process() {
            // A fork copies no threads: nobody is there to be told or waited for.
            std::mem::forget(std::mem::replace(&mut *idle, Idle::new()));
        }
        idle
    }

    /// The helpers for a search, started where they are not there yet.
    fn take(&self, start: impl Fn() -> std::io::Result<Helper>) -> Vec<Helper> {
        if self.threads == 1 {
            return Vec::new();
        }
        let mut idle = self.idle();
        let mut helpers = std::mem::take(&mut idle.helpers);
        if helpers.len() + 1 >= self.threads || idle.shortage.is_some() {
            return helpers;
        }
        while helpers.len() + 1 < self.threads {
            let started = helpers.len() + 1;
            let has_room = memory::can_reserve(memory::THREAD_ROOM + started * TABLES);
            let Some(helper) = has_room.then(&start).and_then(Result::ok) else {
                idle.shortage = Some(ThreadShortage { asked: self.threads, started });
                break;
            };
            helpers.push(helper);
        }
        helpers
    }

    /// Takes helpers back after a search.
    fn put_back(&self, helpers: impl IntoIterator<Item = Helper>) {
        let mut idle = self.idle();
        idle.helpers.extend(helpers);
        // There are more if searches ran at the same time.
        let kept = idle.helpers.len().min(self.threads - 1);
        Helper::end(idle.helpers.drain(kept..));
        if kept + 1 == self.threads {
            idle.shortage = None;
        }
    }
}

/// Ends the threads.
impl Drop for ThreadPool {
    fn drop(&mut self) {
        Helper::end(self.idle().helpers.drain(..));
    }
}

impl Idle {
    /// None yet, in this process.
    fn new() -> Idle {
        Idle { process: this_process(), helpers: Vec::new(), shortage: None }
    }
}

impl Helper {
    fn start() -> std::io::Result<Helper> {
        let (searches, assignments) = channel::<Assignment>();
        let (started, is_started) = channel();
        let body = move || {
            let _ = started.send(());
            // These are dropped from right to left, `released` last, also where a task panics.
            for Assignment { released: _released, tasks, shared } in assignments {
                let mut worker = Worker::new(&shared, &shared.ended);
                while let Ok(task) = receive(&tasks) {
                    task(&mut worker);
                }
            }
        };
        let thread = std::thread::Builder::new().name("search helper".to_owned()).spawn(body)?;
        // Only then is the memory taken that it starts with.
        let _ = is_started.recv();
        Ok(Helper { searches, thread })
    }

    /// Ends helpers that are not at a search.
    fn end(helpers: impl Iterator<Item = Helper>) {
        // All are told before the first is waited for.
        let threads: Vec<JoinHandle<()>> = helpers.map(|helper| helper.thread).collect();
        for thread in threads {
            // A panic has been reported by the thread itself.
            let _ = thread.join();
        }
    }
}

/// The number of this process; always the same where none can fork.
fn this_process() -> u32 {
    if cfg!(unix) { std::process::id() } else { 0 }
}

/// The next message, waited for awake at first. Where there are more threads than cores, the others
/// may go on meanwhile.
fn receive<T>(receiver: &Receiver<T>) -> Result<T, RecvError> {
    let start = Instant::now();
    loop {
        match receiver.try_recv() {
            Ok(received) => return Ok(received),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) if start.elapsed() < SPIN_TIME => std::thread::yield_now(),
            Err(TryRecvError::Empty) => return receiver.recv(),
        }
    }
}

/// The threads of one search.
pub(crate) struct SearchThreads<'a> {
    pool: &'a ThreadPool,
    /// The thread that runs the search.
    first: Worker<'a>,
    /// The others, with where they get their tasks from.
    helpers: Vec<(Sender<Task>, Helper)>,
    /// Fails when no helper holds anything of the search any more.
    released: Receiver<()>,
}

/// The helpers that a search takes from `pool`.
pub(super) struct Helpers(Vec<Helper>);

impl Helpers {
    pub(super) fn take(pool: &ThreadPool) -> Helpers {
        Helpers(pool.take(Helper::start))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> SearchThreads<'a> {
    /// The threads of a search that ends at the latest when `stop` is set.
    pub(super) fn new(
        pool: &'a ThreadPool,
        helpers: Helpers,
        shared: &'a Arc<Shared>,
        stop: &'a dyn Stop,
    ) -> SearchThreads<'a> {
        let (release, released) = channel();
        let assign = |helper: Helper| {
            let (sender, tasks) = channel();
            let (shared, released) = (Arc::clone(shared), release.clone());
            // A helper that has panicked takes no part.
            let assigned = helper.searches.send(Assignment { shared, tasks, released });
            assigned.ok().map(|()| (sender, helper))
        };
        let helpers = helpers.0.into_iter().filter_map(assign).collect();
        SearchThreads { pool, first: Worker::new(shared, stop), helpers, released }
    }

    /// What they share.
    pub(crate) fn shared(&self) -> &'a Shared {
        self.first.shared
    }

    /// Lets all threads do the same `task` and returns the first result.
    pub(crate) fn run<T: Send + 'static>(
        &mut self,
        task: impl Fn(&mut Worker) -> Result<T, Interrupt> + Send + Sync + 'static,
    ) -> Result<T, Interrupt> {
        if self.helpers.is_empty() {
            let result = task(&mut self.first);
            self.first.publish_counts();
            return result;
        }
        let (results, received) = channel();
        let task: Task = Arc::new(move |worker: &mut Worker| {
            let result = task(worker);
            worker.shared.cancel.fetch_or(result.is_ok(), Relaxed);
            worker.publish_counts();
            let _ = results.send(result);
        });
        for (tasks, _) in &self.helpers {
            // A helper that has panicked takes no part.
            let _ = tasks.send(Arc::clone(&task));
        }
        task(&mut self.first);
        drop(task);
        // Ends when the last helper has dropped the task, with which its sender goes.
        let first = std::iter::from_fn(|| receive(&received).ok()).reduce(Result::or);
        self.shared().cancel.store(false, Relaxed);
        first.unwrap_or(Err(Interrupt::Ended))
    }

    /// How sure the search has to be.
    pub(crate) fn selectivity(&self) -> Selectivity {
        self.first.selectivity
    }

    /// Gets all threads ready for `iteration`.
    pub(super) fn prepare(&mut self, iteration: Iteration) {
        self.first.prepare(iteration);
        for (tasks, _) in &self.helpers {
            let _ = tasks.send(Arc::new(move |worker: &mut Worker| worker.prepare(iteration)));
        }
    }
}

/// Gives the helpers back to the pool when they have released all that they share.
impl Drop for SearchThreads<'_> {
    fn drop(&mut self) {
        // They are at a task only where this thread panics.
        self.shared().ended.store(true, Relaxed);
        let helpers: Vec<Helper> = self.helpers.drain(..).map(|(_, helper)| helper).collect();
        while self.released.recv().is_ok() {}
        self.pool.put_back(helpers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_kept_from_one_search_to_the_next() {
        let pool = ThreadPool::new(3);
        let ids = |helpers: &[Helper]| -> Vec<_> {
            helpers.iter().map(|helper| helper.thread.thread().id()).collect()
        };
        let first = pool.take(Helper::start);
        let known = ids(&first);
        assert_eq!(known.len(), 2);
        pool.put_back(first);
        let second = pool.take(Helper::start);
        assert_eq!(ids(&second), known);
        // A search at the same time has threads of its own, which end with it.
        let other = pool.take(Helper::start);
        assert_eq!(other.len(), 2);
        pool.put_back(second);
        pool.put_back(other);
        assert_eq!(ids(&pool.idle().helpers), known);
    }

    #[cfg(unix)]
    #[test]
    fn a_child_after_a_fork_trusts_no_threads_of_its_parent() {
        let pool = ThreadPool::new(3);
        let helpers = pool.take(Helper::start);
        let ids: Vec<_> = helpers.iter().map(|helper| helper.thread.thread().id()).collect();
        pool.put_back(helpers);
        let shortage = Some(ThreadShortage { asked: 3, started: 2 });
        let fork = || {
            let mut idle = pool.idle();
            (idle.process, idle.shortage) = (idle.process + 1, shortage);
        };
        fork();
        assert_eq!(pool.shortage(), None, "what the parent lacked");
        let helpers = pool.take(Helper::start);
        assert!(helpers.iter().all(|helper| !ids.contains(&helper.thread.thread().id())));
        assert_eq!(helpers.len(), 2);
        pool.put_back(helpers);
        fork();
        assert!(pool.idle().helpers.is_empty());
    }

    #[test]
    fn the_last_search_that_was_long_enough_tells_how_fast_all_threads_are() {
        let pool = ThreadPool::new(3);
        assert_eq!(pool.speed(), 3 * USUAL_SPEED, "nothing is known yet");
        pool.record_speed(7_000_000, Duration::from_millis(500));
        pool.record_speed(1, LONG_ENOUGH / 2);
        assert_eq!(pool.speed(), 14_000_000);
    }

    #[test]
    fn one_thread_starts_no_other() {
        let pool = ThreadPool::new(1);
        let never = || -> std::io::Result<Helper> { panic!("a thread was started") };
        assert!(pool.take(never).is_empty());
    }

    #[test]
    fn a_search_goes_on_with_the_threads_that_there_are_and_says_so() {
        let pool = ThreadPool::new(8);
        let left = std::cell::Cell::new(4);
        let start = || {
            left.set(left.get() - 1);
            if left.get() < 0 {
                Err(std::io::ErrorKind::OutOfMemory.into())
            } else {
                Helper::start()
            }
        };
        assert_eq!(pool.shortage(), None);
        let helpers = pool.take(start);
        assert_eq!(helpers.len(), 4);
        let shortage = Some(ThreadShortage { asked: 8, started: 5 });
        assert_eq!(pool.shortage(), shortage);
        pool.put_back(helpers);
        left.set(4);
        assert_eq!(pool.take(start).len(), 4, "no more are asked for");
        assert_eq!(pool.shortage(), shortage);
    }

    #[test]
    fn threads_that_two_searches_lacked_may_be_enough_for_one() {
        let pool = ThreadPool::new(3);
        let first = pool.take(Helper::start);
        let second = pool.take(|| Err(std::io::ErrorKind::OutOfMemory.into()));
        assert_eq!(pool.shortage(), Some(ThreadShortage { asked: 3, started: 1 }));
        pool.put_back(second);
        assert!(pool.shortage().is_some());
        pool.put_back(first);
        assert_eq!(pool.shortage(), None);
    }
}
