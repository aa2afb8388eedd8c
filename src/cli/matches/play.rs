//! Playing the games of a match or a tournament: what both have in common.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use clap::value_parser;

use super::log::LogArguments;
use super::openings::OpeningArguments;
use super::progress::Progress;
use crate::cli::complain;
use crate::tournament::record::{Entrant, GameRecord};
use crate::tournament::referee::Patience;
use crate::tournament::schedule::Fixture;
use crate::tournament::series::{Series, SharedStderrListener};

/// How games are played.
#[derive(Debug, clap::Args)]
pub(super) struct PlayArguments {
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Show what the players say on standard error
    #[arg(long, short)]
    verbose: bool,
    /// What a move may take beyond its time before the game is lost
    #[arg(long, value_name = "MS", default_value_t = 500, help_heading = "Limits")]
    margin: u64,
    /// What a move may take if it has no time limit
    #[arg(long, value_name = "SECONDS", default_value_t = 600, help_heading = "Limits")]
    patience: u64,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    log: LogArguments,
}

/// What games are played for; its text is how it stands, in one line.
pub(super) trait Contest: Display {
    /// Takes in a game.
    fn add(&mut self, record: &GameRecord);

    /// Whether no more games are needed.
    fn is_decided(&self) -> bool;
}

/// How playing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Played {
    /// No more games are needed.
    Through,
    /// The user has enough.
    Interrupted,
}

impl PlayArguments {
    /// Plays the games of `fixtures` that are not in the log, and hands all games to
    /// `contest`. Those that are there when something goes wrong are handed on, too.
    pub(super) fn play(
        &self,
        entrants: &[Entrant],
        fixtures: &[Fixture],
        contest: &mut impl Contest,
    ) -> anyhow::Result<Played> {
        let stop = Arc::new(AtomicBool::new(false));
        let on_signal = Arc::clone(&stop);
        ctrlc::set_handler(move || on_signal.store(true, Relaxed))
            .context("interruptions cannot be watched for")?;
        let (openings, count) = self.openings.openings()?;
        let last = fixtures.iter().map(|fixture| fixture.opening as usize + 1).max();
        if let (Some(count), Some(wanted)) = (count, last)
            && count < wanted
        {
            complain(format_args!("the {count} openings are played again up to pair {wanted}"));
        }
        let mut progress = Progress::new(fixtures.len());
        let series = Series {
            entrants: entrants.to_vec(),
            openings: Mutex::new(openings),
            patience: Patience {
                margin: Duration::from_millis(self.margin),
                untimed: Duration::from_secs(self.patience),
            },
            stop: &stop,
            stderr: self.verbose.then(|| stderr_listener(&progress)),
        };
        let (mut log, kept) = self.log.open(&series, fixtures)?;
        let mut todo = vec![true; fixtures.len()];
        for record in &kept {
            contest.add(record);
            todo[record.fixture.number as usize] = false;
        }
        if contest.is_decided() {
            return Ok(Played::Through);
        }
        progress.resume(kept.len());
        let todo = fixtures.iter().copied().filter(|fixture| todo[fixture.number as usize]);
        let mut written = Ok(());
        let played = series.play(todo, self.concurrency.into(), |record| {
            // A test that has decided is over, whatever is still being played.
            if contest.is_decided() || written.is_err() {
                return;
            }
            contest.add(&record);
            if let Some(forfeit) = &record.forfeit {
                let number = record.fixture.number + 1;
                let loser = &entrants[record.fixture.entrant(forfeit.by)].name;
                progress.say(format_args!("game {number}: {loser} forfeits: {}", forfeit.reason));
            }
            progress.advance(contest);
            written = log.put(&record, entrants);
            if contest.is_decided() || written.is_err() {
                stop.store(true, Relaxed);
            }
        });
        progress.finish();
        written?;
        played?;
        let interrupted = stop.load(Relaxed) && !contest.is_decided();
        Ok(if interrupted { Played::Interrupted } else { Played::Through })
    }
}

/// Shows the complaints of players, each with its name before it.
fn stderr_listener(progress: &Progress) -> SharedStderrListener {
    let voice = progress.voice();
    Arc::new(move |name, line| voice(&format!("{name}: {line}")))
}
