//! `jobs`: writes the searches that `learn` would run; `work`: runs them.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};

use super::lines::{LineArguments, start_of};
use super::search::SearchArguments;
use crate::Status;
use crate::output::{StandardOutput, unless_interrupted};
use crate::source::{LineRange, RecordSource};
use engine::book::{Book, LineFormat, search_line};

/// Write the searches that would grow a book as a job file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The positions are those that `learn` would add next. `book work` runs the searches, on any machine and
in any parts; `book merge` adds its results. The book may change meanwhile.
scripts/solve-cluster.sh distributes the jobs over processes and machines.

Example:
  outflank book jobs openings.book --positions 500 > jobs.jsonl
  scripts/solve-cluster.sh -c 'book work' -n 10 -j 8 jobs.jsonl run -- --level 16
  outflank book merge openings.book run/results.jsonl --level 16")]
pub(super) struct JobsArguments {
    #[command(flatten)]
    lines: LineArguments,
    /// Maximum number of new positions, best lines first
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: usize,
}

impl JobsArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let book = Book::open(&self.lines.book)?;
        let mut output = StandardOutput::lock();
        let mut chosen = HashSet::new();
        self.lines.from.for_each(|game, _| {
            let (candidates, _) = book.candidates(start_of(game), self.lines.tolerance())?;
            for candidate in candidates {
                if chosen.len() == self.positions {
                    break;
                }
                if !chosen.insert(candidate.position) {
                    continue;
                }
                for (position, without) in book.searches_for(candidate.position)? {
                    writeln!(output, "{}", search_line(position, without, None))?;
                }
            }
            Ok(())
        })
    }
}

/// Run the searches of a job file for `merge`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each result is one JSON line, written when found, in the order of the jobs.

Example:
  outflank book work jobs.jsonl --lines 1-100 --level 16 > answers.jsonl")]
pub(super) struct WorkArguments {
    /// The output of `book jobs`, or - for standard input
    jobs: PathBuf,
    /// Run only the jobs on these lines, such as 7, 101-200 or 300-
    #[arg(long, value_name = "FROM-TO", default_value = "1-")]
    lines: LineRange,
    #[command(flatten)]
    search: SearchArguments,
}

impl WorkArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let source = RecordSource::from(self.jobs);
        let (name, mut text) = (source.name(), String::new());
        let read = source.open()?.read_to_string(&mut text);
        read.with_context(|| format!("{name} cannot be read"))?;
        let mut jobs = Vec::new();
        for (number, line) in (1..=self.lines.last).zip(text.lines()) {
            if number >= self.lines.first && !line.trim().is_empty() {
                let job = LineFormat::Json.parse(line);
                let job = job.map_err(|error| anyhow!("{name}:{number}: {error}"))?;
                ensure!(
                    job.iter()
                        .all(|(position, job)| !(position.legal_moves() - job.without).is_empty()),
                    "{name}:{number}: no move to search: expected a position with a move outside the book"
                );
                jobs.extend(job);
            }
        }
        let mut searcher = self.search.searcher()?;
        let mut output = StandardOutput::lock();
        for (position, job) in jobs {
            let found = searcher.search(position, job.without);
            let Some(Some(outside)) = searcher.unless_interrupted(Ok(found))? else { break };
            writeln!(output, "{}", search_line(position, job.without, Some(outside)))?;
            output.flush()?;
        }
        Ok(unless_interrupted(Status::Done, &searcher.stop))
    }
}
