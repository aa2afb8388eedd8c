//! The shapes of patterns.
//!
//! A shape has up to eight images under the symmetries of the board. Each image is a feature, and
//! all features of a shape share its weights. If a symmetry maps the shape onto itself, patterns
//! that the symmetry exchanges share one weight.

use othello::board::{Bitboard, Square, Symmetry};

/// A set of squares whose contents index a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    squares: &'static [Square],
}

/// Maximum squares of a shape: 3^10 is the highest power that fits in 16 bits.
const MAX_SQUARES: usize = 10;

macro_rules! shapes {
    ($($name:literal: $($square:ident)*;)*) => {
        [$(Shape { name: $name, squares: &[$(Square::$square),*] }),*]
    };
}

/// The shapes, the largest first, each drawn at one corner or edge.
///
/// The order of the squares is the memory layout: the first square has the highest place value.
/// Squares whose content is usually known, empty corners and full centre squares, come first, so
/// that the rows of likely patterns share cache lines. See docs/search.md, Evaluation.
pub(super) const SHAPES: [Shape; 14] = shapes! {
    "corner 2x5": A1 A2 B1 B2 C1 E1 D1 E2 D2 C2;
    "edge and x-squares": B2 G2 A1 H1 B1 G1 C1 F1 D1 E1;
    "edge block": A1 H1 C1 F1 D1 E1 D2 E2 C2 F2;
    "corner triangle": A1 A2 B1 B2 A3 C1 A4 D1 C2 B3;
    "diagonal band": A1 A2 B1 D4 C4 D3 B2 C3 C2 B3;
    "corner 3x3": A1 A2 B1 B2 C3 A3 C1 C2 B3;
    "row 2": A2 H2 B2 G2 D2 E2 C2 F2;
    "row 3": D3 E3 C3 F3 A3 H3 B3 G3;
    "row 4": D4 E4 C4 F4 A4 H4 B4 G4;
    "diagonal 8": A1 H8 B2 G7 D4 E5 C3 F6;
    "diagonal 7": A2 G8 D5 C4 E6 B3 F7;
    "diagonal 6": C5 D6 A3 F8 B4 E7;
    "diagonal 5": C6 A4 E8 B5 D7;
    "diagonal 4": A5 D8 B6 C7;
};

/// The number of features of all shapes.
pub(super) const PATTERNS: usize = count_features();

/// The image of a shape under one symmetry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Feature {
    /// The index of its shape.
    pub(super) shape: usize,
    squares: [Square; MAX_SQUARES],
}

/// All features, shape by shape.
pub(super) const FEATURES: [Feature; PATTERNS] = all_features();

impl Shape {
    /// The number of patterns of the shape.
    pub(super) const fn patterns(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// The place value, a power of 3, of the square at index `place`.
    const fn place_value(&self, place: usize) -> u32 {
        3_u32.pow((self.squares.len() - 1 - place) as u32)
    }

    /// The content of `square` in `pattern`: empty 0, player 1, opponent 2; `None` outside the
    /// shape.
    pub(super) fn digit(&self, pattern: u32, square: Square) -> Option<u32> {
        let place = self.squares.iter().position(|&other| other == square)?;
        Some(pattern / self.place_value(place) % 3)
    }

    /// The squares under `symmetry`.
    const fn laid(&self, symmetry: Symmetry) -> [Square; MAX_SQUARES] {
        let mut squares = [Square::A1; MAX_SQUARES];
        let mut index = 0;
        while index < self.squares.len() {
            squares[index] = symmetry.apply_square(self.squares[index]);
            index += 1;
        }
        squares
    }

    /// The set of squares under `symmetry`.
    const fn set(&self, symmetry: Symmetry) -> Bitboard {
        let (squares, mut set, mut index) = (self.laid(symmetry), 0, 0);
        while index < self.squares.len() {
            set |= squares[index].bit().0;
            index += 1;
        }
        Bitboard(set)
    }

    /// Whether symmetry number `index` gives a set of squares that no earlier symmetry gives.
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

    /// For each pattern, in order, the lowest pattern that shares its weight.
    pub(super) fn representatives(&self) -> impl Iterator<Item = u32> {
        let own = self.set(Symmetry::Identity);
        let symmetries = Symmetry::ALL.into_iter().filter(|&symmetry| self.set(symmetry) == own);
        let images: Vec<Images> = symmetries.map(|symmetry| self.images(symmetry)).collect();
        (0..self.patterns()).map(move |pattern| {
            let least = images.iter().map(|images| images.of(pattern)).min();
            least.expect("one of the symmetries is the identity")
        })
    }

    /// The images of all patterns under `symmetry`, which maps the shape onto itself.
    fn images(&self, symmetry: Symmetry) -> Images {
        let image = |square| self.squares.iter().position(|&s| s == symmetry.apply_square(square));
        let place_value = |square| image(square).map_or(0, |place| self.place_value(place));
        let place_values: Vec<u32> = self.squares.iter().copied().map(place_value).collect();
        let (high, low) = place_values.split_at(place_values.len().saturating_sub(LOW_SQUARES));
        Images { high: sums(high), low: sums(low) }
    }
}

/// The squares of the low digits of [`Images`].
const LOW_SQUARES: usize = MAX_SQUARES / 2;

/// The images of patterns under a symmetry. An image is the sum of the images of its high and low
/// digits.
struct Images {
    high: Vec<u32>,
    low: Vec<u32>,
}

impl Images {
    #[inline(always)]
    fn of(&self, pattern: usize) -> u32 {
        const LOW: usize = 3_usize.pow(LOW_SQUARES as u32);
        self.high[pattern / LOW] + self.low[pattern % LOW]
    }
}

/// The image of each pattern of some squares, from the place values of the squares' images.
fn sums(place_values: &[u32]) -> Vec<u32> {
    let mut sums = vec![0];
    for place_value in place_values {
        let digits = |sum: u32| [sum, sum + place_value, sum + 2 * place_value];
        sums = sums.into_iter().flat_map(digits).collect();
    }
    sums
}

impl Feature {
    /// Its squares.
    pub(super) fn set(&self) -> Bitboard {
        self.squares[..SHAPES[self.shape].squares.len()].iter().copied().collect()
    }

    /// The place value of `square`, a power of 3: added once for the player's disc, twice for the
    /// opponent's. 0 outside the feature.
    pub(super) const fn place_value(&self, square: Square) -> u16 {
        let shape = &SHAPES[self.shape];
        let mut place = 0;
        while place < shape.squares.len() {
            if self.squares[place] as u8 == square as u8 {
                return shape.place_value(place) as u16;
            }
            place += 1;
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
    fn shapes_have_all_placements() {
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
        let representatives: Vec<u32> = row.representatives().collect();
        // One disc at an end: A5 and D8.
        assert_eq!(representatives[27], 9);
        // One disc at an inner square: B6 and C7.
        assert_eq!(representatives[3], 1);
        let distinct = representatives.iter().enumerate().filter(|&(i, &r)| i as u32 == r).count();
        assert_eq!(distinct, (81 + 9) / 2);
    }
}
