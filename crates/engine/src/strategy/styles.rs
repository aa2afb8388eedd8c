//! [`StyleName`]: the styles by name, and the rule of each.

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
            /// All of them, simple ones first.
            pub const ALL: &'static [StyleName] = &[$(StyleName::$variant),*];

            /// Their names as they are written, in the order of [`StyleName::ALL`].
            pub const NAMES: [&'static str; StyleName::ALL.len()] = [$($name),*];

            /// The style itself.
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
    /// The name as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        StyleName::NAMES[self as usize]
    }
}

/// Any legal move, all with the same probability.
struct RandomMove;

impl Style for RandomMove {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        random_square(query, query.moves()).into()
    }
}

/// One of `squares`, which are not empty; the seed and the position determine which.
fn random_square(query: &StyleQuery, squares: Bitboard) -> Square {
    let mut random = Random::new(query.seed, query.position.hash64());
    let number = random.below(squares.count()) as usize;
    squares.into_iter().nth(number).expect("the number is below their count")
}

/// The first or the last legal move in reading order, from a1 to h8.
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

/// The legal move nearest to the centre of the board or farthest from it, of equals the
/// first in reading order.
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

/// The squared distance from the middle of `square` to that of the board, in units of
/// half a square's side: 2 for d4, 98 for a corner.
fn squared_center_distance(square: Square) -> i32 {
    let [column, row] = [square.column(), square.row()].map(|index| 2 * index as i32 - 7);
    column * column + row * row
}

/// A random legal corner; without one a random edge square; without one a random move.
struct EdgeExclusive;

impl Style for EdgeExclusive {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        let preferred = [Bitboard::CORNERS, Bitboard::EDGES].map(|squares| query.moves() & squares);
        let available = preferred.into_iter().find(|squares| !squares.is_empty());
        random_square(query, available.unwrap_or(query.moves())).into()
    }
}

/// The move that flips the most discs, of equals the first in reading order.
struct MostFlips;

impl Style for MostFlips {
    fn choose(&self, query: &StyleQuery) -> StyleChoice {
        query.best_by(|square| query.position.flips(square).count()).into()
    }
}

/// The best or the worst move by a search to a fixed depth, in which both sides play as
/// well as they can after it.
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

/// How many leaves [`EvaluationBudget`] evaluates for a move, finished games included.
const EVALUATIONS: u64 = 500_000;

/// The depth of its first iteration, in plies.
const FIRST_DEPTH: u32 = 8;

/// The best move by iterative deepening from [`FIRST_DEPTH`] on, within [`EVALUATIONS`]
/// in all. Each iteration searches the best move of the one before first, so that the
/// best move of an incomplete iteration is no worse.
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
