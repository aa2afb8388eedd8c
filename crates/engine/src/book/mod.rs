//! The opening book: [`Book`], a file of positions up to symmetry with their scores.
//!
//! - `entry`: the data of a position and its packed form;
//! - `graph`: successors and predecessors of positions;
//! - `update`: adds positions and games, and backs up scores; `ledger`: records which games were
//!   counted; `import`: adds data from other books and files;
//! - `learn`: finds positions worth adding; `prune`: removes positions; `check`: verifies
//!   consistency;
//! - `variations`: the best play from a position; `packed`: a compact read-only book; `reader`:
//!   reads either kind, for play; `merged`: books in memory;
//! - `edax`: Edax books; `lines`: books as lines of text; `losses`: what these cannot hold;
//! - `error`: errors.
//!
//! Moves in the book are not stored. A move is in the book if the position after it is. Each
//! position stores the best of its other moves, found by a search. After every transaction the
//! score of a position is that of its best move, inside or outside the book. The book does not
//! search. Its caller supplies a search function.

mod check;
mod edax;
mod entry;
mod error;
mod graph;
mod import;
mod learn;
mod ledger;
mod lines;
mod losses;
mod merged;
mod packed;
mod prune;
mod reader;
mod update;
mod variations;

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{
    AccessGuard, Database, DatabaseError, ReadOnlyDatabase, ReadOnlyTable, ReadTransaction,
    ReadableDatabase, ReadableTable, ReadableTableMetadata, StorageBackend, StorageError,
    TableDefinition,
};

use crate::search::Certainty;
use othello::board::Position;

pub use check::{CheckReport, Fault};
pub use edax::{EdaxBook, EdaxFaults, ParseEdaxError};
pub use entry::{Entry, Games, OutsideMove};
pub use error::{BookError, BookErrorKind, silence_caught_panics};
pub use import::{Import, ImportedPosition};
pub use learn::{Candidate, LineTolerance};
pub use ledger::SourceId;
pub use lines::{LineFormat, ParseLineError, WriteBookError, search_line};
pub use losses::ExportLosses;
pub use merged::MergedBook;
pub use packed::PackedBook;
pub use prune::Pruned;
pub use reader::BookReader;
pub use update::{Changes, Imported};
pub use variations::Variation;

use entry::{KEY_BYTES, PACKED_BYTES, key, position_of};

/// The positions, in canonical form.
const POSITIONS: TableDefinition<'static, &[u8; KEY_BYTES], &[u8; PACKED_BYTES]> =
    TableDefinition::new("positions");

/// File metadata. The only key is [`VERSION_KEY`].
const ABOUT: TableDefinition<'static, &str, u64> = TableDefinition::new("outflank book");

/// The key of the format version.
const VERSION_KEY: &str = "version";

/// The format version of this module.
const VERSION: u64 = 1;

/// A lookup of positions.
trait Entries {
    /// The entry of a canonical `position`.
    fn find(&self, position: Position) -> Result<Option<Entry>, BookErrorKind>;
}

/// The entry of `position` or of a symmetric position. The outside move is mapped back to
/// `position`.
fn look_up(table: &impl Entries, position: Position) -> Result<Option<Entry>, BookErrorKind> {
    let (canonical, symmetry) = position.canonical();
    let found = table.find(canonical)?;
    Ok(found.map(|entry| Entry {
        outside: entry.outside.map(|outside| outside.mapped(symmetry.inverse())),
        ..entry
    }))
}

/// A database table, for reading or for writing.
impl<T: ReadableTable<&'static [u8; KEY_BYTES], &'static [u8; PACKED_BYTES]>> Entries for T {
    fn find(&self, position: Position) -> Result<Option<Entry>, BookErrorKind> {
        let found = self.get(&key(position))?;
        found.map(|packed| Entry::unpack(packed.value())).transpose()
    }
}

/// The canonical positions of `table` with their entries.
fn entries(
    table: &impl ReadableTable<&'static [u8; KEY_BYTES], &'static [u8; PACKED_BYTES]>,
) -> Result<impl Iterator<Item = Result<(Position, Entry), BookErrorKind>>, BookErrorKind> {
    let unpack = |found: Result<(AccessGuard<_>, AccessGuard<_>), StorageError>| {
        let (key, packed): (AccessGuard<&[u8; KEY_BYTES]>, AccessGuard<&[u8; PACKED_BYTES]>) =
            found?;
        Ok((position_of(key.value())?, Entry::unpack(packed.value())?))
    };
    Ok(table.iter()?.map(unpack))
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
/// // A stub search: the first move, with score 0.
/// let mut search = |position: Position, excluded| {
///     let square = (position.legal_moves() - excluded).first()?;
///     Some(OutsideMove { square, score: Score::ZERO, certainty: Certainty::Exact, depth: 60 })
/// };
/// assert!(book.insert(Position::START, &mut search)?);
/// # drop(book);
/// let book = Book::open(&path)?;
/// for known in book.variations(Position::START)? {
///     println!("{} {}", known.line.pv[0], known.line.score);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Book {
    path: PathBuf,
    database: Access,
}

/// Shows the path and the access mode.
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

/// Statistics of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookStats {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions with a proven score.
    pub exact: u64,
    /// The number of counted sources: games, or files of counts.
    pub counted: usize,
    /// The number of positions by empties, 0 to 64.
    pub by_empties: [u64; 65],
    /// The number of positions by search depth of the best move outside the book, 0 to 255. Omits
    /// positions without such a move.
    pub by_depth: [u64; 256],
    /// The file size in bytes.
    pub file_bytes: u64,
}

impl BookStats {
    /// Statistics without positions.
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

    /// Counts one position.
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
    /// Whether a file is a book that can grow. `bytes` are the first 16 bytes of the file, or more.
    #[must_use]
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Creates an empty book in a new file.
    ///
    /// # Errors
    /// If the file exists (it stays unchanged) or cannot be written.
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
            // An empty file would block the next attempt.
            let _ = std::fs::remove_file(path);
        }
        Book::wrap(path, created)
    }

    /// Opens the book at `path` for reading. Repairs a book that was not closed.
    ///
    /// # Errors
    /// If `path` is not a readable book, or is being written.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let open = || {
            check_magic(path)?;
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

    /// Opens the book at `path` for reading and writing.
    ///
    /// # Errors
    /// If `path` is not a writable book, or is in use.
    pub fn open_to_write(path: &Path) -> Result<Book, BookError> {
        // Never open a foreign file for writing.
        drop(Book::open(path)?);
        let open = || {
            let database = Database::open(path)?;
            check_version(&database)?;
            Ok(Access::Write(database))
        };
        Book::wrap(path, error::caught(open))
    }

    /// [`Book::open_to_write`] with a check of all pages, so that a damaged book never grows.
    ///
    /// # Errors
    /// If `path` is not a writable book, is in use, or is damaged.
    pub fn open_checked(path: &Path) -> Result<Book, BookError> {
        let mut book = Book::open_to_write(path)?;
        book.check_pages()?;
        Ok(book)
    }

    /// A copy of a book in memory. `bytes` are the content of the file at `path`.
    fn in_memory(path: &Path, bytes: &[u8]) -> Result<Book, BookError> {
        let open = || {
            let backend = InMemoryBackend::new();
            backend.set_len(bytes.len() as u64)?;
            backend.write(0, bytes)?;
            let database = Database::builder().create_with_backend(backend)?;
            check_version(&database)?;
            Ok(Access::Write(database))
        };
        Book::wrap(path, error::caught(open))
    }

    fn wrap(path: &Path, access: Result<Access, BookErrorKind>) -> Result<Book, BookError> {
        match access {
            Ok(database) => Ok(Book { path: path.to_owned(), database }),
            Err(kind) => Err(BookError::new(path, kind)),
        }
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The entry of `position` or of a symmetric position. The outside move is mapped back to
    /// `position`. `None` if the position is not in the book. A position without a legal move is
    /// never in the book.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn look_up(&self, position: Position) -> Result<Option<Entry>, BookError> {
        self.read(|table| look_up(table, position))
    }

    /// The variations of `position`, best first: one for each move in the book, and one for the
    /// best move outside. Empty if the position is not in the book.
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

    /// Whether the book has no positions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, BookError> {
        Ok(self.len()? == 0)
    }

    /// The statistics of the book. Reads every position.
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

    /// Calls `take` with each canonical position and its entry.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn for_each(&self, mut take: impl FnMut(Position, Entry)) -> Result<(), BookError> {
        let table = self.caught(|| Ok(self.begin_read()?.open_table(POSITIONS)?))?;
        let mut found = self.caught(|| entries(&table))?;
        let mut next = || found.next().transpose();
        // Calls `take` outside `caught`, because panics of `take` are not database errors.
        while let Some((position, entry)) = self.caught(&mut next)? {
            take(position, entry);
        }
        Ok(())
    }

    /// Runs `ask` on the current positions.
    fn read<T>(
        &self,
        ask: impl FnOnce(&PositionTable) -> Result<T, BookErrorKind>,
    ) -> Result<T, BookError> {
        self.caught(|| ask(&self.begin_read()?.open_table(POSITIONS)?))
    }

    /// Runs `work` on the database and turns its panics into errors.
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

/// The first bytes of a database file.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Fails unless the file at `path` is a database.
fn check_magic(path: &Path) -> Result<(), BookErrorKind> {
    let mut start = Vec::new();
    let file = File::open(path).map_err(BookErrorKind::of_opening)?;
    file.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    match &*start {
        MAGIC => Ok(()),
        _ if start.starts_with(packed::MAGIC) => Err(BookErrorKind::Packed),
        _ => Err(BookErrorKind::Foreign),
    }
}

/// Fails unless the database is a book of the supported version.
fn check_version(database: &impl ReadableDatabase) -> Result<(), BookErrorKind> {
    let transaction = database.begin_read()?;
    let about = transaction.open_table(ABOUT).map_err(|_| BookErrorKind::Foreign)?;
    let version = about.get(VERSION_KEY)?.map_or(0, |version| version.value());
    if version == VERSION {
        Ok(())
    } else {
        Err(BookErrorKind::Version { found: version, expected: VERSION })
    }
}

#[cfg(test)]
mod tests;
