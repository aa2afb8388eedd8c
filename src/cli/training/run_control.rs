//! Threads, interruption and progress of long runs.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use clap::value_parser;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Status, complain};
use crate::training::blocks::RunControl;

/// How many threads share the work.
#[derive(Debug, clap::Args)]
pub(super) struct RunControlArguments {
    /// Number of threads, each with a search of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    jobs: u16,
}

impl RunControlArguments {
    /// Calls `work` with the controls of a run of `total` steps. An interruption (SIGINT) sets
    /// the stop flag.
    pub(super) fn work(
        &self,
        total: u32,
        work: impl FnOnce(RunControl) -> anyhow::Result<()>,
    ) -> anyhow::Result<Status> {
        let stop = Arc::new(AtomicBool::new(false));
        let on_signal = Arc::clone(&stop);
        ctrlc::set_handler(move || on_signal.store(true, Relaxed))
            .context("interruptions cannot be watched for")?;
        let bar = bar(total);
        let progress = |done: u32| bar.set_position(done.into());
        work(RunControl { threads: self.jobs.into(), stop: &stop, progress: &progress })?;
        bar.finish_and_clear();
        if stop.load(Relaxed) {
            complain("interrupted: the same command goes on where it ended");
            return Ok(Status::Error);
        }
        Ok(Status::Done)
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.jobs.into()
    }
}

/// A progress bar if standard error is a terminal, else a hidden one.
fn bar(total: u32) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{bar:30} {pos}/{len} {elapsed_precise}, about {eta} to go";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total.into()).with_style(style)
}
