//! The eight symmetries, the canonical form and the hash.

use std::collections::HashMap;

use crate::common::random::{random_discs, random_game};
use othello::board::{Position, Square, Symmetry};

/// Positions of random games, and random discs that no game reaches.
fn positions() -> impl Iterator<Item = Position> {
    (0..1_000).flat_map(random_game).chain((0..10_000).map(random_discs))
}

#[test]
fn symmetries_move_squares_as_their_names_say() {
    type Image = fn(usize, usize) -> (usize, usize);
    let images: [(Symmetry, Image); 8] = [
        (Symmetry::Identity, |column, row| (column, row)),
        (Symmetry::MirrorColumns, |column, row| (7 - column, row)),
        (Symmetry::MirrorRows, |column, row| (column, 7 - row)),
        (Symmetry::Rotate180, |column, row| (7 - column, 7 - row)),
        (Symmetry::Transpose, |column, row| (row, column)),
        (Symmetry::RotateRight, |column, row| (7 - row, column)),
        (Symmetry::RotateLeft, |column, row| (row, 7 - column)),
        (Symmetry::AntiTranspose, |column, row| (7 - row, 7 - column)),
    ];
    for (symmetry, image) in images {
        for square in Square::ALL {
            let (column, row) = image(square.column(), square.row());
            let expected = Square::from_coordinates(column, row);
            assert_eq!(Some(symmetry.apply_square(square)), expected, "{symmetry:?} of {square}");
        }
    }
}

#[test]
fn sets_move_as_their_squares_do() {
    for position in positions() {
        for symmetry in Symmetry::ALL {
            let set = position.player();
            let image = set.into_iter().map(|square| symmetry.apply_square(square)).collect();
            assert_eq!(symmetry.apply(set), image, "{symmetry:?} of {set:?}");
        }
    }
}

#[test]
fn symmetries_keep_the_rules() {
    for position in positions().step_by(5) {
        for symmetry in Symmetry::ALL {
            let image = position.transform(symmetry);
            assert_eq!(image.transform(symmetry.inverse()), position);
            assert_eq!(image.legal_moves(), symmetry.apply(position.legal_moves()));
            assert_eq!(image.legal_moves().count(), position.legal_moves().count());
            assert_eq!(image.must_pass(), position.must_pass());
            assert_eq!(image.is_over(), position.is_over());
            assert_eq!(image.final_difference(), position.final_difference());
            for square in Square::ALL {
                let moved = symmetry.apply_square(square);
                assert_eq!(image.flips(moved), symmetry.apply(position.flips(square)));
                let next = position.play(square).map(|next| next.transform(symmetry));
                assert_eq!(image.play(moved), next, "{symmetry:?}, {square} in {position:?}");
            }
        }
    }
}

#[test]
fn the_canonical_form_is_the_least_of_the_eight() {
    for position in positions() {
        let images = Symmetry::ALL.map(|symmetry| position.transform(symmetry));
        let (canonical, symmetry) = position.canonical();
        assert_eq!(position.transform(symmetry), canonical);
        assert_eq!(images.into_iter().min(), Some(canonical));
        for image in images {
            assert_eq!(image.canonical().0, canonical, "{image:?}");
        }
    }
}

#[test]
fn hashes_are_equal_exactly_for_equal_positions() {
    let mut by_hash: HashMap<u64, Position> = HashMap::new();
    for position in positions() {
        for symmetry in Symmetry::ALL {
            let image = position.transform(symmetry);
            let known = *by_hash.entry(image.hash64()).or_insert(image);
            assert_eq!(known, image, "two positions with the hash {:x}", image.hash64());
        }
    }
}

#[test]
fn hashes_differ_after_a_pass() {
    for position in positions() {
        let same = Position::new(position.player(), position.opponent());
        assert_eq!(same.map(Position::hash64), Some(position.hash64()));
        if position.pass() != position {
            assert_ne!(position.pass().hash64(), position.hash64(), "{position:?}");
        }
    }
}
