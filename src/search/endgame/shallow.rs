//! Few empties: moves by parity, no table, nothing to stop for.

use super::NO_MOVE;
use crate::board::Position;
use crate::search::ordering::odd_quadrants;
use crate::search::worker::Worker;

/// Up to this many empties.
pub(super) const MAX_EMPTIES: u32 = 7;

impl Worker<'_> {
    /// Solves with up to [`MAX_EMPTIES`] empties.
    pub(super) fn solve_shallow(&mut self, position: Position, empties: u32, alpha: i32) -> i32 {
        if empties <= 4 {
            return self.solve_last(position, empties, alpha);
        }
        self.nodes += 1;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.opponent_moves().is_empty() {
                position.final_difference().discs()
            } else {
                -self.solve_shallow(position.pass(), empties, !alpha)
            };
        }
        let odd = moves & odd_quadrants(position.empties());
        let mut best = NO_MOVE;
        for square in odd.into_iter().chain(moves - odd) {
            let next = position.play_flips(square, position.flips(square));
            let score = -self.solve_shallow(next, empties - 1, !alpha);
            if score > best {
                best = score;
                if best > alpha {
                    break;
                }
            }
        }
        best
    }
}
