//! The number of flips of a game's last disc.

use crate::board::rays::RAYS;

/// The number of discs that flip when the player fills `square`, the only empty one. `player` must
/// not contain `square`. 0 means that the move is illegal.
///
/// Each of the four lines through the square is gathered into a byte by a multiplication and looked
/// up. See docs/search.md, Board.
#[inline]
#[must_use]
pub fn count_last_flips(square: usize, player: u64) -> u32 {
    const A_COLUMN: u64 = 0x0101_0101_0101_0101;
    /// Moves bit 8 * row to bit 56 + row.
    const COLUMN_TO_BYTE: u64 = 0x0102_0408_1020_4080;
    /// Moves any bit of a column to the top row.
    const ROWS_TO_BYTE: u64 = 0x0101_0101_0101_0101;
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let diagonals = &DIAGONALS[square];

    let along_row = player >> (row * 8) & 0xff;
    let along_column = (player >> column & A_COLUMN).wrapping_mul(COLUMN_TO_BYTE) >> 56;
    let falling = (player & diagonals.falling).wrapping_mul(ROWS_TO_BYTE) >> 56;
    let rising = (player & diagonals.rising).wrapping_mul(ROWS_TO_BYTE) >> 56;
    let by_column = &LINE_FLIPS[column];
    let by_row = &LINE_FLIPS[row];
    u32::from(
        by_column[along_row as usize]
            + by_column[falling as usize]
            + by_column[rising as usize]
            + by_row[along_column as usize],
    )
}

/// The diagonals through a square, without the square.
#[derive(Clone, Copy)]
struct Diagonals {
    /// From the top left to the bottom right.
    falling: u64,
    /// From the top right to the bottom left.
    rising: u64,
}

static DIAGONALS: [Diagonals; 64] = diagonals();

const fn diagonals() -> [Diagonals; 64] {
    let mut all = [Diagonals { falling: 0, rising: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS[square];
        let [_, south_west, _, south_east] = rays.up;
        let [_, north_east, _, north_west] = rays.down;
        all[square] =
            Diagonals { falling: north_west | south_east, rising: north_east | south_west };
        square += 1;
    }
    all
}

/// The number of flips, by the index of the square on its line and the player's discs on the line.
/// All other squares hold the opponent's discs. Squares that a shorter diagonal lacks count as the
/// opponent's, and no disc of the player encloses them.
static LINE_FLIPS: [[u8; 256]; 8] = line_flips();

const fn line_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut player = 0_u32;
        while player < 256 {
            let higher = player >> place >> 1;
            let lower = player & ((1 << place) - 1);
            let mut flips = 0;
            if higher != 0 {
                flips += higher.trailing_zeros();
            }
            if lower != 0 {
                flips += place - 1 - lower.ilog2();
            }
            table[place as usize][player as usize] = flips as u8;
            player += 1;
        }
        place += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::flips::portable;

    #[test]
    fn the_count_equals_the_number_of_flips() {
        let mut player = 0x0123_4567_89ab_cdef_u64;
        for round in 0..if cfg!(miri) { 6 } else { 10_000 } {
            player = player.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            for square in 0..64 {
                // Sparse, even and dense boards.
                let player = match round % 3 {
                    0 => player & player.rotate_left(21),
                    1 => player,
                    _ => player | player.rotate_left(21),
                } & !(1 << square);
                let opponent = !player & !(1 << square);
                let flips = portable::flips(square, player, opponent);
                assert_eq!(count_last_flips(square, player), flips.count_ones());
            }
        }
    }
}
