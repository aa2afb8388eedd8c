//! Successors and predecessors of positions, up to symmetry. Every position of the graph has a
//! legal move. A pass belongs to the move before it. A finished game is a value, not a position.

use super::entry::{Entry, Games};
use super::error::BookErrorKind;
use super::{Entries, OutsideMove};
use crate::score::Score;
use crate::search::Certainty;
use othello::board::{Bitboard, Position, STEPS, Square};

/// The result of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The end of the game.
    Over,
    /// A canonical position. `changes_side` is false if the opponent must pass.
    Position { canonical: Position, changes_side: bool },
}

/// The result of the move to `square`. `None` if it is illegal.
pub(super) fn next(position: Position, square: Square) -> Option<Next> {
    let after = position.play(square)?;
    Some(if after.is_over() {
        Next::Over
    } else if after.must_pass() {
        Next::Position { canonical: after.pass().canonical().0, changes_side: false }
    } else {
        Next::Position { canonical: after.canonical().0, changes_side: true }
    })
}

/// Whether the move to `square` leads to the canonical `target`.
pub(super) fn leads_to(position: Position, square: Square, target: Position) -> bool {
    changes_side_to(position, square, target).is_some()
}

/// Whether the side changes on the move to `square`, which leads to the canonical `target`. `None`
/// if it leads to another position.
pub(super) fn changes_side_to(
    position: Position,
    square: Square,
    target: Position,
) -> Option<bool> {
    match next(position, square)? {
        Next::Position { canonical, changes_side } if canonical == target => Some(changes_side),
        _ => None,
    }
}

/// A move into the book.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) square: Square,
    /// For the side that makes the move.
    pub(super) score: Score,
    /// The canonical position after the move.
    pub(super) target: Position,
    pub(super) entry: Entry,
    changes_side: bool,
}

impl Edge {
    /// The games that reached the target, for the side that makes the move.
    pub(super) fn games(&self) -> Games {
        if self.changes_side { self.entry.games.swapped() } else { self.entry.games }
    }
}

/// The moves of `position` that lead into the book.
pub(super) fn book_moves(
    table: &impl Entries,
    position: Position,
) -> Result<Vec<Edge>, BookErrorKind> {
    let mut edges = Vec::new();
    for square in position.legal_moves() {
        let Some(Next::Position { canonical: target, changes_side }) = next(position, square)
        else {
            continue;
        };
        if let Some(entry) = table.find(target)? {
            let score = if changes_side { -entry.score } else { entry.score };
            edges.push(Edge { square, score, target, entry, changes_side });
        }
    }
    Ok(edges)
}

/// The moves of `position` that lead into the book or to the canonical `new`.
pub(super) fn moves_inside(
    table: &impl Entries,
    position: Position,
    new: Option<Position>,
) -> Result<Bitboard, BookErrorKind> {
    let edges = book_moves(table, position)?;
    let leads_to_new = |&square: &_| new.is_some_and(|new| leads_to(position, square, new));
    let to_new = position.legal_moves().into_iter().filter(leads_to_new);
    Ok(edges.iter().map(|edge| edge.square).chain(to_new).collect())
}

/// The score and certainty of a position, backed up from its moves.
pub(super) fn backed_up(edges: &[Edge], outside: Option<OutsideMove>) -> (Score, Certainty) {
    let inside = edges.iter().map(|edge| (edge.score, edge.entry.certainty));
    let outside = outside.map(|outside| (outside.score, outside.certainty));
    let worst = (-Score::INFINITY, Certainty::Exact);
    inside
        .chain(outside)
        .fold(worst, |(best, least), (score, certainty)| (best.max(score), least.min(certainty)))
}

/// The canonical positions with a move to the canonical `target`, without duplicates. Tries to take
/// back each disc that may be the last move, with each set of discs that this move may have
/// flipped.
pub(super) fn predecessors(target: Position) -> Vec<Position> {
    let mut found = Vec::new();
    take_back(target, &mut found);
    // The opponent may have passed after the last move.
    if target.pass().must_pass() {
        take_back(target.pass(), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Adds the canonical positions with a move to `after`. The opponent in `after` made the move.
fn take_back(after: Position, found: &mut Vec<Position>) {
    for square in after.opponent() {
        let rays = STEPS.map(|(columns, rows)| Ray { square, columns, rows });
        let choices = rays.map(|ray| ray.prefixes(after.opponent()));
        let mut sets = vec![Bitboard::EMPTY];
        for prefixes in &choices {
            let with = |set: &Bitboard| prefixes.iter().map(|prefix| *set | *prefix).collect();
            sets = sets.iter().flat_map::<Vec<Bitboard>, _>(with).collect();
        }
        for flips in sets.into_iter().filter(|set| !set.is_empty()) {
            let mover = after.opponent() - flips - square.bit();
            let before = Position::new(mover, after.player() | flips);
            found.extend(
                before
                    .filter(|before| before.play(square) == Some(after))
                    .map(|before| before.canonical().0),
            );
        }
    }
}

/// The squares from `square` towards an edge.
struct Ray {
    square: Square,
    columns: isize,
    rows: isize,
}

impl Ray {
    /// The sets of discs that a move may have flipped in this direction: the empty set, and every
    /// proper prefix of the run of `discs`.
    fn prefixes(&self, discs: Bitboard) -> Vec<Bitboard> {
        let mut prefixes = vec![Bitboard::EMPTY];
        let mut flipped = Bitboard::EMPTY;
        let (mut column, mut row) = (self.square.column(), self.square.row());
        let mut run = 0;
        loop {
            let step =
                column.checked_add_signed(self.columns).zip(row.checked_add_signed(self.rows));
            let next = step.and_then(|(column, row)| Square::from_coordinates(column, row));
            let Some(next) = next.filter(|&next| discs.contains(next)) else { return prefixes };
            if run > 0 {
                prefixes.push(flipped);
            }
            flipped |= next.bit();
            (column, row) = (next.column(), next.row());
            run += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::random::Random;

    #[test]
    fn every_move_of_random_games_can_be_undone() {
        let mut random = Random::new(7, 0);
        for _ in 0..40 {
            let mut position = Position::START;
            loop {
                let square = random.legal_square(position).unwrap();
                let Some(Next::Position { canonical, .. }) = next(position, square) else { break };
                let before = predecessors(canonical);
                assert!(before.contains(&position.canonical().0), "{position:?} {square}");
                for before in before {
                    let mut moves = before.legal_moves().into_iter();
                    assert!(moves.any(|square| leads_to(before, square, canonical)));
                }
                position = canonical;
            }
        }
    }
}
