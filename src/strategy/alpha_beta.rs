//! [`AlphaBeta`]: the plain search of the styles, without any table.

use arrayvec::ArrayVec;

use super::{Choice, Halt};
use crate::board::{Position, Square};
use crate::score::Score;

/// From this depth on moves that leave the fewest replies are searched first.
const SORTED_DEPTH: u32 = 2;

/// Who values positions, for the side to move.
pub(super) type Valuation = fn(Position) -> Score;

/// A search to a fixed depth. A pass is no ply; finished games have their result for a
/// value.
pub(super) struct AlphaBeta<'a> {
    value: Valuation,
    halt: Halt<'a>,
    /// How many positions it may value.
    budget: u64,
    /// How many it has valued, the results of finished games included.
    pub(super) evaluations: u64,
    visited: u64,
}

/// There is no more time, or the budget is spent.
#[derive(Debug)]
pub(super) struct Halted;

/// What is sought in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The highest value.
    Best,
    /// The lowest.
    Worst,
}

impl<'a> AlphaBeta<'a> {
    /// A search with this valuation that may value so many positions.
    pub(super) fn new(value: Valuation, halt: Halt<'a>, budget: u64) -> AlphaBeta<'a> {
        AlphaBeta { value, halt, budget, evaluations: 0, visited: 0 }
    }

    /// The best or the worst of `moves` by what comes of them after `depth` plies, of
    /// equals the first; if it was halted the one of those that were searched. Without any
    /// it is the first without a score.
    pub(super) fn choose(
        &mut self,
        position: Position,
        moves: &[Square],
        depth: u32,
        aim: Aim,
    ) -> (Choice, Result<(), Halted>) {
        let mut best: Option<(Square, Score)> = None;
        let mut outcome = Ok(());
        for &square in moves {
            let next = position.play_flips(square, position.flips(square));
            let known = best.map_or(-Score::INFINITY, |(_, score)| score);
            let score = match aim {
                Aim::Best => self.search(next, depth - 1, -Score::INFINITY, -known).map(|s| -s),
                Aim::Worst => self.search(next, depth - 1, known, Score::INFINITY),
            };
            match score {
                Ok(score) if score > known => best = Some((square, score)),
                Ok(_) => {}
                Err(halted) => {
                    outcome = Err(halted);
                    break;
                }
            }
        }
        let of_player = |score: Score| if aim == Aim::Best { score } else { -score };
        let choice = Choice {
            square: best.map_or(moves[0], |(square, _)| square),
            score: best.map(|(_, score)| of_player(score)),
            depth: if best.is_some() { depth } else { 0 },
            visited: self.visited,
        };
        (choice, outcome)
    }

    /// The value of `position` after `depth` plies, exact between `alpha` and `beta`.
    fn search(
        &mut self,
        position: Position,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Halted> {
        if self.halt.is_due(self.visited) {
            return Err(Halted);
        }
        self.visited += 1;
        let squares = position.legal_moves();
        if squares.is_empty() {
            if position.opponent_moves().is_empty() {
                return self.evaluate(|| position.final_difference().into());
            }
            return Ok(-self.search(position.pass(), depth, -beta, -alpha)?);
        }
        if depth == 0 {
            let value = self.value;
            return self.evaluate(|| value(position));
        }
        let mut moves: ArrayVec<(u32, Position), 64> = squares
            .into_iter()
            .map(|square| position.play_flips(square, position.flips(square)))
            .map(|next| (if depth < SORTED_DEPTH { 0 } else { next.legal_moves().count() }, next))
            .collect();
        moves.sort_by_key(|&(replies, _)| replies);
        let mut best = -Score::INFINITY;
        for (_, next) in moves {
            best = best.max(-self.search(next, depth - 1, -beta, -best.max(alpha))?);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// One of the values that the budget allows.
    fn evaluate(&mut self, value: impl FnOnce() -> Score) -> Result<Score, Halted> {
        if self.evaluations == self.budget {
            return Err(Halted);
        }
        self.evaluations += 1;
        Ok(value())
    }
}
