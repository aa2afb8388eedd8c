//! An Othello player in two kilobytes of WebAssembly.
//!
//! Alpha-beta to depth 5. The evaluation is square weights plus mobility. The rules come from
//! `othello` without `std`. The exports take and return integers, so that JavaScript calls them
//! without generated glue: a set of squares is a `BigInt` with bit 0 for a1, bit 7 for h1 and
//! bit 63 for h8.
#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(missing_docs)]

use othello::board::{Bitboard, Position, Square};

/// Search depth in plies. A pass costs no ply.
pub const DEPTH: u32 = 5;

/// Outside the range of every score.
const INFINITY: i32 = 1 << 20;

/// Score of a disc at the end of a game, above every evaluation.
const DISC: i32 = 1 << 12;

/// Weight of a legal move.
const MOBILITY: i32 = 20;

/// The edge squares two steps from a corner.
const A_SQUARES: Bitboard = Bitboard(0x2400_8100_0081_0024);

/// Weights of a disc. A disc in two classes has the sum of both.
const WEIGHTS: [(Bitboard, i32); 5] = [
    (Bitboard::CORNERS, 150),
    (Bitboard::X_SQUARES, -40),
    (Bitboard::C_SQUARES, -15),
    (A_SQUARES, 10),
    (Bitboard::FULL, -2),
];

/// The sum of the weights of `discs`.
fn weigh(discs: Bitboard) -> i32 {
    WEIGHTS.into_iter().map(|(class, weight)| weight * (discs & class).count() as i32).sum()
}

/// The score for the player (fail-soft) and the best move, `None` at a leaf, a pass and the end.
fn search(position: Position, alpha: i32, beta: i32, depth: u32) -> (i32, Option<Square>) {
    let moves = position.legal_moves();
    let replies = position.opponent_moves();
    if moves.is_empty() {
        if replies.is_empty() {
            return (position.final_difference().discs() * DISC, None);
        }
        return (-search(position.pass(), -beta, -alpha, depth).0, None);
    }
    if depth == 0 {
        let mobility = moves.count() as i32 - replies.count() as i32;
        let weights = weigh(position.player()) - weigh(position.opponent());
        return (MOBILITY * mobility + weights, None);
    }
    let mut best = (-INFINITY, None);
    for square in moves {
        let next = position.play_flips(square, position.flips(square));
        let score = -search(next, -beta, -alpha.max(best.0), depth - 1).0;
        if score > best.0 {
            best = (score, Some(square));
            if score >= beta {
                break;
            }
        }
    }
    best
}

/// The squares where the player may put a disc.
#[unsafe(no_mangle)]
pub extern "C" fn legal_moves(player: u64, opponent: u64) -> u64 {
    position(player, opponent).legal_moves().0
}

/// The discs that flip when the player puts a disc on `square`, 0 to 63.
#[unsafe(no_mangle)]
pub extern "C" fn flips(player: u64, opponent: u64, square: u32) -> u64 {
    position(player, opponent).flips(Square::from_low_bits(square)).0
}

/// The square to play, 0 to 63; 64 if the player has no legal move.
#[unsafe(no_mangle)]
pub extern "C" fn choose(player: u64, opponent: u64) -> u32 {
    let (_, best) = search(position(player, opponent), -INFINITY, INFINITY, DEPTH);
    best.map_or(64, |square| square as u32)
}

/// The start position if a square holds both colours.
fn position(player: u64, opponent: u64) -> Position {
    Position::new(Bitboard(player), Bitboard(opponent)).unwrap_or(Position::START)
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of weights as found in many Othello tutorials, rows 1 to 4; rows 5 to 8 mirror them.
    const TABLE: [[i32; 8]; 4] = [
        [100, -20, 10, 5, 5, 10, -20, 100],
        [-20, -50, -2, -2, -2, -2, -50, -20],
        [10, -2, -1, -1, -1, -1, -2, 10],
        [5, -2, -1, -1, -1, -1, -2, 5],
    ];

    /// The opponent of the match: the same search, but only weights at the leaves.
    fn plain(position: Position, mut alpha: i32, beta: i32, depth: u32) -> (i32, Option<Square>) {
        if position.is_over() {
            return (position.final_difference().discs() * DISC, None);
        }
        if position.must_pass() {
            return (-plain(position.pass(), -beta, -alpha, depth).0, None);
        }
        if depth == 0 {
            let weigh = |discs: Bitboard| -> i32 {
                discs.into_iter().map(|s| TABLE[s.row().min(7 - s.row())][s.column()]).sum()
            };
            return (weigh(position.player()) - weigh(position.opponent()), None);
        }
        let mut best = None; // fail-hard
        for square in position.legal_moves() {
            let next = position.play(square).expect("a legal move");
            let score = -plain(next, -beta, -alpha, depth - 1).0;
            if score > alpha {
                (alpha, best) = (score, Some(square));
                if alpha >= beta {
                    break;
                }
            }
        }
        (alpha, best)
    }

    /// The disc difference for the player of `position`: this crate or the opponent.
    fn play_out(mut position: Position, mut ours: bool) -> i32 {
        let player = ours;
        while !position.is_over() {
            let best = match ours {
                true => search(position, -INFINITY, INFINITY, DEPTH).1,
                false => plain(position, -INFINITY, INFINITY, DEPTH).1,
            };
            position = match best {
                Some(square) => position.play(square).expect("a legal move"),
                None => position.pass(),
            };
            ours = !ours;
        }
        let difference = position.final_difference().discs();
        if ours == player { difference } else { -difference }
    }

    /// All positions `plies` moves after f5.
    fn openings(plies: usize) -> Vec<Position> {
        let mut positions = vec![Position::START.play(Square::F5).expect("a legal move")];
        for _ in 0..plies {
            let next = |p: Position| p.legal_moves().into_iter().filter_map(move |s| p.play(s));
            positions = positions.into_iter().flat_map(next).collect();
        }
        positions
    }

    #[test]
    fn a_game_against_itself_equals_the_stored_one() {
        let (mut position, mut moves) = (Position::START, String::new());
        while !position.is_over() {
            if position.must_pass() {
                position = position.pass();
            }
            let square = choose(position.player().0, position.opponent().0);
            let square = Square::from_low_bits(square);
            moves += &square.to_string();
            position = position.play(square).expect("a legal move");
        }
        assert_eq!(moves, include_str!("../game.txt").trim());
    }

    #[test]
    fn it_beats_weights_alone_at_the_same_depth() {
        let (mut wins, mut draws, mut losses, mut discs) = (0, 0, 0, 0);
        for opening in openings(3) {
            for ours in [true, false] {
                let difference = play_out(opening, ours) * if ours { 1 } else { -1 };
                match difference.signum() {
                    1 => wins += 1,
                    0 => draws += 1,
                    _ => losses += 1,
                }
                discs += difference;
            }
        }
        println!("{wins} wins, {draws} draws, {losses} losses, {discs} discs");
        assert_eq!((wins, draws, losses), (100, 1, 21));
    }
}
