//! [`MergedBook`]: books in memory, for hosts that pass on the content of files.

use std::collections::HashMap;

use super::entry::Entry;
use super::error::BookErrorKind;
use super::graph::{backed_up, book_moves};
use super::variations::variations;
use super::{Entries, Import, OutsideMove, Variation};
use othello::board::{Bitboard, Position};

/// Positions of one or several books, for reading only.
#[derive(Debug, Clone, Default)]
pub struct MergedBook(HashMap<Position, Entry>);

impl Entries for MergedBook {
    fn find(&self, position: Position) -> Result<Option<Entry>, BookErrorKind> {
        Ok(self.0.get(&position).copied())
    }
}

impl MergedBook {
    /// Adds the positions of `import` and backs up all scores. Of two searches of a position the
    /// deeper one is kept. Of two counts of games the larger one is kept, because both may count
    /// the same games. Leaves out positions without a score.
    pub fn add(&mut self, import: &Import) {
        for position in import.last_first() {
            self.0.entry(position).or_insert(Entry::new(None));
        }
        let mut positions: Vec<Position> = self.0.keys().copied().collect();
        positions.sort_unstable_by_key(|position| position.empty_count());
        for position in positions {
            let edges = book_moves(self, position).expect("a map has no errors");
            let inside: Bitboard = edges.iter().map(|edge| edge.square).collect();
            let outside = position.legal_moves() - inside;
            let entry = self.0.get_mut(&position).expect("a key of the map");
            let imported = import.get(position);
            let moves = imported.into_iter().flat_map(|imported| imported.moves.iter().copied());
            let known = entry.outside.into_iter().chain(moves);
            let known = known.filter(|known| known.is_one_of(outside));
            entry.outside = known.max_by_key(OutsideMove::rank);
            if let Some(imported) = imported {
                entry.games = entry.games.max(imported.games);
            }
            if edges.is_empty() && entry.outside.is_none() {
                self.0.remove(&position);
            } else {
                (entry.score, entry.certainty) = backed_up(&edges, entry.outside);
            }
        }
    }

    /// The variations of `position`, best first: one for each move in the book, and one for the
    /// best move outside. Empty if the position is not in the book.
    #[must_use]
    pub fn variations(&self, position: Position) -> Vec<Variation> {
        variations(self, position).expect("a map has no errors")
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tempfile::tempdir;

    use super::*;
    use crate::book::{Book, EdaxBook, Games, PackedBook, SourceId};
    use crate::score::Score;
    use crate::search::Certainty;
    use othello::board::Square;
    use othello::game::{Game, Setup};

    /// The first move outside the book, with a score that depends on the position.
    fn search(position: Position, inside: Bitboard) -> Option<OutsideMove> {
        let square = (position.legal_moves() - inside).first()?;
        let score = Score::saturating(100 * (i32::try_from(position.empty_count()).ok()? - 58));
        Some(OutsideMove { square, score, certainty: Certainty::Exact, depth: 60 })
    }

    /// A book with a game, and the content of its file.
    fn book(moves: &str) -> (Book, Vec<u8>) {
        let path = tempdir().unwrap().keep().join("a.book");
        let mut book = Book::create(&path).unwrap();
        let game = Game::from_transcript(Setup::START, moves).unwrap();
        let mut changes = book.changes();
        for plies in 0..=game.moves().len() {
            let start = Game::from_transcript(Setup::START, &moves[..2 * plies]).unwrap();
            changes.insert(start.setup().position, &mut search).unwrap();
        }
        changes.count(&game, 60, 1, SourceId::of(b"a", 0)).unwrap();
        changes.written().unwrap();
        drop(changes);
        let bytes = fs::read(&path).unwrap();
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        (book, bytes)
    }

    fn merged(bytes: Vec<u8>) -> MergedBook {
        assert!(Import::has_magic(&bytes));
        let mut merged = MergedBook::default();
        merged.add(&Import::parse(Path::new("a.book"), bytes).unwrap());
        merged
    }

    #[test]
    fn books_of_every_form_have_the_moves_of_their_file() {
        let (book, bytes) = book("f5d6c3d3");
        let mut edax = Vec::new();
        EdaxBook::from_book(&book).unwrap().0.write(&mut edax).unwrap();
        for (bytes, counts) in [(bytes, true), (book.pack().unwrap(), false), (edax, true)] {
            let merged = merged(bytes);
            assert_eq!(merged.len() as u64, book.len().unwrap());
            book.for_each(|position, _| {
                let expected = book.variations(position).unwrap();
                let found = merged.variations(position);
                assert_eq!(expected.len(), found.len());
                for (expected, found) in expected.iter().zip(&found) {
                    assert_eq!(expected.line.pv[0], found.line.pv[0]);
                    assert_eq!(expected.line.score, found.line.score);
                    let games = if counts { expected.games } else { Games::default() };
                    assert_eq!(games, found.games);
                }
            })
            .unwrap();
        }
    }

    #[test]
    fn a_book_that_is_added_again_changes_nothing() {
        let (_, first) = book("f5d6c3d3");
        let (_, second) = book("f5f6e6f4");
        let mut one = merged(first.clone());
        let after = Position::START.play(Square::F5).unwrap();
        let before = one.variations(after);
        one.add(&Import::parse(Path::new("a.book"), first).unwrap());
        assert_eq!(one.variations(after), before);
        assert_eq!(before.iter().map(|each| each.games.count()).sum::<u64>(), 1);
        one.add(&Import::parse(Path::new("b.book"), second).unwrap());
        let inside = one.variations(after).into_iter().filter(|each| each.is_inside);
        assert_eq!(inside.count(), 2);
    }

    #[test]
    fn a_damaged_book_is_an_error() {
        let (book, bytes) = book("f5d6c3d3");
        for bytes in [&bytes[..], &book.pack().unwrap(), b"XADEKOOB"] {
            let cut = bytes[..bytes.len() * 2 / 3].to_vec();
            let cut = if cut.len() < 16 { bytes.to_vec() } else { cut };
            let error = Import::parse(Path::new("a.book"), cut).unwrap_err().to_string();
            assert!(error.starts_with("a.book: "), "{error}");
        }
    }

    #[test]
    fn the_embedded_book_keeps_its_scores() {
        let mut import = Import::default();
        import.add_packed(&PackedBook::embedded());
        let mut merged = MergedBook::default();
        merged.add(&import);
        let expected = variations(&PackedBook::embedded(), Position::START).unwrap();
        assert_eq!(merged.variations(Position::START), expected);
    }
}
