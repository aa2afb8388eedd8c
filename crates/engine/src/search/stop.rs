//! [`Stop`]: what ends a search from outside.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether work that is running has to end. It is asked in the thread that runs the work, 5,000 to
/// 20,000 times a second.
///
/// A flag is the usual one, which any thread can set. Where there is only one thread, another
/// implementation can use the call to take input.
pub trait Stop {
    /// Whether the work has to end. Once `true`, it stays so.
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
