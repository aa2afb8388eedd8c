//! [`Batch`]: many positions at once, spread over threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use super::{Engine, Options};
use crate::eval::Evaluator;
use crate::score::Score;
use crate::search::{Goal, Limits, NoMemory};
use othello::board::{Bitboard, DiscDiff, Move, Position};

/// How many positions a thread takes at a time where each is cheap: some 100 microseconds.
const CHUNK: usize = 1024;

/// The size in MiB of the table for positions with few empties, which stays in the caches of the
/// CPU. Measured when tables were zeroed for each position: with 8 empties one takes 43
/// microseconds, and 680 with 16 MiB; with 14 it is 1.6 ms and 2.3, with 16 it is 8.0 and 9.8.
const SMALL_TABLE: usize = 1;

/// With so many empties or fewer that table is enough.
const SMALL_TABLE_EMPTIES: u32 = 16;

/// Many positions, to be looked at on several threads. The results are in the order of the
/// positions and do not depend on the number of threads.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use othello::board::{Position, Square};
/// use engine::{Batch, Options};
/// use engine::eval::Pattern;
///
/// let next = Position::START.play(Square::F5).expect("f5 is legal");
/// let positions = [Position::START, next];
/// let batch = Batch { positions: &positions, threads: 2, stop: &AtomicBool::new(false) };
/// let moves = batch.legal_moves()?.expect("nobody stops it");
/// assert_eq!([moves[0].count(), moves[1].count()], [4, 3]);
/// let scores = batch.evaluate(&Pattern::embedded())?.expect("nobody stops it");
/// assert_eq!(scores.len(), 2);
/// # Ok::<(), engine::BatchError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// The positions.
    pub positions: &'a [Position],
    /// The number of threads, the calling one among them; 0 means 1. A thread that the system
    /// does not give is done without.
    pub threads: usize,
    /// Ends the work when it is set; the results are `None` then.
    pub stop: &'a AtomicBool,
}

/// A solved position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The score with best play, for the side to move.
    pub score: DiscDiff,
    /// A move that reaches it; `None` if the game is over.
    pub best: Option<Move>,
}

/// The memory for a batch could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// That for the table of a thread.
    #[error(transparent)]
    Table(#[from] NoMemory),
    /// That for the results.
    #[error("no memory for the results of {positions} positions: try fewer at a time")]
    Results {
        /// How many were given.
        positions: usize,
    },
}

impl Batch<'_> {
    /// [`Position::legal_moves`] of each position.
    ///
    /// # Errors
    /// If there is no memory for the results.
    pub fn legal_moves(&self) -> Result<Option<Vec<Bitboard>>, BatchError> {
        let moves = |(): &mut (), position: Position| Ok(position.legal_moves());
        self.map(CHUNK, Bitboard::EMPTY, || (), moves)
    }

    /// [`Evaluator::score`] of each position.
    ///
    /// # Errors
    /// If there is no memory for the results.
    pub fn evaluate(&self, evaluator: &dyn Evaluator) -> Result<Option<Vec<Score>>, BatchError> {
        let score = |(): &mut (), position| Ok(evaluator.score(position));
        self.map(CHUNK, Score::ZERO, || (), score)
    }

    /// The exact solution of each position, by one thread each, with a table as large as in
    /// `options`; of 1 MiB at most for positions with up to 16 empties.
    ///
    /// # Errors
    /// If there is no memory for a table or the results.
    pub fn solve(&self, options: &Options) -> Result<Option<Vec<Solution>>, BatchError> {
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let engine = |hash| Engine::new(Options { hash, threads: 1, ..options.clone() });
        let engines = || [SMALL_TABLE.min(options.hash), options.hash].map(engine);
        let solve = |engines: &mut [Engine; 2], position: Position| {
            let is_large = position.empty_count() > SMALL_TABLE_EMPTIES;
            let engine = &mut engines[usize::from(is_large)];
            // So that the move does not depend on what this thread has solved before.
            engine.new_game();
            let job = engine.job(position, limits.clone())?;
            let report = job.run(self.stop, &mut |_| ());
            let score = report.lines.first().map_or(Score::ZERO, |line| line.score);
            Ok(Solution { score: score.floor_discs(), best: report.best_move() })
        };
        let blank = Solution { score: DiscDiff::DRAW, best: None };
        self.map(1, blank, engines, solve)
    }

    /// `value` of each position, with what `worker` makes for each thread; `chunk` positions
    /// are taken at a time, and results are `blank` until they are known.
    fn map<T: Copy + Send, W>(
        &self,
        chunk: usize,
        blank: T,
        worker: impl Fn() -> W + Sync,
        value: impl Fn(&mut W, Position) -> Result<T, NoMemory> + Sync,
    ) -> Result<Option<Vec<T>>, BatchError> {
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
        Ok((!self.stop.load(Relaxed)).then_some(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Pattern;
    use othello::random::Random;

    /// Positions of random games with the numbers of empties from `from` on down to 0.
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
        let alone = Batch { positions: &positions, threads: 1, stop: &never };
        let together = Batch { threads: 3, ..alone };
        let moves: Vec<Bitboard> = positions.iter().map(|next| next.legal_moves()).collect();
        assert_eq!(alone.legal_moves().unwrap().unwrap(), moves);
        assert_eq!(together.legal_moves().unwrap().unwrap(), moves);

        let evaluator = Pattern::embedded();
        let scores = alone.evaluate(&evaluator).unwrap().unwrap();
        assert_eq!(together.evaluate(&evaluator).unwrap().unwrap(), scores);
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
        // The table is of use only with more empties.
        positions.extend(self::positions(40, 12));
        let options = Options { hash: 1, ..Options::default() };
        let batch = Batch { positions: &positions, threads: 3, stop: &never };
        let solutions = batch.solve(&options).unwrap().unwrap();
        for (&position, solution) in positions.iter().zip(&solutions) {
            let limits = Limits { goal: Goal::Exact, ..Limits::default() };
            let report = Engine::new(options.clone()).search(position, &limits, |_| ()).unwrap();
            assert_eq!(report.best_move(), solution.best);
            assert_eq!(report.lines[0].score, solution.score.into());
        }
    }

    #[test]
    fn a_batch_can_be_stopped() {
        let stopped = AtomicBool::new(true);
        let batch = Batch { positions: &[Position::START; 5], threads: 2, stop: &stopped };
        assert_eq!(batch.legal_moves(), Ok(None));
        assert_eq!(batch.solve(&Options::default()).unwrap(), None);
        let never = AtomicBool::new(false);
        let nothing = Batch { positions: &[], threads: 0, stop: &never };
        assert_eq!(nothing.legal_moves(), Ok(Some(Vec::new())));
    }
}
