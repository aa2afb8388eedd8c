//! Plays the games of a match or tournament.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde::Serialize;

use super::log::LogArguments;
use crate::flags::integer;
use crate::output::{Progress, counted, stop_on_interrupt};
use crate::source::{RecordSource, report_bad_record};
use crate::{Status, complain};
use engine::score::Score;
use engine::{Engine, OpeningBook, Options};
use lab::tournament::openings::{Balance, LeadIn, OpeningSource, Openings, RandomOpenings};
use lab::tournament::record::{Entrant, GameRecord};
use lab::tournament::referee::Timeouts;
use lab::tournament::schedule::ScheduledGame;
use lab::tournament::series::{Series, SharedStderrListener};
use othello::board::Move;
use othello::game::{FoundRecord, Game, WthorNames};
use othello::random::Random;

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

    /// Whether it can be decided before all games are played.
    fn may_end_early(&self) -> bool {
        false
    }
}

impl GameArguments {
    /// Plays the games of `schedule` that are not in the log. Passes all games to `contest`, also
    /// before an error. The status is an error after an interrupt.
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
        played?;
        if stop.load(Relaxed) && known < schedule.len() && !contest.is_decided() {
            complain(self.log.advice());
            return Ok(Status::Error);
        }
        Ok(Status::Done)
    }

    /// Warns if the players need more CPUs than the machine has. One player of a game thinks at a
    /// time.
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

/// The openings.
#[derive(Debug, clap::Args, Serialize)]
pub(super) struct OpeningArguments {
    /// Start from the positions in this file: moves, boards, FENs or OBF, one per line
    #[arg(long, value_name = "FILE", help_heading = "Openings",
        conflicts_with_all = ["random_plies", "after_book", "balanced", "balance_depth", "seed"])]
    openings: Option<PathBuf>,
    /// First follow this book to its end, with moves at most one disc worse than the best; `embedded`
    /// is the built-in book
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    after_book: Option<String>,
    /// Random plies at the start of each game, or after the book; with 0 and no book all games start
    /// from the usual position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = integer::<u32>(0..=40), help_heading = "Openings")]
    random_plies: u32,
    /// Use only openings with a score up to this
    #[arg(long, value_name = "DISCS", value_parser = integer::<u16>(0..=64), help_heading = "Openings")]
    balanced: Option<u16>,
    /// Search depth for --balanced
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = integer::<u32>(1..=60),
        requires = "balanced",
        help_heading = "Openings"
    )]
    balance_depth: u32,
    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,
}

impl OpeningArguments {
    /// The openings. Also returns their number unless they are random.
    pub(super) fn openings(&self) -> anyhow::Result<(Openings, Option<usize>)> {
        if let Some(path) = &self.openings {
            let games = listed(path)?;
            let count = games.len();
            return Ok((Openings::new(OpeningSource::Listed(games)), Some(count)));
        }
        if self.random_plies == 0 && self.after_book.is_none() {
            return Ok((Openings::new(OpeningSource::Listed(vec![Game::default()])), Some(1)));
        }
        let balance = self.balanced.map(|discs| Balance {
            engine: Engine::new(Options { hash: 16, ..Options::default() }),
            depth: self.balance_depth,
            centidiscs: i32::from(discs) * 100,
        });
        let lead_in = self.after_book.as_deref().map(lead_in).transpose()?;
        let random = RandomOpenings { seed: self.seed, plies: self.random_plies, balance, lead_in };
        Ok((Openings::new(OpeningSource::Random(Box::new(random))), None))
    }
}

/// Plays random lines of a book to its end.
fn lead_in(file: &str) -> anyhow::Result<LeadIn> {
    let mut options = Options::default();
    options.set("Book", file).context("--after-book")?;
    let book = options.book.context("invalid --after-book: expected a book")?;
    Ok(Box::new(move |random| book_line(&book, random)))
}

/// A random line of `book` to its end, with moves at most one disc worse than the best.
fn book_line(book: &OpeningBook, random: &mut Random) -> Game {
    let mut game = Game::default();
    loop {
        let position = game.setup().position;
        if position.must_pass() && game.play(Move::Pass).is_ok() {
            continue;
        }
        // An unreadable position ends the line.
        let known = book.reader().variations(position).unwrap_or_default();
        let best = known.first().map_or(Score::ZERO, |variation| variation.line.score);
        let good: Vec<Move> = known
            .iter()
            .filter(|known| known.is_inside && known.line.score >= best - Score::PER_DISC)
            .map(|known| known.line.pv[0])
            .collect();
        if good.is_empty() || game.play(good[random.below(good.len() as u32) as usize]).is_err() {
            return game;
        }
    }
}

/// The games in the file at `path`. Fails if any is invalid.
fn listed(path: &Path) -> anyhow::Result<Vec<Game>> {
    let file = RecordSource::from(path.to_owned());
    let name = file.name();
    let mut games = Vec::new();
    let mut bad_lines = 0;
    for found in file.records(WthorNames::NONE)? {
        match found {
            Ok(FoundRecord { record, place, .. }) if record.game().is_over() => {
                bail!("{name}:{place}: the game is over: expected a position with moves");
            }
            Ok(found) => games.push(found.record.into_game()),
            Err(error) => {
                report_bad_record(&file, &error)?;
                bad_lines += 1;
            }
        }
    }
    ensure!(bad_lines == 0, "{name} has {}: expected none", counted(bad_lines, "bad record"));
    ensure!(!games.is_empty(), "{name} holds no position: expected at least one opening");
    Ok(games)
}
