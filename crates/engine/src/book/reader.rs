//! [`BookReader`]: reads a book of either form, for play.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::error::BookErrorKind;
use super::packed::{MAGIC, PackedBook};
use super::variations::variations;
use super::{Book, BookError, BookStats, Entry, Variation, look_up};
use othello::board::Position;

/// A book to play from: a file, packed or able to grow, or the embedded book.
///
/// ```
/// use othello::board::Position;
/// use engine::book::BookReader;
///
/// let known = BookReader::embedded().variations(Position::START)?;
/// assert!(known.len() == 4 && known[0].line.score == known[3].line.score);
/// # Ok::<(), engine::book::BookError>(())
/// ```
pub struct BookReader {
    /// The path of the file. `None` for the embedded book.
    path: Option<PathBuf>,
    form: RwLock<Form>,
}

enum Form {
    Learnt(Book),
    Packed(PackedBook),
    /// The file is being written.
    Growing,
    /// The file was written. The next read opens it again.
    Closed,
}

/// Keeps the reader's book in [`Form::Growing`]. Dropping it sets [`Form::Closed`].
struct Growth<'r>(&'r BookReader);

impl Drop for Growth<'_> {
    fn drop(&mut self) {
        *self.0.form.write().unwrap_or_else(PoisonError::into_inner) = Form::Closed;
    }
}

impl BookReader {
    /// The embedded book.
    #[must_use]
    pub fn embedded() -> BookReader {
        BookReader { path: None, form: RwLock::new(Form::Packed(PackedBook::embedded())) }
    }

    /// Opens the book at `path`, in either form.
    ///
    /// # Errors
    /// If `path` is not a readable book, or is being written.
    pub fn open(path: &Path) -> Result<BookReader, BookError> {
        let packed = read_packed(path).map_err(|kind| BookError::new(path, kind))?;
        let form = match packed {
            Some(book) => Form::Packed(book),
            None => Form::Learnt(Book::open(path)?),
        };
        Ok(BookReader { path: Some(path.to_owned()), form: RwLock::new(form) })
    }

    /// The path of the file. `None` for the embedded book.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The variations of `position`, best first: one for each move in the book, and one for the
    /// best move outside. Empty if the position is not in the book.
    ///
    /// # Errors
    /// If the file cannot be read, or while it grows.
    pub fn variations(&self, position: Position) -> Result<Vec<Variation>, BookError> {
        self.read(|book| book.variations(position), |book| variations(book, position))
    }

    /// [`Book::look_up`] for either form. A packed book has no games.
    ///
    /// # Errors
    /// If the file cannot be read, or while it grows.
    pub fn look_up(&self, position: Position) -> Result<Option<Entry>, BookError> {
        self.read(|book| book.look_up(position), |book| look_up(book, position))
    }

    /// [`Book::stats`] for either form. Reads every position.
    ///
    /// # Errors
    /// If the file cannot be read, or while it grows.
    pub fn stats(&self) -> Result<BookStats, BookError> {
        self.read(Book::stats, |book| Ok(book.stats()))
    }

    /// Runs `work` with the book open for writing. Until `work` ends, other reads and writes fail
    /// at once, and engines play without the book. The next read opens the book again, even if
    /// `work` failed.
    ///
    /// # Errors
    /// If the book is packed, is already growing, has other readers, or cannot be written; if
    /// `work` fails; or if the book cannot be opened again.
    pub fn grow<T>(
        &self,
        work: impl FnOnce(&mut Book) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        let growth = self.begin_growth()?;
        let done = self.file().and_then(Book::open_to_write).and_then(|mut book| work(&mut book));
        drop(growth);
        let reopened = self.reopen();
        let done = done?;
        reopened?;
        Ok(done)
    }

    /// Closes the file for reading.
    fn begin_growth(&self) -> Result<Growth<'_>, BookError> {
        let mut form = self.form.write().unwrap_or_else(PoisonError::into_inner);
        match *form {
            Form::Learnt(_) | Form::Closed => *form = Form::Growing,
            Form::Packed(_) => return Err(self.error(BookErrorKind::Packed)),
            Form::Growing => return Err(self.error(BookErrorKind::InUse)),
        }
        Ok(Growth(self))
    }

    /// Runs the function for the form of the book.
    fn read<T>(
        &self,
        learnt: impl FnOnce(&Book) -> Result<T, BookError>,
        packed: impl FnOnce(&PackedBook) -> Result<T, BookErrorKind>,
    ) -> Result<T, BookError> {
        self.reopen()?;
        match &*self.form.read().unwrap_or_else(PoisonError::into_inner) {
            Form::Learnt(book) => learnt(book),
            Form::Packed(book) => packed(book).map_err(|kind| self.error(kind)),
            Form::Growing | Form::Closed => Err(self.error(BookErrorKind::InUse)),
        }
    }

    /// Opens the file again if it is closed.
    fn reopen(&self) -> Result<(), BookError> {
        let is_closed = |form: &Form| matches!(form, Form::Closed);
        if is_closed(&self.form.read().unwrap_or_else(PoisonError::into_inner)) {
            let mut form = self.form.write().unwrap_or_else(PoisonError::into_inner);
            if is_closed(&form) {
                *form = Form::Learnt(Book::open(self.file()?)?);
            }
        }
        Ok(())
    }

    /// The path of a book that can grow.
    fn file(&self) -> Result<&Path, BookError> {
        self.path().ok_or_else(|| self.error(BookErrorKind::ReadOnly))
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

/// Reads the packed book at `path`. `None` if the file does not start like one.
fn read_packed(path: &Path) -> Result<Option<PackedBook>, BookErrorKind> {
    // Opening a pipe may block.
    if !fs::metadata(path).map_err(BookErrorKind::of_opening)?.is_file() {
        return Err(BookErrorKind::Foreign);
    }
    let mut start = Vec::new();
    fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start != MAGIC {
        return Ok(None);
    }
    PackedBook::from_bytes(fs::read(path)?).map(Some)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use tempfile::{TempDir, tempdir};

    use super::*;
    use crate::book::OutsideMove;
    use crate::score::Score;
    use crate::search::Certainty;

    /// A book with only the start position.
    fn reader() -> (TempDir, BookReader) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a.book");
        let mut search = |position: Position, _| {
            let square = position.legal_moves().first()?;
            Some(OutsideMove { square, score: Score::ZERO, certainty: Certainty::Wld, depth: 1 })
        };
        Book::create(&path).unwrap().insert(Position::START, &mut search).unwrap();
        let reader = BookReader::open(&path).unwrap();
        (folder, reader)
    }

    fn is_known(reader: &BookReader) -> Result<bool, BookError> {
        Ok(reader.look_up(Position::START)?.is_some())
    }

    #[test]
    fn lookups_fail_at_once_while_a_book_grows() {
        let (_folder, reader) = reader();
        reader
            .grow(|_| {
                assert!(is_known(&reader).is_err());
                assert!(reader.variations(Position::START).is_err());
                assert!(reader.grow(|_| Ok(())).is_err());
                Ok(())
            })
            .unwrap();
        assert!(is_known(&reader).unwrap());
    }

    #[test]
    fn the_book_is_reread_after_a_panic() {
        let (_folder, reader) = reader();
        let work = |_: &mut Book| -> Result<(), BookError> { panic!("a fault of the caller") };
        assert!(catch_unwind(AssertUnwindSafe(|| reader.grow(work))).is_err());
        assert!(is_known(&reader).unwrap());
        reader.grow(|_| Ok(())).unwrap();
    }

    #[test]
    fn a_missing_book_file_is_an_error_until_it_returns() {
        let (folder, reader) = reader();
        let (path, away) = (folder.path().join("a.book"), folder.path().join("b.book"));
        fs::rename(&path, &away).unwrap();
        assert!(reader.grow(|_| Ok(())).is_err());
        assert!(is_known(&reader).is_err());
        fs::rename(&away, &path).unwrap();
        assert!(is_known(&reader).unwrap());
    }
}
