//! Several threads at one search.
//!
//! All threads run the same search over the same table and keep out of each other's
//! way: a move that another thread is at is put off until the others are done
//! (simplified ABDADA: Weill 1996, Kerrigan 2017). There is no lock and no message;
//! what one thread finds the others see in the table. A thread that works below a
//! node which another has settled meanwhile notices and goes back there.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;

use super::ordering::{Candidate, Candidates};
use super::stages::Stage;
use super::tt::Tt;
use super::worker::{Shared, Stopped, Worker};
use crate::board::Position;
use crate::score::Selectivity;

/// Buckets of [`BusyMoves`].
const BUCKETS: usize = 1 << 12;
/// Hashes in a bucket: a cache line.
const WAYS: usize = 8;

/// The moves that are being searched, by the hash of the position after them.
pub(crate) struct BusyMoves {
    hashes: Box<[[AtomicU64; WAYS]]>,
}

impl BusyMoves {
    pub(crate) fn new() -> BusyMoves {
        let empty = || std::array::from_fn(|_| AtomicU64::new(0));
        BusyMoves { hashes: (0..BUCKETS).map(|_| empty()).collect() }
    }

    fn bucket(&self, hash: u64) -> &[AtomicU64; WAYS] {
        &self.hashes[hash as usize % BUCKETS]
    }

    /// Marks the move to the position with `hash` as being searched; `false` if it
    /// already is. Two threads that come at the same moment may both get in, which
    /// costs time and nothing else.
    pub(crate) fn enter(&self, hash: u64) -> bool {
        let bucket = self.bucket(hash);
        let mut free = &bucket[0];
        for slot in bucket {
            match slot.load(Relaxed) {
                0 => free = slot,
                held if held == hash => return false,
                _ => {}
            }
        }
        free.store(hash, Relaxed);
        true
    }

    /// Takes the mark away.
    pub(crate) fn leave(&self, hash: u64) {
        for slot in self.bucket(hash) {
            if slot.load(Relaxed) == hash {
                slot.store(0, Relaxed);
            }
        }
    }
}

/// A node of the solver that a thread is working below.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathNode {
    pub(crate) position: Position,
    pub(crate) hash: u64,
    pub(crate) empties: u32,
    pub(crate) alpha: i32,
}

/// The nodes on the way from the root to where a thread is.
pub(crate) type Path = ArrayVec<PathNode, 64>;

/// A node on the path of a thread that another thread has settled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settled {
    /// Its index on the path.
    pub(crate) index: usize,
    /// Its score, in discs.
    pub(crate) score: i32,
}

/// The threads of a search.
pub(crate) struct Team<'a> {
    shared: &'a Shared<'a>,
    workers: Vec<Worker<'a>>,
}

impl<'a> Team<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Team<'a> {
        Team { shared, workers: (0..shared.threads).map(|_| Worker::new(shared)).collect() }
    }

    /// The table that they share.
    pub(crate) fn tt(&self) -> &'a Tt {
        self.shared.tt
    }

    /// Lets all threads do the same `job` and takes the first answer.
    pub(crate) fn run<T: Send>(
        &mut self,
        job: impl Fn(&mut Worker<'a>) -> Result<T, Stopped> + Sync,
    ) -> Result<T, Stopped> {
        let (first, others) = self.workers.split_first_mut().ok_or(Stopped)?;
        let shared = self.shared;
        let job = &|worker: &mut Worker<'a>| {
            let answer = job(worker);
            shared.cancel.fetch_or(answer.is_ok(), Relaxed);
            worker.publish_counts();
            answer
        };
        let answer = std::thread::scope(|scope| {
            let helpers: Vec<_> =
                others.iter_mut().map(|worker| scope.spawn(move || job(worker))).collect();
            let mut answer = job(first);
            for helper in helpers {
                // A panic there has been reported by its own thread.
                let theirs = helper.join().unwrap_or(Err(Stopped));
                answer = answer.or(theirs);
            }
            answer
        });
        shared.cancel.store(false, Relaxed);
        answer
    }

    /// How sure the search has to be.
    pub(crate) fn selectivity(&self) -> Selectivity {
        self.workers.first().map_or(Selectivity::Full, |worker| worker.selectivity)
    }

    /// Gets all threads ready for `stage`.
    pub(super) fn prepare(&mut self, stage: Stage) {
        let verified_empties = stage.verified_empties(self.shared.parameters);
        for worker in &mut self.workers {
            worker.selectivity = stage.selectivity;
            worker.verified_empties = verified_empties;
        }
    }
}

impl Worker<'_> {
    /// Hands `candidates` to `search` one after the other until it says that one was
    /// enough. With `split`, moves that other threads are at come last; the eldest
    /// is searched by all together, as the others profit from its score.
    #[inline(always)]
    pub(crate) fn share_moves<const N: usize>(
        &mut self,
        mut candidates: Candidates<N>,
        split: bool,
        mut search: impl FnMut(&mut Self, Candidate) -> Result<bool, Stopped>,
    ) -> Result<(), Stopped> {
        let mut deferred = ArrayVec::<Candidate, N>::new();
        if let Some(busy) = self.shared.busy.as_ref().filter(|_| split) {
            if let Some(eldest) = candidates.next()
                && search(self, eldest)?
            {
                return Ok(());
            }
            for candidate in candidates.by_ref() {
                let hash = candidate.next.hash64();
                if !busy.enter(hash) {
                    deferred.push(candidate);
                    continue;
                }
                let enough = search(self, candidate);
                busy.leave(hash);
                if enough? {
                    return Ok(());
                }
            }
        }
        for candidate in candidates.chain(deferred) {
            if search(self, candidate)? {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_entered_once_until_it_is_left() {
        let busy = BusyMoves::new();
        assert!(busy.enter(5));
        assert!(!busy.enter(5));
        assert!(busy.enter(5 + BUCKETS as u64), "another one in the same bucket");
        busy.leave(5);
        assert!(busy.enter(5));
    }

    #[test]
    fn a_full_bucket_forgets_rather_than_blocks() {
        let busy = BusyMoves::new();
        for index in 0..2 * WAYS as u64 {
            assert!(busy.enter(7 + index * BUCKETS as u64));
        }
    }
}
