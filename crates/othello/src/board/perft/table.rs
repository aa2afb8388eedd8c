//! [`Table`]: known counts, shared by the threads.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::fence;

use crate::board::Position;

/// A hash table of fixed size. An entry holds the whole position and is guarded by a sequence lock:
/// a count is correct or not found, whatever other threads write. An all-zero entry is empty, so
/// that memory is not touched before it is used.
pub(super) struct Table {
    /// A bucket holds the entry with the most plies to go, then the latest other entry.
    buckets: Box<[[Entry; 2]]>,
}

/// Four words: the guard, the player's and the opponent's discs, the lines. The guard holds, from
/// its low end: whether the entry is being written (1 bit), the plies to go (8 bits, 0 if empty),
/// the number of writes (55 bits).
type Entry = [AtomicU64; 4];

const BUSY: u64 = 1;
const DEPTH_SHIFT: u32 = 1;
const DEPTH_MASK: u64 = 0xff;
const ONE_WRITE: u64 = 1 << 9;

const _: () = assert!(super::MAX_LINE as u64 <= DEPTH_MASK);

/// There is not enough memory for a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a perft table of {mebibytes} MiB")]
pub struct TableTooLarge {
    /// The requested size.
    pub mebibytes: usize,
}

impl Table {
    /// An empty table of this size.
    pub(super) fn new(mebibytes: usize) -> Result<Table, TableTooLarge> {
        let too_large = || TableTooLarge { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or_else(too_large)?;
        let buckets = (bytes / size_of::<[Entry; 2]>()).max(1);
        let buckets = bytemuck::try_zeroed_slice_box(buckets).map_err(|()| too_large())?;
        Ok(Table { buckets })
    }

    /// The lines of `depth` plies from `position`, if known.
    pub(super) fn get(&self, position: Position, depth: u32) -> Option<u64> {
        self.bucket(position).iter().find_map(|entry| read(entry, position, depth))
    }

    /// Stores the lines of `depth` plies from `position`.
    pub(super) fn put(&self, position: Position, depth: u32, lines: u64) {
        let [deepest, latest] = self.bucket(position);
        let [guard, ..] = deepest;
        let entry = if depth >= depth_of(guard.load(Relaxed)) { deepest } else { latest };
        write(entry, position, depth, lines);
    }

    fn bucket(&self, position: Position) -> &[Entry; 2] {
        let index = (u128::from(position.hash64()) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

fn depth_of(guard: u64) -> u32 {
    (guard >> DEPTH_SHIFT & DEPTH_MASK) as u32
}

/// The lines in `entry` if it holds this position and depth. If the guard is the same before and
/// after, the words belong together.
fn read(entry: &Entry, position: Position, depth: u32) -> Option<u64> {
    let [guard, player, opponent, lines] = entry;
    let before = guard.load(Acquire);
    let (player, opponent, lines) =
        (player.load(Relaxed), opponent.load(Relaxed), lines.load(Relaxed));
    fence(Acquire);
    let together = before & BUSY == 0 && guard.load(Relaxed) == before;
    let found = depth_of(before) == depth
        && player == position.player().0
        && opponent == position.opponent().0;
    (together && found).then_some(lines)
}

/// Fills `entry`, unless another thread is writing it.
fn write(entry: &Entry, position: Position, depth: u32, new_lines: u64) {
    let [guard, player, opponent, lines] = entry;
    let before = guard.load(Relaxed);
    let lock = || guard.compare_exchange(before, before | BUSY, Acquire, Relaxed);
    if before & BUSY != 0 || lock().is_err() {
        return;
    }
    fence(Release);
    player.store(position.player().0, Relaxed);
    opponent.store(position.opponent().0, Relaxed);
    lines.store(new_lines, Relaxed);
    let writes = (before & !(ONE_WRITE - 1)).wrapping_add(ONE_WRITE);
    guard.store(writes | u64::from(depth) << DEPTH_SHIFT, Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children_of_start() -> [Position; 4] {
        let moves: Vec<_> = Position::START.legal_moves().into_iter().collect();
        [0, 1, 2, 3].map(|child| Position::START.play(moves[child]).unwrap())
    }

    #[test]
    fn lookups_require_equal_position_and_depth() {
        // A single bucket: all entries compete for it.
        let table = Table::new(0).unwrap();
        let [a, b, c, d] = children_of_start();
        assert_eq!(table.get(a, 5), None);
        table.put(a, 7, 70);
        table.put(b, 6, 60);
        assert_eq!((table.get(a, 7), table.get(b, 6)), (Some(70), Some(60)));
        assert_eq!((table.get(a, 6), table.get(c, 7)), (None, None));
        table.put(c, 5, 50);
        assert_eq!((table.get(a, 7), table.get(b, 6), table.get(c, 5)), (Some(70), None, Some(50)));
        table.put(d, 8, 80);
        assert_eq!((table.get(a, 7), table.get(c, 5), table.get(d, 8)), (None, Some(50), Some(80)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "miri ends when memory is missing")]
    fn a_table_that_does_not_fit_is_an_error() {
        let error = Table::new(usize::MAX).err().unwrap();
        assert_eq!(error, TableTooLarge { mebibytes: usize::MAX });
        assert!(Table::new(1 << 40).is_err());
    }

    /// Threads that overwrite each other's entries never read the count of another position. Here
    /// the count identifies the position.
    #[test]
    fn counts_are_correct_under_concurrent_writes() {
        let table = Table::new(0).unwrap();
        let positions = children_of_start();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, positions) = (&table, &positions);
                scope.spawn(move || {
                    for round in 0..if cfg!(miri) { 500 } else { 200_000_usize } {
                        let put = (round + thread) % 4;
                        table.put(positions[put], 5 + put as u32 % 2, put as u64);
                        let get = (round / 3) % 4;
                        if let Some(lines) = table.get(positions[get], 5 + get as u32 % 2) {
                            assert_eq!(lines, get as u64);
                        }
                    }
                });
            }
        });
    }
}
