//! [`Job`]: long work, such as a search, in the calling thread or in a new one.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use crate::search::{SearchInfo, SearchReport, Stop};

/// Long work with its data, ready to run in any thread. It reports progress `P` and returns `R`.
pub struct Job<P, R> {
    name: &'static str,
    stop: Arc<AtomicBool>,
    work: Work<P, R>,
}

/// The body of a job. It returns early when stopped.
type Work<P, R> = Box<dyn FnOnce(&JobStop<'_>, &mut dyn FnMut(P)) -> R + Send>;

/// The stop signal of a job.
#[allow(missing_debug_implementations, reason = "holds a function")]
pub struct JobStop<'a> {
    /// The flag of [`Job::stop_flag`].
    pub flag: &'a AtomicBool,
    poll: &'a dyn Fn(),
}

impl Stop for JobStop<'_> {
    fn is_set(&self) -> bool {
        (self.poll)();
        self.flag.is_set()
    }
}

/// A report of a job. [`JobEvent::Done`] or [`JobEvent::Failed`] is the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobEvent<P, R> {
    /// The job is still running.
    Progress(P),
    /// The result. All data of the job has been dropped.
    Done(R),
    /// The job has no result.
    Failed(JobError),
}

/// A report of a search.
pub type SearchEvent = JobEvent<SearchInfo, SearchReport>;

/// Why a job has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The system refused the thread.
    #[error("no thread for the search: {0}")]
    NoThread(String),
    /// The job has panicked.
    #[error("no result: the engine failed, which is a bug")]
    Panicked,
}

impl<P, R> Job<P, R> {
    /// A job called `name`. Its thread gets the same name.
    pub fn new(
        name: &'static str,
        work: impl FnOnce(&JobStop<'_>, &mut dyn FnMut(P)) -> R + Send + 'static,
    ) -> Job<P, R> {
        Job { name, stop: Arc::default(), work: Box::new(work) }
    }

    /// The flag that ends the job early. It may be set before the job runs.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Runs the job in the calling thread. `listener` receives every event, including the last one
    /// after a panic. Calls `poll` whenever the job polls its stop signal, so that a program
    /// without threads can read input.
    pub fn run(self, poll: &dyn Fn(), listener: &mut dyn FnMut(JobEvent<P, R>)) {
        let mut reporter = Reporter { listener, has_ended: false };
        let stop = JobStop { flag: &self.stop, poll };
        let result = (self.work)(&stop, &mut |progress| {
            (reporter.listener)(JobEvent::Progress(progress));
        });
        reporter.has_ended = true;
        (reporter.listener)(JobEvent::Done(result));
    }
}

impl<P: 'static, R: 'static> Job<P, R> {
    /// Runs the job in its own thread and passes every event to `listener`. The job pauses until
    /// `listener` returns.
    ///
    /// # Errors
    /// If the thread cannot be started. `listener` is then not called.
    pub fn start(
        self,
        mut listener: impl FnMut(JobEvent<P, R>) + Send + 'static,
    ) -> Result<RunningJob, JobError> {
        let stop = self.stop_flag();
        let builder = thread::Builder::new().name(self.name.to_owned());
        let thread = builder.spawn(move || self.run(&|| (), &mut listener));
        let thread = thread.map_err(|error| JobError::NoThread(error.to_string()))?;
        Ok(RunningJob { stop, thread: Some(thread) })
    }
}

/// Shows the name only.
impl<P, R> fmt::Debug for Job<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Sends [`JobEvent::Failed`] when a panic drops it, so that a waiting listener does not hang.
struct Reporter<'a, P, R> {
    listener: &'a mut dyn FnMut(JobEvent<P, R>),
    has_ended: bool,
}

impl<P, R> Drop for Reporter<'_, P, R> {
    fn drop(&mut self) {
        if !self.has_ended {
            (self.listener)(JobEvent::Failed(JobError::Panicked));
        }
    }
}

/// A job in its own thread. Dropping the handle stops the job and waits for its end. The job's own
/// listener can drop the handle too: this only stops the job.
#[derive(Debug)]
pub struct RunningJob {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl RunningJob {
    /// Stops the job, which still sends its result. Returns at once.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != thread::current().id()
        {
            // The thread has already reported its panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;
    use crate::search::Limits;
    use crate::{BookUse, Engine, Options, SearchJob};
    use othello::board::Position;

    const LONG: Duration = Duration::from_secs(60);

    fn endless(engine: &mut Engine) -> SearchJob {
        engine.job_within(Position::START, Limits::default(), BookUse::Off).unwrap()
    }

    fn engine() -> Engine {
        Engine::new(Options { hash: 1, ..Options::default() })
    }

    #[test]
    fn a_panic_is_the_last_event() {
        let job = Job::<(), ()>::new("test", |_, _| panic!("on purpose"));
        let mut events = Vec::new();
        let run = AssertUnwindSafe(|| job.run(&|| (), &mut |event| events.push(event)));
        assert!(catch_unwind(run).is_err());
        assert_eq!(events, [JobEvent::Failed(JobError::Panicked)]);
    }

    #[test]
    fn a_stop_before_the_start_ends_the_job() {
        let job = Job::new("test", |stop, report| {
            while !stop.is_set() {
                report(());
            }
        });
        job.stop_flag().store(true, Relaxed);
        let mut events = Vec::new();
        job.run(&|| (), &mut |event| events.push(event));
        assert_eq!(events, [JobEvent::Done(())]);
    }

    #[test]
    fn a_dropped_handle_ends_an_endless_search() {
        let (sender, events) = channel();
        let running = endless(&mut engine()).start(move |event| drop(sender.send(event))).unwrap();
        assert!(matches!(events.recv_timeout(LONG), Ok(JobEvent::Progress(_))));
        drop(running);
        let Some(JobEvent::Done(report)) = events.into_iter().last() else { panic!("no report") };
        assert!(report.best_move().is_some());
    }

    #[test]
    fn a_listener_may_drop_its_own_handle_and_start_another_search() {
        let slot = Arc::new(Mutex::new(None::<RunningJob>));
        let engine = Arc::new(Mutex::new(engine()));
        let (sender, ends) = channel();
        let of_listener = (Arc::clone(&slot), Arc::clone(&engine));
        let mut is_first = true;
        let job = endless(&mut engine.lock().unwrap());
        let listener = move |event| match event {
            JobEvent::Progress(_) if std::mem::take(&mut is_first) => {
                let (slot, engine) = &of_listener;
                let sender = sender.clone();
                let next = endless(&mut engine.lock().unwrap());
                // Locked before the next search can report.
                let mut slot = slot.lock().unwrap();
                *slot = Some(next.start(move |event| drop(sender.send(event))).unwrap());
            }
            _ => {}
        };
        // The listener must find its handle.
        let mut handle = slot.lock().unwrap();
        *handle = Some(job.start(listener).unwrap());
        drop(handle);
        assert!(matches!(ends.recv_timeout(LONG), Ok(JobEvent::Progress(_))));
        slot.lock().unwrap().take();
        assert!(matches!(ends.into_iter().last(), Some(JobEvent::Done(_))));
    }
}
