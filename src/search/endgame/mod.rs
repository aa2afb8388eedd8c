//! Solving to the end of the game with null windows.
//!
//! By the number of empties: the last four are unrolled (`last`), a few more go by
//! parity alone, then come a table and fastest-first ordering. No value here is an
//! estimate: what is returned is proven by the rules.
//!
//! Scores are plain discs (`i32`) inside; `alpha` stands for the null window from
//! `alpha` to `alpha + 1`, and the opponent's is `-(alpha + 1)`, which is `!alpha`.
//! Results are fail-soft: above `alpha` a lower bound, else an upper one.

mod last;

use super::ordering::{Candidates, odd_quadrants, weighted_mobility};
use super::tt::Entry;
use super::worker::{Stopped, Worker};
use crate::board::{Bitboard, DiscDiff, Position};
use crate::score::{Score, Selectivity, Window};

/// Below every score: no move was found.
const NO_MOVE: i32 = -127;

/// Up to this many empties moves are tried by parity, without a table.
const SHALLOW_EMPTIES: u32 = 7;

impl Worker<'_> {
    /// The final score of `position` with best play, as far as `window` asks.
    /// Fail-soft.
    pub(crate) fn solve(&mut self, position: Position, window: Window) -> Result<Score, Stopped> {
        let empties = position.empty_count();
        let (mut lower, mut upper) = (DiscDiff::MIN.discs(), DiscDiff::MAX.discs());
        let in_window = |lower: i32, upper: i32| {
            lower < upper
                && Score::from(DiscDiff::saturating(lower)) < window.beta
                && Score::from(DiscDiff::saturating(upper)) > window.alpha
        };
        // MTD(f) (Plaat 1996): null windows around a guess that follows the bounds.
        let mut guess = if window.is_null() {
            window.beta.ceil_discs().discs()
        } else {
            self.guess(position, window)
        };
        while in_window(lower, upper) {
            let beta = guess.clamp(lower + 1, upper);
            let score = self.solve_null_window(position, empties, beta - 1)?;
            if score >= beta {
                lower = score;
                guess = score + 2;
            } else {
                upper = score;
                guess = score;
            }
        }
        let score =
            if Score::from(DiscDiff::saturating(lower)) >= window.beta { lower } else { upper };
        Ok(DiscDiff::saturating(score).into())
    }

    /// An even number of discs within `window` to start solving with.
    fn guess(&self, position: Position, window: Window) -> i32 {
        let estimate = self.shared.evaluator.evaluate(position).clamp(window.alpha, window.beta);
        estimate.floor_discs().discs() & !1
    }

    /// Solves within a null window, by the number of empties.
    pub(super) fn solve_null_window(
        &mut self,
        position: Position,
        empties: u32,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        if empties <= SHALLOW_EMPTIES {
            Ok(self.solve_shallow(position, empties, alpha))
        } else {
            self.solve_deep(position, empties, alpha)
        }
    }

    /// Solves with few empties: parity order, no table.
    fn solve_shallow(&mut self, position: Position, empties: u32, alpha: i32) -> i32 {
        let mut squares = position.empties().into_iter();
        match (empties, squares.next()) {
            (0, _) | (_, None) => return self.none_left(position),
            (1, Some(square)) => return self.one_left(position.player(), square),
            (2, Some(a)) => {
                return self.two_left(position, [a, squares.next().unwrap_or(a)], alpha);
            }
            (3, Some(a)) => {
                let rest = std::array::from_fn(|_| squares.next().unwrap_or(a));
                let [b, c]: [_; 2] = rest;
                return self.three_left(position, [a, b, c], alpha);
            }
            (4, _) => return self.four_left(position, alpha),
            _ => self.nodes += 1,
        }
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

    /// Solves with a table and fastest-first ordering.
    fn solve_deep(&mut self, position: Position, empties: u32, alpha: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        self.poll()?;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.opponent_moves().is_empty() {
                Ok(position.final_difference().discs())
            } else {
                Ok(-self.solve_deep(position.pass(), empties, !alpha)?)
            };
        }
        let hash = position.hash64();
        let known = self.shared.tt.probe(position, hash);
        let proven = known.filter(|entry| entry.serves(empties, Selectivity::Full));
        if let Some(entry) = proven {
            let (lower, upper) =
                (entry.lower.floor_discs().discs(), entry.upper.floor_discs().discs());
            if lower > alpha {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        let remembered = known.map_or([None; 2], |entry| entry.moves);
        let odd = odd_quadrants(position.empties());
        let candidates = Candidates::new(position, moves, remembered, |square, next| {
            let parity = i32::from(odd.contains(square));
            let corner = i32::from(Bitboard::CORNERS.contains(square));
            8 * corner + 2 * parity - 4 * weighted_mobility(next)
        });
        let mut best = (NO_MOVE, None);
        for candidate in candidates {
            let score = -self.solve_null_window(candidate.next, empties - 1, !alpha)?;
            if score > best.0 {
                best = (score, Some(candidate.square));
                if score > alpha {
                    break;
                }
            }
        }
        let (score, square) = best;
        let value = Score::from(DiscDiff::saturating(score));
        let bound =
            if score > alpha { crate::score::Bound::Lower } else { crate::score::Bound::Upper };
        self.shared.tt.store(
            position,
            hash,
            Entry::new(value, bound, empties, Selectivity::Full, square),
        );
        Ok(score)
    }
}
