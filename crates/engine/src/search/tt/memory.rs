//! Memory of the table.

use std::sync::atomic::AtomicU64;

use crate::memory;

/// `count` zeroed words; `None` if there is not enough memory. The system zeroes pages when they
/// are first touched.
///
/// A large table gets huge pages, which save page faults and TLB misses. A small one does not,
/// because zeroing a huge page takes longer than a short search. See docs/search.md, Transposition
/// table.
pub(super) fn zeroed_words(count: usize) -> Option<Box<[AtomicU64]>> {
    let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
    if is_large(&words) {
        memory::use_huge_pages(&words);
    }
    Some(words)
}

/// Whether the table is large.
pub(super) fn is_large(words: &[AtomicU64]) -> bool {
    size_of_val(words) >= 100 << 20
}

/// Huge page number `index` of the table, populated in one step; `None` past the end. See
/// docs/search.md, Transposition table.
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
    fn the_pieces_partition_the_table() {
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
