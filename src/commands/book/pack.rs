//! `pack`: writes a compact, read-only book.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::lines::{book_file, ensure_other};
use crate::Status;
use crate::atomic_files::{OutputTarget, PartialFiles, start_of};
use crate::output::file_to_write;
use engine::book::{Book, PackedBook};

/// Write a compact, read-only book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A packed book takes 24 bytes per position and has no game counts. It opens at once, and any number
of programs can use it. The built-in book is one: crates/engine/src/book/embedded.book. An existing
packed FILE is replaced at the end.

Examples:
  outflank book pack openings.book openings.packed
  outflank --book openings.packed")]
pub(super) struct PackArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    /// The file to write
    #[arg(value_parser = file_to_write())]
    file: PathBuf,
}

impl PackArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        ensure_other(&self.file, &self.book)?;
        ensure!(
            may_replace(&self.file),
            "{}: invalid file to replace: expected a new file, or a packed book",
            self.file.display()
        );
        let bytes = Book::open(&self.book)?.pack()?;
        let partial_files = PartialFiles::watched()?;
        let mut output = OutputTarget::to(&self.file, &partial_files)?;
        output
            .write_all(&bytes)
            .with_context(|| format!("{} cannot be written", self.file.display()))?;
        partial_files.finish(vec![output])?;
        Ok(Status::Done)
    }
}

/// Whether `path` is free or holds a packed book.
fn may_replace(path: &Path) -> bool {
    !path.is_file()
        || start_of(path).is_ok_and(|start| start.is_empty() || PackedBook::has_magic(&start))
}
