//! [`Tabs`]: the count of connected tabs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum simultaneous tabs.
const MAX_TABS: usize = 16;

/// The connected tabs.
pub(super) struct Tabs(Mutex<State>);

struct State {
    count: usize,
    /// `None` before the first tab.
    last_change: Option<Instant>,
}

/// Counts a tab until dropped.
pub(super) struct Tab(Arc<Tabs>);

impl Tabs {
    /// No tabs.
    pub(super) fn new() -> Arc<Tabs> {
        Arc::new(Tabs(Mutex::new(State { count: 0, last_change: None })))
    }

    /// Adds a tab; `None` if there are too many.
    pub(super) fn enter(self: &Arc<Tabs>) -> Option<Tab> {
        let mut state = self.lock();
        if state.count == MAX_TABS {
            return None;
        }
        *state = State { count: state.count + 1, last_change: Some(Instant::now()) };
        Some(Tab(Arc::clone(self)))
    }

    /// Time since the last tab closed; `None` while a tab is open or before the first tab.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        let state = self.lock();
        state.last_change.filter(|_| state.count == 0).map(|change| change.elapsed())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        *state = State { count: state.count - 1, last_change: Some(Instant::now()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_counted_and_bounded() {
        let tabs = Tabs::new();
        assert_eq!(tabs.idle_time(), None, "the first may still come");
        let mut open: Vec<Tab> = std::iter::from_fn(|| tabs.enter()).collect();
        assert_eq!((open.len(), tabs.idle_time()), (MAX_TABS, None));
        open.pop();
        assert!(tabs.enter().is_some());
        drop(open);
        assert!(tabs.idle_time().is_some());
    }
}
