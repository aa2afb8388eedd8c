//! [`BookReader`]: a book to play from, whatever its form.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::error::BookErrorKind;
use super::packed::{MAGIC, PackedBook};
use super::variations::variations;
use super::{Book, BookError, Entry, Variation, look_up};
use crate::board::Position;

/// A book to play from: one in a file, as it is learnt or packed, or the one in the program.
///
/// ```
/// use outflank::board::Position;
/// use outflank::book::BookReader;
///
/// let known = BookReader::embedded().variations(Position::START)?;
/// assert!(known.len() == 4 && known[0].score == known[3].score);
/// # Ok::<(), outflank::book::BookError>(())
/// ```
pub struct BookReader {
    /// Where it is; `None` in the program.
    path: Option<PathBuf>,
    form: RwLock<Form>,
}

enum Form {
    Learnt(Book),
    Packed(PackedBook),
    /// The file is written, or could not be read again.
    Closed,
}

impl BookReader {
    /// The book in the program.
    #[must_use]
    pub fn embedded() -> BookReader {
        BookReader { path: None, form: RwLock::new(Form::Packed(PackedBook::embedded())) }
    }

    /// The book in the file at `path`, in either form.
    ///
    /// # Errors
    /// If there is none that can be read, or if it is being written.
    pub fn open(path: &Path) -> Result<BookReader, BookError> {
        let packed = read_packed(path).map_err(|kind| BookError::new(path, kind))?;
        let form = match packed {
            Some(book) => Form::Packed(book),
            None => Form::Learnt(Book::open(path)?),
        };
        Ok(BookReader { path: Some(path.to_owned()), form: RwLock::new(form) })
    }

    /// The file; `None` for the book in the program.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The variations of `position`, best first: one for each move in the book, and one for the best
    /// of the others. None if the position is not in the book.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn variations(&self, position: Position) -> Result<Vec<Variation>, BookError> {
        match &*self.form.read().unwrap_or_else(PoisonError::into_inner) {
            Form::Learnt(book) => book.variations(position),
            Form::Packed(book) => variations(book, position).map_err(|kind| self.error(kind)),
            Form::Closed => Ok(Vec::new()),
        }
    }

    /// What the book knows of `position`, as [`Book::look_up`]; a packed book knows of no games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn look_up(&self, position: Position) -> Result<Option<Entry>, BookError> {
        match &*self.form.read().unwrap_or_else(PoisonError::into_inner) {
            Form::Learnt(book) => book.look_up(position),
            Form::Packed(book) => look_up(book, position).map_err(|kind| self.error(kind)),
            Form::Closed => Ok(None),
        }
    }

    /// Lets `work` write to the book, which is closed for reading meanwhile.
    ///
    /// # Errors
    /// If the book is packed, is read by others, or cannot be written; and those of `work`.
    pub fn grow<T>(
        &self,
        work: impl FnOnce(&Book) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        let mut form = self.form.write().unwrap_or_else(PoisonError::into_inner);
        let path = match (&*form, self.path()) {
            (Form::Learnt(_) | Form::Closed, Some(path)) => path,
            _ => return Err(self.error(BookErrorKind::ReadOnly)),
        };
        *form = Form::Closed;
        let done = Book::open_to_write(path).and_then(|book| work(&book));
        *form = Form::Learnt(Book::open(path)?);
        done
    }

    fn error(&self, kind: BookErrorKind) -> BookError {
        BookError::new(self.path().unwrap_or(Path::new("the book in the program")), kind)
    }
}

impl fmt::Debug for BookReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BookReader").field("path", &self.path).finish_non_exhaustive()
    }
}

/// The packed book in the file at `path`; `None` if the file does not begin like one.
fn read_packed(path: &Path) -> Result<Option<PackedBook>, BookErrorKind> {
    // A pipe may have nobody who writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(BookErrorKind::Foreign);
    }
    let mut start = Vec::new();
    fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start != MAGIC {
        return Ok(None);
    }
    PackedBook::from_bytes(fs::read(path)?).map(Some)
}
