//! Solving with few empties: with a small table of the thread's own (FFO 40-44: 56 M nodes,
//! 66 M without), and too short to be interrupted.

use super::cache::Known;
use super::{Bounds, NO_MOVE, stability_cutoff};
use crate::board::{Bitboard, Position, Square};
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
            self.solve_by_parity(position, moves, alpha)
        } else {
            self.solve_fastest_first(position, moves, empties, alpha)
        }
    }

    /// Moves in quadrants with an odd number of empties come first.
    fn solve_by_parity(&mut self, position: Position, moves: Bitboard, alpha: i32) -> i32 {
        let odd = moves & odd_quadrants(position.empties());
        let mut best = NO_MOVE;
        for squares in [odd, moves - odd] {
            for square in squares {
                let next = position.play_flips(square, position.flips(square));
                best = best.max(-self.four_left(next, !alpha));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Moves that leave the opponent few replies come first, but for the one that was best
    /// when the position was solved before.
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
        let hash = position.hash64();
        let known = self.cache.probe(position, hash);
        let mut bounds = known.map_or(Bounds::NONE, |known| known.bounds);
        if bounds.lower > alpha {
            return bounds.lower;
        }
        if bounds.upper <= alpha {
            return bounds.upper;
        }
        let (score, best) = self.search_fastest_first(
            position,
            moves,
            known.map(|known| known.best),
            empties,
            alpha,
        );
        bounds.learn(alpha, score);
        self.cache.store(position, hash, Known { bounds, best });
        score
    }

    /// The score of the best move and that move; `first` is searched before the others.
    fn search_fastest_first(
        &mut self,
        position: Position,
        mut moves: Bitboard,
        first: Option<Square>,
        empties: u32,
        alpha: i32,
    ) -> (i32, Square) {
        let mut best = (NO_MOVE, Square::A1);
        if let Some(square) = first {
            let next = position.play_flips(square, position.flips(square));
            let score = -self.solve_shallow(next, next.legal_moves(), empties - 1, !alpha);
            best = (score, square);
            moves -= square.bit();
            if score > alpha || moves.is_empty() {
                return best;
            }
        }
        let odd = odd_quadrants(position.empties());
        let mut candidates = Candidates::<{ MAX_EMPTIES as usize }>::new();
        candidates.fill(position, moves, [None; 2], |candidate| {
            let parity = i32::from(odd.contains(candidate.square));
            parity - 2 * candidate.weighted_mobility()
        });
        for candidate in candidates {
            let score = -self.solve_shallow(candidate.next, candidate.replies, empties - 1, !alpha);
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        best
    }
}
