//! [`AlphaBeta`]: the search of the styles, alpha-beta without a transposition table (Knuth and
//! Moore 1975), with its leaf evaluations.

use arrayvec::ArrayVec;

use super::{StyleChoice, StyleLimits};
use crate::eval::{Classic, Evaluator};
use crate::score::Score;
use othello::board::{Bitboard, Position, Square};

/// Minimum depth for sorting moves by the opponent's mobility, lowest first (fastest-first).
const SORTED_DEPTH: u32 = 2;

/// The score of a leaf for the side to move.
pub(super) type LeafEvaluation = fn(Position) -> Score;

/// A fail-soft search to a fixed depth. A pass costs no depth. A finished game scores its result.
pub(super) struct AlphaBeta<'a> {
    evaluate: LeafEvaluation,
    limits: StyleLimits<'a>,
    /// Maximum number of leaves to evaluate.
    budget: u64,
    /// Number of leaves evaluated so far, including finished games.
    pub(super) evaluations: u64,
    nodes: u64,
}

/// A limit or the evaluation budget is reached.
#[derive(Debug)]
pub(super) struct LimitReached;

/// Which move to choose by score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The highest score.
    Best,
    /// The lowest score.
    Worst,
}

impl<'a> AlphaBeta<'a> {
    /// A search with this leaf evaluation and at most `budget` leaves.
    pub(super) fn new(
        evaluate: LeafEvaluation,
        limits: StyleLimits<'a>,
        budget: u64,
    ) -> AlphaBeta<'a> {
        AlphaBeta { evaluate, limits, budget, evaluations: 0, nodes: 0 }
    }

    /// The best or worst of `moves` by a search of `depth` plies. Ties go to the first move. If a
    /// limit stops the search, the choice is among the moves searched so far and has depth 0. If no
    /// move was searched, the choice is the first move, without a score.
    pub(super) fn choose(
        &mut self,
        position: Position,
        moves: &[Square],
        depth: u32,
        aim: Aim,
    ) -> (StyleChoice, Result<(), LimitReached>) {
        let mut best: Option<(Square, Score)> = None;
        let mut outcome = Ok(());
        for &square in moves {
            let next = position.play_flips(square, position.flips(square));
            let bound = best.map_or(-Score::INFINITY, |(_, score)| score);
            let score = match aim {
                Aim::Best => self.search(next, depth - 1, -Score::INFINITY, -bound).map(|s| -s),
                Aim::Worst => self.search(next, depth - 1, bound, Score::INFINITY),
            };
            match score {
                Ok(score) if score > bound => best = Some((square, score)),
                Ok(_) => {}
                Err(reached) => {
                    outcome = Err(reached);
                    break;
                }
            }
        }
        let for_player = |score: Score| if aim == Aim::Best { score } else { -score };
        let choice = StyleChoice {
            square: best.map_or(moves[0], |(square, _)| square),
            score: best.map(|(_, score)| for_player(score)),
            depth: if outcome.is_ok() { depth } else { 0 },
            nodes: self.nodes,
        };
        (choice, outcome)
    }

    /// The score of `position` at `depth`, exact between `alpha` and `beta`.
    fn search(
        &mut self,
        position: Position,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, LimitReached> {
        if self.limits.are_reached(self.nodes) {
            return Err(LimitReached);
        }
        self.nodes += 1;
        let squares = position.legal_moves();
        if squares.is_empty() {
            if position.opponent_moves().is_empty() {
                return self.count_evaluation(|| position.final_difference().into());
            }
            return Ok(-self.search(position.pass(), depth, -beta, -alpha)?);
        }
        if depth == 0 {
            let evaluate = self.evaluate;
            return self.count_evaluation(|| evaluate(position));
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

    /// The score of a leaf. Fails if the budget is spent.
    fn count_evaluation(&mut self, score: impl FnOnce() -> Score) -> Result<Score, LimitReached> {
        if self.evaluations == self.budget {
            return Err(LimitReached);
        }
        self.evaluations += 1;
        Ok(score())
    }
}

/// The value of a corner in [`heuristic`] on an empty board, in centidiscs.
const CORNER: i32 = 2500;

/// The value of any other edge square in [`heuristic`].
const EDGE: i32 = 500;

/// The value of a corner in [`mobility_and_frontier`], in centidiscs.
const PLAIN_CORNER: i32 = 1000;

/// The value of a legal move in [`mobility_and_frontier`].
const MOBILITY: i32 = 100;

/// The cost of a frontier disc (one with an empty neighbour) in [`mobility_and_frontier`].
const FRONTIER: i32 = 40;

/// The player's discs in `squares` minus the opponent's.
fn discs(position: Position, squares: Bitboard) -> i32 {
    let count = |discs: Bitboard| (discs & squares).count() as i32;
    count(position.player()) - count(position.opponent())
}

/// The disc difference.
pub(super) fn disc_difference(position: Position) -> Score {
    Score::estimate(Score::PER_DISC * discs(position, Bitboard::FULL))
}

/// The disc difference plus a bonus for corners and edges. The bonus decreases linearly with the
/// number of empties.
pub(super) fn heuristic(position: Position) -> Score {
    let corners = CORNER * discs(position, Bitboard::CORNERS);
    let edges = EDGE * discs(position, Bitboard::EDGES - Bitboard::CORNERS);
    let bonus = (corners + edges) * position.empty_count() as i32 / 64;
    Score::estimate(Score::PER_DISC * discs(position, Bitboard::FULL) + bonus)
}

/// Square weights, mobility and frontier by game stage: the [`Classic`] evaluator.
pub(super) fn classic(position: Position) -> Score {
    Classic.evaluate(position)
}

/// Mobility, frontier and corners.
pub(super) fn mobility_and_frontier(position: Position) -> Score {
    let count = |squares: Bitboard| squares.count() as i32;
    let mobility = count(position.legal_moves()) - count(position.opponent_moves());
    let frontier = discs(position, position.empties().grow());
    let corners = discs(position, Bitboard::CORNERS);
    Score::estimate(MOBILITY * mobility - FRONTIER * frontier + PLAIN_CORNER * corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::game::Setup;

    fn position(fen: &str) -> Position {
        Setup::from_fen(fen).expect(fen).position
    }

    #[test]
    fn discs_are_counted_for_the_side_to_move() {
        assert_eq!(disc_difference(position("XX6/O7/8/8/8/8/8/8 X")).centidiscs(), 100);
        assert_eq!(disc_difference(position("XX6/O7/8/8/8/8/8/8 O")).centidiscs(), -100);
    }

    #[test]
    fn bonuses_fade_as_the_board_fills() {
        // A corner with 63 empties: one disc plus 63/64 of the bonus.
        assert_eq!(heuristic(position("X7/8/8/8/8/8/8/8 X")).centidiscs(), 100 + 2460);
        assert_eq!(heuristic(position("2X5/8/8/8/8/8/8/8 X")).centidiscs(), 100 + 492);
        let full = "XXXXXXXX/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO X";
        assert_eq!(heuristic(position(full)), disc_difference(position(full)));
    }

    #[test]
    fn mobility_frontier_and_corners_are_balanced_at_the_start() {
        assert_eq!(mobility_and_frontier(Position::START), Score::ZERO);
        // White may play e4 and Black b4. Each side has one frontier disc.
        assert_eq!(mobility_and_frontier(position("8/8/8/2OX4/8/8/8/8 O")).centidiscs(), 0);
        // Black has a corner and a move. White has no move.
        assert_eq!(mobility_and_frontier(position("XO6/8/8/8/8/8/8/8 X")).centidiscs(), 1000 + 100);
    }
}
