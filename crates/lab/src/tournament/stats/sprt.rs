//! [`Sprt`]: a sequential probability ratio test.

use super::elo::{SHARES, score_of_elo};
use super::{Pairs, pair_count};

/// Pseudo-count of a pair result that has not occurred, so that no result is impossible.
const UNSEEN: f64 = 1e-3;

/// Bisection steps for the multiplier: enough for the last bit of an `f64`.
const HALVINGS: u32 = 60;

/// Maximum Elo difference: above it, the score is too close to 1.
const MAX_ELO: f64 = 3000.0;

/// A sequential probability ratio test (Wald 1945) of two logistic Elo differences, with pairs of
/// games as observations.
///
/// Each hypothesis uses the most likely distribution of pairs with its mean (generalised SPRT; Michel
/// Van den Bergh, Comments on normalized Elo, 2020).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
    bounds: [f64; 2],
}

/// Why the parameters of a test are invalid.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error(
        "invalid hypotheses {0} and {1}: expected two Elo differences up to 3000 in rising order"
    )]
    Elo(f64, f64),
    /// The error probabilities are out of range.
    #[error("invalid error probabilities {0} and {1}: expected values above 0 and below 0.5")]
    Errors(f64, f64),
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The lower difference is accepted.
    Lower,
    /// Undecided.
    Open,
    /// The higher difference is accepted.
    Higher,
}

impl Sprt {
    /// The test of `elo[0]` against `elo[1]`. `alpha` is the probability of rejecting a true
    /// `elo[0]`, and `beta` is the probability of rejecting a true `elo[1]`.
    ///
    /// # Errors
    /// If the parameters are invalid.
    pub fn new(elo: [f64; 2], alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(elo[0] < elo[1] && elo.iter().all(|elo| elo.abs() <= MAX_ELO)) {
            return Err(SprtError::Elo(elo[0], elo[1]));
        }
        if ![alpha, beta].iter().all(|&error| error > 0.0 && error < 0.5) {
            return Err(SprtError::Errors(alpha, beta));
        }
        let bounds = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
        Ok(Sprt { elo, bounds })
    }

    /// The two Elo differences.
    #[must_use]
    pub fn elo(&self) -> [f64; 2] {
        self.elo
    }

    /// The log-likelihood ratios that accept the lower and the higher difference.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// The log-likelihood ratio of `pairs`, higher against lower difference.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pair_count(pairs) == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [lower, higher] = self.elo.map(|elo| most_likely(&counts, score_of_elo(elo)));
        let terms = counts.iter().zip(lower.iter().zip(higher));
        terms.map(|(count, (lower, higher))| count * (higher / lower).ln()).sum()
    }

    /// The verdict after `pairs`.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio <= self.bounds[0] {
            Verdict::Lower
        } else if ratio >= self.bounds[1] {
            Verdict::Higher
        } else {
            Verdict::Open
        }
    }
}

/// The distribution of pairs with mean `score` that makes `counts` most likely.
///
/// With Lagrange multiplier m the probabilities are f / (1 + m (share - score)) for frequencies f. The
/// mean falls as m grows between the poles.
fn most_likely(counts: &[f64; 5], score: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let at = |multiplier: f64| {
        let mut probabilities = [0.0; 5];
        for (index, probability) in probabilities.iter_mut().enumerate() {
            *probability = counts[index] / total / (1.0 + multiplier * (SHARES[index] - score));
        }
        probabilities
    };
    let excess = |probabilities: &[f64; 5]| -> f64 {
        probabilities.iter().zip(SHARES).map(|(p, share)| p * (share - score)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(&at(middle)) > 0.0 { low = middle } else { high = middle }
    }
    at(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::random::Random;

    fn sprt(lower: f64, higher: f64) -> Sprt {
        Sprt::new([lower, higher], 0.05, 0.05).unwrap()
    }

    fn close(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() <= tolerance, "{left} {right}");
    }

    #[test]
    fn bounds_follow_wald() {
        // ln 19.
        assert_eq!(
            sprt(0.0, 5.0).bounds().map(|bound| (bound * 1000.0).round()),
            [-2944.0, 2944.0]
        );
        let [low, high] = Sprt::new([0.0, 5.0], 0.1, 0.01).unwrap().bounds();
        close(low, (0.01_f64 / 0.9).ln(), 1e-12);
        close(high, 9.9_f64.ln(), 1e-12);
    }

    #[test]
    fn the_most_likely_distribution_has_the_requested_mean() {
        let counts = [10.0, 20.0, 40.0, 20.0, 10.0];
        let even = most_likely(&counts, 0.5);
        for (probability, count) in even.iter().zip(counts) {
            close(*probability, count / 100.0, 1e-12);
        }
        let better = most_likely(&counts, 0.6);
        close(better.iter().sum(), 1.0, 1e-9);
        close(better.iter().zip(SHARES).map(|(p, share)| p * share).sum(), 0.6, 1e-9);
    }

    #[test]
    fn decisive_pairs_reduce_to_the_binomial_test() {
        // 600 of 1000 with hypotheses s0 and s1: 600 ln(s1/s0) + 400 ln((1-s1)/(1-s0)).
        let test = sprt(0.0, 100.0);
        let score = 1.0 / (1.0 + 10.0_f64.powf(-0.25));
        let by_hand = 600.0 * (score / 0.5).ln() + 400.0 * ((1.0 - score) / 0.5).ln();
        close(test.log_likelihood_ratio(&[400, 0, 0, 0, 600]), by_hand, 0.01);
    }

    #[test]
    fn near_equality_it_approximates_a_normal_test() {
        // Shares have the mean 0.51 and the variance 0.0799, by hand from the counts:
        // (100 * 0.2601 + 200 * 0.0676 + 380 * 0.0001 + 200 * 0.0576 + 120 * 0.2401) / 1000.
        let pairs = [100, 200, 380, 200, 120];
        let mean = 0.51;
        let variance = (26.01 + 13.52 + 0.038 + 11.52 + 28.812) / 1000.0;
        let [lower, higher] = [0.0, 5.0].map(score_of_elo);
        let by_hand = 1000.0 * (higher - lower) * (2.0 * mean - lower - higher) / (2.0 * variance);
        close(sprt(0.0, 5.0).log_likelihood_ratio(&pairs), by_hand, 0.01);
    }

    #[test]
    fn symmetric_hypotheses_are_equally_likely() {
        close(sprt(-5.0, 5.0).log_likelihood_ratio(&[10, 20, 40, 20, 10]), 0.0, 1e-9);
        close(sprt(-5.0, 5.0).log_likelihood_ratio(&[0, 0, 7, 0, 0]), 0.0, 1e-9);
        assert_eq!(sprt(0.0, 5.0).log_likelihood_ratio(&[0; 5]), 0.0);
    }

    #[test]
    fn the_test_accepts_both_hypotheses_and_not_too_early() {
        let test = sprt(0.0, 10.0);
        assert_eq!(test.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(test.verdict(&[0, 0, 0, 0, 1]), Verdict::Open);
        assert_eq!(test.verdict(&[100, 200, 380, 200, 120]), Verdict::Open);
        assert_eq!(test.verdict(&[1000, 2000, 3800, 2000, 1200]), Verdict::Higher);
        assert_eq!(test.verdict(&[1000, 2000, 3800, 2000, 1000]), Verdict::Lower);
        assert_eq!(test.verdict(&[500, 0, 0, 0, 0]), Verdict::Lower);
        assert_eq!(test.verdict(&[0, 0, 0, 0, 500]), Verdict::Higher);
    }

    /// Simulates `test` with independent games, 10 % draws and true difference `elo`. Returns the
    /// verdict and the number of pairs.
    fn simulated(test: &Sprt, elo: f64, random: &mut Random) -> (Verdict, u64) {
        let wins = (score_of_elo(elo) - 0.05) * 1e6;
        let mut half_points = || match f64::from(random.below(1_000_000)) {
            number if number < wins => 2,
            number if number < wins + 1e5 => 1,
            _ => 0,
        };
        let mut pairs = [0; 5];
        loop {
            pairs[half_points() + half_points()] += 1;
            let verdict = test.verdict(&pairs);
            if verdict != Verdict::Open {
                return (verdict, pair_count(&pairs));
            }
        }
    }

    #[test]
    fn error_rates_stay_below_the_bounds() {
        let test = sprt(0.0, 60.0);
        let mut random = Random::new(1, 0);
        for (elo, wrong) in [(0.0, Verdict::Higher), (60.0, Verdict::Lower)] {
            let runs: Vec<_> = (0..300).map(|_| simulated(&test, elo, &mut random)).collect();
            let errors = runs.iter().filter(|(verdict, _)| *verdict == wrong).count();
            // The expected 15, within three standard deviations.
            assert!((3..=26).contains(&errors), "{errors} at {elo}");
            // Wald: 0.9 ln 19 divided by the mean gain of a pair. The gain is the squared
            // difference in score divided by twice the variance of a pair's share.
            let pairs: u64 = runs.iter().map(|(_, pairs)| pairs).sum();
            let gain = (score_of_elo(60.0) - 0.5).powi(2) / (0.9 / 4.0);
            let expected = 0.9 * 19.0_f64.ln() / gain;
            assert!((0.9..1.3).contains(&(pairs as f64 / 300.0 / expected)), "{pairs} {expected}");
        }
    }

    #[test]
    fn invalid_tests_are_refused() {
        assert_eq!(Sprt::new([5.0, 0.0], 0.05, 0.05), Err(SprtError::Elo(5.0, 0.0)));
        assert_eq!(Sprt::new([0.0, 0.0], 0.05, 0.05), Err(SprtError::Elo(0.0, 0.0)));
        assert!(Sprt::new([f64::NAN, 1.0], 0.05, 0.05).is_err());
        assert_eq!(Sprt::new([0.0, 5.0], 0.0, 0.05), Err(SprtError::Errors(0.0, 0.05)));
        assert_eq!(Sprt::new([0.0, 5.0], 0.05, 0.5), Err(SprtError::Errors(0.05, 0.5)));
    }
}
