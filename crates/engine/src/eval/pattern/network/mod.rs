//! The [`Network`]: the layers after the pattern tables.
//!
//! Each table entry has a row of [`ACCUMULATORS`] bytes and a linear weight. The rows of a position
//! are summed into accumulators. The accumulators, clamped to 0..1 and squared, feed a layer of
//! [`HIDDEN`] units. The units, clamped to 0..1, feed the output, which is added to the sum of the
//! linear weights. The dense layers are chosen by the number of empties; the rows are the same for
//! the whole game. (NNUE, Nasu 2018, with patterns instead of shogi pieces.)
//!
//! All arithmetic is in integers, so that scores are the same on every machine.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    any(test, not(target_feature = "avx512bw"))
))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
mod avx512;
#[cfg_attr(
    any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ),
    allow(dead_code)
)]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
use avx2 as simd;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
use avx512 as simd;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use portable as simd;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use simd128 as simd;

use std::fmt;
use std::ops::RangeInclusive;

use bytemuck::{Pod, Zeroable};

use super::features::{FEATURE_COUNT, Indices};
use super::rows::by_number;
use super::tables::{EMPTIES_TABLE, ENTRIES, Entries, table_base};
use crate::score::Score;

/// The number of accumulators.
pub const ACCUMULATORS: usize = 30;

/// The number of hidden units.
pub const HIDDEN: usize = 32;

/// Bytes of a row: one for each accumulator, two for the linear weight.
const ROW: usize = ACCUMULATORS + 2;

/// The number of products that one instruction sums.
const FOUR: usize = 4;

/// Sums of rows, byte by byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Sums([i16; ROW]);

/// The number of stages, each with its own dense layers.
pub const STAGES: usize = 9;

/// Maximum empties of each stage except the last.
pub(super) const STAGE_ENDS: [u32; STAGES - 1] = [9, 13, 17, 21, 25, 29, 35, 43];

/// By the number of empties.
static STAGE: [u8; 65] = {
    let mut stages = [0; 65];
    let mut place = 0;
    while place < 65 * STAGE_ENDS.len() {
        let (empties, end) = (place / STAGE_ENDS.len(), place % STAGE_ENDS.len());
        stages[empties] += (empties as u32 > STAGE_ENDS[end]) as u8;
        place += 1;
    }
    stages
};

/// The stage of a position with `empties` empties.
#[inline(always)]
#[must_use]
pub fn stage(empties: u32) -> usize {
    STAGE[empties as usize].into()
}

/// The fixed-point value of 1 in an accumulator.
pub const ACCUMULATOR_ONE: i16 = 255;

/// The fixed-point value of 1 in a squared accumulator.
const INPUT_ONE: i32 = 127;

/// The fixed-point value of 1 in a hidden weight.
pub const HIDDEN_WEIGHT_ONE: i32 = 64;

/// The fixed-point value of 1 in the sum of a hidden unit.
pub const HIDDEN_ONE: i32 = INPUT_ONE * HIDDEN_WEIGHT_ONE;

/// The right shift of a hidden unit's sum.
const HIDDEN_SHIFT: u32 = 3;

/// The fixed-point value of 1 in an output weight.
pub const OUTPUT_WEIGHT_ONE: i32 = 2048;

/// Discs per unit of the output.
pub const DISCS_PER_UNIT: i32 = 10;

/// The output in centidiscs is `sum * OUTPUT_SCALE >> OUTPUT_SHIFT`.
const OUTPUT_SCALE: i64 = 63;

/// See [`OUTPUT_SCALE`].
const OUTPUT_SHIFT: u32 = 17;

const _: () = {
    let one = (HIDDEN_ONE >> HIDDEN_SHIFT) as i64 * OUTPUT_WEIGHT_ONE as i64;
    assert!((one * OUTPUT_SCALE) >> OUTPUT_SHIFT == (DISCS_PER_UNIT * Score::PER_DISC) as i64);
};

/// The range of a row's accumulator weights: a byte holds the sum of two weights.
pub const ROW_WEIGHTS: RangeInclusive<i8> = -64..=63;

/// The weights of a table entry, each in [`ROW_WEIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Row {
    /// The weight for each accumulator.
    pub accumulators: [i8; ACCUMULATORS],
    /// The linear weight in two parts, so that rows can be summed byte by byte: the first plus
    /// [`LINEAR_HIGH`] times the second.
    linear: [i8; 2],
}

/// The unit of the second part of a linear weight.
const LINEAR_HIGH: i32 = 64;

const _: () = assert!(size_of::<Row>() == ROW);

impl Row {
    /// A row; `linear` is in [`UNITS_PER_DISC`]. Weights are clamped to their range, the linear one
    /// to 63 discs.
    ///
    /// [`UNITS_PER_DISC`]: Network::UNITS_PER_DISC
    #[must_use]
    pub fn new(accumulators: [i8; ACCUMULATORS], linear: i32) -> Row {
        let (least, most) = (*ROW_WEIGHTS.start(), *ROW_WEIGHTS.end());
        let accumulators = accumulators.map(|weight| weight.clamp(least, most));
        let largest = LINEAR_HIGH * i32::from(most);
        let linear = linear.clamp(-largest, largest);
        let high = (linear + LINEAR_HIGH / 2).div_euclid(LINEAR_HIGH);
        let low = linear - LINEAR_HIGH * high;
        Row { accumulators, linear: [low as i8, high as i8] }
    }

    /// The linear weight.
    #[must_use]
    pub fn linear(&self) -> i32 {
        LINEAR_HIGH * i32::from(self.linear[1]) + i32::from(self.linear[0])
    }
}

/// The dense layers of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Dense {
    /// Four weights for each hidden unit and each group of four row bytes. 0 for the bytes of the
    /// linear weight.
    hidden: [[[i8; FOUR]; HIDDEN]; ROW / FOUR],
    hidden_bias: [i32; HIDDEN],
    output: [i16; HIDDEN],
    output_bias: i32,
    padding: [i32; 15],
}

impl Dense {
    /// Builds the layers. The value 1 is [`HIDDEN_WEIGHT_ONE`] in `weights`, [`HIDDEN_ONE`] in
    /// `hidden_bias` and [`OUTPUT_WEIGHT_ONE`] in `output`. `output_bias` is in centidiscs.
    #[must_use]
    pub fn new(
        weights: &[[i8; ACCUMULATORS]; HIDDEN],
        hidden_bias: [i32; HIDDEN],
        output: [i16; HIDDEN],
        output_bias: i32,
    ) -> Dense {
        let weight = |unit: usize, input| *weights[unit].get(input).unwrap_or(&0);
        let hidden = std::array::from_fn(|four| {
            std::array::from_fn(|unit| {
                std::array::from_fn(|input| weight(unit, FOUR * four + input))
            })
        });
        Dense { hidden, hidden_bias, output, output_bias, padding: [0; 15] }
    }

    /// The weight of hidden unit `unit` for accumulator `input`.
    #[must_use]
    pub fn weight(&self, unit: usize, input: usize) -> i8 {
        self.hidden[input / FOUR][unit][input % FOUR]
    }

    /// The biases of the hidden units, in [`HIDDEN_ONE`].
    #[must_use]
    pub fn hidden_bias(&self) -> &[i32; HIDDEN] {
        &self.hidden_bias
    }

    /// The output weights (1 is [`OUTPUT_WEIGHT_ONE`]) and the output bias in centidiscs.
    #[must_use]
    pub fn output(&self) -> (&[i16; HIDDEN], i32) {
        (&self.output, self.output_bias)
    }
}

/// The layers after the pattern tables.
#[derive(Clone, PartialEq)]
pub struct Network {
    /// The biases of the accumulators, and 0 for the linear weights.
    bias: Sums,
    dense: [Dense; STAGES],
    rows: Vec<Row>,
}

/// Omits the numbers.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

impl Network {
    /// The unit of the linear weights.
    pub const UNITS_PER_DISC: i32 = 64;

    /// Whether no sum can overflow in any position.
    pub(super) fn is_sane(&self) -> bool {
        let in_range = |bias: i32| bias.unsigned_abs() < 1 << 24;
        let dense = |dense: &Dense| {
            dense.hidden_bias.iter().chain([&dense.output_bias]).all(|&bias| in_range(bias))
        };
        self.dense.iter().all(dense) && self.bias.0.iter().all(|bias| bias.unsigned_abs() < 1 << 14)
    }

    /// A network with the accumulator biases `start`.
    ///
    /// # Panics
    /// If there is not one row for each table entry.
    #[must_use]
    pub fn new(start: [i16; ACCUMULATORS], dense: [Dense; STAGES], rows: Vec<Row>) -> Network {
        assert_eq!(rows.len(), ENTRIES);
        let mut bias = Sums([0; ROW]);
        bias.0[..ACCUMULATORS].copy_from_slice(&start);
        Network { bias, dense, rows }
    }

    /// The biases of the accumulators.
    #[must_use]
    pub fn start(&self) -> [i16; ACCUMULATORS] {
        std::array::from_fn(|index| self.bias.0[index])
    }

    /// The dense layers of each stage.
    #[must_use]
    pub fn dense(&self) -> &[Dense; STAGES] {
        &self.dense
    }

    /// The rows by number, each once.
    #[must_use]
    pub fn rows_by_number(&self) -> Vec<Row> {
        by_number(&self.rows)
    }

    /// Adds `centidiscs` to the score of all positions with `empties` empties.
    pub fn add_for_empties(&mut self, empties: u32, centidiscs: i32) {
        let row = &mut self.rows[table_base(EMPTIES_TABLE) + empties as usize];
        let units = (centidiscs * Network::UNITS_PER_DISC).div_euclid(Score::PER_DISC);
        *row = Row::new(row.accumulators, row.linear() + units);
    }

    /// The linear weights of a position with these `indices`.
    pub(super) fn linear(&self, indices: &Indices) -> [i32; FEATURE_COUNT] {
        let entries = Entries::new(indices);
        let mut rows = entries.select(&self.rows).flatten();
        std::array::from_fn(|_| rows.next().expect("as many as features").linear())
    }

    /// For a position with these `indices`: the output in centidiscs, and the sum of the linear
    /// weights in units.
    #[inline(always)]
    pub(super) fn evaluate(&self, empties: u32, indices: &Indices) -> (i32, i32) {
        let sums = simd::sums(&self.bias, &self.rows, &Entries::new(indices));
        let dense = &self.dense[stage(empties)];
        let output =
            ((i64::from(simd::output(dense, &sums)) * OUTPUT_SCALE) >> OUTPUT_SHIFT) as i32;
        let [low, high] = [sums.0[ACCUMULATORS], sums.0[ACCUMULATORS + 1]].map(i32::from);
        (output + dense.output_bias, LINEAR_HIGH * high + low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::pattern::features::indices;
    use othello::board::Position;
    use othello::random::Random;

    #[test]
    fn rows_hold_every_linear_weight() {
        for linear in -4032..=4032 {
            let row = Row::new([0; ACCUMULATORS], linear);
            assert_eq!(row.linear(), linear);
            assert!(row.linear.iter().all(|part| ROW_WEIGHTS.contains(part)));
        }
        assert_eq!(Row::new([0; ACCUMULATORS], 4033).linear(), 4032);
    }

    #[test]
    fn phases_follow_the_empties() {
        assert_eq!([0, 9, 10, 17, 18, 43, 44, 64].map(stage), [0, 0, 1, 2, 3, 7, 8, 8]);
    }

    /// Random weights over their full ranges.
    fn made_up() -> Network {
        let mut random = Random::new(1, 0);
        let mut row =
            || Row::new(std::array::from_fn(|_| random.bits() as i8), random.bits() as i32);
        let rows = (0..ENTRIES).map(|_| row()).collect();
        let mut dense = || {
            let weights = std::array::from_fn(|_| std::array::from_fn(|_| random.below(255) as i8));
            let hidden_bias = std::array::from_fn(|_| random.below(20_000) as i32 - 10_000);
            let output = std::array::from_fn(|_| random.below(1 << 16) as i16);
            Dense::new(&weights, hidden_bias, output, random.below(100) as i32)
        };
        Network::new([100; ACCUMULATORS], std::array::from_fn(|_| dense()), rows)
    }

    #[test]
    fn vector_sums_equal_portable_sums() {
        let network = made_up();
        let mut random = Random::new(2, 0);
        for _ in 0..50 {
            let mut position = Position::START;
            while let Some(square) = random.legal_square(position) {
                let indices = indices(position, position.legal_moves());
                let entries = Entries::new(&indices);
                let sums = portable::sums(&network.bias, &network.rows, &entries);
                assert_eq!(simd::sums(&network.bias, &network.rows, &entries), sums);
                #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
                assert_eq!(avx2::sums(&network.bias, &network.rows, &entries), sums);
                let linear: i32 = network.linear(&indices).iter().sum();
                assert_eq!(network.evaluate(30, &indices).1, linear);
                for dense in &network.dense {
                    let expected = portable::output(dense, &sums);
                    assert_eq!(simd::output(dense, &sums), expected);
                    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
                    assert_eq!(avx2::output(dense, &sums), expected);
                }
                position = position.play(square).expect("a legal move");
            }
        }
    }
}
