//! [`Results`]: where rows go, in the order of the tasks.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::row::{Row, RowFormat};
use super::task::Task;

/// Rows on their way out. One that is early waits for those before it.
pub(super) struct Results {
    output: Box<dyn Write>,
    format: RowFormat,
    /// By task, its row if it is there and not written yet.
    waiting: Vec<Option<Row>>,
    /// The task whose row is written next.
    next: usize,
}

impl Results {
    /// The rows of `count` tasks, to standard output.
    pub(super) fn to_standard_output(format: RowFormat, count: usize) -> io::Result<Results> {
        let mut output = Box::new(io::stdout().lock());
        if let Some(header) = Row::header(format) {
            writeln!(output, "{header}")?;
        }
        Ok(Results { output, format, waiting: vec![None; count], next: 0 })
    }

    /// The rows of `tasks`, appended to the file at `path`, and those that are there
    /// already, by task.
    ///
    /// A line without end is one that was being written when the process was killed,
    /// and is written anew. So is, from memory, what stands behind a gap.
    pub(super) fn to_file(
        path: &Path,
        format: RowFormat,
        tasks: &[Task],
    ) -> anyhow::Result<(Results, Vec<Option<Row>>)> {
        let name = path.display();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(|| format!("{name} cannot be opened"))?;
        let lines = complete_lines(&file).with_context(|| format!("{name} cannot be read"))?;
        let kept = Kept::read(&lines, format, tasks).with_context(|| format!("in {name}"))?;
        file.set_len(kept.end)?;
        file.seek(SeekFrom::End(0))?;
        if kept.end == 0
            && let Some(header) = Row::header(format)
        {
            writeln!(file, "{header}")?;
        }
        let mut waiting = kept.rows.clone();
        waiting[..kept.in_order].fill(None);
        let results = Results { output: Box::new(file), format, waiting, next: kept.in_order };
        Ok((results, kept.rows))
    }

    /// Takes the row of the task with this index and writes what is in order now.
    pub(super) fn put(&mut self, index: usize, row: Row) -> io::Result<()> {
        self.waiting[index] = Some(row);
        while let Some(row) = self.waiting.get_mut(self.next).and_then(Option::take) {
            writeln!(self.output, "{}", row.to_text(self.format))?;
            self.next += 1;
        }
        self.output.flush()
    }

    /// Writes what waits for rows that will not come.
    pub(super) fn finish(mut self) -> io::Result<()> {
        for row in self.waiting.iter().flatten() {
            writeln!(self.output, "{}", row.to_text(self.format))?;
        }
        self.output.flush()
    }
}

/// The lines of `file`, each with its end, but for a last one without.
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

/// What an earlier run has left.
struct Kept {
    /// The rows by task.
    rows: Vec<Option<Row>>,
    /// How many tasks from the first on have theirs.
    in_order: usize,
    /// How many bytes the header and these rows take.
    end: u64,
}

impl Kept {
    fn read(lines: &[String], format: RowFormat, tasks: &[Task]) -> anyhow::Result<Kept> {
        let mut kept = Kept { rows: vec![None; tasks.len()], in_order: 0, end: 0 };
        let mut indices = 0..tasks.len();
        for (number, line) in (1..).zip(lines) {
            let text = line.trim_end();
            if number == 1 && Row::header(format).is_some_and(|header| header == text) {
                kept.end += line.len() as u64;
                continue;
            }
            let row = Row::parse(text, format).with_context(|| format!("line {number}"))?;
            let Some(index) = indices.find(|&index| is_result_of(&row, &tasks[index])) else {
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

fn is_result_of(row: &Row, task: &Task) -> bool {
    row.line == task.line && row.position == task.setup.to_string()
}
