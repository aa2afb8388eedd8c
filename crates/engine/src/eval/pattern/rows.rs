//! The numbers of the rows. Symmetric entries of a table share a row.

use std::sync::LazyLock;

use bytemuck::Zeroable;

use super::features::{FEATURE_COUNT, indices};
use super::shapes::SHAPES;
use super::tables::{ENTRIES, FIRSTS};
use crate::memory;
use othello::board::Position;

/// The row number of each table entry; see [`row_offsets`].
static IDS: LazyLock<Vec<u32>> = LazyLock::new(|| network_rows(|number| number as u32));

/// The number of different rows.
pub const ROWS: usize = 204_414;

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

/// A row for each entry of the tables. Calls `row` once for each row number, in ascending order.
#[must_use]
pub fn network_rows<R: Copy>(mut row: impl FnMut(usize) -> R) -> Vec<R> {
    let mut rows = room_for_rows();
    let mut numbers = 0..ROWS;
    let mut next = || row(numbers.next().expect("a number for each row"));
    for shape in &SHAPES {
        let base = rows.len();
        for (index, representative) in shape.representatives().enumerate() {
            let representative = representative as usize;
            rows.push(if representative == index { next() } else { rows[base + representative] });
        }
    }
    rows.resize_with(ENTRIES, &mut next);
    assert!(numbers.is_empty());
    rows
}

/// An empty vector with room for a row of each table entry, in huge pages: to map small pages takes
/// longer than to write the rows.
pub(super) fn room_for_rows<R>() -> Vec<R> {
    let mut rows = Vec::with_capacity(ENTRIES);
    memory::use_huge_pages(rows.spare_capacity_mut());
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
