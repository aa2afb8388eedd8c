//! The memory of the table.

#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

/// So many zeroed words; `None` if the memory cannot be had. The system zeroes the
/// pages when they are first touched, so that even a large table is there at once.
///
/// For a large table Linux is asked for huge pages: small ones cost a fault each
/// when they are first touched, and a miss of the page tables at most probes later
/// (three solves with 512 MiB: 1.0 s of system time with one thread, 5.9 s with two).
/// A small table does without, as zeroing huge pages would cost a short search more
/// than it takes (solving 12 empties with a fresh table: 3.1 ms instead of 0.4).
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

/// Takes the pages of a table that is not large all together, as long as `go_on` allows
/// it, which is asked about once in a millisecond. Whether all are there now. One by one,
/// when they are first touched, they cost more, most of all when several threads want them:
/// two threads took longer than one with a new table of 64 MiB (50 positions to depth 16:
/// 10.9 and 8.9 s, together 5.9 and 8.5 s).
pub(super) fn take_pages(words: &[AtomicU64], mut go_on: impl FnMut() -> bool) -> bool {
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

/// Tells the system what to do about the memory of `words`.
#[cfg(target_os = "linux")]
fn advise(words: &[AtomicU64], advice: libc::c_int) {
    /// A multiple of every page size of a system with huge pages.
    const PAGE: usize = 1 << 16;
    let start = words.as_ptr().addr().next_multiple_of(PAGE) - words.as_ptr().addr();
    let bytes = size_of_val(words).saturating_sub(start) / PAGE * PAGE;
    if bytes > 0 {
        let address = words.as_ptr().cast::<libc::c_void>().cast_mut().wrapping_byte_add(start);
        // SAFETY: whole pages inside the slice, which lives on; the advice changes
        // neither their contents nor who may use them. That it may be refused is of
        // no consequence.
        unsafe { libc::madvise(address, bytes, advice) };
    }
}
