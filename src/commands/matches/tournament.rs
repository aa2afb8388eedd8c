//! `tournament`: games between many engines, with ratings.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use super::play::GameArguments;
use super::players::{ControlFlags, PlayerArgument, USUAL_CONTROL};
use super::ranking::TournamentState;
use crate::flags::integer;
use crate::output::{FormatArgument, file_to_write};
use crate::{Status, chart};
use lab::tournament::record::Entrant;
use lab::tournament::schedule::TournamentPlan;

/// Maximum number of games. A scheduled game takes 24 bytes.
const GAMES_LIMIT: u64 = 2_000_000;

/// Play games between many engines and rate them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A player is [NAME=]COMMAND [@LIMIT=VALUE]... COMMAND is the command line of a UGI engine, or of a
GTP or NBoard engine after gtp: or nboard:; `outflank` means this program. It may also be
`style:NAME [OPTION=VALUE]..`, a style of this program without a process. The limits movetime,
clock, depth, nodes and none apply to this player; the default is 100 ms per move. With @rounds=N
it plays in the first N rounds only.

In each round every pairing plays two games from the same opening with colours swapped. Ratings are
maximum-likelihood (Bradley-Terry, a draw counts as half a win) with 95 % margins; the anchor has
rating 0. A player that won or lost everything is `above` or `below`.

Examples:
  outflank tournament --player 'd2=outflank @depth=2' --player 'd4=outflank @depth=4' \\
      --player 'd6=outflank @depth=6' --rounds 50 --anchor d2 --svg ladder.svg
  outflank tournament --gauntlet --player new=./new --player old=./old --player other=./other \\
      --movetime 50 --rounds 100 --concurrency 8 --out games.jsonl --resume

  outflank tournament --player edge=style:edge --player 'level1=style:full level=1 @none' \\
      --player 'budget=style:budget @none @rounds=5' --rounds 100

Exit status: 0 done; 2 error or interrupted: continue with --resume.")]
pub(crate) struct TournamentArguments {
    /// A player; repeat for each
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<PlayerArgument>,
    /// Let the first player meet all others instead of a round robin
    #[arg(long)]
    gauntlet: bool,
    /// Number of rounds; at most 2000000 games in total
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = integer::<u32>(1..=1_000_000))]
    rounds: u32,
    /// The player whose rating is 0 [default: the first]
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,
    /// Draw the ratings to this file as SVG
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    all: ControlFlags<' '>,
    #[command(flatten)]
    play: GameArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl TournamentArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let usual = self.all.control.unwrap_or(USUAL_CONTROL);
        let entrants: Vec<Entrant> =
            self.players.iter().map(|player| player.entrant(usual)).collect();
        ensure!(entrants.len() > 1, "too few players: expected at least two");
        let mut names = HashSet::new();
        for Entrant { name, .. } in &entrants {
            ensure!(
                names.insert(name),
                "repeated player name {name:?}: expected NAME=COMMAND with different names"
            );
        }
        let plan =
            if self.gauntlet { TournamentPlan::Gauntlet } else { TournamentPlan::RoundRobin };
        let rounds: Vec<u32> =
            self.players.iter().map(|player| player.rounds(self.rounds)).collect();
        let games = plan.game_count(&rounds);
        ensure!(
            games <= GAMES_LIMIT,
            "--rounds {} gives {games} games: expected at most {GAMES_LIMIT}",
            self.rounds
        );
        let schedule = plan.schedule(&rounds);
        if let Some(path) = &self.svg {
            self.play.log.ensure_other("--svg", path)?;
        }
        chart::prepare(self.svg.as_slice())?;
        let mut state = TournamentState::new(&entrants, self.anchor(&entrants)?);
        let played = self.play.play(&entrants, &schedule, &mut state);
        let ranking = state.ranking();
        if ranking.has_games() {
            self.format.write(&ranking)?;
            if let Some(path) = &self.svg {
                ranking.write_chart(path)?;
            }
        }
        played
    }

    /// The index of the player whose rating is 0.
    fn anchor(&self, entrants: &[Entrant]) -> anyhow::Result<usize> {
        let Some(name) = &self.anchor else { return Ok(0) };
        let place = entrants.iter().position(|entrant| entrant.name == *name);
        place.with_context(|| {
            let names: Vec<&str> = entrants.iter().map(|entrant| &*entrant.name).collect();
            format!("unknown player {name:?}: expected one of {}", names.join(", "))
        })
    }
}
