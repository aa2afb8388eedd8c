//! Fits linear weights to samples, stage by stage.
//!
//! Each stage is fitted to the samples with empties around it, regularised towards the weights
//! of the stage after it in the game: patterns without data keep those, and 0 if no stage has
//! data.

mod least_squares;

use std::ops::RangeInclusive;

use least_squares::{Rows, Solver, in_parallel};

use super::errors::Errors;
use super::samples::Sample;
use crate::eval::pattern::{
    FEATURE_COUNT, WEIGHTS_PER_STAGE, first_weights, stage, stage_empties, weight_offsets,
};
use crate::eval::{Evaluator, Pattern, Weights};
use crate::score::Score;

/// How weights are fitted.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The stages to fit.
    pub stages: RangeInclusive<usize>,
    /// How strongly a weight is held at that of the stage before: as so many
    /// samples would.
    pub ridge: f64,
    /// How many empties beyond those of the stage samples may have; they count less
    /// the further away they are.
    pub reach: u32,
    /// The most steps of the solver in a stage.
    pub steps: u32,
    /// Number of threads.
    pub threads: usize,
}

/// How well a stage was fitted, over its own empties.
#[derive(Debug, Clone)]
pub struct StageReport {
    /// The stage.
    pub stage: usize,
    /// Errors on the samples that were fitted.
    pub fitted: Errors,
    /// Errors on those that were drawn and kept back.
    pub held_out: Errors,
    /// Errors on what follows from these.
    pub children: Errors,
}

/// The empties over which errors on samples that were drawn and kept back are told
/// once more at the end, whatever the stages are.
pub const BANDS: [RangeInclusive<u32>; 5] = [10..=15, 16..=20, 21..=25, 26..=30, 31..=50];

impl Fit {
    /// The weights of `start` with some stages fitted to `samples`; `progress` is
    /// told of each.
    pub fn run(
        &self,
        samples: &[Sample],
        start: Weights,
        mut progress: impl FnMut(&StageReport),
    ) -> Weights {
        let mut weights = start;
        for stage in self.stages.clone() {
            let prior = match stage.checked_sub(1) {
                Some(later) => weights.stage_weights(later),
                None => vec![0; WEIGHTS_PER_STAGE],
            };
            let prior: Vec<f64> = prior.into_iter().map(f64::from).collect();
            let rows = self.rows(samples, stage);
            let solver = Solver { ridge: self.ridge, steps: self.steps, threads: self.threads };
            let found = solver.solve(&rows, &prior);
            let found: Vec<i16> = found.into_iter().map(|weight| weight.round() as i16).collect();
            weights.set_stage(stage, |number| found[number]);
            progress(&report(samples, stage, &weights));
        }
        weights
    }

    /// The errors of `weights` on the samples of each of the [`BANDS`] that were
    /// drawn and kept back, as far as their stages are fitted.
    #[must_use]
    pub fn bands(&self, samples: &[Sample], weights: &Weights) -> [Errors; BANDS.len()] {
        let evaluator = Pattern::new(std::sync::Arc::new(weights.clone()));
        let mut bands = [Errors::default(); BANDS.len()];
        for sample in samples.iter().filter(|sample| sample.is_validation()) {
            let empties = sample.position.empty_count();
            let band = BANDS.iter().position(|band| band.contains(&empties));
            if let Some(band) = band.filter(|_| self.stages.contains(&stage(empties))) {
                bands[band].add(evaluator.evaluate(sample.position), sample.score);
            }
        }
        bands
    }

    /// The rows for a stage.
    fn rows(&self, samples: &[Sample], stage: usize) -> Rows<FEATURE_COUNT> {
        let used: Vec<(&Sample, f32)> = samples
            .iter()
            .filter(|sample| !sample.held_out)
            .filter_map(|sample| Some((sample, self.count(sample, stage)?)))
            .collect();
        let chunks: Vec<_> = used.chunks(1 << 14).collect();
        let offsets = in_parallel(self.threads, chunks.len(), |chunk| {
            let samples = chunks[chunk].iter();
            samples.map(|(sample, _)| weight_offsets(sample.position)).collect::<Vec<_>>()
        });
        let units = Weights::UNITS_PER_DISC as f32 / Score::PER_DISC as f32;
        let target = |sample: &Sample| sample.score.centidiscs() as f32 * units;
        Rows {
            offsets: offsets.concat(),
            first: first_weights(),
            targets: used.iter().map(|(sample, _)| target(sample)).collect(),
            counts: used.iter().map(|&(_, count)| count).collect(),
        }
    }

    /// How much `sample` counts for a stage; `None` when it is too far away.
    fn count(&self, sample: &Sample, stage: usize) -> Option<f32> {
        let own = stage_empties(stage);
        let empties = sample.position.empty_count();
        let away = own.start().saturating_sub(empties).max(empties.saturating_sub(*own.end()));
        (away <= self.reach).then(|| 1.0 - away as f32 / (self.reach + 1) as f32)
    }
}

/// The errors of `weights` on the samples of a stage.
fn report(samples: &[Sample], of: usize, weights: &Weights) -> StageReport {
    let evaluator = Pattern::new(std::sync::Arc::new(weights.clone()));
    let errors = Errors::default();
    let mut report = StageReport { stage: of, fitted: errors, held_out: errors, children: errors };
    for sample in samples.iter().filter(|sample| stage(sample.position.empty_count()) == of) {
        let errors = match (sample.held_out, sample.child) {
            (false, _) => &mut report.fitted,
            (true, false) => &mut report.held_out,
            (true, true) => &mut report.children,
        };
        errors.add(evaluator.evaluate(sample.position), sample.score);
    }
    report
}
