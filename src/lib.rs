//! The program: its subcommands and their shared parts.
//!
//! - `commands`: the subcommands, one file or folder each;
//! - `flags`, `limits`, `source`: shared arguments; `jobs`: several items at a time;
//! - `rows`: answers as tables, text, CSV and JSON; `results_log`: resumable results;
//! - `output`: messages, progress and interrupts;
//!   `atomic_files`: files that appear only when complete; `chart`: SVG charts;
//! - `cpu`: whether this CPU can run this build; `signals`: interrupts.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// Defines an enum of subcommands, and its `run`.
macro_rules! commands {
    ($enum:ident: $($(#[$attribute:meta])* $name:ident($arguments:ty);)*) => {
        #[derive(Debug, clap::Subcommand)]
        enum $enum {
            $($(#[$attribute])* $name($arguments),)*
        }

        impl $enum {
            fn run(self) -> anyhow::Result<crate::Status> {
                match self {
                    $($enum::$name(arguments) => arguments.run(),)*
                }
            }
        }
    };
}

mod atomic_files;
mod chart;
mod commands;
mod cpu;
mod flags;
mod jobs;
mod limits;
mod output;
mod results_log;
mod rows;
mod signals;
mod source;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};

use output::{can_redraw, complain, error_message, ignore_empty_no_color};
use protocol::output::is_closed_pipe;
use protocol::reply::{ErrorReply, Format, Reply};
use source::IllegalMove;

/// An Othello engine: commands on standard input, answers on standard output
#[derive(Debug, Parser)]
#[command(
    name = "outflank",
    version = commands::about::VERSION.as_str(),
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Commands>,
    #[command(flatten)]
    session: commands::session::SessionArguments,
}

const AFTER_HELP: &str = "\
Without a subcommand it serves a host on standard input and output. `help` lists the commands of
a session; protocol.md explains them. `outflank help COMMAND` explains a subcommand.

Examples:
  outflank play
  outflank hint f5d6c3d3c4
  printf 'position start moves f5\\ngo depth 12\\n' | outflank --hash 256
  outflank search f5d6c3 --time 1000
  outflank solve problems.obf --jobs 4 --check

Exit status: 0 done; 1 the answer is no: a difference, an illegal move, a bad line, or a file
without any record; 2 error: bad usage, files that cannot be read or written, or no position
where one is required. `solve`, `validate`, `convert`, `book add` and `book work` accept an
empty file.";

commands! {
    Commands:
    Play(commands::play::PlayArguments);
    Gui(commands::gui::GuiArguments);
    Hint(commands::hint::HintArguments);
    #[command(visible_alias = "analyse")]
    Analyze(commands::analyze::AnalyzeArguments);
    #[command(visible_alias = "go")]
    Search(commands::search::SearchArguments);
    Show(commands::inspect::ShowArguments);
    Moves(commands::inspect::MovesArguments);
    Eval(commands::inspect::EvalArguments);
    Solve(commands::solve::SolveArguments);
    Puzzles(commands::puzzles::PuzzlesArguments);
    Perft(commands::inspect::PerftArguments);
    Bench(commands::bench::BenchArguments);
    Validate(commands::records::ValidateArguments);
    Convert(commands::records::ConvertArguments);
    Book(commands::book::BookArguments);
    Match(Box<commands::matches::MatchArguments>);
    #[command(name = "match-sum")]
    MatchSum(commands::matches::MatchSumArguments);
    Tournament(Box<commands::matches::TournamentArguments>);
    #[command(name = "selfplay")]
    SelfPlay(commands::training::SelfPlayArguments);
    Fit(commands::training::FitArguments);
    Calibrate(commands::training::CalibrateArguments);
    #[command(name = "evaltest")]
    EvalTest(commands::training::EvalTestArguments);
    Params(commands::about::ParamsArguments);
    Completions(commands::about::CompletionsArguments);
    Man(commands::man::ManArguments);
    Version(commands::about::VersionArguments);
}

impl Commands {
    /// Whether the command searches and a person sees standard error.
    fn is_watched(&self) -> bool {
        use Commands::{Analyze, Gui, Hint, Play, Search, Solve};
        matches!(self, Play(_) | Gui(_) | Hint(_) | Analyze(_) | Search(_) | Solve(_))
            && io::stderr().is_terminal()
    }
}

/// The exit status of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Done = 0,
    /// The answer is no: a difference, an illegal move, a bad line.
    No = 1,
    Error = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Runs the command in the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    if !cpu::can_run() {
        return Status::Error.into();
    }
    run_arguments().into()
}

/// Not inlined: the caller must not use instructions that the CPU may lack.
#[inline(never)]
fn run_arguments() -> Status {
    engine::book::silence_caught_panics();
    ignore_empty_no_color();
    let in_json = std::env::args_os().any(|argument| argument == "--json");
    let arguments = std::env::args_os().map(shield_board).map(spell_out);
    let mut command = with_negative_numbers(Arguments::command());
    let arguments = command
        .try_get_matches_from_mut(arguments)
        .and_then(|matches| Arguments::from_arg_matches(&matches))
        .map_err(|error| without_far_suggestion(error).format(&mut command));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(answer) => return print_answer(&answer, in_json),
    };
    // A closed pipe hides the verdict of these commands.
    let unread = match arguments.command {
        Some(Commands::Validate(_) | Commands::Solve(_)) => Status::Error,
        _ => Status::Done,
    };
    let outcome = match arguments.command {
        None => arguments.session.run(),
        Some(command) => {
            if command.is_watched() {
                cpu::warn_if_slow();
            }
            command.run()
        }
    };
    status_of(outcome, unread, in_json)
}

/// `command` and its subcommands, where a negative number is a value and not an unknown flag.
fn with_negative_numbers(command: Command) -> Command {
    let allow = |argument: Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

/// Removes a suggested flag with a different first letter from `error`: `--book` for `--foo`.
fn without_far_suggestion(mut error: clap::Error) -> clap::Error {
    let initial = |kind| match error.get(kind) {
        Some(ContextValue::String(flag)) => flag.trim_start_matches('-').chars().next(),
        _ => None,
    };
    if initial(ContextKind::InvalidArg) != initial(ContextKind::SuggestedArg) {
        error.remove(ContextKind::SuggestedArg);
    }
    error
}

/// Prints help, the version, or an error in one line without the usage.
fn print_answer(answer: &clap::Error, in_json: bool) -> Status {
    let is_help = answer.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if answer.use_stderr() && !is_help {
        let text = answer.to_string();
        let is_said = |part: &&str| !part.starts_with("Usage: ") && !part.starts_with("For more ");
        let parts: Vec<&str> = text.split("\n\n").take_while(is_said).map(str::trim).collect();
        refuse(parts.join("; ").trim_start_matches("error: "), in_json);
        return Status::Error;
    }
    let status = if is_help { Status::Error } else { Status::Done };
    let printed = answer.print().context("standard output cannot be written");
    status_of(printed.map(|()| status), status, in_json)
}

/// Reports the error of a command, if any. `unread` is the status if the output was closed, for
/// example by `outflank .. | head -1`.
fn status_of(outcome: anyhow::Result<Status>, unread: Status, in_json: bool) -> Status {
    match outcome {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => unread,
        Err(error) => {
            refuse(&error_message(&error), in_json);
            if error.is::<IllegalMove>() { Status::No } else { Status::Error }
        }
    }
}

/// Reports an error on standard error, or with `--json` as one object on standard output.
fn refuse(message: &str, in_json: bool) {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    if !in_json {
        return complain(message);
    }
    let reply = Reply::Error(ErrorReply::new(&message));
    // If this fails, there is nowhere to report it.
    let _ = writeln!(io::stdout(), "{}", reply.to_text(Format::Json));
}

/// Prepends a blank to a board that starts with an empty square, written `-`, so that clap does not
/// read it as a flag.
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

/// Expands the single-dash flags with which GUIs select a protocol.
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
        with_negative_numbers(Arguments::command()).debug_assert();
    }

    #[test]
    fn a_board_is_not_a_flag() {
        let board = format!("{} X", "-".repeat(64));
        assert_eq!(shield_board(board.clone().into()), OsString::from(format!(" {board}")));
        let spaced = "-------- ".repeat(3) + ".. -WB--- " + &"_".repeat(32) + "B";
        assert_eq!(shield_board(spaced.clone().into()), OsString::from(format!(" {spaced}")));
        for argument in ["-", "--", "--json", "-h", &"-".repeat(63), &"O".repeat(64)] {
            assert_eq!(shield_board(argument.into()), OsString::from(argument));
        }
    }
}
