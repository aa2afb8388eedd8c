//! `solve`: the exact scores of many positions.
//!
//! - `check`: whether results agree with known scores.

mod check;

use std::time::Duration;

use anyhow::ensure;
use serde::Serialize;

use crate::commands::batch::{BatchArguments, LineRow, RowStatus, Task};
use crate::flags::{EngineFlags, ForSolving, integer, parse_duration};
use crate::output::counted;
use crate::source::{Entry, InputCounts, PositionArgument};
use crate::{Status, complain};
use engine::SearchRequest;
use engine::search::{Goal, Limits, SearchReport};

use check::CheckCounts;

/// Solve the positions of a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Lines are OBF problems, boards with the side to move, FENs, moves from the start or other
records. Blank lines and lines that start with % or # are skipped. Each position gives one
result, in the order of the input. The whole input is read first.

A result has the columns of `search`, and a status: solved or unsolved. With --all-best it also
has all_best, the best moves. At a terminal the results are a table.

--out writes each result to a .jsonl file as soon as it is known. The first line holds the
settings. --resume continues the file with the same --wld and --all-best, and tries unsolved
positions again.

--check compares scores and best moves. A best move is wrong if the file gives it a worse score,
or if the file lists all best moves and it is not one of them. The file lists all best moves if it
scores every legal move, or if several moves have the best score.

Examples:
  outflank solve problems.obf --jobs 4 --csv > results.csv
  outflank solve games.txt --wld --timeout 60 --out results.jsonl
  outflank solve boards.txt --nodes 100000000 --shard 2/10 --out part-2.jsonl --resume
  outflank solve ffo.obf --check --hash 1024 --threads 8
  echo 'f5d6c3d3c4f4' | outflank solve - --timeout 5

Exit status: 0 all solved (and right, if checked); 1 some not, or bad lines; 2 error or
interrupted: --resume continues.")]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    problems: PositionArgument,
    /// Prove only who wins
    #[arg(long)]
    wld: bool,
    /// Find all best moves, in several times the time
    #[arg(long, conflicts_with = "wld")]
    all_best: bool,
    /// Give up a position after this number of nodes
    #[arg(long, value_name = "N", value_parser = integer::<u64>(1..))]
    nodes: Option<u64>,
    /// Give up a position after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,
    /// Compare with the scores and best moves in the file
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    batch: BatchArguments,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
}

/// The settings of all rows of a log.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "reply", rename = "settings")]
struct SolveSettings {
    wld: bool,
    all_best: bool,
}

/// The results of a run, counted.
#[derive(Debug, Clone, Copy, Default)]
struct SolveCounts {
    solved: usize,
    unsolved: usize,
    checked: CheckCounts,
}

/// The columns of text and CSV.
const COLUMNS: &str =
    "file line board status best score bound certainty selectivity depth all_best nodes time pv";

fn parse_seconds(text: &str) -> Result<Duration, String> {
    parse_duration(text, "s").ok_or_else(|| {
        "expected a time above 0 in seconds, or with a unit: 500ms, 1.5s, 2min".to_owned()
    })
}

impl SolveArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        self.problems.ensure_given()?;
        let task = Task {
            name: "solve",
            columns: COLUMNS,
            request: SearchRequest {
                goal: if self.wld { Goal::Wld } else { Goal::Exact },
                nodes: self.nodes,
                move_time: self.timeout,
                multi_pv: Some(if self.all_best { Limits::MAX_MULTI_PV } else { 1 }),
                ..SearchRequest::default()
            },
            is_explained: false,
            is_solve: true,
            settings: SolveSettings { wld: self.wld, all_best: self.all_best },
            head: TABLE_HEADER,
            table: table_row,
        };
        let mut counts = SolveCounts::default();
        let count = |problem: &Entry, row: &LineRow, progress: &crate::output::Progress| {
            match row.status {
                Some(RowStatus::Solved) => counts.solved += 1,
                _ => counts.unsolved += 1,
            }
            if self.check
                && let Some(fault) = counts.checked.add(problem, row)
            {
                progress.print(format_args!("{}: {fault}", problem.title()));
            }
        };
        let outcome = task.run(&self.problems, &self.batch, &self.engine.options, count)?;
        if outcome.counts == InputCounts::default() {
            let is_whole = self.batch.part.is_all();
            ensure!(!(self.check && is_whole), "nothing to check: expected one or more positions");
            if is_whole {
                complain("nothing to solve");
            }
        }
        Ok(self.conclude(counts, outcome.counts, outcome.is_interrupted))
    }

    /// Reports the counts if a problem is unsolved or wrong, and returns the status.
    fn conclude(&self, found: SolveCounts, input: InputCounts, is_interrupted: bool) -> Status {
        let SolveCounts { solved, unsolved, checked } = found;
        let all_is_well = unsolved == 0 && input.faults == 0 && checked.wrong == 0;
        if self.check {
            complain(format_args!(
                "{} right, {} wrong, {} without a score to compare with",
                checked.right, checked.wrong, checked.unchecked
            ));
        }
        if is_interrupted || !all_is_well {
            complain(format_args!(
                "{solved} of {} solved, {unsolved} given up, {}{}",
                counted(input.entries, "position"),
                counted(input.faults, "bad line"),
                if is_interrupted { "; interrupted" } else { "" }
            ));
        }
        match (is_interrupted, all_is_well) {
            (true, _) => Status::Error,
            (_, true) => Status::Done,
            _ => Status::No,
        }
    }
}

const TABLE_HEADER: &str = " line  empties    score   sure  best         nodes  seconds  play";

/// The width of a row of the table, in characters. A row shows the moves that fit.
const TABLE_WIDTH: usize = 80;

fn table_row(entry: &Entry, row: &LineRow, report: &SearchReport) -> String {
    let empties = entry.game().setup().position.empty_count();
    let (score, sure) = row.score_texts(report);
    let line = entry.line().map(|line| line.to_string()).unwrap_or_default();
    let (nodes, seconds) = (row.nodes, row.time / 1000.0);
    let best = match &row.all_best {
        Some(moves) => moves.join(" "),
        None => row.best.clone().unwrap_or_default(),
    };
    let mut text = format!(
        "{line:>5} {empties:>8} {score:>8} {sure:>6}  {best:<4} {nodes:>13} {seconds:>8.2} "
    );
    let mut room = TABLE_WIDTH.saturating_sub(text.chars().count());
    for mv in &row.line.pv {
        let Some(left) = room.checked_sub(1 + mv.len()) else { break };
        room = left;
        text += &format!(" {mv}");
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::score::{Bound, Score};
    use engine::search::{Certainty, Line, Source, Usage};
    use othello::game::Setup;

    #[test]
    fn a_table_row_shows_as_many_moves_as_fit() {
        let entry = Entry::from(othello::game::Record::from(Setup::START));
        let shown = |best: usize, pv: &str| {
            let row = serde_json::json!({
                "reply": "solve", "board": "", "best": "a1", "multipv": 1, "depth": 8,
                "score": -12.0, "bound": null, "certainty": "exact", "selectivity": 100,
                "pv": pv.split(' ').collect::<Vec<_>>(), "all_best": vec!["a1"; best],
                "nodes": 1_234_567_890_u64, "time": 250.0,
            });
            let pv = vec!["a1".parse().unwrap()];
            let (score, bound, certainty) =
                (Score::saturating(-1200), Bound::Exact, Certainty::Exact);
            let line =
                Line { rank: 1, depth: 8, score, bound, certainty, pv, source: Source::Search };
            let report =
                SearchReport { lines: vec![line], usage: Usage::default(), shortage: None };
            table_row(&entry, &serde_json::from_value(row).unwrap(), &report)
        };
        let pv = "a1 b1 c1 d1 e1 f1 g1 h1";
        assert!(shown(1, pv).ends_with("  a1 b1 c1 d1 e1 f1"));
        assert!(shown(1, "a1 pass b1 pass c1 d1 e1").ends_with("  a1 pass b1 pass c1"));
        assert!(shown(3, pv).ends_with("  a1 b1 c1 d1 e1"));
        assert!(shown(20, pv).ends_with(" 0.25"));
        assert!((1..=3).all(|best| shown(best, pv).chars().count() <= TABLE_WIDTH));
    }
}
