//! Searches each position of a list. Shared by `search`, `hint` and `solve`.
//!
//! [`LineRow`] is the answer for a position. [`Task::run`] computes the answers.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

use anyhow::{Context, anyhow, ensure};
use serde::{Deserialize, Serialize};

use crate::commands::explain::explain;
use crate::commands::scores::{bound_sign, sure_text, value_text};
use crate::commands::waiting::{SearchNotes, warn_of_long_proofs};
use crate::jobs::{JobsArgument, in_parallel};
use crate::output::{Interrupts, Progress};
use crate::results_log::{ResultsLog, advice};
use crate::rows::{Form, OutputArguments, Row, Sheet, values};
use crate::source::{Entry, InputCounts, PartArguments, PositionArgument};
use crate::{Status, complain};
use engine::score::discs_of;
use engine::search::{Certainty, Goal, Line, SearchInfo, SearchReport, Source, Usage};
use engine::{Engine, Options, SearchRequest};
use othello::board::Move;
use othello::game::RecordPlace;
use protocol::reply::{BoundReply, CertaintyReply, ScoreReply};

/// The arguments of commands that search a list of positions.
#[derive(Debug, clap::Args)]
pub(crate) struct BatchArguments {
    #[command(flatten)]
    pub(crate) part: PartArguments,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Continue the results in the .jsonl or .json file of --out
    #[arg(long, requires = "out")]
    resume: bool,
}

/// A results log, and a file of another form.
type BatchFiles<'a> = (Option<&'a Path>, Option<(&'a Path, Form)>);

impl BatchArguments {
    /// The file to continue later, and another file.
    pub(crate) fn files(&self) -> anyhow::Result<BatchFiles<'_>> {
        let file = self.output.file()?;
        let log = file.filter(|&(_, form)| form == Form::Json).map(|(path, _)| path);
        ensure!(
            !self.resume || log.is_some(),
            "--resume needs a file that ends in .jsonl or .json"
        );
        Ok((log, file.filter(|&(_, form)| form != Form::Json)))
    }

    pub(crate) const fn resume(&self) -> bool {
        self.resume
    }

    pub(crate) fn is_one_at_a_time(&self) -> bool {
        self.jobs.is_one()
    }

    pub(crate) fn engines(&self, options: &Options, items: usize) -> Vec<Engine> {
        self.jobs.engines(options, items)
    }
}

/// Where an answer belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// The line, or the number of the game in a WTHOR file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<&Entry> for Place {
    fn from(entry: &Entry) -> Place {
        let column = match entry.place {
            Some(RecordPlace::Text { column, .. }) => Some(column),
            _ => None,
        };
        Place { file: entry.file.clone(), line: entry.line(), column }
    }
}

/// A ranked move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MoveRow {
    pub(crate) multipv: usize,
    depth: u32,
    /// In discs for the side to move; `None` without any result.
    pub(crate) score: Option<f64>,
    pub(crate) bound: Option<BoundReply>,
    pub(crate) certainty: Option<CertaintyReply>,
    /// The confidence in %.
    selectivity: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    book: bool,
    /// Why the move is worse than the best one, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) explanation: Option<String>,
    pub(crate) pv: Vec<String>,
}

impl From<&Line> for MoveRow {
    fn from(line: &Line) -> MoveRow {
        let score = ScoreReply::of(line);
        MoveRow {
            multipv: line.rank,
            depth: line.depth,
            score: score.map(|score| discs_of(score.score.centidiscs())),
            bound: score.and_then(|score| score.bound),
            certainty: score.map(|score| score.certainty),
            selectivity: score.map(|score| score.selectivity),
            book: line.source != Source::Search,
            explanation: None,
            pv: line.pv.iter().map(Move::to_string).collect(),
        }
    }
}

/// The answer about a position. These are the fields of its JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LineRow {
    reply: String,
    #[serde(flatten)]
    pub(crate) place: Place,
    /// The 64 squares and the side to move.
    pub(crate) board: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<RowStatus>,
    /// The best move; `None` if the game is over.
    pub(crate) best: Option<String>,
    #[serde(flatten)]
    pub(crate) line: MoveRow,
    /// All best moves, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) all_best: Option<Vec<String>>,
    pub(crate) nodes: u64,
    /// In milliseconds.
    pub(crate) time: f64,
    /// The ranked moves, if several are requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lines: Vec<MoveRow>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowStatus {
    /// The goal is proven.
    Solved,
    /// A limit was reached first.
    Unsolved,
}

/// Milliseconds with two decimals.
pub(crate) fn milliseconds(usage: &Usage) -> f64 {
    (usage.time.as_micros() / 10) as f64 / 100.0
}

impl LineRow {
    /// The row for `entry`, from the `report` of its search.
    fn new<S>(entry: &Entry, report: &SearchReport, task: &Task<S>) -> LineRow {
        let mut lines: Vec<MoveRow> = report.lines.iter().map(MoveRow::from).collect();
        if task.is_explained {
            let setup = entry.game().setup();
            for (row, line) in lines.iter_mut().zip(&report.lines).skip(1) {
                row.explanation = explain(setup, &report.lines[0], line);
            }
        }
        let proven = |line: &Line| match line.known_score().map(|_| line.certainty) {
            Some(Certainty::Exact) => true,
            Some(Certainty::Wld) => task.request.goal == Goal::Wld,
            _ => false,
        };
        let is_solved = !report.lines.is_empty() && report.lines.iter().all(proven);
        let status = if is_solved { RowStatus::Solved } else { RowStatus::Unsolved };
        let first = |line: &MoveRow| line.pv.first().cloned();
        let line = lines[0].clone();
        let as_good = |other: &&MoveRow| other.multipv == 1 || other.score == line.score;
        let all_best = lines.iter().filter(as_good).filter_map(first).collect();
        if task.is_solve || lines.len() == 1 {
            lines.clear();
        }
        LineRow {
            reply: task.name.to_owned(),
            place: entry.into(),
            board: entry.game().setup().to_string(),
            status: task.is_solve.then_some(status),
            best: first(&line),
            line,
            all_best: (task.is_solve && task.request.multi_pv > Some(1)).then_some(all_best),
            nodes: report.usage.nodes,
            time: milliseconds(&report.usage),
            lines,
        }
    }

    /// Whether a resumed run can skip the position.
    fn is_done(&self) -> bool {
        self.status != Some(RowStatus::Unsolved)
    }

    /// The score (`+4` if proven, `≥+3.52` for a bound) and its certainty.
    pub(crate) fn score_texts(&self, report: &SearchReport) -> (String, String) {
        let line = &report.lines[0];
        let Some(score) = line.known_score() else { return (String::new(), "given up".to_owned()) };
        let sign = bound_sign(line.bound);
        let value = match line.certainty {
            Certainty::Wld => String::new(),
            certainty => format!("{sign}{}", value_text(score, certainty)),
        };
        (value, sure_text(score, line.certainty))
    }
}

/// One line for each ranked move.
impl Row for LineRow {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let base = serde_json::to_value(self).unwrap_or_default();
        if self.lines.is_empty() {
            return vec![values(&base, columns)];
        }
        let line = |line: &MoveRow| {
            let mut row = base.clone();
            row["best"] = line.pv.first().cloned().into();
            if let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(line) {
                fields.into_iter().for_each(|(name, value)| row[name] = value);
            }
            values(&row, columns)
        };
        self.lines.iter().map(line).collect()
    }
}

/// The columns of `search` and `hint`.
pub(crate) const LINE_COLUMNS: &str =
    "file line board multipv best score bound certainty selectivity depth nodes time pv";

/// The search of each position and the form of its answer.
pub(crate) struct Task<S> {
    /// The name of the command, and of its reply in JSON.
    pub(crate) name: &'static str,
    /// The names of the columns of text and CSV.
    pub(crate) columns: &'static str,
    pub(crate) request: SearchRequest,
    /// Whether to explain in words how each other move compares with the best.
    pub(crate) is_explained: bool,
    /// Whether the task solves positions: each is solved or given up. Interrupted searches are
    /// omitted.
    pub(crate) is_solve: bool,
    /// The first line of the log.
    pub(crate) settings: S,
    /// The line above the table.
    pub(crate) head: &'static str,
    /// The answer for people.
    pub(crate) table: fn(&Entry, &LineRow, &SearchReport) -> String,
}

/// The result of a run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outcome {
    pub(crate) counts: InputCounts,
    pub(crate) is_interrupted: bool,
}

impl Outcome {
    /// The status of a command for which every answer is a success.
    pub(crate) fn status(self, has_log: bool) -> Status {
        if !self.is_interrupted {
            return self.counts.status();
        }
        complain(if self.counts.entries > 1 { advice(has_log) } else { "interrupted" });
        Status::Error
    }
}

enum SearchEvent {
    Started,
    Info(SearchInfo),
    Done(Box<Entry>, SearchReport),
}

/// Writes the answers to a `task`.
struct Answers<'a, S, F> {
    task: &'a Task<S>,
    log: Option<ResultsLog<usize>>,
    sheet: Sheet,
    progress: Progress,
    notes: SearchNotes,
    /// Called for each answer.
    count: F,
}

impl<S, F: FnMut(&Entry, &LineRow, &Progress)> Answers<'_, S, F> {
    /// Writes an answer of the log.
    fn put_known(&mut self, entry: &Entry, row: &LineRow) -> anyhow::Result<()> {
        (self.count)(entry, row, &self.progress);
        self.sheet.put(entry.number - 1, row, || row.text(&["line", "best", "score"]))
    }

    /// Shows an event of a search. An interrupted search gives no answer when solving.
    fn take(&mut self, event: SearchEvent, is_interrupted: bool) -> anyhow::Result<()> {
        let (entry, report) = match event {
            SearchEvent::Started => {
                self.notes.start();
                return Ok(());
            }
            SearchEvent::Info(info) => {
                self.notes.show(&info);
                return Ok(());
            }
            SearchEvent::Done(entry, report) => (entry, report),
        };
        self.notes.end(&self.progress, report.shortage);
        let row = LineRow::new(&entry, &report, self.task);
        if is_interrupted && !row.is_done() {
            return Ok(());
        }
        (self.count)(&entry, &row, &self.progress);
        self.progress.advance();
        if let Some(log) = &mut self.log {
            log.put(entry.number - 1, &row)?;
        }
        let table = || (self.task.table)(&entry, &row, &report);
        self.progress.suspend(|| self.sheet.put(entry.number - 1, &row, table))
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.progress.finish();
        self.sheet.finish()?;
        self.log.map_or(Ok(()), ResultsLog::finish)
    }
}

impl<S: Serialize> Task<S> {
    /// Answers about each position of `input`, with engines of `options`. Calls `count` with each
    /// answer and an indicator for messages. An empty input is an error, except when solving.
    pub(crate) fn run(
        &self,
        input: &PositionArgument,
        batch: &BatchArguments,
        options: &Options,
        count: impl FnMut(&Entry, &LineRow, &Progress),
    ) -> anyhow::Result<Outcome> {
        let (log_path, file) = batch.files()?;
        let interrupts = Interrupts::catch()?;
        // Positions of a stream are searched as they arrive. Others are read first.
        let is_stream = input.is_stream() && log_path.is_none() && !self.is_solve;
        let (entries, counts) =
            if is_stream { (Vec::new(), InputCounts::default()) } else { read(input, batch)? };
        if !is_stream && !self.is_solve {
            input.ensure_some(&batch.part, counts)?;
        }
        let mut known: Vec<Option<LineRow>> = vec![None; entries.len()];
        let open = |path| self.open_log(path, batch.resume, &entries, &mut known);
        let log = log_path.map(open).transpose()?;
        let mut sheet = Sheet::new(self.columns, batch.output.form(), file)?;
        sheet.head(self.head)?;
        let is_single = entries.len() == 1 || is_stream && batch.is_one_at_a_time();
        let progress = match is_stream || is_single {
            true => Progress::none(),
            false => Progress::new("positions", entries.len(), known.iter().flatten().count()),
        };
        let notes = SearchNotes::new(is_single, &self.request);
        let mut answers = Answers { task: self, log, sheet, progress, notes, count };
        warn_of_long_proofs(&entries, &self.request);
        let mut open_entries = Vec::new();
        for (entry, row) in entries.into_iter().zip(known) {
            match row {
                Some(row) => answers.put_known(&entry, &row)?,
                None => open_entries.push(entry),
            }
        }
        let engines =
            batch.engines(options, if is_stream { usize::MAX } else { open_entries.len() });
        let (stream, reader) = is_stream.then(|| stream(input, batch)).unzip();
        let items = open_entries.into_iter().chain(stream.into_iter().flatten());
        let request = &self.request;
        let work = |engine: &mut Engine, entry: Entry, emit: &mut dyn FnMut(SearchEvent)| {
            interrupts.work(|stop| search(engine, entry, request, is_single, stop, emit))
        };
        let stop = interrupts.stop();
        let take = |event| answers.take(event, stop.load(Relaxed));
        let run = || in_parallel(engines, items, stop, work, take);
        let result = if is_stream { run() } else { interrupts.work(|_| run()) };
        answers.finish()?;
        result?;
        let is_interrupted = stop.load(Relaxed);
        let Some(reader) = reader.filter(|_| !is_interrupted) else {
            return Ok(Outcome { counts, is_interrupted });
        };
        let counts = reader.join().map_err(|_| anyhow!("the input cannot be read"))??;
        input.ensure_some(&batch.part, counts)?;
        Ok(Outcome { counts, is_interrupted })
    }

    /// Opens the log at `path`. Puts its answers about `entries` into `known`.
    fn open_log(
        &self,
        path: &Path,
        resume: bool,
        entries: &[Entry],
        known: &mut [Option<LineRow>],
    ) -> anyhow::Result<ResultsLog<usize>> {
        ResultsLog::open(path, resume, &self.settings, |row: LineRow| {
            let index = index_of(&row, entries, known).with_context(|| {
                let line = row.place.line.map(|line| format!(" on line {line}"));
                format!("there is no such position{} of the input", line.unwrap_or_default())
            })?;
            Ok(row.is_done().then(|| {
                known[index] = Some(row);
                index
            }))
        })
    }
}

/// Searches the position of `entry`.
fn search(
    engine: &mut Engine,
    entry: Entry,
    request: &SearchRequest,
    with_info: bool,
    stop: &AtomicBool,
    emit: &mut dyn FnMut(SearchEvent),
) -> anyhow::Result<()> {
    engine.new_game();
    emit(SearchEvent::Started);
    let report = engine.job(entry.game().setup(), request)?.run(stop, &mut |info| {
        if with_info {
            emit(SearchEvent::Info(info));
        }
    });
    emit(SearchEvent::Done(Box::new(entry), report));
    Ok(())
}

/// All entries of `input`.
fn read(
    input: &PositionArgument,
    batch: &BatchArguments,
) -> anyhow::Result<(Vec<Entry>, InputCounts)> {
    let mut entries = Vec::new();
    let counts = input.for_each_entry(&batch.part, |entry| {
        entries.push(entry);
        Ok(())
    })?;
    Ok((entries, counts))
}

/// Reads the entries of `input` in a separate thread and sends them as they arrive.
fn stream(
    input: &PositionArgument,
    batch: &BatchArguments,
) -> (Receiver<Entry>, JoinHandle<anyhow::Result<InputCounts>>) {
    let (sender, receiver) = sync_channel(0);
    let (input, part) = (input.clone(), batch.part.clone());
    let read = move || {
        input.for_each_entry(&part, |entry| sender.send(entry).context("the search has ended"))
    };
    (receiver, thread::spawn(read))
}

/// The index of the entry that `row` answers. Several entries may be equal.
fn index_of(row: &LineRow, entries: &[Entry], known: &[Option<LineRow>]) -> Option<usize> {
    // The name of a single file may be spelt in another way.
    let is_one_file =
        entries.first().map(|entry| &entry.file) == entries.last().map(|entry| &entry.file);
    let is_it = |entry: &Entry| {
        entry.line() == row.place.line
            && (is_one_file || entry.file == row.place.file)
            && entry.game().setup().to_string() == row.board
    };
    let first = match is_one_file {
        true => entries.partition_point(|entry| entry.line() < row.place.line),
        false => 0,
    };
    (first..entries.len()).find(|&index| known[index].is_none() && is_it(&entries[index]))
}
