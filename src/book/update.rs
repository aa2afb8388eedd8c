//! New positions and games, and the scores that follow from them.

use std::collections::BTreeSet;

use redb::{Table, WriteTransaction};

use super::entry::{Entry, Games, KEY_BYTES, OutsideMove, PACKED_BYTES, key};
use super::error::BookErrorKind;
use super::graph::{self, backed_up, book_moves, leads_to, predecessors};
use super::{Access, Book, BookError, Entries, POSITIONS};
use crate::board::{Bitboard, Color, Move, Position};
use crate::game::Game;

type Positions<'t> = Table<'t, &'static [u8; KEY_BYTES], &'static [u8; PACKED_BYTES]>;

impl Book {
    /// Adds `position`, in one transaction with all scores that change by it. Returns whether it
    /// is new; a position without a legal move is never added.
    ///
    /// `search` finds the best move of a position without those of a set, or `None` if it is
    /// interrupted; there is always such a move.
    ///
    /// # Errors
    /// If the file cannot be written, or the search was interrupted.
    pub fn insert(
        &self,
        position: Position,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
    ) -> Result<bool, BookError> {
        let position = position.canonical().0;
        if position.legal_moves().is_empty() || self.look_up(position)?.is_some() {
            return Ok(false);
        }
        // The searches come first: a transaction is short.
        let mut outsides = vec![(position, self.best_outside(position, None, search)?)];
        for parent in predecessors(position) {
            let entry = self.read(|table| table.find(parent))?;
            let outside = entry.and_then(|entry| entry.outside);
            if outside.is_some_and(|outside| leads_to(parent, outside.square, position)) {
                outsides.push((parent, self.best_outside(parent, Some(position), search)?));
            }
        }
        self.write(|table| {
            for &(position, outside) in &outsides {
                let entry = table.find(position)?.unwrap_or(Entry::new(None));
                table.insert(&key(position), &Entry { outside, ..entry }.pack())?;
            }
            let changed = predecessors(position).into_iter().chain([position]);
            back_up(table, changed)
        })?;
        Ok(true)
    }

    /// The best move of the canonical `position` that leads neither into the book nor to the
    /// canonical `new`; `None` if there is none.
    fn best_outside(
        &self,
        position: Position,
        new: Option<Position>,
        search: &mut impl FnMut(Position, Bitboard) -> Option<OutsideMove>,
    ) -> Result<Option<OutsideMove>, BookError> {
        let edges = self.read(|table| book_moves(table, position))?;
        let leads_to_new = |&square: &_| new.is_some_and(|new| leads_to(position, square, new));
        let to_new = position.legal_moves().into_iter().filter(leads_to_new);
        let inside: Bitboard = edges.iter().map(|edge| edge.square).chain(to_new).collect();
        if (position.legal_moves() - inside).is_empty() {
            return Ok(None);
        }
        let found = search(position, inside);
        let interrupted = || BookError::new(&self.path, BookErrorKind::Interrupted);
        found.map(Some).ok_or_else(interrupted)
    }

    /// Counts `game` with this result (Black's: above 0 if it won, below if it lost) at each of
    /// its first `plies` positions that are in the book, in one transaction. A position that a
    /// game comes to again is counted once.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn count(&self, game: &Game, plies: usize, black_result: i32) -> Result<(), BookError> {
        let turns = game.turns().filter(|(_, mv)| *mv != Move::Pass).map(|(setup, _)| setup);
        self.write(|table| {
            for setup in turns.take(plies) {
                let position = setup.position.canonical().0;
                let Some(mut entry) = table.find(position)? else { continue };
                entry.games += Games::one(match setup.side {
                    Color::Black => black_result,
                    Color::White => -black_result,
                });
                table.insert(&key(position), &entry.pack())?;
            }
            Ok(())
        })
    }

    /// Writes in one transaction: all of it or, after an error or a crash, nothing.
    fn write(
        &self,
        change: impl FnOnce(&mut Positions<'_>) -> Result<(), BookErrorKind>,
    ) -> Result<(), BookError> {
        let write = || {
            let transaction = self.begin_write()?;
            change(&mut transaction.open_table(POSITIONS)?)?;
            Ok(transaction.commit()?)
        };
        super::error::caught(write).map_err(|kind| BookError::new(&self.path, kind))
    }

    fn begin_write(&self) -> Result<WriteTransaction, BookErrorKind> {
        let Access::Write(database) = &self.database else { return Err(BookErrorKind::ReadOnly) };
        let mut transaction = database.begin_write()?;
        // After a crash the file opens at once, whatever its size.
        transaction.set_quick_repair(true);
        Ok(transaction)
    }
}

/// Backs up the scores of those of these canonical positions that are in the book, and of all
/// before them whose scores change by it.
fn back_up(
    table: &mut Positions<'_>,
    positions: impl Iterator<Item = Position>,
) -> Result<(), BookErrorKind> {
    // Those with the fewest empties first: no position comes up again.
    let mut open: BTreeSet<(u32, Position)> =
        positions.map(|position| (position.empty_count(), position)).collect();
    while let Some((_, position)) = open.pop_first() {
        let Some(entry) = table.find(position)? else { continue };
        let (score, certainty) = backed_up(&book_moves(table, position)?, entry.outside);
        if (score, certainty) != (entry.score, entry.certainty) {
            table.insert(&key(position), &Entry { score, certainty, ..entry }.pack())?;
            let before = graph::predecessors(position).into_iter();
            open.extend(before.map(|position| (position.empty_count(), position)));
        }
    }
    Ok(())
}
