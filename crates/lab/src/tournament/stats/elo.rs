//! [`Estimate`]: an Elo difference with its interval.

use super::Pairs;

/// The score of a pair, 0 to 1, by index of [`Pairs`].
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half width of the 95 % interval of a normal distribution, in standard deviations.
pub(super) const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// A score estimated from pairs of games.
///
/// One pair is one observation (pentanomial). The error of the mean is normal. Its variance is the
/// variance of the observations divided by their number. The interval of the mean is converted to
/// Elo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean score, 0 to 1.
    pub score: f64,
    /// The standard error of the score.
    pub error: f64,
}

impl Estimate {
    /// The estimate from `pairs`; `None` without pairs.
    #[must_use]
    pub fn from_pairs(pairs: &Pairs) -> Option<Estimate> {
        let count: f64 = pairs.iter().map(|&n| n as f64).sum();
        if count == 0.0 {
            return None;
        }
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let sum: f64 =
                pairs.iter().zip(SHARES).map(|(&n, share)| n as f64 * value(share)).sum();
            sum / count
        };
        let score = mean_of(&|share| share);
        let variance = mean_of(&|share| (share - score).powi(2));
        Some(Estimate { score, error: (variance / count).sqrt() })
    }

    /// The Elo difference: lower end of the 95 % interval, value, upper end. Infinite if one side won
    /// everything.
    #[must_use]
    pub fn elo(&self) -> [f64; 3] {
        let margin = DEVIATIONS * self.error;
        [self.score - margin, self.score, self.score + margin].map(elo_of_score)
    }

    /// Likelihood of superiority (LOS): the probability that the true score of A exceeds 0.5.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let lead = self.score - 0.5;
        if self.error > 0.0 {
            normal(lead / self.error)
        } else if lead == 0.0 {
            0.5
        } else {
            f64::from(lead > 0.0)
        }
    }
}

/// The Elo difference with this expected score.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    // An interval may exceed 0 to 1.
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score at this Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The standard normal distribution function by Taylor series (Marsaglia, Evaluating the Normal
/// Distribution, 2004). Error below 1e-15 within 8 deviations.
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return f64::from(x > 0.0);
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + sum * density
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() <= tolerance, "{left} {right}");
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        // Elo's own table: 75 % is 191 points, 64 % is 100.
        close(elo_of_score(0.75), 190.85, 0.01);
        close(score_of_elo(100.0), 0.640_065, 1e-6);
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-321.0, 0.0, 5.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn the_normal_distribution_matches_tables() {
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (1.96, 0.975_002_105), (-3.0, 0.001_349_898)]
        {
            close(normal(x), expected, 1e-9);
        }
        assert_eq!((normal(9.0), normal(-9.0)), (1.0, 0.0));
    }

    #[test]
    fn pairs_are_the_observations() {
        // By hand: 100 pairs with scores 0, 1/4, 1/2, 3/4, 1; mean 0.55; squares
        // 10 * 0.3025 + 20 * 0.09 + 30 * 0.0025 + 20 * 0.04 + 20 * 0.2025 = 9.75.
        let estimate = Estimate::from_pairs(&[10, 20, 30, 20, 20]).unwrap();
        close(estimate.score, 0.55, 1e-12);
        close(estimate.error, (0.0975_f64 / 100.0).sqrt(), 1e-12);
        let [low, elo, high] = estimate.elo();
        close(elo, 34.86, 0.01);
        close(low, elo_of_score(0.55 - 1.959_964 * 0.031_225), 0.01);
        close(high, elo_of_score(0.55 + 1.959_964 * 0.031_225), 0.01);
        close(estimate.superiority(), normal(0.05 / 0.031_225), 1e-4);
    }

    #[test]
    fn a_win_each_in_every_pair_leaves_no_doubt() {
        let even = Estimate::from_pairs(&[0, 0, 40, 0, 0]).unwrap();
        assert_eq!((even.elo(), even.superiority()), ([0.0; 3], 0.5));
        let better = Estimate::from_pairs(&[0, 0, 0, 0, 3]).unwrap();
        assert_eq!((better.elo(), better.superiority()), ([f64::INFINITY; 3], 1.0));
        assert_eq!(Estimate::from_pairs(&[0; 5]), None);
        let enormous = Estimate::from_pairs(&[u64::MAX; 5]).unwrap();
        assert_eq!(enormous.score, 0.5);
    }
}
