//! [`Changes`]: adds positions and games, and backs up scores.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use redb::{ReadableTable, Table, WriteTransaction};

use super::entry::{Entry, Games, KEY_BYTES, OutsideMove, PACKED_BYTES, key};
use super::error::BookErrorKind;
use super::graph::{backed_up, book_moves, leads_to, moves_inside, predecessors};
use super::import::{Import, ImportedPosition};
use super::ledger::{COUNTED, COUNTS_OF_FILE, SourceId};
use super::{Access, Book, BookError, Entries, POSITIONS};
use othello::board::{Bitboard, Color, Position};
use othello::game::Game;

pub(super) type Positions<'t> = Table<'t, &'static [u8; KEY_BYTES], &'static [u8; PACKED_BYTES]>;

/// Pending changes older than this are written with the next change.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Changes that take at least this long are written at once.
const SLOW_CHANGE: Duration = Duration::from_millis(50);

/// Changes of a book, written in groups: about once a second, after each slow change, and at the
/// end. Each change is atomic. An error or crash may lose the changes of the last second.
/// [`Changes::finish`] reports whether the last changes were written. Dropping `Changes` also
/// writes them but ignores errors.
///
/// ```
/// use othello::board::Position;
/// use engine::book::{Book, OutsideMove};
/// use engine::{Engine, Options};
/// use engine::search::{Limits, Never};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("openings.book");
/// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
/// let mut search = |position, excluded| {
///     let limits = Limits { depth: Some(4), excluded, ..Limits::default() };
///     let report = engine.search(position, &limits, &Never, |_| ()).ok()?;
///     report.lines.first().and_then(OutsideMove::from_line)
/// };
/// let mut book = Book::create(&path)?;
/// let mut changes = book.changes();
/// for square in Position::START.legal_moves() {
///     let after = Position::START.play(square).expect("the move is legal");
///     changes.insert(after, &mut search)?;
/// }
/// changes.insert(Position::START, &mut search)?;
/// changes.finish()?;
/// // The four positions after the first move are symmetric to each other.
/// assert_eq!(book.len()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Changes<'b> {
    book: &'b Book,
    pending: Option<Pending>,
}

/// Shows the book, and whether changes are pending.
impl fmt::Debug for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes")
            .field("book", &self.book)
            .field("is_pending", &self.pending.is_some())
            .finish()
    }
}

/// Changes that are not written yet.
struct Pending {
    transaction: WriteTransaction,
    since: Instant,
}

/// The result of [`Changes::import`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Imported {
    /// The number of new positions.
    pub new: usize,
    /// The number of sources (games or files of counts) that the book had already counted.
    pub known_sources: usize,
    /// The number of these sources that now count twice, because their counts cannot be separated
    /// from the new counts.
    pub counted_twice: usize,
    /// The number of positions with counts in the book to which the import added counts. The games
    /// may overlap, because a file of counts does not list its games.
    pub added_up: usize,
}

impl Book {
    /// A series of changes. End it with [`Changes::finish`].
    #[must_use = "only `finish` tells whether the changes could be written"]
    pub fn changes(&mut self) -> Changes<'_> {
        Changes { book: self, pending: None }
    }

    /// A single [`Changes::insert`], written at once.
    ///
    /// Changes run sequentially, including their searches. `search` cannot change the book:
    ///
    /// ```compile_fail,E0499
    /// # use othello::board::Position;
    /// # use engine::book::{Book, BookError};
    /// fn nested(book: &mut Book) -> Result<bool, BookError> {
    ///     book.insert(Position::START, &mut |position, _| {
    ///         let _ = book.insert(position, &mut |_, _| None);
    ///         None
    ///     })
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`Changes::insert`].
    pub fn insert(
        &mut self,
        position: Position,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
    ) -> Result<bool, BookError> {
        let mut changes = self.changes();
        let is_new = changes.insert(position, search)?;
        changes.finish()?;
        Ok(is_new)
    }
}

impl<'b> Changes<'b> {
    /// Adds `position` and backs up the scores that change. Returns whether the position is new.
    /// Never adds a position without a legal move.
    ///
    /// `search` returns the best move of a position among the moves outside the given set. It
    /// returns `None` if interrupted. At least one move is outside the set.
    ///
    /// If the file cannot be written, the search was interrupted, or the move that it returned is
    /// invalid or has no known score.
    pub fn insert(
        &mut self,
        position: Position,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
    ) -> Result<bool, BookError> {
        let position = position.canonical().0;
        if position.legal_moves().is_empty() || self.find(position)?.is_some() {
            return Ok(false);
        }
        self.place(position, &Import::default(), search)
    }

    /// Adds all positions of `import` and calls `advance` after each. If two searches of a position
    /// are known, keeps the deeper one. If none is known, calls `search`, as [`Changes::insert`]
    /// does.
    ///
    /// Games are counted at the end. Games counted before do not count again. Counts of unknown
    /// games are skipped if they all equal the counts in the book.
    ///
    /// As [`Changes::insert`]. If a search fails, the positions added before it stay in the book,
    /// and no games are counted.
    pub fn import(
        &mut self,
        import: &Import,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
        mut advance: impl FnMut(),
    ) -> Result<Imported, BookError> {
        let mut imported = Imported::default();
        for position in import.last_first() {
            imported.new += usize::from(self.place(position, import, search)?);
            advance();
        }
        self.count_import(import, &mut imported)?;
        Ok(imported)
    }

    /// Adds the canonical `position`, or updates it with the data of `import`. Returns whether the
    /// position is new.
    fn place(
        &mut self,
        position: Position,
        import: &Import,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
    ) -> Result<bool, BookError> {
        let start = Instant::now();
        let found = self.find(position)?;
        let before = found.and_then(|entry| entry.outside);
        let outside =
            self.best_outside(position, None, before, import.get(position), &mut *search)?;
        if found.is_some() && outside == before {
            return Ok(false);
        }
        let mut outsides = vec![(position, outside)];
        let mut changed = vec![position];
        if found.is_none() {
            let parents = self.write(|transaction| {
                let table = transaction.open_table(POSITIONS)?;
                let mut parents = Vec::new();
                for parent in predecessors(position) {
                    parents.extend(table.find(parent)?.map(|entry| (parent, entry)));
                }
                Ok(parents)
            })?;
            for (parent, entry) in parents {
                changed.push(parent);
                let leads_here = |outside: OutsideMove| leads_to(parent, outside.square, position);
                if entry.outside.is_some_and(leads_here) {
                    let imported = import.get(parent);
                    let outside =
                        self.best_outside(parent, Some(position), None, imported, &mut *search)?;
                    outsides.push((parent, outside));
                }
            }
        }
        self.write(|transaction| {
            let table = &mut transaction.open_table(POSITIONS)?;
            for &(position, outside) in &outsides {
                let entry = table.find(position)?.unwrap_or(Entry::new(None));
                table.insert(&key(position), &Entry { outside, ..entry }.pack())?;
            }
            back_up(table, changed)
        })?;
        self.commit_if_due(start.elapsed() >= SLOW_CHANGE)?;
        Ok(found.is_none())
    }

    /// The best move of the canonical `position` that leads neither into the book nor to the
    /// canonical `new`. Takes the better search of `known` and `imported`, or searches if both are
    /// missing. `None` if every move leads inside.
    fn best_outside(
        &mut self,
        position: Position,
        new: Option<Position>,
        known: Option<OutsideMove>,
        imported: Option<&ImportedPosition>,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
    ) -> Result<Option<OutsideMove>, BookError> {
        let inside = self.write(|transaction| {
            moves_inside(&transaction.open_table(POSITIONS)?, position, new)
        })?;
        let outside = position.legal_moves() - inside;
        if outside.is_empty() {
            return Ok(None);
        }
        let imported = imported.filter(|imported| (imported.without - inside).is_empty());
        let imported = imported.into_iter().flat_map(|imported| imported.moves.iter().copied());
        let known = known.into_iter().chain(imported).filter(|known| known.is_one_of(outside));
        if let Some(best) = known.max_by_key(OutsideMove::rank) {
            return Ok(Some(best));
        }
        self.commit_if_due(false)?;
        let refused = match search(position, inside) {
            Some(found) if found.is_one_of(outside) => return Ok(Some(found)),
            Some(OutsideMove { square, score, .. }) => BookErrorKind::Move { square, score },
            None => BookErrorKind::Interrupted,
        };
        Err(BookError::new(&self.book.path, refused))
    }

    /// Counts `game` at those of its first `plies` positions (at most 254) that are in the book.
    /// `black_result` is above 0 if Black won and below 0 if Black lost. Returns `false` if
    /// `source` was already counted to that ply.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn count(
        &mut self,
        game: &Game,
        plies: usize,
        black_result: i32,
        source: SourceId,
    ) -> Result<bool, BookError> {
        let plies = u8::try_from(plies).unwrap_or(u8::MAX).min(COUNTS_OF_FILE - 1);
        let is_new = self.write(|transaction| {
            let mut counted = transaction.open_table(COUNTED)?;
            let before = counted.insert(source.0, plies)?.map_or(0, |plies| plies.value());
            if before >= plies {
                counted.insert(source.0, before)?;
                return Ok(false);
            }
            let mut table = transaction.open_table(POSITIONS)?;
            for (setup, _) in game.placements().take(plies.into()).skip(before.into()) {
                let position = setup.position.canonical().0;
                let Some(mut entry) = table.find(position)? else { continue };
                entry.games += Games::one(match setup.side {
                    Color::Black => black_result,
                    Color::White => -black_result,
                });
                table.insert(&key(position), &entry.pack())?;
            }
            Ok(true)
        })?;
        self.commit_if_due(false)?;
        Ok(is_new)
    }

    /// Counts all games of `import`. Counts none if the book has already counted all of them.
    fn count_import(&mut self, import: &Import, imported: &mut Imported) -> Result<(), BookError> {
        let sources = import.sources();
        self.write(|transaction| {
            let mut counted = transaction.open_table(COUNTED)?;
            let Overlap { known, new, holds_all, may_be_known } = Overlap::of(&sources, &counted)?;
            imported.known_sources = known;
            if new.is_empty() {
                return Ok(());
            }
            for (source, plies) in new {
                counted.insert(source.0, plies)?;
            }
            let mut table = transaction.open_table(POSITIONS)?;
            let found = counts_in_book(import, &table)?;
            if !holds_all && may_be_known {
                let is_known = |(_, entry, games): &(Position, Entry, Games)| entry.games == *games;
                if !found.is_empty() && found.iter().all(is_known) {
                    imported.known_sources = sources.len();
                    return Ok(());
                }
                let had_counts = found.iter().filter(|(_, entry, _)| entry.games.count() > 0);
                imported.added_up = had_counts.count();
            }
            imported.counted_twice = if holds_all { 0 } else { known };
            for (position, mut entry, games) in found {
                if holds_all {
                    // The import may have lost counts by pruning. The book still has them.
                    entry.games = entry.games.max(games);
                } else {
                    entry.games += games;
                }
                table.insert(&key(position), &entry.pack())?;
            }
            Ok(())
        })
    }

    /// Writes all changes so far and returns the book.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn written(&mut self) -> Result<&'b Book, BookError> {
        if let Some(pending) = self.pending.take() {
            self.book.caught(|| Ok(pending.transaction.commit()?))?;
        }
        Ok(self.book)
    }

    /// Writes the pending changes.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<(), BookError> {
        self.written().map(drop)
    }

    /// Writes the pending changes if they are due, or if `now` is set.
    fn commit_if_due(&mut self, now: bool) -> Result<(), BookError> {
        let is_due =
            self.pending.as_ref().is_some_and(|pending| pending.since.elapsed() >= MAX_DELAY);
        if is_due || now { self.written().map(drop) } else { Ok(()) }
    }

    /// The entry of the canonical `position`, pending changes included.
    fn find(&mut self, position: Position) -> Result<Option<Entry>, BookError> {
        self.write(|transaction| transaction.open_table(POSITIONS)?.find(position))
    }

    /// Makes a change, to be written together with the pending changes. An error reverts all of
    /// these.
    pub(super) fn write<T>(
        &mut self,
        change: impl FnOnce(&WriteTransaction) -> Result<T, BookErrorKind>,
    ) -> Result<T, BookError> {
        let pending = self.pending.take();
        let write = || {
            let pending = match pending {
                Some(pending) => pending,
                None => Pending { transaction: self.book.begin_write()?, since: Instant::now() },
            };
            let result = change(&pending.transaction)?;
            Ok((result, pending))
        };
        let (result, pending) = self.book.caught(write)?;
        self.pending = Some(pending);
        Ok(result)
    }
}

/// Writes the pending changes. Ignores errors.
impl Drop for Changes<'_> {
    fn drop(&mut self) {
        let _ = self.written();
    }
}

impl Book {
    fn begin_write(&self) -> Result<WriteTransaction, BookErrorKind> {
        let Access::Write(database) = &self.database else { return Err(BookErrorKind::ReadOnly) };
        let mut transaction = database.begin_write()?;
        // Lets the file open quickly after a crash, whatever its size.
        transaction.set_quick_repair(true);
        Ok(transaction)
    }
}

/// Backs up the scores of these canonical positions, and of all predecessors whose scores change.
/// Ignores positions outside the book.
pub(super) fn back_up(
    table: &mut Positions<'_>,
    positions: impl IntoIterator<Item = Position>,
) -> Result<(), BookErrorKind> {
    // Fewest empties first, so that no position repeats.
    let positions = positions.into_iter().map(|position| (position.empty_count(), position));
    let mut open: BTreeSet<(u32, Position)> = positions.collect();
    while let Some((_, position)) = open.pop_first() {
        let Some(entry) = table.find(position)? else { continue };
        let (score, certainty) = backed_up(&book_moves(table, position)?, entry.outside);
        if (score, certainty) != (entry.score, entry.certainty) {
            table.insert(&key(position), &Entry { score, certainty, ..entry }.pack())?;
            let before = predecessors(position).into_iter();
            open.extend(before.map(|position| (position.empty_count(), position)));
        }
    }
    Ok(())
}

/// The overlap of an import's sources with the sources counted in the book.
struct Overlap {
    /// The number of sources already counted.
    known: usize,
    /// The sources not counted yet, or counted to an earlier ply.
    new: Vec<(SourceId, u8)>,
    /// Whether the import has every source that the book counted, to at least the same ply. The
    /// counts of the import then replace the counts of the book.
    holds_all: bool,
    /// Whether the book or the import has a file of counts. The games of such a file are unknown.
    may_be_known: bool,
}

impl Overlap {
    fn of(
        sources: &[(SourceId, u8)],
        counted: &impl ReadableTable<u128, u8>,
    ) -> Result<Overlap, BookErrorKind> {
        let (mut known, mut as_far, mut new) = (0, 0, Vec::new());
        for &(source, plies) in sources {
            let before = counted.get(source.0)?.map(|plies| plies.value());
            known += usize::from(before.is_some());
            as_far += usize::from(before.is_some_and(|before| before <= plies));
            if before.is_none_or(|before| before < plies) {
                new.push((source, plies));
            }
        }
        let holds_all = as_far > 0 && as_far == counted.len()? as usize;
        let mut may_be_known = sources.iter().any(|&(_, plies)| plies == COUNTS_OF_FILE);
        for source in counted.iter()? {
            may_be_known |= source?.1.value() == COUNTS_OF_FILE;
        }
        Ok(Overlap { known, new, holds_all, may_be_known })
    }
}

/// The book positions with counts in `import`, their entries, and these counts.
fn counts_in_book(
    import: &Import,
    table: &impl Entries,
) -> Result<Vec<(Position, Entry, Games)>, BookErrorKind> {
    let mut found = Vec::new();
    for position in import.last_first() {
        let games = import.get(position).map_or(Games::default(), |imported| imported.games);
        if games.count() > 0
            && let Some(entry) = table.find(position)?
        {
            found.push((position, entry, games));
        }
    }
    Ok(found)
}
