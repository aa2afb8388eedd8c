//! Which positions are worth adding: [`Book::candidates`].

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::graph::{self, Next, book_moves};
use super::{Book, BookError, Entries};
use crate::board::Position;
use crate::score::Score;
use crate::search::Certainty;

/// How far lines of the book may stray from the best ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviation {
    /// The most that a move may be worse than the best one, in centidiscs.
    pub per_move: i32,
    /// The most that the moves of both sides of a line may be in sum.
    pub in_sum: i32,
    /// The most discs that are placed after the start of the line.
    pub plies: u32,
}

/// A position to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// What the moves that lead there are worse than the best ones, in sum, in centidiscs.
    pub loss: i32,
    /// The number of discs placed after the start.
    pub ply: u32,
    /// The position, in its canonical form.
    pub position: Position,
}

impl Book {
    /// The positions after the best moves outside the book that lines from `start` come to
    /// within `deviation`, those by the best lines first; and how many positions of the book were
    /// seen. Moves that are proven, or that end the game, are left out: nothing is to be learnt
    /// there. If `start` is not in the book it is itself the only candidate.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn candidates(
        &self,
        start: Position,
        deviation: Deviation,
    ) -> Result<(Vec<Candidate>, usize), BookError> {
        let start = start.canonical().0;
        self.read(|table| {
            let mut found = Vec::new();
            let mut seen = HashSet::new();
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
                if line.ply >= deviation.plies {
                    continue;
                }
                let mut follow = |score, position| {
                    let worse = entry.score.centidiscs() - Score::centidiscs(score);
                    let loss = line.loss + worse;
                    if worse <= deviation.per_move && loss <= deviation.in_sum {
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
            let inside = seen.len() - found.len();
            Ok((found, inside))
        })
    }
}
