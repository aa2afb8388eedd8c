//! `solve`: the exact scores of many positions.
//!
//! - `problem`: positions from lines, and whether results agree with known scores;
//! - `batch`: several positions at a time;
//! - `results`: their rows on standard output and in the log; `row`: a result as a line.

mod batch;
mod problem;
mod results;
mod row;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;

use crate::flags::{EngineFlags, ForSolving, integer, parse_duration};
use crate::output::{Progress, counted};
use crate::results_log::ResultsArguments;
use crate::source::{LineRange, RecordSource};
use crate::{Status, complain};
use engine::Options;
use engine::search::{Goal, Limits};

use batch::{Batch, BatchSummary};
use results::{Results, SolveSettings};
use row::RowForm;

/// Solve the positions of a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Lines are OBF problems, boards with the side to move, FENs, moves from the start or other
records. Blank lines and lines that start with % or # are skipped. Each position gives one
result, in the order of the input. The whole input is read first.

A result has: line (its number); position; status (solved or unsolved); score in discs for
the side to move; bound (lower or upper, if the score is one); certainty (exact, wld or
selective); selectivity in %; best (moves); nodes; seconds; pv; and in JSON all_best
(true) with --all-best. At a terminal the results are a table.

--out writes each result to a file as soon as it is known, in JSON. The first line holds the
settings. Standard output then has only the CSV of --csv. --resume continues the file with the
same --wld and --all-best, and tries unsolved positions again.

--check compares scores and best moves. A best move is wrong if the file gives it a worse score,
or if the file lists all best moves and it is not one of them. The file lists all best moves if it
scores every legal move, or if several moves have the best score.

Examples:
  outflank solve problems.obf --jobs 4 --csv > results.csv
  outflank solve games.txt --wld --timeout 60 --out results.jsonl
  outflank solve ffo.obf --check --hash 1024 --threads 8
  echo 'f5d6c3d3c4f4' | outflank solve - --timeout 5

Exit status: 0 all solved (and right, if checked); 1 some not, or bad lines; 2 error or
interrupted: --resume continues.")]
pub(crate) struct SolveArguments {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    problems: PathBuf,
    /// Prove only who wins
    #[arg(long)]
    wld: bool,
    /// Find all best moves, in several times the time
    #[arg(long, conflicts_with = "wld")]
    all_best: bool,
    /// Number of positions to solve at a time; they share the table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<u16>(1..=1024))]
    jobs: u16,
    /// Time limit for a position
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,
    /// Solve only these lines of the file, such as 7, 101-200 or 300-
    #[arg(long, value_name = "FROM-TO", default_value = "1-")]
    lines: LineRange,
    /// Write results in JSON, one object a line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write results in CSV
    #[arg(long)]
    csv: bool,
    /// Compare with the scores and best moves in the file
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    file: ResultsArguments,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    parse_duration(text, "s").ok_or_else(|| {
        "expected a time above 0 in seconds, or with a unit: 500ms, 1.5s, 2min".to_owned()
    })
}

impl SolveArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let source = RecordSource::from(self.problems.clone());
        let (problems, bad_lines) = source.read(self.lines)?;
        if problems.is_empty() && bad_lines == 0 {
            // A range of lines may hold only comments.
            let is_whole = self.lines == LineRange::ALL;
            ensure!(!(self.check && is_whole), "nothing to check: expected one or more positions");
            complain("nothing to solve");
        }
        let settings = SolveSettings { wld: self.wld, all_best: self.all_best };
        let results = Results::open(&self.file, settings, self.form(), &problems)?;
        let kept = results.rows().to_vec();
        let todo: Vec<usize> = (0..problems.len()).filter(|&index| kept[index].is_none()).collect();
        let mut batch = Batch {
            source: &source.name(),
            problems: &problems,
            limits: self.limits(),
            results,
            progress: Progress::new("positions", problems.len(), problems.len() - todo.len()),
            summary: BatchSummary::default(),
            check: self.check,
        };
        for (index, row) in kept.iter().enumerate() {
            row.iter().for_each(|row| batch.count(index, row));
        }
        let summary = batch.run(todo, usize::from(self.jobs), &self.options())?;
        Ok(self.conclude(&summary, problems.len(), bad_lines))
    }

    /// The form of the rows on standard output.
    fn form(&self) -> Option<RowForm> {
        match self {
            SolveArguments { csv: true, .. } => Some(RowForm::Csv),
            _ if self.file.is_some() => None,
            SolveArguments { json: true, .. } => Some(RowForm::Json),
            _ if io::stdout().is_terminal() => Some(RowForm::Table),
            _ => Some(RowForm::Text),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            goal: if self.wld { Goal::Wld } else { Goal::Exact },
            move_time: self.timeout,
            multi_pv: if self.all_best { usize::MAX } else { 1 },
            ..Limits::default()
        }
    }

    /// The options of one of the engines.
    fn options(&self) -> Options {
        let mut options = self.engine.options.clone();
        options.hash = (options.hash / usize::from(self.jobs)).max(1);
        options
    }

    /// Reports the counts if some problem is not solved or not right, and returns the status.
    fn conclude(&self, summary: &BatchSummary, problems: usize, bad_lines: usize) -> Status {
        let BatchSummary { solved, unsolved, checked, interrupted } = *summary;
        let all_is_well = unsolved == 0 && bad_lines == 0 && checked.wrong == 0;
        if self.check {
            complain(format_args!(
                "{} right, {} wrong, {} without a score to compare with",
                checked.right, checked.wrong, checked.unchecked
            ));
        }
        if interrupted || !all_is_well {
            complain(format_args!(
                "{solved} of {} solved, {unsolved} given up, {}{}",
                counted(problems, "position"),
                counted(bad_lines, "bad line"),
                if interrupted { "; interrupted" } else { "" }
            ));
        }
        match (interrupted, all_is_well) {
            (true, _) => Status::Error,
            (_, true) => Status::Done,
            _ => Status::No,
        }
    }
}
