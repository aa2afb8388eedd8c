//! Lines of the board as constants.

/// The column and row steps of the eight directions. East, south-west, south and south-east lead to
/// higher bits and come first. Their opposites follow in the same order.
pub const STEPS: [(isize, isize); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// The eight rays of a square, without the square. Aligned so that they share a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(in crate::board) struct Rays {
    /// East, south-west, south, south-east: towards higher bits.
    pub(in crate::board) up: [u64; 4],
    /// West, north-east, north, north-west: towards lower bits.
    pub(in crate::board) down: [u64; 4],
}

/// The rays of every square.
pub(in crate::board) static RAYS: [Rays; 64] = all_rays();

const fn all_rays() -> [Rays; 64] {
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            rays[square].up[direction] = ray(square, STEPS[direction]);
            rays[square].down[direction] = ray(square, STEPS[direction + 4]);
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// The squares from `square` in the direction of `step`.
const fn ray(square: usize, step: (isize, isize)) -> u64 {
    let mut ray = 0;
    let mut column = square as isize % 8 + step.0;
    let mut row = square as isize / 8 + step.1;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += step.0;
        row += step.1;
    }
    ray
}
