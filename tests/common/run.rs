//! [`Run`]: the binary from its arguments to its exit status.

use assert_cmd::Command;
use serde_json::Value;

use super::program::program;

/// Exit status: it is done.
pub const DONE: i32 = 0;
/// Exit status: the answer is no.
pub const NO: i32 = 1;
/// Exit status: it could not be done.
pub const ERROR: i32 = 2;

/// What a run gave.
pub struct Run {
    /// The exit status.
    pub code: i32,
    /// All of standard output.
    pub stdout: String,
    /// All of standard error.
    pub stderr: String,
}

impl Run {
    /// The lines of standard output as JSON.
    pub fn json(&self) -> Vec<Value> {
        let line = |line: &str| serde_json::from_str(line).expect(line);
        self.stdout.lines().map(line).collect()
    }
}

/// Runs the binary with `arguments`, and `input` on standard input.
pub fn run_with(arguments: &[&str], input: &str) -> Run {
    let words = program();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    let output = command.args(arguments).write_stdin(input).output().expect("the binary starts");
    Run {
        code: output.status.code().expect("an exit code"),
        stdout: String::from_utf8(output.stdout).expect("the output is text"),
        stderr: String::from_utf8(output.stderr).expect("the errors are text"),
    }
}

/// Runs the binary with `arguments`, and nothing on standard input.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// The output of a run that has to go well and say nothing on standard error.
pub fn answer(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.code, &*run.stderr), (DONE, ""), "{arguments:?}");
    run.stdout
}
