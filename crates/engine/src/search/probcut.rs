//! Multi-ProbCut (Buro 1995, 1997): cuts a node by the result of a shallow search. See
//! docs/search.md, ProbCut.
//!
//! The score of a deep search is modelled as the score of a shallow search plus a normal error. The
//! standard deviation of the error is measured by empties and by both depths. A node is cut if the
//! shallow score lies far enough outside the null window, in standard deviations. Shallow searches
//! also use ProbCut, without a limit on the nesting.

use super::parameters::Parameters;
use super::tt::Entry;
use super::worker::{Interrupt, Worker};
use crate::score::{Score, Selectivity, Window};
use othello::board::{Bitboard, Position};

impl Worker<'_> {
    /// ProbCut of a midgame node with the null window above `alpha`. Returns the score if the node
    /// is cut. `entry` is the node's table entry.
    pub(super) fn probcut_midgame(
        &mut self,
        position: Position,
        moves: Bitboard,
        alpha: Score,
        depth: u32,
        entry: Option<Entry>,
    ) -> Result<Option<Score>, Interrupt> {
        if self.selectivity == Selectivity::Full || depth < self.shared.parameters.probcut_depth {
            return Ok(None);
        }
        // About half the depth, of the same parity.
        let shallow = (2 * (depth / 4) + depth % 2).min(depth - 2);
        let window = (alpha.centidiscs(), alpha.centidiscs() + 1);
        let fails_high = self.probcut(position, moves, window, shallow, depth, entry)?;
        Ok(fails_high.map(|high| if high { alpha + 1 } else { alpha }))
    }

    /// Futility pruning of a frontier node with the null window above `alpha`. Returns the score of
    /// the node if its static evaluation is far enough outside the window.
    pub(super) fn futility_cutoff(
        &mut self,
        position: Position,
        moves: Bitboard,
        alpha: Score,
    ) -> Option<Score> {
        let deviation = self.evaluator.deviation(position.empty_count(), 0, 1);
        let margin = self.shared.parameters.deviations_last_ply * deviation / 100;
        let estimate = self.evaluate(position, moves).centidiscs();
        if estimate > alpha.centidiscs() + margin {
            Some(alpha + 1)
        } else if estimate <= alpha.centidiscs() - margin {
            Some(alpha)
        } else {
            None
        }
    }

    /// ProbCut of an endgame node with the null window above `alpha`, in discs. Returns the score
    /// if the node is cut.
    pub(super) fn probcut_endgame(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Interrupt> {
        if self.selectivity == Selectivity::Full || empties < self.shared.parameters.probcut_empties
        {
            return Ok(None);
        }
        // Of the same parity, because the evaluator favours the side that moves last.
        let shallow = empties / 4;
        let shallow = shallow - (shallow ^ empties) % 2;
        let window = (alpha * Score::PER_DISC, (alpha + 1) * Score::PER_DISC);
        let fails_high = self.probcut(position, moves, window, shallow, empties, None)?;
        // Final scores are even: the next above alpha, or the highest up to alpha.
        Ok(fails_high.map(|high| if high { (alpha + 2) & !1 } else { alpha & !1 }))
    }

    /// Whether a search to the depth `deep` probably fails high (`true`) or low (`false`) for the
    /// window (`alpha`, `beta`) in centidiscs; `None` if neither is likely enough. The search to
    /// the depth `shallow` is skipped if `entry` has its result, or if the static evaluation is not
    /// far enough outside the window.
    fn probcut(
        &mut self,
        position: Position,
        moves: Bitboard,
        (alpha, beta): (i32, i32),
        shallow: u32,
        deep: u32,
        entry: Option<Entry>,
    ) -> Result<Option<bool>, Interrupt> {
        let deviation = self.evaluator.deviation(position.empty_count(), shallow, deep);
        let margin = deviations(self.selectivity, &self.shared.parameters) * deviation / 100;
        let (low, high) = (Score::saturating(alpha - margin), Score::saturating(beta + margin));
        let (may_be_low, may_be_high) = (low >= -Score::MAX_ESTIMATE, high <= Score::MAX_ESTIMATE);
        if let Some(known) = entry.filter(|entry| entry.serves(shallow, self.selectivity)) {
            if may_be_high && known.lower >= high {
                return Ok(Some(true));
            }
            if may_be_low && known.upper <= low {
                return Ok(Some(false));
            }
        }
        let estimate = self.evaluate(position, moves);
        let mut search = |alpha| match shallow {
            0 => Ok(estimate),
            _ => self.midgame(position, moves, Window::null_above(alpha), shallow),
        };
        if may_be_high && estimate >= high && search(high - 1)? >= high {
            return Ok(Some(true));
        }
        if may_be_low && estimate <= low && search(low)? <= low {
            return Ok(Some(false));
        }
        Ok(None)
    }
}

/// The margin of ProbCut in 1/100 of a standard deviation.
fn deviations(selectivity: Selectivity, parameters: &Parameters) -> i32 {
    match selectivity {
        Selectivity::Percent73 => parameters.deviations_73,
        Selectivity::Percent87 => parameters.deviations_87,
        Selectivity::Percent95 => parameters.deviations_95,
        Selectivity::Percent98 => parameters.deviations_98,
        Selectivity::Percent99 => parameters.deviations_99,
        // Not used: nothing is cut.
        Selectivity::Full => i32::from(i16::MAX),
    }
}
