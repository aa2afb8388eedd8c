//! `match`: games between two engines; `tournament`: between many.
//!
//! - here: the command `match`; `report`: how a match stands and its result;
//! - `tournament`: the other command; `ranking`: its result, as text and as a chart;
//! - `play`: playing games, what both have in common; `log`: the files in which they are kept;
//! - `players`: players and their limits as they are given on the command line.

mod log;
mod play;
mod players;
mod ranking;
mod report;
mod tournament;

use anyhow::{Context, bail};
use players::{Both, ControlFlags, OnlyA, OnlyB, USUAL_CONTROL};

use super::output::FormatArgument;
use super::{Status, complain};
use crate::flags::whole;
use lab::tournament::Seat;
use lab::tournament::player::PlayerSpec;
use lab::tournament::record::Entrant;
use lab::tournament::schedule::Fixture;
use lab::tournament::stats::{Sprt, Verdict};

use play::{GameArguments, PlayOutcome};
use report::{MatchReport, MatchState};

pub(super) use tournament::TournamentArguments;

/// The default number of games.
const USUAL_GAMES: u32 = 100;

/// The default number of games with an SPRT, which usually ends earlier.
const MAX_GAMES: u32 = 40_000;

/// The default probability of each kind of error of an SPRT.
const USUAL_ERROR: f64 = 0.05;

/// Play games between two engines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A player is a command line of a program that speaks UGI; `outflank` is this very program.
`gtp:COMMAND` and `nboard:COMMAND` speak these protocols instead, which have no words for nodes;
that of NBoard has none for a time for each move either, a fraction of a second more for each
move, or less than a second for the game, and needs --depth or --clock. A depth is the level of an
engine that speaks NBoard, and of one that speaks GTP if it has a command for it (outflank-level,
set_level); what cannot be told is refused.
`style:edge` is a strategy of it without a process, `style:full level=3` one with options.
A player without a limit has 100 ms a move.

Each opening is played twice with colours changed. With --depth or --nodes the games depend
on the seed alone, not on the machine or on how many are played at a time. A command line
that plays by chance needs a seed of its own for that: 'outflank --skill 4 --seed 1'.

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
  outflank match --a outflank --b 'outflank --no-book' --random-plies 0 --book-a openings.book
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
    /// An opening book for A: its command line gets `--book FILE`
    #[arg(long, value_name = "FILE")]
    book_a: Option<String>,
    /// An opening book for B: its command line gets `--book FILE`
    #[arg(long, value_name = "FILE")]
    book_b: Option<String>,
    /// How many games, at most [default: 100, or 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_000_000))]
    games: Option<u32>,
    /// Play until it is clear which of two differences in Elo is the true one; the two
    /// probabilities of an error are 0.05 if they are not said
    #[arg(long, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], num_args = 2..=4)]
    sprt: Vec<f64>,
    #[command(flatten)]
    both: ControlFlags<Both>,
    #[command(flatten)]
    only_a: ControlFlags<OnlyA>,
    #[command(flatten)]
    only_b: ControlFlags<OnlyB>,
    #[command(flatten)]
    play: GameArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl MatchArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut state = MatchState { sprt: self.sprt()?, ..MatchState::default() };
        let usual = if state.sprt.is_some() { MAX_GAMES } else { USUAL_GAMES };
        let fixtures: Vec<Fixture> =
            (0..self.games.unwrap_or(usual)).map(Fixture::of_match).collect();
        let entrants = self.entrants()?;
        let played = self.play.play(&entrants, &fixtures, &mut state);
        if state.tally.games() > 0 {
            self.format.write(&MatchReport::new(&entrants, &state))?;
        }
        match (played?, state.verdict()) {
            (_, Some(Verdict::Higher)) => Ok(Status::Done),
            (_, Some(Verdict::Lower)) => Ok(Status::No),
            (PlayOutcome::Interrupted, _) => {
                complain(self.play.log.advice());
                Ok(Status::Error)
            }
            (PlayOutcome::Completed, Some(Verdict::Open)) => Ok(Status::No),
            (PlayOutcome::Completed, None) => Ok(Status::Done),
        }
    }

    /// The test that ends the match, if one is asked for.
    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let &[elo0, elo1, ref errors @ ..] = &self.sprt[..] else { return Ok(None) };
        let error = |index| errors.get(index).copied().unwrap_or(USUAL_ERROR);
        Ok(Some(Sprt::new([elo0, elo1], error(0), error(1)).context("--sprt")?))
    }

    /// A and B.
    fn entrants(&self) -> anyhow::Result<[Entrant; 2]> {
        let both = self.both.control.unwrap_or(USUAL_CONTROL);
        let [a, b] = [self.only_a.control, self.only_b.control].map(|only| only.unwrap_or(both));
        let entrant = |seat: Seat, spec: &PlayerSpec, book: &Option<String>, control| {
            let spec = match book {
                Some(_) if spec.is_style() => bail!("{spec} knows no book: expected a program"),
                Some(file) => spec.clone().with_book(file)?,
                None => spec.clone(),
            };
            anyhow::Ok(Entrant { name: seat.to_string(), spec, control })
        };
        Ok([
            entrant(Seat::A, &self.a, &self.book_a, a)?,
            entrant(Seat::B, &self.b, &self.book_b, b)?,
        ])
    }
}
