//! [`DiscDiff`]: the final score of a game.

use std::fmt;
use std::ops::Neg;

/// The disc difference, -64 to 64, from the point of view of the side to move. At the end of a game
/// **empties count for the winner**, as in tournaments, so the difference is even. Scores rounded
/// to discs may be odd.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct DiscDiff(i8);

impl DiscDiff {
    /// All 64 squares for the opponent.
    pub const MIN: DiscDiff = DiscDiff(-64);
    /// A draw.
    pub const DRAW: DiscDiff = DiscDiff(0);
    /// All 64 squares for the side to move.
    pub const MAX: DiscDiff = DiscDiff(64);

    /// The difference of `discs`, clamped to -64..=64.
    #[inline(always)]
    #[must_use]
    pub const fn saturating(discs: i32) -> DiscDiff {
        if discs < -64 {
            DiscDiff::MIN
        } else if discs > 64 {
            DiscDiff::MAX
        } else {
            DiscDiff(discs as i8)
        }
    }

    /// In discs, -64 to 64.
    #[inline(always)]
    #[must_use]
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }
}

/// The difference for the other side.
impl Neg for DiscDiff {
    type Output = DiscDiff;

    #[inline(always)]
    fn neg(self) -> DiscDiff {
        DiscDiff(-self.0)
    }
}

/// Signed: `+6`, `-12`, `+0`.
#[cfg(feature = "std")]
impl fmt::Display for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}

impl fmt::Debug for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}
