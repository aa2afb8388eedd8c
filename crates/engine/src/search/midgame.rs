//! The midgame search: principal variation search to a depth that does not reach the end of the
//! game. See docs/search.md, Midgame.

use super::ordering::{Candidate, Candidates, fastest_first};
use super::tt::Entry;
use super::worker::{Interrupt, PathNode, Target, Worker};
use crate::score::{Bound, Score, Window};
use othello::board::{Bitboard, Position, Square};

impl Worker<'_> {
    /// Searches `position` to `depth` plies and returns the score. `depth` is less than the
    /// empties, and `moves` are the legal moves. A pass does not count as a ply. Fail-soft
    /// (Fishburn 1983).
    ///
    /// Principal variation search (Marsland and Campbell 1982): the first move gets the full
    /// window. The other moves get a null window, and the full window if the null window fails
    /// high.
    pub(crate) fn midgame(
        &mut self,
        position: Position,
        moves: Bitboard,
        window: Window,
        depth: u32,
    ) -> Result<Score, Interrupt> {
        let shared = self.shared;
        let parameters = &shared.parameters;
        let empties = position.empty_count();
        debug_assert!(depth < empties);

        // Step 1. Extension: PV nodes near the end of the game are solved.
        if empties <= self.extended_empties && !window.is_null() {
            return self.solve(position, moves, window);
        }
        self.reach(empties);
        self.nodes += 1;
        let hash = shared.tt.hash(position);
        if depth >= 2 {
            shared.tt.prefetch(hash);
        }
        self.poll()?;

        // Step 2. Pass or end of the game.
        if moves.is_empty() {
            let replies = position.opponent_moves();
            return if replies.is_empty() {
                Ok(position.final_difference().into())
            } else {
                Ok(-self.midgame(position.pass(), replies, -window, depth)?)
            };
        }

        // Step 3. Leaf.
        if depth == 0 {
            return Ok(self.evaluate(position, moves));
        }

        // Step 4. Frontier node: futility pruning, then the best evaluation of a child.
        if depth == 1 {
            if self.uses_futility
                && window.is_null()
                && let Some(score) = self.futility_cutoff(position, moves, window.alpha)
            {
                return Ok(score);
            }
            return self.frontier(position, moves, window);
        }

        // Step 5. TT probe.
        let entry = shared.tt.probe(position, hash);
        if let Some(entry) = entry.filter(|entry| entry.serves(depth, self.selectivity))
            && let Some(score) = entry.cutoff(window)
        {
            return Ok(score);
        }

        // Step 6. ProbCut.
        if window.is_null()
            && let Some(score) =
                self.probcut_midgame(position, moves, window.alpha, depth, entry)?
        {
            return Ok(score);
        }

        let [hash_move, second_hash_move] = entry.map_or([None; 2], |entry| entry.moves);
        let is_split = depth >= parameters.split_depth;
        let target = Target::Midgame { depth, window };
        let node = PathNode { position, hash, target, selectivity: self.selectivity };
        let here = self.enter(node, is_split);
        let mut best = (-Score::INFINITY, None);
        'moves: {
            let mut open = window;
            let mut tried = 0;
            let mut others = moves;

            // Step 7. Hash move, before the other moves are made.
            if let Some(square) = hash_move.filter(|&square| moves.contains(square)) {
                let Candidate { next, replies, .. } = Candidate::new(position, square);
                let score = match self.search_child(next, replies, open, depth, tried) {
                    Ok(score) => score,
                    Err(interrupt) => return self.unwind(here, interrupt),
                };
                best = (score, Some(square));
                if score >= window.beta || score >= Score::MAX {
                    break 'moves;
                }
                open.alpha = open.alpha.max(score);
                tried = 1;
                others -= square.bit();
            }

            // Step 8. Move generation. A prefetch pays only if the child nodes probe the table.
            let mut candidates = Candidates::new();
            if depth > 2 {
                self.make_candidates(&mut candidates, position, others);
            } else {
                candidates.make(position, others, |_| ());
            }

            // Step 9. Enhanced transposition cutoff.
            if depth >= parameters.etc_depth
                && window.is_null()
                && let Some((score, square)) =
                    self.enhanced_transposition_cutoff(&candidates, window.beta, depth)
            {
                best = (score, Some(square));
                break 'moves;
            }

            // Step 10. Move ordering.
            self.order_midgame(&mut candidates, position, second_hash_move, depth);

            // Step 11. Moves; `search_child` reduces late ones.
            let busy = shared.busy.as_ref().filter(|_| is_split);
            while let Some(candidate) = candidates.next_to_search(busy, tried == 0) {
                let Candidate { next, replies, square } = candidate;
                let score = match self.search_child(next, replies, open, depth, tried) {
                    Ok(score) => score,
                    Err(interrupt) => return self.unwind(here, interrupt),
                };
                if tried == 0 || score > best.0 {
                    best = (score, Some(square));
                    open.alpha = open.alpha.max(score);
                }
                tried += 1;
                if score >= window.beta || score >= Score::MAX {
                    break;
                }
            }
        }
        self.leave(here);

        // Step 12. TT store.
        let (score, best_move) = best;
        let entry = Entry::new(score, window.bound(score), depth, self.selectivity, best_move);
        shared.tt.store(position, hash, entry);
        Ok(score)
    }

    /// Searches the move that leads to `next`, at a node of `depth` plies where `tried` moves were
    /// searched before. `replies` are the legal moves in `next`. Returns the score for the side
    /// that made the move.
    pub(super) fn search_child(
        &mut self,
        next: Position,
        replies: Bitboard,
        window: Window,
        depth: u32,
        tried: u32,
    ) -> Result<Score, Interrupt> {
        let null = Window::null_above(window.alpha);

        // Late move reduction. A reduced score of at most alpha is accepted.
        if let Some(reduction) = self.reduction(next, depth, tried) {
            let score = -self.midgame(next, replies, -null, depth - 1 - reduction)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }

        // Null window, except for the first move.
        if tried > 0 && !window.is_null() {
            let score = -self.midgame(next, replies, -null, depth - 1)?;
            if window.bound(score) != Bound::Exact {
                return Ok(score);
            }
        }

        // Full window.
        Ok(-self.midgame(next, replies, -window, depth - 1)?)
    }

    /// The late move reduction in plies. Even, because scores of odd depths are higher.
    fn reduction(&self, next: Position, depth: u32, tried: u32) -> Option<u32> {
        let parameters = &self.shared.parameters;
        let is_late = self.uses_reductions
            && tried >= parameters.reduction_moves
            && depth >= parameters.reduction_depth
            && next.empty_count() + 1 >= depth + parameters.reduction_empties;
        let plies = if depth >= parameters.deep_reduction_depth { 4 } else { 2 };
        is_late.then_some(plies)
    }

    /// A node of one ply: evaluates the children without visiting them.
    fn frontier(
        &mut self,
        position: Position,
        moves: Bitboard,
        window: Window,
    ) -> Result<Score, Interrupt> {
        let before = self.evaluator.prepare(position);
        let mut best = -Score::INFINITY;
        self.reach(position.empty_count() - 1);
        let mut candidates = Candidates::new();
        candidates.make(position, moves, |_| ());
        order_by_mobility(&mut candidates, position, None);
        for Candidate { next, replies, .. } in &mut candidates {
            let score = if replies.is_empty() {
                -self.midgame(next, replies, -window, 0)?
            } else {
                self.nodes += 1;
                self.poll()?;
                -self.evaluate_next(&before, next, replies)
            };
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Orders the candidates by static evaluation or, at low depth, by mobility.
    fn order_midgame(
        &mut self,
        candidates: &mut Candidates,
        position: Position,
        hash_move: Option<Square>,
        depth: u32,
    ) {
        let parameters = &self.shared.parameters;
        if depth >= parameters.sort_depth && !candidates.is_forced() {
            let mobility_weight = parameters.mobility_weight;
            let before = self.evaluator.prepare(position);
            candidates.rank(hash_move, |candidate| {
                let score = self.evaluate_next(&before, candidate.next, candidate.replies);
                -score.centidiscs() - mobility_weight * candidate.weighted_mobility()
            });
        } else {
            order_by_mobility(candidates, position, hash_move);
        }
    }
}

/// Orders the candidates fastest-first.
fn order_by_mobility(candidates: &mut Candidates, position: Position, hash_move: Option<Square>) {
    let odd = position.empties().odd_quadrants();
    candidates.rank(hash_move, |candidate| fastest_first(candidate.square, candidate.replies, odd));
}
