//! Errors of an evaluator on positions with known scores.

use std::collections::BTreeMap;

use super::searcher::Searcher;
use engine::score::{Score, discs_of};
use engine::search::Limits;
use othello::board::{Move, Position};
use othello::game::MoveScore;

/// A position with known scores of its moves.
#[derive(Debug, Clone)]
pub struct KnownPosition {
    /// The position. The game is not over.
    pub position: Position,
    /// The score for the side to move.
    pub score: Score,
    /// The moves with known scores, including a best move; may be empty.
    pub moves: Vec<(Move, Score)>,
}

impl KnownPosition {
    /// A position with scores of moves; `None` without scores.
    #[must_use]
    pub fn new(position: Position, scores: &[MoveScore]) -> Option<KnownPosition> {
        let known = scores.iter();
        let moves: Vec<_> = known.map(|of| (of.mv, Score::saturating(of.centidiscs))).collect();
        let score = moves.iter().map(|&(_, score)| score).max()?;
        Some(KnownPosition { position, score, moves })
    }
}

/// Estimates compared with known scores.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    /// Estimate and true score per position, in discs for the side to move.
    pairs: Vec<(f64, f64)>,
    /// The number of positions with known best moves.
    pub with_moves: u64,
    /// The number of these positions in which the search chose a best move.
    pub agreed: u64,
    /// The loss of each chosen move, in discs. Only for positions where all moves have known scores
    /// and not all scores are equal.
    losses: Vec<f64>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Error statistics of estimates, in discs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorStatistics {
    /// The mean absolute error. An error is estimate minus truth.
    pub mean_absolute: f64,
    /// The root mean square error.
    pub root_mean_square: f64,
    /// The mean error. Above 0 the estimates are too high for the side to move.
    pub bias: f64,
    /// The regression slope of the true score on the estimate. Above 1 the estimates are too close to 0.
    pub slope: f64,
    /// The mean absolute error after correction of bias and slope.
    pub residual: f64,
}

impl Findings {
    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pairs.len()
    }

    /// The error statistics; all 0 without positions.
    #[must_use]
    pub fn error_statistics(&self) -> ErrorStatistics {
        let mean = |value: &dyn Fn(f64, f64) -> f64| {
            let sum: f64 = self.pairs.iter().map(|&(estimate, truth)| value(estimate, truth)).sum();
            sum / self.pairs.len().max(1) as f64
        };
        let (estimates, truths) = (mean(&|estimate, _| estimate), mean(&|_, truth| truth));
        let covariance = mean(&|estimate, truth| (estimate - estimates) * (truth - truths));
        let variance = mean(&|estimate, _| (estimate - estimates).powi(2));
        let slope = if variance > 0.0 { covariance / variance } else { 0.0 };
        let corrected = |estimate: f64| truths + slope * (estimate - estimates);
        ErrorStatistics {
            mean_absolute: mean(&|estimate, truth| (estimate - truth).abs()),
            root_mean_square: mean(&|estimate, truth| (estimate - truth).powi(2)).sqrt(),
            bias: estimates - truths,
            slope,
            residual: mean(&|estimate, truth| (corrected(estimate) - truth).abs()),
        }
    }

    /// The share of estimates with an absolute error of at most `discs`.
    #[must_use]
    pub fn share_within(&self, discs: f64) -> f64 {
        let within =
            self.pairs.iter().filter(|(estimate, truth)| (estimate - truth).abs() <= discs);
        within.count() as f64 / self.pairs.len().max(1) as f64
    }

    /// The share of positions with known best moves in which the search chose a best move.
    #[must_use]
    pub fn best_move_share(&self) -> Option<f64> {
        (self.with_moves > 0).then(|| self.agreed as f64 / self.with_moves as f64)
    }

    /// The mean loss of the chosen moves, in discs. Only for positions where all moves have known
    /// scores and not all scores are equal. `None` without such positions.
    #[must_use]
    pub fn loss(&self) -> Option<f64> {
        let count = self.losses.len();
        (count > 0).then(|| self.losses.iter().sum::<f64>() / count as f64)
    }

    /// Adds the findings of other positions.
    pub fn merge(&mut self, other: &Findings) {
        self.pairs.extend(&other.pairs);
        self.with_moves += other.with_moves;
        self.agreed += other.agreed;
        self.losses.extend(&other.losses);
        self.nodes += other.nodes;
    }

    pub(super) fn add(&mut self, estimate: Score, truth: Score) {
        let in_discs = |score: Score| discs_of(score.centidiscs());
        self.pairs.push((in_discs(estimate), in_discs(truth)));
    }

    /// Records the move chosen in `known`.
    fn add_move(&mut self, known: &KnownPosition, chosen: Option<Move>) {
        let score = known.moves.iter().find(|&&(mv, _)| Some(mv) == chosen);
        let score = score.map(|&(_, score)| score);
        self.with_moves += 1;
        self.agreed += u64::from(score == Some(known.score));
        let is_known = |square| known.moves.iter().any(|&(mv, _)| mv == Move::Place(square));
        let can_lose = known.moves.iter().any(|&(_, score)| score != known.score);
        if can_lose && known.position.legal_moves().into_iter().all(is_known) {
            self.losses
                .extend(score.map(|score| discs_of(known.score.centidiscs() - score.centidiscs())));
        }
    }
}

/// Compares the values of searches to `depth` (0: static evaluation) with known scores, by number
/// of empties.
pub fn evaluate<'a>(
    searcher: &mut Searcher,
    depth: u32,
    limits: &Limits,
    known: impl IntoIterator<Item = &'a KnownPosition>,
) -> BTreeMap<u32, Findings> {
    let mut all = BTreeMap::<u32, Findings>::new();
    for known in known {
        searcher.clear_table();
        let findings = all.entry(known.position.empty_count()).or_default();
        let report = searcher.search(known.position, limits);
        findings.nodes += report.usage.nodes;
        let estimate =
            if depth == 0 { searcher.value(known.position, 0) } else { report.lines[0].score };
        findings.add(estimate, known.score);
        if !known.moves.is_empty() {
            findings.add_move(known, report.best_move());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use engine::eval::Classic;
    use othello::board::Square;
    use othello::game::obf_problems;

    #[test]
    fn slope_and_bias_are_measured() {
        let mut findings = Findings::default();
        for truth in [-20, -10, 0, 10, 20] {
            // Estimates of half the true score plus one disc.
            findings.add(Score::saturating(50 * truth + 100), Score::saturating(100 * truth));
        }
        let ErrorStatistics { mean_absolute, bias, slope, residual, .. } =
            findings.error_statistics();
        assert!((slope - 2.0).abs() < 1e-9 && residual < 1e-9 && (bias - 1.0).abs() < 1e-9);
        assert!((mean_absolute - 6.2).abs() < 1e-9);
        assert_eq!(findings.share_within(4.0), 0.4);
        assert_eq!(findings.best_move_share(), None);
        assert_eq!(Findings::default().error_statistics().slope, 0.0);
    }

    #[test]
    fn findings_do_not_depend_on_earlier_positions() {
        let position = Position::START.play(Square::F5).expect("a legal move");
        let known = KnownPosition { position, score: Score::ZERO, moves: Vec::new() };
        let mut searcher = Searcher::new(Arc::new(Classic)).expect("there is memory");
        let mut nodes = |known: &[&KnownPosition]| -> u64 {
            let limits = Limits { depth: Some(6), ..Limits::default() };
            let found = evaluate(&mut searcher, 6, &limits, known.iter().copied());
            found.values().map(|findings| findings.nodes).sum()
        };
        assert_eq!(nodes(&[&known, &known]), 2 * nodes(&[&known]));
    }

    /// The findings for `chosen` moves in an OBF problem.
    fn findings(problem: &str, chosen: &[&str]) -> Findings {
        let problem = obf_problems(problem).map(|(_, problem)| problem.expect("a problem")).next();
        let known = problem.expect("a line");
        let known =
            KnownPosition::new(known.game().setup().position, &known.scores).expect("scores");
        let mut findings = Findings::default();
        for chosen in chosen {
            findings.add_move(&known, Some(chosen.parse().expect("a move")));
        }
        findings
    }

    #[test]
    fn the_loss_of_a_move_is_relative_to_the_best() {
        let start = "---------------------------OX------XO--------------------------- X;";
        let all = findings(&format!("{start} D3:+2; C4:-4; F5:-4; E6:+0;"), &["d3", "c4", "e6"]);
        assert_eq!(all.best_move_share(), Some(1.0 / 3.0));
        assert_eq!(all.loss(), Some(8.0 / 3.0));
        // The loss of other moves is unknown.
        let best = findings(&format!("{start} D3:+2;"), &["d3", "c4"]);
        assert_eq!((best.best_move_share(), best.loss()), (Some(0.5), None));
        let some = findings(&format!("{start} D3:+2; C4:-4;"), &["d3", "c4"]);
        assert_eq!((some.best_move_share(), some.loss()), (Some(0.5), None));
        // All moves are best.
        let equal = findings(&format!("{start} D3:+2; C4:+2; F5:+2; E6:+2;"), &["d3"]);
        assert_eq!((equal.best_move_share(), equal.loss()), (Some(1.0), None));
        assert_eq!(Findings::default().loss(), None);
    }
}
