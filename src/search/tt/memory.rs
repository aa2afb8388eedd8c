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
    if size_of_val(&*words) >= HUGE_PAGES_FROM {
        memory::use_huge_pages(&words);
    }
    Some(words)
}

/// The size in bytes from which a table is large.
const HUGE_PAGES_FROM: usize = 100 << 20;

/// Populates the pages of a table that is not large in one go, as long as `go_on` returns
/// `true`; it is called about once in a millisecond. Returns whether all pages are populated.
/// Faulted in one by one they cost more, most of all with several threads: with a new table
/// of 64 MiB two threads took longer than one (50 positions to depth 16: 10.9 and 8.9 s,
/// populated first 5.9 and 8.5 s). As huge pages they save TLB misses on top of that (FFO 40-49
/// with 64 MiB: 13.6 s, 13.0 s with huge pages; searches of 10 ms no slower).
pub(super) fn populate(words: &[AtomicU64], mut go_on: impl FnMut() -> bool) -> bool {
    if !cfg!(target_os = "linux") {
        return false;
    }
    if size_of_val(words) >= HUGE_PAGES_FROM {
        // A search that is long enough to ask has touched most of the few pages.
        return true;
    }
    let past = words.as_ptr().addr() % memory::HUGE_PAGE;
    let to_boundary = (memory::HUGE_PAGE - past) / size_of::<AtomicU64>();
    let (head, rest) = words.split_at(to_boundary.min(words.len()));
    let pages = rest.chunks(memory::HUGE_PAGE / size_of::<AtomicU64>());
    std::iter::once(head).chain(pages).all(|page| {
        let goes_on = go_on();
        if goes_on {
            memory::populate(page);
        }
        goes_on
    })
}
