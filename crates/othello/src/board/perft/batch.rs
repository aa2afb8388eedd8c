//! [`Batch`]: many positions side by side, so that vectors work on several at once.

use crate::board::flips::lanes::flips;
use crate::board::mobility::portable::legal_moves;
use crate::board::{Bitboard, Position};

/// How many entries are worked on together: one AVX-512 vector.
pub(super) const LANES: usize = 8;

/// From this number of entries on, a batch is full: enough to hide the time that
/// each one takes behind the others, little enough for the first-level cache.
/// (128 entries are 10 % slower in perft, 2048 no faster.)
const FULL: usize = 512;

/// Room for a batch that was not full yet and got the moves of `LANES` positions,
/// written `LANES` at a time.
const ROOM: usize = FULL + LANES * 64 + LANES;

/// Positions, and with each a set of moves: one move to be played, or once they are
/// found all that are legal.
#[repr(align(64))]
pub(super) struct Batch {
    pub(super) player: [u64; ROOM],
    pub(super) opponent: [u64; ROOM],
    pub(super) moves: [u64; ROOM],
    pub(super) len: usize,
}

impl Batch {
    pub(super) const EMPTY: Batch =
        Batch { player: [0; ROOM], opponent: [0; ROOM], moves: [0; ROOM], len: 0 };

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len >= FULL
    }

    /// Adds one entry for each of `moves`. A batch that was not full has room for
    /// the moves of `LANES` positions.
    #[inline]
    pub(super) fn push(&mut self, position: Position, moves: Bitboard) {
        for square in moves {
            self.player[self.len] = position.player().0;
            self.opponent[self.len] = position.opponent().0;
            self.moves[self.len] = square.bit().0;
            self.len += 1;
        }
    }

    /// The position of an entry.
    pub(super) fn position(&self, entry: usize) -> Position {
        let (player, opponent) = (Bitboard(self.player[entry]), Bitboard(self.opponent[entry]));
        Position::new(player, opponent).expect("moves keep the discs of both sides apart")
    }

    /// Plays the one move of each entry and finds the legal moves after it.
    pub(super) fn advance(&mut self) {
        // Whole vectors; what lies behind the last entry is garbage before and after.
        let lanes = self.len.next_multiple_of(LANES);
        let player = &mut self.player[..lanes];
        let opponent = &mut self.opponent[..lanes];
        let moves = &mut self.moves[..lanes];
        // Two loops: in one, the CPU looks less far ahead and takes a third longer.
        play(player, opponent, moves);
        find_moves(player, opponent, moves);
        moves[self.len..].fill(0);
    }

    /// The number of legal moves of all entries; where there is none, 1 for the pass
    /// or the end of the game.
    pub(super) fn count_plies(&self) -> u64 {
        self.moves[..self.len].iter().map(|moves| u64::from(moves.count_ones()).max(1)).sum()
    }
}

/// Puts a disc on the square of each `moves`; the other side is to move.
fn play(player: &mut [u64], opponent: &mut [u64], moves: &[u64]) {
    for ((player, opponent), &disc) in player.iter_mut().zip(opponent).zip(moves) {
        let flips = flips(disc, *player, *opponent);
        (*player, *opponent) = (*opponent ^ flips, *player ^ flips ^ disc);
    }
}

/// Replaces `moves` by the legal ones.
fn find_moves(player: &[u64], opponent: &[u64], moves: &mut [u64]) {
    for ((&player, &opponent), moves) in player.iter().zip(opponent).zip(moves) {
        *moves = legal_moves(player, opponent);
    }
}
