//! [`Host`]: a session with the program as a child process.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::program::program;

/// A running program and its pipes, killed when dropped.
pub struct Host {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

/// The reason for a missing line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLine {
    /// The output has ended.
    End,
    /// None came in time.
    Late,
}

impl fmt::Display for NoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoLine::End => "the output has ended",
            NoLine::Late => "no line came in time",
        })
    }
}

impl Host {
    /// Starts the program with `arguments`.
    pub fn start(arguments: &[&str]) -> Host {
        let words = program();
        let first: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        Host::start_command(&words[0], &[&first, arguments].concat())
    }

    /// Starts `program`, which runs or becomes the program under test, with `arguments`.
    pub fn start_command(program: &str, arguments: &[&str]) -> Host {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let (lines, output) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let line = line.expect("the output is text");
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Host { child, input, output }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends `line` and a line end. Ignores that the process may have ended.
    pub fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(&[line, b"\n"].concat());
    }

    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// The next line of the output, if it comes within `timeout`.
    pub fn next_line(&mut self, timeout: Duration) -> Result<String, NoLine> {
        self.output.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Disconnected => NoLine::End,
            RecvTimeoutError::Timeout => NoLine::Late,
        })
    }

    /// The next line that starts with `start`; drops the lines before it.
    pub fn next_line_with(&mut self, start: &str, timeout: Duration) -> Result<String, NoLine> {
        loop {
            let line = self.next_line(timeout)?;
            if line.starts_with(start) {
                return Ok(line);
            }
        }
    }

    /// The rest of the output and the exit status, if the process ends within `timeout`.
    pub fn wait_for_end(&mut self, timeout: Duration) -> Option<(Vec<String>, i32)> {
        let start = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.next_line(timeout.saturating_sub(start.elapsed())) {
                Ok(line) => rest.push(line),
                Err(NoLine::End) => break,
                Err(NoLine::Late) => return None,
            }
        }
        let status = self.child.wait().expect("the process can be waited for");
        Some((rest, status.code().expect("no signal has ended the process")))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The process may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
