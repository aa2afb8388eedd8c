//! The command line: the subcommands, and what they share.
//!
//! - `session`: no subcommand, a session with a host;
//! - `inspect`: questions about a position that need no search; `search`, `hint`: the best
//!   moves, for programs and for people;
//! - `play`: a game in the terminal; `gui`: the page in the browser; `analyze`: what the moves of a
//!   game were worth;
//! - `solve`: many positions from a file; `bench`: speed and correctness;
//! - `records`: files of games, checked and converted;
//! - `book`: an opening book; `matches`: games between engines; `training`: making evaluators;
//! - `about`: version, parameters, completions; `man`: man pages; `groups`: the commands in the help;
//! - `source`, `flags`, `limits`: arguments that several of them have; `output`: answers, messages
//!   and progress; `atomic_files`: files that are there whole or not at all; `usage`: errors;
//!   `chart`: SVG charts; `cpu`: whether this CPU can run this build.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod about;
mod analyze;
mod atomic_files;
mod bench;
mod book;
mod chart;
mod cpu;
mod flags;
mod groups;
mod gui;
mod hint;
mod inspect;
mod limits;
mod man;
mod matches;
mod output;
mod play;
mod records;
mod search;
mod session;
mod signals;
mod solve;
mod source;
mod training;
mod usage;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{can_redraw, complain, ignore_empty_no_color};
use protocol::output::is_closed_pipe;
use protocol::reply::{ErrorReply, Format, Reply};
use source::IllegalMove;

/// An Othello engine: commands on standard input, answers on standard output
#[derive(Debug, Parser)]
#[command(
    name = "outflank",
    version = about::VERSION.as_str(),
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Commands>,
    #[command(flatten)]
    session: session::SessionArguments,
}

const AFTER_HELP: &str = "\
Without a subcommand it serves a host; of its commands, `help` lists all and protocol.md
explains them. A subcommand answers one question: `outflank help COMMAND` explains it.

Examples:
  printf 'position start moves f5\\ngo depth 12\\n' | outflank --hash 256
  outflank search f5d6c3 --time 1000
  outflank solve problems.obf --jobs 4 --check

Exit status: 0 done; 1 the answer is no: a difference, an illegal move, a bad line, or a file
that is no record at all; 2 error: bad usage, files that cannot be read or written, an input
without a position for a command that answers about positions. To `solve`, `validate`,
`convert`, `book add` and `book work` a file without any is an empty list.";

#[derive(Debug, Subcommand)]
enum Commands {
    Perft(inspect::PerftArguments),
    Moves(inspect::MovesArguments),
    Eval(inspect::EvalArguments),
    #[command(visible_alias = "go")]
    Search(search::SearchArguments),
    Hint(hint::HintArguments),
    Show(inspect::ShowArguments),
    Play(play::PlayArguments),
    Gui(gui::GuiArguments),
    Solve(solve::SolveArguments),
    #[command(visible_alias = "analyse")]
    Analyze(analyze::AnalyzeArguments),
    Validate(records::ValidateArguments),
    Convert(records::ConvertArguments),
    Book(book::BookArguments),
    Match(Box<matches::MatchArguments>),
    Tournament(Box<matches::TournamentArguments>),
    #[command(name = "selfplay")]
    SelfPlay(training::SelfPlayArguments),
    Fit(training::FitArguments),
    Calibrate(training::CalibrateArguments),
    #[command(name = "evaltest")]
    EvalTest(training::EvalTestArguments),
    Bench(bench::BenchArguments),
    Params(about::ParamsArguments),
    Completions(about::CompletionsArguments),
    Man(man::ManArguments),
    Version(about::VersionArguments),
}

/// The exit status of the process.
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

/// Runs the command that the arguments of the process ask for. Bad arguments end the process
/// with a message and status 2.
#[must_use]
pub fn run() -> ExitCode {
    if !cpu::can_run() {
        return Status::Error.into();
    }
    run_arguments().into()
}

/// Not inlined into its caller, which must not use instructions that the CPU may lack.
#[inline(never)]
fn run_arguments() -> Status {
    engine::book::silence_caught_panics();
    ignore_empty_no_color();
    let in_json = std::env::args_os().any(|argument| argument == "--json");
    let arguments = std::env::args_os().map(shield_board).map(spell_out);
    let matches = command().try_get_matches_from(arguments);
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(answer) if usage::is_answer(&answer) => return print_answer(&answer, in_json),
        Err(error) => {
            refuse(usage::usage_message(&with_suggestion(error)), in_json);
            return Status::Error;
        }
    };
    // Who reads no further has what was wanted, but no answer to whether all is right.
    let unread = match arguments.command {
        Some(Commands::Validate(_) | Commands::Solve(_)) => Status::Error,
        _ => Status::Done,
    };
    let outcome = match arguments.command {
        None => arguments.session.run(),
        Some(Commands::Perft(arguments)) => arguments.run(),
        Some(Commands::Moves(arguments)) => arguments.run(),
        Some(Commands::Eval(arguments)) => arguments.run(),
        Some(Commands::Search(arguments)) => arguments.run(),
        Some(Commands::Hint(arguments)) => arguments.run(),
        Some(Commands::Show(arguments)) => arguments.run(),
        Some(Commands::Play(arguments)) => arguments.run(),
        Some(Commands::Gui(arguments)) => arguments.run(),
        Some(Commands::Solve(arguments)) => arguments.run(),
        Some(Commands::Analyze(arguments)) => arguments.run(),
        Some(Commands::Validate(arguments)) => arguments.run(),
        Some(Commands::Convert(arguments)) => arguments.run(),
        Some(Commands::Book(arguments)) => arguments.run(),
        Some(Commands::Match(arguments)) => arguments.run(),
        Some(Commands::Tournament(arguments)) => arguments.run(),
        Some(Commands::SelfPlay(arguments)) => arguments.run(),
        Some(Commands::Fit(arguments)) => arguments.run(),
        Some(Commands::Calibrate(arguments)) => arguments.run(),
        Some(Commands::EvalTest(arguments)) => arguments.run(),
        Some(Commands::Bench(arguments)) => arguments.run(),
        Some(Commands::Params(arguments)) => arguments.run(),
        Some(Commands::Completions(arguments)) => arguments.run(),
        Some(Commands::Man(arguments)) => arguments.run(),
        Some(Commands::Version(arguments)) => arguments.run(),
    };
    status_of(outcome, unread, in_json)
}

/// All that can be given.
fn command() -> Command {
    with_negative_numbers(groups::with_groups(Arguments::command()))
}

/// `error`, which suggests a flag with all of the name of an unknown one, if there is such a flag; if
/// `help` was asked for an unknown command, the error about that command alone, which suggests
/// another one.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg)
        && let Some(flag) = longer_flag(unknown, &words)
    {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(flag));
        return error;
    }
    if error.kind() != ErrorKind::InvalidSubcommand || words.get(1).is_none_or(|it| it != "help") {
        return error;
    }
    words.remove(1);
    match command().try_get_matches_from(words) {
        Err(found) if found.kind() == ErrorKind::InvalidSubcommand => found,
        _ => error,
    }
}

/// The flag of the command in `words` that contains the name of the `unknown` one, the shortest if
/// there are several: `--movetime` for `--time`.
fn longer_flag(unknown: &str, words: &[OsString]) -> Option<String> {
    let name = unknown.strip_prefix("--").filter(|name| name.len() > 2)?;
    let top = command();
    let command =
        words.iter().fold(&top, |command, word| command.find_subcommand(word).unwrap_or(command));
    let flags = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let longer = flags.filter_map(Arg::get_long).filter(|flag| flag.contains(name));
    longer.min_by_key(|flag| flag.len()).map(|flag| format!("--{flag}"))
}

/// Prints the help or the version.
fn print_answer(answer: &clap::Error, in_json: bool) -> Status {
    let printed = answer.print().context("the answer cannot be written");
    status_of(printed.map(|()| Status::Done), Status::Done, in_json)
}

/// The status of a command with this `outcome`, `unread` where its answer is not read to the end;
/// tells why it is not done.
fn status_of(outcome: anyhow::Result<Status>, unread: Status, in_json: bool) -> Status {
    match outcome {
        Ok(status) => status,
        // The reader has closed the pipe: `outflank .. | head -1`.
        Err(error) if is_broken_pipe(&error) => unread,
        Err(error) => {
            refuse(usage::error_message(&error), in_json);
            if error.is::<IllegalMove>() { Status::No } else { Status::Error }
        }
    }
}

/// `command` and its subcommands, where a negative number is a value and no unknown flag, so that the
/// error about it says what was expected.
fn with_negative_numbers(command: Command) -> Command {
    let allow = |argument: Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

/// Tells why the command is not done: on standard error, or with `--json` as one object on
/// standard output, as in a session.
fn refuse(message: String, in_json: bool) {
    if !in_json {
        return complain(message);
    }
    let reply = Reply::Error(ErrorReply::new(&message));
    // If nobody reads it there is nowhere else to report it.
    let _ = writeln!(io::stdout(), "{}", reply.to_text(Format::Json));
}

/// The argument with a blank before it if it is a board that starts with an empty
/// square, written `-`, and would be taken for a flag.
fn shield_board(argument: OsString) -> OsString {
    let has_squares = |text: &str| {
        let mut squares = text.chars().filter(|character| !character.is_whitespace());
        (0..64).all(|_| squares.next().is_some_and(|square| "-._0Xx*Bb1OoWw2".contains(square)))
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
        Some("-ugi") => "--protocol=ugi".into(),
        Some("-gtp") => "--protocol=gtp".into(),
        Some("-nboard") => "--protocol=nboard".into(),
        _ => argument,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(is_closed_pipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn a_flag_that_contains_the_unknown_one_is_suggested() {
        let suggested = |unknown, words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            longer_flag(unknown, &words)
        };
        assert_eq!(suggested("--time", &["outflank", "match"]).as_deref(), Some("--movetime"));
        assert_eq!(suggested("--sample-", &["outflank", "book", "check"]), None);
        assert_eq!(
            suggested("--samp", &["outflank", "book", "check"]).as_deref(),
            Some("--sample")
        );
        assert_eq!(suggested("--samp", &["outflank"]), None);
        assert_eq!(suggested("-u", &["outflank"]), None);
    }

    #[test]
    fn a_board_is_no_flag() {
        let board = format!("{} X", "-".repeat(64));
        assert_eq!(shield_board(board.clone().into()), OsString::from(format!(" {board}")));
        let spaced = "-------- ".repeat(3) + ".. -WB--- " + &"_".repeat(32) + "B";
        assert_eq!(shield_board(spaced.clone().into()), OsString::from(format!(" {spaced}")));
        for argument in ["-", "--", "--json", "-h", &"-".repeat(63), &"O".repeat(64)] {
            assert_eq!(shield_board(argument.into()), OsString::from(argument));
        }
    }
}
