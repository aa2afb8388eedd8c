//! `match`: games between two engines; `tournament`: games between many.
//!
//! - here: `match`; `report`: its progress and result; `sum`: the result of its parts;
//! - `tournament`: `tournament`; `ranking`: its result, as text and chart;
//! - `play`: plays the games of both commands, from `openings`; `log`: the results files; `row`: a
//!   game in these files;
//! - `players`: the arguments for players and limits.

mod log;
mod openings;
mod play;
mod players;
mod ranking;
mod report;
mod row;
mod sum;
mod tournament;

use std::ops::RangeInclusive;

use anyhow::bail;

use crate::Status;
use crate::commands::training::range_within;
use crate::flags::integer;
use crate::output::FormatArgument;
use lab::tournament::MatchSide;
use lab::tournament::control::Control;
use lab::tournament::player::PlayerSpec;
use lab::tournament::record::Entrant;
use lab::tournament::schedule::ScheduledGame;

use play::GameArguments;
use players::{ControlFlags, USUAL_CONTROL};
use report::{MatchReport, MatchState, SprtArgument};

pub(crate) use sum::MatchSumArguments;
pub(crate) use tournament::TournamentArguments;

/// The default number of games.
const USUAL_GAMES: u32 = 100;

/// The default maximum of games with an SPRT.
const MAX_GAMES: u32 = 40_000;

/// Play games between two engines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A player is the command line of a UGI engine; `outflank` means this program.
`gtp:COMMAND` and `nboard:COMMAND` use these protocols instead. They cannot express nodes. NBoard
needs --depth or --clock, and cannot express a move time, fractions of a second in the increment or
a clock below 1 s. A depth sets the level of an NBoard engine, and of a GTP engine that has
`outflank-level` or `set_level`. Limits that the protocol cannot express are errors.
`style:edge` is a style of this program without a process; `style:full level=3` adds options.
Without limits a player has 100 ms per move.

Each opening is played twice with colours swapped. With --depth or --nodes the games depend on the
seed only, not on the machine or on --concurrency. A player with random moves needs its own seed:
'outflank --skill 4 --seed 1'.

The result is from the point of view of A. Elo has a 95 % interval from pairs of games; LOS is the
likelihood that A is stronger. A player that crashes, moves late or breaks the rules loses the
game and is restarted.

With --sprt the match ends when one of two Elo differences (logistic) is accepted: `--sprt 0 5`
tests a gain of 5 against none.

With --pairs several machines share a match: each plays other pairs of the same openings, and
`match-sum` adds up their --out files.

Examples:
  outflank match --a outflank --b 'outflank --evaluator classic' --movetime 10 --games 20
  outflank match --a ./new --b ./old --depth 8 --games 1000 --concurrency 8 --seed 7
  outflank match --a ./new --b ./old --movetime 50 --sprt 0 5 --concurrency 8
  outflank match --a outflank --b 'other-engine --ugi' --clock 1+0.5 --openings book.txt
  outflank match --a outflank --b 'gtp:gtp-rhino -l 3' --a-depth 4 --games 20
  outflank match --a outflank --b 'outflank --no-book' --random-plies 0 --book-a openings.book
  outflank match --a ./new --b ./old --nodes 9999 --out games.jsonl --resume --ggf games.ggf
  outflank match --a ./new --b ./old --nodes 9999 --pairs 501-1000 --out part2.jsonl

Exit status: 0 done, or the higher difference accepted; 1 the lower accepted, or undecided;
2 error or interrupted: continue with --resume.")]
pub(crate) struct MatchArguments {
    /// The first player
    #[arg(long, value_name = "PLAYER")]
    a: PlayerSpec,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "outflank")]
    b: PlayerSpec,
    /// Opening book for A: appends `--book FILE` to its command line
    #[arg(long, value_name = "FILE")]
    book_a: Option<String>,
    /// Opening book for B: appends `--book FILE` to its command line
    #[arg(long, value_name = "FILE")]
    book_b: Option<String>,
    /// Maximum number of games [default: 100, or 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = integer::<u32>(1..=1_000_000))]
    games: Option<u32>,
    /// Play only these pairs of games, such as 1-500; `match-sum` adds up the parts
    #[arg(long, value_name = "RANGE", value_parser = range_within(1..=500_000),
        conflicts_with_all = ["games", "sprt"])]
    pairs: Option<RangeInclusive<u32>>,
    #[command(flatten)]
    sprt: SprtArgument,
    #[command(flatten)]
    both: ControlFlags<' '>,
    #[command(flatten)]
    only_a: ControlFlags<'a'>,
    #[command(flatten)]
    only_b: ControlFlags<'b'>,
    #[command(flatten)]
    play: GameArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl MatchArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut state = MatchState { sprt: self.sprt.test()?, ..MatchState::default() };
        let usual = if state.sprt.is_some() { MAX_GAMES } else { USUAL_GAMES };
        let games = match &self.pairs {
            Some(pairs) => 2 * (pairs.start() - 1)..2 * pairs.end(),
            None => 0..self.games.unwrap_or(usual),
        };
        let schedule: Vec<ScheduledGame> = games.map(ScheduledGame::of_match).collect();
        let entrants = self.entrants()?;
        let played = self.play.play(&entrants, &schedule, &mut state);
        if state.tally.games() > 0 {
            let report = MatchReport::new(entrants.each_ref().map(Into::into), &state);
            self.format.write(&report)?;
        }
        Ok(match played? {
            Status::Done => state.status(),
            interrupted => interrupted,
        })
    }

    /// A and B.
    fn entrants(&self) -> anyhow::Result<[Entrant; 2]> {
        let both = self.both.control.unwrap_or(USUAL_CONTROL);
        let entrant =
            |side: MatchSide, spec: &PlayerSpec, book: &Option<String>, only: Option<Control>| {
                let spec = match book {
                    Some(_) if spec.is_style() => bail!("{spec} uses no book: expected a program"),
                    Some(file) => spec.clone().with_book(file)?,
                    None => spec.clone(),
                };
                let control = only.unwrap_or(both);
                let (name, title) = (side.to_string(), format!("{spec} ({control})"));
                Ok(Entrant { name, title, spec, control })
            };
        Ok([
            entrant(MatchSide::A, &self.a, &self.book_a, self.only_a.control)?,
            entrant(MatchSide::B, &self.b, &self.book_b, self.only_b.control)?,
        ])
    }
}
