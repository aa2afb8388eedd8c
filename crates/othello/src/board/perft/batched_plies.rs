//! [`BatchedPlies`]: the last plies of perft, with a batch for each ply.

use super::batch::{Batch, LANES};
use super::expand::expand;
use super::{Node, PassRule};
use crate::board::{Bitboard, Position};

/// Counts the lines of positions with few plies to go. Moves wait in the batch of their ply. When a
/// batch is full, all its moves are played at once, and the moves after them go to the next batch.
/// Moves of the last batch are only counted.
pub(super) struct BatchedPlies {
    batches: Box<[Batch]>,
    rule: PassRule,
    lines: u64,
}

impl BatchedPlies {
    /// Maximum plies of a node. See docs/search.md, Board.
    pub(super) const DEPTH: u32 = 5;

    pub(super) fn new(rule: PassRule) -> BatchedPlies {
        let batches = (1..BatchedPlies::DEPTH).map(|_| Batch::EMPTY).collect();
        BatchedPlies { batches, rule, lines: 0 }
    }

    /// Counts the lines of `node`, at the latest in [`finish`](BatchedPlies::finish). Its depth is
    /// at most [`BatchedPlies::DEPTH`].
    pub(super) fn add(&mut self, node: Node) {
        let Node { position, depth } = node;
        if depth == 0 {
            self.lines += 1;
            return;
        }
        let later = &mut self.batches[(BatchedPlies::DEPTH - depth) as usize..];
        let moves = position.legal_moves();
        self.lines += if moves.is_empty() {
            add_pass(later, self.rule, position)
        } else {
            add_moves(later, self.rule, position, moves)
        };
    }

    /// Counts known lines.
    pub(super) fn add_lines(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Counts all pending lines. Returns the total since creation.
    pub(super) fn finish(&mut self) -> u64 {
        for first in 0..self.batches.len() {
            self.lines += run(&mut self.batches[first..], self.rule);
        }
        self.lines
    }
}

// The functions below take `later`: a batch for each remaining ply except the last. They return the
// number of lines that were completed.

/// Queues `moves`, the legal moves of `position`.
fn add_moves(later: &mut [Batch], rule: PassRule, position: Position, moves: Bitboard) -> u64 {
    let Some(batch) = later.first_mut() else {
        return u64::from(moves.count());
    };
    batch.push(position, moves);
    if batch.is_full() { run(later, rule) } else { 0 }
}

/// Passes in `position`, which has no legal moves.
#[cold]
fn add_pass(later: &mut [Batch], rule: PassRule, position: Position) -> u64 {
    let passed = position.pass();
    let moves = passed.legal_moves();
    if moves.is_empty() {
        return 1;
    }
    match (rule, later) {
        (PassRule::Free, later) => add_moves(later, rule, passed, moves),
        (PassRule::Ply, [_, later @ ..]) => add_moves(later, rule, passed, moves),
        (PassRule::Ply, []) => 1,
    }
}

/// Plays the moves of the first of `batches`.
fn run(batches: &mut [Batch], rule: PassRule) -> u64 {
    let Some((batch, later)) = batches.split_first_mut() else {
        return 0;
    };
    batch.advance();
    let lines = if later.is_empty() { count(batch, rule) } else { spill(batch, later, rule) };
    batch.len = 0;
    lines
}

/// Queues the legal moves of all entries in the next batch.
fn spill(batch: &Batch, later: &mut [Batch], rule: PassRule) -> u64 {
    let mut lines = 0;
    for first in (0..batch.len).step_by(LANES) {
        expand(batch, first, &mut later[0]);
        let entries = first..(first + LANES).min(batch.len);
        if batch.moves[entries.clone()].contains(&0) {
            for entry in entries.filter(|&entry| batch.moves[entry] == 0) {
                lines += add_pass(later, rule, batch.position(entry));
            }
        }
        if later[0].is_full() {
            lines += run(later, rule);
        }
    }
    lines
}

/// The number of lines of one ply from all entries.
fn count(batch: &Batch, rule: PassRule) -> u64 {
    let lines = batch.count_plies();
    match rule {
        PassRule::Ply => lines,
        // If the ply was a pass, the moves after the pass count instead.
        PassRule::Free => {
            let moves_after_pass =
                |entry| batch.position(entry).opponent_moves().count().saturating_sub(1);
            let passes = (0..batch.len).filter(|&entry| batch.moves[entry] == 0);
            lines + passes.map(|entry| u64::from(moves_after_pass(entry))).sum::<u64>()
        }
    }
}
