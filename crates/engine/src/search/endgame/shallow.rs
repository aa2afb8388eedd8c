//! The endgame search with few empties: fastest-first, without ProbCut, never interrupted. See
//! docs/search.md, Endgame.
//!
//! One function for each number of empties, small move lists that are never copied, and table
//! entries that are prefetched while moves are made.

use super::{Best, NO_MOVE, stability_cutoff};
use crate::score::Selectivity;
use crate::search::bounds::Bounds;
use crate::search::ordering::{potential_mobility, quadrant, weighted_mobility};
use crate::search::worker::Worker;
use othello::board::{Bitboard, BroadcastPosition, Position, Square};

/// Maximum empties.
pub(super) const MAX_EMPTIES: u32 = 12;

/// Maximum empties of the solved cache. Positions with more empties use the transposition table.
const CACHED_EMPTIES: u32 = 9;

impl Worker<'_> {
    /// Solves a position with up to [`MAX_EMPTIES`] empties, whose legal moves are `moves`.
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

    /// Solves a position with `EMPTIES` empties, at least 5. It has at most `CAPACITY` moves. `odd`
    /// is the set of quadrants with an odd number of empties.
    #[inline(never)]
    fn solve_fastest_first<const EMPTIES: u32, const CAPACITY: usize>(
        &mut self,
        position: Position,
        moves: Bitboard,
        odd: Bitboard,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;

        // Step 1. Pass or end of the game.
        if moves.is_empty() {
            return self.solve_pass(position, EMPTIES, alpha);
        }

        // Step 2. Stability cutoff.
        if let Some(score) = stability_cutoff(position, EMPTIES, alpha) {
            return score;
        }

        // Step 3. Move generation, while the table entry is fetched.
        let hash;
        if EMPTIES <= CACHED_EMPTIES {
            hash = position.hash64();
            self.solved_cache.prefetch(hash);
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

        // Step 4. TT probe.
        if EMPTIES <= CACHED_EMPTIES {
            bounds = self.solved_cache.probe(position, hash).unwrap_or(bounds);
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

        // Step 5. Moves.
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

        // Step 6. TT store.
        if EMPTIES <= CACHED_EMPTIES {
            bounds.learn(alpha, best.score);
            self.solved_cache.store(position, hash, bounds);
        } else {
            self.store(position, hash, EMPTIES, alpha, best);
        }
        best.score
    }

    /// Prefetches the table bucket of the position after the move of `key`. Does nothing if `key`
    /// is 0.
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
}

/// The order of the moves, by the number of empties.
#[derive(Debug, Clone, Copy)]
struct Order {
    /// Whether [`Features`] decide; otherwise mobility, then parity.
    with_features: bool,
    /// A move that leaves at most this weighted mobility is searched before later moves are made:
    /// the first move causes 99 % of the cutoffs.
    few: i32,
}

impl Order {
    #[inline(always)]
    const fn of(empties: u32) -> Order {
        Order { with_features: empties >= 9, few: if empties == 5 { 2 } else { 1 } }
    }
}

/// Weights of the move order, fitted to the sizes of searched subtrees. See docs/search.md,
/// Endgame.
mod weight {
    /// A reply; a corner counts twice.
    pub(super) const REPLY: i32 = 8;
    /// A square of the opponent's potential mobility.
    pub(super) const POTENTIAL: i32 = 3;
    /// A move in a quadrant with an odd number of empties.
    pub(super) const ODD: i32 = 3;
    /// A move to an empty square that touches no other.
    pub(super) const LONE: i32 = 7;
    /// A new disc on an edge, next to an own corner. It is stable.
    pub(super) const ANCHORED: i32 = 8;
    /// A flipped disc on an edge.
    pub(super) const EDGE: i32 = 2;
    /// A flipped disc next to an empty square.
    pub(super) const FRONTIER: i32 = 2;
    /// A move to a corner, which is also [`EXPOSED`].
    pub(super) const CORNER: i32 = 12;
    /// A move next to an empty corner, or a flipped disc diagonally next to one.
    pub(super) const EXPOSED: i32 = 4;
}

/// The squares of a node that decide the order of its moves.
struct Features {
    /// The quadrants with an odd number of empties.
    odd: Bitboard,
    /// The empties that touch no other.
    lone: Bitboard,
    /// The edge squares next to corners of the player.
    anchored: Bitboard,
    /// The empties and their neighbours.
    frontier: Bitboard,
    /// The empty corners and their neighbours.
    exposed: Bitboard,
}

impl Features {
    #[inline(always)]
    fn of(position: Position, odd: Bitboard) -> Features {
        let empties = position.empties();
        Features {
            odd,
            lone: empties & !empties.neighbours(),
            anchored: (position.player() & Bitboard::CORNERS).grow() & Bitboard::EDGES,
            frontier: empties.grow(),
            exposed: (empties & Bitboard::CORNERS).grow(),
        }
    }

    /// The priority of a move to `square`, without mobility.
    #[inline(always)]
    fn priority(&self, square: Square, flips: Bitboard) -> i32 {
        let is_in = |set: Bitboard| i32::from(set.contains(square));
        let count = |set: Bitboard| set.count() as i32;
        let disc = square.bit();
        weight::ODD * is_in(self.odd)
            + weight::LONE * is_in(self.lone)
            + weight::ANCHORED * count((flips | disc) & self.anchored)
            + weight::EDGE * count(flips & Bitboard::EDGES)
            - weight::FRONTIER * count(flips & self.frontier)
            + weight::CORNER * is_in(Bitboard::CORNERS)
            - weight::EXPOSED * count((flips & Bitboard::X_SQUARES | disc) & self.exposed)
    }
}

/// A move, its flips and the opponent's legal moves after it.
struct Child {
    square: Square,
    flips: Bitboard,
    replies: Bitboard,
}

/// A move list. Moves are taken in descending order of keys. A key holds, from the high bits, the
/// priority, 15 minus the index in the other arrays, and the square. 0 is no move.
struct Children<const CAPACITY: usize> {
    keys: [u32; CAPACITY],
    flips: [Bitboard; CAPACITY],
    replies: [Bitboard; CAPACITY],
    count: usize,
    /// The moves that are not made yet.
    unmade: Bitboard,
}

impl<const CAPACITY: usize> Children<CAPACITY> {
    /// An empty list, to be filled in place.
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

    /// Adds `moves` up to the first that leaves few replies by `order`. Returns the key of that
    /// move, or the highest key.
    #[inline(always)]
    fn make(&mut self, position: Position, moves: Bitboard, odd: Bitboard, order: Order) -> u32 {
        let mut first = 0;
        let before = BroadcastPosition::new(position);
        let features = Features::of(position, odd);
        for (index, square) in (self.count..CAPACITY).zip(moves) {
            let found = before.flips(square);
            let replies = before.play_flips(square, found).legal_moves();
            let flips = found.get();
            let mobility = weighted_mobility(replies);
            let priority = if order.with_features {
                let next = position.play_flips(square, flips);
                features.priority(square, flips)
                    - weight::REPLY * mobility
                    - weight::POTENTIAL * potential_mobility(next)
            } else {
                i32::from(odd.contains(square)) - 4 * mobility
            };
            let key =
                ((512 + priority) as u32) << 10 | (15 - index as u32) << 6 | square.index() as u32;
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

    /// Adds the moves that are not made yet.
    #[cold]
    #[inline(never)]
    fn make_rest(&mut self, position: Position, odd: Bitboard, order: Order) {
        let moves = std::mem::take(&mut self.unmade);
        self.make(position, moves, odd, Order { few: -1, ..order });
    }

    /// The highest remaining key, or 0.
    #[inline(always)]
    fn first(&self) -> u32 {
        self.keys.iter().fold(0, |first, &key| first.max(key))
    }

    /// Removes the move of `key`.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Bitboard {
        text.split_whitespace().map(|square| square.parse::<Square>().unwrap()).collect()
    }

    /// The priority of a move to `square` that flips `flips`. The player has all other discs than
    /// `opponent`.
    fn priority(opponent: &str, empties: &str, square: Square, flips: &str) -> i32 {
        let [opponent, empties] = [opponent, empties].map(squares);
        let player = Bitboard::FULL & !(opponent | empties);
        let position = Position::new(player, opponent).expect("disjoint discs");
        Features::of(position, empties.odd_quadrants()).priority(square, squares(flips))
    }

    #[test]
    fn stable_discs_and_lone_empties_come_first() {
        use Square::{A2, D4, D5, E4};
        let priority = |square, flips| priority("a8 h8", "a2 d4 d5 e4", square, flips);
        assert_eq!(priority(D4, ""), 0);
        assert_eq!([D5, E4].map(|square| priority(square, "")), [weight::ODD; 2]);
        assert_eq!(priority(A2, ""), weight::LONE + weight::ANCHORED);
        assert_eq!(priority(D4, "g1"), weight::ANCHORED + weight::EDGE);
        assert_eq!(priority(D4, "a7"), weight::EDGE, "the corner is the opponent's");
        assert_eq!(priority(D4, "e5 g7"), -weight::FRONTIER);
    }

    #[test]
    fn squares_next_to_empty_corners_come_last() {
        use Square::{A1, B1, B2, D4};
        let priority = |square, flips| priority("h8", "a1 b1 b2 c4 d4", square, flips);
        assert_eq!(priority(D4, ""), weight::ODD);
        assert_eq!(priority(A1, ""), weight::ODD + weight::CORNER - weight::EXPOSED);
        assert_eq!([B1, B2].map(|square| priority(square, "")), [weight::ODD - weight::EXPOSED; 2]);
        assert_eq!(priority(D4, "g7"), weight::ODD);
    }
}
