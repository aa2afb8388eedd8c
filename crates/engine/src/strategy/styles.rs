//! [`StyleName`]: the styles by name, and their rules.

use super::alpha_beta::{Aim, AlphaBeta, LeafEvaluation};
use super::alpha_beta::{classic, disc_difference, heuristic, mobility_and_frontier};
use super::{Style, StyleChoice, StyleQuery};
use othello::board::{Bitboard, Square};
use othello::random::Random;

macro_rules! styles {
    ($($variant:ident $name:literal = $style:expr;)*) => {
        /// The name of a style.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "protocol.md states the rule of each")]
        pub enum StyleName { $($variant),* }

        impl StyleName {
            /// All styles, simplest first.
            pub const ALL: &'static [StyleName] = &[$(StyleName::$variant),*];

            /// The names as text, in the order of [`StyleName::ALL`].
            pub const NAMES: [&'static str; StyleName::ALL.len()] = [$($name),*];

            /// The rule of the style.
            pub(super) fn style(self) -> &'static dyn Style {
                match self { $(StyleName::$variant => &$style),* }
            }
        }
    };
}

styles! {
    Random "random" = RandomMove;
    TopLeft "top-left" = ReadingOrder::First;
    BottomRight "bottom-right" = ReadingOrder::Last;
    Center "center" = CenterDistance::Nearest;
    Edge "edge" = CenterDistance::Farthest;
    EdgeExclusive "edge-exclusive" = EdgeExclusive;
    ShallowScore "shallow-score" = MostFlips;
    MinmaxScore "minmax-score" = FixedDepth { depth: 2, evaluate: disc_difference, aim: Aim::Best };
    DeepScore "deep-score" = FixedDepth { depth: 5, evaluate: disc_difference, aim: Aim::Best };
    DeepHeuristic "deep-heuristic" = FixedDepth { depth: 5, evaluate: heuristic, aim: Aim::Best };
    DeepNegative "deep-negative" = FixedDepth { depth: 5, evaluate: heuristic, aim: Aim::Worst };
    ClassicD1 "classic-d1" = FixedDepth { depth: 1, evaluate: classic, aim: Aim::Best };
    ClassicD2 "classic-d2" = FixedDepth { depth: 2, evaluate: classic, aim: Aim::Best };
    ClassicD3 "classic-d3" = FixedDepth { depth: 3, evaluate: classic, aim: Aim::Best };
    ClassicD4 "classic-d4" = FixedDepth { depth: 4, evaluate: classic, aim: Aim::Best };
    ClassicD5 "classic-d5" = FixedDepth { depth: 5, evaluate: classic, aim: Aim::Best };
    Budget "budget" = EvaluationBudget;
}

impl StyleName {
    /// The name as text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        StyleName::NAMES[self as usize]
    }
}

/// A random legal move, uniformly.
struct RandomMove;

impl Style for RandomMove {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        random_square(query, query.moves()).into()
    }
}

/// A random square of `squares`, which must not be empty. Determined by the seed and the position.
fn random_square(query: &StyleQuery, squares: Bitboard) -> Square {
    let mut random = Random::new(query.seed, query.position.hash64());
    let number = random.below(squares.count()) as usize;
    squares.into_iter().nth(number).expect("the number is below their count")
}

/// The first or last legal move in reading order, a1 to h8.
enum ReadingOrder {
    First,
    Last,
}

impl Style for ReadingOrder {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        query
            .best_by(|square| match self {
                ReadingOrder::First => 63 - square.index(),
                ReadingOrder::Last => square.index(),
            })
            .into()
    }
}

/// The legal move nearest to or farthest from the centre. Ties go to the first in reading order.
enum CenterDistance {
    Nearest,
    Farthest,
}

impl Style for CenterDistance {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        query
            .best_by(|square| match self {
                CenterDistance::Nearest => -squared_center_distance(square),
                CenterDistance::Farthest => squared_center_distance(square),
            })
            .into()
    }
}

/// The squared distance from the centre of `square` to the centre of the board. The unit is half
/// the side of a square: 2 for d4, 98 for a corner.
fn squared_center_distance(square: Square) -> i32 {
    let [column, row] = [square.column(), square.row()].map(|index| 2 * index as i32 - 7);
    column * column + row * row
}

/// A random legal corner, otherwise a random edge square, otherwise a random move.
struct EdgeExclusive;

impl Style for EdgeExclusive {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        let preferred = [Bitboard::CORNERS, Bitboard::EDGES].map(|squares| query.moves() & squares);
        let available = preferred.into_iter().find(|squares| !squares.is_empty());
        random_square(query, available.unwrap_or(query.moves())).into()
    }
}

/// The move that flips the most discs. Ties go to the first in reading order.
struct MostFlips;

impl Style for MostFlips {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        query.best_by(|square| query.position.flips(square).count()).into()
    }
}

/// The best or worst move by a fixed-depth search. After that move both sides play their best.
struct FixedDepth {
    /// In plies, at least 1.
    depth: u32,
    evaluate: LeafEvaluation,
    aim: Aim,
}

impl Style for FixedDepth {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        let moves: Vec<Square> = query.moves().into_iter().collect();
        let mut search = AlphaBeta::new(self.evaluate, query.limits, u64::MAX);
        search.choose(query.position, &moves, self.depth, self.aim).0
    }
}

/// Number of leaves that [`EvaluationBudget`] evaluates per move, including finished games.
const EVALUATIONS: u64 = 500_000;

/// Depth of the first iteration in plies.
const FIRST_DEPTH: u32 = 8;

/// The best move by iterative deepening from [`FIRST_DEPTH`], with [`EVALUATIONS`] leaves in total.
/// Each iteration starts with the best move of the previous one, so an incomplete iteration cannot
/// choose a worse move.
struct EvaluationBudget;

impl Style for EvaluationBudget {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        let mut search = AlphaBeta::new(mobility_and_frontier, query.limits, EVALUATIONS);
        let mut moves: Vec<Square> = query.moves().into_iter().collect();
        moves.sort_by_cached_key(|&square| {
            let next = query.position.play_flips(square, query.position.flips(square));
            next.legal_moves().count()
        });
        let mut best = StyleChoice::from(moves[0]);
        for depth in FIRST_DEPTH..=FIRST_DEPTH.max(query.position.empty_count()) {
            let (choice, outcome) = search.choose(query.position, &moves, depth, Aim::Best);
            let completed = choice.depth.max(best.depth);
            let found = if choice.score.is_some() { choice } else { best };
            best = StyleChoice { depth: completed, nodes: choice.nodes, ..found };
            if outcome.is_err() {
                break;
            }
            let index = moves.iter().position(|&square| square == best.square);
            moves[..=index.unwrap_or(0)].rotate_right(1);
        }
        debug_assert!(search.evaluations <= EVALUATIONS);
        best
    }
}
