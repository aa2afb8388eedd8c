//! [`Batch`]: many positions, several at a time; [`Results`]: their rows, in the order of the
//! input.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, bail};

use super::problem::{CheckCounts, Problem};
use super::row::{ResultRow, RowFormat, RowLayout, RowStatus};
use crate::cli::complain;
use crate::cli::output::Progress;
use crate::engine::{Engine, Options, SearchEvent};
use crate::search::{Limits, SearchReport};

/// What the batch waits for.
enum BatchEvent {
    /// The engine with this index has a result.
    Answer(usize, SearchReport),
    /// A search has ended without a result.
    Lost,
    /// The user has interrupted the batch.
    Interrupted,
}

/// Positions being solved.
pub(super) struct Batch<'a> {
    /// The name of the input in messages.
    pub(super) source: &'a str,
    pub(super) problems: &'a [Problem],
    pub(super) limits: Limits,
    pub(super) results: Results,
    pub(super) progress: Progress,
    pub(super) summary: BatchSummary,
    /// Whether results are compared with the input.
    pub(super) check: bool,
}

/// The results of a batch, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BatchSummary {
    pub(super) solved: usize,
    pub(super) unsolved: usize,
    pub(super) checked: CheckCounts,
    pub(super) interrupted: bool,
}

/// Engines, and the problem that each is searching.
struct EnginePool {
    engines: Vec<Engine>,
    /// The index of the problem of each engine.
    assigned: Vec<Option<usize>>,
}

impl EnginePool {
    fn new(options: &Options, size: usize) -> EnginePool {
        let engines = (0..size).map(|_| Engine::new(options.clone())).collect();
        EnginePool { engines, assigned: vec![None; size] }
    }

    fn is_idle(&self) -> bool {
        self.assigned.iter().all(Option::is_none)
    }

    fn stop(&self) {
        self.engines.iter().for_each(Engine::stop);
    }
}

impl Batch<'_> {
    /// Solves the problems with these indices, `jobs` at a time, with engines that have
    /// `options`.
    pub(super) fn run(
        mut self,
        todo: impl IntoIterator<Item = usize>,
        jobs: usize,
        options: &Options,
    ) -> anyhow::Result<BatchSummary> {
        let mut todo: VecDeque<usize> = todo.into_iter().collect();
        let mut pool = EnginePool::new(options, jobs.min(todo.len()));
        let (sender, events) = channel();
        let on_signal = sender.clone();
        ctrlc::set_handler(move || drop(on_signal.send(BatchEvent::Interrupted)))
            .context("interrupts cannot be caught")?;
        let outcome = self.solve(&mut todo, &mut pool, &sender, &events);
        self.progress.finish();
        self.results.finish().context("a result cannot be written")?;
        outcome.map(|()| self.summary)
    }

    /// Solves until no problem is left and all engines are idle.
    fn solve(
        &mut self,
        todo: &mut VecDeque<usize>,
        pool: &mut EnginePool,
        sender: &Sender<BatchEvent>,
        events: &Receiver<BatchEvent>,
    ) -> anyhow::Result<()> {
        loop {
            self.assign(todo, pool, sender)?;
            if pool.is_idle() {
                return Ok(());
            }
            match events.recv().context("all threads are gone")? {
                BatchEvent::Answer(engine, report) => {
                    if let Some(index) = pool.assigned[engine].take() {
                        self.take(index, &report)?;
                    }
                }
                BatchEvent::Lost => bail!("a search has failed without an answer; this is a bug"),
                BatchEvent::Interrupted => {
                    self.summary.interrupted = true;
                    todo.clear();
                    pool.stop();
                }
            }
        }
    }

    /// Gives every idle engine a problem.
    fn assign(
        &self,
        todo: &mut VecDeque<usize>,
        pool: &mut EnginePool,
        sender: &Sender<BatchEvent>,
    ) -> anyhow::Result<()> {
        for (number, engine) in pool.engines.iter_mut().enumerate() {
            if pool.assigned[number].is_none()
                && let Some(index) = todo.pop_front()
            {
                let mut answering = AnswerGuard { sender: sender.clone(), answered: false };
                engine.new_game();
                engine.go(
                    self.problems[index].setup.position,
                    self.limits.clone(),
                    move |event| {
                        if let SearchEvent::Done(report) = event {
                            answering.answer(BatchEvent::Answer(number, report));
                        }
                    },
                )?;
                pool.assigned[number] = Some(index);
            }
        }
        Ok(())
    }

    /// Takes the result of the problem with this index.
    fn take(&mut self, index: usize, report: &SearchReport) -> anyhow::Result<()> {
        let problem = &self.problems[index];
        let row = ResultRow::new(problem, report, self.limits.goal);
        if self.summary.interrupted && row.status == RowStatus::Unsolved {
            return Ok(());
        }
        self.count(index, &row);
        self.progress.advance();
        let put = || self.results.put(index, row);
        self.progress.suspend(put).context("a result cannot be written")
    }

    /// Counts the row of the problem with this index and reports what is wrong with it.
    pub(super) fn count(&mut self, index: usize, row: &ResultRow) {
        match row.status {
            RowStatus::Solved => self.summary.solved += 1,
            RowStatus::Unsolved => self.summary.unsolved += 1,
        }
        let problem = &self.problems[index];
        if self.check
            && let Some(fault) = self.summary.checked.add(problem, row)
        {
            let message = format!("{}:{}: {fault}", self.source, problem.line);
            self.progress.suspend(|| complain(message));
        }
    }
}

/// Sends the result of a search. If the search ends without one, that is sent, so that the
/// batch does not wait for ever.
struct AnswerGuard {
    sender: Sender<BatchEvent>,
    answered: bool,
}

impl AnswerGuard {
    fn answer(&mut self, event: BatchEvent) {
        self.answered = true;
        // The batch may have ended on an error.
        let _ = self.sender.send(event);
    }
}

impl Drop for AnswerGuard {
    fn drop(&mut self) {
        if !self.answered {
            self.answer(BatchEvent::Lost);
        }
    }
}

/// The output of rows. A row waits for those before it.
pub(super) struct Results {
    output: Box<dyn Write>,
    layout: RowLayout,
    /// The row of each problem, from when it is known until it is written.
    waiting: Vec<Option<ResultRow>>,
    /// The index of the problem whose row is written next.
    next: usize,
}

impl Results {
    /// The rows of `count` problems, to standard output.
    pub(super) fn to_standard_output(layout: RowLayout, count: usize) -> io::Result<Results> {
        let mut output = Box::new(io::stdout().lock());
        if let Some(header) = layout.header() {
            writeln!(output, "{header}")?;
        }
        Ok(Results { output, layout, waiting: vec![None; count], next: 0 })
    }

    /// The rows of `problems`, appended to `file`, which is at `path`, and those that are there
    /// already, by problem.
    ///
    /// A last line without an end was cut off when the process was killed, and is written
    /// again; so are, from memory, the rows behind a gap.
    pub(super) fn to_file(
        path: &Path,
        mut file: File,
        format: RowFormat,
        problems: &[Problem],
    ) -> anyhow::Result<(Results, Vec<Option<ResultRow>>)> {
        let name = path.display();
        let lines = complete_lines(&file).with_context(|| format!("{name} cannot be read"))?;
        let kept =
            ExistingRows::read(&lines, format, problems).with_context(|| format!("in {name}"))?;
        file.set_len(kept.end)?;
        file.seek(SeekFrom::End(0))?;
        if kept.end == 0
            && let Some(header) = ResultRow::header(format)
        {
            writeln!(file, "{header}")?;
        }
        let mut waiting = kept.rows.clone();
        waiting[..kept.in_order].fill(None);
        let layout = RowLayout::Lines(format);
        let results = Results { output: Box::new(file), layout, waiting, next: kept.in_order };
        Ok((results, kept.rows))
    }

    /// Takes the row of the problem with this index and writes all rows that are next in order.
    pub(super) fn put(&mut self, index: usize, row: ResultRow) -> io::Result<()> {
        self.waiting[index] = Some(row);
        while let Some(row) = self.waiting.get_mut(self.next).and_then(Option::take) {
            writeln!(self.output, "{}", self.layout.line(&row))?;
            self.next += 1;
        }
        self.output.flush()
    }

    /// Writes the rows that wait for others that will not come.
    pub(super) fn finish(mut self) -> io::Result<()> {
        for row in self.waiting.iter().flatten() {
            writeln!(self.output, "{}", self.layout.line(row))?;
        }
        self.output.flush()
    }
}

/// The lines of `file` with their ends; a last line without an end is left out.
fn complete_lines(file: &File) -> io::Result<Vec<String>> {
    let mut reader = BufReader::new(file);
    let mut lines = Vec::new();
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 {
        if line.ends_with('\n') {
            lines.push(std::mem::take(&mut line));
        }
        line.clear();
    }
    Ok(lines)
}

/// The results of an earlier run.
struct ExistingRows {
    /// The rows by problem.
    rows: Vec<Option<ResultRow>>,
    /// How many problems from the first on have one without a gap.
    in_order: usize,
    /// The length of the header and these rows, in bytes.
    end: u64,
}

impl ExistingRows {
    fn read(
        lines: &[String],
        format: RowFormat,
        problems: &[Problem],
    ) -> anyhow::Result<ExistingRows> {
        let mut kept = ExistingRows { rows: vec![None; problems.len()], in_order: 0, end: 0 };
        let mut indices = 0..problems.len();
        for (number, line) in (1..).zip(lines) {
            let text = line.trim_end();
            if number == 1 && ResultRow::header(format).is_some_and(|header| header == text) {
                kept.end += line.len() as u64;
                continue;
            }
            let row = ResultRow::parse(text, format).with_context(|| format!("line {number}"))?;
            let Some(index) = indices.find(|&index| is_result_of(&row, &problems[index])) else {
                bail!(
                    "line {number} is about line {} of the input, which has another position \
                     or is out of order: expected results of the same input",
                    row.line
                );
            };
            if index == kept.in_order {
                kept.in_order += 1;
                kept.end += line.len() as u64;
            }
            kept.rows[index] = Some(row);
        }
        Ok(kept)
    }
}

fn is_result_of(row: &ResultRow, problem: &Problem) -> bool {
    row.line == problem.line && row.position == problem.setup.to_string()
}
