//! ProbCut (Buro 1995): what a shallow search says about a deep one.
//!
//! The result of a deep search is taken to lie around that of a shallow search,
//! with a normally distributed error. Where the shallow result is so far outside
//! the window that the deep one is inside with less than the accepted risk, the
//! deep search is not made.

use super::worker::{Stopped, Worker};
use crate::board::Position;
use crate::score::{Score, Selectivity, Window};

/// The least number of empties at which solving is cut.
const SOLVE_EMPTIES: u32 = 13;

/// The least depth at which a search with a depth is cut.
const CUT_DEPTH: u32 = 3;

impl Worker<'_> {
    /// The probable answer to the null window above `alpha` of a search to `depth`, by
    /// a shallower search; `None` when it is not clear enough.
    pub(super) fn probable(
        &mut self,
        position: Position,
        alpha: Score,
        depth: u32,
    ) -> Result<Option<Score>, Stopped> {
        let Some(deviations) = deviations(self.selectivity).filter(|_| depth as i32 >= *super::tune::PCMIN) else {
            return Ok(None);
        };
        let shallow = 2 * (depth / *super::tune::PCD as u32) + depth % 2;
        let shallow = if shallow >= depth { depth - 2 } else { shallow };
        let margin = deviations
            * self.shared.evaluator.deviation(position.empty_count(), shallow, depth)
            / 100;
        let estimate = self.shared.evaluator.evaluate(position);
        let high = Score::saturating(alpha.centidiscs() + 1 + margin);
        let low = Score::saturating(alpha.centidiscs() - margin);
        let slack = *super::tune::PCSLACK;
        if estimate.centidiscs() >= alpha.centidiscs() - slack && high <= Score::MAX_ESTIMATE {
            let score = self.midgame(position, Window::null_above(high - 1), shallow)?;
            if score >= high {
                return Ok(Some(alpha + 1));
            }
        }
        if estimate.centidiscs() <= alpha.centidiscs() + slack && low >= -Score::MAX_ESTIMATE {
            let score = self.midgame(position, Window::null_above(low), shallow)?;
            if score <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// The probable answer to the null window above `alpha` (in discs) at the end of
    /// the game, by a shallow search; `None` when it is not clear enough.
    pub(super) fn probable_end(
        &mut self,
        position: Position,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(deviations) = deviations(self.selectivity).filter(|_| empties as i32 >= *super::tune::SVE)
        else {
            return Ok(None);
        };
        let depth = shallow_depth(empties);
        let margin = deviations * self.shared.evaluator.deviation(empties, depth, empties) / 100;
        let low = Score::saturating(alpha * Score::PER_DISC - margin);
        let high = Score::saturating((alpha + 1) * Score::PER_DISC + margin);
        let estimate = self.shared.evaluator.evaluate(position);
        if estimate >= high && high <= Score::MAX_ESTIMATE {
            let score = self.midgame(position, Window::null_above(high - 1), depth)?;
            if score >= high {
                return Ok(Some(alpha + 1));
            }
        }
        if estimate <= low && low >= -Score::MAX_ESTIMATE {
            let score = self.midgame(position, Window::null_above(low), depth)?;
            if score <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }
}

/// The standard deviations, in hundredths, that make a level's confidence one-sided
/// on a normal distribution; `None` when nothing may be cut.
fn deviations(selectivity: Selectivity) -> Option<i32> {
    match selectivity {
        Selectivity::Percent73 => Some(110),
        Selectivity::Percent87 => Some(150),
        Selectivity::Percent95 => Some(200),
        Selectivity::Percent98 => Some(260),
        Selectivity::Percent99 => Some(330),
        Selectivity::Full => None,
    }
}

/// The depth of the shallow search with `empties` empties; of the same parity, as
/// the evaluator leans to one side by parity.
fn shallow_depth(empties: u32) -> u32 {
    let depth = empties / *super::tune::SVD as u32;
    depth - (depth ^ empties) % 2
}
