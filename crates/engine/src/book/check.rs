//! Consistency of a book: [`Book::check`].

use std::fmt;

use super::entry::Entry;
use super::error::{BookErrorKind, caught};
use super::graph::{Next, backed_up, book_moves, next};
use super::{Access, Book, BookError, Entries, PositionTable, entries};
use othello::board::Position;

/// The result of [`Book::check`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckReport {
    /// The number of positions.
    pub positions: u64,
    /// The faulty positions.
    pub faults: Vec<(Position, Fault)>,
}

/// A fault in a position of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The position is not in canonical form.
    NotCanonical,
    /// The side to move has no legal move.
    NoMoves,
    /// The score or its certainty does not follow from the moves.
    Score,
    /// The move outside the book is illegal, leads into the book, or is missing.
    Outside,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NotCanonical => "not in canonical form",
            Fault::NoMoves => "no legal move",
            Fault::Score => "score differs from that of its moves",
            Fault::Outside => "invalid move outside the book",
        })
    }
}

impl Book {
    /// Checks the pages of the file if the book is open for writing.
    pub(super) fn check_pages(&mut self) -> Result<(), BookError> {
        if let Access::Write(database) = &mut self.database {
            let checked = caught(|| Ok(database.check_integrity()?));
            checked.map_err(|kind| BookError::new(&self.path, kind))?;
        }
        Ok(())
    }

    /// Checks each position against its successors. If the book is open for writing, checks the
    /// pages of the file first. Repairs the file after a crash and makes no other change.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn check(&mut self) -> Result<CheckReport, BookError> {
        self.check_pages()?;
        self.read(|table| {
            let mut report = CheckReport::default();
            for found in entries(table)? {
                let (position, entry) = found?;
                report.positions += 1;
                if let Some(fault) = fault(table, position, &entry)? {
                    report.faults.push((position, fault));
                }
            }
            Ok(report)
        })
    }
}

fn fault(
    table: &PositionTable,
    position: Position,
    entry: &Entry,
) -> Result<Option<Fault>, BookErrorKind> {
    if position.canonical().0 != position {
        return Ok(Some(Fault::NotCanonical));
    }
    let legal = position.legal_moves();
    if legal.is_empty() {
        return Ok(Some(Fault::NoMoves));
    }
    let edges = book_moves(table, position)?;
    let is_right = match entry.outside {
        None => edges.len() == legal.count() as usize,
        Some(outside) => match next(position, outside.square) {
            Some(Next::Position { canonical, .. }) => table.find(canonical)?.is_none(),
            Some(Next::Over) => true,
            None => false,
        },
    };
    if !is_right {
        return Ok(Some(Fault::Outside));
    }
    let follows = backed_up(&edges, entry.outside) == (entry.score, entry.certainty);
    Ok((!follows).then_some(Fault::Score))
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;
    use crate::book::entry::{OutsideMove, key};
    use crate::book::{Book, POSITIONS};
    use crate::score::Score;
    use crate::search::Certainty;
    use othello::board::{Bitboard, Square};

    #[test]
    fn a_missing_or_inside_outside_move_is_a_fault() {
        let to = |square| OutsideMove {
            square,
            score: Score::ZERO,
            certainty: Certainty::Exact,
            depth: 9,
        };
        let (start, folder) = (Position::START.canonical().0, tempdir().unwrap());
        let after = start.play(start.legal_moves().first().unwrap()).unwrap().canonical().0;
        let mut book = Book::create(&folder.path().join("a.book")).unwrap();
        let mut search = |position: Position, inside: Bitboard| {
            (position.legal_moves() - inside).first().map(to)
        };
        for position in [after, start] {
            book.insert(position, &mut search).unwrap();
        }
        assert_eq!(book.check().unwrap().faults, []);
        // All first moves lead to the same canonical position, which is in the book.
        let into_book: Vec<Square> = start.legal_moves().into_iter().collect();
        for (position, outside) in
            [(start, Some(to(into_book[0]))), (after, None), (after, Some(to(Square::A1)))]
        {
            let before = book.look_up(position).unwrap().unwrap();
            let put = |book: &mut Book, entry: Entry| {
                let mut changes = book.changes();
                let insert = |transaction: &redb::WriteTransaction| {
                    let mut table = transaction.open_table(POSITIONS)?;
                    table.insert(&key(position), &entry.pack())?;
                    Ok(())
                };
                changes.write(insert).unwrap();
                changes.finish().unwrap();
            };
            put(&mut book, Entry { outside, ..before });
            assert_eq!(book.check().unwrap().faults, [(position, Fault::Outside)], "{outside:?}");
            put(&mut book, before);
        }
        assert_eq!(book.check().unwrap().faults, []);
    }
}
