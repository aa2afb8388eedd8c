//! The program under test, as a child process.

use std::env;
#[cfg(unix)]
use std::process::Child;
use std::process::Command;

/// The command line of the program: of this build, or the words of `OUTFLANK_TEST_PROGRAM`, as in
/// `wine outflank.exe`.
pub fn program() -> Vec<String> {
    match env::var("OUTFLANK_TEST_PROGRAM") {
        Ok(words) => words.split_whitespace().map(str::to_owned).collect(),
        Err(_) => vec![BINARY.to_owned()],
    }
}

/// The program of this build, for shell scripts and command lines of players.
pub const BINARY: &str = env!("CARGO_BIN_EXE_outflank");

/// The program, without arguments.
pub fn command() -> Command {
    let words = program();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// The program with at most `seconds` of CPU time, after which the system kills it. Unlike a limit
/// on wall time, this does not depend on the load.
#[cfg(unix)]
pub fn command_with_cpu_limit(seconds: u32) -> Command {
    let mut command = Command::new("sh");
    let limit = format!("ulimit -t {seconds}; exec \"$@\"");
    command.args(["-c", &limit, "sh"]).args(program());
    command
}

/// Sends Ctrl-C to `child` once it handles that.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    use nix::sys::signal::Signal;

    wait_for_handler(child);
    send(child, Signal::SIGINT);
}

/// Sends `signal` to `child`.
#[cfg(unix)]
pub fn send(child: &Child, signal: nix::sys::signal::Signal) {
    let id = child.id().try_into().expect("a process id");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), signal).expect("it runs");
}

/// Waits until `child` handles SIGINT.
#[cfg(unix)]
fn wait_for_handler(child: &Child) {
    const SIGINT_BIT: u64 = 1 << 1;
    wait_until(|| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(mask.trim(), 16).ok()? & SIGINT_BIT != 0)
    });
}

/// Waits until `child` has used 0.3 s of CPU time. By then it has started, on a loaded machine too.
#[cfg(unix)]
pub fn wait_for_work(child: &Child) {
    const TICKS: u64 = 30;
    wait_until(|| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        // The user time is field 14. The name, field 2, ends with a parenthesis.
        let (_, fields) = stat.rsplit_once(')')?;
        Some(fields.split_whitespace().nth(11)?.parse::<u64>().ok()? >= TICKS)
    });
}

/// Polls `condition`, which reads /proc. Outside Linux, and for an emulated program, waits 6 s.
#[cfg(unix)]
fn wait_until(condition: impl Fn() -> Option<bool>) {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    if cfg!(not(target_os = "linux")) || env::var_os("OUTFLANK_TEST_PROGRAM").is_some() {
        sleep(Duration::from_secs(6));
        return;
    }
    let start = Instant::now();
    while !condition().expect("the process runs") {
        assert!(start.elapsed() < super::TIMEOUT, "the process does not get to work");
        sleep(Duration::from_millis(5));
    }
}

/// The number of threads of `child`.
#[cfg(target_os = "linux")]
pub fn thread_count(child: &Child) -> usize {
    std::fs::read_dir(format!("/proc/{}/task", child.id())).expect("it runs").count()
}

/// The resident memory of a process in KiB (Linux only).
pub fn memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
