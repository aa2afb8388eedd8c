//! Parts of patterns, which similar patterns share while a network is fitted.

use super::rows::{ROWS, row_numbers};
use super::shapes::SHAPES;
use super::tables::{table_base, table_len};
use othello::board::Square;

macro_rules! squares {
    ($($square:ident)*) => { &[$(Square::$square),*] };
}

/// The squares of the part of each shape. Small shapes have none.
const PARTS: [&[Square]; SHAPES.len()] = [
    squares!(A1 B1 C1 D1 E1 A2 B2), // corner 2x5: the edge, and two squares next to its corner
    squares!(A1 B1 C1 D1 E1 F1 G1 H1), // edge and x-squares: the edge
    squares!(A1 C1 D1 E1 F1 H1),    // edge block: the edge
    squares!(A1 B1 C1 D1 A2 B2 C2), // corner triangle
    squares!(A1 B2 C3 D4 B1 C2 D3), // diagonal band
    squares!(A1 B1 C1 A2 B2 C2),    // corner 3x3: two rows of it
    squares!(B2 C2 D2 E2 F2 G2),    // row 2
    squares!(B3 C3 D3 E3 F3 G3),    // row 3
    squares!(B4 C4 D4 E4 F4 G4),    // row 4
    squares!(B2 C3 D4 E5 F6 G7),    // diagonal 8
    &[],
    &[],
    &[],
    &[],
];

/// The part number of each row, `None` for shapes without a part, and the number of parts. Patterns
/// with the same content on the squares of a part share its number.
#[must_use]
pub fn pattern_parts() -> (Vec<Option<u32>>, usize) {
    let numbers = row_numbers();
    let mut part_of = vec![None; ROWS];
    let mut first = 0;
    for (table, (squares, shape)) in PARTS.into_iter().zip(&SHAPES).enumerate() {
        if squares.is_empty() {
            continue;
        }
        for index in 0..table_len(table) {
            let digits = squares.iter().filter_map(|&square| shape.digit(index as u32, square));
            let part = first + digits.fold(0, |part, digit| 3 * part + digit);
            let row = numbers[table_base(table) + index] as usize;
            // The lowest index of a row decides.
            part_of[row].get_or_insert(part);
        }
        first += 3_u32.pow(squares.len() as u32);
    }
    (part_of, first as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_equal_on_a_part_share_it() {
        let (parts, count) = pattern_parts();
        let numbers = row_numbers();
        let part = |table: usize, index: usize| parts[numbers[table_base(table) + index] as usize];
        let corner = |index| part(0, index).expect("it has a part");
        // The last three squares are off it.
        assert_eq!(corner(5 * 27), corner(5 * 27 + 26));
        assert_ne!(corner(5 * 27), corner(6 * 27));
        assert_ne!(part(1, 5), part(0, 5));
        assert_eq!(part(SHAPES.len() - 1, 5), None);
        assert!(parts.iter().flatten().all(|&part| (part as usize) < count));
    }
}
