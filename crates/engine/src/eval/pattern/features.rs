//! The features of a position: one index for each pattern and each count.

use super::shapes::{FEATURES, PATTERNS};
use othello::board::{Bitboard, Position, Square};

/// The counts. Each has its own small table.
pub(super) const COUNTS: [&str; 6] = [
    "mobility",
    "opponent's mobility",
    "potential mobility",
    "opponent's potential mobility",
    "odd quadrants",
    "empties",
];

/// The patterns, then the counts.
pub const FEATURE_COUNT: usize = PATTERNS + COUNTS.len();

/// Counts are less than this.
pub(super) const COUNT_LIMIT: usize = 64;

/// One index for each feature: the number of a pattern in base 3 (empty 0, player 1, opponent 2),
/// or a count.
pub(super) type Indices = [u16; FEATURE_COUNT];

/// For each square, what a disc of the player there adds to each index.
#[repr(align(64))]
struct PlaceValues([Indices; 64]);

static PLACE_VALUES: PlaceValues = {
    let mut place_values = [[0; FEATURE_COUNT]; 64];
    let mut square = 0;
    while square < 64 {
        let mut feature = 0;
        while feature < PATTERNS {
            place_values[square][feature] = FEATURES[feature].place_value(Square::ALL[square]);
            feature += 1;
        }
        square += 1;
    }
    PlaceValues(place_values)
};

/// The indices of the player's discs in half a row: by half row (a1-d1, e1-h1, .. e8-h8), then by
/// the discs in it.
#[repr(align(64))]
struct HalfRows([[Indices; 16]; 16]);

/// 32 KiB, the size of a first-level cache.
static HALF_ROWS: HalfRows = {
    let mut rows = [[[0; FEATURE_COUNT]; 16]; 16];
    let mut place = 0;
    while place < 16 * 16 * FEATURE_COUNT {
        let (half, discs, feature) =
            (place / FEATURE_COUNT / 16, place / FEATURE_COUNT % 16, place % FEATURE_COUNT);
        let mut column = 0;
        while column < 4 {
            if discs >> column & 1 == 1 {
                rows[half][discs][feature] += PLACE_VALUES.0[4 * half + column][feature];
            }
            column += 1;
        }
        place += 1;
    }
    HalfRows(rows)
};

/// The indices of `position`, whose legal moves are `moves`.
#[inline(always)]
pub(super) fn indices(position: Position, moves: Bitboard) -> Indices {
    let mut indices = patterns(position);
    indices[PATTERNS..].copy_from_slice(&counts(position, moves));
    indices
}

/// The pattern indices of `position`, and 0 for each count. The additions vectorise.
#[inline(always)]
fn patterns(position: Position) -> Indices {
    let (mut player, mut opponent) = ([0_u16; FEATURE_COUNT], [0_u16; FEATURE_COUNT]);
    for (half, rows) in HALF_ROWS.0.iter().enumerate() {
        let row = |discs: Bitboard| &rows[(discs.0 >> (4 * half) & 15) as usize];
        add(&mut player, row(position.player()));
        add(&mut opponent, row(position.opponent()));
    }
    std::array::from_fn(|feature| player[feature] + 2 * opponent[feature])
}

/// The pattern indices of a position after a pass. A few additions turn them into the indices after
/// a move.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct Prepared {
    position: Position,
    passed: Indices,
}

impl Prepared {
    /// For evaluators that need the position only.
    pub(in crate::eval) fn blank(position: Position) -> Prepared {
        Prepared { position, passed: [0; FEATURE_COUNT] }
    }

    /// For [`Prepared::indices_after`].
    #[inline(always)]
    pub(super) fn new(position: Position) -> Prepared {
        Prepared { position, passed: patterns(position.pass()) }
    }

    /// The [`indices`] of `next`, the position after a move. `replies` are the legal moves of
    /// `next`. The move adds a disc of the side that makes it (the opponent in `next`), and flips
    /// discs of the player.
    #[inline(always)]
    pub(super) fn indices_after(&self, next: Position, replies: Bitboard) -> Indices {
        let mut indices = self.passed;
        let flips = next.opponent() & self.position.opponent();
        for square in flips {
            add(&mut indices, &PLACE_VALUES.0[square.index()]);
        }
        for square in self.position.empties() - next.empties() {
            let place_values = &PLACE_VALUES.0[square.index()];
            indices = std::array::from_fn(|feature| indices[feature] + 2 * place_values[feature]);
        }
        indices[PATTERNS..].copy_from_slice(&counts(next, replies));
        indices
    }
}

#[inline(always)]
fn add(sum: &mut Indices, row: &Indices) {
    *sum = std::array::from_fn(|feature| sum[feature] + row[feature]);
}

/// The [`COUNTS`] of `position`, whose legal moves are `moves`.
#[inline(always)]
fn counts(position: Position, moves: Bitboard) -> [u16; COUNTS.len()] {
    let empties = position.empties();
    let count = |set: Bitboard| (set.count() as u16).min(COUNT_LIMIT as u16 - 1);
    [
        count(moves),
        count(position.opponent_moves()),
        count(position.potential_moves()),
        count(position.pass().potential_moves()),
        (empties.odd_quadrants().count() / 16) as u16,
        count(empties),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_equal_patterns_read_square_by_square() {
        let mut position = Position::START;
        while let Some(square) = position.legal_moves().into_iter().last() {
            let indices = indices(position, position.legal_moves());
            for (feature, index) in FEATURES.iter().zip(indices) {
                let digit = |square: Square| -> u16 {
                    let (player, opponent) = (position.player(), position.opponent());
                    u16::from(player.contains(square)) + 2 * u16::from(opponent.contains(square))
                };
                let place_value = |square| feature.place_value(square) * digit(square);
                assert_eq!(index, Square::ALL.into_iter().map(place_value).sum::<u16>());
            }
            position = position.play(square).expect("a legal move");
        }
    }

    #[test]
    fn incremental_indices_equal_recomputed_ones() {
        let mut position = Position::START;
        while let Some(last) = position.legal_moves().into_iter().last() {
            let prepared = Prepared::new(position);
            for square in position.legal_moves() {
                let next = position.play(square).expect("a legal move");
                let moves = next.legal_moves();
                assert_eq!(prepared.indices_after(next, moves), indices(next, moves));
            }
            position = position.play(last).expect("a legal move");
        }
    }
}
