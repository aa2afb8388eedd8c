//! The transposition table: lock-free, shared by all threads, without key collisions.

mod entry;
mod memory;

use super::prefetch::prefetch;
pub(crate) use entry::Entry;
use entry::{packed_depth, packed_generation};

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::board::Position;

/// Words of a bucket: two cache lines, five slots of three words, one word unused.
const BUCKET_WORDS: usize = 16;
/// Slots of a bucket.
const SLOTS: usize = 5;
/// Words of a slot: the player's and the opponent's discs, each masked with the
/// data, and the data.
const SLOT_WORDS: usize = 3;
/// Bytes of a bucket; buckets start at multiples of it.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();

/// A hash table of searched positions.
///
/// A slot keeps the whole position, so that two positions are never taken for one
/// another and a proof stays a proof. The position is stored XORed with the data
/// (Hyatt and Mann 2002): a slot torn by two writers matches nothing.
pub struct Tt {
    words: Box<[AtomicU64]>,
    /// The index of the first word of the first bucket, for alignment.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    /// Whether the whole memory has been populated.
    is_populated: AtomicBool,
}

/// The memory for a table could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB: try a smaller Hash")]
pub struct NoMemory {
    /// The size that was asked for.
    pub mebibytes: usize,
}

impl Tt {
    /// An empty table of `mebibytes`.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Tt, NoMemory> {
        let no_memory = || NoMemory { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or_else(no_memory)?;
        let buckets = (bytes / BUCKET_BYTES).saturating_sub(1).max(1);
        let words = memory::zeroed_words((buckets + 1) * BUCKET_WORDS).ok_or_else(no_memory)?;
        let past = words.as_ptr().addr() % BUCKET_BYTES;
        let first = (BUCKET_BYTES - past) % BUCKET_BYTES / size_of::<AtomicU64>();
        let (generation, is_populated) = (AtomicU8::new(0), AtomicBool::new(false));
        Ok(Tt { words, first, buckets, generation, is_populated })
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.generation.get_mut() = 0;
    }

    /// Populates the memory of a table that is not large, for a search that is going to need
    /// it, as long as `go_on` returns `true`. Does nothing if that is done already.
    pub(crate) fn populate(&self, go_on: impl FnMut() -> bool) {
        if !self.is_populated() {
            self.is_populated.store(memory::populate(&self.words, go_on), Relaxed);
        }
    }

    /// Whether the whole memory has been populated.
    pub(crate) fn is_populated(&self) -> bool {
        self.is_populated.load(Relaxed)
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(crate) fn next_generation(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// How full it is with entries of the present search, in per mille of a sample.
    #[must_use]
    pub fn hash_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.min(200);
        let used = (0..sample)
            .flat_map(|bucket| {
                let start = self.first + bucket * BUCKET_WORDS;
                self.words[start..start + BUCKET_WORDS].chunks_exact(SLOT_WORDS)
            })
            .map(|slot| slot[2].load(Relaxed))
            .filter(|&data| data != 0 && packed_generation(data) == generation)
            .count();
        (used * 1000 / (sample * SLOTS)) as u32
    }

    /// The bucket of a hash.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[AtomicU64; BUCKET_WORDS] {
        let index = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        let start = self.first + index * BUCKET_WORDS;
        let bucket = &self.words[start..start + BUCKET_WORDS];
        bucket.try_into().expect("the slice has the bucket's length")
    }

    /// Prefetches the bucket of `hash` for a later probe.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// The entry of `position`, whose [`Position::hash64`] is `hash`.
    #[inline]
    pub(crate) fn probe(&self, position: Position, hash: u64) -> Option<Entry> {
        let slot = self.bucket(hash).chunks_exact(SLOT_WORDS).find_map(|slot| {
            let data = slot[2].load(Relaxed);
            (slot_holds(slot, data, position)).then_some(data)
        })?;
        Some(Entry::unpack(slot))
    }

    /// Stores `entry` for `position`, whose [`Position::hash64`] is `hash`. It is merged
    /// with an entry of the same position, or else replaces another: one of an earlier search
    /// first, then the one of the least depth.
    #[inline]
    pub(crate) fn store(&self, position: Position, hash: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(hash);
        let mut victim = &bucket[..SLOT_WORDS];
        let mut least = u32::MAX;
        let mut entry = entry;
        for slot in bucket.chunks_exact(SLOT_WORDS) {
            let data = slot[2].load(Relaxed);
            if slot_holds(slot, data, position) {
                entry = entry.merged_into(&Entry::unpack(data));
                victim = slot;
                break;
            }
            let fresh = u32::from(data != 0 && packed_generation(data) == generation);
            let value = (fresh << 8) + packed_depth(data) + u32::from(data != 0);
            if value < least {
                (victim, least) = (slot, value);
            }
        }
        let data = entry.pack(generation);
        let (player, opponent) = masks(data);
        victim[0].store(position.player().0 ^ player, Relaxed);
        victim[1].store(position.opponent().0 ^ opponent, Relaxed);
        victim[2].store(data, Relaxed);
    }
}

/// What the player's and the opponent's word of a slot are XORed with.
#[inline(always)]
fn masks(data: u64) -> (u64, u64) {
    (data, data.rotate_left(29))
}

/// Whether `slot`, whose data word is `data`, is used and holds `position`.
#[inline(always)]
fn slot_holds(slot: &[AtomicU64], data: u64, position: Position) -> bool {
    let (player, opponent) = masks(data);
    slot[0].load(Relaxed) ^ player == position.player().0
        && slot[1].load(Relaxed) ^ opponent == position.opponent().0
        && data != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, Score, Selectivity};

    fn entry(depth: u32) -> Entry {
        Entry::new(Score::saturating(depth as i32), Bound::Exact, depth, Selectivity::Full, None)
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Tt::new(1).unwrap();
        let start = Position::START;
        assert_eq!(table.probe(start, start.hash64()), None);
        table.store(start, start.hash64(), entry(7));
        assert_eq!(table.probe(start, start.hash64()), Some(entry(7)));
        // The same bucket, another position.
        assert_eq!(table.probe(start.pass(), start.hash64()), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Tt::new(1).unwrap();
        let positions: Vec<Position> = Position::START
            .legal_moves()
            .into_iter()
            .filter_map(|square| Position::START.play(square))
            .flat_map(|position| [position, position.pass()])
            .collect();
        let (last, first) = positions.split_last().unwrap();
        for (depth, &position) in (10..).zip(&first[..SLOTS]) {
            table.store(position, 0, entry(depth));
        }
        table.store(*last, 0, entry(3));
        assert_eq!(table.probe(first[0], 0), None, "the least deep was replaced");
        table.next_generation();
        table.store(first[0], 0, entry(2));
        assert_eq!(table.probe(*last, 0), None, "among old ones the least deep goes");
        table.store(*last, 0, entry(1));
        assert_eq!(
            table.probe(first[0], 0),
            Some(entry(2)),
            "a new one stays while old ones are there"
        );
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        for mebibytes in [1, 3, 64] {
            let table = Tt::new(mebibytes).unwrap();
            let bytes = table.words.len() * size_of::<AtomicU64>();
            assert!(bytes.abs_diff(mebibytes << 20) * 50 <= mebibytes << 20);
            assert_eq!(table.words[table.first..].as_ptr().addr() % BUCKET_BYTES, 0);
        }
        assert_eq!(Tt::new(usize::MAX >> 20).err(), Some(NoMemory { mebibytes: usize::MAX >> 20 }));
    }

    #[test]
    fn clearing_forgets() {
        let mut table = Tt::new(1).unwrap();
        table.store(Position::START, 1, entry(5));
        table.clear();
        assert_eq!(table.probe(Position::START, 1), None);
        assert_eq!(table.hash_full(), 0);
    }
}
