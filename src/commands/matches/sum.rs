//! `match-sum`: the result of a match that was played in parts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use anyhow::{Context, ensure};

use super::play::Contest;
use super::report::{MatchReport, MatchState, SprtArgument};
use super::row::GameRow;
use crate::output::{FormatArgument, counted};
use crate::results_log::read_results;
use crate::{Status, complain};
use lab::tournament::MatchSide;
use lab::tournament::schedule::ScheduledGame;

/// Add up the results of a match that was played in parts
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "outflank match-sum <FILE>... [OPTIONS]",
    after_help = "\
The files are those of `match --out`, one for each part; `match --pairs` chooses the pairs of a
part. All parts must have the same players, limits and openings, and no pair in common. The report
is that of `match`. With --sprt the pairs count in order until the test is decided.

Examples:
  outflank match --a ./new --b ./old --movetime 50 --pairs 1-500 --out part1.jsonl
  outflank match --a ./new --b ./old --movetime 50 --pairs 501-1000 --out part2.jsonl
  outflank match-sum part1.jsonl part2.jsonl --sprt 0 5

Exit status: 0 done, or the higher difference accepted; 1 the lower accepted, or undecided;
2 error."
)]
pub(crate) struct MatchSumArguments {
    /// Results files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    sprt: SprtArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl MatchSumArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut state = MatchState { sprt: self.sprt.test()?, ..MatchState::default() };
        let (mut games, mut files) = (BTreeMap::new(), HashMap::new());
        let (mut settings, mut players) = (None, None);
        for path in &self.files {
            read_results(path, &mut settings, |row: GameRow| {
                let number = row.game;
                let scheduled =
                    number.checked_sub(1).map(ScheduledGame::of_match).context("invalid game 0")?;
                let [black, white] =
                    [scheduled.black(), scheduled.black().other()].map(|side| side.to_string());
                ensure!(
                    [&row.black.name, &row.white.name] == [&black, &white],
                    "game {number} is not of a match: expected results of `match`"
                );
                let pair = scheduled.pair() + 1;
                let file = *files.entry(pair).or_insert(path);
                ensure!(file == path, "pair {pair} is also in {}", file.display());
                let known = games.insert(number, row.to_record(scheduled)?);
                ensure!(known.is_none(), "repeated game {number}");
                players.get_or_insert_with(|| match scheduled.black() {
                    MatchSide::A => [row.black, row.white],
                    MatchSide::B => [row.white, row.black],
                });
                Ok(())
            })
            .with_context(|| match path == &self.files[0] {
                true => format!("in {}", path.display()),
                false => {
                    format!("{} cannot be added to {}", path.display(), self.files[0].display())
                }
            })?;
        }
        let players = players.context("these files hold no games: expected results of `match`")?;
        let mut pairs = HashSet::new();
        let (mut last, mut uncounted) = (0, 0);
        for record in games.values() {
            if state.is_decided() {
                uncounted += 1;
                continue;
            }
            state.add(record);
            last = record.scheduled.pair() + 1;
            pairs.insert(last);
        }
        let missing = last - pairs.len() as u32;
        if missing > 0 {
            complain(format_args!("{missing} of the first {} are missing", counted(last, "pair")));
        }
        if uncounted > 0 {
            let games = counted(uncounted, "game");
            complain(format_args!("decided after pair {last}: {games} beyond it not counted"));
        }
        self.format.write(&MatchReport::new(players, &state))?;
        Ok(state.status())
    }
}
