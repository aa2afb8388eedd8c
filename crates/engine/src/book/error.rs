//! [`BookError`]: why a book cannot be read or written.

use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::edax::ParseEdaxError;
use crate::score::Score;
use othello::board::Square;
use othello::game::{QUOTED_PATH, shorten};
use redb::{CommitError, DatabaseError, StorageError, TableError, TransactionError};

/// Why a book cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {kind}", shorten(&path.display().to_string(), QUOTED_PATH))]
pub struct BookError {
    path: PathBuf,
    kind: BookErrorKind,
}

impl BookError {
    pub(super) fn new(path: &Path, kind: BookErrorKind) -> BookError {
        BookError { path: path.to_owned(), kind }
    }

    /// The same error, reported for the file at `path`. Used for errors in a copy of that file.
    #[must_use]
    pub fn in_file(self, path: &Path) -> BookError {
        BookError::new(path, self.kind)
    }

    /// The file, or the name of a book without one.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The cause.
    #[must_use]
    pub fn kind(&self) -> &BookErrorKind {
        &self.kind
    }

    /// Whether a search was interrupted. The book is as before that search.
    #[must_use]
    pub fn is_interruption(&self) -> bool {
        self.kind == BookErrorKind::Interrupted
    }
}

/// The cause of a [`BookError`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// A new file was requested, but it exists.
    #[error("file exists: expected the name of a new file")]
    Exists,
    /// The file is not a book.
    #[error("invalid book: expected one made by outflank book")]
    Foreign,
    /// The file is a packed book, which cannot grow.
    #[error("read-only packed book: expected the book that it was made from")]
    Packed,
    /// The format version is not supported.
    #[error("invalid book version {found}: expected {expected}")]
    Version {
        /// The version of the file.
        found: u64,
        /// The version of this program.
        expected: u64,
    },
    /// The file is locked by another reader or writer.
    #[error("book in use by this process or another")]
    InUse,
    /// The book is open for reading only.
    #[error("book open for reading only")]
    ReadOnly,
    /// The file is inconsistent or truncated.
    #[error("damaged book: {0}")]
    Damaged(String),
    /// The file is not a readable book of Edax.
    #[error(transparent)]
    Edax(#[from] ParseEdaxError),
    /// The file cannot be read or written. The kind is [`NotFound`](io::ErrorKind::NotFound) for a
    /// missing file.
    #[error("cannot be read or written: {reason}")]
    Io {
        /// The kind of the system error.
        kind: io::ErrorKind,
        /// The text of the system error.
        reason: String,
    },
    /// A search was interrupted.
    #[error("search interrupted: the book is as before the search")]
    Interrupted,
    /// A search returned an invalid outside move or an unknown score.
    #[error("invalid search result {square} {score}: expected a legal move outside the book")]
    Move {
        /// The move.
        square: Square,
        /// The score of the move.
        score: Score,
    },
}

impl BookErrorKind {
    /// The error for a book file that cannot be opened.
    pub(super) fn of_opening(error: io::Error) -> BookErrorKind {
        match error.kind() {
            kind @ io::ErrorKind::NotFound => {
                let reason = format!("{error}: expected the file of a book");
                BookErrorKind::Io { kind, reason }
            }
            _ => error.into(),
        }
    }

    /// An error of any other kind.
    pub(super) fn other(reason: impl ToString) -> BookErrorKind {
        BookErrorKind::Io { kind: io::ErrorKind::Other, reason: reason.to_string() }
    }
}

/// Text for a damaged file. It replaces the panic message of the database.
const CONTRADICTION: &str = "inconsistent pages, or the end is missing";

thread_local! {
    /// Whether panics of this thread become errors.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Hides the reports of panics that become errors; the database panics on some damaged files. Call
/// this function at program start, and again after setting a panic hook. The new hook calls the
/// previous hook for all other panics. The errors are the same without this call.
pub fn silence_caught_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !IS_CAUGHT.get() {
            report(panic);
        }
    }));
}

/// Runs `work` and turns its panics into errors, because the database panics on some damaged files.
/// Must not run callbacks of a library user.
pub(super) fn caught<T>(
    work: impl FnOnce() -> Result<T, BookErrorKind>,
) -> Result<T, BookErrorKind> {
    let outer = IS_CAUGHT.replace(true);
    let caught = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(outer);
    caught.unwrap_or_else(|_| Err(BookErrorKind::Damaged(CONTRADICTION.to_owned())))
}

impl From<io::Error> for BookErrorKind {
    fn from(error: io::Error) -> BookErrorKind {
        BookErrorKind::Io { kind: error.kind(), reason: error.to_string() }
    }
}

impl From<redb::Error> for BookErrorKind {
    fn from(error: redb::Error) -> BookErrorKind {
        use redb::Error;

        match error {
            Error::Corrupted(_) => BookErrorKind::Damaged(CONTRADICTION.to_owned()),
            Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                BookErrorKind::Damaged("the end is missing".to_owned())
            }
            Error::Io(error) => error.into(),
            Error::DatabaseAlreadyOpen => BookErrorKind::InUse,
            Error::TableDoesNotExist(_)
            | Error::TableTypeMismatch { .. }
            | Error::TableIsMultimap(_)
            | Error::TypeDefinitionChanged { .. } => BookErrorKind::Damaged(error.to_string()),
            error => BookErrorKind::other(error),
        }
    }
}

macro_rules! from_database_errors {
    ($($error:ty)*) => {
        $(impl From<$error> for BookErrorKind {
            fn from(error: $error) -> BookErrorKind {
                redb::Error::from(error).into()
            }
        })*
    };
}

from_database_errors! { StorageError DatabaseError TableError TransactionError CommitError }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_quotes_only_the_start_of_a_long_path() {
        let path = "long/".repeat(1000);
        let error = BookError::new(Path::new(&path), BookErrorKind::InUse);
        let start = &path[..QUOTED_PATH];
        assert_eq!(error.to_string(), format!("{start}..: book in use by this process or another"));
        assert_eq!(error.path(), Path::new(&path));
    }

    #[test]
    fn a_damaged_file_has_our_error_text() {
        let told = StorageError::Corrupted("Primary is corrupted".to_owned());
        assert_eq!(BookErrorKind::from(told), BookErrorKind::Damaged(CONTRADICTION.to_owned()));
    }

    #[test]
    fn a_book_can_be_opened_during_unwinding() {
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
