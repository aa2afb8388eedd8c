//! [`PackedBook`]: a compact read-only book. It opens quickly and needs no writable file, so the
//! program can embed one.
//!
//! All integers are little-endian. The header has [`HEAD_BYTES`]: [`MAGIC`], the version and the
//! number of positions (4 bytes each), and the checksum of the rest (8 bytes). Then follows one row
//! per position, sorted by key: the key, and a packed [`Entry`] without its game counts.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use super::entry::{Entry, KEY_BYTES, PACKED_BYTES, key, position_of};
use super::error::BookErrorKind;
use super::{Book, BookError, BookStats, Entries};
use crate::checksum::checksum;
use othello::board::Position;

/// The first bytes of a packed book.
pub(super) const MAGIC: &[u8; 8] = b"OFbook\r\n";

/// The format version.
const VERSION: u32 = 1;

/// Bytes of the header.
const HEAD_BYTES: usize = 24;

/// Bytes kept from a packed [`Entry`].
const KEPT_BYTES: usize = 8;

/// Bytes of a row.
const ROW_BYTES: usize = KEY_BYTES + KEPT_BYTES;

/// The embedded book, made by `outflank book pack`.
static EMBEDDED: &[u8] = include_bytes!("embedded.book");

/// A compact read-only book.
pub struct PackedBook {
    /// The rows, sorted by key.
    rows: Cow<'static, [u8]>,
}

/// Shows the number of positions.
impl fmt::Debug for PackedBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedBook").field("positions", &self.len()).finish_non_exhaustive()
    }
}

impl PackedBook {
    /// The embedded book.
    ///
    /// # Panics
    /// If the embedded file is not a packed book. A test reads the whole file.
    #[must_use]
    pub fn embedded() -> PackedBook {
        check_head(EMBEDDED).expect("a test reads the book in the program");
        PackedBook { rows: Cow::Borrowed(&EMBEDDED[HEAD_BYTES..]) }
    }

    /// Whether a file starts like a packed book. Does not check the content.
    #[must_use]
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The packed book in `bytes`, the content of the file at `path`.
    ///
    /// # Errors
    /// If the bytes are not a complete, undamaged packed book.
    pub fn parse(path: &Path, bytes: Vec<u8>) -> Result<PackedBook, BookError> {
        PackedBook::from_bytes(bytes).map_err(|kind| BookError::new(path, kind))
    }

    /// Calls `take` with each canonical position and its entry.
    pub(super) fn for_each(&self, mut take: impl FnMut(Position, Entry)) {
        for row in self.rows() {
            let (position, entry) = unpack(row).expect("all rows were read once");
            take(position, entry);
        }
    }

    /// Checks all of `bytes`.
    pub(super) fn from_bytes(mut bytes: Vec<u8>) -> Result<PackedBook, BookErrorKind> {
        let sum = check_head(&bytes)?;
        bytes.drain(..HEAD_BYTES);
        if checksum(&bytes) != sum {
            return Err(BookErrorKind::Damaged("wrong checksum".to_owned()));
        }
        let book = PackedBook { rows: Cow::Owned(bytes) };
        let mut last = None;
        for row in book.rows() {
            if last.replace(&row[..KEY_BYTES]).is_some_and(|last| last >= &row[..KEY_BYTES]) {
                return Err(BookErrorKind::Damaged("positions out of order".to_owned()));
            }
            unpack(row)?;
        }
        Ok(book)
    }

    /// The statistics of the book. It counts no games.
    pub(super) fn stats(&self) -> BookStats {
        let mut stats = BookStats::empty(0, (HEAD_BYTES + self.rows.len()) as u64);
        self.for_each(|position, entry| stats.add(position, entry));
        stats
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len() / ROW_BYTES
    }

    /// Whether the book has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn rows(&self) -> &[[u8; ROW_BYTES]] {
        self.rows.as_chunks().0
    }
}

impl Entries for PackedBook {
    fn find(&self, position: Position) -> Result<Option<Entry>, BookErrorKind> {
        let wanted = &key(position)[..];
        let (mut start, mut end) = (0, self.len());
        while start < end {
            let middle = start.midpoint(end);
            let row = &self.rows[middle * ROW_BYTES..][..ROW_BYTES];
            match row[..KEY_BYTES].cmp(wanted) {
                std::cmp::Ordering::Less => start = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(unpack(row)?.1)),
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        Ok(None)
    }
}

/// Checks the header and returns the checksum of the rows.
fn check_head(bytes: &[u8]) -> Result<u64, BookErrorKind> {
    let (head, rows) = bytes.split_at_checked(HEAD_BYTES).ok_or(BookErrorKind::Foreign)?;
    let (magic, numbers) = head.split_at(MAGIC.len());
    let number = |at: usize| {
        u32::from_le_bytes([numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]])
    };
    if magic != MAGIC {
        return Err(BookErrorKind::Foreign);
    }
    if number(0) != VERSION {
        let (found, expected) = (number(0).into(), VERSION.into());
        return Err(BookErrorKind::Version { found, expected });
    }
    if Some(rows.len()) != (number(4) as usize).checked_mul(ROW_BYTES) {
        return Err(BookErrorKind::Damaged(format!("expected {} positions", number(4))));
    }
    Ok(u64::from(number(8)) | u64::from(number(12)) << 32)
}

/// Unpacks a row. The entry has no games.
fn unpack(row: &[u8]) -> Result<(Position, Entry), BookErrorKind> {
    let (mut key, mut packed) = ([0; KEY_BYTES], [0; PACKED_BYTES]);
    key.copy_from_slice(&row[..KEY_BYTES]);
    packed[..KEPT_BYTES].copy_from_slice(&row[KEY_BYTES..]);
    Ok((position_of(&key)?, Entry::unpack(&packed)?))
}

impl Book {
    /// The file content of a [`PackedBook`] with all positions, without games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn pack(&self) -> Result<Vec<u8>, BookError> {
        let mut rows: Vec<[u8; ROW_BYTES]> = Vec::new();
        self.for_each(|position, entry| {
            let mut row = [0; ROW_BYTES];
            row[..KEY_BYTES].copy_from_slice(&key(position));
            row[KEY_BYTES..].copy_from_slice(&entry.pack()[..KEPT_BYTES]);
            rows.push(row);
        })?;
        rows.sort_unstable();
        let count = u32::try_from(rows.len()).map_err(|_| {
            BookErrorKind::other(format_args!("{} positions cannot be packed", rows.len()))
        });
        let count = count.map_err(|kind| BookError::new(self.path(), kind))?;
        let rows = rows.concat();
        let numbers = [VERSION.to_le_bytes(), count.to_le_bytes()].concat();
        Ok([&MAGIC[..], &numbers, &checksum(&rows).to_le_bytes(), &rows].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::graph::{backed_up, book_moves};
    use crate::book::variations::{Variation, variations};

    #[test]
    fn the_embedded_book_is_intact_and_consistent() {
        let book = PackedBook::from_bytes(EMBEDDED.to_vec());
        let book = book.unwrap_or_else(|error| panic!("{error}"));
        assert!(EMBEDDED.len() < 2 << 20, "{} bytes", EMBEDDED.len());
        assert_eq!(PackedBook::embedded().len(), book.len());
        assert!(book.find(Position::START.canonical().0).unwrap().is_some());
        for row in book.rows() {
            let (position, entry) = unpack(row).unwrap();
            assert_eq!(position, position.canonical().0);
            let edges = book_moves(&book, position).unwrap();
            assert_eq!(backed_up(&edges, entry.outside), (entry.score, entry.certainty));
            let known = variations(&book, position).unwrap();
            assert_eq!(known[0].line.score, entry.score, "{position:?}");
            for Variation { line, .. } in known {
                let end = line.pv.iter().try_fold(position, |position, &mv| position.after(mv));
                assert!(end.is_some(), "{position:?} {line:?}");
            }
        }
    }

    #[test]
    fn damage_is_detected_anywhere() {
        let bytes = &EMBEDDED[..HEAD_BYTES + 3 * ROW_BYTES];
        let mut whole = bytes.to_vec();
        whole[12..16].copy_from_slice(&3_u32.to_le_bytes());
        let sum = checksum(&whole[HEAD_BYTES..]).to_le_bytes();
        whole[16..24].copy_from_slice(&sum);
        assert!(PackedBook::from_bytes(whole.clone()).is_ok());
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            assert!(PackedBook::from_bytes(damaged).is_err(), "byte {at}");
            assert!(PackedBook::from_bytes(whole[..at].to_vec()).is_err(), "cut at {at}");
        }
    }
}
