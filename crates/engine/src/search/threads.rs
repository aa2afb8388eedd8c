//! The threads of a search: a [`ThreadPool`] that outlives searches, and the [`SearchThreads`] of
//! one search.
//!
//! All threads run the same search over the same table; `abdada` describes how they share the work.
//! The thread that calls the search is one of them. The others are helpers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::info::ThreadShortage;
use super::iterations::Iteration;
use super::stop::Stop;
use super::time::USUAL_SPEED;
use super::worker::{Interrupt, Shared, Worker};
use crate::memory;
use crate::score::Selectivity;

/// Maximum memory of a helper's tables, in bytes.
const TABLES: usize = 1 << 20;

/// Minimum duration of a search whose speed is recorded.
const LONG_ENOUGH: Duration = Duration::from_millis(20);

/// How long an idle helper spins before it blocks. A blocked thread takes about 40 us to wake. See
/// docs/search.md, Threads.
const SPIN_TIME: Duration = Duration::from_micros(100);

/// Threads for searches. A search starts the threads that it needs and that do not run yet. A
/// search on one thread starts none. A fork must not happen during a search. After a fork, the
/// child process starts its own threads.
#[derive(Debug)]
pub struct ThreadPool {
    threads: usize,
    idle: Mutex<Idle>,
    /// Nodes per second of the last search that was long enough; 0 before it.
    speed: AtomicU64,
}

/// The helpers that are not searching.
#[derive(Debug)]
struct Idle {
    /// The process that owns the threads.
    process: u32,
    helpers: Vec<Helper>,
    /// Set when the system has refused a thread. No more are started until all helpers are idle
    /// again.
    shortage: Option<ThreadShortage>,
}

/// A thread that waits for searches.
#[derive(Debug)]
pub(super) struct Helper {
    /// The thread ends when this is dropped.
    searches: Sender<Assignment>,
    thread: JoinHandle<()>,
}

/// A search for a helper. It lasts until the tasks end.
struct Assignment {
    shared: Arc<Shared>,
    tasks: Arc<Tasks>,
    /// Dropped last.
    released: Sender<()>,
}

/// Work for all threads of a search.
type Task = Arc<dyn Fn(&mut Worker) + Send + Sync>;

/// The tasks of a search, posted to all helpers at once.
#[derive(Default)]
struct Tasks {
    /// [`Posted::epoch`], for helpers that spin.
    epoch: AtomicU64,
    posted: Mutex<Posted>,
    changed: Condvar,
}

#[derive(Default)]
struct Posted {
    /// The number of tasks so far, the end included.
    epoch: u64,
    /// The current task, until it is withdrawn.
    task: Option<Task>,
    has_ended: bool,
}

impl Tasks {
    fn posted(&self) -> MutexGuard<'_, Posted> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Posts the next task; `None` ends the search.
    fn post(&self, task: Option<Task>) {
        let mut posted = self.posted();
        posted.epoch += 1;
        posted.has_ended = task.is_none();
        posted.task = task;
        self.epoch.store(posted.epoch, Relaxed);
        drop(posted);
        self.changed.notify_all();
    }

    /// Keeps the current task from helpers that have not taken it.
    fn withdraw(&self) {
        self.posted().task = None;
    }

    /// The first task after the epoch `seen`. Sets `seen` to the epoch of the task. `None` once the
    /// search has ended. Spins, then blocks. Yields while spinning, because there may be more
    /// threads than cores.
    fn next(&self, seen: &mut u64) -> Option<Task> {
        loop {
            let start = Instant::now();
            while self.epoch.load(Relaxed) == *seen && start.elapsed() < SPIN_TIME {
                std::thread::yield_now();
            }
            let posted = self
                .changed
                .wait_while(self.posted(), |posted| posted.epoch == *seen)
                .unwrap_or_else(PoisonError::into_inner);
            *seen = posted.epoch;
            if posted.has_ended || posted.task.is_some() {
                return posted.task.clone();
            }
        }
    }
}

impl ThreadPool {
    /// A pool for searches with `threads` threads, at least one. Starts none.
    #[must_use]
    pub fn new(threads: usize) -> ThreadPool {
        let idle = Mutex::new(Idle::new());
        ThreadPool { threads: threads.max(1), idle, speed: AtomicU64::new(0) }
    }

    /// The number of threads of a search, if the system starts them all.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Records the speed of a midgame search.
    pub(super) fn record_speed(&self, nodes: u64, elapsed: Duration) {
        if elapsed >= LONG_ENOUGH {
            self.speed.store((nodes as f64 / elapsed.as_secs_f64()) as u64, Relaxed);
        }
    }

    /// Midgame nodes per second of all threads together.
    pub(super) fn speed(&self) -> u64 {
        match self.speed.load(Relaxed) {
            0 => USUAL_SPEED * self.threads as u64,
            speed => speed,
        }
    }

    /// The last refusal of the system.
    pub(super) fn shortage(&self) -> Option<ThreadShortage> {
        if self.threads == 1 { None } else { self.idle().shortage }
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.process != this_process() {
            // A fork copies no threads: nothing to end or join.
            std::mem::forget(std::mem::replace(&mut *idle, Idle::new()));
        }
        idle
    }

    /// Takes the helpers for a search. Calls `start` for missing ones.
    pub(super) fn take(&self, start: impl Fn() -> std::io::Result<Helper>) -> Vec<Helper> {
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

    /// Returns helpers after a search.
    fn put_back(&self, helpers: impl IntoIterator<Item = Helper>) {
        let mut idle = self.idle();
        idle.helpers.extend(helpers);
        // More helpers exist if searches ran at the same time.
        let kept = idle.helpers.len().min(self.threads - 1);
        Helper::end(idle.helpers.drain(kept..));
        if kept + 1 == self.threads {
            idle.shortage = None;
        }
    }
}

/// Ends and joins the threads.
impl Drop for ThreadPool {
    fn drop(&mut self) {
        Helper::end(self.idle().helpers.drain(..));
    }
}

impl Idle {
    /// No helpers, owned by this process.
    fn new() -> Idle {
        Idle { process: this_process(), helpers: Vec::new(), shortage: None }
    }
}

impl Helper {
    pub(super) fn start() -> std::io::Result<Helper> {
        let (searches, assignments) = channel::<Assignment>();
        let (started, is_started) = channel();
        let body = move || {
            let _ = started.send(());
            // Dropped from right to left, `released` last, even if a task panics.
            for Assignment { released: _released, tasks, shared } in assignments {
                let mut worker = Worker::new(&shared, &shared.stopped);
                let mut epoch = 0;
                while let Some(task) = tasks.next(&mut epoch) {
                    task(&mut worker);
                }
            }
        };
        let thread = std::thread::Builder::new().name("search helper".to_owned()).spawn(body)?;
        // Waits until the thread has its memory.
        let _ = is_started.recv();
        Ok(Helper { searches, thread })
    }

    /// Ends idle helpers.
    fn end(helpers: impl Iterator<Item = Helper>) {
        // All are signalled before the first is joined.
        let threads: Vec<JoinHandle<()>> = helpers.map(|helper| helper.thread).collect();
        for thread in threads {
            // The thread has reported its panic itself.
            let _ = thread.join();
        }
    }
}

/// The process id; constant on systems without fork.
fn this_process() -> u32 {
    if cfg!(unix) { std::process::id() } else { 0 }
}

/// Receives the next message: spins, then blocks, as [`Tasks::next`].
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
    /// The calling thread.
    first: Worker<'a>,
    /// The threads other than the calling one.
    helpers: Vec<Helper>,
    tasks: Arc<Tasks>,
    iteration: Iteration,
    /// Disconnected once no helper holds references to the search.
    released: Receiver<()>,
}

impl<'a> SearchThreads<'a> {
    /// The threads of a search that ends when `stop` is set.
    pub(super) fn new(
        pool: &'a ThreadPool,
        helpers: Vec<Helper>,
        shared: &'a Arc<Shared>,
        stop: &'a dyn Stop,
    ) -> SearchThreads<'a> {
        let (release, released) = channel();
        let tasks = Arc::<Tasks>::default();
        let assign = |helper: &Helper| {
            let (shared, tasks) = (Arc::clone(shared), Arc::clone(&tasks));
            // Leaves out a helper that has panicked.
            helper.searches.send(Assignment { shared, tasks, released: release.clone() }).is_ok()
        };
        let helpers: Vec<Helper> = helpers.into_iter().filter(assign).collect();
        #[cfg(feature = "simulation")]
        super::simulation::begin(1 + helpers.len());
        let first = Worker::new(shared, stop);
        SearchThreads { pool, first, helpers, tasks, iteration: Iteration::FIRST, released }
    }

    /// The part of the search that the threads share.
    pub(crate) fn shared(&self) -> &'a Shared {
        self.first.shared
    }

    /// Runs `task` on all threads and returns the first result.
    pub(crate) fn run<T: Send + 'static>(
        &mut self,
        task: impl Fn(&mut Worker) -> Result<T, Interrupt> + Send + Sync + 'static,
    ) -> Result<T, Interrupt> {
        let iteration = self.iteration;
        let task = move |worker: &mut Worker| {
            worker.prepare(iteration);
            task(worker)
        };
        if self.helpers.is_empty() {
            let result = self.first.perform(task);
            self.shared().task_done.store(false, Relaxed);
            return result;
        }
        let (results, received) = channel();
        let task: Task = Arc::new(move |worker: &mut Worker| {
            // The only failure is that the task has ended.
            let _ = worker.perform(|worker| task(worker).map(|found| results.send(found)));
        });
        self.tasks.post(Some(Arc::clone(&task)));
        task(&mut self.first);
        drop(task);
        // Does not wait for a helper that has not begun the task.
        self.tasks.withdraw();
        // Ends when the last helper drops the task, and the sender with it.
        let first = std::iter::from_fn(|| receive(&received).ok()).reduce(|first, _| first);
        self.shared().task_done.store(false, Relaxed);
        first.ok_or(Interrupt::Stopped)
    }

    /// The selectivity of the current iteration.
    pub(crate) fn selectivity(&self) -> Selectivity {
        self.iteration.selectivity
    }

    /// Sets the iteration of the next tasks.
    pub(super) fn prepare(&mut self, iteration: Iteration) {
        self.iteration = iteration;
    }
}

/// Returns the helpers to the pool once they hold no references to the search.
impl Drop for SearchThreads<'_> {
    fn drop(&mut self) {
        // Helpers are still running a task only if this thread panicked.
        self.shared().stopped.store(true, Relaxed);
        self.tasks.post(None);
        while self.released.recv().is_ok() {}
        self.pool.put_back(self.helpers.drain(..));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_reused_by_the_next_search() {
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
        // A second search at the same time gets its own threads, which end with it.
        let other = pool.take(Helper::start);
        assert_eq!(other.len(), 2);
        pool.put_back(second);
        pool.put_back(other);
        assert_eq!(ids(&pool.idle().helpers), known);
    }

    #[cfg(unix)]
    #[test]
    fn a_forked_child_starts_its_own_threads() {
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
        assert_eq!(pool.shortage(), None, "no shortage from the parent");
        let helpers = pool.take(Helper::start);
        assert!(helpers.iter().all(|helper| !ids.contains(&helper.thread.thread().id())));
        assert_eq!(helpers.len(), 2);
        pool.put_back(helpers);
        fork();
        assert!(pool.idle().helpers.is_empty());
    }

    #[test]
    fn the_speed_comes_from_the_last_long_search() {
        let pool = ThreadPool::new(3);
        assert_eq!(pool.speed(), 3 * USUAL_SPEED, "no record yet");
        pool.record_speed(7_000_000, Duration::from_millis(500));
        pool.record_speed(1, LONG_ENOUGH / 2);
        assert_eq!(pool.speed(), 14_000_000);
    }

    #[test]
    fn a_search_on_one_thread_starts_no_helpers() {
        let pool = ThreadPool::new(1);
        let never = || -> std::io::Result<Helper> { panic!("a thread was started") };
        assert!(pool.take(never).is_empty());
    }

    #[test]
    fn a_search_continues_with_fewer_threads_and_reports_them() {
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
        assert_eq!(pool.take(start).len(), 4, "requests only the known number");
        assert_eq!(pool.shortage(), shortage);
    }

    #[test]
    fn a_single_search_may_get_the_threads_that_two_lacked() {
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
