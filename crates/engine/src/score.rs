//! Score units: [`Score`], [`Bound`], [`Window`] and [`Selectivity`]. [`DiscDiff`] is the result of
//! a finished game, in discs.

use std::fmt;
use std::ops::{Add, Neg, Sub};

pub use othello::board::DiscDiff;

/// A score for the side to move, in centidiscs: 100 is a win by one disc, 6400 a win by all 64.
///
/// A proven score is a whole number of discs, like [`DiscDiff`]. Estimates are clamped to less than
/// 64 discs, so only a proven score can be a wipeout. The value does not show whether a score is
/// proven; [`Certainty`](crate::search::Certainty) does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Score(i16);

impl Score {
    /// Centidiscs per disc.
    pub const PER_DISC: i32 = 100;
    /// An even position.
    pub const ZERO: Score = Score(0);
    /// Above every score. [`Window::FULL`] uses it at both ends.
    pub const INFINITY: Score = Score(6500);
    /// A wipeout. Estimates stay below it.
    pub const MAX: Score = Score(6400);
    /// The largest estimate, just under 64 discs.
    pub const MAX_ESTIMATE: Score = Score(6399);

    /// A score of `centidiscs`, clamped to ±[`Score::INFINITY`].
    #[inline(always)]
    #[must_use]
    pub const fn saturating(centidiscs: i32) -> Score {
        let infinity = Score::INFINITY.0 as i32;
        if centidiscs < -infinity {
            Score(-Score::INFINITY.0)
        } else if centidiscs > infinity {
            Score::INFINITY
        } else {
            Score(centidiscs as i16)
        }
    }

    /// An estimate of `centidiscs` for the side to move, clamped to ±[`Score::MAX_ESTIMATE`].
    #[inline(always)]
    #[must_use]
    pub fn estimate(centidiscs: i32) -> Score {
        let limit = Score::MAX_ESTIMATE.0 as i32;
        Score(centidiscs.clamp(-limit, limit) as i16)
    }

    /// The score in centidiscs, -6500 to 6500.
    #[inline(always)]
    #[must_use]
    pub const fn centidiscs(self) -> i32 {
        self.0 as i32
    }

    /// 1 for a win, -1 for a loss, 0 for an even position.
    #[must_use]
    pub const fn signum(self) -> i32 {
        self.centidiscs().signum()
    }

    /// Whole discs, rounded towards minus infinity. Infinities become wipeouts.
    #[inline(always)]
    #[must_use]
    pub const fn floor_discs(self) -> DiscDiff {
        DiscDiff::saturating(self.centidiscs().div_euclid(Score::PER_DISC))
    }

    /// The nearest even number of discs. A full board always has an even result.
    #[inline(always)]
    #[must_use]
    pub const fn nearest_even(self) -> DiscDiff {
        let discs = (self.centidiscs() + Score::PER_DISC).div_euclid(2 * Score::PER_DISC) * 2;
        DiscDiff::saturating(discs)
    }

    /// Whole discs, rounded towards plus infinity. Infinities become wipeouts.
    #[inline(always)]
    #[must_use]
    pub const fn ceil_discs(self) -> DiscDiff {
        DiscDiff::saturating(-(-self.centidiscs()).div_euclid(Score::PER_DISC))
    }
}

/// Converts centidiscs to discs.
#[must_use]
pub fn discs_of(centidiscs: i32) -> f64 {
    f64::from(centidiscs) / f64::from(Score::PER_DISC)
}

/// Converts discs to centidiscs, rounded to the nearest.
#[must_use]
pub fn centidiscs_of(discs: f64) -> i32 {
    (discs * f64::from(Score::PER_DISC)).round() as i32
}

impl From<DiscDiff> for Score {
    #[inline(always)]
    fn from(difference: DiscDiff) -> Score {
        Score((difference.discs() * Score::PER_DISC) as i16)
    }
}

/// The score for the other side.
impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Adds centidiscs, clamped to ±[`Score::INFINITY`].
impl Add<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn add(self, centidiscs: i32) -> Score {
        Score::saturating(self.centidiscs().saturating_add(centidiscs))
    }
}

/// Subtracts centidiscs, clamped to ±[`Score::INFINITY`].
impl Sub<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn sub(self, centidiscs: i32) -> Score {
        Score::saturating(self.centidiscs().saturating_sub(centidiscs))
    }
}

/// Discs with sign and two decimals: `+3.47`, `-12.00`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { '-' } else { '+' };
        let size = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a search score relates to the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true value is at least the score.
    Lower,
    /// The true value is at most the score.
    Upper,
    /// The true value equals the score.
    Exact,
}

/// The open interval of scores in which a search must be exact. Results at or below `alpha`, or at
/// or above `beta`, are only bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The lower end, exclusive.
    pub alpha: Score,
    /// The upper end, exclusive and above `alpha`.
    pub beta: Score,
}

impl Window {
    /// The window that contains every score.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// The null window just above `alpha`. It tests for a score above `alpha`.
    #[inline(always)]
    #[must_use]
    pub fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether the window contains no score.
    #[inline(always)]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The kind of bound of a fail-soft `score` from this window.
    #[inline(always)]
    #[must_use]
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// The window for the other side.
impl Neg for Window {
    type Output = Window;

    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The confidence level of ProbCut (Buro 1995), in %. Higher levels prune less and take
/// longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Selectivity {
    Percent73,
    Percent87,
    Percent95,
    Percent98,
    Percent99,
    /// No ProbCut. A search to the end of the game is a proof.
    Full,
}

impl Selectivity {
    /// All levels in ascending order.
    pub const ALL: [Selectivity; 6] = [
        Selectivity::Percent73,
        Selectivity::Percent87,
        Selectivity::Percent95,
        Selectivity::Percent98,
        Selectivity::Percent99,
        Selectivity::Full,
    ];

    /// The confidence, 73 to 100.
    #[must_use]
    pub const fn percent(self) -> u8 {
        match self {
            Selectivity::Percent73 => 73,
            Selectivity::Percent87 => 87,
            Selectivity::Percent95 => 95,
            Selectivity::Percent98 => 98,
            Selectivity::Percent99 => 99,
            Selectivity::Full => 100,
        }
    }

    /// The lowest level with a confidence of at least `percent`. `None` above 100.
    #[must_use]
    pub fn at_least(percent: u8) -> Option<Selectivity> {
        Selectivity::ALL.into_iter().find(|level| level.percent() >= percent)
    }

    /// The level with exactly this confidence.
    #[cfg(feature = "book-files")]
    pub(crate) fn of_percent(percent: u8) -> Option<Selectivity> {
        Selectivity::at_least(percent).filter(|level| level.percent() == percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_print_in_discs() {
        assert_eq!(Score::saturating(347).to_string(), "+3.47");
        assert_eq!(Score::saturating(-5).to_string(), "-0.05");
        assert_eq!(Score::from(DiscDiff::saturating(-12)).to_string(), "-12.00");
        assert_eq!(Score::saturating(-101).floor_discs(), DiscDiff::saturating(-2));
        assert_eq!(Score::saturating(-101).ceil_discs(), DiscDiff::saturating(-1));
        assert_eq!(Score::saturating(101).ceil_discs(), DiscDiff::saturating(2));
    }

    #[test]
    fn sums_stay_within_the_infinities() {
        let score = Score::saturating(100);
        assert_eq!((score + 50, score - 150), (Score::saturating(150), Score::saturating(-50)));
        assert_eq!((score + i32::MAX, score - i32::MIN), (Score::INFINITY, Score::INFINITY));
        assert_eq!((-score + i32::MIN, -score - i32::MAX), (-Score::INFINITY, -Score::INFINITY));
    }

    #[test]
    fn estimates_never_claim_a_wipeout() {
        assert!(Score::estimate(1_000_000) < Score::from(DiscDiff::MAX));
        assert!(Score::estimate(-1_000_000) > Score::from(DiscDiff::MIN));
    }

    #[test]
    fn a_window_classifies_fail_soft_scores() {
        let window = Window { alpha: Score::saturating(100), beta: Score::saturating(300) };
        assert_eq!(window.bound(Score::saturating(100)), Bound::Upper);
        assert_eq!(window.bound(Score::saturating(101)), Bound::Exact);
        assert_eq!(window.bound(Score::saturating(300)), Bound::Lower);
        assert_eq!((-window).alpha, Score::saturating(-300));
        assert!(Window::null_above(Score::ZERO).is_null());
    }

    #[test]
    fn selectivities_are_found_by_their_percentage() {
        assert_eq!(Selectivity::at_least(0), Some(Selectivity::Percent73));
        assert_eq!(Selectivity::at_least(74), Some(Selectivity::Percent87));
        assert_eq!(Selectivity::at_least(100), Some(Selectivity::Full));
        assert_eq!(Selectivity::at_least(101), None);
    }
}
