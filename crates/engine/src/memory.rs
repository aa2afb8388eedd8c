//! What is asked of the system for large allocations and for threads. A refusal does no harm, and
//! other systems than Linux are not asked for pages.

#![allow(unsafe_code)]

/// Asks for huge pages for what is not touched yet in `memory`.
pub(crate) fn use_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    advise(memory, libc::MADV_HUGEPAGE);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The size of a huge page in bytes.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Has the pages of `memory` made ready to be written, in one go; as huge ones where it has whole
/// ones of these, even if some of it has been touched already.
///
/// Two advices ask for huge pages: `MADV_HUGEPAGE` for memory that was never touched, which
/// `MADV_COLLAPSE` refuses, and that for the rest. Without the former a table of 64 MiB had small
/// pages: 50 positions to depth 16 took 3 per cent more time and FFO 40-45 5 per cent more (AMD Zen
/// 4, a virtual machine).
pub fn populate<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        /// Since Linux 6.1. `libc` knows it for GNU alone.
        const MADV_COLLAPSE: libc::c_int = 25;
        advise(memory, libc::MADV_HUGEPAGE);
        advise(memory, MADV_COLLAPSE);
        advise(memory, libc::MADV_POPULATE_WRITE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Memory in bytes that there has to be for one more thread: 64 MiB that the C library may keep for
/// what it allocates, and enough for its stack and its work. Where a small part of it were missing
/// as the thread starts, or later, the process would abort.
pub const THREAD_ROOM: usize = 96 << 20;

/// Whether so many `bytes` of memory are to be had.
pub fn can_reserve(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_available = memory.try_reserve_exact(bytes).is_ok();
    // Seen by nobody, it would not be asked for at all.
    std::hint::black_box(&memory);
    is_available
}

/// How many bytes can be used without swapping, as far as the system tells.
pub(crate) fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kibibytes << 10)
}

/// Calls `madvise` for the whole pages within `memory`.
#[cfg(target_os = "linux")]
fn advise<T>(memory: &[T], advice: libc::c_int) {
    /// A multiple of every page size of a system with huge pages.
    const PAGE: usize = 1 << 16;
    let start = memory.as_ptr().addr().next_multiple_of(PAGE) - memory.as_ptr().addr();
    let bytes = size_of_val(memory).saturating_sub(start) / PAGE * PAGE;
    if bytes > 0 {
        let address = memory.as_ptr().cast::<libc::c_void>().cast_mut().wrapping_byte_add(start);
        // SAFETY: whole pages inside the slice, which outlives the call; the advice changes
        // neither their contents nor their protection.
        unsafe { libc::madvise(address, bytes, advice) };
    }
}
