//! Errors of the command line: one line each, which quotes what was wrong and says what was
//! expected, as in a session.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError, TryFromIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::output::counted;

/// Whether `error` is no error but what was asked for: help or the version.
pub(super) fn is_answer(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// The error about bad arguments, in one line.
pub(super) fn usage_message(error: &clap::Error) -> String {
    let text = |kind| words(error, kind).join(", ");
    // `--depth <N>` is shown as `--depth`.
    let flag = |kind| {
        let name = |word: String| word.split(' ').next().unwrap_or_default().to_owned();
        words(error, kind).into_iter().map(name).collect::<Vec<_>>().join(", ")
    };
    // The most similar word is the last one.
    let meant = |kind| match words(error, kind).last() {
        Some(word) => format!(": did you mean {word}?"),
        None => ": --help lists what there is".to_owned(),
    };
    let argument = flag(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand);
            format!("unknown command {word:?}{}", meant(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::UnknownArgument => {
            let argument = whole_word(argument);
            format!("unknown argument {argument:?}{}", meant(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{argument} has no value: expected {}", expected_words(error))
        }
        ErrorKind::InvalidValue => {
            format!("{value:?} is no value for {argument}: expected {}", expected_words(error))
        }
        ErrorKind::TooManyValues => {
            format!("{value:?} is no value for {argument}: expected none")
        }
        ErrorKind::TooFewValues => {
            let number = |kind| match error.get(kind) {
                Some(ContextValue::Number(number)) => *number,
                _ => 0,
            };
            let (given, least) =
                (number(ContextKind::ActualNumValues), number(ContextKind::MinValues));
            let values = counted(given.unsigned_abs(), "value");
            format!("{argument} has {values}: expected {least} at least")
        }
        ErrorKind::ValueValidation => match expectation(error) {
            // A parser of ours may quote the value itself.
            message if message.starts_with('"') => message,
            message => {
                format!("{value:?} is no value for {argument}: {}", after_quote(&message, &value))
            }
        },
        ErrorKind::MissingRequiredArgument => {
            let missing = text(ContextKind::InvalidArg);
            format!("the command is not complete: expected {missing}")
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "the command is not complete: expected <COMMAND>".to_owned()
        }
        ErrorKind::ArgumentConflict => match flag(ContextKind::PriorArg) {
            prior if prior.is_empty() => first_line(error),
            prior if prior == argument => format!("{argument} was given twice: expected it once"),
            prior if argument.is_empty() => {
                let command = text(ContextKind::InvalidSubcommand);
                format!("{command:?} behind {prior}: expected a command before its flags")
            }
            prior => format!("{argument} cannot be used with {prior}"),
        },
        _ => first_line(error),
    }
}

/// The argument of the process that starts with the unknown `flag`: of `-uci` clap names `-u`.
fn whole_word(flag: String) -> String {
    let is_cluster = |word: &String| word.starts_with(&flag) && !word.starts_with("--");
    let words = std::env::args_os().skip(1).filter_map(|word| word.into_string().ok());
    words.into_iter().find(is_cluster).unwrap_or(flag)
}

/// The strings in the context of `error`.
fn words(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}

/// The values that are possible.
fn expected_words(error: &clap::Error) -> String {
    match words(error, ContextKind::ValidValue) {
        words if words.is_empty() => "a value".to_owned(),
        words => format!("one of {}", words.join(", ")),
    }
}

/// What is expected where a flag takes any whole number: none of them takes a negative one.
const WHOLE: &str = "expected a whole number from 0";

/// What the parser of a value has to say, in the words of a session where it is one of the
/// standard library or of clap.
fn expectation(error: &clap::Error) -> String {
    let Some(source) = error.source() else { return first_line(error) };
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return match error.kind() {
            IntErrorKind::PosOverflow => "expected a smaller number".to_owned(),
            _ => WHOLE.to_owned(),
        };
    }
    if source.is::<ParseFloatError>() {
        return "expected a number".to_owned();
    }
    if source.is::<TryFromIntError>() {
        return "expected a smaller number".to_owned();
    }
    let message = one_line(&source.to_string());
    match message.split_once(" is not in ").and_then(|(_, range)| range_words(range)) {
        Some(range) => format!("expected a whole number {range}"),
        None if message == "invalid digit found in string" => WHOLE.to_owned(),
        None => message,
    }
}

/// The words for a range in the notation of Rust, both of whose ends are numbers.
fn range_words(range: &str) -> Option<String> {
    let (first, last) = range.split_once("..")?;
    let first: i128 = first.parse().ok()?;
    let last: i128 = match last.strip_prefix('=') {
        Some(last) => last.parse().ok()?,
        None => last.parse::<i128>().ok()? - 1,
    };
    // The greatest values of types are no limits of ours.
    let greatest: [i128; 3] = [i64::MAX.into(), u64::MAX.into(), u32::MAX.into()];
    Some(match greatest.contains(&last) || greatest.contains(&(last + 1)) {
        true => format!("from {first}"),
        false => format!("from {first} to {last}"),
    })
}

/// The `message` without a `value` in front that is quoted already.
fn after_quote<'a>(message: &'a str, value: &str) -> &'a str {
    message.strip_prefix(value).map_or(message, |rest| rest.trim_start_matches([':', ' ']))
}

/// What clap says, without its hints.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The message of `error` with its causes, in one line; what a cause has said already is not
/// repeated.
pub(super) fn error_message(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain() {
        let cause = one_line(&cause.to_string());
        if message.ends_with(&cause) {
            continue;
        }
        if !message.is_empty() {
            message += ": ";
        }
        message += &cause;
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let cause = anyhow::anyhow!("no such file").context("a.txt: no such file");
        assert_eq!(error_message(&cause), "a.txt: no such file");
        let cause = anyhow::anyhow!("no such file").context("a.txt cannot be read");
        assert_eq!(error_message(&cause), "a.txt cannot be read: no such file");
    }

    #[test]
    fn ranges_are_put_in_words() {
        assert_eq!(range_words("1..=1000").as_deref(), Some("from 1 to 1000"));
        assert_eq!(range_words("1..9223372036854775807").as_deref(), Some("from 1"));
        assert_eq!(range_words("1..18446744073709551615").as_deref(), Some("from 1"));
        assert_eq!(range_words("a..b"), None);
    }
}
