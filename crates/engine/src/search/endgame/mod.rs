//! Solving to the end of the game with null windows.
//!
//! By the number of empties: the last four are unrolled (`last`); up to twelve are ordered
//! fastest-first and not interrupted (`shallow`), where up to nine have a small table of the
//! thread's own (`cache`); above that, and where ProbCut may cut, there are all kinds of cutoffs
//! and moves ordered by the evaluator or a search (`deep`).
//!
//! Scores are discs as `i32`. `alpha` stands for the null window from `alpha` to `alpha + 1`;
//! the opponent's begins at `-(alpha + 1)`, which is `!alpha`. Results are fail-soft: a lower
//! bound if above `alpha`, else an upper bound.
//!
//! With [`Selectivity::Full`](crate::score::Selectivity) every result is proven by the rules;
//! the evaluator then only orders moves.

mod cache;
mod deep;
mod last;
mod shallow;

pub(super) use cache::Cache;
pub(super) use deep::Best;

use super::worker::{Interrupt, Worker};
use crate::score::{Score, Selectivity, Window};
use othello::board::{Bitboard, DiscDiff, Position};

/// Below every score: there was no legal move.
const NO_MOVE: i32 = -127;

/// A window of final scores in discs: those above `alpha` and below `beta` are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DiscWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl DiscWindow {
    /// Every final score.
    pub(super) const FULL: DiscWindow = DiscWindow { alpha: -65, beta: 65 };
    /// Who wins.
    pub(super) const WLD: DiscWindow = DiscWindow { alpha: -1, beta: 1 };
}

/// Bounds of a final score, in discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// Those of every position.
    pub(super) const NONE: Bounds = Bounds { lower: -64, upper: 64 };

    /// The lower end of the next null window of MTD(f) (Plaat, Schaeffer, Pijls and de Bruin
    /// 1996), a sequence of null windows that starts at a guess and converges on the score;
    /// `None` when the score is known within `window`. Final scores are even.
    pub(super) fn next_alpha(self, guess: i32, window: DiscWindow) -> Option<i32> {
        let open = self.lower < self.upper && self.lower < window.beta && self.upper > window.alpha;
        open.then(|| {
            let beta = guess.clamp(self.lower + 1, self.upper);
            beta.clamp(window.alpha + 1, window.beta) - 1
        })
    }

    /// Tightens the bounds by the result of the null window above `alpha`, and returns the
    /// next guess.
    pub(super) fn learn(&mut self, alpha: i32, score: i32) -> i32 {
        if score > alpha {
            self.lower = self.lower.max(score);
            score + 2
        } else {
            self.upper = self.upper.min(score);
            score
        }
    }

    /// The fail-soft score of the null window above `alpha`, if these bounds tell it.
    #[inline(always)]
    fn cutoff(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else {
            (self.upper <= alpha).then_some(self.upper)
        }
    }

    /// The fail-soft score for `window`.
    pub(super) fn answer(self, window: DiscWindow) -> i32 {
        if self.lower >= window.beta || self.lower == self.upper { self.lower } else { self.upper }
    }
}

impl Worker<'_> {
    /// The final score of `position`, whose legal moves are `moves`, with best play, within `window`;
    /// fail-soft.
    pub(super) fn solve(
        &mut self,
        position: Position,
        moves: Bitboard,
        window: Window,
    ) -> Result<Score, Interrupt> {
        let discs = DiscWindow {
            alpha: window.alpha.floor_discs().discs(),
            beta: window.beta.ceil_discs().discs(),
        };
        let mut guess = self.guess(position, window);
        let mut bounds = Bounds::NONE;
        let empties = position.empty_count();
        while let Some(alpha) = bounds.next_alpha(guess, discs) {
            let score = self.solve_null_window(position, moves, empties, alpha)?;
            guess = bounds.learn(alpha, score);
        }
        Ok(DiscDiff::saturating(bounds.answer(discs)).into())
    }

    /// The first guess of MTD(f): the evaluation within `window`, as an even number of discs. A
    /// search to depth 2 to 5 guesses no better: 50 positions to depth 20 take 34.8 to 35.4 M nodes
    /// instead of 35.2 M.
    fn guess(&self, position: Position, window: Window) -> i32 {
        let estimate = self.evaluator.evaluate(position);
        estimate.clamp(window.alpha, window.beta).nearest_even().discs()
    }

    /// Solves `position`, whose legal moves are `moves`, with the null window above `alpha`.
    pub(in crate::search) fn solve_null_window(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> Result<i32, Interrupt> {
        let is_selective = self.selectivity != Selectivity::Full
            && empties >= self.shared.parameters.probcut_empties;
        if empties <= shallow::MAX_EMPTIES && !is_selective {
            self.poll()?;
            // Lines are searched to the end of the game from here, or were before.
            self.reach(0);
            Ok(self.solve_shallow(position, moves, empties, alpha))
        } else {
            self.reach(empties);
            self.solve_deep(position, moves, empties, alpha)
        }
    }
}

/// Stability cutoff: the highest score that the opponent's stable discs allow, if that is at
/// most `alpha`. Tried only where the opponent has more discs to spare than there are empty
/// squares: of the tries with fewer 0 to 8 % cut (FFO 40-45), and without them FFO 40-42 take 2 %
/// fewer instructions for 0.5 % more nodes. To ask first whether it has a corner, without which next
/// to none cut, would spare 4 % of the tries and no time.
#[inline(always)]
fn stability_cutoff(position: Position, empties: u32, alpha: i32) -> Option<i32> {
    let spare = empties as i32 + 1;
    if highest_score(position.opponent()) + 2 * spare > alpha {
        return None;
    }
    highest_by_stability(position, alpha)
}

/// The highest score that the opponent's stable discs allow, if that is at most `alpha`. Apart, as
/// it is long and most positions do not come to it.
#[inline(never)]
fn highest_by_stability(position: Position, alpha: i32) -> Option<i32> {
    /// Beside those that the edges tell there are hardly ever more stable discs: of the tries with
    /// more missing 0 to 7 % cut (FFO 45, 48, 49), while a fifth of all cut by the edges alone
    /// (FFO 48).
    const MAX_OTHERS: i32 = 15;
    let opponent = position.pass();
    let edges = opponent.stable_edge_discs();
    let highest = highest_score(edges);
    if highest <= alpha {
        return Some(highest);
    }
    if highest - 2 * MAX_OTHERS > alpha {
        return None;
    }
    let highest = highest_score(opponent.stable_discs_with(edges));
    (highest <= alpha).then_some(highest)
}

/// The highest score that is left where these discs of the opponent stay.
#[inline(always)]
const fn highest_score(stable: Bitboard) -> i32 {
    64 - 2 * stable.count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays MTD(f) against a known score and counts the null windows.
    fn find(score: i32, first_guess: i32, window: DiscWindow) -> (i32, usize) {
        let (mut bounds, mut guess, mut passes) = (Bounds::NONE, first_guess, 0);
        while let Some(alpha) = bounds.next_alpha(guess, window) {
            guess = bounds.learn(alpha, score);
            passes += 1;
        }
        (bounds.answer(window), passes)
    }

    #[test]
    fn the_bound_sequence_finds_every_score() {
        for score in (-64..=64).step_by(2) {
            for guess in (-64..=64).step_by(2) {
                assert_eq!(find(score, guess, DiscWindow::FULL).0, score);
                assert!(find(score, 0, DiscWindow::WLD).0.signum() == score.signum());
            }
            assert!(find(score, score, DiscWindow::FULL).1 <= 2, "a right guess takes two windows");
        }
    }
}
