//! [`Bench`]: searches fixed positions to a fixed depth with an empty table and one thread. The
//! node count is the same on every machine. A change of the search or the evaluation changes it.
//!
//! Has its own table and options, independent of any [`Engine`](super::Engine).

use std::fmt;
use std::sync::Arc;
use std::vec::IntoIter;

use crate::eval::{Evaluator, Pattern};
use crate::search::{
    Limits, NoMemory, Parameters, Search, SearchReport, Stop, ThreadPool, Tt, Usage,
};
use othello::game::{Record, obf_problems};

/// Positions from the opening to the endgame, in OBF.
const POSITIONS: &str = include_str!("bench.obf");

/// Depth of each search, in plies.
const DEPTH: u32 = 15;

/// Table size in MiB. The node count depends on it.
const HASH: usize = 16;

/// A running bench. Each step searches one position. Ends early when stopped.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use engine::Bench;
///
/// let stop = AtomicBool::new(false);
/// let mut bench = Bench::new(&stop)?;
/// let first = bench.next().expect("a position");
/// assert_eq!((first.number, first.empties), (1, 60));
/// assert_eq!(bench.total(), first.report.usage);
/// # Ok::<(), engine::search::NoMemory>(())
/// ```
pub struct Bench<'a> {
    positions: IntoIter<Record>,
    evaluator: Arc<dyn Evaluator>,
    threads: Arc<ThreadPool>,
    tt: Arc<Tt>,
    stop: &'a dyn Stop,
    searched: u32,
    total: Usage,
}

/// Shows progress only.
impl fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bench")
            .field("searched", &self.searched)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

/// A position of the bench and its search result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchPosition {
    /// The position number, from 1.
    pub number: u32,
    /// The number of empties.
    pub empties: u32,
    /// The search result.
    pub report: SearchReport,
}

impl<'a> Bench<'a> {
    /// A bench at its first position. It ends early when `stop` is set.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(stop: &'a dyn Stop) -> Result<Bench<'a>, NoMemory> {
        Ok(Bench {
            positions: positions().into_iter(),
            evaluator: Arc::new(Pattern::embedded()),
            threads: Arc::new(ThreadPool::new(1)),
            tt: Arc::new(Tt::new(HASH)?),
            stop,
            searched: 0,
            total: Usage::default(),
        })
    }

    /// The total usage of the searches so far.
    #[must_use]
    pub fn total(&self) -> Usage {
        self.total
    }

    /// Whether every position was searched to full depth.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.positions.as_slice().is_empty()
    }
}

impl Iterator for Bench<'_> {
    type Item = BenchPosition;

    fn next(&mut self) -> Option<BenchPosition> {
        let position = self.positions.as_slice().first()?.game().setup().position;
        Arc::get_mut(&mut self.tt)?.clear();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let search = Search {
            position,
            limits,
            tt: Arc::clone(&self.tt),
            evaluator: Arc::clone(&self.evaluator),
            parameters: Parameters::DEFAULT,
            threads: Arc::clone(&self.threads),
        };
        let report = search.run(self.stop, &mut |_| ());
        self.total += report.usage;
        if self.stop.is_set() {
            return None;
        }
        self.positions.next();
        self.searched += 1;
        Some(BenchPosition { number: self.searched, empties: position.empty_count(), report })
    }
}

fn positions() -> Vec<Record> {
    obf_problems(POSITIONS).map(|(_, problem)| problem.expect("a test reads them all")).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use super::*;

    #[test]
    fn the_bench_positions_cover_all_phases() {
        let empties: Vec<u32> = positions()
            .iter()
            .map(|problem| problem.game().setup().position.empty_count())
            .collect();
        assert_eq!(empties, [60, 56, 48, 44, 40, 36, 32, 28, 22, 20, 14, 12]);
    }

    #[test]
    fn a_stopped_bench_is_not_complete() {
        let stop = AtomicBool::new(false);
        let mut bench = Bench::new(&stop).unwrap();
        assert!(bench.next().is_some());
        stop.store(true, Relaxed);
        assert_eq!(bench.next(), None);
        assert!(!bench.is_complete());
    }
}
