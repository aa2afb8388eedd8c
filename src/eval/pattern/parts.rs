//! The part of each pattern that it shares with similar ones while a network is fitted.

use std::ops::Range;

use super::shapes::SHAPES;
use super::tables::{table_base, table_len};
use super::weights::{ROWS, row_numbers};

/// The squares that make up the part of a pattern, as places among those of its shape; small
/// shapes have none. Those of two parts a shape were no better.
const PARTS: [Option<Range<u32>>; SHAPES.len()] = [
    Some(0..7), // corner 2x5: the edge, and the two squares next to its corner
    Some(0..8), // edge and x-squares: the edge
    Some(0..6), // edge block: the edge
    Some(0..7), // corner triangle
    Some(0..7), // diagonal band
    Some(0..6), // corner 3x3: two rows of it
    Some(1..7), // row 2
    Some(1..7), // row 3
    Some(1..7), // row 4
    Some(1..7), // diagonal 8
    None,
    None,
    None,
    None,
];

/// For each row the number of the part of its pattern, if it has one, and how many parts there
/// are. Patterns that differ off the part have the same.
#[must_use]
pub fn pattern_parts() -> (Vec<Option<u32>>, usize) {
    let numbers = row_numbers();
    let mut part_of = vec![None; ROWS];
    let mut first = 0;
    for (table, places) in PARTS.into_iter().enumerate() {
        let Some(places) = places else { continue };
        let count = 3_usize.pow(places.len() as u32);
        for index in 0..table_len(table) {
            // Of the indices that share a row, the least decides.
            let part = first + index / 3_usize.pow(places.start) % count;
            let row = numbers[table_base(table) + index] as usize;
            part_of[row].get_or_insert(part as u32);
        }
        first += count;
    }
    (part_of, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_differ_off_the_part_share_it() {
        let (parts, count) = pattern_parts();
        let numbers = row_numbers();
        let part = |table: usize, index: usize| parts[numbers[table_base(table) + index] as usize];
        let corner = |index| part(0, index).expect("it has a part");
        assert_eq!(corner(5), corner(5 + 2 * 3_usize.pow(7)));
        assert_ne!(corner(5), corner(5 + 3_usize.pow(6)));
        assert_ne!(part(1, 5), part(0, 5));
        assert_eq!(part(SHAPES.len() - 1, 5), None);
        assert!(parts.iter().flatten().all(|&part| (part as usize) < count));
    }
}
