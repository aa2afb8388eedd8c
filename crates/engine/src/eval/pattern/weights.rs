//! [`Weights`]: the weights of all patterns.

use std::fmt;
use std::sync::LazyLock;

use bytemuck::Zeroable;

use super::features::{FEATURE_COUNT, indices};
use super::network::{Network, Row};
use super::shapes::SHAPES;
use super::tables::{ENTRIES, FIRSTS, TABLES, table_len};
use crate::eval::deviations::{Deviations, ErrorModel};
use crate::memory;
use othello::board::Position;

/// For each entry of the tables the number of its row; see [`row_offsets`].
static IDS: LazyLock<Vec<u32>> = LazyLock::new(ids);

/// The number of different rows.
pub const ROWS: usize = 204_414;

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
    assert_eq!(next as usize, ROWS);
    ids
}

/// For each entry of the tables the number of its row.
pub(super) fn row_numbers() -> &'static [u32] {
    &IDS
}

/// For each feature the number of the first row of its table.
#[must_use]
pub fn first_rows() -> [u32; FEATURE_COUNT] {
    FIRSTS.map(|first| IDS[first as usize])
}

/// The rows that `position` selects, one for each feature, relative to its [`first_rows`].
#[must_use]
pub fn row_offsets(position: Position) -> [u16; FEATURE_COUNT] {
    let ids = &*IDS;
    let indices = indices(position, position.legal_moves());
    std::array::from_fn(|feature| {
        let table = &ids[FIRSTS[feature] as usize..];
        (table[usize::from(indices[feature])] - table[0]) as u16
    })
}

/// A row for each entry of the tables, from a function of the row number.
#[must_use]
pub fn network_rows(row: impl Fn(usize) -> Row) -> Vec<Row> {
    let mut rows = Vec::with_capacity(ENTRIES);
    memory::use_huge_pages(rows.spare_capacity_mut());
    rows.extend(IDS.iter().map(|&id| row(id as usize)));
    rows
}

/// The error model of weights that were not calibrated: that of pattern-06d8d1a9.
const UNCALIBRATED: ErrorModel = ErrorModel {
    by_depth: [1024, 382, 136, 43],
    by_leaf: [309_427, 213_874, 104_219, 79_285, 18_429],
};

/// The weights of the evaluator, and its error model.
#[derive(Clone)]
pub struct Weights {
    network: Network,
    pub(super) deviations: Deviations,
}

/// Without the numbers.
impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

impl Weights {
    /// The unit of the linear weights.
    pub const UNITS_PER_DISC: i32 = 64;

    /// Weights that evaluate every position as 0, not calibrated.
    #[must_use]
    pub fn zero() -> Weights {
        let dense = bytemuck::Zeroable::zeroed();
        Weights::new(Network::new([0; _], dense, bytemuck::zeroed_vec(ENTRIES)))
    }

    /// Weights of `network`, not calibrated.
    pub(super) fn new(network: Network) -> Weights {
        Weights { network, deviations: Deviations::new(UNCALIBRATED) }
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

    /// The constants of the error model.
    #[must_use]
    pub fn error_model(&self) -> &ErrorModel {
        self.deviations.error_model()
    }

    /// Sets the constants of the error model.
    pub fn set_error_model(&mut self, model: ErrorModel) {
        self.deviations = Deviations::new(model);
    }
}

/// The rows of `entries` by their numbers.
pub(super) fn by_number(entries: &[Row]) -> Vec<Row> {
    let mut numbered = vec![Row::zeroed(); ROWS];
    for (&entry, &id) in entries.iter().zip(IDS.iter()) {
        numbered[id as usize] = entry;
    }
    numbered
}
