//! Principal variation search, as long as the depth does not reach the end of the game.

use super::ordering::{Candidate, Candidates, fastest_first};
use super::tt::Entry;
use super::worker::{Below, Interrupt, PathNode, Sought, Worker};
use crate::score::{Bound, Score, Window};
use othello::board::{Bitboard, Position, Square};

impl Worker<'_> {
    /// The value of `position`, whose legal moves are `moves`, after a search to `depth` plies,
    /// passes not counted and fewer than there are empties, within `window`; fail-soft (Fishburn
    /// 1983). On the principal variation near the end the position is solved instead.
    ///
    /// Principal variation search (Marsland and Campbell 1982): the first move is searched
    /// with the whole window, the others with a null window, and again only if that fails
    /// high.
    pub(crate) fn midgame(
        &mut self,
        position: Position,
        moves: Bitboard,
        window: Window,
        depth: u32,
    ) -> Result<Score, Interrupt> {
        let empties = position.empty_count();
        debug_assert!(depth < empties);
        if empties <= self.extended_empties && !window.is_null() {
            return self.solve(position, moves, window);
        }
        self.reach(empties);
        self.nodes += 1;
        let hash = self.shared.tt.hash(position);
        if depth >= 2 {
            self.shared.tt.prefetch(hash);
        }
        self.poll()?;
        if moves.is_empty() {
            let replies = position.opponent_moves();
            return if replies.is_empty() {
                Ok(position.final_difference().into())
            } else {
                Ok(-self.midgame(position.pass(), replies, -window, depth)?)
            };
        }
        if depth == 0 {
            let evaluator = self.evaluator;
            return Ok(self
                .values
                .get(position, || evaluator.evaluate_with_moves(position, moves)));
        }
        if depth == 1 {
            if self.cuts_last_ply
                && window.is_null()
                && let Some(score) = self.probcut_last_ply(position, moves, window.alpha)
            {
                return Ok(score);
            }
            return self.last_ply(position, moves, window);
        }

        let entry = self.shared.tt.probe(position, hash);
        if let Some(entry) = entry.filter(|entry| entry.serves(depth, self.selectivity))
            && let Some(score) = entry.cutoff(window)
        {
            return Ok(score);
        }
        if window.is_null()
            && let Some(score) =
                self.probcut_midgame(position, moves, window.alpha, depth, entry)?
        {
            return Ok(score);
        }
        let hash_moves = entry.map_or([None; 2], |entry| entry.moves);
        let sought = Sought::Value { depth, window };
        let node = PathNode { position, hash, sought, selectivity: self.selectivity };
        let share = depth >= self.shared.parameters.split_depth;
        let below = self.search_below(node, share, |worker| {
            worker.search_moves(position, moves, hash_moves, window, depth)
        })?;
        let (score, best) = match below {
            Below::Searched(found) => found,
            Below::Settled(score) => return Ok(score),
        };
        let entry = Entry::new(score, window.bound(score), depth, self.selectivity, best);
        self.shared.tt.store(position, hash, entry);
        Ok(score)
    }

    /// The value of the best of `moves`, of which there is at least one, and that move.
    ///
    /// The hash move is searched before the others are made, looked up and ordered: 50 positions to
    /// depth 17 in 1.18 s, 1.27 where all are made and looked up before it, 1.32 where they are
    /// ordered, too (AMD Zen 4; about the same nodes).
    fn search_moves(
        &mut self,
        position: Position,
        moves: Bitboard,
        hash_moves: [Option<Square>; 2],
        window: Window,
        depth: u32,
    ) -> Result<(Score, Option<Square>), Interrupt> {
        let mut best = (-Score::INFINITY, None);
        let mut alpha = window.alpha;
        let mut tried = 0;
        let mut search = |worker: &mut Self, candidate: Candidate| {
            let open = Window { alpha, beta: window.beta };
            let score = worker.after_move(candidate.next, candidate.replies, open, depth, tried)?;
            if tried == 0 || score > best.0 {
                best = (score, Some(candidate.square));
                alpha = alpha.max(score);
            }
            tried += 1;
            Ok(score >= window.beta || score >= Score::MAX)
        };
        let first = hash_moves[0].filter(|&square| moves.contains(square));
        if let Some(square) = first
            && search(self, Candidate::new(position, square))?
        {
            return Ok(best);
        }
        let others = moves - first.map_or(Bitboard::EMPTY, Square::bit);
        let mut candidates = Candidates::new();
        if depth > 2 {
            // Their buckets come while they are valued (50 positions to depth 19: 2.65 s, 2.83 s
            // without).
            self.make_candidates(&mut candidates, position, others);
        } else {
            // What comes after them is not looked up.
            candidates.make(position, others, |_| ());
        }
        if depth >= self.shared.parameters.etc_depth
            && window.is_null()
            && let Some((score, square)) =
                self.transposition_cutoff(&candidates, window.beta, depth)
        {
            return Ok((score, Some(square)));
        }
        self.rank_candidates(&mut candidates, position, hash_moves[1], depth);
        let split = depth >= self.shared.parameters.split_depth;
        self.search_candidates(&mut candidates, split, first.is_some(), search)?;
        Ok(best)
    }

    /// The value of the best of `moves` at depth 1: the positions after them are evaluated.
    fn last_ply(
        &mut self,
        position: Position,
        moves: Bitboard,
        window: Window,
    ) -> Result<Score, Interrupt> {
        let evaluator = self.evaluator;
        let before = evaluator.prepare(position);
        let mut best = -Score::INFINITY;
        self.reach(position.empty_count() - 1);
        let mut candidates = Candidates::new();
        candidates.make(position, moves, |_| ());
        rank_by_mobility(&mut candidates, position, None);
        for Candidate { next, replies, .. } in &mut candidates {
            let score = if replies.is_empty() {
                -self.midgame(next, replies, -window, 0)?
            } else {
                self.nodes += 1;
                self.poll()?;
                -self.values.get(next, || evaluator.evaluate_next(&before, next, replies))
            };
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value, for the side that moves, of the move to `next`, whose legal moves are `replies`, in
    /// a search to `depth`, after `tried` other moves of the node. The first move gets the whole
    /// window, the others a null window first; late ones are searched to a lesser depth before that,
    /// which has to be enough for those that do not raise alpha.
    pub(super) fn after_move(
        &mut self,
        next: Position,
        replies: Bitboard,
        window: Window,
        depth: u32,
        tried: u32,
    ) -> Result<Score, Interrupt> {
        let null = Window::null_above(window.alpha);
        if let Some(reduction) = self.reduction(next, depth, tried) {
            let score = -self.midgame(next, replies, -null, depth - 1 - reduction)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if tried > 0 && !window.is_null() {
            let score = -self.midgame(next, replies, -null, depth - 1)?;
            if window.bound(score) != Bound::Exact {
                return Ok(score);
            }
        }
        Ok(-self.midgame(next, replies, -window, depth - 1)?)
    }

    /// By how many plies less deep the move to `next` is searched first if it comes late, after
    /// `tried` others of a node that is searched to `depth`: an even number, as scores of odd
    /// depths lie higher. Never near the end of the game, where each ply tells more.
    fn reduction(&self, next: Position, depth: u32, tried: u32) -> Option<u32> {
        let parameters = &self.shared.parameters;
        let is_late = self.reduces
            && tried >= parameters.reduction_moves
            && depth >= parameters.reduction_depth
            && next.empty_count() + 1 >= depth + parameters.reduction_empties;
        let plies = if depth >= parameters.deep_reduction_depth { 4 } else { 2 };
        is_late.then_some(plies)
    }

    /// Orders the candidates by the evaluator or, at low depth, by mobility.
    ///
    /// Without effect, and so left out (50 positions to depth 13, 10.02 M nodes without): the
    /// history heuristic by square (9.87 M) or by square and empties (9.88 M), killer moves
    /// (9.98 M), internal iterative deepening where there is no hash move (from depth 9 on
    /// 9.97 M, from 7 on 10.29 M). Nor, to depth 14 and 15.11 M nodes without, a search to
    /// depth 1 or 2 of all moves from depth 9 on where there is no hash move (15.16 M). Nor to
    /// fetch the rows of weights for a move while the one before it is valued (the same time).
    fn rank_candidates(
        &mut self,
        candidates: &mut Candidates,
        position: Position,
        hash_move: Option<Square>,
        depth: u32,
    ) {
        if depth >= self.shared.parameters.sort_depth && !candidates.is_forced() {
            let evaluator = self.evaluator;
            let values = &mut self.values;
            let mobility_weight = self.shared.parameters.mobility_weight;
            let before = evaluator.prepare(position);
            candidates.rank(hash_move, |candidate| {
                let next = candidate.next;
                let value =
                    values.get(next, || evaluator.evaluate_next(&before, next, candidate.replies));
                -value.centidiscs() - mobility_weight * candidate.weighted_mobility()
            });
        } else {
            rank_by_mobility(candidates, position, hash_move);
        }
    }
}

/// Orders the candidates fastest-first: by the mobility that they leave the opponent, then
/// corners and odd quadrants first.
///
/// Tried without gain: potential mobility as well, half as good as mobility, and no corners: 50
/// positions to depth 17 take 5 per cent fewer nodes in the same time, 199 with 28 empties to depth 13
/// 2 per cent fewer.
fn rank_by_mobility(candidates: &mut Candidates, position: Position, hash_move: Option<Square>) {
    let odd = position.empties().odd_quadrants();
    candidates.rank(hash_move, |candidate| fastest_first(candidate.square, candidate.replies, odd));
}
