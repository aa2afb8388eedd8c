//! Removes positions from a book: [`Book::prune`].

use std::collections::HashSet;

use redb::ReadableTableMetadata;

use super::entry::{Entry, OutsideMove, key};
use super::error::BookErrorKind;
use super::graph::{book_moves, changes_side_to, predecessors};
use super::ledger::COUNTED;
use super::update::{Positions, back_up};
use super::variations::variations;
use super::{Book, BookError, Entries, POSITIONS, entries};
use othello::board::Position;

/// The result of [`Book::prune`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pruned {
    /// The number of positions removed.
    pub removed: u64,
    /// The number of positions left.
    pub left: u64,
    /// The number of removed positions with counts of games. These counts are lost.
    pub counted: u64,
}

impl Book {
    /// Removes positions in one transaction: positions that are not in `keep`, and positions that
    /// were searched to less than `depth` and have no move into the remaining book. `keep` holds
    /// canonical positions.
    ///
    /// The move to a removed position becomes a move outside the book, so the remaining scores and
    /// certainties do not change. Counts of games at removed positions are lost. While the book has
    /// other counts, a game counted before does not count again if a removed position returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn prune(&mut self, keep: &HashSet<Position>, depth: u32) -> Result<Pruned, BookError> {
        let mut positions = Vec::new();
        self.for_each(|position, _| positions.push(position))?;
        positions.sort_unstable_by_key(|&position| (position.empty_count(), position));
        let mut changes = self.changes();
        let pruned = changes.write(|transaction| {
            let mut table = transaction.open_table(POSITIONS)?;
            let before = table.len()?;
            let (mut touched, mut counted) = (HashSet::new(), 0);
            for &position in &positions {
                let Some(entry) = table.find(position)? else { continue };
                let searched = entry.outside.map_or(u32::MAX, |outside| outside.depth);
                let is_kept = keep.contains(&position)
                    && (searched >= depth || !book_moves(&table, position)?.is_empty());
                if !is_kept {
                    counted += u64::from(entry.games.count() > 0);
                    remove(&mut table, position, &entry, &mut touched)?;
                }
            }
            back_up(&mut table, touched)?;
            // Without any counts, every game may count again.
            let mut has_counts = false;
            for found in entries(&table)? {
                has_counts |= found?.1.games.count() > 0;
            }
            if !has_counts {
                transaction.open_table(COUNTED)?.retain(|_, _| false)?;
            }
            Ok(Pruned { removed: before - table.len()?, left: table.len()?, counted })
        })?;
        changes.finish()?;
        Ok(pruned)
    }
}

/// Removes the canonical `position`. Updates the outside moves of its predecessors, and adds the
/// predecessors to `touched`.
fn remove(
    table: &mut Positions<'_>,
    position: Position,
    entry: &Entry,
    touched: &mut HashSet<Position>,
) -> Result<(), BookErrorKind> {
    // The depth of the position's best variation, and one ply for the move to the position.
    let depth = variations(table, position)?.first().map_or(0, |best| best.line.depth) + 1;
    table.remove(&key(position))?;
    for parent in predecessors(position) {
        let Some(before) = table.find(parent)? else { continue };
        let moves = parent.legal_moves().into_iter();
        let here = moves.filter_map(|square| {
            let changes_side = changes_side_to(parent, square, position)?;
            Some(OutsideMove {
                square,
                score: if changes_side { -entry.score } else { entry.score },
                certainty: entry.certainty,
                depth: depth.min(255),
            })
        });
        let all: Vec<OutsideMove> = here.chain(before.outside).collect();
        // The least certain move may be better than the best one, so its certainty applies.
        let certainty = all.iter().map(|outside| outside.certainty).min();
        let best = all.into_iter().max_by_key(|outside| outside.score);
        let outside = best.zip(certainty);
        let outside = outside.map(|(best, certainty)| OutsideMove { certainty, ..best });
        table.insert(&key(parent), &Entry { outside, ..before }.pack())?;
        touched.insert(parent);
    }
    Ok(())
}
