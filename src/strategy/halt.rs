//! [`Halt`]: when a style has to come to an end.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// How many positions are visited between two looks at the clock; a power of two.
const LOOK_EVERY: u64 = 1024;

/// What ends the thoughts of a style before it has come to their end.
#[derive(Debug, Clone, Copy)]
pub struct Halt<'a> {
    /// Ends them when it is set.
    pub stop: &'a AtomicBool,
    /// When they have to end.
    pub deadline: Option<Instant>,
    /// How many positions they may visit.
    pub nodes: u64,
}

impl<'a> Halt<'a> {
    /// Only when `stop` is set.
    #[must_use]
    pub const fn at(stop: &'a AtomicBool) -> Halt<'a> {
        Halt { stop, deadline: None, nodes: u64::MAX }
    }

    /// Whether to end before one more position is visited than these.
    pub(super) fn is_due(&self, visited: u64) -> bool {
        visited >= self.nodes || (visited.is_multiple_of(LOOK_EVERY) && self.is_time())
    }

    fn is_time(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
