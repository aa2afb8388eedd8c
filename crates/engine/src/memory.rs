//! Huge pages (Linux only), and checks of the memory available for allocations and threads. A
//! refused request does no harm.

#![allow(unsafe_code)]

/// Requests huge pages for the untouched part of `memory`.
pub(crate) fn use_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    advise(memory, libc::MADV_HUGEPAGE);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Bytes of a huge page.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Maps the pages of `memory` at once, even if some were touched. Uses huge pages where `memory`
/// contains whole huge pages.
///
/// Huge pages need two advices: `MADV_HUGEPAGE` for untouched memory, and `MADV_COLLAPSE` for the
/// rest. `MADV_COLLAPSE` refuses untouched memory. See docs/search.md, Transposition table.
pub fn populate<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        /// Since Linux 6.1. Defined by `libc` for GNU only.
        const MADV_COLLAPSE: libc::c_int = 25;
        advise(memory, libc::MADV_HUGEPAGE);
        advise(memory, MADV_COLLAPSE);
        advise(memory, libc::MADV_POPULATE_WRITE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Bytes that must be available to start a thread: 64 MiB that the C library may reserve for an
/// arena, the stack, and the thread's own data. Rust aborts when a starting thread runs out of
/// memory.
pub const THREAD_ROOM: usize = 96 << 20;

/// Whether `bytes` can be allocated.
pub fn can_reserve(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_available = memory.try_reserve_exact(bytes).is_ok();
    // Keeps the compiler from removing the allocation.
    std::hint::black_box(&memory);
    is_available
}

/// Bytes available without swapping; `None` if unknown.
pub(crate) fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kibibytes << 10)
}

/// Calls `madvise` for the whole pages in `memory`.
#[cfg(target_os = "linux")]
fn advise<T>(memory: &[T], advice: libc::c_int) {
    /// A multiple of the page size on all systems with huge pages.
    const PAGE: usize = 1 << 16;
    let start = memory.as_ptr().addr().next_multiple_of(PAGE) - memory.as_ptr().addr();
    let bytes = size_of_val(memory).saturating_sub(start) / PAGE * PAGE;
    if bytes > 0 {
        let address = memory.as_ptr().cast::<libc::c_void>().cast_mut().wrapping_byte_add(start);
        // SAFETY: the pages lie in the slice, which outlives the call. The advice changes neither
        // their contents nor their protection.
        unsafe { libc::madvise(address, bytes, advice) };
    }
}
