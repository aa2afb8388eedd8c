//! The shapes: which squares are looked at together.
//!
//! A shape is laid on the board in all ways that the eight symmetries give; each
//! way is a feature, and all features of a shape share its weights. Where a
//! symmetry maps the shape onto itself, the patterns that it exchanges share one
//! weight too.

use crate::board::{Bitboard, Square, Symmetry};

/// Squares that are looked at together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    squares: &'static [Square],
}

/// No shape has more squares: 3 to the tenth is the last power in 16 bits.
const MAX_SQUARES: usize = 10;

macro_rules! shapes {
    ($($name:literal: $($square:ident)*;)*) => {
        [$(Shape { name: $name, squares: &[$(Square::$square),*] }),*]
    };
}

/// The shapes, each drawn at one corner or edge, the largest first.
pub(super) const SHAPES: [Shape; 14] = shapes! {
    "corner 2x5": A1 B1 C1 D1 E1 A2 B2 C2 D2 E2;
    "edge and x-squares": A1 B1 C1 D1 E1 F1 G1 H1 B2 G2;
    "edge block": A1 C1 D1 E1 F1 H1 C2 D2 E2 F2;
    "corner triangle": A1 B1 C1 D1 A2 B2 C2 A3 B3 A4;
    "diagonal band": A1 B2 C3 D4 B1 C2 D3 A2 B3 C4;
    "corner 3x3": A1 B1 C1 A2 B2 C2 A3 B3 C3;
    "row 2": A2 B2 C2 D2 E2 F2 G2 H2;
    "row 3": A3 B3 C3 D3 E3 F3 G3 H3;
    "row 4": A4 B4 C4 D4 E4 F4 G4 H4;
    "diagonal 8": A1 B2 C3 D4 E5 F6 G7 H8;
    "diagonal 7": A2 B3 C4 D5 E6 F7 G8;
    "diagonal 6": A3 B4 C5 D6 E7 F8;
    "diagonal 5": A4 B5 C6 D7 E8;
    "diagonal 4": A5 B6 C7 D8;
};

/// How many features the shapes give.
pub(super) const PATTERNS: usize = count_features();

/// One way to lay a shape on the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Feature {
    /// The index of its shape.
    pub(super) shape: usize,
    squares: [Square; MAX_SQUARES],
}

/// All features, shape by shape.
pub(super) const FEATURES: [Feature; PATTERNS] = all_features();

impl Shape {
    /// How many patterns it has: each square is empty, the player's or the
    /// opponent's.
    pub(super) const fn patterns(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// Where `symmetry` puts its squares.
    const fn laid(&self, symmetry: Symmetry) -> [Square; MAX_SQUARES] {
        let mut squares = [Square::A1; MAX_SQUARES];
        let mut index = 0;
        while index < self.squares.len() {
            squares[index] = symmetry.apply_square(self.squares[index]);
            index += 1;
        }
        squares
    }

    /// The set that `symmetry` makes of it.
    const fn set(&self, symmetry: Symmetry) -> Bitboard {
        let (squares, mut set, mut index) = (self.laid(symmetry), 0, 0);
        while index < self.squares.len() {
            set |= squares[index].bit().0;
            index += 1;
        }
        Bitboard(set)
    }

    /// Whether the symmetry number `index` covers other squares than all before it.
    const fn is_new(&self, index: usize) -> bool {
        let mut earlier = 0;
        while earlier < index {
            if self.set(Symmetry::ALL[earlier]).0 == self.set(Symmetry::ALL[index]).0 {
                return false;
            }
            earlier += 1;
        }
        true
    }

    /// The pattern that each pattern of the shape shares its weight with: the least
    /// of those that symmetries exchange.
    pub(super) fn representatives(&self) -> Vec<u32> {
        let own = self.set(Symmetry::Identity);
        let mut least: Vec<u32> = (0..self.patterns() as u32).collect();
        for symmetry in Symmetry::ALL {
            if self.set(symmetry) == own {
                let exchanged = self.exchanged(symmetry);
                least
                    .iter_mut()
                    .zip(exchanged)
                    .for_each(|(least, other)| *least = other.min(*least));
            }
        }
        least
    }

    /// What `symmetry`, which maps the shape onto itself, makes of each pattern.
    fn exchanged(&self, symmetry: Symmetry) -> Vec<u32> {
        let mut patterns = Vec::with_capacity(self.patterns());
        patterns.push(0);
        for &square in self.squares {
            let image = symmetry.apply_square(square);
            let place = self.squares.iter().position(|&other| other == image);
            let worth = place.map_or(0, |place| 3_u32.pow(place as u32));
            // Those so far have the square empty; with the player's disc, and the opponent's.
            let without = patterns.len();
            patterns.extend_from_within(..);
            patterns.extend_from_within(..without);
            patterns[without..2 * without].iter_mut().for_each(|pattern| *pattern += worth);
            patterns[2 * without..].iter_mut().for_each(|pattern| *pattern += 2 * worth);
        }
        patterns
    }
}

impl Feature {
    /// The squares that it looks at.
    pub(super) fn set(&self) -> Bitboard {
        self.squares[..SHAPES[self.shape].squares.len()].iter().copied().collect()
    }

    /// What a disc of the player on `square` adds to the number of the pattern, the
    /// opponent's adding twice as much; 0 off the feature.
    pub(super) const fn worth(&self, square: Square) -> u16 {
        let (mut index, mut worth) = (0, 1);
        while index < SHAPES[self.shape].squares.len() {
            if self.squares[index] as u8 == square as u8 {
                return worth;
            }
            worth = worth.wrapping_mul(3);
            index += 1;
        }
        0
    }
}

const fn count_features() -> usize {
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < Symmetry::ALL.len() {
            count += SHAPES[shape].is_new(symmetry) as usize;
            symmetry += 1;
        }
        shape += 1;
    }
    count
}

const fn all_features() -> [Feature; PATTERNS] {
    let mut features = [Feature { shape: 0, squares: [Square::A1; MAX_SQUARES] }; PATTERNS];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < Symmetry::ALL.len() {
            if SHAPES[shape].is_new(symmetry) {
                let squares = SHAPES[shape].laid(Symmetry::ALL[symmetry]);
                features[count] = Feature { shape, squares };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_laid_in_all_ways() {
        let ways = |name: &str| {
            FEATURES.iter().filter(|feature| SHAPES[feature.shape].name == name).count()
        };
        assert_eq!(ways("corner 2x5"), 8);
        assert_eq!(ways("corner 3x3"), 4);
        assert_eq!(ways("diagonal 8"), 2);
        assert_eq!(PATTERNS, 58);
    }

    #[test]
    fn mirrored_patterns_have_one_representative() {
        let row = SHAPES.iter().find(|shape| shape.name == "diagonal 4").expect("it is there");
        let representatives = row.representatives();
        // A disc of the player at one end or the other, at the inner squares.
        assert_eq!(representatives[27], 1);
        assert_eq!(representatives[9], 3);
        let distinct = representatives.iter().enumerate().filter(|&(i, &r)| i as u32 == r).count();
        assert_eq!(distinct, (81 + 9) / 2);
    }
}
