//! Ridge regression on rows that are sums of a few weights, by conjugate gradients.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Rows of the regression: each says that the sum of some weights should be its
/// target.
#[derive(Debug, Clone)]
pub(super) struct Rows<const N: usize> {
    /// The numbers of the weights, less `first`: there are millions of rows, and so
    /// they take half the memory.
    pub(super) offsets: Vec<[u16; N]>,
    /// What is the same for all rows.
    pub(super) first: [u32; N],
    pub(super) targets: Vec<f32>,
    /// How much each row counts.
    pub(super) counts: Vec<f32>,
}

impl<const N: usize> Rows<N> {
    /// The numbers of the weights of a row.
    fn weights(&self, row: usize) -> impl Iterator<Item = usize> {
        let offsets = self.offsets[row].iter();
        offsets.zip(&self.first).map(|(&offset, &first)| first as usize + usize::from(offset))
    }

    /// What `weights` say that the target of a row is.
    fn sum(&self, row: usize, weights: &[f64]) -> f64 {
        self.weights(row).map(|weight| weights[weight]).sum()
    }
}

/// The rows are summed in so many parts, whatever the number of threads, so that
/// rounding does not depend on it.
const PARTS: usize = 16;

/// How a regression is solved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solver {
    /// How strongly each weight is held at its prior: as if so many rows had said
    /// that.
    pub(super) ridge: f64,
    /// At most so many steps.
    pub(super) steps: u32,
    /// Number of threads.
    pub(super) threads: usize,
}

/// The gradient norm, as a share of the first one, at which the solution is good.
const TOLERANCE: f64 = 1e-3;

impl Solver {
    /// The weights that minimise the squared errors of `rows` plus the squared
    /// distance to `prior` times the ridge.
    pub(super) fn solve<const N: usize>(&self, rows: &Rows<N>, prior: &[f64]) -> Vec<f64> {
        let diagonal = self.diagonal(rows, prior.len());
        let mut weights = prior.to_vec();
        // At the prior the ridge pulls nowhere.
        let mut residual = self
            .gather(rows, prior.len(), |row| f64::from(rows.targets[row]) - rows.sum(row, prior));
        let scaled = |residual: &[f64]| -> Vec<f64> {
            residual.iter().zip(&diagonal).map(|(value, scale)| value / scale).collect()
        };
        let mut step = scaled(&residual);
        let mut size = dot(&residual, &step);
        let good = size * TOLERANCE * TOLERANCE;
        for _ in 0..self.steps {
            if size <= good {
                break;
            }
            let mut image = self.gather(rows, prior.len(), |row| rows.sum(row, &step));
            add(&mut image, self.ridge, &step);
            let length = size / dot(&step, &image);
            add(&mut weights, length, &step);
            add(&mut residual, -length, &image);
            let next = scaled(&residual);
            let next_size = dot(&residual, &next);
            let turn = next_size / size;
            step = next.iter().zip(&step).map(|(next, step)| next + turn * step).collect();
            size = next_size;
        }
        weights
    }

    /// How often each weight is used, ridge included.
    fn diagonal<const N: usize>(&self, rows: &Rows<N>, weights: usize) -> Vec<f64> {
        let mut diagonal = self.gather(rows, weights, |_| 1.0);
        diagonal.iter_mut().for_each(|count| *count += self.ridge);
        diagonal
    }

    /// For each weight the sum of `value` over the rows that use it.
    fn gather<const N: usize>(
        &self,
        rows: &Rows<N>,
        weights: usize,
        value: impl Fn(usize) -> f64 + Sync,
    ) -> Vec<f64> {
        let part_len = rows.targets.len().div_ceil(PARTS);
        let part = |part: usize| {
            let mut sums = vec![0.0; weights];
            let end = rows.targets.len().min((part + 1) * part_len);
            for row in (part * part_len).min(end)..end {
                let value = value(row) * f64::from(rows.counts[row]);
                for weight in rows.weights(row) {
                    sums[weight] += value;
                }
            }
            sums
        };
        let mut total = vec![0.0; weights];
        for sums in in_parallel(self.threads, PARTS, part) {
            add(&mut total, 1.0, &sums);
        }
        total
    }
}

/// The results of `job` for the numbers below `jobs`, in order.
pub(super) fn in_parallel<T: Send>(
    threads: usize,
    jobs: usize,
    job: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Relaxed);
            if index >= jobs {
                return results;
            }
            results.push((index, job(index)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for thread in others {
            let found = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            results.extend(found);
        }
        results
    });
    results.sort_unstable_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Adds `factor` times `more` to `values`.
fn add(values: &mut [f64], factor: f64, more: &[f64]) {
    values.iter_mut().zip(more).for_each(|(value, more)| *value += factor * more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Rows that draw one weight from each of three groups of ten, and the weights
    /// that explain them.
    fn made_up(count: usize) -> (Rows<3>, Vec<f64>) {
        let mut random = Random::new(5, 0);
        let weights: Vec<f64> = (0..30).map(|_| f64::from(random.below(200)) - 100.0).collect();
        let mut rows = Rows {
            offsets: Vec::new(),
            first: [0, 10, 20],
            targets: Vec::new(),
            counts: vec![1.0; count],
        };
        for row in 0..count {
            rows.offsets.push(std::array::from_fn(|_| random.below(10) as u16));
            rows.targets.push(rows.sum(row, &weights) as f32);
        }
        (rows, weights)
    }

    #[test]
    fn made_up_data_is_explained() {
        let (rows, weights) = made_up(2000);
        let solver = Solver { ridge: 0.01, steps: 200, threads: 2 };
        let found = solver.solve(&rows, &[0.0; 30]);
        for row in 0..rows.targets.len() {
            assert!((rows.sum(row, &found) - rows.sum(row, &weights)).abs() < 0.5);
        }
        assert_eq!(found, Solver { threads: 1, ..solver }.solve(&rows, &[0.0; 30]));
    }

    #[test]
    fn weights_without_rows_stay_at_the_prior_and_a_strong_ridge_holds_all() {
        let (rows, _) = made_up(100);
        let prior: Vec<f64> = (0..31).map(f64::from).collect();
        let loose = Solver { ridge: 1.0, steps: 50, threads: 1 };
        assert_eq!(loose.solve(&rows, &prior)[30], 30.0);
        let held = Solver { ridge: 1e9, ..loose }.solve(&rows, &prior);
        assert!(held.iter().zip(&prior).all(|(held, prior)| (held - prior).abs() < 0.01));
    }
}
