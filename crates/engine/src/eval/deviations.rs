//! [`Deviations`]: the standard deviations between shallow and deep searches, for ProbCut.
//!
//! The model: searches to the depths d, d + 1, d + 2, .. differ by independent errors. The variance
//! between two depths of the same parity is the sum of the variances of the steps between them. The
//! variance of a step is the product of two piecewise linear functions: one of its depth, and one
//! of the empties at its leaves. Scores of different parity also have a bias. They are compared
//! only at depths 0 and 1, where the bias is small.

use std::fmt;

use othello::board::Position;

/// The knots of the depth function.
pub const DEPTH_KNOTS: [u32; 4] = [0, 3, 8, 16];

/// The knots of the function of leaf empties.
pub const LEAF_KNOTS: [u32; 5] = [1, 8, 16, 28, 50];

/// The constants of an evaluator, fitted by `outflank calibrate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorModel {
    /// The variance of a step at each of the [`DEPTH_KNOTS`], relative to depth 0, in
    /// 1/[`ErrorModel::WHOLE`].
    pub by_depth: [u32; DEPTH_KNOTS.len()],
    /// The variance of a step from depth 0 at each of the [`LEAF_KNOTS`], in centidiscs squared.
    pub by_leaf: [u32; LEAF_KNOTS.len()],
}

impl ErrorModel {
    /// The unit of [`ErrorModel::by_depth`].
    pub const WHOLE: u32 = 1024;

    /// Maximum of [`ErrorModel::by_depth`].
    pub const MAX_SHARE: u32 = 64 * ErrorModel::WHOLE;

    /// Maximum of [`ErrorModel::by_leaf`]: a deviation of 64 discs.
    pub const MAX: u32 = 6400 * 6400;

    /// Whether all constants are in range.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let depths = self.by_depth.iter().all(|share| (1..=ErrorModel::MAX_SHARE).contains(share));
        depths && self.by_leaf.iter().all(|variance| (1..=ErrorModel::MAX).contains(variance))
    }

    /// The variance of the step from `depth`, in centidiscs squared.
    fn variance(&self, empties: u32, depth: u32) -> u64 {
        let by_leaf = interpolate(&LEAF_KNOTS, &self.by_leaf, empties - depth);
        by_leaf * interpolate(&DEPTH_KNOTS, &self.by_depth, depth) / u64::from(ErrorModel::WHOLE)
    }
}

/// The position of `at` among `knots`: the index of the knot before it, the distance from that
/// knot, and the distance between that knot and the next. `at` is clamped to the knots.
#[must_use]
pub fn place(knots: &[u32], at: u32) -> (usize, u32, u32) {
    let at = at.clamp(knots[0], knots[knots.len() - 1]);
    let index = knots[1..knots.len() - 1].iter().take_while(|&&knot| knot <= at).count();
    (index, at - knots[index], knots[index + 1] - knots[index])
}

/// The piecewise linear function with `values` at `knots`.
fn interpolate(knots: &[u32], values: &[u32], at: u32) -> u64 {
    let (index, past, distance) = place(knots, at);
    let (before, after) = (u64::from(values[index]), u64::from(values[index + 1]));
    (before * u64::from(distance - past) + after * u64::from(past)) / u64::from(distance)
}

/// Maximum empties of the table. Higher numbers are clamped.
const EMPTIES: u32 = Position::START_EMPTIES;

/// Maximum depth of the shallow search in the table.
const SHALLOW: u32 = 20;

/// Minimum deviation, in centidiscs.
const FLOOR: u64 = 50;

/// A table of the standard deviations, for all empties and depths.
#[derive(Clone)]
pub struct Deviations {
    model: ErrorModel,
    /// Indexed by empties, deep depth and shallow depth.
    table: Vec<u16>,
}

/// Omits the table.
impl fmt::Debug for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.model.fmt(f)
    }
}

impl Deviations {
    /// Tabulates `model`.
    #[must_use]
    pub fn new(model: ErrorModel) -> Deviations {
        let mut table = Vec::with_capacity(entry(EMPTIES + 1, 0, 0));
        for empties in 0..=EMPTIES {
            // The variances between depth 0 and each depth.
            let mut sums = [0; EMPTIES as usize + 1];
            for depth in 0..EMPTIES {
                let step = if depth < empties { model.variance(empties, depth) } else { 0 };
                sums[depth as usize + 1] = sums[depth as usize] + step;
            }
            for deep in sums {
                let shallow = &sums[..=SHALLOW as usize];
                table.extend(shallow.iter().map(|&shallow| {
                    let deviation = deep.saturating_sub(shallow).isqrt().max(FLOOR);
                    u16::try_from(deviation).unwrap_or(u16::MAX)
                }));
            }
        }
        Deviations { model, table }
    }

    /// The constants.
    #[must_use]
    pub fn error_model(&self) -> &ErrorModel {
        &self.model
    }

    /// The standard deviation, in centidiscs, between the scores of two searches, to the depths
    /// `shallow` and `deep`. A search to the end has the depth `empties`. Both depths have the same
    /// parity, except for 0 and 1.
    #[inline]
    #[must_use]
    pub fn get(&self, empties: u32, shallow: u32, deep: u32) -> i32 {
        let (empties, deep) = (empties.min(EMPTIES), deep.min(EMPTIES));
        self.table[entry(empties, deep, shallow.min(SHALLOW))].into()
    }
}

/// The index in the table.
const fn entry(empties: u32, deep: u32, shallow: u32) -> usize {
    ((empties * (EMPTIES + 1) + deep) * (SHALLOW + 1) + shallow) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Classic, Evaluator, Pattern};

    #[test]
    fn interpolation_hits_the_knots_and_is_constant_outside() {
        let values = [10, 40, 30];
        let at = |at| interpolate(&[2, 5, 15], &values, at);
        assert_eq!([0, 2, 3, 5, 10, 15, 60].map(at), [10, 10, 20, 40, 35, 30, 30]);
    }

    #[test]
    fn the_variance_is_the_sum_of_the_steps() {
        let model = ErrorModel { by_depth: [1024, 1024, 512, 512], by_leaf: [40_000; 5] };
        let deviations = Deviations::new(model);
        assert_eq!(deviations.get(40, 0, 1), 200);
        assert_eq!(deviations.get(40, 8, 12), (4.0_f64 * 20_000.0).sqrt() as i32);
        assert_eq!(deviations.get(20, 16, 20), deviations.get(20, 16, 30));
        assert_eq!(deviations.get(20, 16, 16), FLOOR as i32);
    }

    #[test]
    fn the_deviation_grows_with_the_depth_difference() {
        let evaluators: [&dyn Evaluator; 2] = [&Classic, &Pattern::embedded()];
        for evaluator in evaluators {
            for empties in 0..=EMPTIES {
                for shallow in 0..SHALLOW.min(empties) {
                    for deep in shallow + 1..=empties {
                        let deviation = evaluator.deviation(empties, shallow, deep);
                        assert!((FLOOR as i32..=2500).contains(&deviation));
                        assert!(deviation >= evaluator.deviation(empties, shallow + 1, deep));
                        assert!(deviation <= evaluator.deviation(empties, shallow, deep + 1));
                    }
                }
            }
        }
    }

    #[test]
    fn arguments_are_clamped_to_the_table() {
        let pattern = Pattern::embedded();
        assert_eq!(pattern.deviation(64, 4, 70), pattern.deviation(60, 4, 60));
        assert_eq!(pattern.deviation(40, 30, 34), pattern.deviation(40, SHALLOW, 34));
    }
}
