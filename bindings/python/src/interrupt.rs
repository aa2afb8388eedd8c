//! Runs work without the global interpreter lock. Ctrl-C ends it.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use engine::search::Stop;
use pyo3::prelude::*;

use crate::convert::memory_error;

/// How often to check for Python signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// Stops the work of this thread on a flag, the caller's event, a signal, or an exception in a
/// callback.
pub(crate) struct Interrupt<'a> {
    stop: &'a AtomicBool,
    event: Option<&'a Py<PyAny>>,
    next_check: Cell<Instant>,
    error: RefCell<Option<PyErr>>,
}

impl<'a> Interrupt<'a> {
    /// `event` is an object with a method `is_set`, such as a `threading.Event`. The first check is
    /// immediate.
    pub(crate) fn new(stop: &'a AtomicBool, event: Option<&'a Py<PyAny>>) -> Interrupt<'a> {
        let delay = if event.is_some() { Duration::ZERO } else { INTERVAL };
        let next_check = Cell::new(Instant::now() + delay);
        Interrupt { stop, event, next_check, error: RefCell::new(None) }
    }

    /// Calls Python. An exception ends the work.
    pub(crate) fn call(&self, function: impl FnOnce(Python) -> PyResult<()>) {
        if self.error.borrow().is_none()
            && let Err(error) = Python::attach(function)
        {
            self.stop.store(true, Relaxed);
            self.error.replace(Some(error));
        }
    }

    /// `value`, unless an exception ended the work.
    pub(crate) fn result<T>(self, value: T) -> PyResult<T> {
        self.error.take().map_or(Ok(value), Err)
    }
}

impl Stop for Interrupt<'_> {
    fn is_set(&self) -> bool {
        if !self.stop.load(Relaxed) && Instant::now() >= self.next_check.get() {
            self.call(|py| {
                py.check_signals()?;
                if let Some(event) = self.event
                    && event.bind(py).call_method0("is_set")?.is_truthy()?
                {
                    self.stop.store(true, Relaxed);
                }
                Ok(())
            });
            self.next_check.set(Instant::now() + INTERVAL);
        }
        self.stop.load(Relaxed)
    }
}

/// Runs `work` in another thread. The calling thread checks for signals and `event`, and calls
/// `report`. A signal or an event sets the stop flag of the work. The exception of a signal is the
/// result.
pub(crate) fn interruptible<T: Send>(
    py: Python,
    event: Option<&Py<PyAny>>,
    report: impl Fn(Python) -> PyResult<()> + Sync,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let stop = AtomicBool::new(false);
        let interrupt = Interrupt::new(&stop, event);
        interrupt.is_set();
        let (sender, done) = channel::<()>();
        let value = thread::scope(|scope| {
            let body = || {
                let _sender = sender; // dropped at the end, also after a panic
                work(&stop)
            };
            let thread = thread::Builder::new()
                .spawn_scoped(scope, body)
                .map_err(|error| memory_error(format_args!("cannot start a thread: {error}")))?;
            while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(INTERVAL) {
                interrupt.is_set();
                interrupt.call(&report);
            }
            interrupt.call(&report);
            Ok::<T, PyErr>(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        interrupt.result(value)
    })
}
