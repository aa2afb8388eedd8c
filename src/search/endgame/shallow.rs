//! Solving with few empties: no table, and too short to be interrupted.

use super::{NO_MOVE, stability_cutoff};
use crate::board::{Bitboard, Position};
use crate::search::ordering::{Candidates, odd_quadrants};
use crate::search::worker::Worker;

/// Up to this many empties.
pub(super) const MAX_EMPTIES: u32 = 8;

/// Up to this many empties moves are ordered by parity alone.
const PARITY_EMPTIES: u32 = 5;

impl Worker<'_> {
    /// Solves with up to [`MAX_EMPTIES`] empties; `moves` are the legal ones.
    pub(super) fn solve_shallow(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        if empties <= 4 {
            return self.solve_last(position, empties, alpha);
        }
        self.nodes += 1;
        if moves.is_empty() {
            let replies = position.opponent_moves();
            return if replies.is_empty() {
                position.final_difference().discs()
            } else {
                -self.solve_shallow(position.pass(), replies, empties, !alpha)
            };
        }
        if empties <= PARITY_EMPTIES {
            self.solve_by_parity(position, moves, empties, alpha)
        } else {
            self.solve_fastest_first(position, moves, empties, alpha)
        }
    }

    /// Moves in quadrants with an odd number of empties come first.
    fn solve_by_parity(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        let odd = moves & odd_quadrants(position.empties());
        let mut best = NO_MOVE;
        for square in odd.into_iter().chain(moves - odd) {
            let next = position.play_flips(square, position.flips(square));
            best = best.max(-self.solve_last(next, empties - 1, !alpha));
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Moves that leave the opponent few replies come first.
    fn solve_fastest_first(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        if let Some(score) = stability_cutoff(position, empties, alpha) {
            return score;
        }
        let odd = odd_quadrants(position.empties());
        let candidates =
            Candidates::<{ MAX_EMPTIES as usize }>::new(position, moves, [None; 2], |candidate| {
                let parity = i32::from(odd.contains(candidate.square));
                parity - 2 * candidate.weighted_mobility()
            });
        let mut best = NO_MOVE;
        for candidate in candidates {
            let score = -self.solve_shallow(candidate.next, candidate.replies, empties - 1, !alpha);
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        best
    }
}
