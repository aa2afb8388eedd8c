//! The lines of the board as constants.

/// The column and row steps of the eight directions: first the four towards higher
/// bits (east, south-west, south, south-east), then their opposites in the same
/// order.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// By square, the squares that lie from it in each direction, itself left out:
/// the first four rays run towards higher bits, the others towards lower ones.
pub(in crate::board) static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (column_step, row_step) = STEPS[direction];
            let mut column = square as i32 % 8 + column_step;
            let mut row = square as i32 / 8 + row_step;
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[square][direction] |= 1 << (row * 8 + column);
                column += column_step;
                row += row_step;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}
