//! [`Batch`]: many positions at once, on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use super::{BookUse, Engine, Options};
use crate::eval::Evaluator;
use crate::score::Score;
use crate::search::{Certainty, Goal, Limits, Line, NoMemory};
use othello::board::{Bitboard, DiscDiff, Move, Position};

/// Positions that a thread takes at a time if each is cheap. A chunk is about 100 microseconds of
/// work.
const CHUNK: usize = 1024;

/// Table size in MiB for positions with few empties. The table fits into the CPU caches.
/// Measurements: docs/search.md.
const SMALL_TABLE: usize = 1;

/// Maximum number of empties for the small table.
const SMALL_TABLE_EMPTIES: u32 = 16;

/// Many positions, processed by several threads. Results are in the order of the positions and do
/// not depend on the number of threads.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use othello::board::{Position, Square};
/// use engine::{Batch, Options};
/// use engine::eval::Pattern;
///
/// let next = Position::START.play(Square::F5).expect("f5 is legal");
/// let positions = [Position::START, next];
/// let stop = AtomicBool::new(false);
/// let batch = Batch { positions: &positions, threads: 2, stop: &stop, done: None };
/// let moves = batch.legal_moves()?;
/// assert_eq!([moves[0].count(), moves[1].count()], [4, 3]);
/// let scores = batch.evaluate(&Pattern::embedded())?;
/// assert_eq!(scores.len(), 2);
/// # Ok::<(), engine::BatchError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// The positions.
    pub positions: &'a [Position],
    /// The number of threads, including the calling one. 0 means 1. If the system refuses threads,
    /// fewer run.
    pub threads: usize,
    /// Stops the work when set. Positions that were not reached keep a blank result.
    pub stop: &'a AtomicBool,
    /// Counts the finished positions.
    pub done: Option<&'a AtomicUsize>,
}

/// The result of solving a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The score for the side to move. If solved, the score with best play; otherwise an estimate,
    /// rounded down. 0 without a search.
    pub score: DiscDiff,
    /// A best move. `None` if the game is over, or without a search.
    pub best: Option<Move>,
    /// Whether the goal is proven.
    pub is_solved: bool,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the search.
    pub time: Duration,
}

impl Solution {
    /// The result without a search.
    const BLANK: Solution = Solution {
        score: DiscDiff::DRAW,
        best: None,
        is_solved: false,
        nodes: 0,
        time: Duration::ZERO,
    };
}

/// A batch could not allocate its memory.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// No memory for the table of a thread.
    #[error(transparent)]
    Table(#[from] NoMemory),
    /// No memory for the results.
    #[error("no memory for the results of {positions} positions: try fewer at a time")]
    Results {
        /// The number of positions in the batch.
        positions: usize,
    },
}

impl Batch<'_> {
    /// [`Position::legal_moves`] of each position; empty if not reached.
    ///
    /// # Errors
    /// If the results cannot be allocated.
    pub fn legal_moves(&self) -> Result<Vec<Bitboard>, BatchError> {
        let moves = |(): &mut (), position: Position| Ok(position.legal_moves());
        self.map(CHUNK, Bitboard::EMPTY, || (), moves)
    }

    /// [`Evaluator::score`] of each position; minus infinity if not reached.
    ///
    /// # Errors
    /// If the results cannot be allocated.
    pub fn evaluate(&self, evaluator: &dyn Evaluator) -> Result<Vec<Score>, BatchError> {
        let score = |(): &mut (), position| Ok(evaluator.score(position));
        self.map(CHUNK, -Score::INFINITY, || (), score)
    }

    /// Solves each position on one thread, within `limits`. The goal of `limits` is a proof. The
    /// table has the size given in `options`, but at most 1 MiB for positions with up to 16
    /// empties.
    ///
    /// # Errors
    /// If a table or the results cannot be allocated.
    pub fn solve(&self, options: &Options, limits: &Limits) -> Result<Vec<Solution>, BatchError> {
        let engine = |hash| Engine::new(Options { hash, threads: 1, ..options.clone() });
        let engines = || [SMALL_TABLE.min(options.hash), options.hash].map(engine);
        let proof = if limits.goal == Goal::Wld { Certainty::Wld } else { Certainty::Exact };
        let solve = |engines: &mut [Engine; 2], position: Position| {
            let is_large = position.empty_count() > SMALL_TABLE_EMPTIES;
            let engine = &mut engines[usize::from(is_large)];
            // Otherwise the move would depend on positions that this thread solved before.
            engine.new_game();
            let job = engine.job_within(position, limits.clone(), BookUse::Off)?;
            let report = job.run(self.stop, &mut |_| ());
            let line = report.lines.first();
            let score = line.and_then(Line::known_score).unwrap_or(Score::ZERO);
            Ok(Solution {
                score: score.floor_discs(),
                best: report.best_move(),
                is_solved: line.is_some_and(|line| line.certainty >= proof),
                nodes: report.usage.nodes,
                time: report.usage.time,
            })
        };
        self.map(1, Solution::BLANK, engines, solve)
    }

    /// Computes `value` for each position. `worker` makes the state of each thread. A thread takes
    /// `chunk` positions at a time. Results start as `blank`.
    fn map<T: Copy + Send, W>(
        &self,
        chunk: usize,
        blank: T,
        worker: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, Position) -> Result<T, NoMemory> + Sync,
    ) -> Result<Vec<T>, BatchError> {
        let positions = self.positions.len();
        let mut values = Vec::new();
        values.try_reserve_exact(positions).map_err(|_| BatchError::Results { positions })?;
        values.resize(positions, blank);
        let chunks = Mutex::new(self.positions.chunks(chunk).zip(values.chunks_mut(chunk)));
        let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            let mut worker = worker();
            while !self.stop.load(Relaxed)
                && let Some((positions, values)) = next()
            {
                for (&position, slot) in positions.iter().zip(values) {
                    *slot = value(&mut worker, position)?;
                }
                if let Some(done) = self.done {
                    done.fetch_add(positions.len(), Relaxed);
                }
            }
            Ok::<_, NoMemory>(())
        };
        let threads = self.threads.min(self.positions.len().div_ceil(chunk));
        thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads).filter_map(start).collect();
            let finish = |thread: ScopedJoinHandle<_>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            let mine = work();
            others.into_iter().map(finish).fold(mine, Result::and)
        })?;
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Pattern;
    use crate::search::Never;
    use othello::random::Random;

    /// Positions of random games with at most `from` empties.
    fn positions(games: u64, from: u32) -> Vec<Position> {
        let mut positions = Vec::new();
        for seed in 0..games {
            let (mut position, mut random) = (Position::START, Random::new(seed, 0));
            while !position.is_over() {
                if position.must_pass() {
                    position = position.pass();
                }
                let square = random.legal_square(position).expect("the game is not over");
                position = position.play(square).expect("a legal move");
                positions.extend((position.empty_count() <= from).then_some(position));
            }
        }
        positions
    }

    #[test]
    fn threads_change_no_result() {
        let never = AtomicBool::new(false);
        let positions = positions(100, 60);
        let alone = Batch { positions: &positions, threads: 1, stop: &never, done: None };
        let together = Batch { threads: 3, ..alone };
        let moves: Vec<Bitboard> = positions.iter().map(|next| next.legal_moves()).collect();
        assert_eq!(alone.legal_moves().unwrap(), moves);
        assert_eq!(together.legal_moves().unwrap(), moves);

        let evaluator = Pattern::embedded();
        let scores = alone.evaluate(&evaluator).unwrap();
        assert_eq!(together.evaluate(&evaluator).unwrap(), scores);
        for (&position, &score) in positions.iter().zip(&scores) {
            let is_over = position.is_over();
            let result = Score::from(position.final_difference());
            assert_eq!(score, if is_over { result } else { evaluator.evaluate(position) });
        }
    }

    #[test]
    fn solutions_are_exact_and_moves_do_not_depend_on_the_order() {
        let never = AtomicBool::new(false);
        let mut positions = positions(20, 9);
        // Positions with fewer empties do not use the table.
        positions.extend(self::positions(40, 12));
        let options = Options { hash: 1, ..Options::default() };
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let batch = Batch { positions: &positions, threads: 3, stop: &never, done: None };
        let solutions = batch.solve(&options, &limits).unwrap();
        for (&position, solution) in positions.iter().zip(&solutions) {
            let report =
                Engine::new(options.clone()).search(position, &limits, &Never, |_| ()).unwrap();
            assert!(solution.is_solved);
            assert_eq!(report.best_move(), solution.best);
            assert_eq!(report.lines[0].score, solution.score.into());
        }
    }

    #[test]
    fn a_limit_gives_up_and_finished_positions_are_counted() {
        let never = AtomicBool::new(false);
        let done = AtomicUsize::new(0);
        let positions = [Position::START; 3];
        let batch = Batch { positions: &positions, threads: 2, stop: &never, done: Some(&done) };
        let limits = Limits { goal: Goal::Wld, nodes: Some(1000), ..Limits::default() };
        let options = Options { hash: 1, ..Options::default() };
        for solution in batch.solve(&options, &limits).unwrap() {
            assert!(!solution.is_solved && solution.nodes > 0 && solution.best.is_some());
        }
        assert_eq!(done.into_inner(), 3);
    }

    #[test]
    fn a_batch_can_be_stopped() {
        let stopped = AtomicBool::new(true);
        let positions = &[Position::START; 2];
        let batch = Batch { positions, threads: 2, stop: &stopped, done: None };
        assert_eq!(batch.legal_moves(), Ok(vec![Bitboard::EMPTY; 2]));
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let solutions = batch.solve(&Options::default(), &limits);
        assert_eq!(solutions, Ok(vec![Solution::BLANK; 2]));
        let never = AtomicBool::new(false);
        let nothing = Batch { positions: &[], threads: 0, stop: &never, done: None };
        assert_eq!(nothing.legal_moves(), Ok(Vec::new()));
    }
}
