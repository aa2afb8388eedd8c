//! [`Variation`]: a move with the best known play after it.

use super::error::BookErrorKind;
use super::graph::{Edge, book_moves};
use super::{Entries, Games, look_up};
use crate::score::Score;
use crate::search::Certainty;
use othello::board::{Move, Position};

/// A move with the best play that the book knows after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The moves, passes included. Never empty.
    pub pv: Vec<Move>,
    /// The score of the first move, for the side that makes it.
    pub score: Score,
    /// The certainty of the score.
    pub certainty: Certainty,
    /// The depth behind the score in plies: the moves up to the searched position plus the depth of
    /// the search there.
    pub depth: u32,
    /// Whether the first move leads into the book. At most one variation does not: the best move
    /// outside.
    pub is_inside: bool,
    /// The games that reached the position after the first move, for the side that makes it.
    pub games: Games,
}

/// The variations of `position`, best first: one for each move in the book and one for the best
/// other move. Empty if the position is not in the book.
pub(super) fn variations(
    table: &impl Entries,
    position: Position,
) -> Result<Vec<Variation>, BookErrorKind> {
    let Some(entry) = look_up(table, position)? else { return Ok(Vec::new()) };
    let mut variations = Vec::new();
    for edge in book_moves(table, position)? {
        variations.push(of_edge(table, position, &edge)?);
    }
    variations.extend(entry.outside.map(|outside| Variation {
        pv: vec![outside.square.into()],
        score: outside.score,
        certainty: outside.certainty,
        depth: outside.depth,
        is_inside: false,
        games: Games::default(),
    }));
    for variation in &mut variations {
        variation.depth = variation.depth.min(position.empty_count());
    }
    variations.sort_by_key(|variation| (-variation.score, !variation.is_inside));
    Ok(variations)
}

/// The variation that starts with `edge`, a move of `position`.
fn of_edge(
    table: &impl Entries,
    position: Position,
    edge: &Edge,
) -> Result<Variation, BookErrorKind> {
    let mut variation = Variation {
        pv: Vec::new(),
        score: edge.score,
        certainty: edge.entry.certainty,
        depth: 0,
        is_inside: true,
        games: edge.games(),
    };
    let (mut position, mut square) = (position, edge.square);
    loop {
        variation.pv.push(square.into());
        variation.depth += 1;
        let Some(after) = position.play(square) else { return Ok(variation) };
        position = after;
        if position.must_pass() {
            variation.pv.push(Move::Pass);
            position = position.pass();
        }
        let Some(entry) = look_up(table, position)? else { return Ok(variation) };
        let inside = book_moves(table, position)?.into_iter().max_by_key(|edge| edge.score);
        match (inside, entry.outside) {
            (Some(edge), None) => square = edge.square,
            (Some(edge), Some(outside)) if edge.score >= outside.score => square = edge.square,
            (_, Some(outside)) => {
                variation.pv.push(outside.square.into());
                variation.depth += outside.depth;
                return Ok(variation);
            }
            (None, None) => return Ok(variation),
        }
    }
}
