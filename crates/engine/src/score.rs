//! The units in which positions are valued: [`Score`], [`Bound`], [`Window`] and
//! [`Selectivity`]. The result of a finished game is [`DiscDiff`], in discs.

use std::fmt;
use std::ops::{Add, Neg, Sub};

pub use othello::board::DiscDiff;

/// The value of a position for its side to move, in centidiscs: 100 is a win by
/// one disc, 6400 by all 64.
///
/// Proven scores are whole discs of a [`DiscDiff`]. Estimates are held strictly
/// between -64 and 64 discs, so that only the rules can say "wiped out". Whether a
/// score is proven is never read off its size: it travels beside it as
/// [`Certainty`](crate::search::Certainty).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Score(i16);

impl Score {
    /// Centidiscs in a disc.
    pub const PER_DISC: i32 = 100;
    /// An even position.
    pub const ZERO: Score = Score(0);
    /// Above every score; the end of a window that excludes nothing.
    pub const INFINITY: Score = Score(6500);
    /// The greatest score: a wipeout. No estimate is as high.
    pub const MAX: Score = Score(6400);
    /// The largest estimate, just under 64 discs.
    pub const MAX_ESTIMATE: Score = Score(6399);

    /// The score of `centidiscs`, held within the infinities.
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

    /// The estimate of `centidiscs` for the side to move, clamped to ±[`Score::MAX_ESTIMATE`].
    #[inline(always)]
    #[must_use]
    pub fn estimate(centidiscs: i32) -> Score {
        let limit = Score::MAX_ESTIMATE.0 as i32;
        Score(centidiscs.clamp(-limit, limit) as i16)
    }

    /// In centidiscs, -6500 to 6500.
    #[inline(always)]
    #[must_use]
    pub const fn centidiscs(self) -> i32 {
        self.0 as i32
    }

    /// 1 of a win, -1 of a loss, 0 of an even position.
    #[must_use]
    pub const fn signum(self) -> i32 {
        self.centidiscs().signum()
    }

    /// In whole discs, rounded towards minus infinity; the infinities become the
    /// wipeouts.
    #[inline(always)]
    #[must_use]
    pub const fn floor_discs(self) -> DiscDiff {
        DiscDiff::saturating(self.centidiscs().div_euclid(Score::PER_DISC))
    }

    /// The nearest even number of discs; the final score of a game without empty squares is even.
    #[inline(always)]
    #[must_use]
    pub const fn nearest_even(self) -> DiscDiff {
        let discs = (self.centidiscs() + Score::PER_DISC).div_euclid(2 * Score::PER_DISC) * 2;
        DiscDiff::saturating(discs)
    }

    /// In whole discs, rounded towards plus infinity; the infinities become the
    /// wipeouts.
    #[inline(always)]
    #[must_use]
    pub const fn ceil_discs(self) -> DiscDiff {
        DiscDiff::saturating(-(-self.centidiscs()).div_euclid(Score::PER_DISC))
    }
}

/// Centidiscs in discs.
#[must_use]
pub fn discs_of(centidiscs: i32) -> f64 {
    f64::from(centidiscs) / f64::from(Score::PER_DISC)
}

/// Discs in centidiscs, rounded to the nearest.
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

/// The same value seen from the other side.
impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// So many centidiscs more, held within the infinities.
impl Add<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn add(self, centidiscs: i32) -> Score {
        Score::saturating(self.centidiscs().saturating_add(centidiscs))
    }
}

/// So many centidiscs less, held within the infinities.
impl Sub<i32> for Score {
    type Output = Score;

    #[inline(always)]
    fn sub(self, centidiscs: i32) -> Score {
        Score::saturating(self.centidiscs().saturating_sub(centidiscs))
    }
}

/// In discs with sign and two decimals: `+3.47`, `-12.00`.
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

/// What a score says about the true value of the search that gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
    /// The value is this.
    Exact,
}

/// The open interval of scores that a search has to tell apart: at or below
/// `alpha` and at or above `beta` a bound is answer enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The lower end.
    pub alpha: Score,
    /// The upper end, above `alpha`.
    pub beta: Score,
}

impl Window {
    /// The window that excludes nothing.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// The null window just above `alpha`: it asks "more than `alpha`?".
    #[inline(always)]
    #[must_use]
    pub fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether no score lies inside.
    #[inline(always)]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// What a fail-soft `score` found with this window says.
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

/// The window as the other side sees it.
impl Neg for Window {
    type Output = Window;

    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// How sure a search is that what it cut off could not have mattered: the
/// confidence level of ProbCut (Buro 1995), in per cent. The ladder is the one of
/// the field, each level surer and slower than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Selectivity {
    Percent73,
    Percent87,
    Percent95,
    Percent98,
    Percent99,
    /// Nothing is cut on a guess: to the end of the game, a proof.
    Full,
}

impl Selectivity {
    /// All levels, the least sure first.
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

    /// The lowest level that is at least `percent` sure; `None` above 100.
    #[must_use]
    pub fn at_least(percent: u8) -> Option<Selectivity> {
        Selectivity::ALL.into_iter().find(|level| level.percent() >= percent)
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
    fn a_window_tells_what_a_fail_soft_score_is() {
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
