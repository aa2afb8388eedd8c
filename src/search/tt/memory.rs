//! Memory for the table.

#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

/// `count` zeroed words; `None` if the memory cannot be had. The system zeroes the
/// pages when they are first touched, so that even a large table is allocated at once.
///
/// For a large table Linux is asked for huge pages: small ones cost a fault each
/// when they are first touched, and a TLB miss at most probes later
/// (three solves with 512 MiB: 1.0 s of system time with one thread, 5.9 s with two).
/// A small table does not use them, as zeroing huge pages would take longer than a short
/// search (solving 12 empties with a fresh table: 3.1 ms instead of 0.4).
pub(super) fn zeroed_words(count: usize) -> Option<Box<[AtomicU64]>> {
    let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
    #[cfg(target_os = "linux")]
    if size_of_val(&*words) >= HUGE_PAGES_FROM {
        advise(&words, libc::MADV_HUGEPAGE);
    }
    Some(words)
}

/// The size in bytes from which a table is large.
#[cfg(target_os = "linux")]
const HUGE_PAGES_FROM: usize = 100 << 20;

/// Populates the pages of a table that is not large in one go, as long as `go_on` returns
/// `true`; it is called about once in a millisecond. Returns whether all pages are populated.
/// Faulted in one by one they cost more, most of all with several threads: with a new table
/// of 64 MiB two threads took longer than one (50 positions to depth 16: 10.9 and 8.9 s,
/// populated first 5.9 and 8.5 s).
pub(super) fn populate(words: &[AtomicU64], mut go_on: impl FnMut() -> bool) -> bool {
    #[cfg(target_os = "linux")]
    if size_of_val(words) < HUGE_PAGES_FROM {
        /// 2 MiB.
        const CHUNK: usize = (2 << 20) / size_of::<AtomicU64>();
        return words.chunks(CHUNK).all(|chunk| {
            let goes_on = go_on();
            if goes_on {
                advise(chunk, libc::MADV_POPULATE_WRITE);
            }
            goes_on
        });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (words, &mut go_on);
    false
}

/// Calls `madvise` for the whole pages within `words`.
#[cfg(target_os = "linux")]
fn advise(words: &[AtomicU64], advice: libc::c_int) {
    /// A multiple of every page size of a system with huge pages.
    const PAGE: usize = 1 << 16;
    let start = words.as_ptr().addr().next_multiple_of(PAGE) - words.as_ptr().addr();
    let bytes = size_of_val(words).saturating_sub(start) / PAGE * PAGE;
    if bytes > 0 {
        let address = words.as_ptr().cast::<libc::c_void>().cast_mut().wrapping_byte_add(start);
        // SAFETY: whole pages inside the slice, which outlives the call; the advice changes
        // neither their contents nor their protection. A refusal does no harm.
        unsafe { libc::madvise(address, bytes, advice) };
    }
}
