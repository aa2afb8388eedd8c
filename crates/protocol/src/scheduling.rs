//! Low wake-up latency on a machine with more runnable threads than cores.

/// Requests a short time slice for this thread, so that the scheduler runs it soon after it wakes.
/// The threads that read and forward lines run for microseconds at a time. With the default slice
/// they wait until a search thread has used up its slice. Threads started by this thread do not
/// inherit the short slice.
///
/// Linux 6.12 and later honour the request. No effect elsewhere. Measurements: docs/search.md.
pub(super) fn request_short_slice() {
    #[cfg(target_os = "linux")]
    linux::set_short_slice();
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod linux {
    use std::mem::{size_of, zeroed};

    use libc::{SYS_sched_getattr, SYS_sched_setattr, sched_attr, syscall};

    /// The shortest slice that the kernel grants, in nanoseconds.
    pub(super) const SHORT_SLICE: u64 = 100_000;

    pub(super) fn set_short_slice() {
        let Some(mut attributes) = attributes() else { return };
        // Reset-on-fork would also take a realtime policy or a negative nice value from threads
        // started here. So a thread with such a policy or value is left alone.
        let is_common = attributes.sched_policy == libc::SCHED_OTHER as u32;
        if is_common && attributes.sched_nice >= 0 {
            attributes.sched_runtime = SHORT_SLICE;
            attributes.sched_flags |= libc::SCHED_FLAG_RESET_ON_FORK as u64;
            // SAFETY: the kernel reads at most the bytes given by the size field of `attributes`.
            // On refusal nothing changes.
            unsafe { syscall(SYS_sched_setattr, 0, &raw const attributes, 0) };
        }
    }

    /// The scheduling attributes of this thread, if the kernel returns them.
    pub(super) fn attributes() -> Option<sched_attr> {
        const SIZE: usize = size_of::<sched_attr>();
        // SAFETY: the fields are plain numbers, for which zero is valid.
        let mut attributes: sched_attr = unsafe { zeroed() };
        // SAFETY: the kernel writes at most `SIZE` bytes, the size of `attributes`.
        let outcome = unsafe { syscall(SYS_sched_getattr, 0, &raw mut attributes, SIZE, 0) };
        (outcome == 0).then_some(attributes)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use super::linux::{SHORT_SLICE, attributes};
    use super::*;

    #[test]
    fn a_short_slice_is_not_inherited() {
        let turn = || attributes().map_or(0, |attributes| attributes.sched_runtime);
        let (before, own, child) = thread::spawn(move || {
            let before = turn();
            request_short_slice();
            (before, turn(), thread::spawn(turn).join().unwrap())
        })
        .join()
        .unwrap();
        // Before 6.12 the kernel ignores the slice.
        assert!(own == SHORT_SLICE || own == before, "{own}");
        assert_eq!(child, before);
    }
}
