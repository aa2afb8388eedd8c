//! [`Results`]: the rows of a batch, in the order of the input in the end.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::problem::Problem;
use super::row::{ResultRow, RowFormat, RowLayout, RowStatus};
use crate::atomic_files::write_atomically;
use crate::output::{complete_lines, go_on_after};
use engine::search::{Goal, Limits};
use protocol::reply::CertaintyReply;

/// Where rows go.
pub(super) enum Results {
    /// To standard output, where a row waits for those before it.
    Stream(Stream),
    /// To a file, at once: what is known is not lost if the process is killed.
    File(ResultFile),
}

/// Rows on their way to standard output.
pub(super) struct Stream {
    layout: RowLayout,
    /// The row of each problem, from when it is known until it is written.
    waiting: Vec<Option<ResultRow>>,
    /// The index of the problem whose row is written next.
    next: usize,
}

/// A file of rows, which are put in order at the end.
pub(super) struct ResultFile {
    path: PathBuf,
    file: File,
    format: RowFormat,
    /// The row of each problem.
    rows: Vec<Option<ResultRow>>,
    /// The index of the problem whose row was written last.
    last: Option<usize>,
    in_order: bool,
}

impl Results {
    /// The rows of `count` problems, to standard output.
    pub(super) fn to_standard_output(layout: RowLayout, count: usize) -> io::Result<Results> {
        if let Some(header) = layout.header() {
            writeln!(io::stdout(), "{header}")?;
        }
        Ok(Results::Stream(Stream { layout, waiting: vec![None; count], next: 0 }))
    }

    /// The rows of `problems`, appended to `file`, which is at `path`, and those that are there
    /// already and answer what a search with `limits` is for, by problem. Where more is asked for
    /// than who wins, it refuses rows that say no more.
    pub(super) fn to_file(
        path: &Path,
        mut file: File,
        format: RowFormat,
        limits: &Limits,
        problems: &[Problem],
    ) -> anyhow::Result<(Results, Vec<Option<ResultRow>>)> {
        let name = path.display();
        let header = ResultRow::header(format);
        let text = complete_lines(&mut file, &ResultRow::head(format))
            .with_context(|| format!("in {name}"))?;
        let has_header = header.is_some() && header.as_deref() == text.lines().next();
        let mut results = ResultFile {
            path: path.to_path_buf(),
            file,
            format,
            rows: vec![None; problems.len()],
            last: None,
            in_order: true,
        };
        for (number, line) in (1..).zip(text.lines()).skip(usize::from(has_header)) {
            let row = ResultRow::parse(line, format);
            let row = row.with_context(|| format!("in {name}: line {number}"))?;
            let is_wld = row.certainty == Some(CertaintyReply::Wld);
            ensure!(
                limits.goal == Goal::Wld || !is_wld || row.status == RowStatus::Unsolved,
                "in {name}: line {number} says only who wins: expected results without --wld"
            );
            let index = results.index_of(&row, problems, limits).with_context(|| {
                format!(
                    "in {name}: line {number} is about line {} of the input, which has another \
                     position, is left out or has another result: expected results of the same \
                     input",
                    row.line
                )
            })?;
            results.keep(index, row);
        }
        let file = &mut results.file;
        go_on_after(file, &text)?;
        if let Some(header) = header.filter(|_| text.is_empty()) {
            writeln!(file, "{header}")?;
        }
        let rows = results.rows.iter();
        let kept = rows.map(|row| row.clone().filter(|row| row.answers(limits))).collect();
        Ok((Results::File(results), kept))
    }

    /// Takes the row of the problem with this index.
    pub(super) fn put(&mut self, index: usize, row: ResultRow) -> io::Result<()> {
        match self {
            Results::Stream(stream) => stream.put(index, row),
            Results::File(file) => file.put(index, row),
        }
    }

    /// Writes what waits for rows that will not come, and puts a file in order.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Results::Stream(stream) => Ok(stream.finish()?),
            Results::File(file) => file.finish(),
        }
    }
}

impl Stream {
    /// Takes a row and writes all that are next in order.
    fn put(&mut self, index: usize, row: ResultRow) -> io::Result<()> {
        self.waiting[index] = Some(row);
        let mut output = io::stdout().lock();
        while let Some(row) = self.waiting.get_mut(self.next).and_then(Option::take) {
            writeln!(output, "{}", self.layout.line(&row))?;
            self.next += 1;
        }
        output.flush()
    }

    fn finish(self) -> io::Result<()> {
        let mut output = io::stdout().lock();
        for row in self.waiting.iter().flatten() {
            writeln!(output, "{}", self.layout.line(row))?;
        }
        output.flush()
    }
}

impl ResultFile {
    /// Writes the row of a problem, unless it was given up where there is a result already: when all
    /// best moves were sought, or from a run that had more time.
    fn put(&mut self, index: usize, row: ResultRow) -> io::Result<()> {
        let is_known = self.rows[index].as_ref().is_some_and(ResultRow::is_solved);
        if is_known && !row.is_solved() {
            return Ok(());
        }
        self.file.write_all((row.to_text(self.format) + "\n").as_bytes())?;
        self.keep(index, row);
        Ok(())
    }

    /// Remembers a row that is in the file.
    fn keep(&mut self, index: usize, row: ResultRow) {
        self.in_order &= self.last.is_none_or(|last| last < index);
        self.last = Some(index);
        self.rows[index] = Some(row);
    }

    /// The index of the problem that `row` is the result of: of one for which there is none yet that
    /// answers what a search with `limits` is for, or else of one that was solved again, as where all
    /// best moves were sought then, with the same score.
    fn index_of(&self, row: &ResultRow, problems: &[Problem], limits: &Limits) -> Option<usize> {
        let first = problems.partition_point(|problem| problem.line < row.line);
        let of_line = problems[first..].iter().take_while(|problem| problem.line == row.line);
        let candidates = (first..).zip(of_line);
        let mut candidates = candidates
            .filter(|(_, problem)| row.position == problem.setup.to_string())
            .map(|(index, _)| (index, self.rows[index].as_ref()));
        let is_open = |known: Option<&ResultRow>| known.is_none_or(|known| !known.answers(limits));
        let is_again = |known: Option<&ResultRow>| {
            known.is_some_and(|known| row.is_solved() && row.score == known.score)
        };
        let mut again = candidates.clone().filter(|&(_, known)| is_again(known));
        let found = candidates.find(|&(_, known)| is_open(known)).or_else(|| again.next());
        found.map(|(index, _)| index)
    }

    /// Puts the rows in order, in a new file that takes the place of the old one.
    fn finish(self) -> anyhow::Result<()> {
        if self.in_order || !self.path.is_file() {
            return Ok(());
        }
        let header = ResultRow::header(self.format);
        let rows = self.rows.iter().flatten().map(|row| row.to_text(self.format));
        let text: String = header.into_iter().chain(rows).map(|line| line + "\n").collect();
        write_atomically(&self.path, text.as_bytes())
    }
}
