//! Cache prefetching.

#![allow(unsafe_code)]

/// Prefetches the cache lines of `value`. Does nothing except on x86-64.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..size_of::<T>().div_ceil(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = std::ptr::from_ref(value).cast::<i8>().wrapping_add(line * 64);
        // SAFETY: a prefetch has no visible effect and never faults, even for an invalid address;
        // SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
