//! [`Search`]: one search, by iterative deepening.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::abdada::BusyMoves;
use super::bounds::DiscWindow;
use super::info::{Certainty, Line, SearchInfo, SearchReport, Source, Usage};
use super::iterations::{Iteration, SOLVED_EMPTIES, iterations};
use super::limits::{Goal, KnownMove, Limits, Pondered};
use super::parameters::Parameters;
use super::root::{RootMove, search_root_on_all_threads, solve_root_on_all_threads};
use super::stop::Stop;
use super::symmetric::SymmetricMoves;
use super::threads::{Helper, SearchThreads, ThreadPool};
use super::time::{BestMoveStability, MIN_NODES, TimeBudget};
use super::tt::Tt;
use super::worker::{Counters, Interrupt, Shared};
use crate::eval::Evaluator;
use crate::score::{Bound, Score, Selectivity, Window};
use othello::board::{Bitboard, Move, Position};

/// Nodes after which the table is populated.
const LONG_SEARCH: u64 = 4_000;

/// Minimum number of threads for [`Parameters::many_split_depth`] and frequent checks of the path.
const MANY_THREADS: usize = 8;

/// A search that is ready to run.
#[derive(Clone)]
pub struct Search {
    /// The position.
    pub position: Position,
    /// The request.
    pub limits: Limits,
    /// The transposition table, with the entries of earlier searches. These searches must have used
    /// the same evaluator and parameters. Other entries can make a proven score wrong.
    pub tt: Arc<Tt>,
    /// The evaluator.
    pub evaluator: Arc<dyn Evaluator>,
    /// The parameters, each within its range in [`Parameters::TABLE`].
    pub parameters: Parameters,
    /// The thread pool. The calling thread is one of its threads.
    pub threads: Arc<ThreadPool>,
}

/// Omits the table, the evaluator and the threads.
impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("position", &self.position)
            .field("limits", &self.limits)
            .field("parameters", &self.parameters)
            .finish_non_exhaustive()
    }
}

impl Search {
    /// Searches until a limit is reached or `stop` is set. Calls `listener` with each line found.
    ///
    /// With one thread the result is a function of the search and the table's entries, unless a
    /// time limit or `stop` ends it.
    pub fn run(self, stop: &dyn Stop, listener: &mut dyn FnMut(SearchInfo)) -> SearchReport {
        let start = Instant::now();
        self.tt.next_generation();
        if self.position.is_over() {
            let lines = vec![final_line(self.position)];
            return SearchReport { lines, usage: Usage::default(), shortage: None };
        }
        let moves = self.position.legal_moves();
        if !moves.is_empty() {
            return self.rank_all(start, moves.count() == 1, stop, listener);
        }
        let none = Bitboard::EMPTY;
        let limits = Limits { multi_pv: 1, known: None, excluded: none, ..self.limits };
        let passed = Search { position: self.position.pass(), limits, ..self };
        let mut report = passed.iterate(start, true, stop, &mut |info| {
            listener(SearchInfo { line: before_pass(info.line), ..info });
        });
        report.lines = report.lines.into_iter().map(before_pass).collect();
        report
    }

    /// Searches a position with a legal move. If several moves are ranked, symmetric ones are
    /// searched once.
    fn rank_all(
        self,
        start: Instant,
        is_forced: bool,
        stop: &dyn Stop,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> SearchReport {
        let (moves, known) = self.limits.moves(self.position);
        let count = self.limits.multi_pv;
        let is_for_one = count <= 1 || known.is_some();
        let symmetric = (!is_for_one).then(|| SymmetricMoves::of(self.position, moves)).flatten();
        let Some(mut symmetric) = symmetric else {
            return self.iterate(start, is_forced, stop, listener);
        };
        let excluded = self.position.legal_moves() - symmetric.representatives();
        let search = Search { limits: Limits { excluded, ..self.limits }, ..self };
        let mut report = search.iterate(start, is_forced, stop, &mut |info| {
            let usage = info.usage;
            for line in symmetric.expand(info.line).into_iter().filter(|it| it.rank <= count) {
                listener(SearchInfo { line, usage });
            }
        });
        let lines = report.lines.into_iter().flat_map(|line| symmetric.expand(line));
        report.lines = lines.take(count).collect();
        report
    }

    /// Iterative deepening. With a clock, the search of a forced move ends after the first
    /// iteration, unless the position is solved at once.
    fn iterate(
        &self,
        start: Instant,
        is_forced: bool,
        stop: &dyn Stop,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> SearchReport {
        let empties = self.position.empty_count();
        let budget = TimeBudget::of(&self.limits, empties, &self.parameters, self.threads.speed());
        let helpers = self.threads.take(Helper::start);
        let mut parameters = self.parameters;
        let has_many_threads = helpers.len() + 1 >= MANY_THREADS;
        if has_many_threads {
            parameters.split_depth = parameters.many_split_depth;
        }
        let shared = Arc::new(Shared {
            tt: Arc::clone(&self.tt),
            evaluator: Arc::clone(&self.evaluator),
            parameters,
            has_many_threads,
            busy: (!helpers.is_empty()).then(BusyMoves::new),
            stopped: AtomicBool::new(false),
            task_done: AtomicBool::new(false),
            node_limit: self.limits.nodes.unwrap_or(u64::MAX),
            deadline: budget.and_then(|budget| start.checked_add(budget.maximum)),
            counters: Counters {
                nodes: AtomicU64::new(0),
                thread_time: AtomicU64::new(0),
                fewest_empties: AtomicU32::new(empties),
            },
        });
        let (moves, known) = self.limits.moves(self.position);
        let mut moves = RootMove::all(moves, self.position);
        moves.sort_by_cached_key(|root_move| self.evaluator.score(root_move.next));
        let ranks = self.limits.multi_pv.clamp(1, moves.len());
        let is_forced = is_forced
            && self.limits.clock.is_some()
            && self.limits.goal == Goal::Move
            && empties > SOLVED_EMPTIES;
        let mut threads = SearchThreads::new(&self.threads, helpers, &shared, stop);
        let search = self;
        let stability = BestMoveStability::default();
        let (shared, lines) = (&*shared, Vec::new());
        IterativeDeepening {
            search,
            start,
            budget,
            is_forced,
            stability,
            shared,
            stop,
            known,
            ranks,
            lines,
        }
        .run(&mut threads, moves, listener)
    }
}

/// The line of a finished game.
fn final_line(position: Position) -> Line {
    Line {
        rank: 1,
        depth: 0,
        score: position.final_difference().into(),
        bound: Bound::Exact,
        certainty: Certainty::Exact,
        pv: Vec::new(),
        source: Source::Search,
    }
}

/// The line of a side that must pass, from its opponent's line.
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

/// A running search.
struct IterativeDeepening<'a> {
    search: &'a Search,
    start: Instant,
    budget: Option<TimeBudget>,
    /// Whether the move is forced, so the first iteration suffices.
    is_forced: bool,
    stability: BestMoveStability,
    shared: &'a Shared,
    stop: &'a dyn Stop,
    /// The move that is not searched because its score is known.
    known: Option<KnownMove>,
    /// The number of ranked moves.
    ranks: usize,
    /// The best lines of the last iteration, which may be unfinished.
    lines: Vec<Line>,
}

impl IterativeDeepening<'_> {
    fn run(
        mut self,
        threads: &mut SearchThreads,
        mut moves: Vec<RootMove>,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> SearchReport {
        let Search { limits, position, parameters, tt, .. } = self.search;
        for iteration in iterations(limits, position.empty_count(), parameters) {
            if iteration.is_skippable && self.reaches_the_end() {
                continue;
            }
            threads.prepare(iteration);
            if self.shared.counters.nodes.load(Relaxed) >= LONG_SEARCH && tt.is_small() {
                while !self.stop.is_set() && self.may_prepare() && tt.populate_next() {}
            }
            let outcome = self.run_iteration(threads, &mut moves, iteration, listener);
            if let Some(best) = self.lines.first() {
                self.stability.record(best.pv.first().copied(), best.score);
            }
            if !iteration.solves() {
                self.search
                    .threads
                    .record_speed(self.shared.counters.nodes.load(Relaxed), self.start.elapsed());
            }
            if outcome.is_err() || self.is_enough() {
                break;
            }
        }
        if self.lines.is_empty() {
            // Stopped in the first iteration: the move with the best static evaluation.
            let nothing = Iteration { depth: 0, ..Iteration::FIRST };
            let certainty = Certainty::Selective(Selectivity::Full);
            self.lines.push(line(&moves[0], 1, nothing, certainty));
        }
        let shortage = self.search.threads.shortage();
        SearchReport { usage: self.usage(), lines: self.lines, shortage }
    }

    /// Whether there is time to populate the table: at most an eighth of the maximum time.
    fn may_prepare(&self) -> bool {
        self.budget.is_none_or(|budget| self.start.elapsed() < budget.maximum / 8)
    }

    /// Whether the first iteration to the end fits in the time left.
    fn reaches_the_end(&self) -> bool {
        let empties = self.search.position.empty_count();
        self.budget.is_none_or(|budget| {
            let elapsed = self.start.elapsed();
            budget.reaches_the_end(elapsed, self.time_for_this(), empties, &self.search.parameters)
        })
    }

    /// Whether no further iteration should start.
    fn is_enough(&self) -> bool {
        let is_late = |budget: TimeBudget| {
            budget.is_enough(self.start.elapsed(), self.time_for_this(), &self.stability)
        };
        // Lines that pondering has found take few nodes.
        let is_short = self.search.limits.pondered.is_none()
            && self.shared.counters.nodes.load(Relaxed) < MIN_NODES;
        self.is_forced || !is_short && self.budget.is_some_and(is_late)
    }

    /// The time that the last line cost. If pondering had already found the line, includes the
    /// pondering time. The table then gives this line at once, but it does not give the next
    /// iteration.
    fn time_for_this(&self) -> Duration {
        let elapsed = self.start.elapsed();
        let is_beyond = |pondered: &Pondered| {
            self.lines.first().is_some_and(|line| pondered.is_reached_by(line))
        };
        match self.search.limits.pondered.filter(is_beyond) {
            Some(pondered) => elapsed.saturating_add(pondered.time),
            None => elapsed,
        }
    }

    /// Ranks the moves by one iteration. If it is stopped, the remaining lines keep the results of
    /// the iteration before.
    fn run_iteration(
        &mut self,
        threads: &mut SearchThreads,
        moves: &mut [RootMove],
        iteration: Iteration,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> Result<(), Interrupt> {
        let mut found = Vec::with_capacity(self.ranks);
        let outcome = self.rank_moves(threads, moves, iteration, &mut found, listener);
        // Deeper table entries can lift a move above a move ranked earlier.
        found.sort_by_key(|line: &Line| Reverse(line.score));
        if outcome.is_ok() {
            let (ranked, others) = moves.split_at_mut(self.ranks);
            ranked.sort_by_key(|root_move| Reverse(root_move.score));
            // A move that took many nodes to refute may be best in the next iteration.
            others.sort_by_key(|root_move| Reverse(root_move.nodes));
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

    /// Adds the lines of one iteration to `found`.
    fn rank_moves(
        &self,
        threads: &mut SearchThreads,
        moves: &mut [RootMove],
        iteration: Iteration,
        found: &mut Vec<Line>,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> Result<(), Interrupt> {
        for rank in 1..=self.ranks {
            let moves = &mut moves[rank - 1..];
            let outcome = if iteration.to_the_end {
                self.solve(threads, moves, iteration, rank, listener)
            } else {
                self.search_with_aspiration(threads, moves, iteration.depth)
            };
            let line = self.line(&moves[0], rank, iteration);
            // After an abort, accept the line only if a different move raised alpha.
            let is_improved = match self.lines.get(rank - 1) {
                Some(known) => known.pv.first() != line.pv.first() && line.bound != Bound::Upper,
                None => true,
            };
            let is_improved = is_improved && line.score > -Score::INFINITY;
            if outcome.is_ok() || (rank == 1 && is_improved) {
                found.push(line.clone());
            }
            outcome?;
            if !iteration.to_the_end {
                listener(SearchInfo { line, usage: self.usage() });
            }
        }
        Ok(())
    }

    /// Solves the root within the window of the goal.
    fn solve(
        &self,
        threads: &mut SearchThreads,
        moves: &mut [RootMove],
        iteration: Iteration,
        rank: usize,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> Result<(), Interrupt> {
        let limits = &self.search.limits;
        let window = match (limits.goal, limits.at_least, self.known) {
            (Goal::Wld, ..) => DiscWindow::WLD,
            (_, Some(least), _) => DiscWindow { alpha: least.discs() - 1, beta: least.discs() },
            (_, None, Some(known)) => {
                DiscWindow { alpha: known.score.floor_discs().discs(), ..DiscWindow::FULL }
            }
            (_, None, None) => DiscWindow::FULL,
        };
        solve_root_on_all_threads(threads, self.search.position, moves, window, &mut |best| {
            listener(SearchInfo { line: self.line(best, rank, iteration), usage: self.usage() });
        })
    }

    /// Searches `moves` to `depth` with aspiration windows around the last score.
    fn search_with_aspiration(
        &self,
        threads: &mut SearchThreads,
        moves: &mut [RootMove],
        depth: u32,
    ) -> Result<(), Interrupt> {
        /// The growth of the window's half width after a fail.
        const WIDENING: i32 = 4;
        let guess = moves[0].score;
        let mut window = Window::FULL;
        let mut reach = self.search.parameters.aspiration;
        if moves[0].bound == Bound::Exact {
            window = Window { alpha: guess - reach, beta: guess + reach };
        }
        loop {
            search_root_on_all_threads(threads, moves, window, depth)?;
            reach = reach.saturating_mul(WIDENING);
            let before = window;
            match moves[0].bound {
                Bound::Exact => return Ok(()),
                Bound::Lower => window.beta = moves[0].score + reach,
                Bound::Upper => window.alpha = moves[0].score - reach,
            }
            if window == before {
                // The score is infinite; no window contains it.
                return Ok(());
            }
        }
    }

    fn line(&self, best: &RootMove, rank: usize, iteration: Iteration) -> Line {
        let proof = iteration.to_the_end && iteration.selectivity == Selectivity::Full;
        let decided = |bound| match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > Score::ZERO,
            Bound::Upper => best.score < Score::ZERO,
        };
        // No move beats a wipeout, whatever the depth of the other searches.
        let is_wipeout = best.next.player().is_empty() && best.score == Score::MAX;
        let certainty = if (proof || is_wipeout) && best.bound == Bound::Exact {
            Certainty::Exact
        } else if proof && decided(best.bound) {
            Certainty::Wld
        } else {
            Certainty::Selective(iteration.selectivity)
        };
        line(best, rank, iteration, certainty)
    }

    fn usage(&self) -> Usage {
        let fewest_empties = self.shared.counters.fewest_empties.load(Relaxed);
        Usage {
            deepest_ply: self.search.position.empty_count() - fewest_empties,
            nodes: self.shared.counters.nodes.load(Relaxed),
            #[cfg(not(feature = "simulation"))]
            time: self.start.elapsed(),
            #[cfg(feature = "simulation")]
            time: super::simulation::elapsed(),
            thread_time: Duration::from_nanos(self.shared.counters.thread_time.load(Relaxed)),
            hash_full: self.search.tt.hash_full(),
        }
    }
}

fn line(best: &RootMove, rank: usize, iteration: Iteration, certainty: Certainty) -> Line {
    Line {
        rank,
        depth: iteration.depth,
        score: best.score,
        bound: best.bound,
        certainty,
        pv: best.pv.clone(),
        source: Source::Search,
    }
}
