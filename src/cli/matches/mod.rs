//! `match`: games between two engines; `tournament`: between many.
//!
//! - `control`, `openings`: flags for limits and for where games start;
//! - `play`: playing games; `log`: the files in which they are kept;
//! - `standing`: how a match stands, and when it is decided; `report`: its result;
//! - `tournament`: the other command; `contestant`: its players as they are given;
//!   `ranking`: its result; `chart`: that as a picture;
//! - `progress`: how it stands, on standard error.

mod chart;
mod contestant;
mod control;
mod log;
mod openings;
mod play;
mod progress;
mod ranking;
mod report;
mod standing;
mod tournament;

use anyhow::Context;
use clap::value_parser;

use super::replies::FormatArgument;
use super::{Status, complain};
use crate::tournament::Seat;
use crate::tournament::player::PlayerSpec;
use crate::tournament::record::Entrant;
use crate::tournament::schedule::Fixture;
use crate::tournament::stats::{Sprt, Verdict};
use control::{Both, ControlFlags, OnlyA, OnlyB, USUAL_CONTROL};
use play::{PlayArguments, Played};
use report::Report;
use standing::Standing;

pub(super) use tournament::TournamentArguments;

/// How many games there are if nothing is said.
const USUAL_GAMES: u32 = 100;

/// How many there are at most if they end when a test has decided.
const MOST_GAMES: u32 = 40_000;

/// The probability of an error of a test if nothing is said.
const USUAL_ERROR: f64 = 0.05;

/// Play games between two engines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A player is a command line of a program that speaks UGI; `outflank` is this very program.
`gtp:COMMAND` and `nboard:COMMAND` speak these protocols instead, which have no words for nodes. A
depth is the level of an engine that speaks NBoard, and of one that speaks GTP if it has a command
for it (outflank-level, set_level); what cannot be told is refused.
`style:edge` is a strategy of it without a process, `style:full level=3` one with options.
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
  outflank match --a outflank --b 'other-engine --ugi' --clock 1+0.5 --openings book.txt
  outflank match --a ./new --b ./old --nodes 9999 --out games.jsonl --resume --ggf games.ggf

Exit status: 0 done, or the higher difference is accepted; 1 the lower one is, or neither;
2 error or interrupted: go on with --resume.")]
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
    #[command(flatten)]
    both: ControlFlags<Both>,
    #[command(flatten)]
    only_a: ControlFlags<OnlyA>,
    #[command(flatten)]
    only_b: ControlFlags<OnlyB>,
    #[command(flatten)]
    play: PlayArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl MatchArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut standing = Standing { sprt: self.sprt()?, ..Standing::default() };
        let usual = if standing.sprt.is_some() { MOST_GAMES } else { USUAL_GAMES };
        let fixtures: Vec<Fixture> =
            (0..self.games.unwrap_or(usual)).map(Fixture::of_match).collect();
        let entrants = self.entrants();
        let played = self.play.play(&entrants, &fixtures, &mut standing);
        if standing.tally.games() > 0 {
            self.format.write(&Report::new(&entrants, &standing))?;
        }
        match (played?, standing.verdict()) {
            (_, Some(Verdict::Higher)) => Ok(Status::Done),
            (_, Some(Verdict::Lower)) => Ok(Status::No),
            (Played::Interrupted, _) => {
                complain("interrupted");
                Ok(Status::Error)
            }
            (Played::Through, Some(Verdict::Open)) => Ok(Status::No),
            (Played::Through, None) => Ok(Status::Done),
        }
    }

    /// What is to be decided.
    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let &[elo0, elo1, ref errors @ ..] = &self.sprt[..] else { return Ok(None) };
        let error = |index| errors.get(index).copied().unwrap_or(USUAL_ERROR);
        Ok(Some(Sprt::new([elo0, elo1], error(0), error(1)).context("--sprt")?))
    }

    /// A and B.
    fn entrants(&self) -> [Entrant; 2] {
        let both = self.both.control.unwrap_or(USUAL_CONTROL);
        let [a, b] = [self.only_a.control, self.only_b.control].map(|only| only.unwrap_or(both));
        [(Seat::A, &self.a, a), (Seat::B, &self.b, b)].map(|(seat, spec, control)| Entrant {
            name: seat.to_string(),
            spec: spec.clone(),
            control,
        })
    }
}
