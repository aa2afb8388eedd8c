//! The endgame search: solves positions with null windows.
//!
//! By the number of empties:
//! - `last`: up to 4, unrolled;
//! - `shallow`: up to 12, fastest-first, not interrupted;
//! - `deep`: more, and all nodes that ProbCut may cut.
//!
//! Scores are discs as `i32`. A null window is given by `alpha`; its upper end is `alpha + 1`. The
//! opponent's alpha is `-(alpha + 1)`, which is `!alpha`. Results are fail-soft: a lower bound if
//! above `alpha`, otherwise an upper bound.
//!
//! At [`Selectivity::Full`] all results are proven: the evaluator only orders moves.

mod deep;
mod last;
mod shallow;

pub(super) use deep::Best;

use super::bounds::{Bounds, DiscWindow};
use super::worker::{Interrupt, Worker};
use crate::score::{Score, Selectivity, Window};
use othello::board::{Bitboard, DiscDiff, Position};

/// Below every score: no move was legal.
const NO_MOVE: i32 = -127;

impl Worker<'_> {
    /// The final score of `position`, whose legal moves are `moves`, within `window`; fail-soft.
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
        let estimate = self.evaluator.evaluate(position);
        let mut guess = estimate.clamp(window.alpha, window.beta).nearest_even().discs();
        let mut bounds = Bounds::NONE;
        let empties = position.empty_count();
        while let Some(alpha) = bounds.next_alpha(guess, discs) {
            let score = self.solve_null_window(position, moves, empties, alpha)?;
            guess = bounds.learn(alpha, score);
        }
        Ok(DiscDiff::saturating(bounds.answer(discs)).into())
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
            // Lines end at the end of the game or in a proven table entry.
            self.reach(0);
            Ok(self.solve_shallow(position, moves, empties, alpha))
        } else {
            self.reach(empties);
            self.solve_deep::<false>(position, moves, empties, alpha).map(|best| best.score)
        }
    }
}

/// Stability cutoff: the highest score possible against the opponent's stable discs, if at most
/// `alpha`. Tried only if the opponent has enough discs for a cutoff to be likely; see
/// docs/search.md, Endgame.
#[inline(always)]
fn stability_cutoff(position: Position, empties: u32, alpha: i32) -> Option<i32> {
    let spare = empties as i32 + 1;
    if highest_score(position.opponent()) + 2 * spare > alpha {
        return None;
    }
    highest_by_stability(position, alpha)
}

/// [`stability_cutoff`] of a position whose opponent has enough discs. Not inlined: long and rarely
/// called.
#[inline(never)]
fn highest_by_stability(position: Position, alpha: i32) -> Option<i32> {
    /// Maximum number of stable discs off the edges for which the full stability search pays.
    const MAX_INNER: i32 = 15;
    let opponent = position.pass();
    let edges = opponent.stable_edge_discs();
    let highest = highest_score(edges);
    if highest <= alpha {
        return Some(highest);
    }
    if highest - 2 * MAX_INNER > alpha {
        return None;
    }
    let highest = highest_score(opponent.stable_discs_with(edges));
    (highest <= alpha).then_some(highest)
}

/// The highest score if the opponent keeps the discs `stable`.
#[inline(always)]
const fn highest_score(stable: Bitboard) -> i32 {
    64 - 2 * stable.count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs MTD(f) on a known score and counts the null windows.
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
