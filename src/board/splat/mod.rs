//! [`BroadcastPosition`]: a position as vectors need it, for moves that are played one after another.
//!
//! A vector works on several lines of a board at once, with the same set in each of its lanes
//! ("broadcast"). To go from there to a number and back takes about ten cycles, a third of what legal
//! moves take, and uses the units that shift and shuffle, which are what there is too little of. So
//! flips stay in vectors until the moves after them are known, and in the last four squares until
//! the last one: on FFO 40-47 6 % less time with AVX-512, for 50 positions to depth 16 2 % (AMD Zen
//! 4). Two lanes at a time, which save steps between the halves of a vector but take twice the
//! operations, were 12 % slower. Eight lanes for all directions of legal moves at once are 1 to 2 %
//! slower even on a Zen 5, which does not take them in two halves.
//!
//! With AVX2, where one ray needs numbers, it saved 2 % where moves are made and cost as much in the
//! last four squares; so there, and without such vectors, sets are left as they are. In WebAssembly,
//! each line both ways in a vector as with NEON, solving takes 4 to 7 % more time than with plain
//! numbers, and 18 % where only the functions of single positions do it (Node on a Zen 5).

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl")))]
#[path = "plain.rs"]
mod sets;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
#[path = "vectors.rs"]
mod sets;

use sets::{Broadcast, flips, last_flips, legal_moves};

use super::{Bitboard, Position, Square};

/// A [`Position`] whose sets are ready for vectors.
#[derive(Clone, Copy)]
pub(crate) struct BroadcastPosition {
    player: Broadcast,
    opponent: Broadcast,
}

impl BroadcastPosition {
    #[inline(always)]
    pub(crate) fn new(position: Position) -> BroadcastPosition {
        let [player, opponent] = [position.player(), position.opponent()].map(Broadcast::new);
        BroadcastPosition { player, opponent }
    }

    /// The position as plain sets.
    #[inline(always)]
    pub(crate) fn get(self) -> Position {
        Position { player: self.player.get(), opponent: self.opponent.get() }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub(crate) fn player(self) -> Bitboard {
        self.player.get()
    }

    /// [`Position::legal_moves`].
    #[inline(always)]
    pub(crate) fn legal_moves(self) -> Bitboard {
        legal_moves(self.player, self.opponent)
    }

    /// [`Position::flips`].
    #[inline(always)]
    pub(crate) fn flips(self, square: Square) -> Broadcast {
        flips(square, self.player, self.opponent)
    }

    /// How many discs flip when the player fills `square`, the only empty one.
    #[inline(always)]
    pub(crate) fn last_flips(self, square: Square) -> u32 {
        last_flips(square, self.player, self.opponent)
    }

    /// [`Position::play_flips`].
    #[inline(always)]
    pub(crate) fn play_flips(self, square: Square, flips: Broadcast) -> BroadcastPosition {
        let disc = Broadcast::of(square);
        BroadcastPosition {
            player: self.opponent.xor(flips),
            opponent: self.player.xor(flips).xor(disc),
        }
    }

    /// [`Position::pass`].
    #[inline(always)]
    pub(crate) fn pass(self) -> BroadcastPosition {
        BroadcastPosition { player: self.opponent, opponent: self.player }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_the_same_as_with_plain_sets() {
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
