//! [`BroadcastPosition`]: a position whose bitboards fill all lanes of vectors.
//!
//! Flips and legal moves work on several lines of a board at once, with the same set in each lane.
//! A round trip from vector to number takes about ten cycles. So flips stay in vectors until the
//! legal moves after them are known. With four empties or fewer they stay there until the last
//! move.
//!
//! With AVX-512 only; other builds keep plain sets. See docs/search.md, Board.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl")))]
#[path = "plain.rs"]
mod sets;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
#[path = "vectors.rs"]
mod sets;

pub use sets::Broadcast;
use sets::{flips, last_flips, legal_moves};

use super::{Bitboard, Position, Square};

/// A [`Position`] for a sequence of moves.
#[derive(Debug, Clone, Copy)]
pub struct BroadcastPosition {
    player: Broadcast,
    opponent: Broadcast,
}

impl BroadcastPosition {
    #[inline(always)]
    /// The discs of `position` in all lanes.
    pub fn new(position: Position) -> BroadcastPosition {
        let [player, opponent] = [position.player(), position.opponent()].map(Broadcast::new);
        BroadcastPosition { player, opponent }
    }

    /// The position as plain sets.
    #[inline(always)]
    pub fn get(self) -> Position {
        Position { player: self.player.get(), opponent: self.opponent.get() }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub fn player(self) -> Bitboard {
        self.player.get()
    }

    /// [`Position::legal_moves`].
    #[inline(always)]
    pub fn legal_moves(self) -> Bitboard {
        legal_moves(self.player, self.opponent)
    }

    /// [`Position::flips`].
    #[inline(always)]
    pub fn flips(self, square: Square) -> Broadcast {
        flips(square, self.player, self.opponent)
    }

    /// The number of flips when the player fills `square`, the only empty one.
    #[inline(always)]
    pub fn last_flips(self, square: Square) -> u32 {
        last_flips(square, self.player, self.opponent)
    }

    /// [`Position::play_flips`].
    #[inline(always)]
    pub fn play_flips(self, square: Square, flips: Broadcast) -> BroadcastPosition {
        let disc = Broadcast::of(square);
        BroadcastPosition {
            player: self.opponent.xor(flips),
            opponent: self.player.xor(flips).xor(disc),
        }
    }

    /// [`Position::pass`].
    #[inline(always)]
    pub fn pass(self) -> BroadcastPosition {
        BroadcastPosition { player: self.opponent, opponent: self.player }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broadcast_games_equal_plain_games() {
        let mut position = Position::START;
        let mut broadcast = BroadcastPosition::new(position);
        for ply in 0.. {
            assert_eq!((broadcast.get(), broadcast.player()), (position, position.player()));
            assert_eq!(broadcast.legal_moves(), position.legal_moves());
            if let [square] = position.empties().into_iter().collect::<Vec<_>>()[..] {
                for (broadcast, position) in
                    [(broadcast, position), (broadcast.pass(), position.pass())]
                {
                    assert_eq!(broadcast.last_flips(square), position.flips(square).count());
                }
                break;
            }
            assert!(!position.is_over());
            if position.legal_moves().is_empty() {
                (position, broadcast) = (position.pass(), broadcast.pass());
                continue;
            }
            for square in position.empties() {
                assert_eq!(broadcast.flips(square).get(), position.flips(square), "{position:?}");
            }
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let square = moves[ply * ply % moves.len()];
            broadcast = broadcast.play_flips(square, broadcast.flips(square));
            position = position.play(square).expect("a legal move");
        }
    }
}
