//! Principal variation search for as long as the end of the game is out of reach.

use super::ordering::{Candidate, Candidates, odd_quadrants};
use super::tt::Entry;
use super::worker::{Stopped, Worker};
use crate::board::{Bitboard, Position, Square};
use crate::score::{Bound, Score, Window};

impl Worker<'_> {
    /// The value of `position` after `depth` more plies, passes not counted, as far
    /// as `window` asks. Fail-soft. Solved to the end when `depth` reaches it, and on the
    /// principal variation when the end is near.
    ///
    /// Principal variation search (Marsland and Campbell 1982): once a move has
    /// raised alpha the others are only asked, with a null window, whether they are
    /// better.
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
        let known = self.shared.tt.probe(position, hash);
        if let Some(entry) = known.filter(|entry| entry.serves(depth, self.selectivity))
            && let Some(score) = cutoff(&entry, window)
        {
            return Ok(score);
        }
        if window.is_null()
            && let Some(score) = self.probable(position, window.alpha, depth)?
        {
            return Ok(score);
        }
        let remembered = known.map_or([None; 2], |entry| entry.moves);
        let (score, best) = self.search_moves(position, moves, remembered, window, depth)?;
        let entry = Entry::new(score, window.bound(score), depth, self.selectivity, best);
        self.shared.tt.store(position, hash, entry);
        Ok(score)
    }

    /// The best of `moves`, of which there is at least one, and its value.
    fn search_moves(
        &mut self,
        position: Position,
        moves: Bitboard,
        remembered: [Option<Square>; 2],
        window: Window,
        depth: u32,
    ) -> Result<(Score, Option<Square>), Stopped> {
        let candidates = self.order_by_depth(position, moves, remembered, depth);
        if depth >= self.shared.parameters.etc_depth
            && window.is_null()
            && let Some(best) = self.known_refutation(candidates.all(), window.beta, depth)
        {
            return Ok(best);
        }
        let mut best = (-Score::INFINITY, None);
        let mut alpha = window.alpha;
        self.share_moves(
            candidates,
            depth >= self.shared.parameters.split_depth,
            |worker, candidate| {
                let open = Window { alpha, beta: window.beta };
                let eldest = best.1.is_none();
                let score = worker.after_move(candidate.next, open, depth, eldest)?;
                if eldest || score > best.0 {
                    best = (score, Some(candidate.square));
                    alpha = alpha.max(score);
                }
                Ok(score >= window.beta)
            },
        )?;
        Ok(best)
    }

    /// A score from `beta` on that the table knows one of `candidates` to reach, with that
    /// move.
    fn known_refutation(
        &self,
        candidates: &[Candidate],
        beta: Score,
        depth: u32,
    ) -> Option<(Score, Option<Square>)> {
        for candidate in candidates {
            self.shared.tt.prefetch(candidate.next.hash64());
        }
        candidates.iter().find_map(|candidate| {
            let entry = self.shared.tt.probe(candidate.next, candidate.next.hash64())?;
            let score = -entry.upper;
            (entry.serves(depth - 1, self.selectivity) && score >= beta)
                .then_some((score, Some(candidate.square)))
        })
    }

    /// The best value that one of `moves` leads to at once.
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

    /// The value, for the side that makes it, of the move to `next` in a search to
    /// `depth`. The eldest move gets the whole window, the others are first asked
    /// with a null window whether they are better.
    pub(super) fn after_move(
        &mut self,
        next: Position,
        window: Window,
        depth: u32,
        eldest: bool,
    ) -> Result<Score, Stopped> {
        if !eldest && !window.is_null() {
            let score = -self.midgame(next, -Window::null_above(window.alpha), depth - 1)?;
            if window.bound(score) != Bound::Exact {
                return Ok(score);
            }
        }
        Ok(-self.midgame(next, -window, depth - 1)?)
    }

    /// The candidates in the order in which they should be tried.
    ///
    /// Left out, as 50 positions to depth 13 took about as many nodes (10.02 M): what cut
    /// elsewhere, by square (9.87 M) or by square and empties (9.88 M); killer moves (9.98
    /// M); a search where no move is remembered (from depth 9 on 9.97 M, from 7 on 10.29
    /// M).
    fn order_by_depth(
        &self,
        position: Position,
        moves: Bitboard,
        remembered: [Option<Square>; 2],
        depth: u32,
    ) -> Candidates<64> {
        if depth >= self.shared.parameters.sort_depth {
            let evaluator = self.shared.evaluator;
            let mobility_weight = self.shared.parameters.mobility_weight;
            let before = evaluator.prepare(position);
            Candidates::new(position, moves, remembered, |candidate| {
                let value = evaluator.evaluate_next(&before, candidate.next, candidate.replies);
                -value.centidiscs() - mobility_weight * candidate.weighted_mobility()
            })
        } else {
            by_mobility(position, moves, remembered)
        }
    }
}

/// Candidates in an order that costs little.
fn by_mobility(
    position: Position,
    moves: Bitboard,
    remembered: [Option<Square>; 2],
) -> Candidates<64> {
    let odd = odd_quadrants(position.empties());
    Candidates::new(position, moves, remembered, |candidate| {
        let corner = i32::from(Bitboard::CORNERS.contains(candidate.square));
        let parity = i32::from(odd.contains(candidate.square));
        4 * corner + parity - 2 * candidate.weighted_mobility()
    })
}

/// The score that settles `window` by what is known, if it does.
fn cutoff(entry: &Entry, window: Window) -> Option<Score> {
    if entry.lower >= window.beta {
        Some(entry.lower)
    } else if entry.upper <= window.alpha || entry.lower == entry.upper {
        Some(entry.upper)
    } else {
        None
    }
}
