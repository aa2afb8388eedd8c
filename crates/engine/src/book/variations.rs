//! [`Variation`]: a move with the best known play after it.

use super::error::BookErrorKind;
use super::graph::{Edge, book_moves};
use super::{Entries, Games, OutsideMove, look_up};
use crate::score::Score;
use crate::search::{Certainty, Line, Source};
use othello::board::{Move, Position};

/// A move with the best play that the book knows after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The move and the play after it; never empty. The depth of the line is the depth of the
    /// search at its end plus the number of moves before that search.
    pub line: Line,
    /// Whether the first move leads into the book. `false` for at most one variation: the best move
    /// outside the book.
    pub is_inside: bool,
    /// The games that reached the position after the first move, for the side that makes it.
    pub games: Games,
}

/// The variations of `position`, best first: one for each move in the book, and one for the best
/// move outside. Empty if the position is not in the book.
pub(super) fn variations(
    table: &impl Entries,
    position: Position,
) -> Result<Vec<Variation>, BookErrorKind> {
    let Some(entry) = look_up(table, position)? else { return Ok(Vec::new()) };
    let mut variations = Vec::new();
    for edge in book_moves(table, position)? {
        let (pv, depth) = play_after(table, position, &edge)?;
        let (score, certainty, games) = (edge.score, edge.entry.certainty, edge.games());
        variations.push(Variation {
            line: line(pv, depth, score, certainty, games),
            is_inside: true,
            games,
        });
    }
    variations.extend(entry.outside.map(|outside| {
        let OutsideMove { square, score, certainty, depth } = outside;
        let games = Games::default();
        let line = line(vec![square.into()], depth, score, certainty, games);
        Variation { line, is_inside: false, games }
    }));
    variations.sort_by_key(|known| (-known.line.score, !known.is_inside));
    for (rank, known) in (1..).zip(&mut variations) {
        known.line.rank = rank;
        known.line.depth = known.line.depth.min(position.empty_count());
    }
    Ok(variations)
}

fn line(pv: Vec<Move>, depth: u32, score: Score, certainty: Certainty, games: Games) -> Line {
    let (bound, source) = (certainty.bound_of(score), Source::Book { games: games.count() });
    Line { rank: 1, depth, score, bound, certainty, pv, source }
}

/// The best play that starts with `edge`, a move of `position`, and its depth.
fn play_after(
    table: &impl Entries,
    mut position: Position,
    edge: &Edge,
) -> Result<(Vec<Move>, u32), BookErrorKind> {
    let (mut pv, mut depth, mut square) = (Vec::new(), 0, edge.square);
    loop {
        pv.push(square.into());
        depth += 1;
        let Some(after) = position.play(square) else { return Ok((pv, depth)) };
        position = after;
        if position.must_pass() {
            pv.push(Move::Pass);
            position = position.pass();
        }
        let Some(entry) = look_up(table, position)? else { return Ok((pv, depth)) };
        let inside = book_moves(table, position)?.into_iter().max_by_key(|edge| edge.score);
        match (inside, entry.outside) {
            (Some(edge), outside) if outside.is_none_or(|outside| edge.score >= outside.score) => {
                square = edge.square;
            }
            (_, Some(outside)) => {
                pv.push(outside.square.into());
                return Ok((pv, depth + outside.depth));
            }
            _ => return Ok((pv, depth)),
        }
    }
}
