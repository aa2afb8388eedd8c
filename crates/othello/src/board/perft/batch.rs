//! [`Batch`]: many positions side by side, for vectors.

use crate::board::flips::lanes::flips;
use crate::board::mobility::portable::legal_moves;
use crate::board::{Bitboard, Position};

/// Entries that are processed together: one AVX-512 vector.
pub(super) const LANES: usize = 8;

/// A batch with this number of entries is full: enough to hide latencies, and small enough for the
/// first-level cache. See docs/search.md, Board.
const FULL: usize = 512;

/// The capacity: a batch that was not full, and the moves of `LANES` positions, written `LANES` at
/// a time.
const ROOM: usize = FULL + LANES * 64 + LANES;

/// Positions, each with a set of moves: the move to be played, or all legal moves.
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

    /// Adds one entry for each of `moves`. There is room for the moves of `LANES` positions if the
    /// batch was not full.
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

    /// Plays the move of each entry and replaces it by the legal moves of the new position.
    pub(super) fn advance(&mut self) {
        // Whole vectors. Lanes past the last entry are arbitrary.
        let lanes = self.len.next_multiple_of(LANES);
        let player = &mut self.player[..lanes];
        let opponent = &mut self.opponent[..lanes];
        let moves = &mut self.moves[..lanes];
        // Two loops, because one takes a third longer.
        play(player, opponent, moves);
        find_moves(player, opponent, moves);
        moves[self.len..].fill(0);
    }

    /// The number of legal moves of all entries. A pass, or the end of the game, counts 1.
    pub(super) fn count_plies(&self) -> u64 {
        self.moves[..self.len].iter().map(|moves| u64::from(moves.count_ones()).max(1)).sum()
    }
}

/// Plays each of `moves`.
fn play(player: &mut [u64], opponent: &mut [u64], moves: &[u64]) {
    for ((player, opponent), &disc) in player.iter_mut().zip(opponent).zip(moves) {
        let flips = flips(disc, *player, *opponent);
        (*player, *opponent) = (*opponent ^ flips, *player ^ flips ^ disc);
    }
}

/// Replaces `moves` by the legal moves.
fn find_moves(player: &[u64], opponent: &[u64], moves: &mut [u64]) {
    for ((&player, &opponent), moves) in player.iter().zip(opponent).zip(moves) {
        *moves = legal_moves(player, opponent);
    }
}
