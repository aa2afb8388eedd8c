//! Solving with many empties: null-window search with the transposition table, stability and
//! transposition cutoffs, ProbCut and ordered moves.
//!
//! Tried without gain (AMD Zen 5, FFO 45-48 and 276 positions with 20 empties):
//!
//! - Expected node types. By the ply alone, from what the window at the root is expected to find,
//!   95 % of the nodes are told right, 98 % of those expected to be cut. Transposition cutoffs at
//!   those only: the same nodes and time on FFO, 3 % more nodes with 20 empties, where no search
//!   before tells the score. A cheap order at the others below 15 empties: 2 % more nodes and 3 %
//!   less time on FFO, 7 % more nodes with 20 empties.
//! - Moves that leave four replies more than the fewest not valued, but put last: 4 to 5 % more
//!   nodes and 2 to 3 % more time (Zen 3, FFO 40-49); three replies more: 20 to 40 % more nodes.
//! - Twelve empties by the evaluator, too: 4 % fewer nodes in the same time, FFO 48 20 % more time.

use super::{NO_MOVE, stability_cutoff};
use crate::score::{Bound, Selectivity, Window};
use crate::search::ordering::{Candidate, Candidates, fastest_first};
use crate::search::tt::Entry;
use crate::search::worker::{Below, Interrupt, PathNode, Sought, Worker};
use othello::board::{Bitboard, DiscDiff, Position, Square};

/// A score in discs and its move, if there is one.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Best {
    pub(in crate::search) score: i32,
    pub(in crate::search) square: Option<Square>,
}

impl Worker<'_> {
    /// Solves with more empties than `solve_shallow` does, or where ProbCut may cut; `moves` are
    /// the legal ones.
    pub(super) fn solve_deep(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> Result<i32, Interrupt> {
        self.nodes += 1;
        let hash = self.shared.tt.hash(position);
        self.shared.tt.prefetch(hash);
        self.poll()?;
        if moves.is_empty() {
            let replies = position.opponent_moves();
            return if replies.is_empty() {
                Ok(position.final_difference().discs())
            } else {
                Ok(-self.solve_deep(position.pass(), replies, empties, !alpha)?)
            };
        }
        if let Some(score) = stability_cutoff(position, empties, alpha) {
            return Ok(score);
        }
        // Made while the table is read, unless ProbCut may do without: FFO 40-49 take 1 % less time.
        let mut candidates = Candidates::new();
        let is_selective = self.selectivity != Selectivity::Full;
        if !is_selective {
            self.make_candidates(&mut candidates, position, moves);
        }
        let mut entry = self.shared.tt.probe(position, hash);
        if let Some(score) =
            entry.and_then(|entry| entry.cutoff_discs(empties, self.selectivity, alpha))
        {
            return Ok(score);
        }
        if !is_selective && empties >= self.shared.parameters.presearch_empties {
            self.presearch(position, moves, empties, alpha)?;
            entry = self.shared.tt.probe(position, hash);
        }
        if let Some(score) = self.probcut_endgame(position, moves, empties, alpha)? {
            return Ok(score);
        }
        if is_selective {
            self.make_candidates(&mut candidates, position, moves);
        }
        let hash_moves = entry.map_or([None; 2], |entry| entry.moves);
        let sought = Sought::FinalScore { empties, alpha };
        let node = PathNode { position, hash, sought, selectivity: self.selectivity };
        let share = empties >= self.shared.parameters.split_empties;
        let below = self.search_below(node, share, |worker| {
            worker.solve_moves(position, &mut candidates, hash_moves, empties, alpha)
        })?;
        let best = match below {
            Below::Searched(best) => best,
            Below::Settled(score) => return Ok(score.floor_discs().discs()),
        };
        self.store(position, hash, empties, alpha, best);
        Ok(best.score)
    }

    /// Solves `position` at 95 per cent before it is proven, for the best moves and bounds that
    /// this leaves in the table. What ProbCut cut on the way to the proof was never searched to the
    /// end before.
    fn presearch(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> Result<(), Interrupt> {
        let selectivity = std::mem::replace(&mut self.selectivity, Selectivity::Percent95);
        let outcome = self.solve_deep(position, moves, empties, alpha);
        self.selectivity = selectivity;
        outcome.map(drop)
    }

    /// Stores the result of the null window above `alpha`. With so few empties that there was no
    /// ProbCut it is a proof, which surer searches find, too (FFO 40-49: 439 M nodes instead of
    /// 451 M).
    pub(super) fn store(
        &self,
        position: Position,
        hash: u64,
        empties: u32,
        alpha: i32,
        best: Best,
    ) {
        let bound = if best.score > alpha { Bound::Lower } else { Bound::Upper };
        let value = DiscDiff::saturating(best.score).into();
        let is_proof = empties < self.shared.parameters.probcut_empties;
        let selectivity = if is_proof { Selectivity::Full } else { self.selectivity };
        let entry = Entry::new(value, bound, empties, selectivity, best.square);
        self.shared.tt.store(position, hash, entry);
    }

    /// Solves the root with `moves`, some or all of the legal ones.
    pub(in crate::search) fn solve_root(
        &mut self,
        position: Position,
        moves: Bitboard,
        alpha: i32,
    ) -> Result<Best, Interrupt> {
        self.nodes += 1;
        self.poll()?;
        let hash = self.shared.tt.hash(position);
        let entry = self.shared.tt.probe(position, hash);
        let hash_moves = entry.map_or([None; 2], |entry| entry.moves);
        let empties = position.empty_count();
        let mut candidates = Candidates::new();
        self.make_candidates(&mut candidates, position, moves);
        let best = self.solve_moves(position, &mut candidates, hash_moves, empties, alpha)?;
        if moves == position.legal_moves() {
            self.store(position, hash, empties, alpha, best);
        }
        Ok(best)
    }

    /// The best of the `candidates`, made and not ordered yet: the first whose score is above
    /// `alpha`, else the one with the highest upper bound.
    ///
    /// The hash move is searched before the others are ordered. Tried without gain: before they are
    /// made (FFO 40-49: 461 M nodes instead of 451 M, in the same time).
    fn solve_moves(
        &mut self,
        position: Position,
        candidates: &mut Candidates,
        hash_moves: [Option<Square>; 2],
        empties: u32,
        alpha: i32,
    ) -> Result<Best, Interrupt> {
        let beta = DiscDiff::saturating(alpha + 1).into();
        if empties >= self.shared.parameters.etc_empties
            && let Some((score, square)) = self.transposition_cutoff(candidates, beta, empties)
        {
            return Ok(Best { score: score.ceil_discs().discs(), square: Some(square) });
        }
        let mut best = Best { score: NO_MOVE, square: None };
        let mut search = |worker: &mut Self, candidate: Candidate| {
            let Candidate { square, next, replies } = candidate;
            let score = -worker.solve_null_window(next, replies, empties - 1, !alpha)?;
            if score > best.score {
                best = Best { score, square: Some(square) };
            }
            Ok(score > alpha)
        };
        let first = candidates.take_out(hash_moves[0]);
        let is_first_done = first.is_some();
        if let Some(first) = first
            && search(self, first)?
        {
            return Ok(best);
        }
        self.rank_for_solving(candidates, position, hash_moves[1], empties)?;
        let split = empties >= self.shared.parameters.split_empties;
        self.search_candidates(candidates, split, is_first_done, search)?;
        Ok(best)
    }

    /// Orders the candidates: fastest-first with few empties; with more also by the
    /// evaluator, with many by a shallow search.
    ///
    /// With 13 empties and more nearly all cuts are by the first move already (FFO 50: 99.9 %), so
    /// that what counts is how much is below it. It is by far the least below moves of high value:
    /// to take all that are 16 discs above alpha for equally good, FFO 40-49 take 410 M nodes
    /// instead of 282 M. Potential mobility tells it, too: without it (and with a speed weight of
    /// 60) 276 positions with 20 empties take 635 M nodes instead of 624 M, FFO 40-49 282 M instead
    /// of 272 M, FFO 50-52 683 M instead of 554 M. Counted twice as much: 627 M, 276 M, 524 M, and
    /// FFO 53 and 58 1,640 M instead of 1,579 M.
    fn rank_for_solving(
        &mut self,
        candidates: &mut Candidates,
        position: Position,
        hash_move: Option<Square>,
        empties: u32,
    ) -> Result<(), Interrupt> {
        if candidates.is_forced() {
            candidates.rank(hash_move, |_| 0);
            return Ok(());
        }
        let odd = position.empties().odd_quadrants();
        let speed = |candidate: &Candidate| {
            fastest_first(candidate.square, candidate.replies, odd) - candidate.potential_mobility()
        };
        let parameters = &self.shared.parameters;
        let speed_weight = parameters.speed_weight;
        if empties < parameters.evaluate_empties {
            candidates.rank(hash_move, speed);
        } else if empties < parameters.search_empties {
            let evaluator = self.evaluator;
            let values = &mut self.values;
            let before = evaluator.prepare(position);
            candidates.rank(hash_move, |candidate| {
                let Candidate { next, replies, .. } = *candidate;
                let value = values.get(next, || evaluator.evaluate_next(&before, next, replies));
                speed_weight * speed(candidate) - value.centidiscs()
            });
        } else {
            let depth = (empties - parameters.search_empties) / parameters.search_step + 1;
            candidates.try_rank(hash_move, |candidate| {
                let Candidate { next, replies, .. } = *candidate;
                let score = self.midgame(next, replies, Window::FULL, depth)?;
                Ok(speed_weight * speed(candidate) - score.centidiscs())
            })?;
        }
        Ok(())
    }
}
