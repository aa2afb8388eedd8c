//! [`Stop`]: ends a search from outside.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A stop signal. The thread that runs the search polls it 5,000 to 20,000 times a second.
///
/// An [`AtomicBool`] is the usual one: any thread can set it. A program with a single thread can
/// use the call to read input.
pub trait Stop {
    /// Whether to end the work. Once `true`, it must stay `true`.
    fn is_set(&self) -> bool;
}

impl Stop for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Relaxed)
    }
}

/// A stop signal that is never set.
#[derive(Debug, Clone, Copy)]
pub struct Never;

impl Stop for Never {
    fn is_set(&self) -> bool {
        false
    }
}
