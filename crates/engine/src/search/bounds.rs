//! [`DiscWindow`] and [`Bounds`] of final scores.

use bytemuck::Zeroable;

/// An open window of final scores, in discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DiscWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl DiscWindow {
    /// Contains every final score.
    pub(super) const FULL: DiscWindow = DiscWindow { alpha: -65, beta: 65 };
    /// Finds the winner only.
    pub(super) const WLD: DiscWindow = DiscWindow { alpha: -1, beta: 1 };
}

/// Bounds of a final score, in discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Zeroable)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// The bounds of every position.
    pub(super) const NONE: Bounds = Bounds { lower: -64, upper: 64 };

    /// Alpha of the next null window of MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): a
    /// sequence of null windows that starts at `guess` and converges on the score. `None` when the
    /// score is known within `window`.
    pub(super) fn next_alpha(self, guess: i32, window: DiscWindow) -> Option<i32> {
        let open = self.lower < self.upper && self.lower < window.beta && self.upper > window.alpha;
        open.then(|| {
            let beta = guess.clamp(self.lower + 1, self.upper);
            beta.clamp(window.alpha + 1, window.beta) - 1
        })
    }

    /// Tightens the bounds by the result of the null window above `alpha`. Returns the next guess.
    /// Final scores are even.
    pub(super) fn learn(&mut self, alpha: i32, score: i32) -> i32 {
        if score > alpha {
            self.lower = self.lower.max(score);
            score + 2
        } else {
            self.upper = self.upper.min(score);
            score
        }
    }

    /// The fail-soft score of the null window above `alpha`, if the bounds decide it.
    #[inline(always)]
    pub(super) fn cutoff(self, alpha: i32) -> Option<i32> {
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
