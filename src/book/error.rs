//! [`BookError`]: why a book cannot be read or written.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::board::Square;
use crate::score::Score;
use redb::{CommitError, DatabaseError, StorageError, TableError, TransactionError};

/// Why a book cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} {kind}", path.display())]
pub struct BookError {
    path: PathBuf,
    kind: BookErrorKind,
}

impl BookError {
    pub(super) fn new(path: &Path, kind: BookErrorKind) -> BookError {
        BookError { path: path.to_owned(), kind }
    }

    /// The same of the file at `path`, of which this one is a copy.
    #[must_use]
    pub fn in_file(self, path: &Path) -> BookError {
        BookError::new(path, self.kind)
    }

    /// Whether a search was interrupted: the book is as it was before it.
    #[must_use]
    pub fn is_interruption(&self) -> bool {
        self.kind == BookErrorKind::Interrupted
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BookErrorKind {
    #[error("is there already: expected the name of a new file")]
    Exists,
    #[error("is no book of outflank")]
    Foreign,
    #[error("is a packed book, to be played from: expected the one that it was made of")]
    Packed,
    #[error("is a book of version {0}: expected version {VERSION}", VERSION = super::VERSION)]
    Version(u64),
    #[error("is in use by another process")]
    InUse,
    #[error("is open for reading only")]
    ReadOnly,
    #[error("is damaged: {0}")]
    Damaged(String),
    #[error("cannot be read or written: {0}")]
    Storage(String),
    #[error("is as it was before the search that was interrupted")]
    Interrupted,
    #[error(
        "is as it was before a search that found {square} {score}: expected a legal move that is \
         not in the book, and a known score"
    )]
    Move { square: Square, score: Score },
}

thread_local! {
    /// Whether a panic of this thread becomes an error.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics that become errors from being reported as panics, too: the database panics on some
/// damaged files. To be called once, when a program starts, as it replaces the panic hook of the
/// process by one that calls the old one for all other panics. Without it the errors are the same.
pub fn silence_caught_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !IS_CAUGHT.get() {
            report(panic);
        }
    }));
}

/// What `work` gives. The database panics on some damaged files: that is an error, too. Nothing
/// that a caller of the library hands over runs in here.
pub(super) fn caught<T>(
    work: impl FnOnce() -> Result<T, BookErrorKind>,
) -> Result<T, BookErrorKind> {
    let outer = IS_CAUGHT.replace(true);
    let caught = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(outer);
    caught.unwrap_or_else(|_| Err(BookErrorKind::Damaged("its pages contradict each other".into())))
}

/// The bytes with which the files of the database start.
pub(super) const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Whether the file at `path` is a database at all.
pub(super) fn check_magic(path: &Path) -> Result<(), BookErrorKind> {
    use std::io::Read;

    let mut start = Vec::new();
    std::fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    match &*start {
        MAGIC => Ok(()),
        _ if start.starts_with(super::packed::MAGIC) => Err(BookErrorKind::Packed),
        _ => Err(BookErrorKind::Foreign),
    }
}

impl From<std::io::Error> for BookErrorKind {
    fn from(error: std::io::Error) -> BookErrorKind {
        BookErrorKind::Storage(error.to_string())
    }
}

impl From<StorageError> for BookErrorKind {
    fn from(error: StorageError) -> BookErrorKind {
        match error {
            StorageError::Corrupted(what) => BookErrorKind::Damaged(what),
            StorageError::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                BookErrorKind::Damaged("its end is missing".to_owned())
            }
            other => BookErrorKind::Storage(other.to_string()),
        }
    }
}

impl From<DatabaseError> for BookErrorKind {
    fn from(error: DatabaseError) -> BookErrorKind {
        match error {
            DatabaseError::DatabaseAlreadyOpen => BookErrorKind::InUse,
            DatabaseError::Storage(error) => error.into(),
            other => BookErrorKind::Storage(other.to_string()),
        }
    }
}

impl From<TableError> for BookErrorKind {
    fn from(error: TableError) -> BookErrorKind {
        match error {
            TableError::Storage(error) => error.into(),
            other => BookErrorKind::Damaged(other.to_string()),
        }
    }
}

impl From<TransactionError> for BookErrorKind {
    fn from(error: TransactionError) -> BookErrorKind {
        match error {
            TransactionError::Storage(error) => error.into(),
            other => BookErrorKind::Storage(other.to_string()),
        }
    }
}

impl From<CommitError> for BookErrorKind {
    fn from(error: CommitError) -> BookErrorKind {
        match error {
            CommitError::Storage(error) => error.into(),
            other => BookErrorKind::Storage(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_may_be_opened_while_a_panic_unwinds() {
        struct Opens;
        impl Drop for Opens {
            fn drop(&mut self) {
                let panicked = caught(|| -> Result<(), BookErrorKind> { panic!("damaged pages") });
                assert!(matches!(panicked, Err(BookErrorKind::Damaged(_))));
            }
        }
        let unwound = catch_unwind(|| {
            let _opens = Opens;
            panic!("a fault of the caller");
        });
        assert!(unwound.is_err());
        assert!(!IS_CAUGHT.get());
    }
}
