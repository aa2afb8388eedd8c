//! The endgame search with up to four empties, unrolled. It tries squares of odd quadrants first,
//! in an order that is computed once for all four plies. See docs/search.md, Endgame.
//!
//! Scores are discs as `i32`; `alpha` is the lower end of a null window.

use super::{NO_MOVE, stability_cutoff};
use crate::search::ordering::QUADRANT;
use crate::search::worker::Worker;
use othello::board::{Bitboard, BroadcastPosition, Position, Square};

/// The score of the best move, or [`NO_MOVE`]. Each argument is a square and the remaining squares,
/// which `$solve` solves. With `$moves`, the legal moves, computes flips for these moves only.
macro_rules! best_move {
    ($worker:ident, $position:ident, $alpha:ident, $solve:ident, $($square:ident $rest:expr),+) => {{
        let mut best = NO_MOVE;
        $(
            let flips = $position.flips($square);
            if !flips.get().is_empty() {
                best_move!(@try $worker, $position, $alpha, $solve, $square, $rest, flips, best);
            }
        )+
        best
    }};
    ($worker:ident, $position:ident of $moves:ident, $alpha:ident, $solve:ident, $($square:ident $rest:expr),+) => {{
        let mut best = NO_MOVE;
        $(
            if $moves.contains($square) {
                let flips = $position.flips($square);
                best_move!(@try $worker, $position, $alpha, $solve, $square, $rest, flips, best);
            }
        )+
        best
    }};
    (@try $worker:ident, $position:ident, $alpha:ident, $solve:ident, $square:ident, $rest:expr, $flips:ident, $best:ident) => {
        let next = $position.play_flips($square, $flips);
        $best = $best.max(-$worker.$solve(next, $rest, !$alpha));
        if $best > $alpha {
            return $best;
        }
    };
}

impl Worker<'_> {
    /// Solves a position with up to four empties, whose legal moves are `moves`.
    pub(super) fn solve_last(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        let [a, b, c, _] = first_four(position.empties());
        match empties {
            4 => self.four_left(position, moves, alpha),
            3 => self.three_left(BroadcastPosition::new(position), [a, b, c], alpha),
            2 => self.two_left(BroadcastPosition::new(position), [a, b], alpha),
            1 => {
                self.nodes += 1;
                self.one_left(BroadcastPosition::new(position), a, alpha)
            }
            _ => {
                self.nodes += 1;
                position.final_difference().discs()
            }
        }
    }

    #[inline(never)]
    pub(super) fn four_left(&mut self, position: Position, moves: Bitboard, alpha: i32) -> i32 {
        self.nodes += 1;
        if moves.is_empty() {
            return self.four_left_after_pass(position, alpha);
        }
        if let Some(score) = stability_cutoff(position, 4, alpha) {
            return score;
        }
        self.best_of_four(position, moves, alpha)
    }

    #[cold]
    #[inline(never)]
    fn four_left_after_pass(&mut self, position: Position, alpha: i32) -> i32 {
        let replies = position.opponent_moves();
        if replies.is_empty() {
            return position.final_difference().discs();
        }
        -self.best_of_four(position.pass(), replies, !alpha)
    }

    #[inline(always)]
    fn best_of_four(&mut self, position: Position, moves: Bitboard, alpha: i32) -> i32 {
        let [a, b, c, d] = odd_first(first_four(position.empties()));
        let position = BroadcastPosition::new(position);
        best_move!(self, position of moves, alpha, three_left, a [b, c, d], b [a, c, d], c [a, b, d], d [a, b, c])
    }

    #[cfg_attr(target_feature = "avx512vl", inline(always))]
    #[cfg_attr(not(target_feature = "avx512vl"), inline(never))]
    fn three_left(&mut self, position: BroadcastPosition, squares: [Square; 3], alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_three(position, squares, alpha);
        if best != NO_MOVE { best } else { self.three_left_after_pass(position, squares, alpha) }
    }

    #[cold]
    #[inline(never)]
    fn three_left_after_pass(
        &mut self,
        position: BroadcastPosition,
        squares: [Square; 3],
        alpha: i32,
    ) -> i32 {
        let best = self.best_of_three(position.pass(), squares, !alpha);
        if best != NO_MOVE { -best } else { position.get().final_difference().discs() }
    }

    #[inline(always)]
    fn best_of_three(
        &mut self,
        position: BroadcastPosition,
        [a, b, c]: [Square; 3],
        alpha: i32,
    ) -> i32 {
        best_move!(self, position, alpha, two_left, a [b, c], b [a, c], c [a, b])
    }

    #[cfg_attr(target_feature = "avx512vl", inline(always))]
    #[cfg_attr(not(target_feature = "avx512vl"), inline(never))]
    fn two_left(&mut self, position: BroadcastPosition, squares: [Square; 2], alpha: i32) -> i32 {
        let best = self.best_of_two(position, squares, alpha);
        if best != NO_MOVE { best } else { self.two_left_after_pass(position, squares, alpha) }
    }

    #[cold]
    #[inline(never)]
    fn two_left_after_pass(
        &mut self,
        position: BroadcastPosition,
        squares: [Square; 2],
        alpha: i32,
    ) -> i32 {
        let best = self.best_of_two(position.pass(), squares, !alpha);
        if best != NO_MOVE { -best } else { position.get().final_difference().discs() }
    }

    #[inline(always)]
    fn best_of_two(&mut self, position: BroadcastPosition, [a, b]: [Square; 2], alpha: i32) -> i32 {
        // Counts the node and one child: more children are rare.
        self.nodes += 2;
        best_move!(self, position, alpha, one_left, a b, b a)
    }

    #[inline(always)]
    fn one_left(&mut self, position: BroadcastPosition, square: Square, alpha: i32) -> i32 {
        let discs = position.player().count() as i32;
        let flips = position.last_flips(square) as i32;
        if flips != 0 {
            return 2 * (discs + flips) - 62;
        }
        // The score if the opponent cannot move there either. Otherwise the score is lower.
        let difference = 2 * discs - 63;
        let highest = difference + difference.signum();
        if highest <= alpha {
            return highest;
        }
        let flips = position.pass().last_flips(square) as i32;
        if flips != 0 { 2 * (discs - flips) - 64 } else { highest }
    }
}

/// The first four squares of `squares`. If there are fewer, the rest is arbitrary.
#[inline(always)]
fn first_four(squares: Bitboard) -> [Square; 4] {
    let mut rest = squares.0;
    std::array::from_fn(|_| {
        let square = Square::from_low_bits(rest.trailing_zeros());
        rest &= rest.wrapping_sub(1);
        square
    })
}

/// Sorts the squares. Squares of odd quadrants (one or three empties) come first.
#[inline(always)]
fn odd_first([a, b, c, d]: [Square; 4]) -> [Square; 4] {
    let apart = |square: Square| (square.index() ^ d.index()) & QUADRANT;
    let order = ODD_FIRST[apart(a) | apart(b) >> 1 | apart(c) >> 2];
    let packed = u32::from_le_bytes([a, b, c, d].map(|square| square.index() as u8));
    order.map(|shift| Square::from_low_bits(packed >> shift))
}

/// Orders of four squares, as shifts of the packed squares. The index is the quadrants of the first
/// three squares relative to the quadrant of the fourth.
static ODD_FIRST: [[u8; 4]; 64] = odd_first_orders();

const fn odd_first_orders() -> [[u8; 4]; 64] {
    let mut orders = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let quadrants = [index & QUADRANT, index << 1 & QUADRANT, index << 2 & QUADRANT, 0];
        orders[index] = odd_first_order(quadrants);
        index += 1;
    }
    orders
}

/// Squares of odd quadrants first, then by quadrant. A quadrant with one square precedes a quadrant
/// with three. If any one square is removed, the order stays sorted. The exception is two pairs,
/// when a square of the last pair is removed.
const fn odd_first_order(quadrants: [usize; 4]) -> [u8; 4] {
    let mut order = [0; 4];
    let mut count = 0;
    let mut size = [1, 3, 2, 4].as_slice();
    while let [present, rest @ ..] = size {
        size = rest;
        let mut quadrant = 0;
        while quadrant <= QUADRANT {
            let mut members = 0;
            let mut square = 0;
            while square < 4 {
                members += (quadrants[square] == quadrant) as usize;
                square += 1;
            }
            square = 0;
            while square < 4 && members == *present {
                if quadrants[square] == quadrant {
                    order[count] = 8 * square as u8;
                    count += 1;
                }
                square += 1;
            }
            quadrant += 1;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Orders of four arbitrary squares.
    fn orders() -> impl Iterator<Item = [Square; 4]> {
        (0..10_000_u64).map(|seed| {
            let mut squares = Bitboard::EMPTY;
            for round in 1.. {
                let bits = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(round));
                squares |= Square::from_low_bits((bits >> 40) as u32).bit();
                if squares.count() == 4 {
                    break;
                }
            }
            let order = odd_first(first_four(squares));
            assert_eq!(order.into_iter().collect::<Bitboard>(), squares);
            order
        })
    }

    #[test]
    fn squares_of_odd_quadrants_come_first() {
        for order in orders() {
            let squares: Bitboard = order.into_iter().collect();
            let odd = squares.odd_quadrants() & squares;
            let first = &order[..odd.count() as usize];
            assert_eq!(first.iter().copied().collect::<Bitboard>(), odd);
        }
    }

    #[test]
    fn a_square_alone_in_its_quadrant_comes_first() {
        for order in orders() {
            let quadrant = |square: Square| square.index() & QUADRANT;
            let [a, b, c, d] = order.map(quadrant);
            let are_two_pairs = a == b && c == d && a != c;
            for played in 0..if are_two_pairs { 2 } else { 4 } {
                let mut rest = order.map(quadrant).to_vec();
                rest.remove(played);
                let alone = (0..3).find(|&i| (0..3).filter(|&j| rest[i] == rest[j]).count() == 1);
                assert!(alone.is_none_or(|alone| alone == 0), "{order:?} without {played}");
            }
        }
    }
}
