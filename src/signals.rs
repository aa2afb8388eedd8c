//! What is done at interrupts.

#![allow(unsafe_code)]

use anyhow::Context;
#[cfg(unix)]
use nix::sys::signal::{SigHandler, Signal, signal};

/// Has `handler` called at each interrupt: Ctrl-C, or a signal that ends the process. That the
/// terminal was closed is none for a process that was started to outlive it, as by `nohup`.
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

/// Ignores that the terminal is closed; returns what was done before, as far as known.
#[cfg(unix)]
fn ignore_hangup() -> Option<SigHandler> {
    // SAFETY: nothing is run at the signal.
    unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) }.ok()
}
