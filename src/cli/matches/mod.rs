//! `match`: games between two engines.
//!
//! - `control`: the flags for limits;
//! - `standing`: how it stands, and when it is decided; `progress`: that on standard
//!   error; `report`: the result.

mod control;
mod progress;
mod report;
mod standing;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use clap::value_parser;

use super::{Status, complain};
use crate::engine::{Engine, Options};
use crate::tournament::control::Control;
use crate::tournament::openings::{Balance, Openings, RandomOpenings, Source};
use crate::tournament::player::PlayerSpec;
use crate::tournament::referee::Patience;
use crate::tournament::series::{Series, SharedEar};
use crate::tournament::stats::{Sprt, Verdict};
use control::{Both, ControlFlags, OnlyA, OnlyB};
use progress::Progress;
use report::Report;
use standing::Standing;

/// How many games there are if nothing is said.
const USUAL_GAMES: u32 = 100;

/// How many there are at most if they end when a test has decided.
const MOST_GAMES: u32 = 40_000;

/// The probability of an error of a test if nothing is said.
const USUAL_ERROR: f64 = 0.05;

/// What a move gets if nothing is said.
const USUAL_MOVE_TIME: Duration = Duration::from_millis(100);

/// Play games between two engines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A player is a command line of a program that speaks UGI; `outflank` is this very program.
Each opening is played twice with colours changed. With --depth or --nodes the games depend
on the seed alone, not on the machine or on how many are played at a time.

The result is seen from A. Elo is given with its 95 % interval, from pairs of games; LOS is
the likelihood that A is the stronger one. A player that crashes, is late or breaks the
rules loses the game, is started again, and the match goes on.

With --sprt the match ends as soon as one of two differences in Elo (logistic) is accepted:
`--sprt 0 5` asks whether A gains 5 or nothing.

Examples:
  outflank match --a outflank --b 'outflank --evaluator classic' --movetime 50 --games 200
  outflank match --a ./new --b ./old --depth 8 --games 1000 --concurrency 8 --seed 7
  outflank match --a ./new --b ./old --movetime 50 --sprt 0 5 --concurrency 8
  outflank match --a outflank --b 'other-engine --ugi' --clock 1+0.5 --random-plies 12

Exit status: 0 done, or the higher difference is accepted; 1 the lower one is, or neither;
2 error or interrupted.")]
pub(super) struct MatchArguments {
    /// The first player
    #[arg(long, value_name = "PLAYER")]
    a: PlayerSpec,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "outflank")]
    b: PlayerSpec,
    /// How many games, at most [default: 100, or 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Play until it is clear which of two differences in Elo is the true one; the two
    /// probabilities of an error are 0.05 if they are not said
    #[arg(long, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], num_args = 2..=4,
        allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Show what the players say on standard error
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    both: ControlFlags<Both>,
    #[command(flatten)]
    only_a: ControlFlags<OnlyA>,
    #[command(flatten)]
    only_b: ControlFlags<OnlyB>,
    /// What a move may take beyond its time before the game is lost
    #[arg(long, value_name = "MS", default_value_t = 500, help_heading = "Limits")]
    margin: u64,
    /// What a move may take if it has no time limit
    #[arg(long, value_name = "SECONDS", default_value_t = 600, help_heading = "Limits")]
    patience: u64,
    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(0..=40), help_heading = "Openings")]
    random_plies: u32,
    /// Only openings in which no side is ahead by more
    #[arg(long, value_name = "DISCS", value_parser = value_parser!(u16).range(0..=64), help_heading = "Openings")]
    balanced: Option<u16>,
    /// How deep to search to find out
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Openings")]
    balance_depth: u32,
    /// What makes these openings different from others
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,
}

impl MatchArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let stop = Arc::new(AtomicBool::new(false));
        let on_signal = Arc::clone(&stop);
        ctrlc::set_handler(move || on_signal.store(true, Relaxed))
            .context("interruptions cannot be watched for")?;
        let sprt = self.sprt()?;
        let games = self.games.unwrap_or(if sprt.is_some() { MOST_GAMES } else { USUAL_GAMES });
        let mut progress = Progress::new(games);
        let series = Series {
            specs: [self.a.clone(), self.b.clone()],
            controls: self.controls(),
            openings: Mutex::new(Openings::new(self.openings())),
            patience: Patience {
                margin: Duration::from_millis(self.margin),
                untimed: Duration::from_secs(self.patience),
            },
            stop: &stop,
            ear: self.verbose.then(|| ear(&progress)),
        };
        let mut standing = Standing { sprt, ..Standing::default() };
        let played = series.play(0..games, self.concurrency.into(), |record| {
            standing.tally.add(record.outcome());
            if let Some(forfeit) = &record.forfeit {
                let number = record.number + 1;
                progress.say(format_args!(
                    "game {number}: {} forfeits: {}",
                    forfeit.by, forfeit.reason
                ));
            }
            progress.advance(&standing);
            if standing.is_decided() {
                stop.store(true, Relaxed);
            }
        });
        progress.finish();
        if standing.tally.games() > 0 {
            let Series { specs, controls, .. } = &series;
            write!(io::stdout(), "{}", Report { specs, controls, standing: &standing })?;
        }
        played?;
        match standing.verdict() {
            Some(Verdict::Higher) => Ok(Status::Done),
            Some(Verdict::Lower) => Ok(Status::No),
            _ if stop.load(Relaxed) => {
                complain("interrupted");
                Ok(Status::Error)
            }
            Some(Verdict::Open) => Ok(Status::No),
            None => Ok(Status::Done),
        }
    }

    /// What is to be decided.
    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let &[elo0, elo1, ref errors @ ..] = &self.sprt[..] else { return Ok(None) };
        let error = |index| errors.get(index).copied().unwrap_or(USUAL_ERROR);
        Ok(Some(Sprt::new([elo0, elo1], error(0), error(1)).context("--sprt")?))
    }

    /// What A and B are given.
    fn controls(&self) -> [Control; 2] {
        let usual = Control { move_time: Some(USUAL_MOVE_TIME), ..Control::default() };
        let both = self.both.control.unwrap_or(usual);
        [self.only_a.control.unwrap_or(both), self.only_b.control.unwrap_or(both)]
    }

    fn openings(&self) -> Source {
        let balance = self.balanced.map(|discs| Balance {
            engine: Engine::new(Options { hash: 16, ..Options::default() }),
            depth: self.balance_depth,
            centidiscs: i32::from(discs) * 100,
        });
        Source::Random(RandomOpenings { seed: self.seed, plies: self.random_plies, balance })
    }
}

/// Shows the complaints of players, each with its name before it.
fn ear(progress: &Progress) -> SharedEar {
    let voice = progress.voice();
    Arc::new(move |seat, line| voice(&format!("{seat}: {line}")))
}
