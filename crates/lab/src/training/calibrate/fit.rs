//! Maximum-likelihood fit of the ProbCut error model.

use super::pairs::{ErrorsByPair, Pair};
use engine::eval::ErrorModel;
use engine::eval::deviations::{DEPTH_KNOTS, LEAF_KNOTS, place};
use engine::score::Score;

/// Iterations, some hundreds more than convergence needs.
const ROUNDS: usize = 1000;

/// Initial variance of a step, in centidiscs squared.
const START: f64 = 10_000.0;

/// The error model that makes `errors` of equal parity most likely. Errors are normal with mean 0.
/// `None` without errors.
///
/// The variance is linear in each factor. Multiplicative updates never reduce the likelihood and keep
/// the numbers positive (Févotte, Bertin and Durrieu 2009: Itakura-Saito non-negative matrix
/// factorization).
#[must_use]
pub fn fit(errors: &ErrorsByPair) -> Option<ErrorModel> {
    let comparable = errors.iter().filter(|(pair, _)| pair.has_one_parity());
    let cells: Vec<Cell> = comparable
        .map(|(&pair, errors)| Cell {
            shares: shares(pair),
            count: errors.count as f64,
            mean_square: (errors.root_mean_square() * f64::from(Score::PER_DISC)).powi(2),
        })
        .collect();
    if cells.is_empty() {
        return None;
    }
    let (mut by_depth, mut by_leaf) = ([1.0; DEPTH_KNOTS.len()], [START; LEAF_KNOTS.len()]);
    for _ in 0..ROUNDS {
        let terms = |cell: &Cell| cell.shares.map(|shares| dot(&shares, &by_leaf));
        improve(&mut by_depth, &cells, terms);
        let terms = |cell: &Cell| {
            let share = |leaf| cell.shares.map(|shares| shares[leaf]);
            std::array::from_fn(|leaf| dot(&share(leaf), &by_depth))
        };
        improve(&mut by_leaf, &cells, terms);
    }
    let first = by_depth[0];
    let whole = |number: f64, largest: u32| (number.round() as u32).clamp(1, largest);
    Some(ErrorModel {
        by_depth: by_depth.map(|depth| {
            whole(depth / first * f64::from(ErrorModel::WHOLE), ErrorModel::MAX_SHARE)
        }),
        by_leaf: by_leaf.map(|leaf| whole(leaf * first, ErrorModel::MAX)),
    })
}

/// The measurement of a pair.
struct Cell {
    /// The coefficient of each product of the two factors in the variance.
    shares: [[f64; LEAF_KNOTS.len()]; DEPTH_KNOTS.len()],
    count: f64,
    /// The measured variance, in centidiscs squared.
    mean_square: f64,
}

fn shares(pair: Pair) -> [[f64; LEAF_KNOTS.len()]; DEPTH_KNOTS.len()] {
    let mut shares = [[0.0; LEAF_KNOTS.len()]; DEPTH_KNOTS.len()];
    for depth in pair.shallow..pair.deep {
        for (row, of_depth) in weights(&DEPTH_KNOTS, depth) {
            for (column, of_leaf) in weights(&LEAF_KNOTS, pair.empties - depth) {
                shares[row][column] += of_depth * of_leaf;
            }
        }
    }
    shares
}

/// The two knots around `at` with their weights.
fn weights(knots: &[u32], at: u32) -> [(usize, f64); 2] {
    let (index, past, distance) = place(knots, at);
    let share = f64::from(past) / f64::from(distance);
    [(index, 1.0 - share), (index + 1, share)]
}

/// Updates `factor`. The variance of a cell is the sum of the factor times its `terms`.
fn improve<const N: usize>(
    factor: &mut [f64; N],
    cells: &[Cell],
    terms: impl Fn(&Cell) -> [f64; N],
) {
    let (mut found, mut expected) = ([0.0; N], [0.0; N]);
    for cell in cells {
        let terms = terms(cell);
        let variance = dot(&terms, factor);
        for (index, term) in terms.into_iter().enumerate() {
            found[index] += cell.count * term * cell.mean_square / (variance * variance);
            expected[index] += cell.count * term / variance;
        }
    }
    for ((number, found), expected) in factor.iter_mut().zip(found).zip(expected) {
        if found > 0.0 {
            *number *= (found / expected).sqrt();
        }
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::errors::Errors;
    use engine::eval::Deviations;

    #[test]
    fn the_fit_recovers_constants() {
        let model = ErrorModel {
            by_depth: [1024, 500, 200, 50],
            by_leaf: [70_000, 50_000, 24_000, 17_000, 5000],
        };
        let deviations = Deviations::new(model);
        let mut errors = ErrorsByPair::new();
        for empties in 13..=54 {
            for shallow in 0..=8 {
                for deep in (shallow + 2..=10).step_by(2).chain([empties]) {
                    let size = deviations.get(empties, shallow, deep);
                    let mut both = Errors::default();
                    both.add(Score::saturating(size), Score::ZERO);
                    both.add(Score::saturating(-size), Score::ZERO);
                    errors.insert(Pair { empties, shallow, deep }, both);
                }
            }
        }
        let found = fit(&errors).expect("there are errors");
        let near = |found: u32, set: u32| found.abs_diff(set) <= set / 20;
        assert!(
            found.by_depth.into_iter().zip(model.by_depth).all(|(a, b)| near(a, b)),
            "{found:?}"
        );
        assert!(found.by_leaf.into_iter().zip(model.by_leaf).all(|(a, b)| near(a, b)), "{found:?}");
        assert_eq!(fit(&ErrorsByPair::new()), None);
    }
}
