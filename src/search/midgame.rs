//! Principal variation search, as long as the depth does not reach the end of the game.

use super::ordering::{Candidate, Candidates, odd_quadrants};
use super::tt::Entry;
use super::worker::{Stopped, Worker};
use crate::board::{Bitboard, Position, Square};
use crate::score::{Bound, Score, Window};

impl Worker<'_> {
    /// The value of `position` after a search to `depth` plies, passes not counted, within
    /// `window`; fail-soft (Fishburn 1983). When `depth` reaches the end of the game, and
    /// on the principal variation near the end, the position is solved instead.
    ///
    /// Principal variation search (Marsland and Campbell 1982): the first move is searched
    /// with the whole window, the others with a null window, and again only if that fails
    /// high.
    pub(crate) fn midgame(
        &mut self,
        position: Position,
        window: Window,
        depth: u32,
    ) -> Result<Score, Stopped> {
        let empties = position.empty_count();
        if depth >= empties || (empties <= self.verified_empties && !window.is_null()) {
            return self.solve(position, window);
        }
        self.reach(empties);
        self.nodes += 1;
        self.poll()?;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.opponent_moves().is_empty() {
                Ok(position.final_difference().into())
            } else {
                Ok(-self.midgame(position.pass(), -window, depth)?)
            };
        }
        if depth == 0 {
            return Ok(self.shared.evaluator.evaluate(position));
        }
        if depth == 1 {
            return self.last_ply(position, moves, window);
        }

        let hash = position.hash64();
        let entry = self.shared.tt.probe(position, hash);
        if let Some(entry) = entry.filter(|entry| entry.serves(depth, self.selectivity))
            && let Some(score) = entry.cutoff(window)
        {
            return Ok(score);
        }
        if window.is_null()
            && let Some(score) = self.probcut_midgame(position, window.alpha, depth)?
        {
            return Ok(score);
        }
        let hash_moves = entry.map_or([None; 2], |entry| entry.moves);
        let (score, best) = self.search_moves(position, moves, hash_moves, window, depth)?;
        let entry = Entry::new(score, window.bound(score), depth, self.selectivity, best);
        self.shared.tt.store(position, hash, entry);
        Ok(score)
    }

    /// The value of the best of `moves`, of which there is at least one, and that move.
    fn search_moves(
        &mut self,
        position: Position,
        moves: Bitboard,
        hash_moves: [Option<Square>; 2],
        window: Window,
        depth: u32,
    ) -> Result<(Score, Option<Square>), Stopped> {
        let candidates = self.order_by_depth(position, moves, hash_moves, depth);
        if depth >= self.shared.parameters.etc_depth
            && window.is_null()
            && let Some((score, square)) =
                self.transposition_cutoff(candidates.all(), window.beta, depth)
        {
            return Ok((score, Some(square)));
        }
        let mut best = (-Score::INFINITY, None);
        let mut alpha = window.alpha;
        self.share_moves(
            candidates,
            depth >= self.shared.parameters.split_depth,
            |worker, candidate| {
                let open = Window { alpha, beta: window.beta };
                let is_first = best.1.is_none();
                let score = worker.after_move(candidate.next, open, depth, is_first)?;
                if is_first || score > best.0 {
                    best = (score, Some(candidate.square));
                    alpha = alpha.max(score);
                }
                Ok(score >= window.beta)
            },
        )?;
        Ok(best)
    }

    /// The value of the best of `moves` at depth 1: the positions after them are evaluated.
    fn last_ply(
        &mut self,
        position: Position,
        moves: Bitboard,
        window: Window,
    ) -> Result<Score, Stopped> {
        let evaluator = self.shared.evaluator;
        let before = evaluator.prepare(position);
        let mut best = -Score::INFINITY;
        self.reach(position.empty_count() - 1);
        for Candidate { next, replies, .. } in by_mobility(position, moves, [None; 2]) {
            let score = if replies.is_empty() {
                -self.midgame(next, -window, 0)?
            } else {
                self.nodes += 1;
                self.poll()?;
                -evaluator.evaluate_next(&before, next, replies)
            };
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value, for the side that moves, of the move to `next` in a search to `depth`.
    /// The first move of a node gets the whole window, the others a null window first.
    pub(super) fn after_move(
        &mut self,
        next: Position,
        window: Window,
        depth: u32,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        if !is_first && !window.is_null() {
            let score = -self.midgame(next, -Window::null_above(window.alpha), depth - 1)?;
            if window.bound(score) != Bound::Exact {
                return Ok(score);
            }
        }
        Ok(-self.midgame(next, -window, depth - 1)?)
    }

    /// The candidates with their priorities: by the evaluator or, at low depth, by mobility.
    ///
    /// Without effect, and so left out (50 positions to depth 13, 10.02 M nodes without): the
    /// history heuristic by square (9.87 M) or by square and empties (9.88 M), killer moves
    /// (9.98 M), internal iterative deepening where there is no hash move (from depth 9 on
    /// 9.97 M, from 7 on 10.29 M).
    fn order_by_depth(
        &self,
        position: Position,
        moves: Bitboard,
        hash_moves: [Option<Square>; 2],
        depth: u32,
    ) -> Candidates<64> {
        if depth >= self.shared.parameters.sort_depth {
            let evaluator = self.shared.evaluator;
            let mobility_weight = self.shared.parameters.mobility_weight;
            let before = evaluator.prepare(position);
            Candidates::new(position, moves, hash_moves, |candidate| {
                let value = evaluator.evaluate_next(&before, candidate.next, candidate.replies);
                -value.centidiscs() - mobility_weight * candidate.weighted_mobility()
            })
        } else {
            by_mobility(position, moves, hash_moves)
        }
    }
}

/// Fastest-first: candidates by the mobility that they leave the opponent, then by corner
/// and parity.
fn by_mobility(
    position: Position,
    moves: Bitboard,
    hash_moves: [Option<Square>; 2],
) -> Candidates<64> {
    let odd = odd_quadrants(position.empties());
    Candidates::new(position, moves, hash_moves, |candidate| {
        let corner = i32::from(Bitboard::CORNERS.contains(candidate.square));
        let parity = i32::from(odd.contains(candidate.square));
        4 * corner + parity - 2 * candidate.weighted_mobility()
    })
}
