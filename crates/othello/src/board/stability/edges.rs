//! The stable discs of the edges, from a table of all edges (edge tables: Rosenbloom 1982, "A
//! World-Championship-Level Othello Program").
//!
//! An edge disc flips only along its edge, because its other lines end at the edge. Flips on other
//! lines may make any empty edge square legal for either side. So each edge can be searched alone.

/// The edge discs of `side` that never flip.
#[inline(always)]
pub(super) fn stable(side: u64, other: u64) -> u64 {
    const TOP_ROW: u64 = 0xff;
    let row = |row: u32| {
        let shift = 8 * row;
        u64::from(stable_on_edge(side >> shift & TOP_ROW, other >> shift & TOP_ROW)) << shift
    };
    let column = |column: u32| {
        let gather = |discs| column_to_byte(discs >> column);
        COLUMNS[usize::from(stable_on_edge(gather(side), gather(other)))] << column
    };
    row(0) | row(7) | column(0) | column(7)
}

const A_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares of the a column as bits 0 (row 1) to 7.
#[inline(always)]
fn column_to_byte(discs: u64) -> u64 {
    (discs & A_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse of [`column_to_byte`], for each byte.
static COLUMNS: [u64; 256] = columns();

const fn columns() -> [u64; 256] {
    let mut columns = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        columns[byte] = columns[byte >> 1] << 8 | (byte & 1) as u64;
        byte += 1;
    }
    columns
}

/// The stable discs of `side` on an edge whose other discs are `other`, both below 256.
#[inline(always)]
fn stable_on_edge(side: u64, other: u64) -> u8 {
    STABLE[edge_index(side as usize, other as usize)]
}

/// The number of ways to fill an edge with discs of both sides and empties.
const EDGES: usize = 3_usize.pow(8);

static STABLE: [u8; EDGES] = stable_on_edges();

/// Each bit of a byte as a digit in base 3.
static TERNARY: [u16; 256] = ternary();

#[inline(always)]
const fn edge_index(side: usize, other: usize) -> usize {
    TERNARY[side] as usize + 2 * TERNARY[other] as usize
}

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = 3 * table[byte >> 1] + (byte & 1) as u16;
        byte += 1;
    }
    table
}

/// Filled from full edges to empty edges, so that the results of moves are known.
const fn stable_on_edges() -> [u8; EDGES] {
    let mut table = [0; EDGES];
    let mut empties = 0;
    while empties < 256 {
        let occupied = empties ^ 0xff;
        let mut side = occupied;
        loop {
            let other = occupied ^ side;
            table[edge_index(side, other)] = after_all_moves(&table, side, other);
            if side == 0 {
                break;
            }
            side = (side - 1) & occupied;
        }
        empties += 1;
    }
    table
}

/// The discs of `side` that are stable after every next move of either side.
const fn after_all_moves(table: &[u8; EDGES], side: usize, other: usize) -> u8 {
    let mut stable = side as u8;
    let mut square = 1;
    while square < 256 {
        if (side | other) & square == 0 {
            let flips = flips(square, side, other);
            stable &= table[edge_index(side | square | flips, other ^ flips)];
            let flips = self::flips(square, other, side);
            stable &= table[edge_index(side ^ flips, other | square | flips)];
        }
        square <<= 1;
    }
    stable
}

/// The discs of `other` that `side` flips on an edge by taking `square`, a set with exactly one
/// square.
const fn flips(square: usize, side: usize, other: usize) -> usize {
    const fn reverse(byte: usize) -> usize {
        (byte as u8).reverse_bits() as usize
    }
    let down = flips_upwards(reverse(square), reverse(side), reverse(other));
    flips_upwards(square, side, other) | reverse(down)
}

/// The flips above `square`: a carry runs through discs of `other` to the next square.
const fn flips_upwards(square: usize, side: usize, other: usize) -> usize {
    let start = square << 1;
    let end = (other + start) & side;
    if end == 0 { 0 } else { end - start }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_edge(edge: &str) -> u8 {
        let discs = |letter| {
            edge.chars().rev().fold(0, |discs, square| discs << 1 | u64::from(square == letter))
        };
        stable_on_edge(discs('X'), discs('O'))
    }

    #[test]
    fn edges_are_stable_from_the_corners_or_when_full() {
        assert_eq!(on_edge("--------"), 0);
        assert_eq!(on_edge("X-------"), 0b0000_0001);
        assert_eq!(on_edge("XXXO----"), 0b0000_0111);
        assert_eq!(on_edge("XOXOXOXX"), 0b1101_0101);
        assert_eq!(on_edge("-XXXXXX-"), 0);
        // Six in a row next to a taken corner: the far end may be taken back.
        assert_eq!(on_edge("OXXXXXX-"), 0);
        assert_eq!(on_edge("OXXXXXXO"), 0b0111_1110);
    }

    #[test]
    fn columns_map_to_bytes_and_back() {
        for (byte, &column) in (0..).zip(&COLUMNS) {
            assert_eq!(column_to_byte(column), byte);
        }
    }
}
