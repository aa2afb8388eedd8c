//! The moves of the position that was asked for, and one search over them.

use super::tt::Tt;
use super::worker::{Stopped, Worker};
use crate::board::{Move, Position, Square};
use crate::score::{Bound, Score, Window};

/// A legal move of the root.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub(super) square: Square,
    pub(super) next: Position,
    /// What its last search with a window found.
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    /// The legal moves of `position` in reading order.
    pub(super) fn all(position: Position) -> Vec<RootMove> {
        let moves = position.legal_moves().into_iter().map(|square| RootMove {
            square,
            next: position.play_flips(square, position.flips(square)),
            score: -Score::INFINITY,
            bound: Bound::Upper,
            pv: vec![Move::Place(square)],
        });
        moves.collect()
    }
}

impl Worker<'_> {
    /// Searches `moves` to `depth` and puts the best one first, with its score and
    /// variation. When stopped half-way, a better move already found is first.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove],
        window: Window,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mut alpha = window.alpha;
        for index in 0..moves.len() {
            let next = moves[index].next;
            let open = Window { alpha, beta: window.beta };
            let mut score;
            if index == 0 {
                score = -self.midgame(next, -open, depth - 1)?;
            } else {
                score = -self.midgame(next, -Window::null_above(alpha), depth - 1)?;
                if open.bound(score) == Bound::Exact {
                    score = -self.midgame(next, -open, depth - 1)?;
                }
            }
            if index == 0 || score > alpha {
                let best = &mut moves[index];
                best.score = score;
                best.bound = window.bound(score);
                best.pv = variation(self.shared.tt, best.square, next, depth);
                moves[..=index].rotate_right(1);
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The play that the table remembers after `first` has led to `next`, `depth`
/// placed discs in all at most.
fn variation(tt: &Tt, first: Square, next: Position, depth: u32) -> Vec<Move> {
    let mut moves = vec![Move::Place(first)];
    let mut position = next;
    for _ in 1..depth {
        if position.must_pass() {
            moves.push(Move::Pass);
            position = position.pass();
        }
        let known = tt.probe(position, position.hash64());
        let Some(square) = known.and_then(|entry| entry.moves[0]) else { break };
        let Some(after) = position.play(square) else { break };
        moves.push(Move::Place(square));
        position = after;
    }
    if moves.last() == Some(&Move::Pass) {
        moves.pop();
    }
    moves
}
