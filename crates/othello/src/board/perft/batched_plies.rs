//! [`BatchedPlies`]: the last plies of perft, a batch for each.

use super::batch::{Batch, LANES};
use super::expand::expand;
use super::{Node, PassRule};
use crate::board::{Bitboard, Position};

/// Counts the lines from positions with few plies to go. Positions are not followed
/// one by one: their moves wait in the batch of their ply, and when it is full all
/// are played at once and their children's moves fall into the next batch. The
/// children of the last batch are not visited, their moves only counted.
pub(super) struct BatchedPlies {
    batches: Box<[Batch]>,
    rule: PassRule,
    lines: u64,
}

impl BatchedPlies {
    /// The most plies that a node may have to go. On a Zen 5, perft to depth 11 takes
    /// 72, 60 and 58 ms with 3, 4 and 5.
    pub(super) const DEPTH: u32 = 5;

    pub(super) fn new(rule: PassRule) -> BatchedPlies {
        let batches = (1..BatchedPlies::DEPTH).map(|_| Batch::EMPTY).collect();
        BatchedPlies { batches, rule, lines: 0 }
    }

    /// Counts the lines from `node`, now or at the latest when
    /// [`finish`](BatchedPlies::finish) is called; the depth is at most [`BatchedPlies::DEPTH`].
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

    /// Counts lines that are known.
    pub(super) fn add_lines(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Counts the lines that are still open, and returns the number of all
    /// lines since this was made.
    pub(super) fn finish(&mut self) -> u64 {
        for first in 0..self.batches.len() {
            self.lines += run(&mut self.batches[first..], self.rule);
        }
        self.lines
    }
}

// The functions below take the batches of the plies to go, `later`; there is one
// less than there are plies. They return the number of lines completed meanwhile.

/// Lets `moves`, all legal moves of `position`, wait to be played.
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

/// Plays the moves that wait in the first of `batches`.
fn run(batches: &mut [Batch], rule: PassRule) -> u64 {
    let Some((batch, later)) = batches.split_first_mut() else {
        return 0;
    };
    batch.advance();
    let lines = if later.is_empty() { count(batch, rule) } else { spill(batch, later, rule) };
    batch.len = 0;
    lines
}

/// Lets the legal moves of all entries wait in the next batch.
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
        // Where the one ply was a pass, the moves behind it count in its place.
        PassRule::Free => {
            let moves_after_pass =
                |entry| batch.position(entry).opponent_moves().count().saturating_sub(1);
            let passes = (0..batch.len).filter(|&entry| batch.moves[entry] == 0);
            lines + passes.map(|entry| u64::from(moves_after_pass(entry))).sum::<u64>()
        }
    }
}
