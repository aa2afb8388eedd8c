//! The endgame search with many empties, and with ProbCut: null windows, the transposition table,
//! and moves ordered by the evaluator or a search. See docs/search.md, Endgame.

use super::{NO_MOVE, stability_cutoff};
use crate::score::{Bound, Score, Selectivity, Window};
use crate::search::ordering::{Candidate, Candidates, fastest_first};
use crate::search::tt::Entry;
use crate::search::worker::{Interrupt, PathNode, Target, Worker};
use othello::board::{Bitboard, DiscDiff, Position, Square};

/// A score in discs and the move that leads to it, if known.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Best {
    pub(in crate::search) score: i32,
    pub(in crate::search) square: Option<Square>,
}

impl Best {
    fn score_only(score: i32) -> Best {
        Best { score, square: None }
    }
}

impl Worker<'_> {
    /// Solves `position` with the null window above `alpha`. `moves` are the legal moves; at the
    /// root, a subset.
    pub(in crate::search) fn solve_deep<const ROOT: bool>(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> Result<Best, Interrupt> {
        let shared = self.shared;
        let parameters = &shared.parameters;
        let is_selective = self.selectivity != Selectivity::Full;
        self.nodes += 1;
        let hash = shared.tt.hash(position);
        shared.tt.prefetch(hash);
        self.poll()?;

        // Step 1. Pass or end of the game.
        if !ROOT && moves.is_empty() {
            let replies = position.opponent_moves();
            return if replies.is_empty() {
                Ok(Best::score_only(position.final_difference().discs()))
            } else {
                let passed = position.pass();
                let best = self.solve_deep::<false>(passed, replies, empties, !alpha)?;
                Ok(Best::score_only(-best.score))
            };
        }

        // Step 2. Stability cutoff.
        if !ROOT && let Some(score) = stability_cutoff(position, empties, alpha) {
            return Ok(Best::score_only(score));
        }

        // Step 3. Move generation, while the table is read. Selective searches generate moves after
        // ProbCut, because it often cuts.
        let mut candidates = Candidates::new();
        if ROOT || !is_selective {
            self.make_candidates(&mut candidates, position, moves);
        }

        // Step 4. TT probe.
        let mut entry = shared.tt.probe(position, hash);
        if !ROOT
            && let Some(score) =
                entry.and_then(|entry| entry.cutoff_discs(empties, self.selectivity, alpha))
        {
            return Ok(Best::score_only(score));
        }

        // Step 5. Presearch at 95 %. It stores bounds and hash moves in the table.
        if !ROOT && !is_selective && empties >= parameters.presearch_empties {
            self.selectivity = Selectivity::Percent95;
            let presearch = self.solve_deep::<false>(position, moves, empties, alpha);
            self.selectivity = Selectivity::Full;
            presearch?;
            entry = shared.tt.probe(position, hash);
        }

        // Step 6. ProbCut.
        if !ROOT && is_selective {
            if let Some(score) = self.probcut_endgame(position, moves, empties, alpha)? {
                return Ok(Best::score_only(score));
            }
            self.make_candidates(&mut candidates, position, moves);
        }

        let [hash_move, second_hash_move] = entry.map_or([None; 2], |entry| entry.moves);
        let is_split = empties >= parameters.split_empties;
        let target = Target::Endgame { empties, alpha };
        let node = PathNode { position, hash, target, selectivity: self.selectivity };
        let here = self.enter(node, is_split && !ROOT);
        let settle = |score: Score| Best::score_only(score.floor_discs().discs());
        let mut best = Best::score_only(NO_MOVE);
        'moves: {
            // Step 7. Enhanced transposition cutoff.
            let beta = DiscDiff::saturating(alpha + 1).into();
            if empties >= parameters.etc_empties
                && let Some((score, square)) =
                    self.enhanced_transposition_cutoff(&candidates, beta, empties)
            {
                best = Best { score: score.ceil_discs().discs(), square: Some(square) };
                break 'moves;
            }

            // Step 8. Hash move, before the other moves are ordered.
            let first = candidates.take_out(hash_move);
            if let Some(Candidate { next, replies, square }) = first {
                let score = match self.solve_null_window(next, replies, empties - 1, !alpha) {
                    Ok(score) => -score,
                    Err(interrupt) => return self.unwind(here, interrupt).map(settle),
                };
                best = Best { score, square: Some(square) };
                if score > alpha {
                    break 'moves;
                }
            }

            // Step 9. Move ordering.
            if let Err(interrupt) =
                self.order_endgame(&mut candidates, position, second_hash_move, empties)
            {
                return self.unwind(here, interrupt).map(settle);
            }

            // Step 10. Moves.
            let mut is_first = first.is_none();
            let busy = shared.busy.as_ref().filter(|_| is_split);
            while let Some(candidate) = candidates.next_to_search(busy, is_first) {
                let Candidate { next, replies, square } = candidate;
                is_first = false;
                let score = match self.solve_null_window(next, replies, empties - 1, !alpha) {
                    Ok(score) => -score,
                    Err(interrupt) => return self.unwind(here, interrupt).map(settle),
                };
                if score > best.score {
                    best = Best { score, square: Some(square) };
                    if score > alpha {
                        break;
                    }
                }
            }
        }
        self.leave(here);

        // Step 11. TT store. A search of only some moves gives no bound.
        if !ROOT || moves == position.legal_moves() {
            self.store(position, hash, empties, alpha, best);
        }
        Ok(best)
    }

    /// Stores the result of the null window above `alpha`. With too few empties for ProbCut,
    /// results are proven at every selectivity, and stored as proven.
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

    /// Orders the candidates fastest-first. With more empties, adds the static evaluation. With
    /// many empties, a shallow search replaces the static evaluation.
    fn order_endgame(
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
            let before = self.evaluator.prepare(position);
            candidates.rank(hash_move, |candidate| {
                let score = self.evaluate_next(&before, candidate.next, candidate.replies);
                speed_weight * speed(candidate) - score.centidiscs()
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
