//! The layout of the tables, and [`Entries`]: the entries that a position selects.

#![allow(unsafe_code)]

use std::hint::black_box;

use super::features::{COUNT_LIMIT, COUNTS, FEATURE_COUNT, Indices};
use super::shapes::{FEATURES, PATTERNS, SHAPES};

/// The tables: one for each shape, then one for each count.
pub(super) const TABLES: usize = SHAPES.len() + COUNTS.len();

/// The table of the number of empties.
pub(super) const EMPTIES_TABLE: usize = TABLES - 1;

/// The number of entries of a table.
pub(super) const fn table_len(table: usize) -> usize {
    if table < SHAPES.len() { SHAPES[table].patterns() } else { COUNT_LIMIT }
}

/// The index of a table's first entry among all entries.
pub(super) const fn table_base(table: usize) -> usize {
    let (mut base, mut earlier) = (0, 0);
    while earlier < table {
        base += table_len(earlier);
        earlier += 1;
    }
    base
}

/// The name of a table.
pub(super) fn table_name(table: usize) -> &'static str {
    SHAPES.get(table).map_or_else(|| COUNTS[table - SHAPES.len()], |shape| shape.name)
}

/// The table of each feature.
const TABLE_OF: [usize; FEATURE_COUNT] = {
    let mut tables = [0; FEATURE_COUNT];
    let mut feature = 0;
    while feature < FEATURE_COUNT {
        tables[feature] = if feature < PATTERNS {
            FEATURES[feature].shape
        } else {
            SHAPES.len() + feature - PATTERNS
        };
        feature += 1;
    }
    tables
};

/// The first entry of the table of each feature.
pub(super) const FIRSTS: [u32; FEATURE_COUNT] = {
    let mut firsts = [0; FEATURE_COUNT];
    let mut feature = 0;
    while feature < FEATURE_COUNT {
        firsts[feature] = table_base(TABLE_OF[feature]) as u32;
        feature += 1;
    }
    firsts
};

/// The last entry of the table of each feature.
const LASTS: [u32; FEATURE_COUNT] = {
    let mut lasts = FIRSTS;
    let mut feature = 0;
    while feature < FEATURE_COUNT {
        lasts[feature] += table_len(TABLE_OF[feature]) as u32 - 1;
        feature += 1;
    }
    lasts
};

/// The number of entries of all tables.
pub(super) const ENTRIES: usize = table_base(TABLES);

/// The number of features that are looked up at a time.
pub(super) const GROUP: usize = 4;

/// The entries that a position selects: one for each feature, all below [`ENTRIES`].
pub(super) struct Entries([u32; FEATURE_COUNT]);

impl Entries {
    /// The entries of a position with these `indices`.
    #[inline(always)]
    pub(super) fn new(indices: &Indices) -> Entries {
        Entries(std::array::from_fn(|feature| {
            (FIRSTS[feature] + u32::from(indices[feature])).min(LASTS[feature])
        }))
    }

    /// The entries, feature by feature.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&entry| entry as usize)
    }

    /// The selected elements of `tables`, feature by feature, [`GROUP`] at a time.
    ///
    /// # Panics
    /// If `tables` does not have [`ENTRIES`] elements.
    #[inline(always)]
    pub(super) fn select<'a, T>(&'a self, tables: &'a [T]) -> impl Iterator<Item = [&'a T; GROUP]> {
        const _: () = assert!(FEATURE_COUNT.is_multiple_of(GROUP));
        assert_eq!(tables.len(), ENTRIES);
        // Read from memory: extracting the lanes of a vector costs more.
        black_box(&self.0).as_chunks::<GROUP>().0.iter().map(|entries| {
            // SAFETY: `Entries::new` bounds each entry by `LASTS`.
            entries.map(|entry| unsafe { tables.get_unchecked(entry as usize) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_follow_indices_and_stay_in_their_table() {
        let all: Vec<u32> = (0..ENTRIES as u32).collect();
        let selected = |indices| {
            let entries = Entries::new(&indices);
            entries.select(&all).flatten().copied().collect::<Vec<_>>()
        };
        assert_eq!(selected([0; FEATURE_COUNT]), FIRSTS);
        assert_eq!(selected([7; FEATURE_COUNT]), FIRSTS.map(|first| first + 7));
        assert_eq!(selected([u16::MAX; FEATURE_COUNT]), LASTS);
        assert_eq!(LASTS.into_iter().max(), Some(ENTRIES as u32 - 1));
    }
}
