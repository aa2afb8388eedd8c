//! Threads, interruption and progress of long runs.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use crate::flags::integer;
use crate::output::{Progress, stop_on_interrupt};
use crate::{Status, complain};
use lab::training::shards::{RunControl, ShardCount};

/// The number of threads.
#[derive(Debug, clap::Args)]
pub(super) struct RunControlArguments {
    /// Number of threads, each with its own search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<u16>(1..=256))]
    jobs: u16,
}

impl RunControlArguments {
    /// Runs `work` with progress over `total` `things`. An interrupt sets the stop flag and prints
    /// `advice`.
    pub(super) fn work(
        &self,
        things: &'static str,
        total: u32,
        advice: &str,
        work: impl FnOnce(RunControl) -> anyhow::Result<()>,
    ) -> anyhow::Result<Status> {
        let stop = stop_on_interrupt()?;
        let shown = Mutex::new(Progress::new(things, total as usize, 0));
        let progress = |ShardCount { made, kept }: ShardCount| {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            match made {
                0 => shown.resume(kept as usize),
                _ => shown.advance_to((made + kept) as usize),
            }
        };
        let worked =
            work(RunControl { threads: self.jobs.into(), stop: &stop, progress: &progress });
        shown.lock().unwrap_or_else(PoisonError::into_inner).finish();
        worked?;
        if stop.load(Relaxed) {
            complain(format_args!("interrupted{advice}"));
            return Ok(Status::Error);
        }
        Ok(Status::Done)
    }
}
