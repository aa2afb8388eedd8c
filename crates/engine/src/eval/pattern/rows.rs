//! The numbers of the rows. Symmetric entries of a table share a row.

use std::sync::LazyLock;

use bytemuck::Zeroable;

use super::features::{FEATURE_COUNT, indices};
use super::shapes::SHAPES;
use super::tables::{ENTRIES, FIRSTS, TABLES, table_len};
use crate::memory;
use othello::board::Position;

/// The row number of each table entry; see [`row_offsets`].
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

/// The row number of each table entry.
pub(super) fn row_numbers() -> &'static [u32] {
    &IDS
}

/// The number of the first row of each feature's table.
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
pub fn network_rows<R>(row: impl Fn(usize) -> R) -> Vec<R> {
    let mut rows = Vec::with_capacity(ENTRIES);
    memory::use_huge_pages(rows.spare_capacity_mut());
    rows.extend(IDS.iter().map(|&id| row(id as usize)));
    rows
}

/// The rows of `entries` in order of their numbers.
pub(super) fn by_number<R: Copy + Zeroable>(entries: &[R]) -> Vec<R> {
    let mut numbered = vec![R::zeroed(); ROWS];
    for (&entry, &id) in entries.iter().zip(IDS.iter()) {
        numbered[id as usize] = entry;
    }
    numbered
}
