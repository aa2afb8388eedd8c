//! [`Terminal`]: the program at a pseudoterminal.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::TIMEOUT;
use super::program::command;
use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};

/// A pseudoterminal of 24 rows and 80 columns, and the program at it.
pub struct Terminal {
    pub child: Child,
    keyboard: File,
    /// The program's side, whose settings are compared.
    inner: OwnedFd,
    before: Termios,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Whether an escape sequence has arrived.
    has_escapes: bool,
}

impl Terminal {
    /// Starts the program with `arguments`.
    pub fn start(arguments: &[&str]) -> Terminal {
        Terminal::start_with(arguments, &[])
    }

    /// The same, with these environment variables.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(&size, None).expect("a terminal");
        let before = tcgetattr(&pair.slave).expect("it has settings");
        let side = || Stdio::from(pair.slave.try_clone().expect("a copy"));
        let child = command()
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .expect("the program starts");
        let keyboard = File::from(pair.master);
        let mut screen = keyboard.try_clone().expect("a copy");
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut piece)
                && sender.send(piece[..count].to_vec()).is_ok()
            {}
        });
        let parser = vt100::Parser::new(positive(24), positive(80), 100);
        Terminal { child, keyboard, inner: pair.slave, before, bytes, parser, has_escapes: false }
    }

    /// The screen as read so far.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the keys can be sent");
    }

    /// Waits for `text`. Returns all that the screen shows.
    pub fn until(&mut self, text: &str) -> String {
        self.until_screen(text, |screen| screen.contents().contains(text));
        self.screen().contents()
    }

    /// Waits until `is_there` holds for the screen. `what` names it in failures.
    pub fn until_screen(&mut self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !is_there(self.screen()) {
            let left = TIMEOUT.saturating_sub(start.elapsed());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => panic!("no {what:?} in\n{}", self.screen().contents()),
            }
        }
    }

    /// Whether escape sequences arrived, such as colours or cursor moves.
    pub fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    fn take(&mut self, bytes: &[u8]) {
        self.has_escapes |= bytes.contains(&0x1b);
        self.parser.process(bytes);
    }

    pub fn until_cursor(&mut self, row: u16, column: u16) {
        let what = format!("cursor at {row} {column}");
        self.until_screen(&what, |screen| screen.cursor_position() == (row, column));
    }

    pub fn resize(&mut self, rows: u16, columns: u16) {
        let size = ["rows", &rows.to_string(), "cols", &columns.to_string()];
        let input = Stdio::from(self.inner.try_clone().expect("a copy"));
        assert!(Command::new("stty").args(size).stdin(input).status().expect("stty").success());
        self.parser.screen_mut().set_size(positive(rows), positive(columns));
    }

    /// Whether the terminal has the settings from before the start.
    pub fn is_as_before(&self) -> bool {
        tcgetattr(&self.inner).expect("it has settings") == self.before
    }

    /// Reads to the end of the output. The exit status, or `None` after a signal.
    pub fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            let ended = self.child.try_wait().expect("a status");
            while let Ok(bytes) = self.bytes.recv_timeout(Duration::from_millis(50)) {
                self.take(&bytes);
            }
            match ended {
                Some(status) => return status.code(),
                None if start.elapsed() > TIMEOUT => panic!("{}", self.screen().contents()),
                None => {}
            }
        }
    }
}

/// Kills the program.
impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("not zero")
}
