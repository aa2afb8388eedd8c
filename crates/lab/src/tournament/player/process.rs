//! [`PlayerProcess`]: a child process and its output lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{COMMAND_TIMEOUT, Fault, NoAnswer, StderrListener};
use engine::search::Stop;

/// Maximum bytes per line. The rest becomes the next line.
const MAX_LINE: u64 = 1 << 16;

/// Maximum queued lines. When the queue is full, the process blocks on its next write.
const MAX_LINES: usize = 1000;

/// Poll interval of the stop flag.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Time to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The ids of running processes; on Unix, of their groups.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A line and its arrival time.
type TimedLine = (Instant, String);

/// A child process and its output lines. Dropping it ends the process group.
pub(super) struct PlayerProcess<'a> {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<TimedLine>,
    /// Receives the last line of standard error at its end.
    last_error: Receiver<String>,
    stop: &'a (dyn Stop + Sync),
}

impl<'a> PlayerProcess<'a> {
    /// Starts `command`. `stop` interrupts waits for its output. `stderr` receives its standard
    /// error.
    pub(super) fn start(
        mut command: Command,
        stop: &'a (dyn Stop + Sync),
        stderr: Option<StderrListener>,
    ) -> io::Result<PlayerProcess<'a>> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A separate process group: Ctrl-C reaches only this program, which then ends the players,
        // including the children of wrapper scripts.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        running(|running| running.push(child.id()));
        let input = child.stdin.take();
        let output = child.stdout.take();
        let errors = child.stderr.take();
        let (sender, lines) = sync_channel(MAX_LINES);
        let (error_sender, last_error) = sync_channel(1);
        let process = PlayerProcess { child, input, lines, last_error, stop };
        let reader = || thread::Builder::new().name("player".to_owned());
        if let Some(output) = output {
            reader()
                .spawn(move || read(output, |line| sender.send((Instant::now(), line)).is_ok()))?;
        }
        if let Some(errors) = errors {
            reader().spawn(move || {
                let mut last = String::new();
                read(errors, |line| {
                    let line = line.trim_end();
                    if let Some(listener) = &stderr {
                        listener(line);
                    }
                    if !line.is_empty() {
                        last = line.to_owned();
                    }
                    true
                });
                // The receiver may be gone.
                let _ = error_sender.send(last);
            })?;
        }
        Ok(process)
    }

    /// If the process ended, adds the last line of its standard error to the fault.
    pub(super) fn explain(&self, no_answer: NoAnswer) -> NoAnswer {
        let NoAnswer::Fault(Fault::Gone { .. }) = no_answer else { return no_answer };
        let last_error = self.last_error.recv_timeout(QUIT_TIMEOUT);
        Fault::Gone { said: last_error.ok().filter(|line| !line.is_empty()) }.into()
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let input = self.input.as_mut().ok_or(Fault::Gone { said: None })?;
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| Fault::Gone { said: None })
    }

    /// The next line; `None` after `deadline`.
    pub(super) fn next_line(&self, deadline: Instant) -> Result<Option<TimedLine>, NoAnswer> {
        loop {
            if self.stop.is_set() {
                return Err(NoAnswer::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(STOP_INTERVAL)) {
                // Lines may come faster than they are read.
                Ok(line) => return Ok(Some(line).filter(|(time, _)| *time <= deadline)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Gone { said: None }.into());
                }
            }
        }
    }

    /// Sends `command` and passes each line of the reply to `is_last`, until `is_last` returns
    /// true.
    pub(super) fn ask(
        &mut self,
        command: &str,
        mut is_last: impl FnMut(&str) -> bool,
    ) -> Result<(), NoAnswer> {
        self.send(command)?;
        let deadline = Instant::now() + COMMAND_TIMEOUT;
        while let Some((_, line)) = self.next_line(deadline)? {
            if is_last(line.trim()) {
                return Ok(());
            }
        }
        Err(Fault::Silent { command: command.to_owned() }.into())
    }
}

/// Passes lines to `listener` until it returns false or the output ends.
fn read(output: impl Read, mut listener: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !listener(String::from_utf8_lossy(&line).into_owned()) {
            return;
        }
    }
}

/// Sends `quit`, then kills the process after [`QUIT_TIMEOUT`]. Ignores errors.
impl Drop for PlayerProcess<'_> {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        let deadline = Instant::now() + QUIT_TIMEOUT;
        // Drain the output, so that the process does not block while it ends.
        let left = || deadline.saturating_duration_since(Instant::now());
        while !left().is_zero() && self.lines.recv_timeout(left()).is_ok() {}
        running(|running| running.retain(|&id| id != self.child.id()));
        kill(&mut self.child);
        let _ = self.child.wait();
        // Wait for the end of its standard error.
        let _ = self.last_error.recv_timeout(QUIT_TIMEOUT);
    }
}

fn running<T>(change: impl FnOnce(&mut Vec<u32>) -> T) -> T {
    change(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Kills all players and their children before an immediate exit. Works on Unix only. Elsewhere
/// players end at the end of their input.
pub fn kill_all() {
    #[cfg(unix)]
    running(|running| running.iter().copied().for_each(kill_group));
}

/// Kills the group of `child`. Call it before `wait`: afterwards the id may be reused.
#[cfg(unix)]
fn kill(child: &mut Child) {
    kill_group(child.id());
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(id) = id.try_into() {
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}
