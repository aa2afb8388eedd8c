//! Interrupts.

#![allow(unsafe_code)]

use anyhow::Context;
#[cfg(unix)]
use nix::sys::signal::{SigHandler, Signal, signal};

/// Calls `handler` at each interrupt: Ctrl-C, SIGTERM or SIGHUP. A process that ignored SIGHUP at its
/// start, as under `nohup`, continues to do so.
pub(super) fn on_interrupt(handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    #[cfg(unix)]
    let before = ignore_hangup();
    ctrlc::set_handler(handler).context("interrupts cannot be caught")?;
    #[cfg(unix)]
    if matches!(before, Some(SigHandler::SigIgn)) {
        ignore_hangup();
    }
    Ok(())
}

/// Ignores SIGHUP and returns the previous action.
#[cfg(unix)]
fn ignore_hangup() -> Option<SigHandler> {
    // SAFETY: SIG_IGN runs no handler.
    unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) }.ok()
}
