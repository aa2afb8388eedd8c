//! The opening book: [`Book`], positions up to symmetry with their scores, in a file.
//!
//! - `entry`: what the book knows of a position, and how that is packed;
//! - `graph`: how positions follow each other, forwards and backwards;
//! - `update`: new positions and games, and the scores that follow from them; `ledger`: which
//!   games were counted; `import`: what other books and files say;
//! - `learn`: which positions are worth adding; `prune`: a book without some; `check`: whether all
//!   is consistent;
//! - `variations`: the best play from a position; `packed`: a book in few bytes, to be read
//!   only; `reader`: any of these books, to play from;
//! - `edax`: books of Edax; `lines`: books as lines of text; `large`: a test of a large one;
//! - `error`: what can go wrong.
//!
//! The moves in the book are not stored: a move is in the book if the position after it is.
//! With each position goes the best of its other moves, which a search has found. The score of
//! a position is that of its best move, in the book or out of it, after every transaction.
//! The book does not search by itself: it asks a function that the caller hands over.

mod check;
mod edax;
mod entry;
mod error;
mod graph;
mod import;
#[cfg(test)]
mod large;
mod learn;
mod ledger;
mod lines;
mod packed;
mod prune;
mod reader;
mod update;
mod variations;

use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{
    Database, DatabaseError, ReadOnlyDatabase, ReadOnlyTable, ReadTransaction, ReadableDatabase,
    ReadableTable, ReadableTableMetadata, TableDefinition,
};

use crate::search::Certainty;
use othello::board::Position;

pub use check::{CheckReport, Fault};
pub use edax::{EdaxBook, EdaxFaults, EdaxLosses, ParseEdaxError};
pub use entry::{Entry, Games, OutsideMove};
pub use error::{BookError, BookErrorKind, silence_caught_panics};
pub use import::{Import, ImportedPosition};
pub use learn::{Candidate, LineTolerance};
pub use ledger::SourceId;
pub use lines::{BookLine, LineFormat, LineLosses, ParseLineError, WriteBookError, search_line};
pub use packed::PackedBook;
pub use prune::Pruned;
pub use reader::BookReader;
pub use update::{Changes, Imported};
pub use variations::Variation;

use entry::{KEY_BYTES, PACKED_BYTES, key, position_of};

/// The positions, in their canonical form.
const POSITIONS: TableDefinition<'static, &[u8; KEY_BYTES], &[u8; PACKED_BYTES]> =
    TableDefinition::new("positions");

/// What the file is; the one key is [`VERSION_KEY`].
const ABOUT: TableDefinition<'static, &str, u64> = TableDefinition::new("outflank book");

/// The key of the version of the tables.
const VERSION_KEY: &str = "version";

/// The version that this module reads and writes.
const VERSION: u64 = 1;

/// Positions that can be looked up.
trait Entries {
    /// What the book knows of the canonical `position`.
    fn find(&self, position: Position) -> Result<Option<Entry>, BookErrorKind>;
}

/// What `table` knows of `position`, or of those that are symmetric to it; the move is one of
/// `position` itself.
fn look_up(table: &impl Entries, position: Position) -> Result<Option<Entry>, BookErrorKind> {
    let (canonical, symmetry) = position.canonical();
    let back = symmetry.inverse();
    let mapped =
        |outside: OutsideMove| OutsideMove { square: back.apply_square(outside.square), ..outside };
    let found = table.find(canonical)?;
    Ok(found.map(|entry| Entry { outside: entry.outside.map(mapped), ..entry }))
}

/// A table of a database, for reading or for writing.
impl<T: ReadableTable<&'static [u8; KEY_BYTES], &'static [u8; PACKED_BYTES]>> Entries for T {
    fn find(&self, position: Position) -> Result<Option<Entry>, BookErrorKind> {
        let found = self.get(&key(position))?;
        found.map(|packed| Entry::unpack(packed.value())).transpose()
    }
}

/// An opening book in a file. One process may write it, or several may read it.
///
/// ```
/// use othello::board::Position;
/// use engine::book::{Book, OutsideMove};
/// use engine::score::Score;
/// use engine::search::Certainty;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("openings.book");
/// let mut book = Book::create(&path)?;
/// // In place of a search: the first move, worth nothing.
/// let mut search = |position: Position, excluded| {
///     let square = (position.legal_moves() - excluded).first()?;
///     Some(OutsideMove { square, score: Score::ZERO, certainty: Certainty::Exact, depth: 60 })
/// };
/// assert!(book.insert(Position::START, &mut search)?);
/// # drop(book);
/// let book = Book::open(&path)?;
/// for known in book.variations(Position::START)? {
///     println!("{} {}", known.pv[0], known.score);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Book {
    path: PathBuf,
    database: Access,
}

/// Its path, and how it was opened.
impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_read_only = matches!(self.database, Access::Read(_));
        f.debug_struct("Book")
            .field("path", &self.path)
            .field("is_read_only", &is_read_only)
            .finish_non_exhaustive()
    }
}

enum Access {
    Read(ReadOnlyDatabase),
    Write(Database),
}

/// What is in a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookStats {
    /// The number of positions.
    pub positions: u64,
    /// Those of them whose score is proven.
    pub exact: u64,
    /// The games that are counted, one by one; a file with counts is one.
    pub counted: usize,
    /// By number of empties, 0 to 64, the positions that have as many.
    pub by_empties: [u64; 65],
    /// By the depth to which the best move outside the book was searched for, 0 to 255, the
    /// positions that have one.
    pub by_depth: [u64; 256],
    /// The size of the file in bytes.
    pub file_bytes: u64,
}

impl BookStats {
    /// Of a book without positions, whose file has so many bytes.
    const fn empty(counted: usize, file_bytes: u64) -> BookStats {
        BookStats {
            positions: 0,
            exact: 0,
            counted,
            by_empties: [0; 65],
            by_depth: [0; 256],
            file_bytes,
        }
    }

    /// Counts one more position.
    fn add(&mut self, position: Position, entry: Entry) {
        self.positions += 1;
        self.exact += u64::from(entry.certainty == Certainty::Exact);
        self.by_empties[position.empty_count() as usize] += 1;
        if let Some(outside) = entry.outside {
            self.by_depth[outside.depth as usize] += 1;
        }
    }
}

impl Book {
    /// Whether a file that starts with these `bytes`, at least 16 of them, is a book that can grow.
    #[must_use]
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(error::MAGIC)
    }

    /// A new, empty book in a new file.
    ///
    /// # Errors
    /// If there is such a file, which is left as it is, or if it cannot be written.
    pub fn create(path: &Path) -> Result<Book, BookError> {
        let file = File::options().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|error| {
            let kind = match error.kind() {
                ErrorKind::AlreadyExists => BookErrorKind::Exists,
                _ => error.into(),
            };
            BookError::new(path, kind)
        })?;
        let create = || {
            let database = Database::builder().create_with_backend(FileBackend::new(file)?)?;
            let transaction = database.begin_write()?;
            transaction.open_table(ABOUT)?.insert(VERSION_KEY, VERSION)?;
            transaction.open_table(POSITIONS)?;
            transaction.commit()?;
            Ok(Access::Write(database))
        };
        let created = create();
        if created.is_err() {
            // An empty file would be in the way of another try.
            let _ = std::fs::remove_file(path);
        }
        Book::wrap(path, created)
    }

    /// The book in the file at `path`, for reading. One that was not closed is repaired first.
    ///
    /// # Errors
    /// If there is no book that can be read, or if it is being written.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let open = || {
            error::check_magic(path)?;
            let database = match ReadOnlyDatabase::open(path) {
                Err(DatabaseError::RepairAborted) => {
                    drop(Database::open(path)?);
                    ReadOnlyDatabase::open(path)?
                }
                opened => opened?,
            };
            check_version(&database)?;
            Ok(Access::Read(database))
        };
        Book::wrap(path, error::caught(open))
    }

    /// The book in the file at `path`, for reading and writing.
    ///
    /// # Errors
    /// If there is no book that can be written, or if it is in use.
    pub fn open_to_write(path: &Path) -> Result<Book, BookError> {
        // What is no book is never opened for writing.
        drop(Book::open(path)?);
        let open = || {
            let database = Database::open(path)?;
            check_version(&database)?;
            Ok(Access::Write(database))
        };
        Book::wrap(path, error::caught(open))
    }

    /// [`Book::open_to_write`] after a look at all pages of the file, so that no damage is built upon.
    ///
    /// # Errors
    /// If there is no book that can be written, if it is in use, or if it is damaged.
    pub fn open_checked(path: &Path) -> Result<Book, BookError> {
        let mut book = Book::open_to_write(path)?;
        book.check_pages()?;
        Ok(book)
    }

    fn wrap(path: &Path, access: Result<Access, BookErrorKind>) -> Result<Book, BookError> {
        match access {
            Ok(database) => Ok(Book { path: path.to_owned(), database }),
            Err(kind) => Err(BookError::new(path, kind)),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the book knows of `position`, or of those that are symmetric to it; the move is one
    /// of `position` itself. `None` if it is not in the book; those without a move never are.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn look_up(&self, position: Position) -> Result<Option<Entry>, BookError> {
        self.read(|table| look_up(table, position))
    }

    /// The variations of `position`, best first: one for each move in the book, and one for the best
    /// of the others. None if the position is not in the book.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn variations(&self, position: Position) -> Result<Vec<Variation>, BookError> {
        self.read(|table| variations::variations(table, position))
    }

    /// The number of positions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn len(&self) -> Result<u64, BookError> {
        self.read(|table| Ok(table.len()?))
    }

    /// Whether there are no positions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, BookError> {
        Ok(self.len()? == 0)
    }

    /// What is in the book; reads all of it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn stats(&self) -> Result<BookStats, BookError> {
        let file_bytes = self.path.metadata().map_err(BookErrorKind::from);
        let file_bytes = file_bytes.map_err(|kind| BookError::new(&self.path, kind))?.len();
        let mut stats = BookStats::empty(self.sources()?.len(), file_bytes);
        self.for_each(|position, entry| stats.add(position, entry))?;
        Ok(stats)
    }

    /// Calls `take` with each position, in its canonical form, and what is known of it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn for_each(&self, mut take: impl FnMut(Position, Entry)) -> Result<(), BookError> {
        let table = self.caught(|| Ok(self.begin_read()?.open_table(POSITIONS)?))?;
        let mut found = self.caught(|| Ok(table.iter()?))?;
        let mut next = || {
            let Some(found) = found.next() else { return Ok(None) };
            let (key, packed) = found?;
            Ok(Some((position_of(key.value())?, Entry::unpack(packed.value())?)))
        };
        // A panic of `take` is none of the database.
        while let Some((position, entry)) = self.caught(&mut next)? {
            take(position, entry);
        }
        Ok(())
    }

    /// What `ask` finds in the positions as they are now.
    fn read<T>(
        &self,
        ask: impl FnOnce(&PositionTable) -> Result<T, BookErrorKind>,
    ) -> Result<T, BookError> {
        self.caught(|| ask(&self.begin_read()?.open_table(POSITIONS)?))
    }

    /// What `work` of the database gives; its panics are errors.
    fn caught<T>(&self, work: impl FnOnce() -> Result<T, BookErrorKind>) -> Result<T, BookError> {
        error::caught(work).map_err(|kind| BookError::new(&self.path, kind))
    }

    fn begin_read(&self) -> Result<ReadTransaction, BookErrorKind> {
        Ok(match &self.database {
            Access::Read(database) => database.begin_read()?,
            Access::Write(database) => database.begin_read()?,
        })
    }
}

type PositionTable = ReadOnlyTable<&'static [u8; KEY_BYTES], &'static [u8; PACKED_BYTES]>;

/// Whether the database is a book of the version that is read here.
fn check_version(database: &impl ReadableDatabase) -> Result<(), BookErrorKind> {
    let transaction = database.begin_read()?;
    let about = transaction.open_table(ABOUT).map_err(|_| BookErrorKind::Foreign)?;
    let version = about.get(VERSION_KEY)?.map_or(0, |version| version.value());
    if version == VERSION { Ok(()) } else { Err(BookErrorKind::Version(version)) }
}
