//! The [`Classic`] evaluator: a few counts with hand-sized weights.

use super::{Evaluator, Term};
use crate::board::{Bitboard, Position};
use crate::score::Score;

/// Square weights, mobility, corners and frontier, with weights that change over
/// the game. Small, explainable and without any file; the learned evaluators are
/// measured against it.
///
/// Each [`Feature`] is a count for the player less the same count for the
/// opponent; its weight is interpolated between three stages of the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Classic;

/// What is counted for both sides.
#[derive(Clone, Copy)]
enum Feature {
    /// Discs on corners.
    Corners,
    /// Discs on C-squares whose corner is empty.
    OpenC,
    /// Discs on X-squares whose corner is empty.
    OpenX,
    /// Discs on the other squares of the edges.
    Edges,
    /// Discs on the inside, without the open X-squares.
    Inside,
    /// Discs that touch an empty square.
    Frontier,
    /// Legal moves.
    Mobility,
    /// Empty squares that touch a disc of the other side.
    PotentialMobility,
}

const FEATURES: usize = 8;

impl Feature {
    const ALL: [Feature; FEATURES] = [
        Feature::Corners,
        Feature::OpenC,
        Feature::OpenX,
        Feature::Edges,
        Feature::Inside,
        Feature::Frontier,
        Feature::Mobility,
        Feature::PotentialMobility,
    ];

    const fn name(self) -> &'static str {
        match self {
            Feature::Corners => "corners",
            Feature::OpenC => "open c-squares",
            Feature::OpenX => "open x-squares",
            Feature::Edges => "edges",
            Feature::Inside => "inside",
            Feature::Frontier => "frontier",
            Feature::Mobility => "mobility",
            Feature::PotentialMobility => "potential mobility",
        }
    }
}

/// The empties at which weights are given: the late, the middle and the early game.
const ANCHORS: [u32; 3] = [6, 26, 46];

/// Centidiscs for one more of a feature (in the order of [`Feature::ALL`]) at each
/// of the [`ANCHORS`], and last for being the side to move.
const ANCHOR_WEIGHTS: [[i32; FEATURES + 1]; 3] = [
    [700, -80, -250, 260, 150, -40, 120, 40, 100],
    [1250, -250, -500, 140, 40, -60, 140, 60, 60],
    [1300, -350, -600, 60, -20, -60, 100, 60, 30],
];

/// The weights by number of empties.
static WEIGHTS: [[i32; FEATURES + 1]; 65] = interpolated();

const fn interpolated() -> [[i32; FEATURES + 1]; 65] {
    let mut weights = [[0; FEATURES + 1]; 65];
    let mut empties = 0;
    while empties < weights.len() {
        let upper = if empties as u32 <= ANCHORS[1] { 1 } else { 2 };
        let (from, to) = (ANCHORS[upper - 1] as i32, ANCHORS[upper] as i32);
        let mut at = empties as i32;
        if at < ANCHORS[0] as i32 {
            at = ANCHORS[0] as i32;
        } else if at > ANCHORS[2] as i32 {
            at = ANCHORS[2] as i32;
        }
        let mut feature = 0;
        while feature <= FEATURES {
            let (low, high) = (ANCHOR_WEIGHTS[upper - 1][feature], ANCHOR_WEIGHTS[upper][feature]);
            weights[empties][feature] = low + (high - low) * (at - from) / (to - from);
            feature += 1;
        }
        empties += 1;
    }
    weights
}

/// The features of `position`, player less opponent, in the order of
/// [`Feature::ALL`].
#[inline]
fn features(position: Position) -> [i32; FEATURES] {
    const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);
    let empties = position.empties();
    let near_open_corners = (empties & Bitboard::CORNERS).grow();
    let open_c = near_open_corners & Bitboard::C_SQUARES;
    let open_x = near_open_corners & Bitboard::X_SQUARES;
    let edges = EDGES - Bitboard::CORNERS - open_c;
    let inside = !EDGES - open_x;
    let exposed = empties.grow();

    let (player, opponent) = (position.player(), position.opponent());
    let count =
        |player: Bitboard, opponent: Bitboard| player.count() as i32 - opponent.count() as i32;
    let discs = |mask: Bitboard| count(player & mask, opponent & mask);
    [
        discs(Bitboard::CORNERS),
        discs(open_c),
        discs(open_x),
        discs(edges),
        discs(inside),
        discs(exposed),
        count(position.legal_moves(), position.opponent_moves()),
        count(opponent.grow() & empties, player.grow() & empties),
    ]
}

impl Evaluator for Classic {
    fn evaluate(&self, position: Position) -> Score {
        let weights = &WEIGHTS[position.empty_count() as usize];
        let features = features(position);
        let weighted = features.iter().zip(weights).map(|(count, weight)| count * weight);
        Score::estimate(weighted.sum::<i32>() + weights[FEATURES])
    }

    fn terms(&self, position: Position) -> Vec<Term> {
        let weights = &WEIGHTS[position.empty_count() as usize];
        let features = features(position);
        let mut terms: Vec<Term> = Feature::ALL
            .into_iter()
            .zip(features.into_iter().zip(weights))
            .map(|(feature, (count, weight))| Term {
                name: feature.name(),
                value: Score::saturating(count * weight),
            })
            .collect();
        terms.push(Term { name: "turn", value: Score::saturating(weights[FEATURES]) });
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Square, Symmetry};

    #[test]
    fn terms_add_up_and_symmetries_agree() {
        let mut position = Position::START;
        while let Some(square) = position.legal_moves().first() {
            let score = Classic.evaluate(position);
            let terms = Classic.terms(position);
            let sum = terms.iter().map(|term| term.value.centidiscs()).sum();
            assert_eq!(score, Score::estimate(sum));
            for symmetry in Symmetry::ALL {
                assert_eq!(Classic.evaluate(position.transform(symmetry)), score);
            }
            position = position.play(square).expect("a legal move");
        }
    }

    #[test]
    fn a_corner_is_worth_more_than_its_x_square() {
        let with = |square: Square| {
            let start = Position::START;
            let position = Position::new(start.player() | square.bit(), start.opponent());
            Classic.evaluate(position.expect("the square is empty"))
        };
        assert!(with(Square::A1) > with(Square::C3));
        assert!(with(Square::C3) > with(Square::B2));
    }
}
