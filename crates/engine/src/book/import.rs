//! [`Import`]: positions from other books and files.

use std::collections::HashMap;
use std::path::Path;

use super::entry::{Entry, Games, OutsideMove};
use super::ledger::{COUNTS_OF_FILE, SourceId};
use super::{Book, BookError, EdaxBook, PackedBook};
use crate::search::Certainty;
use othello::board::{Bitboard, Position};

/// Imported data of a position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportedPosition {
    /// Moves with known scores. The best move that leaves the book becomes the outside move.
    pub moves: Vec<OutsideMove>,
    /// The moves excluded from the search for the best move. `moves` is valid only if all excluded
    /// moves lead into the book.
    pub without: Bitboard,
    /// The games that reached the position, for the side to move.
    pub games: Games,
}

/// Positions to add to a book with [`Changes::import`](super::Changes::import).
#[derive(Debug, Clone, Default)]
pub struct Import {
    positions: HashMap<Position, ImportedPosition>,
    sources: Vec<(SourceId, u8)>,
}

impl Import {
    /// Whether [`parse`](Import::parse) reads a file that starts with `bytes`.
    #[must_use]
    pub fn has_magic(bytes: &[u8]) -> bool {
        Book::has_magic(bytes) || PackedBook::has_magic(bytes) || EdaxBook::has_magic(bytes)
    }

    /// All positions of a book: one that can grow, a packed one, or one of Edax, without its
    /// damaged positions. `bytes` are the content of the file at `path`.
    ///
    /// # Errors
    /// If the bytes are not a readable book.
    pub fn parse(path: &Path, bytes: Vec<u8>) -> Result<Import, BookError> {
        let mut import = Import::default();
        if PackedBook::has_magic(&bytes) {
            import.add_packed(&PackedBook::parse(path, bytes)?);
        } else if EdaxBook::has_magic(&bytes) {
            let parsed = EdaxBook::parse(&bytes);
            let (book, _) = parsed.map_err(|error| BookError::new(path, error.into()))?;
            (import, _) = book.to_import();
        } else {
            import.add_book(&Book::in_memory(path, &bytes)?)?;
        }
        Ok(import)
    }

    /// Adds `known` data of `position`. Skips a position without a legal move.
    pub fn add(&mut self, position: Position, known: ImportedPosition) {
        if position.legal_moves().is_empty() {
            return;
        }
        let (canonical, symmetry) = position.canonical();
        let all = self.positions.entry(canonical).or_default();
        all.moves.extend(known.moves.into_iter().map(|known| known.mapped(symmetry)));
        all.without |= symmetry.apply(known.without);
        all.games += known.games;
    }

    /// Adds all positions and sources of `book`.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn add_book(&mut self, book: &Book) -> Result<(), BookError> {
        book.for_each(|position, entry| self.add_entry(position, entry))?;
        self.sources.extend(book.sources()?);
        Ok(())
    }

    /// Adds all positions of `book`.
    pub fn add_packed(&mut self, book: &PackedBook) {
        book.for_each(|position, entry| self.add_entry(position, entry));
    }

    fn add_entry(&mut self, position: Position, entry: Entry) {
        let (moves, games) = (entry.outside.into_iter().collect(), entry.games);
        self.add(position, ImportedPosition { moves, games, ..ImportedPosition::default() });
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the import has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The data of the canonical `position`.
    pub(super) fn get(&self, position: Position) -> Option<&ImportedPosition> {
        self.positions.get(&position)
    }

    /// The canonical positions, fewest empties first. Each position follows its successors.
    pub(super) fn last_first(&self) -> Vec<Position> {
        let mut positions: Vec<Position> = self.positions.keys().copied().collect();
        positions.sort_unstable_by_key(|&position| (position.empty_count(), position));
        positions
    }

    /// The sources of the counts: the sources that a book lists, otherwise a hash of all counts.
    /// Empty if no game was counted.
    pub(super) fn sources(&self) -> Vec<(SourceId, u8)> {
        if !self.sources.is_empty() {
            return self.sources.clone();
        }
        let mut text = Vec::new();
        for position in self.last_first() {
            let games = self.positions[&position].games;
            if games.count() > 0 {
                let discs = [position.player().0, position.opponent().0];
                text.extend(discs.into_iter().flat_map(u64::to_le_bytes));
                let counts = [games.wins, games.draws, games.losses];
                text.extend(counts.into_iter().flat_map(u32::to_le_bytes));
            }
        }
        if text.is_empty() { Vec::new() } else { vec![(SourceId::of(&text, 0), COUNTS_OF_FILE)] }
    }
}

impl OutsideMove {
    /// A sort key: proofs, then depth, certainty and score.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let depth = self.depth.min(255);
        (self.certainty == Certainty::Exact, depth, self.certainty, self.score, self.square.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Score, Selectivity};
    use othello::board::{Square, Symmetry};

    #[test]
    fn imports_are_equal_for_symmetric_positions() {
        let position = Position::START.play(Square::F5).and_then(|next| next.play(Square::F4));
        let position = position.expect("legal moves");
        let mut moves = position.legal_moves().into_iter();
        let (first, second) = (moves.next().expect("a move"), moves.next().expect("another"));
        let told = Symmetry::ALL.map(|symmetry| {
            let (score, certainty) = (Score::saturating(120), Certainty::Exact);
            let square = symmetry.apply_square(first);
            let moves = vec![OutsideMove { square, score, certainty, depth: 9 }];
            let without = symmetry.apply(second.bit());
            let mut import = Import::default();
            let known = ImportedPosition { moves, without, games: Games::one(-2) };
            import.add(position.transform(symmetry), known);
            import.get(position.canonical().0).cloned().expect("it was added")
        });
        assert!(told.iter().all(|each| each == &told[0]), "{told:?}");
    }

    #[test]
    fn a_proof_counts_more_than_a_deeper_search_and_depth_more_than_certainty() {
        let of = |certainty, depth| {
            OutsideMove { square: Square::D3, score: Score::ZERO, certainty, depth }.rank()
        };
        let unsure = Certainty::Selective(Selectivity::Percent73);
        assert!(of(Certainty::Exact, 8) > of(unsure, 20));
        assert!(of(unsure, 20) > of(Certainty::Wld, 10));
        assert!(of(Certainty::Wld, 10) > of(unsure, 10));
    }
}
