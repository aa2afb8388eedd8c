//! Solving the last four empties, unrolled: no table, no move generation, squares of odd
//! quadrants first.
//!
//! Scores are plain discs (`i32`) here; `alpha` is a null window's lower end.

use super::NO_MOVE;
use crate::board::flips::count_last_flips;
use crate::board::{Bitboard, Position, Square};
use crate::search::ordering::odd_quadrants;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Solves with up to four empties.
    #[inline(always)]
    pub(super) fn solve_last(&mut self, position: Position, empties: u32, alpha: i32) -> i32 {
        // Every line is searched to the end of the game from here.
        self.reach(0);
        let squares = by_parity(position.empties());
        match (empties, squares) {
            (4, squares) => self.four_left(position, squares, alpha),
            (3, [a, b, c, _]) => self.three_left(position, [a, b, c], alpha),
            (2, [a, b, ..]) => self.two_left(position, [a, b], alpha),
            (1, [a, ..]) => self.one_left(position.player(), a),
            _ => {
                self.nodes += 1;
                position.final_difference().discs()
            }
        }
    }

    /// Solves with one empty square; `player` are the discs of the side to move, the opponent
    /// has all others.
    #[inline(always)]
    fn one_left(&mut self, player: Bitboard, square: Square) -> i32 {
        self.nodes += 1;
        let discs = player.count() as i32;
        let flips = count_last_flips(square.index(), player.0) as i32;
        if flips != 0 {
            return 2 * (discs + flips + 1) - 64;
        }
        let opponent = !player - square.bit();
        let flips = count_last_flips(square.index(), opponent.0) as i32;
        if flips != 0 {
            return 2 * (discs - flips) - 64;
        }
        // Neither side can move there: the empty square counts for the winner.
        let difference = 2 * discs - 63;
        difference + difference.signum()
    }

    /// Solves with two empty squares.
    #[inline(always)]
    fn two_left(&mut self, position: Position, squares: [Square; 2], alpha: i32) -> i32 {
        self.nodes += 1;
        best_move_or_pass(position, alpha, |position, alpha| {
            let [a, b] = squares;
            let mut best = NO_MOVE;
            for (square, other) in [(a, b), (b, a)] {
                let flips = position.flips(square);
                if !flips.is_empty() {
                    let next = position.play_flips(square, flips);
                    best = best.max(-self.one_left(next.player(), other));
                    if best > alpha {
                        break;
                    }
                }
            }
            best
        })
    }

    /// Solves with three empty squares.
    #[inline(always)]
    fn three_left(&mut self, position: Position, squares: [Square; 3], alpha: i32) -> i32 {
        self.nodes += 1;
        let [a, b, c] = single_first(squares);
        best_move_or_pass(position, alpha, |position, alpha| {
            let mut best = NO_MOVE;
            for (square, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
                let flips = position.flips(square);
                if !flips.is_empty() {
                    let next = position.play_flips(square, flips);
                    best = best.max(-self.two_left(next, others, !alpha));
                    if best > alpha {
                        break;
                    }
                }
            }
            best
        })
    }

    /// Solves with four empty squares.
    #[inline(always)]
    fn four_left(&mut self, position: Position, squares: [Square; 4], alpha: i32) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = squares;
        best_move_or_pass(position, alpha, |position, alpha| {
            let mut best = NO_MOVE;
            for (square, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])]
            {
                let flips = position.flips(square);
                if !flips.is_empty() {
                    let next = position.play_flips(square, flips);
                    best = best.max(-self.three_left(next, others, !alpha));
                    if best > alpha {
                        break;
                    }
                }
            }
            best
        })
    }
}

/// The score of the best move by `best_move`, which returns [`NO_MOVE`] if there is none;
/// after a pass if only the opponent has one, and the final score if neither has.
#[inline(always)]
fn best_move_or_pass(
    position: Position,
    alpha: i32,
    mut best_move: impl FnMut(Position, i32) -> i32,
) -> i32 {
    let score = best_move(position, alpha);
    if score != NO_MOVE {
        return score;
    }
    let passed = position.pass();
    let score = best_move(passed, !alpha);
    if score != NO_MOVE { -score } else { position.final_difference().discs() }
}

/// The empty squares, at most four, those in quadrants with an odd number of them first.
#[inline(always)]
fn by_parity(empties: Bitboard) -> [Square; 4] {
    let odd = odd_quadrants(empties) & empties;
    let mut squares = [Square::A1; 4];
    let mut count = 0;
    for square in odd {
        squares[count & 3] = square;
        count += 1;
    }
    for square in empties - odd {
        squares[count & 3] = square;
        count += 1;
    }
    squares
}

/// The squares with the one that is alone in its quadrant first, if the other two share one.
#[inline(always)]
fn single_first([a, b, c]: [Square; 3]) -> [Square; 3] {
    let apart = |a: Square, b: Square| (a.index() ^ b.index()) & 0b100_100 != 0;
    if apart(b, c) && !apart(a, b) {
        [c, a, b]
    } else if apart(b, c) && !apart(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}
