//! [`Run`]: the program from its arguments to its exit status.

use std::process::{Command, Output};

use serde_json::Value;

use super::program::command;

/// Exit status: done.
pub const DONE: i32 = 0;
/// Exit status: the answer is no.
pub const NO: i32 = 1;
/// Exit status: error.
pub const ERROR: i32 = 2;

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// The exit status.
    pub code: i32,
    /// All of standard output.
    pub stdout: String,
    /// All of standard error.
    pub stderr: String,
}

impl Run {
    /// Panics if a signal ended the process, or if it wrote anything but text.
    pub fn of(output: Output) -> Run {
        Run {
            code: output.status.code().expect("an exit code"),
            stdout: String::from_utf8(output.stdout).expect("the output is text"),
            stderr: String::from_utf8(output.stderr).expect("the errors are text"),
        }
    }

    /// The lines of standard output as JSON.
    pub fn json(&self) -> Vec<Value> {
        let line = |line: &str| serde_json::from_str(line).expect(line);
        self.stdout.lines().map(line).collect()
    }

    /// The first line of standard output whose first word is `word`.
    pub fn line(&self, word: &str) -> &str {
        let line = self.stdout.lines().find(|line| line.split(' ').next() == Some(word));
        line.unwrap_or_else(|| panic!("no {word}: {self:?}"))
    }
}

/// Runs `command` with `input` on standard input.
pub fn run_command(command: Command, input: &str) -> Run {
    let mut command = assert_cmd::Command::from_std(command);
    Run::of(command.write_stdin(input).output().expect("the program starts"))
}

/// Runs the program with `arguments` and `input` on standard input.
pub fn run_with(arguments: &[&str], input: &str) -> Run {
    let mut command = command();
    command.args(arguments);
    run_command(command, input)
}

/// Runs the program with `arguments` and empty standard input.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// The output of a run that must succeed with empty standard error.
pub fn answer(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.code, &*run.stderr), (DONE, ""), "{arguments:?}");
    run.stdout
}
