//! ProbCut (Buro 1995): what a shallow search says about a deep one.
//!
//! The result of a deep search is taken to lie around that of a shallow search,
//! with a normally distributed error. Where the shallow result is so far outside
//! the window that the deep one is inside with less than the accepted risk, the
//! deep search is not made.

use super::parameters::Parameters;
use super::worker::{Stopped, Worker};
use crate::board::Position;
use crate::score::{Score, Selectivity, Window};

impl Worker<'_> {
    /// The probable answer to the null window above `alpha` of a search to `depth`, by
    /// a shallower search; `None` when it is not clear enough.
    pub(super) fn probable(
        &mut self,
        position: Position,
        alpha: Score,
        depth: u32,
    ) -> Result<Option<Score>, Stopped> {
        if self.selectivity == Selectivity::Full || depth < self.shared.parameters.probcut_depth {
            return Ok(None);
        }
        let shallow = (2 * (depth / 4) + depth % 2).min(depth - 2);
        let window = (alpha.centidiscs(), alpha.centidiscs() + 1);
        let side = self.clear_side(position, window, shallow, depth)?;
        Ok(side.map(|above| if above { alpha + 1 } else { alpha }))
    }

    /// The probable answer to the null window above `alpha` (in discs) at the end of
    /// the game, by a shallow search; `None` when it is not clear enough.
    pub(super) fn probable_end(
        &mut self,
        position: Position,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        if self.selectivity == Selectivity::Full || empties < self.shared.parameters.probcut_empties
        {
            return Ok(None);
        }
        // Of the same parity: the evaluator leans to one side by parity.
        let shallow = empties / 4;
        let shallow = shallow - (shallow ^ empties) % 2;
        let window = (alpha * Score::PER_DISC, (alpha + 1) * Score::PER_DISC);
        let side = self.clear_side(position, window, shallow, empties)?;
        Ok(side.map(|above| if above { alpha + 1 } else { alpha }))
    }

    /// Whether a search to the depth `deep` would come out above the window (from, to)
    /// in centidiscs, rather than below, as far as a search to the depth `shallow` is
    /// clear about it. Asked only where the evaluation by itself is as clear (FFO 40-45:
    /// 302 M nodes, 347 M where it only has to point to the side; 50 positions to depth
    /// 12: 3.1 and 3.5 M).
    fn clear_side(
        &mut self,
        position: Position,
        (from, to): (i32, i32),
        shallow: u32,
        deep: u32,
    ) -> Result<Option<bool>, Stopped> {
        let evaluator = self.shared.evaluator;
        let deviation = evaluator.deviation(position.empty_count(), shallow, deep);
        let margin = deviations(self.selectivity, self.shared.parameters) * deviation / 100;
        let estimate = evaluator.evaluate(position).centidiscs();
        let (low, high) = (Score::saturating(from - margin), Score::saturating(to + margin));
        if estimate >= high.centidiscs() && high <= Score::MAX_ESTIMATE {
            let score = self.midgame(position, Window::null_above(high - 1), shallow)?;
            if score >= high {
                return Ok(Some(true));
            }
        }
        if estimate <= low.centidiscs() && low >= -Score::MAX_ESTIMATE {
            let score = self.midgame(position, Window::null_above(low), shallow)?;
            if score <= low {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }
}
/// The standard deviations, in hundredths, that a level keeps from the window.
fn deviations(selectivity: Selectivity, parameters: &Parameters) -> i32 {
    match selectivity {
        Selectivity::Percent73 => parameters.deviations_73,
        Selectivity::Percent87 => parameters.deviations_87,
        Selectivity::Percent95 => parameters.deviations_95,
        Selectivity::Percent98 => parameters.deviations_98,
        Selectivity::Percent99 => parameters.deviations_99,
        // Never asked: nothing is left out.
        Selectivity::Full => i32::from(i16::MAX),
    }
}
