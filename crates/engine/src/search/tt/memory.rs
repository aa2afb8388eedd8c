//! Memory for the table.

use std::sync::atomic::AtomicU64;

use crate::memory;

/// `count` zeroed words; `None` if the memory cannot be had. The system zeroes the
/// pages when they are first touched, so that even a large table is allocated at once.
///
/// For a large table Linux is asked for huge pages: small ones cost a fault each
/// when they are first touched, and a TLB miss at most probes later
/// (three solves with 512 MiB: 1.0 s of system time with one thread, 5.9 s with two).
/// A small table does not at first, as zeroing huge pages would take longer than a short
/// search (solving 12 empties with a fresh table: 3.1 ms instead of 0.4).
pub(super) fn zeroed_words(count: usize) -> Option<Box<[AtomicU64]>> {
    let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
    if is_large(&words) {
        memory::use_huge_pages(&words);
    }
    Some(words)
}

/// Whether a table is large.
pub(super) fn is_large(words: &[AtomicU64]) -> bool {
    size_of_val(words) >= 100 << 20
}

/// The piece number `index` of a table to be populated in one go, as large as a huge page; `None`
/// if there are not so many. Faulted in one by one small pages cost more, most of all with several
/// threads: with a new table of 64 MiB two threads took longer than one (50 positions to depth 16:
/// 10.9 and 8.9 s, populated first 5.9 and 8.5 s). As huge pages they save TLB misses on top of
/// that (FFO 40-49 with 64 MiB: 13.6 s, 13.0 s with huge pages; searches of 10 ms no slower).
pub(super) fn piece(words: &[AtomicU64], index: usize) -> Option<&[AtomicU64]> {
    const WORDS: usize = memory::HUGE_PAGE / size_of::<AtomicU64>();
    let past = words.as_ptr().addr() % memory::HUGE_PAGE / size_of::<AtomicU64>();
    let start = (index * WORDS).saturating_sub(past);
    let end = ((index + 1) * WORDS - past).min(words.len());
    (start < end).then(|| &words[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_whole_table_one_after_the_other() {
        let words = zeroed_words(memory::HUGE_PAGE + 5).unwrap();
        let mut rest = &words[..];
        for index in 0.. {
            let Some(piece) = piece(&words, index) else { break };
            assert_eq!(piece.as_ptr(), rest.as_ptr());
            rest = &rest[piece.len()..];
        }
        assert!(rest.is_empty());
    }
}
