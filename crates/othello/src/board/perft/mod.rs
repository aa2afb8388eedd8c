//! Perft: the number of lines of play of a given length. It tests the rules against known counts,
//! and measures their speed; see docs/search.md, Board.
//!
//! ```
//! use othello::board::Position;
//! use othello::board::perft::{PassRule, perft};
//!
//! assert_eq!(perft(Position::START, 9, PassRule::Ply), 3_005_288);
//! assert_eq!(perft(Position::START, 9, PassRule::Free), 3_005_320);
//! ```

mod batch;
mod batched_plies;
mod expand;
mod table;
mod walk;

use std::fmt;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

pub use table::TableTooLarge;

use super::{Move, Position};
use table::Table;
use walk::Walk;

/// Whether a pass counts as a ply. A finished game is one line at any depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PassRule {
    /// A pass is a ply.
    #[default]
    Ply,
    /// A pass does not count as a ply.
    Free,
}

/// Maximum plies of a line: 64 discs, with a pass before each.
const MAX_LINE: u32 = 128;

/// A position and the plies to go.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    depth: u32,
}

impl Node {
    /// The nodes after each legal move, or after the pass; none if the game is over. The depth must
    /// not be 0.
    fn children(self, rule: PassRule) -> impl Iterator<Item = (Move, Node)> {
        let Node { position, depth } = self;
        let place = move |square| {
            let next = position.play_flips(square, position.flips(square));
            (Move::Place(square), Node { position: next, depth: depth - 1 })
        };
        let pass = move || {
            let depth = match rule {
                PassRule::Ply => depth - 1,
                PassRule::Free => depth,
            };
            (Move::Pass, Node { position: position.pass(), depth })
        };
        let moves = position.legal_moves().into_iter().map(place);
        moves.chain(position.must_pass().then(pass))
    }
}

/// The number of lines of `depth` plies from `position`, on one thread and without a table; see
/// [`Perft`].
#[must_use]
pub fn perft(position: Position, depth: u32, rule: PassRule) -> u64 {
    let never = AtomicBool::new(false);
    Perft::new(rule).count(position, depth, &never).expect("nobody stops it")
}

/// Perft with threads and a table.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::AtomicBool;
///
/// use othello::board::Position;
/// use othello::board::perft::{PassRule, Perft};
///
/// let two = NonZeroUsize::new(2).expect("not 0");
/// let perft = Perft::new(PassRule::Ply).with_threads(two).with_table(16)?;
/// let stop = AtomicBool::new(false);
/// assert_eq!(perft.count(Position::START, 10, &stop), Some(24_571_284));
/// # Ok::<(), othello::board::perft::TableTooLarge>(())
/// ```
pub struct Perft {
    rule: PassRule,
    threads: usize,
    table: Option<Table>,
}

/// Omits the table.
impl fmt::Debug for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perft")
            .field("rule", &self.rule)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Perft {
    /// Maximum threads.
    pub const MAX_THREADS: usize = 1024;

    /// One thread, no table.
    #[must_use]
    pub fn new(rule: PassRule) -> Perft {
        Perft { rule, threads: 1, table: None }
    }

    /// Sets the number of threads, at most [`Perft::MAX_THREADS`].
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Perft {
        Perft { threads: threads.get().min(Perft::MAX_THREADS), ..self }
    }

    /// Adds a table of this size, at least one cache line, for positions up to symmetry. It keeps
    /// its entries between counts.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_table(self, mebibytes: usize) -> Result<Perft, TableTooLarge> {
        Ok(Perft { table: Some(Table::new(mebibytes)?), ..self })
    }

    /// The number of lines of `depth` plies from `position`; 1 if `depth` is 0 or the game is over.
    /// `None` if `stop` was set first; it is polled every few microseconds.
    #[must_use]
    pub fn count(&self, position: Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
        let tasks = self.split(Node { position, depth: depth.min(MAX_LINE) });
        let next = AtomicUsize::new(0);
        let work = || {
            let mut walk = Walk::new(self.rule, self.table.as_ref(), stop);
            let mut lines = 0;
            while let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                lines += walk.count(task)?;
            }
            Some(lines)
        };
        thread::scope(|scope| {
            // If the system refuses threads, fewer run.
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..self.threads).filter_map(start).collect();
            let finish = |thread: ScopedJoinHandle<_>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            let mine = work();
            others.into_iter().map(finish).fold(mine, |sum, lines| Some(sum? + lines?))
        })
    }

    /// The lines of each legal move, or of the pass, in the order of the squares, counted lazily.
    /// Ends early if `stop` is set; empty if `depth` is 0 or the game is over.
    pub fn divide(
        &self,
        position: Position,
        depth: u32,
        stop: &AtomicBool,
    ) -> impl Iterator<Item = (Move, u64)> {
        let root = Node { position, depth: depth.min(MAX_LINE) };
        let children = (depth > 0).then(|| root.children(self.rule));
        children
            .into_iter()
            .flatten()
            .map_while(|(mv, child)| Some((mv, self.count(child.position, child.depth, stop)?)))
    }

    /// Nodes whose lines add up to the lines of `root`. For several threads, makes more nodes, so
    /// that the last nodes are short.
    fn split(&self, root: Node) -> Vec<Node> {
        const NODES_PER_THREAD: usize = 64;
        const MIN_DEPTH: u32 = 6;
        if self.threads == 1 {
            return vec![root];
        }
        let mut nodes = vec![root];
        while nodes.len() < self.threads * NODES_PER_THREAD
            && nodes.iter().any(|node| node.depth > MIN_DEPTH)
        {
            let split = |node: Node| {
                if node.depth <= MIN_DEPTH { vec![node] } else { self.children_of(node) }
            };
            nodes = nodes.into_iter().flat_map(split).collect();
        }
        nodes
    }

    /// The children of `node`; a finished game stays, as a node of one line.
    fn children_of(&self, node: Node) -> Vec<Node> {
        let mut nodes: Vec<_> = node.children(self.rule).map(|(_, child)| child).collect();
        if nodes.is_empty() {
            nodes.push(Node { depth: 0, ..node });
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    /// The counts of the start position with [`PassRule::Ply`], for depth 1 and up.
    const FROM_START: [u64; 11] =
        [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];

    /// The maximum depth of a test; Miri takes an hour for more.
    const MAX_DEPTH: u32 = if cfg!(miri) { 5 } else { 11 };

    #[test]
    fn counts_from_the_start_are_correct() {
        assert_eq!(perft(Position::START, 0, PassRule::Ply), 1);
        for (depth, lines) in (1..=MAX_DEPTH).zip(FROM_START) {
            assert_eq!(perft(Position::START, depth, PassRule::Ply), lines, "depth {depth}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes an hour")]
    fn counts_with_free_passes_are_the_known_ones() {
        for (depth, lines) in [(8, 390_216), (9, 3_005_320), (10, 24_571_420)] {
            assert_eq!(perft(Position::START, depth, PassRule::Free), lines, "depth {depth}");
        }
    }

    #[test]
    fn threads_and_tables_change_no_count() {
        let never = AtomicBool::new(false);
        let two = NonZeroUsize::new(2).unwrap();
        for rule in [PassRule::Ply, PassRule::Free] {
            let alone = Perft::new(rule).with_table(1).unwrap();
            let together = Perft::new(rule).with_threads(two).with_table(1).unwrap();
            for depth in 0..MAX_DEPTH {
                let lines = Some(perft(Position::START, depth, rule));
                assert_eq!(alone.count(Position::START, depth, &never), lines);
                assert_eq!(together.count(Position::START, depth, &never), lines);
            }
        }
    }

    #[test]
    fn division_counts_each_move() {
        let never = AtomicBool::new(false);
        let perft = Perft::new(PassRule::Ply);
        let divided = |position, depth| -> Vec<_> {
            let lines = perft.divide(position, depth, &never);
            lines.map(|(mv, lines)| (mv.to_string(), lines)).collect()
        };
        let moves = ["d3", "c4", "f5", "e6"].map(|mv| (mv.to_owned(), 2_050));
        assert_eq!(divided(Position::START, 6), moves);
        assert_eq!(divided(Position::START, 0), []);

        // X O . and nothing else: the opponent must pass.
        let pass = Position::new(Bitboard(0b10), Bitboard(0b01)).unwrap();
        assert_eq!(divided(pass, 3), [("pass".to_owned(), 1)]);
        let over = Position::new(Bitboard(0b01), Bitboard(0)).unwrap();
        assert_eq!(divided(over, 3), []);
        assert_eq!(perft.count(over, 3, &never), Some(1));
    }

    #[test]
    fn a_count_can_be_stopped() {
        let stop = AtomicBool::new(false);
        let two = NonZeroUsize::new(2).unwrap();
        let perft = Perft::new(PassRule::Ply).with_threads(two);
        thread::scope(|scope| {
            // Would take millennia.
            let count = scope.spawn(|| perft.count(Position::START, 30, &stop));
            stop.store(true, Ordering::Relaxed);
            assert_eq!(count.join().unwrap(), None);
        });
        assert_eq!(perft.divide(Position::START, 5, &stop).count(), 0);
    }
}
