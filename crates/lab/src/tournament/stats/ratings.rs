//! [`CrossTable`]: results and ratings of many players.

use super::elo::{DEVIATIONS, score_of_elo};

/// Elo points per unit of log odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method stops when no rating moves by more than this, in Elo.
const PRECISION: f64 = 1e-6;

/// Maximum Newton steps. A handful is usual.
const MAX_STEPS: u32 = 200;

/// Points that each player won against each other player.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossTable {
    /// Indexed by winner, then loser. A draw gives each player half a point.
    points: Vec<Vec<f64>>,
}

/// The strength of a player relative to the anchor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rating {
    /// An Elo difference.
    Elo {
        /// The difference.
        value: f64,
        /// Half the width of the 95 % interval.
        margin: f64,
    },
    /// Unbounded above: no chain of lost points leads to the anchor.
    Above,
    /// Unbounded below: no chain of won points leads to the anchor.
    Below,
    /// No chain of games leads to the anchor.
    Unknown,
}

impl CrossTable {
    /// An empty table of `players` players.
    #[must_use]
    pub fn new(players: usize) -> CrossTable {
        CrossTable { points: vec![vec![0.0; players]; players] }
    }

    /// The number of players.
    fn players(&self) -> usize {
        self.points.len()
    }

    /// Adds a game. The first player scores 0, 0.5 or 1 points.
    ///
    /// # Panics
    /// If a player is not below the number of players, as in the other methods.
    pub fn add(&mut self, first: usize, second: usize, points: f64) {
        self.points[first][second] += points;
        self.points[second][first] += 1.0 - points;
    }

    /// The points that the first player won from the second.
    #[must_use]
    pub fn points(&self, first: usize, second: usize) -> f64 {
        self.points[first][second]
    }

    /// The number of games between two players.
    #[must_use]
    pub fn games(&self, first: usize, second: usize) -> f64 {
        self.points[first][second] + self.points[second][first]
    }

    /// The ratings of all players. `anchor` has rating 0.
    ///
    /// Maximum likelihood in the model of Zermelo (1929), Bradley and Terry (1952), with a draw as half
    /// a win and half a loss. Margins follow from the Fisher information. They are slightly too wide
    /// with many draws or paired games.
    ///
    /// A player has a finite rating if a chain of points leads from the anchor to the player, and
    /// another chain leads back (Ford 1957). Games of other players are ignored.
    ///
    /// # Panics
    /// If `anchor` is not below the number of players.
    #[must_use]
    pub fn ratings(&self, anchor: usize) -> Vec<Rating> {
        let wins = self.reach();
        let rated: Vec<usize> = (0..self.players())
            .filter(|&player| player != anchor && wins[player][anchor] && wins[anchor][player])
            .collect();
        let mut ratings: Vec<Rating> = (0..self.players())
            .map(|player| match (wins[player][anchor], wins[anchor][player]) {
                (true, false) => Rating::Above,
                (false, true) => Rating::Below,
                _ => Rating::Unknown,
            })
            .collect();
        ratings[anchor] = Rating::Elo { value: 0.0, margin: 0.0 };
        let (elo, variances) = self.most_likely(anchor, &rated);
        for (place, &player) in rated.iter().enumerate() {
            let (value, margin) = (elo[place], DEVIATIONS * variances[place].sqrt());
            ratings[player] = Rating::Elo { value, margin };
        }
        ratings
    }

    /// `[a][b]`: whether a chain of points leads from `b` to `a`.
    fn reach(&self) -> Vec<Vec<bool>> {
        let mut reach: Vec<Vec<bool>> = self
            .points
            .iter()
            .map(|row| row.iter().map(|&points| points > 0.0).collect())
            .collect();
        for between in 0..self.players() {
            let beyond = reach[between].clone();
            for row in reach.iter_mut().filter(|row| row[between]) {
                row.iter_mut().zip(&beyond).for_each(|(there, &further)| *there |= further);
            }
        }
        reach
    }

    /// The ratings of `rated` and the variances of their errors.
    fn most_likely(&self, anchor: usize, rated: &[usize]) -> (Vec<f64>, Vec<f64>) {
        let mut elo = vec![0.0; rated.len()];
        for _ in 0..MAX_STEPS {
            let Slope { gradient, information } = self.slope(anchor, rated, &elo);
            let step = solve(information, vec![gradient]).remove(0);
            // Far from the maximum the step is too long: limit it to a factor of 10 in odds.
            let longest = step.iter().fold(0.0_f64, |longest, move_by| longest.max(move_by.abs()));
            let scale = (400.0 / longest).min(1.0);
            elo.iter_mut().zip(&step).for_each(|(elo, move_by)| *elo += scale * move_by);
            if longest < PRECISION {
                break;
            }
        }
        let Slope { information, .. } = self.slope(anchor, rated, &elo);
        let units = (0..rated.len())
            .map(|unit| (0..rated.len()).map(|place| f64::from(u8::from(place == unit))).collect());
        let inverse = solve(information, units.collect());
        (elo, (0..rated.len()).map(|place| inverse[place][place]).collect())
    }

    /// The derivatives of the log likelihood at `elo`.
    fn slope(&self, anchor: usize, rated: &[usize], elo: &[f64]) -> Slope {
        let count = rated.len();
        let mut slope =
            Slope { gradient: vec![0.0; count], information: vec![vec![0.0; count]; count] };
        for (place, &player) in rated.iter().enumerate() {
            let others = rated.iter().copied().zip(elo.iter().copied()).enumerate();
            let others = others.map(|(other, (index, elo))| (Some(other), index, elo));
            for (other, index, rating) in others.chain([(None, anchor, 0.0)]) {
                let games = self.games(player, index);
                let expected = score_of_elo(elo[place] - rating);
                let information = games * expected * (1.0 - expected) / ELO_PER_LOGIT.powi(2);
                slope.gradient[place] +=
                    (self.points(player, index) - games * expected) / ELO_PER_LOGIT;
                slope.information[place][place] += information;
                if let Some(other) = other {
                    slope.information[place][other] -= information;
                }
            }
        }
        slope
    }
}

/// The derivatives for Newton's method.
struct Slope {
    /// The first derivatives.
    gradient: Vec<f64>,
    /// The negated second derivatives.
    information: Vec<Vec<f64>>,
}

/// Solves the linear equations of the positive definite `matrix` for each right-hand side in
/// `sides` (Gauss-Jordan elimination).
fn solve(mut matrix: Vec<Vec<f64>>, mut sides: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for pivot in 0..matrix.len() {
        let row = matrix[pivot].clone();
        let at_pivot: Vec<f64> = sides.iter().map(|side| side[pivot] / row[pivot]).collect();
        for other in (0..matrix.len()).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot] / row[pivot];
            matrix[other].iter_mut().zip(&row).for_each(|(value, above)| *value -= factor * above);
            for (side, value) in sides.iter_mut().zip(&at_pivot) {
                side[other] -= factor * row[pivot] * value;
            }
        }
        sides.iter_mut().zip(at_pivot).for_each(|(side, value)| side[pivot] = value);
        matrix[pivot]
            .iter_mut()
            .zip(row.clone())
            .for_each(|(value, above)| *value = above / row[pivot]);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table from (players, points of the first, games).
    fn table(players: usize, results: &[(usize, usize, f64, u32)]) -> CrossTable {
        let mut table = CrossTable::new(players);
        for &(first, second, points, games) in results {
            let half_points = (2.0 * points) as u32;
            let (wins, draws) = (half_points / 2, half_points % 2);
            (0..wins).for_each(|_| table.add(first, second, 1.0));
            (0..draws).for_each(|_| table.add(first, second, 0.5));
            (wins + draws..games).for_each(|_| table.add(first, second, 0.0));
        }
        table
    }

    fn close(rating: Rating, value: f64, margin: f64) {
        let Rating::Elo { value: found, margin: around } = rating else { panic!("{rating:?}") };
        assert!((found - value).abs() < 0.01, "{found} {value}");
        assert!((around - margin).abs() < 0.01, "{around} {margin}");
    }

    #[test]
    fn two_players_differ_by_the_logarithm_of_their_odds() {
        // 30 of 40: 400 log 3. The information is 40 * 0.75 * 0.25 in logits.
        let table = table(2, &[(0, 1, 30.0, 40)]);
        let error = 1.959_964 * 173.717_8 / 7.5_f64.sqrt();
        let ratings = table.ratings(1);
        close(ratings[0], 190.85, error);
        assert_eq!(ratings[1], Rating::Elo { value: 0.0, margin: 0.0 });
        close(table.ratings(0)[1], -190.85, error);
    }

    #[test]
    fn along_a_chain_differences_and_variances_add_up() {
        let table = table(3, &[(0, 1, 30.0, 40), (1, 2, 30.0, 40)]);
        let error = 1.959_964 * 173.717_8 / 7.5_f64.sqrt();
        close(table.ratings(2)[0], 2.0 * 190.85, error * 2.0_f64.sqrt());
        close(table.ratings(2)[1], 190.85, error);
    }

    #[test]
    fn a_cycle_of_wins_gives_equal_ratings() {
        let table = table(3, &[(0, 1, 7.0, 10), (1, 2, 7.0, 10), (2, 0, 7.0, 10)]);
        // Each pair has information 10 / 4. The inverse of ((5, -2.5), (-2.5, 5)) has 5 / 18.75 on
        // its diagonal.
        let error = 1.959_964 * 173.717_8 * (5.0_f64 / 18.75).sqrt();
        close(table.ratings(2)[0], 0.0, error);
        close(table.ratings(2)[1], 0.0, error);
    }

    #[test]
    fn draws_are_halves() {
        let mut drawn = CrossTable::new(2);
        (0..4).for_each(|_| drawn.add(0, 1, 0.5));
        let mut shared = CrossTable::new(2);
        [0.0, 1.0, 0.0, 1.0].iter().for_each(|&points| shared.add(0, 1, points));
        assert_eq!(drawn, shared);
        assert_eq!((drawn.points(0, 1), drawn.games(0, 1)), (2.0, 4.0));
    }

    #[test]
    fn at_the_maximum_scores_equal_expectations() {
        let table = table(
            4,
            &[
                (0, 1, 12.5, 20),
                (0, 2, 19.0, 20),
                (1, 2, 13.0, 20),
                (1, 3, 18.0, 20),
                (2, 3, 9.5, 20),
            ],
        );
        let ratings = table.ratings(3);
        let elo = |player: usize| match ratings[player] {
            Rating::Elo { value, .. } => value,
            other => panic!("{other:?}"),
        };
        for player in 0..4 {
            let expected: f64 = (0..4)
                .map(|other| table.games(player, other) * score_of_elo(elo(player) - elo(other)))
                .sum();
            let points: f64 = (0..4).map(|other| table.points(player, other)).sum();
            assert!((expected - points).abs() < 1e-6, "{player} {expected}");
        }
    }

    #[test]
    fn players_with_only_wins_or_losses_are_unrated() {
        let table = table(
            5,
            &[
                (0, 1, 10.0, 10),
                (0, 2, 10.0, 10),
                (1, 2, 5.0, 10),
                (1, 3, 10.0, 10),
                (2, 3, 10.0, 10),
            ],
        );
        let ratings = table.ratings(1);
        assert_eq!(
            (ratings[0], ratings[3], ratings[4]),
            (Rating::Above, Rating::Below, Rating::Unknown)
        );
        // Points against unrated players are ignored.
        close(ratings[2], 0.0, 1.959_964 * 173.717_8 / 2.5_f64.sqrt());
        assert_eq!(table.ratings(4)[..2], [Rating::Unknown; 2]);
    }

    #[test]
    fn large_differences_are_found() {
        let table = table(2, &[(0, 1, 9999.0, 10_000)]);
        let Rating::Elo { value, .. } = table.ratings(1)[0] else { panic!("it is rated") };
        assert!((value - 400.0 * 9999.0_f64.log10()).abs() < 0.01, "{value}");
    }
}
