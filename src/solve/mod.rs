//! `solve`: the exact scores of many positions.
//!
//! - `problem`: positions from lines, and whether results agree with known scores;
//! - `batch`: several positions at a time;
//! - `results`: where their rows go, and going on where an earlier run has ended; `row`: results
//!   as lines.

mod batch;
mod problem;
mod results;
mod row;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::flags::{EngineFlags, ForSolving, parse_duration, whole};
use super::output::{Progress, ResultFileArguments, counted};
use super::source::{LineRange, RecordSource};
use super::{Status, complain};
use engine::Options;
use engine::search::{Goal, Limits};

use batch::{Batch, BatchSummary};
use results::Results;
use row::{RowFormat, RowLayout};

/// Solve the positions of a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Lines are OBF problems, boards with the side to move, FENs, moves from the start or other
records; those that are blank or start with % or # are skipped. Each gives one result, in the
order of the input; with --out it is in the file as soon as it is known, and they are put in
order at the end. All of the input is read before the first is solved.

A result has: line (its number); position; status (solved or unsolved); score in discs for
the side to move; bound (lower or upper, if the score is one); certainty (exact, wld or
selective); selectivity in per cent; best (moves); nodes; seconds; pv (expected play); and in
JSON all_best (true) if all best moves were sought. At a terminal the results are a table.

--resume solves again what was given up. With --all-best it solves again, too, what has one best
move and does not say that all were sought, as only JSON does.

--check compares scores, and best moves as far as the file decides them: one that it scores
has to have the best score; one that it does not score is wrong only if the file lists all
best moves, which it does if it scores every legal move or gives several the best score.

Examples:
  outflank solve problems.obf --jobs 4 --csv > results.csv
  outflank solve games.txt --wld --timeout 60 --json --out results.jsonl
  outflank solve ffo.obf --check --hash 1024 --threads 8
  echo 'f5d6c3d3c4f4' | outflank solve - --timeout 5

Exit status: 0 all solved (and right, if checked); 1 some not, or bad lines; 2 error or
interrupted: go on with --resume.")]
pub(super) struct SolveArguments {
    /// The file, `-` for standard input
    file: PathBuf,
    /// Prove only who wins
    #[arg(long)]
    wld: bool,
    /// Find all of the best moves, which takes several times as long
    #[arg(long, conflicts_with = "wld")]
    all_best: bool,
    /// How many positions to solve at a time, each with its share of the table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    jobs: u16,
    /// Give a position up after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,
    /// Solve only what is on these lines of the file, such as 7, 101-200 or 300-
    #[arg(long, value_name = "FROM-TO", default_value = "1-")]
    lines: LineRange,
    /// Write results in JSON, one object a line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write results in CSV
    #[arg(long)]
    csv: bool,
    /// Compare with the scores that the file gives, and with its best moves if it lists all
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    file_of_results: ResultFileArguments,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    parse_duration(text, "s").ok_or_else(|| {
        "expected a number of seconds above 0, or a time with a unit: 500ms, 1.5s, 2min".to_owned()
    })
}

impl SolveArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let source = RecordSource::from(self.file.clone());
        let (problems, bad_lines) = source.read(self.lines)?;
        if problems.is_empty() && bad_lines == 0 {
            // A range of lines may hold nothing but remarks.
            let is_whole = self.lines == LineRange::ALL;
            ensure!(
                !(self.check && is_whole),
                "there is nothing to check: expected a position or more"
            );
            complain("there is nothing to solve");
        }
        let (results, kept) = match self.file_of_results.open()? {
            Some((path, file)) => {
                Results::to_file(path, file, self.row_format(), &self.limits(), &problems)?
            }
            None => {
                let results = Results::to_standard_output(self.layout(), problems.len());
                (results.context("results cannot be written")?, vec![None; problems.len()])
            }
        };
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

    fn row_format(&self) -> RowFormat {
        match (self.json, self.csv) {
            (true, _) => RowFormat::Json,
            (_, true) => RowFormat::Csv,
            _ => RowFormat::Text,
        }
    }

    /// How results are written to standard output: at a terminal as a table.
    fn layout(&self) -> RowLayout {
        match self.row_format() {
            RowFormat::Text if io::stdout().is_terminal() => RowLayout::Table,
            format => RowLayout::Lines(format),
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

    /// Reports the counts, unless all problems are solved and right, and returns the status.
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
