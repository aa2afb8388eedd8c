//! The command line: one file per subcommand, and what they share.
//!
//! - `session`: no subcommand, the conversation with a host;
//! - `perft`, `moves`, `eval`, `search`, `show`: a question about a position;
//! - `hint`: the best moves of a position, for people;
//! - `play`: a game in the terminal; `analyze`: what the moves of a game were worth;
//! - `solve`: many positions from a file; `bench`: how fast and how right;
//! - `records`: files of games, checked and converted;
//! - `matches`: games between engines; `training`: making evaluators;
//! - `params`, `completions`, `version`;
//! - `position`, `source`, `flags`, `replies`: arguments and answers that
//!   several of them have; `chart`: pictures;
//! - `cpu`: whether this CPU can run this build.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod analyze;
mod bench;
mod chart;
mod completions;
mod cpu;
mod eval;
mod flags;
mod hint;
mod matches;
mod moves;
mod params;
mod perft;
mod play;
mod position;
mod progress;
mod records;
mod replies;
mod search;
mod session;
mod show;
mod solve;
mod source;
mod training;
mod version;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// An Othello engine: commands on standard input, answers on standard output
#[derive(Debug, Parser)]
#[command(
    name = "outflank",
    version = version::VERSION.as_str(),
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: session::SessionArguments,
}

const AFTER_HELP: &str = "\
Without a subcommand it serves a host; of its commands, `help` lists all and protocol.md
explains them. A subcommand answers one question.

Examples:
  printf 'position start moves f5\\ngo depth 12\\n' | outflank --hash 256
  outflank search f5d6c3 --time 1000
  outflank solve problems.obf --jobs 4 --check

Exit status: 0 done; 1 the answer is no: a difference, an illegal move, a bad line;
2 error: bad usage, files that cannot be read or written.";

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::PerftArguments),
    Moves(moves::MovesArguments),
    Eval(eval::EvalArguments),
    #[command(visible_alias = "go")]
    Search(search::SearchArguments),
    Hint(hint::HintArguments),
    Show(show::ShowArguments),
    Play(play::PlayArguments),
    Solve(solve::SolveArguments),
    #[command(visible_alias = "analyse")]
    Analyze(analyze::AnalyzeArguments),
    Validate(records::ValidateArguments),
    Convert(records::ConvertArguments),
    Match(Box<matches::MatchArguments>),
    Tournament(Box<matches::TournamentArguments>),
    #[command(name = "selfplay")]
    SelfPlay(training::SelfPlayArguments),
    Label(training::LabelArguments),
    Fit(training::FitArguments),
    Calibrate(training::CalibrateArguments),
    #[command(name = "evaltest")]
    EvalTest(training::EvalTestArguments),
    Bench(bench::BenchArguments),
    Params(params::ParamsArguments),
    Completions(completions::CompletionsArguments),
    Version(version::VersionArguments),
}

/// With what the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    /// What was asked for is done.
    Done = 0,
    /// It is done, but the answer is no: a difference, an illegal move, a bad line.
    No = 1,
    /// It could not be done.
    Error = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Does what the arguments of the process say. They are read here, too: a wrong one
/// ends the process with a message and status 2.
#[must_use]
pub(crate) fn run() -> ExitCode {
    if !cpu::can_run() {
        return Status::Error.into();
    }
    run_arguments().into()
}

/// Not part of its caller, which has to stay free of what the CPU may lack.
#[inline(never)]
fn run_arguments() -> Status {
    let arguments = std::env::args_os().map(shield_board).map(spell_out);
    let arguments = Arguments::parse_from(arguments);
    let outcome = match arguments.command {
        None => arguments.session.run(),
        Some(Command::Perft(arguments)) => arguments.run(),
        Some(Command::Moves(arguments)) => arguments.run(),
        Some(Command::Eval(arguments)) => arguments.run(),
        Some(Command::Search(arguments)) => arguments.run(),
        Some(Command::Hint(arguments)) => arguments.run(),
        Some(Command::Show(arguments)) => arguments.run(),
        Some(Command::Play(arguments)) => arguments.run(),
        Some(Command::Solve(arguments)) => arguments.run(),
        Some(Command::Analyze(arguments)) => arguments.run(),
        Some(Command::Validate(arguments)) => arguments.run(),
        Some(Command::Convert(arguments)) => arguments.run(),
        Some(Command::Match(arguments)) => arguments.run(),
        Some(Command::Tournament(arguments)) => arguments.run(),
        Some(Command::SelfPlay(arguments)) => arguments.run(),
        Some(Command::Label(arguments)) => arguments.run(),
        Some(Command::Fit(arguments)) => arguments.run(),
        Some(Command::Calibrate(arguments)) => arguments.run(),
        Some(Command::EvalTest(arguments)) => arguments.run(),
        Some(Command::Bench(arguments)) => arguments.run(),
        Some(Command::Params(arguments)) => arguments.run(),
        Some(Command::Completions(arguments)) => arguments.run(),
        Some(Command::Version(arguments)) => arguments.run(),
    };
    match outcome {
        Ok(status) => status,
        // Whoever reads has had enough: `outflank .. | head -1`.
        Err(error) if is_broken_pipe(&error) => Status::Done,
        Err(error) => {
            complain(format_args!("{error:#}"));
            Status::Error
        }
    }
}

/// The argument with a blank before it if it is a board that starts with an empty
/// square, written `-`, and would be taken for a flag.
fn shield_board(argument: OsString) -> OsString {
    let has_squares = |text: &str| {
        let square = |character| matches!(character, '-' | 'X' | 'x' | '*' | 'O' | 'o');
        text.chars().take(64).filter(|&character| square(character)).count() == 64
    };
    match argument.to_str() {
        Some(text) if text.starts_with('-') && has_squares(text) => format!(" {text}").into(),
        _ => argument,
    }
}

/// The argument in full if it is a flag with one dash by which GUIs choose the protocol
/// of other engines.
fn spell_out(argument: OsString) -> OsString {
    match argument.to_str() {
        Some("-gtp") => "--protocol=gtp".into(),
        Some("-nboard") => "--protocol=nboard".into(),
        _ => argument,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

/// Whether standard output is a terminal on which a picture can be drawn again in its place.
fn can_redraw() -> bool {
    io::stdout().is_terminal() && !console::is_dumb()
}

/// Says `message` on standard error. If nobody listens there, so be it.
fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "outflank: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_board_is_no_flag() {
        let board = format!("{} X", "-".repeat(64));
        assert_eq!(shield_board(board.clone().into()), OsString::from(format!(" {board}")));
        for argument in ["-", "--", "--json", "-h", &"-".repeat(63), &"O".repeat(64)] {
            assert_eq!(shield_board(argument.into()), OsString::from(argument));
        }
    }
}
