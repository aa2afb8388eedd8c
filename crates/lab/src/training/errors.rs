//! Error statistics of estimates.

use engine::score::Score;

/// Error sums over pairs of estimate and true score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Errors {
    /// The number of pairs.
    pub count: u64,
    absolute: u64,
    squared: u64,
    signed: i64,
}

impl Errors {
    /// Adds an estimate and the true score.
    pub fn add(&mut self, estimate: Score, truth: Score) {
        let error = i64::from(estimate.centidiscs() - truth.centidiscs());
        let size = error.unsigned_abs();
        self.count += 1;
        self.absolute += size;
        self.squared += size * size;
        self.signed += error;
    }

    /// Adds the pairs of `other`.
    pub fn merge(&mut self, other: &Errors) {
        self.count += other.count;
        self.absolute += other.absolute;
        self.squared += other.squared;
        self.signed += other.signed;
    }

    /// The mean absolute error, in discs.
    #[must_use]
    pub fn mean_absolute(&self) -> f64 {
        self.mean(self.absolute as f64) / f64::from(Score::PER_DISC)
    }

    /// The root mean square error, in discs.
    #[must_use]
    pub fn root_mean_square(&self) -> f64 {
        self.mean(self.squared as f64).sqrt() / f64::from(Score::PER_DISC)
    }

    /// The mean of estimate minus truth, in discs.
    #[must_use]
    pub fn bias(&self) -> f64 {
        self.mean(self.signed as f64) / f64::from(Score::PER_DISC)
    }

    /// `sum` per pair; 0 without pairs.
    fn mean(&self, sum: f64) -> f64 {
        sum / self.count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_mean_and_deviation() {
        let mut errors = Errors::default();
        let mut other = Errors::default();
        errors.add(Score::saturating(300), Score::saturating(200));
        other.add(Score::saturating(-400), Score::ZERO);
        errors.merge(&other);
        assert_eq!(errors.count, 2);
        assert_eq!(errors.mean_absolute(), 2.5);
        assert_eq!(errors.bias(), -1.5);
        assert!((errors.root_mean_square() - 8.5_f64.sqrt()).abs() < 1e-9);
        assert_eq!(Errors::default().mean_absolute(), 0.0);
    }
}
