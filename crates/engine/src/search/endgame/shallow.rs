//! Solving with few empties: fastest-first, without ProbCut, and too short to be interrupted.
//!
//! What it rests on, measured one by one (AVX-512, times in turn):
//!
//! - One function for each number of empties, sort keys of 32 bits, flips kept instead of
//!   positions, and a list of moves that is small and never copied: 60 % fewer mispredicted
//!   branches here (cachegrind, AVX2); a copy of the list would wait for what was just stored
//!   (FFO 45: 5 % more time); ten to twelve empties by the function for many empties would take 2
//!   to 6 % more time on FFO 45 and 48.
//! - What a table knows of a position is fetched while its moves are made. Only 4 % of the probes
//!   cut, so that the moves are seldom made in vain. With the item before 6 % less time on FFO 40.
//!   To fetch the buckets of all positions after it, too, of which most are not searched, took 5 to
//!   7 % more time (FFO 45, and 51 and 52, 2 GiB, AMD Zen 3). So that of the first one is fetched
//!   before the node's own is read, and that of the next one while another is searched: FFO 40-49
//!   take 0 to 1 % less time on a Zen 4, 3 % on a Zen 5, where reads that waited took 10 % of it.
//! - Order and table at five empties, too, where there was parity alone: 14 % fewer nodes. The
//!   moves that are known then spare four empties the flips of the others: 3 % less time, while
//!   without that it would be 1 to 7 % more. Now that four empties have stability cutoffs, the
//!   table at five is worth 4 % of the nodes and 1 % of the time (FFO 45).
//! - Where the first move is to cut, and 99 % of the cuts are by the first, two thirds of the moves
//!   were made in vain. So the first that leaves few replies is searched before the others are
//!   made: at most one reply 6 % fewer instructions (FFO 40-42, callgrind, AVX2) for the same
//!   nodes, two at five empties 2 % fewer again for 3 % more nodes, two at seven and nine, too, 1 %
//!   fewer for 5 % more. To start with the move that cut last time, or in odd quadrants, is no
//!   better.
//! - The odd quadrants handed down instead of found each time: 1.3 % fewer instructions.
//! - Nine empties in the small table instead of the transposition table: 1 % more nodes on FFO
//!   40-49 in the same time, on FFO 50-51 with two threads and 2 GiB 4 % less time. Ten, too: 5 %
//!   more nodes; ten and eleven in a small table of twice the size, whose places keep the position
//!   with the most empties and the last one: 3 % more nodes in 1 % less time (FFO 44-48). Places
//!   for two instead of one alone change no node count.
//! - From ten empties on potential mobility in the order, and a corner as good as a reply less: FFO
//!   45 102.0 M nodes instead of 107.8 M, and FFO 48 40.2 M instead of 46.0 M. The hash move would
//!   be worth nothing here.

use super::{Best, Bounds, NO_MOVE, stability_cutoff};
use crate::score::Selectivity;
use crate::search::ordering::{fastest_first, potential_mobility, quadrant, weighted_mobility};
use crate::search::worker::Worker;
use othello::board::{Bitboard, Position, SplatPosition, Square};

/// Up to this many empties.
pub(super) const MAX_EMPTIES: u32 = 12;

/// Up to this many empties what is found is kept in the small table, with more in the
/// transposition table.
const CACHED_EMPTIES: u32 = 9;

impl Worker<'_> {
    /// Solves with up to [`MAX_EMPTIES`] empties and without selectivity; `moves` are the legal
    /// ones.
    pub(super) fn solve_shallow(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        let odd = position.empties().odd_quadrants();
        match empties {
            12 => self.solve_fastest_first::<12, 12>(position, moves, odd, alpha),
            11 => self.solve_fastest_first::<11, 12>(position, moves, odd, alpha),
            10 => self.solve_fastest_first::<10, 12>(position, moves, odd, alpha),
            9 => self.solve_fastest_first::<9, 12>(position, moves, odd, alpha),
            8 => self.solve_fastest_first::<8, 8>(position, moves, odd, alpha),
            7 => self.solve_fastest_first::<7, 8>(position, moves, odd, alpha),
            6 => self.solve_fastest_first::<6, 8>(position, moves, odd, alpha),
            5 => self.solve_fastest_first::<5, 8>(position, moves, odd, alpha),
            _ => self.solve_last(position, moves, empties, alpha),
        }
    }

    /// Prefetches what the transposition table knows of the position after the move of `key`, if
    /// there is one.
    #[inline(always)]
    fn prefetch_after<const CAPACITY: usize>(
        &self,
        children: &Children<CAPACITY>,
        key: u32,
        position: Position,
    ) {
        if key != 0 {
            let next = position.play_flips(Square::from_low_bits(key), children.flips[index(key)]);
            self.shared.tt.prefetch(self.shared.tt.hash(next));
        }
    }

    /// Solves where the side to move has none.
    #[cold]
    #[inline(never)]
    fn solve_pass(&mut self, position: Position, empties: u32, alpha: i32) -> i32 {
        let replies = position.opponent_moves();
        if replies.is_empty() {
            position.final_difference().discs()
        } else {
            -self.solve_shallow(position.pass(), replies, empties, !alpha)
        }
    }

    /// Solves with `EMPTIES` empties, from 5 on: moves that leave the opponent few replies come
    /// first. There are at most `CAPACITY` moves.
    #[inline(never)]
    fn solve_fastest_first<const EMPTIES: u32, const CAPACITY: usize>(
        &mut self,
        position: Position,
        moves: Bitboard,
        odd: Bitboard,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if moves.is_empty() {
            return self.solve_pass(position, EMPTIES, alpha);
        }
        if let Some(score) = stability_cutoff(position, EMPTIES, alpha) {
            return score;
        }
        let hash;
        if EMPTIES <= CACHED_EMPTIES {
            hash = position.hash64();
            self.cache.prefetch(hash);
        } else {
            hash = self.shared.tt.hash(position);
            self.shared.tt.prefetch(hash);
        }
        let mut children = Children::<CAPACITY>::none();
        let order = Order::of(EMPTIES);
        let mut first = children.make(position, moves, odd, order);
        let mut bounds = Bounds::NONE;
        if EMPTIES - 1 > CACHED_EMPTIES {
            self.prefetch_after(&children, first, position);
        }
        if EMPTIES <= CACHED_EMPTIES {
            bounds = self.cache.probe(position, hash).unwrap_or(bounds);
            if let Some(score) = bounds.cutoff(alpha) {
                return score;
            }
        } else {
            let entry = self.shared.tt.probe(position, hash);
            if let Some(score) =
                entry.and_then(|entry| entry.cutoff_discs(EMPTIES, Selectivity::Full, alpha))
            {
                return score;
            }
        }
        let mut best = Best { score: NO_MOVE, square: None };
        while first != 0 {
            let Child { square, flips, replies } = children.take(first);
            if EMPTIES - 1 > CACHED_EMPTIES {
                self.prefetch_after(&children, children.first(), position);
            }
            let next = position.play_flips(square, flips);
            let odd_after = odd ^ quadrant(square);
            let score = -match EMPTIES {
                12 => self.solve_fastest_first::<11, 12>(next, replies, odd_after, !alpha),
                11 => self.solve_fastest_first::<10, 12>(next, replies, odd_after, !alpha),
                10 => self.solve_fastest_first::<9, 12>(next, replies, odd_after, !alpha),
                9 => self.solve_fastest_first::<8, 8>(next, replies, odd_after, !alpha),
                8 => self.solve_fastest_first::<7, 8>(next, replies, odd_after, !alpha),
                7 => self.solve_fastest_first::<6, 8>(next, replies, odd_after, !alpha),
                6 => self.solve_fastest_first::<5, 8>(next, replies, odd_after, !alpha),
                _ => self.four_left(next, replies, !alpha),
            };
            if score > best.score {
                best = Best { score, square: Some(square) };
                if score > alpha {
                    break;
                }
            }
            if !children.unmade.is_empty() {
                children.make_rest(position, odd, order);
            }
            first = children.first();
        }
        if EMPTIES <= CACHED_EMPTIES {
            bounds.learn(alpha, best.score);
            self.cache.store(position, hash, bounds);
        } else {
            self.store(position, hash, EMPTIES, alpha, best);
        }
        best.score
    }
}

/// How the moves of a position are ordered.
#[derive(Debug, Clone, Copy)]
struct Order {
    /// By potential mobility and corners, too, which is better and costs more.
    with_potential: bool,
    /// A move that leaves at most this weighted mobility is searched before those after it are
    /// made.
    few: i32,
}

impl Order {
    #[inline(always)]
    const fn of(empties: u32) -> Order {
        Order { with_potential: empties > CACHED_EMPTIES, few: if empties == 5 { 2 } else { 1 } }
    }
}

/// A move, what it flips and the opponent's moves after it.
struct Child {
    square: Square,
    flips: Bitboard,
    replies: Bitboard,
}

/// The moves of a position with few empties, at most `CAPACITY`, to be taken from the highest key on.
/// A key holds, from its high end, the priority, 15 less the index in the other arrays, and the
/// square.
struct Children<const CAPACITY: usize> {
    keys: [u32; CAPACITY],
    flips: [Bitboard; CAPACITY],
    replies: [Bitboard; CAPACITY],
    /// How many there are.
    count: usize,
    /// The moves that are not made yet.
    unmade: Bitboard,
}

impl<const CAPACITY: usize> Children<CAPACITY> {
    /// None yet, to be filled in place.
    #[inline(always)]
    fn none() -> Children<CAPACITY> {
        Children {
            keys: [0; CAPACITY],
            flips: [Bitboard::EMPTY; CAPACITY],
            replies: [Bitboard::EMPTY; CAPACITY],
            count: 0,
            unmade: Bitboard::EMPTY,
        }
    }

    /// Adds the `moves` of `position`, up to the first that is good enough by `order`, and returns
    /// its key or else the highest one.
    #[inline(always)]
    fn make(&mut self, position: Position, moves: Bitboard, odd: Bitboard, order: Order) -> u32 {
        let mut first = 0;
        let splat = SplatPosition::new(position);
        for (index, square) in (self.count..CAPACITY).zip(moves) {
            let found = splat.flips(square);
            let replies = splat.play_flips(square, found).legal_moves();
            let flips = found.get();
            let next = position.play_flips(square, flips);
            let mobility = weighted_mobility(replies);
            let priority = if order.with_potential {
                fastest_first(square, replies, odd) - potential_mobility(next)
            } else {
                i32::from(odd.contains(square)) - 4 * mobility
            };
            let key =
                ((128 + priority) as u32) << 10 | (15 - index as u32) << 6 | square.index() as u32;
            self.keys[index] = key;
            self.flips[index] = flips;
            self.replies[index] = replies;
            if mobility <= order.few {
                self.count = index + 1;
                self.unmade = moves & Bitboard(!1 << square.index());
                return key;
            }
            first = first.max(key);
        }
        first
    }

    /// Adds the moves that are not made yet. Few positions come to that: 99 % of those that are cut
    /// are so by the first move.
    #[cold]
    #[inline(never)]
    fn make_rest(&mut self, position: Position, odd: Bitboard, order: Order) {
        let moves = std::mem::take(&mut self.unmade);
        self.make(position, moves, odd, Order { few: -1, ..order });
    }

    /// The highest key that is left; 0 if there is none.
    #[inline(always)]
    fn first(&self) -> u32 {
        self.keys.iter().fold(0, |first, &key| first.max(key))
    }

    /// Takes out the move of `key`.
    #[inline(always)]
    fn take(&mut self, key: u32) -> Child {
        let index = index(key);
        self.keys[index] = 0;
        Child {
            square: Square::from_low_bits(key),
            flips: self.flips[index],
            replies: self.replies[index],
        }
    }
}

/// The index of a key's move in the other arrays of [`Children`].
#[inline(always)]
fn index(key: u32) -> usize {
    (15 - (key >> 6 & 15)) as usize
}
