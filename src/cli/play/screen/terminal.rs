//! [`Terminal`]: keys one by one, and a picture that is drawn again in its place.

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use console::Term;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};

use super::key::Key;

/// How long a key that is half there is waited for.
const BRIEF: Duration = Duration::from_millis(10);

/// A terminal that hands out keys and does not write them. Dropped it is what it was before.
pub(super) struct Terminal {
    /// Whether its settings are ours.
    taken: Arc<AtomicBool>,
    /// Whether the system has asked the process to end.
    interrupted: Arc<AtomicBool>,
    shown: Option<Frame>,
}

/// What the whole terminal shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    /// As many as the terminal has, none of them wider.
    pub(super) lines: Vec<String>,
    /// The column and the row of the cursor.
    pub(super) cursor: (usize, usize),
    /// For a terminal of so many columns and rows.
    pub(super) size: (usize, usize),
}

/// What came from the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    Key(Key),
    /// The time is over, or the terminal has another size.
    Nothing,
    /// There is no terminal any more, or the process has to end.
    End,
}

impl Terminal {
    /// Takes the terminal over. An interrupt, an end that the system asks for and a panic
    /// give it back first.
    pub(super) fn open() -> anyhow::Result<Terminal> {
        let (taken, interrupted) =
            (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let on_signal = Arc::clone(&interrupted);
        ctrlc::set_handler(move || on_signal.store(true, Relaxed))?;
        let (before, on_panic) = (panic::take_hook(), Arc::clone(&taken));
        panic::set_hook(Box::new(move |info| {
            give_back(&on_panic);
            before(info);
        }));
        let mut terminal = Terminal { taken, interrupted, shown: None };
        terminal.take()?;
        Ok(terminal)
    }

    fn take(&mut self) -> io::Result<()> {
        self.taken.store(true, Relaxed);
        self.shown = None;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)
    }

    /// Its columns and rows.
    pub(super) fn size() -> (usize, usize) {
        let (rows, columns) = Term::stdout().size();
        (columns.into(), rows.into())
    }

    /// Shows `frame`, if it does not already.
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

    /// Waits for a key, at most this long.
    pub(super) fn wait(&self, most: Duration) -> io::Result<Input> {
        if self.interrupted.load(Relaxed) || !is_there() {
            return Ok(Input::End);
        }
        // The first asks for what was read before, which the system knows nothing of.
        let has_come =
            event::poll(Duration::ZERO)? || can_read(most) && is_there() && event::poll(BRIEF)?;
        if !has_come {
            return Ok(Input::Nothing);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                Key::of(key).map_or(Input::Nothing, Input::Key)
            }
            _ => Input::Nothing,
        })
    }

    /// Stops the process as Ctrl-Z does elsewhere, until it is told to go on.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            give_back(&self.taken);
            nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP)?;
            self.take()?;
        }
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back(&self.taken);
    }
}

/// Makes the terminal what it was, if it is `taken`.
fn give_back(taken: &AtomicBool) {
    if taken.swap(false, Relaxed) {
        // If the terminal is gone, so are its settings.
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Whether there is something to be read within this time.
#[cfg(unix)]
fn can_read(most: Duration) -> bool {
    use nix::poll::PollFlags;
    poll(most).is_some_and(|found| found.contains(PollFlags::POLLIN))
}

#[cfg(windows)]
fn can_read(most: Duration) -> bool {
    event::poll(most).unwrap_or(false)
}

/// Whether the terminal has not been closed: its end would be read for ever.
#[cfg(unix)]
fn is_there() -> bool {
    use nix::poll::PollFlags;
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    poll(Duration::ZERO).is_none_or(|found| !found.intersects(gone))
}

#[cfg(windows)]
fn is_there() -> bool {
    true
}

/// What the system says of standard input within this time.
#[cfg(unix)]
fn poll(most: Duration) -> Option<nix::poll::PollFlags> {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = io::stdin();
    let mut inputs = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    let most = PollTimeout::try_from(most).unwrap_or(PollTimeout::MAX);
    poll(&mut inputs, most).ok()?;
    inputs[0].revents()
}
