//! Fits a [`Network`] to targets by stochastic gradient descent, one sample per step.
//!
//! Parameters are trained in floating point, clamped to their integer range after each step, and
//! rounded at the end.
//!
//! During training the row of a pattern is the sum of an individual row and a row shared by all
//! patterns with a common part. So a rare pattern starts from the value of similar patterns.
//! Networks for shogi and chess call this factorized features.

use std::fmt;

use arrayvec::ArrayVec;

use super::targets::Target;
use engine::eval::pattern::network::{
    ACCUMULATOR_ONE, ACCUMULATORS, DISCS_PER_UNIT, Dense, HIDDEN, HIDDEN_ONE, HIDDEN_WEIGHT_ONE,
    Network, OUTPUT_WEIGHT_ONE, ROW_WEIGHTS, Row, STAGES, stage,
};
use engine::eval::pattern::{
    FEATURE_COUNT, ROWS, first_rows, network_rows, pattern_parts, row_offsets,
};
use engine::memory;
use engine::score::Score;
use othello::board::Position;
use othello::random::Random;

/// Settings of a fit.
#[derive(Debug, Clone)]
pub struct NetworkFit {
    /// The seed of initial weights and sample order.
    pub seed: u64,
    /// The number of epochs.
    pub epochs: u32,
    /// The initial learning rate of the linear weights, 0 to 1. All rates decay linearly to 0.
    pub linear_rate: f32,
    /// The initial learning rate of the rows, 0 to 1, scaled per row by AdaGrad (Duchi, Hazan and Singer
    /// 2011).
    pub row_rate: f32,
    /// The initial learning rate of the dense layers, 0 to 1, for Adam (Kingma and Ba 2015).
    pub dense_rate: f32,
}

/// First stage whose samples train the rows. Earlier stages are solved in searches and train only their
/// dense layers.
const FIRST_STAGE_OF_ROWS: usize = 1;

/// Batch size of the dense layers, in samples of a stage.
const BATCH: u32 = 64;

/// Initial value of the accumulators: their activation has a gradient there.
const ACCUMULATOR_START: f32 = 0.3;

/// Standard deviation of the initial row weights.
const ROW_DEVIATION: f32 = 0.01;

/// Maximum row weight.
const MAX_IN_ROW: f32 = *ROW_WEIGHTS.end() as f32 / ACCUMULATOR_ONE as f32;

/// Maximum weight of a hidden unit, stored as `i8`.
const MAX_HIDDEN: f32 = 127.0 / HIDDEN_WEIGHT_ONE as f32;

/// Maximum output weight, stored as `i16`.
const MAX_OUTPUT: f32 = i16::MAX as f32 / OUTPUT_WEIGHT_ONE as f32;

/// Maximum bias, in units.
const MAX_BIAS: f32 = 64.0;

/// Numbers per row: [`ACCUMULATORS`], the linear weight and the sum of squared gradients.
const LANES: usize = ACCUMULATORS + 2;
const LINEAR: usize = ACCUMULATORS;
const SQUARES: usize = ACCUMULATORS + 1;

/// The row numbers that a position selects: per feature the pattern and its part.
type Selected = ArrayVec<u32, { 2 * FEATURE_COUNT }>;

type Lanes = [f32; LANES];

/// The dense layers of a stage with the state of Adam. Order: weights per hidden unit in lanes, hidden
/// biases, output weights, output bias.
struct Layers {
    values: Vec<f32>,
    gradients: Vec<f32>,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
    samples: u32,
    steps: i32,
}

const HIDDEN_BIAS: usize = HIDDEN * LANES;
const OUTPUT: usize = HIDDEN_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
const LAYER_VALUES: usize = OUTPUT_BIAS + 1;

/// A network in training.
pub struct Learner {
    fit: NetworkFit,
    first: [u32; FEATURE_COUNT],
    /// The row number of each pattern's part.
    part_of: Vec<Option<u32>>,
    /// The rows of patterns, then the rows of parts.
    rows: Vec<Lanes>,
    bias: Layers,
    layers: Vec<Layers>,
}

/// Shows the settings.
impl fmt::Debug for Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner").field("fit", &self.fit).finish_non_exhaustive()
    }
}

/// An epoch and its training error.
#[derive(Debug, Clone, Copy)]
pub struct Epoch {
    /// The epoch number, from 1.
    pub number: u32,
    /// The root mean square error in discs. The error of each sample is taken before its update.
    pub error: f64,
}

impl Learner {
    /// An untrained network.
    #[must_use]
    pub fn new(fit: NetworkFit) -> Learner {
        let mut random = Random::new(fit.seed, 0);
        let (part_of, parts) = pattern_parts();
        let part_of = part_of.into_iter().map(|part| Some(ROWS as u32 + part?));
        let part_of: Vec<_> = part_of.collect();
        let mut rows = vec![[0.0; LANES]; ROWS + parts];
        // Rows with a shared part start at zero.
        let alone = part_of.iter().map(Option::is_none).chain(std::iter::repeat(true));
        for (row, _) in rows.iter_mut().zip(alone).filter(|(_, alone)| *alone) {
            row[..LINEAR].fill_with(|| ROW_DEVIATION * normal(&mut random));
        }
        let layers = initial_layers(&mut random);
        Learner {
            first: first_rows(),
            part_of,
            rows,
            bias: Layers::new(vec![ACCUMULATOR_START; ACCUMULATORS]),
            layers: (0..STAGES).map(|_| Layers::new(layers.clone())).collect(),
            fit,
        }
    }

    /// Continues from `network`. Its rows become the rows of patterns. The rows of parts start at
    /// zero.
    #[must_use]
    pub fn continued(fit: NetworkFit, network: &Network) -> Learner {
        let mut learner = Learner::new(fit);
        learner.rows.fill([0.0; LANES]);
        for (lanes, row) in learner.rows.iter_mut().zip(network.rows_by_number()) {
            for (lane, weight) in lanes.iter_mut().zip(row.accumulators) {
                *lane = f32::from(weight) / f32::from(ACCUMULATOR_ONE);
            }
            lanes[LINEAR] = row.linear() as f32 / (DISCS_PER_UNIT * Network::UNITS_PER_DISC) as f32;
        }
        let start = network.start().map(|start| f32::from(start) / f32::from(ACCUMULATOR_ONE));
        learner.bias.values.copy_from_slice(&start);
        for (layers, dense) in learner.layers.iter_mut().zip(network.dense()) {
            layers.set(dense);
        }
        learner
    }

    /// Trains on `samples` and shuffles them. Calls `progress` after each epoch. `progress` returns
    /// whether to continue.
    pub fn learn(
        &mut self,
        samples: &mut [Target],
        mut progress: impl FnMut(&Learner, Epoch) -> bool,
    ) {
        // Access is random.
        memory::populate(&self.rows);
        memory::populate(samples);
        let mut random = Random::new(self.fit.seed, 1);
        let total = samples.len() as f32 * self.fit.epochs as f32;
        let mut seen = 0_u64;
        for number in 1..=self.fit.epochs {
            shuffle(samples, &mut random);
            let mut squares = 0.0;
            for sample in samples.iter() {
                let decay = 1.0 - seen as f32 / total;
                let error = self.learn_sample(sample, decay);
                squares += f64::from(error * error);
                seen += 1;
            }
            let mean = squares / samples.len().max(1) as f64;
            let error = mean.sqrt() * f64::from(DISCS_PER_UNIT);
            if !progress(self, Epoch { number, error }) {
                break;
            }
        }
    }

    /// One gradient step with rates scaled by `decay`. Returns the error before the step, in units.
    #[inline(always)]
    fn learn_sample(&mut self, sample: &Target, decay: f32) -> f32 {
        let selected = self.select(sample.position);
        let mut sums = [0.0; LANES];
        sums[..ACCUMULATORS].copy_from_slice(&self.bias.values);
        for &number in &selected {
            add(&mut sums, &self.rows[number as usize]);
        }
        let stage = stage(sample.position.empty_count());
        let layers = &mut self.layers[stage];
        let mut roots = sums.map(|sum| sum.clamp(0.0, 1.0));
        roots[ACCUMULATORS..].fill(0.0);
        let inputs = roots.map(|root| root * root);
        let hidden = layers.hidden(&inputs);
        let output = layers.output(&hidden);
        let error = sums[LINEAR] + output - sample.value / DISCS_PER_UNIT as f32;

        let mut gradient = layers.add_gradients(&inputs, &hidden, error);
        for ((lane, sum), root) in gradient.iter_mut().zip(sums).zip(roots) {
            *lane *= if sum < 1.0 { 2.0 * root } else { 0.0 };
        }
        layers.step_after_batch(self.fit.dense_rate * decay, limit_layer);
        if stage < FIRST_STAGE_OF_ROWS {
            return error;
        }
        for (sum, lane) in self.bias.gradients.iter_mut().zip(gradient) {
            *sum += lane;
        }
        self.bias.samples += 1;
        self.bias.step_after_batch(self.fit.dense_rate * decay, |_, value| {
            value.clamp(-MAX_BIAS, MAX_BIAS)
        });

        let squares = gradient.iter().map(|lane| lane * lane).sum::<f32>() / ACCUMULATORS as f32;
        let linear_step = self.fit.linear_rate * decay * error;
        let row_rate = self.fit.row_rate * decay;
        for number in selected {
            let row = &mut self.rows[number as usize];
            let (linear, sum) = (row[LINEAR] - linear_step, row[SQUARES] + squares);
            if squares > 0.0 {
                let rate = row_rate / (1.0 + sum).sqrt();
                for (weight, lane) in row.iter_mut().zip(&gradient) {
                    *weight = (*weight - rate * lane).clamp(-MAX_IN_ROW, MAX_IN_ROW);
                }
            }
            row[LINEAR] = linear;
            row[SQUARES] = sum;
        }
        error
    }

    /// The rows that `position` selects.
    #[inline(always)]
    fn select(&self, position: Position) -> Selected {
        let mut selected = Selected::new();
        for (first, offset) in self.first.into_iter().zip(row_offsets(position)) {
            selected.push(first + u32::from(offset));
        }
        for feature in 0..FEATURE_COUNT {
            selected.extend(self.part_of[selected[feature] as usize]);
        }
        selected
    }

    /// Moves the parameters towards the parameters of `other` by `share`, 0 to 1.
    pub fn approach(&mut self, other: &Learner, share: f32) {
        let approach = |values: &mut [f32], others: &[f32]| {
            for (value, other) in values.iter_mut().zip(others) {
                *value += share * (other - *value);
            }
        };
        approach(self.rows.as_flattened_mut(), other.rows.as_flattened());
        approach(&mut self.bias.values, &other.bias.values);
        for (layers, others) in self.layers.iter_mut().zip(&other.layers) {
            approach(&mut layers.values, &others.values);
        }
    }

    /// Multiplies all values by `factor`, clamped to the integer ranges.
    pub fn scale(&mut self, factor: f32) {
        for row in &mut self.rows {
            row[LINEAR] *= factor;
        }
        for layers in &mut self.layers {
            for (index, value) in layers.values.iter_mut().enumerate().skip(OUTPUT) {
                *value = limit_layer(index, *value * factor);
            }
        }
    }

    /// The sum of a pattern's row and its shared row.
    fn whole_row(&self, number: usize) -> Lanes {
        let mut row = self.rows[number];
        if let Some(part) = self.part_of[number] {
            add(&mut row, &self.rows[part as usize]);
        }
        row
    }

    /// The network, rounded to integers.
    #[must_use]
    pub fn network(&self) -> Network {
        let round = |value: f32, one: i32| (value * one as f32).round() as i32;
        let accumulator = |value| round(value, ACCUMULATOR_ONE.into());
        let row = |lanes: Lanes| {
            let accumulators = std::array::from_fn(|index| {
                accumulator(lanes[index]).clamp(i8::MIN.into(), i8::MAX.into()) as i8
            });
            let linear = round(lanes[LINEAR], DISCS_PER_UNIT * Network::UNITS_PER_DISC);
            Row::new(accumulators, linear)
        };
        let bias = std::array::from_fn(|index| accumulator(self.bias.values[index]) as i16);
        let dense = std::array::from_fn(|stage| self.layers[stage].dense());
        Network::new(bias, dense, network_rows(|number| row(self.whole_row(number))))
    }
}

impl Layers {
    fn new(values: Vec<f32>) -> Layers {
        let zeros = vec![0.0; values.len()];
        Layers {
            gradients: zeros.clone(),
            first_moments: zeros.clone(),
            second_moments: zeros,
            values,
            samples: 0,
            steps: 0,
        }
    }

    /// The weights of hidden unit `unit`.
    #[inline(always)]
    fn unit(&self, unit: usize) -> &Lanes {
        self.values[unit * LANES..].first_chunk().expect("there are as many")
    }

    /// The sums of the hidden units.
    #[inline(always)]
    fn hidden(&self, inputs: &Lanes) -> [f32; HIDDEN] {
        std::array::from_fn(|unit| self.values[HIDDEN_BIAS + unit] + dot(self.unit(unit), inputs))
    }

    /// The output.
    #[inline(always)]
    fn output(&self, hidden: &[f32; HIDDEN]) -> f32 {
        let weights = &self.values[OUTPUT..OUTPUT_BIAS];
        let sum: f32 =
            hidden.iter().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum();
        sum + self.values[OUTPUT_BIAS]
    }

    /// Accumulates the gradients for `error` and returns the gradients of the inputs.
    #[inline(always)]
    fn add_gradients(&mut self, inputs: &Lanes, hidden: &[f32; HIDDEN], error: f32) -> Lanes {
        let mut of_inputs = [0.0; LANES];
        for (unit, &sum) in hidden.iter().enumerate() {
            self.gradients[OUTPUT + unit] += error * sum.clamp(0.0, 1.0);
            if sum > 0.0 && sum < 1.0 {
                let gradient = error * self.values[OUTPUT + unit];
                self.gradients[HIDDEN_BIAS + unit] += gradient;
                let weights = *self.unit(unit);
                let sums = &mut self.gradients[unit * LANES..][..LANES];
                for lane in 0..LANES {
                    sums[lane] += gradient * inputs[lane];
                    of_inputs[lane] += gradient * weights[lane];
                }
            }
        }
        self.gradients[OUTPUT_BIAS] += error;
        self.samples += 1;
        of_inputs[ACCUMULATORS..].fill(0.0);
        of_inputs
    }

    /// One Adam step when the batch is full. `limit` clamps each value.
    #[inline(always)]
    fn step_after_batch(&mut self, rate: f32, limit: impl Fn(usize, f32) -> f32) {
        if self.samples < BATCH {
            return;
        }
        self.samples = 0;
        self.steps += 1;
        let rate = rate / (1.0 - 0.9_f32.powi(self.steps));
        let correction = 1.0 / (1.0 - 0.999_f32.powi(self.steps));
        for index in 0..self.values.len() {
            let gradient = self.gradients[index] / BATCH as f32;
            let first = 0.9 * self.first_moments[index] + 0.1 * gradient;
            let second = 0.999 * self.second_moments[index] + 0.001 * gradient * gradient;
            let step = rate * first / ((second * correction).sqrt() + 1e-8);
            self.values[index] = limit(index, self.values[index] - step);
            self.first_moments[index] = first;
            self.second_moments[index] = second;
            self.gradients[index] = 0.0;
        }
    }

    /// Sets the parameters to those of `dense`.
    fn set(&mut self, dense: &Dense) {
        for unit in 0..HIDDEN {
            for input in 0..ACCUMULATORS {
                let weight = f32::from(dense.weight(unit, input));
                self.values[unit * LANES + input] = weight / HIDDEN_WEIGHT_ONE as f32;
            }
            self.values[HIDDEN_BIAS + unit] = dense.hidden_bias()[unit] as f32 / HIDDEN_ONE as f32;
            let (output, bias) = dense.output();
            self.values[OUTPUT + unit] = f32::from(output[unit]) / OUTPUT_WEIGHT_ONE as f32;
            self.values[OUTPUT_BIAS] = bias as f32 / (DISCS_PER_UNIT * Score::PER_DISC) as f32;
        }
    }

    /// The rounded layers.
    fn dense(&self) -> Dense {
        let round = |value: f32, one: i32| (value * one as f32).round() as i32;
        let weights = std::array::from_fn(|unit| {
            std::array::from_fn(|input| round(self.unit(unit)[input], HIDDEN_WEIGHT_ONE) as i8)
        });
        let hidden_bias =
            std::array::from_fn(|unit| round(self.values[HIDDEN_BIAS + unit], HIDDEN_ONE));
        let output =
            std::array::from_fn(|unit| round(self.values[OUTPUT + unit], OUTPUT_WEIGHT_ONE) as i16);
        let output_bias = round(self.values[OUTPUT_BIAS], DISCS_PER_UNIT * Score::PER_DISC);
        Dense::new(&weights, hidden_bias, output, output_bias)
    }
}

/// Clamps parameter `index` of [`Layers`] to its integer range.
#[inline(always)]
fn limit_layer(index: usize, value: f32) -> f32 {
    match index {
        0..HIDDEN_BIAS => value.clamp(-MAX_HIDDEN, MAX_HIDDEN),
        OUTPUT..OUTPUT_BIAS => value.clamp(-MAX_OUTPUT, MAX_OUTPUT),
        _ => value.clamp(-MAX_BIAS, MAX_BIAS),
    }
}

/// The initial layers of every stage.
fn initial_layers(random: &mut Random) -> Vec<f32> {
    let mut values = vec![0.0; LAYER_VALUES];
    let (hidden, output) = (1.4 / (ACCUMULATORS as f32).sqrt(), 1.0 / (HIDDEN as f32).sqrt());
    for unit in 0..HIDDEN {
        for weight in &mut values[unit * LANES..][..ACCUMULATORS] {
            *weight = hidden * normal(random);
        }
    }
    values[HIDDEN_BIAS..OUTPUT].fill(ACCUMULATOR_START / 2.0);
    values[OUTPUT..OUTPUT_BIAS].fill_with(|| output * normal(random));
    values
}

/// A random number, approximately standard normal.
fn normal(random: &mut Random) -> f32 {
    let uniform = |random: &mut Random| (random.bits() >> 40) as f32 / (1 << 24) as f32 - 0.5;
    (0..4).map(|_| uniform(random)).sum::<f32>() * 3.0_f32.sqrt()
}

fn shuffle(samples: &mut [Target], random: &mut Random) {
    for index in (1..samples.len()).rev() {
        samples.swap(index, random.below(index as u32 + 1) as usize);
    }
}

#[inline(always)]
fn add(sums: &mut Lanes, row: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// The dot product, in an order that vectorises.
#[inline(always)]
fn dot(left: &Lanes, right: &Lanes) -> f32 {
    let mut sums = [0.0; 8];
    for (left, right) in left.as_chunks::<8>().0.iter().zip(right.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.into_iter().sum()
}
