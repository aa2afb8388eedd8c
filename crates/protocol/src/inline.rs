//! [`InlineSession`]: a session that runs its jobs in the calling thread.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Outcome, Protocol, Session};
use engine::Options;

/// A [`Session`] that runs its jobs inside [`InlineSession::work`]. The session starts no threads.
/// With option `Threads` above 1, searches and perft start threads.
///
/// All methods take `&self` and hold no lock while a job computes. So other threads, and the `poll`
/// callback of `work`, can feed lines. `stop`, `isready` and `quit` take effect during a search.
///
/// ```
/// use engine::Options;
/// use protocol::InlineSession;
///
/// let session = InlineSession::new(None, Options::default(), false);
/// session.feed("go infinite");
/// let mut output = Vec::new();
/// let work = session.work(&mut || {
///     output.extend(session.take_output());
///     session.feed("stop");
/// });
/// assert!(work);
/// output.extend(std::iter::from_fn(|| session.take_output()));
/// assert!(output.last().is_some_and(|line| line.starts_with("bestmove ")));
/// ```
#[derive(Debug)]
pub struct InlineSession {
    session: Mutex<Session>,
}

impl InlineSession {
    /// See [`Session::new`].
    #[must_use]
    pub fn new(protocol: Option<Protocol>, options: Options, strict: bool) -> InlineSession {
        Session::new(protocol, options, strict).into()
    }

    /// See [`Session::feed`].
    pub fn feed(&self, line: impl AsRef<[u8]>) {
        self.lock().feed(line);
    }

    /// See [`Session::end_input`].
    pub fn end_input(&self) {
        self.lock().end_input();
    }

    /// See [`Session::take_output`].
    pub fn take_output(&self) -> Option<String> {
        self.lock().take_output()
    }

    /// Runs the pending job to its end. Returns `false` if there was no pending job. Calls `poll`
    /// after each event of the job, when output may be available, and whenever a search polls for a
    /// stop, every 50 to 200 microseconds. Perft does not poll. A panic in `poll` ends the job.
    pub fn work(&self, poll: &mut dyn FnMut()) -> bool {
        let Some(job) = self.lock().take_job() else { return false };
        let poll = RefCell::new(poll);
        let poll = || poll.borrow_mut()();
        job.run(&poll, &mut |event| {
            self.lock().handle_event(event);
            // A second panic would abort the process.
            if !std::thread::panicking() {
                poll();
            }
        });
        true
    }

    /// See [`Session::outcome`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.lock().outcome()
    }

    fn lock(&self) -> MutexGuard<'_, Session> {
        // The session continues after a panic in a job, which arrives as an event.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<Session> for InlineSession {
    fn from(session: Session) -> InlineSession {
        InlineSession { session: Mutex::new(session) }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_search_polls_between_its_events() {
        let session = InlineSession::new(Some(Protocol::Ugi), Options::default(), false);
        session.feed("go infinite");
        let mut polls = 0;
        session.work(&mut || {
            polls += 1;
            if polls == 1000 {
                session.feed("stop");
            }
        });
        let last = std::iter::from_fn(|| session.take_output()).last();
        assert!(last.is_some_and(|line| line.starts_with("bestmove ")));
    }

    #[test]
    fn a_panic_of_poll_ends_the_job_and_not_the_process() {
        let options = Options { own_book: false, ..Options::default() };
        let session = InlineSession::new(Some(Protocol::Ugi), options, false);
        session.feed("go depth 2");
        let work = AssertUnwindSafe(|| session.work(&mut || panic!("on purpose")));
        assert!(catch_unwind(work).is_err());
        let last = std::iter::from_fn(|| session.take_output()).last();
        assert!(last.is_some_and(|line| line.starts_with("error no result")));
    }
}
