//! The transposition table: lock-free, shared by all threads, without key collisions.

mod entry;
mod memory;

use super::prefetch::prefetch;
pub(crate) use entry::Entry;
use entry::{LAST_GENERATION, packed_depth, packed_generation};

use std::fmt;
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use othello::board::Position;

/// Words of a bucket: a cache line, two slots of three words, two words unused.
const BUCKET_WORDS: usize = 8;
/// Slots of a bucket. See docs/search.md, Transposition table.
const SLOTS: usize = 2;
/// Words of a slot: the player's and the opponent's discs, each XORed with the mixed data, and the
/// data.
const SLOT_WORDS: usize = 3;
/// Bytes of a bucket. Buckets are aligned to this size.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();
/// Most positions have at most this many empties. A large table keeps these positions in its first
/// [`NEAR_BUCKETS`] to 2 * [`NEAR_BUCKETS`] buckets. Each further empty square doubles this part.
/// This saves cache and TLB misses. See docs/search.md, Transposition table.
const NEAR_EMPTIES: u32 = 12;
/// 32 MiB.
const NEAR_BUCKETS: usize = (32 << 20) / BUCKET_BYTES;

/// A hash table of searched positions.
///
/// A slot keeps the whole position, so that a proof is never used for another position. Discs are
/// XORed with the data (Hyatt and Mann 2002): a torn slot fails the key check (false-hit
/// probability below 2^-64).
///
/// Each search is a generation. Clearing the table forgets the generations so far. This costs
/// nothing, except once in thousands of searches, when the memory is cleared.
pub struct Tt {
    words: Box<[AtomicU64]>,
    /// The index of the first aligned word.
    first: usize,
    buckets: usize,
    /// The generation of the current search, from 1.
    generation: AtomicU16,
    /// The last generation that was cleared; 0 at first, as in an unused slot.
    cleared: u16,
    /// The index of the first part of the memory that is not populated.
    unpopulated: AtomicUsize,
    /// The shift of the hash of positions with at most [`NEAR_EMPTIES`] empties.
    near_shift: u32,
}

/// Omits the entries.
impl fmt::Debug for Tt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tt")
            .field("buckets", &self.buckets)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

/// There is not enough memory for a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB: try a smaller Hash")]
pub struct NoMemory {
    /// The requested size.
    pub mebibytes: usize,
}

impl Tt {
    /// An empty table of `mebibytes`.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<Tt, NoMemory> {
        let no_memory = || NoMemory { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or_else(no_memory)?;
        let buckets = (bytes / BUCKET_BYTES).saturating_sub(1).max(1);
        let words = memory::zeroed_words((buckets + 1) * BUCKET_WORDS).ok_or_else(no_memory)?;
        let past = words.as_ptr().addr() % BUCKET_BYTES;
        let first = (BUCKET_BYTES - past) % BUCKET_BYTES / size_of::<AtomicU64>();
        Ok(Tt {
            words,
            first,
            buckets,
            generation: AtomicU16::new(1),
            cleared: 0,
            unpopulated: AtomicUsize::new(0),
            near_shift: (buckets / NEAR_BUCKETS).checked_ilog2().unwrap_or(0),
        })
    }

    /// The hash of `position` in this table: [`Position::hash64`], shifted for positions with few
    /// empties; see [`NEAR_EMPTIES`].
    #[inline(always)]
    pub(crate) fn hash(&self, position: Position) -> u64 {
        let more = position.empty_count().saturating_sub(NEAR_EMPTIES);
        position.hash64() >> self.near_shift.saturating_sub(more)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        let generation = self.generation.get_mut();
        if *generation <= LAST_GENERATION / 2 {
            self.cleared = *generation;
            *generation += 1;
        } else {
            // Early enough that generations never run out.
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            (self.cleared, *generation) = (0, 1);
        }
    }

    /// Populates the next part of the memory in 0.1 to 2 ms. Returns `false` if no part is left.
    pub(crate) fn populate_next(&self) -> bool {
        let piece = memory::piece(&self.words, self.unpopulated.fetch_add(1, Relaxed));
        piece.map(crate::memory::populate).is_some()
    }

    /// Whether populating the whole table takes only the time of a few moves.
    pub(crate) fn is_small(&self) -> bool {
        !memory::is_large(&self.words)
    }

    /// Starts a new search. Its entries replace entries of earlier searches first. After thousands
    /// of searches without [`clear`](Tt::clear) the generation stops growing. The limit is relative
    /// to the last `clear`, so results do not depend on searches before it.
    pub(crate) fn next_generation(&self) {
        let last = self.cleared + LAST_GENERATION.div_ceil(2);
        let next = self.generation.load(Relaxed) + 1;
        self.generation.store(next.min(last), Relaxed);
    }

    /// Occupancy by entries of the current search, in per mille of a sample of buckets.
    #[must_use]
    pub fn hash_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.min(200);
        let used = (0..sample)
            .flat_map(|number| {
                let start = self.first + self.buckets / sample * number * BUCKET_WORDS;
                self.words[start..start + BUCKET_WORDS].as_chunks::<SLOT_WORDS>().0
            })
            .filter(|slot| packed_generation(slot[2].load(Relaxed)) == generation)
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

    /// Prefetches the bucket of `hash`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// The entry of `position`, whose [`hash`](Tt::hash) is `hash`.
    #[inline]
    pub(crate) fn probe(&self, position: Position, hash: u64) -> Option<Entry> {
        let slot = self.bucket(hash).as_chunks::<SLOT_WORDS>().0.iter().find_map(|slot| {
            let data = slot[2].load(Relaxed);
            self.slot_holds(slot, data, position).then_some(data)
        })?;
        Some(Entry::unpack(slot))
    }

    /// Stores `entry` for `position`, whose [`hash`](Tt::hash) is `hash`. Merges it with an entry
    /// of the same position. Otherwise replaces an entry of an earlier search, or the entry with
    /// the lowest depth.
    #[inline]
    pub(crate) fn store(&self, position: Position, hash: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let (slots, _) = self.bucket(hash).as_chunks::<SLOT_WORDS>();
        let mut victim = &slots[0];
        let mut least = u32::MAX;
        let mut entry = entry;
        for slot in slots {
            let data = slot[2].load(Relaxed);
            if self.slot_holds(slot, data, position) {
                entry = entry.merged_into(&Entry::unpack(data));
                victim = slot;
                break;
            }
            let value = match packed_generation(data) {
                fresh if fresh == generation => 128 + packed_depth(data),
                known if known > self.cleared => 1 + packed_depth(data),
                _ => 0,
            };
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

    /// Whether `slot`, whose data word is `data`, holds `position`.
    #[inline(always)]
    fn slot_holds(&self, slot: &[AtomicU64; SLOT_WORDS], data: u64, position: Position) -> bool {
        let (player, opponent) = masks(data);
        slot[0].load(Relaxed) ^ player == position.player().0
            && slot[1].load(Relaxed) ^ opponent == position.opponent().0
            && packed_generation(data) > self.cleared
    }
}

/// The XOR masks of the player's and the opponent's word. The data is mixed because two threads
/// that finish the same position write data that differs in a few bits only.
#[inline(always)]
fn masks(data: u64) -> (u64, u64) {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(data) * u128::from(FACTOR);
    let mixed = product as u64 ^ (product >> 64) as u64;
    (mixed, mixed.rotate_left(29))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, Score, Selectivity};
    use othello::board::{Bitboard, Square};
    use othello::random::Random;

    fn entry(depth: u32) -> Entry {
        Entry::new(Score::saturating(depth as i32), Bound::Exact, depth, Selectivity::Full, None)
    }

    #[test]
    fn only_stored_positions_are_found() {
        let table = Tt::new(1).unwrap();
        let start = Position::START;
        assert_eq!(table.probe(start, start.hash64()), None);
        table.store(start, start.hash64(), entry(7));
        assert_eq!(table.probe(start, start.hash64()), Some(entry(7)));
        // The same bucket, another position.
        assert_eq!(table.probe(start.pass(), start.hash64()), None);
    }

    #[test]
    fn a_torn_slot_matches_neither_position() {
        let data = entry(20).pack(1);
        for first in 0..u64::BITS {
            for second in 0..u64::BITS {
                let other = data ^ 1 << first ^ 1 << second;
                if other != data {
                    let (player, _) = masks(data);
                    let (other_player, _) = masks(other);
                    let apart = (player ^ other_player).count_ones();
                    assert!(apart >= 8, "{first} {second}: {apart}");
                }
            }
        }
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
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
        assert_eq!(table.probe(first[0], 0), None, "the shallowest entry was replaced");
        table.next_generation();
        table.store(first[0], 0, entry(2));
        assert_eq!(table.probe(*last, 0), None, "the shallowest old entry was replaced");
        table.store(*last, 0, entry(1));
        assert_eq!(
            table.probe(first[0], 0),
            Some(entry(2)),
            "old entries are replaced before new ones"
        );
    }

    #[test]
    fn positions_with_few_empties_use_a_small_part_of_a_large_table() {
        let position = |empties: u32, seed: u64| {
            let player = Random::new(seed, 0).bits();
            Position::new(Bitboard(player << empties), Bitboard(!player << empties)).unwrap()
        };
        let (small, large) = (Tt::new(16).unwrap(), Tt::new(250).unwrap());
        for (empties, mebibytes) in [(0, 62.5), (12, 62.5), (13, 125.0), (14, 250.0), (33, 250.0)] {
            let buckets: Vec<usize> = (0..2000)
                .map(|seed| position(empties, seed))
                .map(|position| large.bucket(large.hash(position)).as_ptr().addr())
                .map(|address| address - large.bucket(0).as_ptr().addr())
                .collect();
            let last = *buckets.iter().max().unwrap() as f64 / f64::from(1 << 20);
            assert!((0.98..=1.0).contains(&(last / mebibytes)), "{empties} empties: {last} MiB");
            let position = position(empties, 1);
            assert_eq!(small.hash(position), position.hash64());
        }
    }

    #[test]
    fn the_size_is_as_requested() {
        for mebibytes in [1, 3, 64] {
            let table = Tt::new(mebibytes).unwrap();
            let bytes = table.words.len() * size_of::<AtomicU64>();
            assert!(bytes.abs_diff(mebibytes << 20) * 50 <= mebibytes << 20);
            assert_eq!(table.words[table.first..].as_ptr().addr() % BUCKET_BYTES, 0);
        }
        assert_eq!(Tt::new(usize::MAX >> 20).err(), Some(NoMemory { mebibytes: usize::MAX >> 20 }));
    }

    #[test]
    fn clearing_works_any_number_of_times() {
        let mut table = Tt::new(1).unwrap();
        let positions = [1, 2].map(|hash| (Position::START, hash));
        for round in 0..=u32::from(LAST_GENERATION) {
            let (position, hash) = positions[round as usize % 2];
            assert_eq!(table.probe(position, hash), None, "round {round}");
            table.next_generation();
            table.store(position, hash, entry(5));
            assert_eq!(table.probe(position, hash), Some(entry(5)), "round {round}");
            table.clear();
            assert_eq!(table.probe(position, hash), None, "round {round}");
            assert_eq!(table.hash_full(), 0);
        }
    }

    #[test]
    fn entries_of_earlier_searches_do_not_count_as_full() {
        let table = Tt::new(1).unwrap();
        for number in 0..1 << 14 {
            table.store(Position::START, number << 50, entry(5));
        }
        assert!(table.hash_full() > 0);
        table.next_generation();
        assert_eq!(table.hash_full(), 0);
    }

    #[test]
    fn cleared_slots_are_free() {
        let mut table = Tt::new(1).unwrap();
        let [before, deep, shallow] = [Square::D3, Square::C4, Square::F5]
            .map(|square| Position::START.play(square).unwrap());
        table.store(before, 0, entry(20));
        table.store(before.pass(), 0, entry(20));
        table.clear();
        table.store(shallow, 0, entry(1));
        table.store(deep, 0, entry(9));
        assert_eq!(table.probe(shallow, 0), Some(entry(1)));
        assert_eq!(table.probe(deep, 0), Some(entry(9)));
    }

    #[test]
    fn a_cleared_table_equals_a_new_one_after_any_number_of_searches() {
        /// The generations of the following searches, relative to the last cleared one.
        fn generations(table: &Tt) -> Vec<u16> {
            let next = |_| {
                table.next_generation();
                table.generation.load(Relaxed) - table.cleared
            };
            (0..=LAST_GENERATION).map(next).collect()
        }
        let expected = generations(&Tt::new(1).unwrap());
        for searches in [0, 1, 1000, LAST_GENERATION / 2 - 1, LAST_GENERATION / 2, LAST_GENERATION]
        {
            let mut table = Tt::new(1).unwrap();
            (0..searches).for_each(|_| table.next_generation());
            table.clear();
            assert_eq!(generations(&table), expected, "after {searches} searches");
        }
    }

    #[test]
    fn the_generation_wraps_around() {
        let table = Tt::new(1).unwrap();
        table.store(Position::START, 1, entry(5));
        for _ in 0..=LAST_GENERATION {
            table.next_generation();
        }
        assert_eq!(table.probe(Position::START, 1), Some(entry(5)));
        table.store(Position::START, 1, entry(6));
        assert_eq!(table.probe(Position::START, 1), Some(entry(6)));
    }
}
