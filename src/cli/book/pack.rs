//! `pack`: a book in few bytes, to be played from.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::NamedTempFile;

use super::lines::ensure_other;
use crate::book::Book;
use crate::cli::Status;

/// Write a book in few bytes, to be played from but not to grow
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A packed book opens at once and is never written to, so that any number of programs may play
from it; it takes 24 bytes a position and has no counts of games. The book in this program is
one: src/book/embedded.book. An old FILE is replaced when all is written.

Examples:
  outflank book pack openings.book openings.packed
  outflank --book openings.packed")]
pub(super) struct PackArguments {
    /// The book
    book: PathBuf,
    /// The file to write
    file: PathBuf,
}

impl PackArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        ensure_other(&self.file, &self.book)?;
        let bytes = Book::open(&self.book)?.pack()?;
        write(&self.file, &bytes)
            .with_context(|| format!("{} cannot be written", self.file.display()))?;
        Ok(Status::Done)
    }
}

/// Writes the file at `path` as a whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    // As for any new file, not for one that is to be kept from others.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path)?;
    Ok(())
}
