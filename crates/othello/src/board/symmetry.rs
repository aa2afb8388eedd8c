//! [`Symmetry`]: the eight symmetries of the board.

use super::{Bitboard, Position, Square};

/// One of the eight symmetries of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// a1 to a1.
    Identity,
    /// Left and right swap: a1 to h1.
    MirrorColumns,
    /// Top and bottom swap: a1 to a8.
    MirrorRows,
    /// A rotation by 180 degrees: a1 to h8.
    Rotate180,
    /// A reflection in the a1-h8 diagonal: b1 to a2.
    Transpose,
    /// A rotation by 90 degrees clockwise: a1 to h1, h1 to h8.
    RotateRight,
    /// A rotation by 90 degrees counter-clockwise: a1 to a8, h1 to a1.
    RotateLeft,
    /// A reflection in the h1-a8 diagonal: a1 to h8, b1 to h7.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Rotate180,
        Symmetry::Transpose,
        Symmetry::RotateRight,
        Symmetry::RotateLeft,
        Symmetry::AntiTranspose,
    ];

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::RotateRight => Symmetry::RotateLeft,
            Symmetry::RotateLeft => Symmetry::RotateRight,
            itself => itself,
        }
    }

    /// The image of `set`.
    #[inline]
    #[must_use]
    pub const fn apply(self, set: Bitboard) -> Bitboard {
        let bits = set.0;
        Bitboard(match self {
            Symmetry::Identity => bits,
            Symmetry::MirrorColumns => mirror_columns(bits),
            Symmetry::MirrorRows => bits.swap_bytes(),
            Symmetry::Rotate180 => bits.reverse_bits(),
            Symmetry::Transpose => transpose(bits),
            Symmetry::RotateRight => mirror_columns(transpose(bits)),
            Symmetry::RotateLeft => transpose(bits).swap_bytes(),
            Symmetry::AntiTranspose => transpose(bits).reverse_bits(),
        })
    }

    /// The image of `square`.
    #[must_use]
    pub const fn apply_square(self, square: Square) -> Square {
        Square::from_low_bits(self.apply(square.bit()).0.trailing_zeros())
    }
}

/// Reverses the bits of each byte.
const fn mirror_columns(bits: u64) -> u64 {
    bits.swap_bytes().reverse_bits()
}

/// Swaps rows and columns by three rounds of block swaps (Warren, Hacker's Delight, section 7-3).
const fn transpose(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ swap << 28
}

impl Position {
    /// The image of the position under `symmetry`.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Position {
        let moved = Position::new(symmetry.apply(self.player()), symmetry.apply(self.opponent()));
        moved.expect("a symmetry maps different squares to different squares")
    }

    /// The smallest of the eight symmetric positions (by player, then opponent), and the symmetry
    /// that gives it.
    #[must_use]
    pub fn canonical(self) -> (Position, Symmetry) {
        Symmetry::ALL
            .map(|symmetry| (self.transform(symmetry), symmetry))
            .into_iter()
            .min_by_key(|&(position, _)| position)
            .expect("there are eight symmetries")
    }

    /// The legal moves that lead to the same position as `square`, up to symmetry.
    pub fn same_moves(self, square: Square) -> Bitboard {
        let after = |square| self.play(square).map(|next| next.canonical().0);
        let here = after(square);
        self.legal_moves().into_iter().filter(|&other| after(other) == here).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_move_squares_as_their_names_say() {
        let cases = [
            (Symmetry::Identity, Square::B1),
            (Symmetry::MirrorColumns, Square::G1),
            (Symmetry::MirrorRows, Square::B8),
            (Symmetry::Rotate180, Square::G8),
            (Symmetry::Transpose, Square::A2),
            (Symmetry::RotateRight, Square::H2),
            (Symmetry::RotateLeft, Square::A7),
            (Symmetry::AntiTranspose, Square::H7),
        ];
        for (symmetry, image) in cases {
            assert_eq!(symmetry.apply_square(Square::B1), image, "{symmetry:?}");
        }
    }

    #[test]
    fn inverses_undo() {
        for symmetry in Symmetry::ALL {
            for square in Square::ALL {
                let image = symmetry.apply_square(square);
                assert_eq!(symmetry.inverse().apply_square(image), square);
            }
        }
    }

    #[test]
    fn the_canonical_form_is_shared_by_all_eight() {
        let position = Position::START.play(Square::F5).and_then(|p| p.play(Square::D6));
        let position = position.expect("legal moves");
        let (canonical, symmetry) = position.canonical();
        assert_eq!(position.transform(symmetry), canonical);
        for symmetry in Symmetry::ALL {
            assert_eq!(position.transform(symmetry).canonical().0, canonical);
        }
    }
}
