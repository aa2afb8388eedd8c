//! [`Progress`]: how far long work is, on standard error: a bar on a terminal, a line
//! now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::complain;

/// The least time between two lines where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How often the bar is drawn while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// How far long work is.
pub(super) struct Progress {
    /// What is counted.
    things: &'static str,
    bar: Option<ProgressBar>,
    total: usize,
    /// How many were done before the start.
    before: usize,
    done: usize,
    start: Instant,
    last_line: Instant,
}

impl Progress {
    /// The progress of `total` of these `things`, `before` of which are done already.
    pub(super) fn new(things: &'static str, total: usize, before: usize) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| bar(things, total, before));
        let start = Instant::now();
        Progress { things, bar, total, before, done: before, start, last_line: start }
    }

    /// One more is done.
    pub(super) fn advance(&mut self) {
        self.done += 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None if self.last_line.elapsed() >= BETWEEN_LINES => {
                self.last_line = Instant::now();
                complain(self.line());
            }
            None => {}
        }
    }

    /// Calls `write` while the bar is out of its way.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self) -> String {
        let elapsed = self.start.elapsed().as_secs_f64();
        let each = elapsed / (self.done - self.before).max(1) as f64;
        let left = each * (self.total - self.done) as f64;
        let Progress { things, done, total, .. } = self;
        format!("{done} of {total} {things} done, about {left:.0} s to go")
    }
}

fn bar(things: &'static str, total: usize, before: usize) -> ProgressBar {
    let style = "{bar:30} {pos}/{len} {msg} {elapsed_precise}, about {eta} to go";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total as u64).with_style(style).with_position(before as u64);
    bar.set_message(things);
    bar.reset_eta();
    bar.enable_steady_tick(TICK);
    bar
}
