//! Finds positions worth adding, [`Book::candidates`], and the searches they need.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::graph::{self, Next, book_moves, leads_to, moves_inside, predecessors};
use super::{Book, BookError, Entries};
use crate::score::Score;
use crate::search::Certainty;
use othello::board::{Bitboard, Position};

/// How far lines of the book may deviate from the best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineTolerance {
    /// Maximum loss of a move against the best one, in centidiscs.
    pub per_move: i32,
    /// Maximum total loss of a line, both sides added, in centidiscs.
    pub in_sum: i32,
    /// Maximum number of discs placed after the start of the line.
    pub plies: u32,
}

/// A position to add.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The total loss of the moves that lead to the position, in centidiscs.
    pub loss: i32,
    /// The number of discs placed after the start.
    pub ply: u32,
    /// The position, in canonical form.
    pub position: Position,
}

impl Book {
    /// The positions after best moves outside the book, best lines first, and the number of book
    /// positions visited. Follows lines from `start` within `tolerance`. Skips moves that are
    /// proven or end the game, because a search adds nothing there. A `start` outside the book is
    /// the only candidate.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn candidates(
        &self,
        start: Position,
        tolerance: LineTolerance,
    ) -> Result<(Vec<Candidate>, usize), BookError> {
        let (found, inside) = self.walk(start, tolerance)?;
        Ok((found, inside.len()))
    }

    /// The canonical book positions on lines from `start` within `tolerance`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn reached(
        &self,
        start: Position,
        tolerance: LineTolerance,
    ) -> Result<HashSet<Position>, BookError> {
        Ok(self.walk(start, tolerance)?.1)
    }

    /// The searches needed to add `position`: pairs of a canonical position and the moves to
    /// exclude. Empty if the position is in the book or has no legal move.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn searches_for(&self, position: Position) -> Result<Vec<(Position, Bitboard)>, BookError> {
        let position = position.canonical().0;
        self.read(|table| {
            if table.find(position)?.is_some() || position.legal_moves().is_empty() {
                return Ok(Vec::new());
            }
            let mut searches = Vec::new();
            let before = predecessors(position).into_iter().map(|parent| (parent, Some(position)));
            for (position, new) in [(position, None)].into_iter().chain(before) {
                if let Some(new) = new {
                    let outside = table.find(position)?.and_then(|entry| entry.outside);
                    if !outside.is_some_and(|outside| leads_to(position, outside.square, new)) {
                        continue;
                    }
                }
                let without = moves_inside(table, position, new)?;
                if without != position.legal_moves() {
                    searches.push((position, without));
                }
            }
            Ok(searches)
        })
    }

    /// The candidates and the book positions visited.
    fn walk(
        &self,
        start: Position,
        tolerance: LineTolerance,
    ) -> Result<(Vec<Candidate>, HashSet<Position>), BookError> {
        let start = start.canonical().0;
        self.read(|table| {
            let (mut found, mut seen) = (Vec::new(), HashSet::new());
            let mut inside = HashSet::new();
            let mut open =
                BinaryHeap::from([Reverse(Candidate { loss: 0, ply: 0, position: start })]);
            while let Some(Reverse(line)) = open.pop() {
                if !seen.insert(line.position) {
                    continue;
                }
                let Some(entry) = table.find(line.position)? else {
                    found.push(line);
                    continue;
                };
                inside.insert(line.position);
                if line.ply >= tolerance.plies {
                    continue;
                }
                let mut follow = |score, position| {
                    let worse = entry.score.centidiscs() - Score::centidiscs(score);
                    let loss = line.loss + worse;
                    if worse <= tolerance.per_move && loss <= tolerance.in_sum {
                        open.push(Reverse(Candidate { loss, ply: line.ply + 1, position }));
                    }
                };
                for edge in book_moves(table, line.position)? {
                    follow(edge.score, edge.target);
                }
                if let Some(outside) = entry.outside
                    && outside.certainty != Certainty::Exact
                    && let Some(Next::Position { canonical, .. }) =
                        graph::next(line.position, outside.square)
                {
                    follow(outside.score, canonical);
                }
            }
            Ok((found, inside))
        })
    }
}
