//! `jobs`: writes the searches that `learn` would run; `work`: runs them.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};

use super::lines::{LineArguments, start_of};
use super::search::SearchArguments;
use crate::Status;
use crate::output::{StandardOutput, unless_interrupted};
use crate::source::{PartArguments, RecordSource};
use engine::book::{Book, LineFormat, search_line};

/// Write the searches that would grow a book as a job file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The positions are those that `learn` would add next. `book work` runs the searches, on any machine
and in parts. `book merge` adds the results, even if the book has changed in between.

Example:
  outflank book jobs openings.book --positions 500 > jobs.jsonl
  outflank book work jobs.jsonl --shard 1/2 --level 16 > part-1.jsonl
  outflank book work jobs.jsonl --shard 2/2 --level 16 > part-2.jsonl
  cat part-1.jsonl part-2.jsonl | outflank book merge openings.book - --level 16")]
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
  outflank book work jobs.jsonl --shard 1/8 --level 16 > part-1.jsonl")]
pub(super) struct WorkArguments {
    /// The output of `book jobs`, or - for standard input
    jobs: PathBuf,
    #[command(flatten)]
    part: PartArguments,
    #[command(flatten)]
    search: SearchArguments,
}

impl WorkArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let source = RecordSource::from(self.jobs);
        let (name, mut text) = (source.name(), String::new());
        let read = source.open()?.read_to_string(&mut text);
        read.with_context(|| format!("{name} cannot be read"))?;
        let (mut jobs, part, mut count) = (Vec::new(), self.part.selection(), 0);
        for (number, line) in (1..=part.last).zip(text.lines()) {
            let is_job = number >= part.first && !line.trim().is_empty();
            count += usize::from(is_job);
            if is_job && part.has(count) {
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
