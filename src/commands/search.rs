//! `search`: the best move.

use anyhow::bail;

use crate::Status;
use crate::commands::batch::{BatchArguments, LINE_COLUMNS, Task};
use crate::commands::hint::block;
use crate::flags::{EngineFlags, ForSearch};
use crate::limits::{GoalArguments, LimitArguments, SearchSettings};
use crate::source::PositionArgument;

/// Find the best move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first limit that is reached ends the search; without limits it is the level. At a terminal the
answer is a table, into a pipe one line for each position. An interrupt ends the search with its
result so far.

Examples:
  outflank search f5d6c3 --depth 14
  outflank search --time 5000 --threads 4 --hash 1024
  outflank search boards.obf --depth 12 --jobs 4 --csv > moves.csv
  outflank search \"$BOARD\" --exact --json
  outflank search boards.obf --depth 20 --out moves.jsonl --resume")]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    goal: GoalArguments,
    #[command(flatten)]
    batch: BatchArguments,
    #[command(flatten)]
    engine: EngineFlags<ForSearch>,
}

impl SearchArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        self.ensure_no_limit()?;
        let request = self.goal.request(&self.limits);
        let options = self.limits.with_level(self.engine.options);
        let task = Task {
            name: "search",
            columns: LINE_COLUMNS,
            settings: SearchSettings::new(&options, &self.limits, &request, None),
            request,
            is_explained: false,
            is_solve: false,
            head: "",
            table: |entry, row, report| {
                let (nodes, seconds) = (row.nodes, row.time / 1000.0);
                format!("{}\n{nodes} nodes in {seconds:.2} s", block(entry, report))
            },
        };
        let outcome = task.run(&self.position, &self.batch, &options, |_, _, _| ())?;
        Ok(outcome.status(self.batch.output.out.is_some()))
    }

    /// Refuses limits in the form of a session: `depth 5`.
    fn ensure_no_limit(&self) -> anyhow::Result<()> {
        let mut words = self.position.words();
        let (Some(word), Some(value)) = (words.next(), words.next()) else { return Ok(()) };
        let flag = match word {
            "depth" | "nodes" | "time" | "selectivity" | "level" => word,
            "movetime" => "time",
            _ => return Ok(()),
        };
        bail!("invalid record {word:?}: expected a position, or --{flag} {value} for the limit")
    }
}
