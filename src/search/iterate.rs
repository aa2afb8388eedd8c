//! Iterative deepening: from the position that was asked for to the answer.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::info::{Certainty, Line, SearchInfo, SearchReport, Usage};
use super::limits::{Goal, KnownMove, Limits};
use super::parameters::Parameters;
use super::root::{RootMove, search_root, solve_root};
use super::stages::{Stage, stages};
use super::team::{BusyMoves, Team};
use super::time::Plan;
use super::tt::Tt;
use super::worker::{Shared, Stopped};
use crate::board::{Move, Position};
use crate::eval::Evaluator;
use crate::score::{Bound, Score, Selectivity, Window};

/// From so many nodes on a search is expected to need much of the table.
const LONG_SEARCH: u64 = 4_000;

/// What a search works with.
pub struct Task<'a> {
    /// Where to search.
    pub position: Position,
    /// What for.
    pub limits: &'a Limits,
    /// What is known already, and where to remember more.
    pub tt: &'a Tt,
    /// How leaves are valued.
    pub evaluator: &'a dyn Evaluator,
    /// The numbers that the search goes by.
    pub parameters: &'a Parameters,
    /// Ends the search when set.
    pub stop: &'a AtomicBool,
    /// How many threads to search with; 0 is taken for 1.
    pub threads: usize,
}

/// Searches, telling `listener` of each line found, and reports the best moves.
///
/// With one thread the outcome is a function of the task and of what the table
/// holds, unless it is stopped by time or from outside.
pub fn search(task: &Task, listener: &mut dyn FnMut(SearchInfo)) -> SearchReport {
    let start = Instant::now();
    task.tt.next_generation();
    let (limits, empties) = (task.limits, task.position.empty_count());
    let plan = Plan::of(limits, empties, task.parameters);
    let shared = Shared {
        tt: task.tt,
        evaluator: task.evaluator,
        parameters: task.parameters,
        stop: task.stop,
        threads: task.threads.max(1),
        busy: (task.threads > 1).then(BusyMoves::new),
        cancel: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        fewest_empties: AtomicU32::new(empties),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        deadline: plan.and_then(|plan| start.checked_add(plan.end)),
    };
    let iteration = |task, excluded, ranks| Iteration {
        task,
        start,
        plan,
        shared: &shared,
        excluded,
        ranks,
        lines: Vec::new(),
    };
    if task.position.is_over() {
        let line = final_line(task.position);
        return SearchReport { lines: vec![line], usage: Usage::default() };
    }
    if task.position.must_pass() {
        let passed = Task { position: task.position.pass(), ..*task };
        let mut report = iteration(&passed, None, 1).run(&mut |info: SearchInfo| {
            listener(SearchInfo { line: before_pass(info.line), ..info });
        });
        report.lines = report.lines.into_iter().map(before_pass).collect();
        return report;
    }
    let excluded = limits.excluded(task.position);
    let choices = task.position.legal_moves().count() as usize - usize::from(excluded.is_some());
    iteration(task, excluded, limits.multi_pv.clamp(1, choices)).run(listener)
}

/// The line of a game that is over.
fn final_line(position: Position) -> Line {
    Line {
        rank: 1,
        depth: 0,
        score: position.final_difference().into(),
        bound: Bound::Exact,
        certainty: Certainty::Exact,
        pv: Vec::new(),
    }
}

/// The line of a side that has to pass, from that of the other side after it.
fn before_pass(mut line: Line) -> Line {
    line.score = -line.score;
    line.bound = match line.bound {
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
        Bound::Exact => Bound::Exact,
    };
    line.pv.insert(0, Move::Pass);
    line
}

/// A search in progress.
struct Iteration<'a> {
    task: &'a Task<'a>,
    start: Instant,
    plan: Option<Plan>,
    shared: &'a Shared<'a>,
    /// The move that is not searched.
    excluded: Option<KnownMove>,
    /// How many moves are ranked.
    ranks: usize,
    /// The best lines found, those of the last stage as far as it went.
    lines: Vec<Line>,
}

impl<'a> Iteration<'a> {
    fn run(mut self, listener: &mut dyn FnMut(SearchInfo)) -> SearchReport {
        let mut team = Team::new(self.shared);
        let mut moves =
            RootMove::all_but(self.excluded.map(|known| known.square), self.task.position);
        let Task { limits, position, parameters, .. } = *self.task;
        for stage in stages(limits, position.empty_count(), parameters) {
            team.prepare(stage);
            if self.shared.nodes.load(Relaxed) >= LONG_SEARCH {
                self.task.tt.populate(|| !self.shared.is_over());
            }
            let outcome = self.run_stage(&mut team, &mut moves, stage, listener);
            if outcome.is_err() || self.is_enough(moves.len()) {
                break;
            }
        }
        if self.lines.is_empty() {
            // Stopped before anything was known: the move that looks best.
            moves.sort_by_key(|candidate| self.task.evaluator.evaluate(candidate.next));
            let nothing = Stage { depth: 0, ..Stage::FIRST };
            let certainty = Certainty::Selective(Selectivity::Full);
            self.lines.push(line(&moves[0], 1, nothing, certainty));
        }
        SearchReport { usage: self.usage(), lines: self.lines }
    }

    /// Whether more thought is not worth its time: with a clock, a move without a
    /// choice needs none.
    fn is_enough(&self, choices: usize) -> bool {
        let forced = choices == 1 && self.task.limits.clock.is_some();
        forced || self.plan.is_some_and(|plan| self.start.elapsed() >= plan.enough)
    }

    /// Ranks the moves by a search of one stage. Where that is stopped half-way, the
    /// lines that it did not get to are those of the stage before.
    fn run_stage(
        &mut self,
        team: &mut Team<'a>,
        moves: &mut [RootMove],
        stage: Stage,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> Result<(), Stopped> {
        let mut found = Vec::with_capacity(self.ranks);
        let outcome = self.rank_moves(team, moves, stage, &mut found, listener);
        if outcome.is_ok() {
            // Deeper entries of the table can lift a move above one ranked before it.
            found.sort_by_key(|line: &Line| Reverse(line.score));
            moves[..self.ranks].sort_by_key(|root_move| Reverse(root_move.score));
        }
        for known in std::mem::take(&mut self.lines) {
            let is_new = found.iter().all(|line: &Line| line.pv.first() != known.pv.first());
            if is_new && found.len() < self.ranks {
                found.push(known);
            }
        }
        for (rank, line) in (1..).zip(&mut found) {
            line.rank = rank;
        }
        self.lines = found;
        outcome
    }

    /// Puts into `found` the lines that a search of one stage finds.
    fn rank_moves(
        &self,
        team: &mut Team<'a>,
        moves: &mut [RootMove],
        stage: Stage,
        found: &mut Vec<Line>,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> Result<(), Stopped> {
        for rank in 1..=self.ranks {
            let moves = &mut moves[rank - 1..];
            let outcome = if stage.to_the_end {
                self.solve(team, moves, stage, rank, listener)
            } else {
                self.search_with_aspiration(team, moves, stage.depth)
            };
            let line = self.line(&moves[0], rank, stage);
            // What was found half-way through counts if it is a better move.
            let known = self.lines.get(rank - 1).map(|known| known.pv.first());
            let is_news = line.score > -Score::INFINITY && known != Some(line.pv.first());
            if outcome.is_ok() || (rank == 1 && is_news) {
                found.push(line.clone());
            }
            outcome?;
            if !stage.to_the_end {
                listener(SearchInfo { line, usage: self.usage() });
            }
        }
        Ok(())
    }

    /// Solves to the end, as far as the goal asks.
    fn solve(
        &self,
        team: &mut Team<'a>,
        moves: &mut [RootMove],
        stage: Stage,
        rank: usize,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> Result<(), Stopped> {
        let window = match (self.task.limits.goal, self.excluded) {
            (Goal::Wld, _) => (-1, 1),
            (_, Some(known)) => (known.score.floor_discs().discs(), 65),
            (_, None) => (-65, 65),
        };
        solve_root(team, self.task.position, moves, window, &mut |best| {
            listener(SearchInfo { line: self.line(best, rank, stage), usage: self.usage() });
        })
    }

    /// Searches `moves` to `depth` with windows that widen until the score of the
    /// best lies inside.
    fn search_with_aspiration(
        &self,
        team: &mut Team<'a>,
        moves: &mut [RootMove],
        depth: u32,
    ) -> Result<(), Stopped> {
        let guess = moves[0].score;
        let mut window = Window::FULL;
        let mut reach = self.task.parameters.aspiration;
        if moves[0].bound == Bound::Exact {
            window = Window { alpha: guess - reach, beta: guess + reach };
        }
        loop {
            search_root(team, moves, window, depth)?;
            reach *= 4;
            match moves[0].bound {
                Bound::Exact => return Ok(()),
                Bound::Lower => window.beta = moves[0].score + reach,
                Bound::Upper => window.alpha = moves[0].score - reach,
            }
        }
    }

    fn line(&self, best: &RootMove, rank: usize, stage: Stage) -> Line {
        let proof = stage.to_the_end && stage.selectivity == Selectivity::Full;
        let decided = |bound| match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > Score::ZERO,
            Bound::Upper => best.score < Score::ZERO,
        };
        let certainty = if proof && best.bound == Bound::Exact {
            Certainty::Exact
        } else if proof && decided(best.bound) {
            Certainty::Wld
        } else {
            Certainty::Selective(stage.selectivity)
        };
        line(best, rank, stage, certainty)
    }

    fn usage(&self) -> Usage {
        let fewest_empties = self.shared.fewest_empties.load(Relaxed);
        Usage {
            deepest_ply: self.task.position.empty_count() - fewest_empties,
            nodes: self.shared.nodes.load(Relaxed),
            time: self.start.elapsed(),
            hash_full: self.task.tt.hash_full(),
        }
    }
}

fn line(best: &RootMove, rank: usize, stage: Stage, certainty: Certainty) -> Line {
    Line {
        rank,
        depth: stage.depth,
        score: best.score,
        bound: best.bound,
        certainty,
        pv: best.pv.clone(),
    }
}
