//! What each pattern is worth: [`Weights`].

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use bytemuck::Zeroable;

use super::features::{FEATURE_COUNT, Indices, indices};
use super::network::{Network, Row};
use super::shapes::SHAPES;
use super::tables::{ENTRIES, FIRSTS, Places, TABLES, table_len};
use crate::board::Position;
use crate::eval::deviations::{Deviations, Steps};
use crate::memory;

/// The number of stages. Only those of the end of the game are linear alone.
pub const STAGES: usize = 5;

/// Stages are by empties: two in each but the first and the last.
pub(super) const FIRST_STAGE_EMPTIES: u32 = 8;

/// The stage of a position with so many empties; the first is the latest in the
/// game.
#[inline(always)]
#[must_use]
pub const fn stage(empties: u32) -> usize {
    let stage = (empties.saturating_sub(FIRST_STAGE_EMPTIES) / 2) as usize;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The empties of the positions at the stage number `stage`, below [`STAGES`].
#[must_use]
pub const fn stage_empties(stage: usize) -> RangeInclusive<u32> {
    let first = FIRST_STAGE_EMPTIES + 2 * stage as u32;
    let start = if stage == 0 { 0 } else { first };
    let end = if stage == STAGES - 1 { 60 } else { first + 1 };
    RangeInclusive::new(start, end)
}

/// The tables of a stage, one after the other.
pub(super) type StageTables = [i16; ENTRIES];

/// Where each index of a stage's tables finds its weight; see [`weight_offsets`].
static IDS: LazyLock<Vec<u32>> = LazyLock::new(ids);

/// How many different weights a stage has.
pub const WEIGHTS_PER_STAGE: usize = 204_414;

fn ids() -> Vec<u32> {
    let mut ids = Vec::with_capacity(ENTRIES);
    let mut next = 0;
    for table in 0..TABLES {
        let base = ids.len();
        let representatives = match SHAPES.get(table) {
            Some(shape) => shape.representatives(),
            None => (0..table_len(table) as u32).collect(),
        };
        for (index, representative) in representatives.into_iter().enumerate() {
            if representative as usize == index {
                ids.push(next);
                next += 1;
            } else {
                ids.push(ids[base + representative as usize]);
            }
        }
    }
    assert_eq!(next as usize, WEIGHTS_PER_STAGE);
    ids
}

/// For each entry of the tables of a stage the number of its weight.
pub(super) fn weight_numbers() -> &'static [u32] {
    &IDS
}

/// For each feature the number of the first weight of its table.
#[must_use]
pub fn first_weights() -> [u32; FEATURE_COUNT] {
    FIRSTS.map(|first| IDS[first as usize])
}

/// The weights that make up the value of `position`, one for each feature, as
/// distances from its [`first_weights`].
#[must_use]
pub fn weight_offsets(position: Position) -> [u16; FEATURE_COUNT] {
    let ids = &*IDS;
    let indices = indices(position);
    std::array::from_fn(|feature| {
        let table = &ids[FIRSTS[feature] as usize..];
        (table[usize::from(indices[feature])] - table[0]) as u16
    })
}

/// A row for each entry of the pattern tables, from the `row` of each number of a weight.
#[must_use]
pub fn network_rows(row: impl Fn(usize) -> Row) -> Vec<Row> {
    let mut rows = Vec::with_capacity(ENTRIES);
    memory::use_huge_pages(rows.spare_capacity_mut());
    rows.extend(IDS.iter().map(|&id| row(id as usize)));
    rows
}

/// Constants for weights that were not calibrated: those of pattern-06d8d1a9.
const UNCALIBRATED: Steps =
    Steps { by_depth: [1024, 382, 136, 43], by_leaf: [309_427, 213_874, 104_219, 79_285, 18_429] };

/// What patterns are worth to the side to move, and how far searches with that lie apart.
#[derive(Clone)]
pub struct Weights {
    /// Linear weights, by stages, for the end of the game.
    stages: Vec<StageTables>,
    /// What is asked before.
    network: Network,
    pub(super) deviations: Deviations,
}

/// Without the numbers: there are millions.
impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

impl Weights {
    /// A weight is in these units.
    pub const UNITS_PER_DISC: i32 = 64;

    /// The weights with which every position is worth nothing, not calibrated yet.
    #[must_use]
    pub fn zero() -> Weights {
        let dense = bytemuck::Zeroable::zeroed();
        Weights::new(Network::new([0; _], dense, bytemuck::zeroed_vec(ENTRIES)))
    }

    /// This network, and zeros for the end of the game; not calibrated yet.
    pub(super) fn new(network: Network) -> Weights {
        let stages: Vec<StageTables> = bytemuck::zeroed_vec(STAGES);
        memory::use_huge_pages(&stages);
        Weights { stages, network, deviations: Deviations::new(UNCALIBRATED) }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Sets the network.
    pub fn set_network(&mut self, network: Network) {
        self.network = network;
    }

    /// The constants of ProbCut.
    #[must_use]
    pub fn steps(&self) -> &Steps {
        self.deviations.steps()
    }

    /// Sets the constants of ProbCut.
    pub fn set_steps(&mut self, steps: Steps) {
        self.deviations = Deviations::new(steps);
    }

    /// The weights, in units, of a position at `stage` with these `indices`.
    pub(super) fn of_indices(&self, stage: usize, indices: &Indices) -> [i32; FEATURE_COUNT] {
        let places = Places::new(indices);
        let mut weights = places.select(&self.stages[stage]);
        std::array::from_fn(|_| (*weights.next().expect("as many as features")).into())
    }

    /// The value, in units, of a position at `stage` with these `indices`.
    #[inline(always)]
    pub(super) fn sum(&self, stage: usize, indices: &Indices) -> i32 {
        Places::new(indices).select(&self.stages[stage]).map(|&weight| i32::from(weight)).sum()
    }

    /// Sets each weight of a stage to that of its number.
    ///
    /// # Panics
    /// If `stage` is not below [`STAGES`].
    pub fn set_stage(&mut self, stage: usize, weight: impl Fn(usize) -> i16) {
        for (entry, &id) in self.stages[stage].iter_mut().zip(IDS.iter()) {
            *entry = weight(id as usize);
        }
    }

    /// The weights of a stage, by their numbers.
    ///
    /// # Panics
    /// If `stage` is not below [`STAGES`].
    #[must_use]
    pub fn stage_weights(&self, stage: usize) -> Vec<i16> {
        by_number(&self.stages[stage])
    }
}

/// The entries of the tables of a stage that have numbers of their own, in the order of these.
pub(super) fn by_number<T: Copy + Zeroable>(entries: &[T]) -> Vec<T> {
    let mut numbered = vec![T::zeroed(); WEIGHTS_PER_STAGE];
    for (&entry, &id) in entries.iter().zip(IDS.iter()) {
        numbered[id as usize] = entry;
    }
    numbered
}
