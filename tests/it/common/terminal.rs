//! [`Terminal`]: the binary at a terminal of its own.

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

/// A terminal, and the binary that has it for its input and its output.
pub struct Terminal {
    /// The binary.
    pub child: Child,
    keyboard: File,
    /// The side of the binary, so that its settings can be read.
    inner: OwnedFd,
    before: Termios,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Whether anything but text has come.
    has_escapes: bool,
}

impl Terminal {
    /// Starts the binary at a terminal of 24 rows and 80 columns.
    pub fn start(arguments: &[&str]) -> Terminal {
        Terminal::start_with(arguments, &[])
    }

    /// The same, with these variables in its environment.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(&size, None).expect("a terminal");
        let before = tcgetattr(&pair.slave).expect("it has settings");
        let side = || Stdio::from(pair.slave.try_clone().expect("a copy"));
        let child = command()
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .expect("the binary starts");
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

    /// What it shows as of now.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Types `keys`.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it can be typed");
    }

    /// Waits until it shows `text`, and returns all that it shows.
    pub fn until(&mut self, text: &str) -> String {
        self.until_screen(text, |screen| screen.contents().contains(text));
        self.screen().contents()
    }

    /// Waits until it shows what `is_there` wants to see, called `what`.
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

    /// Whether it was told more than text to show, such as colours or where to put it.
    pub fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    fn take(&mut self, bytes: &[u8]) {
        self.has_escapes |= bytes.contains(&0x1b);
        self.parser.process(bytes);
    }

    /// Waits until its cursor is in this row and column.
    pub fn until_cursor(&mut self, row: u16, column: u16) {
        let what = format!("cursor at {row} {column}");
        self.until_screen(&what, |screen| screen.cursor_position() == (row, column));
    }

    /// Makes it another size.
    pub fn resize(&mut self, rows: u16, columns: u16) {
        let size = ["rows", &rows.to_string(), "cols", &columns.to_string()];
        let input = Stdio::from(self.inner.try_clone().expect("a copy"));
        assert!(Command::new("stty").args(size).stdin(input).status().expect("stty").success());
        self.parser.screen_mut().set_size(positive(rows), positive(columns));
    }

    /// Whether its settings, such as whether keys are shown and what Ctrl-C does, are those
    /// that it had before the binary was started.
    pub fn is_as_before(&self) -> bool {
        tcgetattr(&self.inner).expect("it has settings") == self.before
    }

    /// The status with which the binary ends, once it has shown its last.
    pub fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            let ended = self.child.try_wait().expect("it can be waited for");
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

/// Nothing goes on without a terminal.
impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already if all went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("more than nothing")
}
