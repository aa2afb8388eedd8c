//! [`Results`]: the rows of a batch.

use std::io::{self, Write};

use anyhow::Context;
use serde::Serialize;

use super::problem::Problem;
use super::row::{ResultRow, RowForm};
use crate::output::StandardOutput;
use crate::results_log::{ResultsArguments, ResultsLog};

/// What the rows of a log have in common.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "reply", rename = "settings")]
pub(super) struct SolveSettings {
    pub(super) wld: bool,
    pub(super) all_best: bool,
}

/// The rows of a batch. They go to the log as soon as they are known, and to standard output in the
/// order of the input.
pub(super) struct Results {
    log: ResultsLog,
    /// `None` if nothing goes to standard output.
    form: Option<RowForm>,
    /// The row of each problem, once it is known.
    rows: Vec<Option<ResultRow>>,
    /// The index of the first problem whose row is not printed.
    next: usize,
    /// The index of the row that was written to the log last.
    last: Option<usize>,
    /// Whether the log has one row for each problem, in the order of the input.
    in_order: bool,
}

impl Results {
    /// Takes the solved problems from the log.
    pub(super) fn open(
        file: &ResultsArguments,
        settings: SolveSettings,
        form: Option<RowForm>,
        problems: &[Problem],
    ) -> anyhow::Result<Results> {
        let (mut rows, mut last, mut in_order) = (vec![None; problems.len()], None, true);
        let log = file.open(&settings, |row: ResultRow| {
            let index = index_of(&row, problems, &rows).with_context(|| {
                format!("there is no such position on line {} of the input", row.line)
            })?;
            in_order &= row.is_solved() && last < Some(index);
            last = Some(index);
            rows[index] = Some(row).filter(ResultRow::is_solved);
            Ok(())
        })?;
        if let Some(header) = form.and_then(RowForm::header) {
            writeln!(StandardOutput::lock(), "{header}")?;
        }
        let mut results = Results { log, form, rows, next: 0, last, in_order };
        results.print()?;
        Ok(results)
    }

    /// The rows that are known, by problem.
    pub(super) fn rows(&self) -> &[Option<ResultRow>] {
        &self.rows
    }

    /// Takes the row of the problem with this index.
    pub(super) fn put(&mut self, index: usize, row: ResultRow) -> anyhow::Result<()> {
        self.log.put(&row)?;
        self.in_order &= self.last < Some(index);
        self.last = Some(index);
        self.rows[index] = Some(row);
        Ok(self.print()?)
    }

    /// Prints the rows that are next in order.
    fn print(&mut self) -> io::Result<()> {
        let known = self.rows[self.next..].iter().map_while(Option::as_ref);
        self.next += print(self.form, known)?;
        Ok(())
    }

    /// Prints the rows that wait for others, and puts the log in order.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        print(self.form, self.rows[self.next..].iter().flatten())?;
        if self.in_order { Ok(()) } else { self.log.replace(self.rows.iter().flatten()) }
    }
}

/// Prints `rows` and returns their number.
fn print<'a>(
    form: Option<RowForm>,
    rows: impl Iterator<Item = &'a ResultRow>,
) -> io::Result<usize> {
    let mut output = StandardOutput::lock();
    let mut count = 0;
    for row in rows {
        if let Some(form) = form {
            writeln!(output, "{}", form.line(row))?;
        }
        count += 1;
    }
    output.flush()?;
    Ok(count)
}

/// The index of the problem that `row` is the result of. Several problems may be the same.
fn index_of(row: &ResultRow, problems: &[Problem], rows: &[Option<ResultRow>]) -> Option<usize> {
    let first = problems.partition_point(|problem| problem.line < row.line);
    let of_line = problems[first..].iter().take_while(|problem| problem.line == row.line);
    let is_open = |&(index, problem): &(usize, &Problem)| {
        rows[index].is_none() && row.position == problem.setup.to_string()
    };
    (first..).zip(of_line).find(is_open).map(|(index, _)| index)
}
