//! Plays the games of a match or tournament.

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use super::log::LogArguments;
use super::openings::OpeningArguments;
use crate::flags::integer;
use crate::output::{Progress, counted, stop_on_interrupt};
use crate::{Status, complain};
use lab::tournament::record::{Entrant, GameRecord};
use lab::tournament::referee::Timeouts;
use lab::tournament::schedule::ScheduledGame;
use lab::tournament::series::{Series, SharedStderrListener};

/// How to play the games.
#[derive(Debug, clap::Args)]
pub(super) struct GameArguments {
    /// Number of games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<u16>(1..=1024))]
    concurrency: u16,
    /// Show the standard error of the players
    #[arg(long, short)]
    verbose: bool,
    /// Extra time before a loss on time: per move, or per game with a clock
    #[arg(long, value_name = "MS", default_value_t = 500, help_heading = "Limits")]
    margin: u64,
    /// Maximum time per move without a time limit
    #[arg(long, value_name = "SECONDS", default_value_t = 600,
        value_parser = integer::<u64>(1..), help_heading = "Limits")]
    patience: u64,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// The purpose of the games. `Display` shows its state in one line.
pub(super) trait Contest: Display {
    /// Adds a game.
    fn add(&mut self, record: &GameRecord);

    /// Whether the result is decided.
    fn is_decided(&self) -> bool {
        false
    }

    /// Whether the result can be decided before all games are played.
    fn may_end_early(&self) -> bool {
        false
    }
}

impl GameArguments {
    /// Plays the games of `schedule` that are not in the log. Passes all games to `contest`, even
    /// if an error follows. The status is an error after an interrupt.
    pub(super) fn play(
        &self,
        entrants: &[Entrant],
        schedule: &[ScheduledGame],
        contest: &mut impl Contest,
    ) -> anyhow::Result<Status> {
        self.warn_of_busy_cpus(entrants);
        let (mut openings, count) = self.openings.openings()?;
        // Not earlier: until here, an interrupt ends a wait for input at once.
        let stop = stop_on_interrupt()?;
        let last = schedule.iter().map(|scheduled| scheduled.opening as usize + 1).max();
        let last = last.unwrap_or_default();
        if let Some(count) = count.filter(|&count| count < last) {
            let openings = counted(count, "opening");
            complain(format_args!(
                "{openings} for {last} pairs: with depth or node limits, games from the same \
                 opening may repeat"
            ));
        }
        if !contest.may_end_early() {
            openings.ensure(last, &*stop)?;
        }
        let mut progress = Progress::new("games", schedule.len(), 0);
        let timeouts = Timeouts {
            margin: Duration::from_millis(self.margin),
            untimed: Duration::from_secs(self.patience),
        };
        let stderr = self.verbose.then(|| stderr_listener(&progress));
        let series = Series::new(entrants.to_vec(), openings, timeouts, &stop, stderr);
        let (mut log, kept) = self.log.open(&series, schedule, &self.openings)?;
        kept.iter().for_each(|record| contest.add(record));
        if contest.is_decided() {
            return Ok(Status::Done);
        }
        progress.resume(kept.len());
        let mut known = kept.len();
        let numbers: HashSet<u32> = kept.iter().map(|record| record.scheduled.number).collect();
        let todo =
            schedule.iter().copied().filter(|scheduled| !numbers.contains(&scheduled.number));
        let mut written = Ok(());
        let played = series.play(todo, self.concurrency.into(), |record| {
            // Ignore games that end after the decision.
            if contest.is_decided() || written.is_err() {
                return;
            }
            contest.add(&record);
            written = log.put(&record, entrants);
            known += 1;
            if let Some(forfeit) = &record.forfeit {
                let number = record.scheduled.number + 1;
                let loser = &entrants[record.scheduled.entrant(forfeit.by)].name;
                progress.print(format_args!("game {number}: {loser} forfeits: {}", forfeit.reason));
            }
            progress.advance_in(&*contest);
            if contest.is_decided() || written.is_err() {
                stop.store(true, Relaxed);
            }
        });
        progress.finish();
        written?;
        if contest.is_decided() {
            // Games beyond the decision may lack an opening or a player.
            return Ok(Status::Done);
        }
        played?;
        if stop.load(Relaxed) && known < schedule.len() {
            complain(self.log.advice());
            return Ok(Status::Error);
        }
        Ok(Status::Done)
    }

    /// Warns if the players need more CPUs than the machine has. In each game, one player thinks at
    /// a time.
    fn warn_of_busy_cpus(&self, entrants: &[Entrant]) {
        let threads = entrants.iter().map(|entrant| entrant.spec.threads()).max().unwrap_or(1);
        let needed = threads * usize::from(self.concurrency);
        if let Ok(cpus) = thread::available_parallelism()
            && needed > cpus.get()
        {
            let threads = counted(threads, "thread");
            complain(format_args!(
                "--concurrency {} with {threads} per player needs {needed} CPUs and this machine has \
                 {cpus}: players lose thinking time",
                self.concurrency
            ));
        }
    }
}

/// Prints the standard error of players with their names.
fn stderr_listener(progress: &Progress) -> SharedStderrListener {
    let print = progress.printer();
    Arc::new(move |name, line| print(&format!("{name}: {line}")))
}
