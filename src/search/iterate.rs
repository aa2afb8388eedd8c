//! Iterative deepening: from the position that was asked for to the answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::info::{Certainty, Line, SearchInfo, SearchReport, Usage};
use super::limits::{Goal, Limits};
use super::root::RootMove;
use super::time::time_for_move;
use super::tt::Tt;
use super::worker::{Shared, Stopped, Worker};
use crate::board::{Move, Position};
use crate::eval::Evaluator;
use crate::score::{Bound, Score, Selectivity, Window};

/// With this many empties or fewer a search goes straight to the end.
pub const SOLVED_EMPTIES: u32 = 12;

/// How far a new score is expected to lie from the last one: the first aspiration
/// window reaches this far to both sides, in centidiscs.
const ASPIRATION: i32 = 150;

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
    /// Ends the search when set.
    pub stop: &'a AtomicBool,
}

/// Searches, telling `listener` of each line found, and reports the best moves.
///
/// With one thread the outcome is a function of the task and of what the table
/// holds, unless it is stopped by time or from outside.
pub fn search(task: &Task, listener: &mut dyn FnMut(SearchInfo)) -> SearchReport {
    let start = Instant::now();
    task.tt.next_generation();
    if task.position.is_over() {
        let line = final_line(task.position);
        return SearchReport { lines: vec![line], usage: Usage::default() };
    }
    if task.position.must_pass() {
        let passed = Task { position: task.position.pass(), ..*task };
        let mut forward = |info: SearchInfo| {
            if info.line.rank == 1 {
                listener(SearchInfo { line: before_pass(info.line), ..info });
            }
        };
        let mut report = Iteration::new(&passed, start).run(&mut forward);
        report.lines.truncate(1);
        report.lines = report.lines.into_iter().map(before_pass).collect();
        return report;
    }
    Iteration::new(task, start).run(listener)
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
    shared: Shared<'a>,
    empties: u32,
    moves: Vec<RootMove>,
    /// How many moves are ranked.
    ranks: usize,
    /// The lines of the last iteration that found each.
    lines: Vec<Line>,
}

impl<'a> Iteration<'a> {
    fn new(task: &'a Task<'a>, start: Instant) -> Iteration<'a> {
        let limits = task.limits;
        let time = limits
            .move_time
            .into_iter()
            .chain(limits.clock.map(|clock| time_for_move(clock, task.position.empty_count())));
        let moves = RootMove::all(task.position);
        let ranks = limits.multi_pv.clamp(1, moves.len());
        Iteration {
            task,
            start,
            shared: Shared {
                tt: task.tt,
                evaluator: task.evaluator,
                stop: task.stop,
                nodes: AtomicU64::new(0),
                node_limit: limits.nodes.unwrap_or(u64::MAX),
                deadline: time.min().and_then(|time| start.checked_add(time)),
            },
            empties: task.position.empty_count(),
            ranks,
            lines: Vec::with_capacity(ranks),
            moves,
        }
    }

    fn run(mut self, listener: &mut dyn FnMut(SearchInfo)) -> SearchReport {
        let depths = depths(self.task.limits, self.empties);
        let mut moves = std::mem::take(&mut self.moves);
        let mut lines = std::mem::take(&mut self.lines);
        let mut worker = Worker::new(&self.shared);
        'deepening: for depth in depths {
            for rank in 1..=self.ranks {
                let outcome = self.aspire(&mut worker, &mut moves[rank - 1..], depth);
                worker.tell_nodes();
                let line = self.line(rank, depth, &moves[rank - 1]);
                if outcome.is_ok() {
                    listener(SearchInfo { line: line.clone(), usage: self.usage() });
                }
                // What was found half-way through counts if it is a better move.
                let better = self.ranks == 1
                    && lines.first().is_some_and(|known| known.pv.first() != line.pv.first());
                if outcome.is_ok() || lines.len() < rank || better {
                    lines.truncate(rank - 1);
                    lines.push(line);
                }
                if outcome.is_err() {
                    break 'deepening;
                }
            }
        }
        if lines.is_empty() {
            lines.push(self.line(1, 0, &moves[0]));
        }
        SearchReport { lines, usage: self.usage() }
    }

    /// Searches `moves` to `depth` with windows that widen until the score of the
    /// best lies inside.
    fn aspire(
        &self,
        worker: &mut Worker,
        moves: &mut [RootMove],
        depth: u32,
    ) -> Result<(), Stopped> {
        if self.task.limits.goal == Goal::Wld && depth >= self.empties {
            let window = Window { alpha: Score::ZERO - 1, beta: Score::ZERO + 1 };
            return worker.search_root(moves, window, depth);
        }
        let guess = moves[0].score;
        let mut window = Window::FULL;
        let mut reach = ASPIRATION;
        if moves[0].bound == Bound::Exact {
            window = Window { alpha: guess - reach, beta: guess + reach };
        }
        loop {
            worker.search_root(moves, window, depth)?;
            reach *= 4;
            match moves[0].bound {
                Bound::Exact => return Ok(()),
                Bound::Lower => window.beta = moves[0].score + reach,
                Bound::Upper => window.alpha = moves[0].score - reach,
            }
        }
    }

    fn line(&self, rank: usize, depth: u32, best: &RootMove) -> Line {
        let to_the_end = depth >= self.empties;
        let certainty = match best.bound {
            Bound::Exact if to_the_end => Certainty::Exact,
            _ if to_the_end && self.task.limits.goal == Goal::Wld => Certainty::Wld,
            _ => Certainty::Selective(Selectivity::Full),
        };
        Line { rank, depth, score: best.score, bound: best.bound, certainty, pv: best.pv.clone() }
    }

    fn usage(&self) -> Usage {
        Usage {
            nodes: self.shared.nodes.load(Relaxed),
            time: self.start.elapsed(),
            hash_full: self.task.tt.hash_full(),
        }
    }
}

/// The depths to search one after the other with `empties` empty squares.
fn depths(limits: &Limits, empties: u32) -> Vec<u32> {
    let solve = limits.goal != Goal::Move || empties <= SOLVED_EMPTIES;
    if solve {
        let warm_up = empties.saturating_sub(SOLVED_EMPTIES).max(1);
        (1..=warm_up.min(empties - 1)).chain([empties]).collect()
    } else {
        (1..=limits.depth.unwrap_or(empties).clamp(1, empties)).collect()
    }
}
