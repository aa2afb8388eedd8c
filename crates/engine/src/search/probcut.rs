//! Multi-ProbCut (Buro 1995, 1997): cutting nodes by the result of a shallow search.
//!
//! The result of a deep search is modelled as that of a shallow search plus a normally
//! distributed error, whose deviation is measured for the evaluator by empties and by both
//! depths. Where the shallow result lies so many deviations outside the null window that the
//! deep one would be inside only with the accepted risk, the node is cut.
//!
//! Shallow searches are cut in the same way, one inside another without a limit. Tried without
//! gain (50 positions to depth 14: 15.1 M nodes as it is; 302 positions with 26 empties to depth
//! 12, not extended: 1.91 discs off): to cut none inside another (21.8 M nodes, 1.86), or one
//! (15.3 M, 1.90); searches to two fifths of the depth (15.8 M, 1.91) or to half of it (15.2 M,
//! 1.90); to try a quarter of the depth first (14.6 M, 1.93); to search where the static
//! evaluation is 0.6 times as far outside the window (15.3 M, 1.90). Nor is it of use to store in the
//! table what is cut (to depth 20 38.1 M nodes instead of 37.4 M, FFO 40-49 278 M instead of 275 M), or
//! to ask in the solver by the middle between two final scores, which are even, whatever alpha is
//! (FFO 40-49 290 M nodes instead of 292 M, 50-54 2851 M instead of 2823 M).

use super::parameters::Parameters;
use super::tt::Entry;
use super::worker::{Interrupt, Worker};
use crate::score::{Score, Selectivity, Window};
use othello::board::{Bitboard, Position};

impl Worker<'_> {
    /// ProbCut of a node that is searched to `depth` with the null window above `alpha`, with these
    /// legal `moves`, of which the table holds `entry`: the score to return if it is cut.
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
        let shallow = (2 * (depth / 4) + depth % 2).min(depth - 2);
        let window = (alpha.centidiscs(), alpha.centidiscs() + 1);
        let side = self.probcut_side(position, moves, window, shallow, depth, entry)?;
        Ok(side.map(|above| if above { alpha + 1 } else { alpha }))
    }

    /// ProbCut of a node that is searched to depth 1 with the null window above `alpha`, by its
    /// static evaluation: the score to return if it is cut. That the evaluation is 0.4 to 0.7 discs
    /// above a search to depth 1 is left out: without as much of it, up to 0.8, searches to depth 8
    /// to 11 of 659 positions are as far off, with as many nodes. Nor is it quicker to evaluate the
    /// position with what was kept of the one before it, where that has depth 2.
    pub(super) fn probcut_last_ply(
        &mut self,
        position: Position,
        moves: Bitboard,
        alpha: Score,
    ) -> Option<Score> {
        let evaluator = self.evaluator;
        let deviation = evaluator.deviation(position.empty_count(), 0, 1);
        let margin = self.shared.parameters.deviations_last_ply * deviation / 100;
        let estimate = self
            .values
            .get(position, || evaluator.evaluate_with_moves(position, moves))
            .centidiscs();
        if estimate > alpha.centidiscs() + margin {
            Some(alpha + 1)
        } else if estimate <= alpha.centidiscs() - margin {
            Some(alpha)
        } else {
            None
        }
    }

    /// ProbCut of a node that is solved with the null window above `alpha`, in discs, with these legal
    /// `moves`: the score to return if it is cut.
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
        // Of the same parity: the evaluator is biased by the side that moves last.
        let shallow = empties / 4;
        let shallow = shallow - (shallow ^ empties) % 2;
        let window = (alpha * Score::PER_DISC, (alpha + 1) * Score::PER_DISC);
        let side = self.probcut_side(position, moves, window, shallow, empties, None)?;
        // Final scores are even: the next one above alpha, or the next one down from it.
        Ok(side.map(|above| if above { (alpha + 2) & !1 } else { alpha & !1 }))
    }

    /// Whether a search to the depth `deep` is expected to fail high (`true`) or low
    /// (`false`) for the window (from, to), in centidiscs, by a search to the depth `shallow`;
    /// `None` if neither is likely enough. If `entry` knows the result of such a search, none is
    /// made (50 positions to depth 16: 8.9 M nodes, 9.3 M without; of no use in the solver), and
    /// otherwise only if the static evaluation is as far outside the window (FFO 40-45: 302 M
    /// nodes, 347 M where it only has to be on that side of it; 50 positions to depth 12: 3.1 and
    /// 3.5 M).
    fn probcut_side(
        &mut self,
        position: Position,
        moves: Bitboard,
        (from, to): (i32, i32),
        shallow: u32,
        deep: u32,
        entry: Option<Entry>,
    ) -> Result<Option<bool>, Interrupt> {
        let evaluator = self.evaluator;
        let deviation = evaluator.deviation(position.empty_count(), shallow, deep);
        let margin = deviations(self.selectivity, &self.shared.parameters) * deviation / 100;
        let (low, high) = (Score::saturating(from - margin), Score::saturating(to + margin));
        let (may_be_low, may_be_high) = (low >= -Score::MAX_ESTIMATE, high <= Score::MAX_ESTIMATE);
        if let Some(known) = entry.filter(|entry| entry.serves(shallow, self.selectivity)) {
            if may_be_high && known.lower >= high {
                return Ok(Some(true));
            }
            if may_be_low && known.upper <= low {
                return Ok(Some(false));
            }
        }
        let estimate = self.values.get(position, || evaluator.evaluate_with_moves(position, moves));
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

/// How far a shallow result has to lie outside the window, in hundredths of a standard
/// deviation.
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
