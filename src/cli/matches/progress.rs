//! [`Progress`]: how a match stands, on standard error: a bar on a terminal, a line
//! now and then elsewhere.

use std::fmt::Display;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::complain;

/// The least time between two lines where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How often the bar is drawn while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// How a match stands.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    games: usize,
    done: usize,
    last_line: Instant,
}

impl Progress {
    /// The progress of a match of so many `games`.
    pub(super) fn new(games: usize) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| bar(games));
        Progress { bar, games, done: 0, last_line: Instant::now() }
    }

    /// So many games are there already.
    pub(super) fn resume(&mut self, done: usize) {
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            bar.reset_eta();
        }
    }

    /// A game is finished, and this is how it stands.
    pub(super) fn advance(&mut self, standing: &impl Display) {
        self.done += 1;
        match &self.bar {
            Some(bar) => {
                bar.inc(1);
                bar.set_message(standing.to_string());
            }
            None if self.last_line.elapsed() >= BETWEEN_LINES => {
                self.last_line = Instant::now();
                complain(format_args!("{} of {}: {standing}", self.done, self.games));
            }
            None => {}
        }
    }

    /// Says `message`.
    pub(super) fn say(&self, message: impl Display) {
        say(self.bar.as_ref(), message);
    }

    /// The way to [`Progress::say`] for other threads.
    pub(super) fn voice(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let bar = self.bar.clone();
        move |message| say(bar.as_ref(), message)
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Says `message` while the bar is out of its way.
fn say(bar: Option<&ProgressBar>, message: impl Display) {
    match bar {
        Some(bar) => bar.suspend(|| complain(message)),
        None => complain(message),
    }
}

fn bar(games: usize) -> ProgressBar {
    let style = "{bar:20} {pos}/{len} {elapsed}, about {eta} to go: {msg}";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(games as u64).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}
