//! Work on a list, several items at a time.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::flags::integer;
use engine::{Engine, Options};

/// The number of workers.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct JobsArgument {
    /// Number of positions or games to work on at a time; they share --hash
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<u16>(1..=1024))]
    jobs: u16,
}

impl JobsArgument {
    pub(super) const fn is_one(self) -> bool {
        self.jobs == 1
    }

    /// The engines of the workers, at most one for each of `items`.
    pub(super) fn engines(self, options: &Options, items: usize) -> Vec<Engine> {
        let hash = (options.hash / usize::from(self.jobs)).max(1);
        let count = usize::from(self.jobs).min(items).max(1);
        (0..count).map(|_| Engine::new(Options { hash, ..options.clone() })).collect()
    }
}

/// Calls `work` with each item and the next free engine. Calls `take`, in the calling thread, with
/// each result that `work` emits. When `stop` is set or `take` fails, finishes the items in
/// progress and returns.
pub(super) fn in_parallel<T: Send, R: Send>(
    engines: Vec<Engine>,
    items: impl Iterator<Item = T> + Send,
    stop: &AtomicBool,
    work: impl Fn(&mut Engine, T, &mut dyn FnMut(R)) -> anyhow::Result<()> + Sync,
    mut take: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, results) = channel::<anyhow::Result<R>>();
    thread::scope(|scope| {
        for mut engine in engines {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !stop.load(Relaxed)
                    && let Some(item) = next()
                {
                    // The calling thread receives until all workers have ended.
                    let mut emit = |result| drop(sender.send(Ok(result)));
                    if let Err(error) = work(&mut engine, item, &mut emit) {
                        drop(sender.send(Err(error)));
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            if outcome.is_ok() {
                outcome = result.and_then(&mut take);
                stop.fetch_or(outcome.is_err(), Relaxed);
            }
        }
        outcome
    })
}
