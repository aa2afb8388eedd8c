//! The [`Classic`] evaluator: a few counts, weighted by stage.

use std::sync::LazyLock;

use super::{Deviations, ErrorModel, Evaluator, Part, Term, limited};
use crate::score::Score;
use othello::board::{Bitboard, Position};

/// Square weights, mobility, corners and frontier. Small, and without a weights file: a baseline
/// for the learned evaluators.
///
/// A feature is a count for the player less the same count for the opponent. Its weight is
/// interpolated between six stages of the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Classic;

/// A count for each side.
#[derive(Clone, Copy)]
enum Feature {
    /// Discs on corners.
    Corners,
    /// Discs on C-squares whose corner is empty.
    OpenC,
    /// Discs on X-squares whose corner is empty.
    OpenX,
    /// Discs on the other edge squares.
    Edges,
    /// Discs off the edges, without open X-squares.
    Inside,
    /// Discs next to an empty square.
    Frontier,
    /// Legal moves.
    Mobility,
    /// Empty squares next to an opposing disc.
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

/// The empties of the stages, in equal steps.
const STAGES: [u32; 6] = [12, 20, 28, 36, 44, 52];

/// A weight for each feature, for the side to move, and for the side to move with odd empties.
const WEIGHTS_PER_STAGE: usize = FEATURES + 2;

/// Weights in centidiscs at each of the [`STAGES`]: for each feature in the order of
/// [`Feature::ALL`], for the side to move, and for an odd number of empties. Fitted by least
/// squares. See docs/search.md, Evaluation.
const STAGE_WEIGHTS: [[i32; WEIGHTS_PER_STAGE]; 6] = [
    [677, -127, -232, 124, 62, -168, 220, -85, -102, -139],
    [1051, -94, -414, 151, 56, -194, 68, -12, -143, -83],
    [1452, -92, -716, 172, 58, -209, 13, 16, -148, -79],
    [1773, -354, -917, 186, 68, -199, 37, 6, -136, -89],
    [2027, -518, -1258, 133, 73, -185, 45, 14, -182, -37],
    [1666, -1235, -1398, 11, 29, -61, 75, 31, -39, -351],
];

/// The weights by number of empties.
static WEIGHTS: [[i32; WEIGHTS_PER_STAGE]; 65] = interpolated();

const fn interpolated() -> [[i32; WEIGHTS_PER_STAGE]; 65] {
    const STEP: usize = (STAGES[1] - STAGES[0]) as usize;
    let mut weights = [[0; WEIGHTS_PER_STAGE]; 65];
    let mut empties = 0;
    while empties < weights.len() {
        // Empties above the first stage.
        let past = empties.saturating_sub(STAGES[0] as usize);
        let last = STAGES.len() - 1;
        let past = if past > last * STEP { last * STEP } else { past };
        let stage = if past == last * STEP { last - 1 } else { past / STEP };
        let within = (past - stage * STEP) as i32;
        let mut feature = 0;
        while feature < WEIGHTS_PER_STAGE {
            let (from, to) = (STAGE_WEIGHTS[stage][feature], STAGE_WEIGHTS[stage + 1][feature]);
            weights[empties][feature] = from + (to - from) * within / STEP as i32;
            feature += 1;
        }
        empties += 1;
    }
    weights
}

/// The squares that count, for the player and for the opponent, in the order of [`Feature::ALL`].
#[inline]
fn features(position: Position) -> [(Bitboard, Bitboard); FEATURES] {
    let empties = position.empties();
    let near_open_corners = (empties & Bitboard::CORNERS).grow();
    let open_c = near_open_corners & Bitboard::C_SQUARES;
    let open_x = near_open_corners & Bitboard::X_SQUARES;
    let edges = Bitboard::EDGES - Bitboard::CORNERS - open_c;
    let inside = !Bitboard::EDGES - open_x;
    let exposed = empties.grow();

    let (player, opponent) = (position.player(), position.opponent());
    let discs = |mask: Bitboard| (player & mask, opponent & mask);
    [
        discs(Bitboard::CORNERS),
        discs(open_c),
        discs(open_x),
        discs(edges),
        discs(inside),
        discs(exposed),
        (position.legal_moves(), position.opponent_moves()),
        (position.potential_moves(), position.pass().potential_moves()),
    ]
}

/// The score for having the move. With odd empties the side to move also has the last move.
#[inline]
fn turn(weights: &[i32; WEIGHTS_PER_STAGE], empties: u32) -> i32 {
    weights[FEATURES] + weights[FEATURES + 1] * (empties % 2) as i32
}

/// From `outflank calibrate --evaluator classic`.
static DEVIATIONS: LazyLock<Deviations> = LazyLock::new(|| {
    Deviations::new(ErrorModel {
        by_depth: [1024, 296, 77, 65],
        by_leaf: [1_707_825, 566_141, 220_846, 134_658, 23_255],
    })
});

impl Evaluator for Classic {
    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32 {
        DEVIATIONS.get(empties, shallow, deep)
    }

    fn evaluate(&self, position: Position) -> Score {
        let empties = position.empty_count();
        let weights = &WEIGHTS[empties as usize];
        let weighted =
            features(position).into_iter().zip(weights).map(|((player, opponent), weight)| {
                (player.count() as i32 - opponent.count() as i32) * weight
            });
        Score::estimate(weighted.sum::<i32>() + turn(weights, empties))
    }

    fn terms(&self, position: Position) -> Vec<Term> {
        let empties = position.empty_count();
        let weights = &WEIGHTS[empties as usize];
        let part = |squares: Bitboard, weight: i32| Part {
            squares,
            centidiscs: squares.count() as i32 * weight,
        };
        let mut terms: Vec<Term> = Feature::ALL
            .into_iter()
            .zip(features(position).into_iter().zip(weights))
            .map(|(feature, ((player, opponent), &weight))| {
                let parts = [part(player, weight), part(opponent, -weight)];
                let parts = parts.into_iter().filter(|part| !part.squares.is_empty());
                Term::of_parts(feature.name(), parts.collect())
            })
            .collect();
        terms.push(Term::whole("turn", turn(weights, empties)));
        limited(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::{Square, Symmetry};

    #[test]
    fn terms_add_up_and_symmetries_agree() {
        let mut position = Position::START;
        while let Some(square) = position.legal_moves().first() {
            let score = Classic.evaluate(position);
            let terms = Classic.terms(position);
            assert_eq!(terms.iter().map(|term| term.centidiscs).sum::<i32>(), score.centidiscs());
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
