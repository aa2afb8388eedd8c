//! [`Terminal`]: raw keys, clicks and a full-screen display.

use std::io::{self, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
#[cfg(unix)]
use std::{process, thread};

use console::Term;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
#[cfg(unix)]
use nix::poll::{PollFd, PollFlags, PollTimeout};

use super::layout::Frame;
use crate::Status;
use crate::signals::on_interrupt;
use engine::book::silence_caught_panics;

/// Wait for the rest of an escape sequence.
const BRIEF: Duration = Duration::from_millis(10);

/// A terminal in raw mode with its alternate screen. Dropping it restores the terminal.
pub(super) struct Terminal {
    /// Whether raw mode is on.
    taken: Arc<AtomicBool>,
    /// Set by a signal to end.
    interrupted: Arc<AtomicBool>,
    shown: Option<Frame>,
}

/// A terminal event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TerminalEvent {
    Key(KeyCode),
    /// A click on this column and row.
    Click(usize, usize),
    /// Timeout, resize or unknown input.
    Nothing,
    /// Ctrl-C, Ctrl-D, a signal, or the terminal closed.
    End(Status),
}

impl Terminal {
    /// Switches to raw mode and the alternate screen. A panic restores the terminal first.
    pub(super) fn open() -> anyhow::Result<Terminal> {
        let (taken, interrupted) =
            (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let on_signal = Arc::clone(&interrupted);
        on_interrupt(move || on_signal.store(true, Relaxed))?;
        let (before, on_panic) = (panic::take_hook(), Arc::clone(&taken));
        panic::set_hook(Box::new(move |info| {
            restore(&on_panic);
            before(info);
        }));
        // Caught panics become errors and must not restore the terminal.
        silence_caught_panics();
        let mut terminal = Terminal { taken, interrupted, shown: None };
        terminal.take()?;
        #[cfg(unix)]
        // Without this thread the next key still ends the game.
        let _ = thread::Builder::new().name("closed".to_owned()).spawn(end_when_closed);
        Ok(terminal)
    }

    fn take(&mut self) -> io::Result<()> {
        self.taken.store(true, Relaxed);
        self.shown = None;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
    }

    /// Columns and rows.
    pub(super) fn size() -> (usize, usize) {
        let (rows, columns) = Term::stdout().size();
        (columns.into(), rows.into())
    }

    /// Shows `frame`. Writes changed lines only.
    pub(super) fn show(&mut self, frame: Frame) -> io::Result<()> {
        if self.shown.as_ref() == Some(&frame) {
            return Ok(());
        }
        let mut bytes = Vec::new();
        queue!(bytes, Hide)?;
        let shown = self.shown.as_ref().filter(|shown| shown.size == frame.size);
        if shown.is_none() {
            queue!(bytes, Clear(ClearType::All))?;
        }
        for (row, line) in frame.lines.iter().enumerate() {
            if shown.is_some_and(|shown| shown.lines.get(row) == Some(line)) {
                continue;
            }
            let row = row as u16;
            queue!(bytes, MoveTo(0, row), Clear(ClearType::UntilNewLine), Print(line))?;
        }
        let (column, row) = frame.cursor;
        queue!(bytes, MoveTo(column as u16, row as u16), Show)?;
        self.shown = Some(frame);
        let mut output = io::stdout();
        output.write_all(&bytes)?;
        output.flush()
    }

    /// Waits up to `timeout` for an event.
    pub(super) fn wait(&mut self, timeout: Duration) -> io::Result<TerminalEvent> {
        if self.interrupted.load(Relaxed) || !is_open() {
            return Ok(TerminalEvent::End(Status::Error));
        }
        // Ask crossterm first: the system call does not see keys that it has buffered.
        let has_come =
            event::poll(Duration::ZERO)? || can_read(timeout) && is_open() && event::poll(BRIEF)?;
        if !has_come {
            return Ok(TerminalEvent::Nothing);
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(MouseEvent { kind, column, row, .. }) => Ok(match kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    TerminalEvent::Click(column.into(), row.into())
                }
                MouseEventKind::ScrollUp => TerminalEvent::Key(KeyCode::Up),
                MouseEventKind::ScrollDown => TerminalEvent::Key(KeyCode::Down),
                _ => TerminalEvent::Nothing,
            }),
            _ => Ok(TerminalEvent::Nothing),
        }
    }

    fn key(&mut self, key: KeyEvent) -> io::Result<TerminalEvent> {
        Ok(match key.code {
            KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                match letter {
                    'c' => TerminalEvent::End(Status::Error),
                    'd' => TerminalEvent::End(Status::Done),
                    'h' => TerminalEvent::Key(KeyCode::Backspace),
                    'j' | 'm' => TerminalEvent::Key(KeyCode::Enter),
                    'z' => {
                        self.suspend()?;
                        TerminalEvent::Nothing
                    }
                    _ => TerminalEvent::Nothing,
                }
            }
            code => TerminalEvent::Key(code),
        })
    }

    /// Suspends the process, as Ctrl-Z does outside raw mode.
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            restore(&self.taken);
            nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP)?;
            self.take()?;
        }
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore(&self.taken);
    }
}

/// Restores the terminal if it is `taken`.
fn restore(taken: &AtomicBool) {
    if taken.swap(false, Relaxed) {
        // Errors mean a closed terminal.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Ends the process one second after the terminal closes. Needed because crossterm 0.29 can spin forever
/// if the terminal closes during a poll.
#[cfg(unix)]
fn end_when_closed() {
    while poll(Duration::MAX, PollFlags::empty()).is_none_or(|found| found.is_empty()) {}
    thread::sleep(Duration::from_secs(1));
    process::exit(Status::Error as i32);
}

/// Waits up to `timeout` for input.
#[cfg(unix)]
fn can_read(timeout: Duration) -> bool {
    poll(timeout, PollFlags::POLLIN).is_some_and(|found| found.contains(PollFlags::POLLIN))
}

#[cfg(windows)]
fn can_read(timeout: Duration) -> bool {
    event::poll(timeout).unwrap_or(false)
}

/// Whether the terminal is open. A read from a closed terminal never ends.
#[cfg(unix)]
fn is_open() -> bool {
    poll(Duration::ZERO, PollFlags::empty()).is_none_or(|found| found.is_empty())
}

#[cfg(windows)]
fn is_open() -> bool {
    true
}

/// Polls standard input for `events` up to `timeout`. A closed terminal is always reported.
#[cfg(unix)]
fn poll(timeout: Duration, events: PollFlags) -> Option<PollFlags> {
    let input = io::stdin();
    let mut inputs = [PollFd::new(input.as_fd(), events)];
    let timeout = PollTimeout::try_from(timeout).unwrap_or(PollTimeout::MAX);
    nix::poll::poll(&mut inputs, timeout).ok()?;
    inputs[0].revents()
}
