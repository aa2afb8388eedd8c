//! The engine's option table as flags: their names, help, defaults and checks are
//! those of [`OPTIONS`].

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::time::Duration;

use anyhow::ensure;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use engine::search::{Limits, Parameters};
use engine::{OPTIONS, OptionKind, OptionSpec, Options};

/// [`Limits::MAX_DEPTH`], as [`whole`] wants it.
pub(super) const MAX_DEPTH: i64 = Limits::MAX_DEPTH as i64;

/// Reads a whole number in `range`; the error about any other text tells the range.
pub(super) fn whole<T: TryFrom<i128> + Clone + Send + Sync + 'static>(
    range: impl RangeBounds<i64>,
) -> impl TypedValueParser<Value = T> {
    let first = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before + 1,
        Bound::Unbounded => 0,
    };
    let last = match range.end_bound() {
        Bound::Included(&last) => Some(last),
        Bound::Excluded(&end) => Some(end - 1),
        Bound::Unbounded => None,
    };
    let to = last.map(|last| format!(" to {last}")).unwrap_or_default();
    let expected = format!("expected a whole number from {first}{to}");
    move |text: &str| {
        let number: Option<i128> = text.parse().ok();
        let is_within = |number: &i128| {
            *number >= first.into() && last.is_none_or(|last| *number <= last.into())
        };
        let number = number.filter(is_within).ok_or_else(|| expected.clone())?;
        T::try_from(number).map_err(|_| "expected a smaller number".to_owned())
    }
}

/// Reads a time above 0: a number of milliseconds, or one with a unit such as `500ms` or `1.5s`.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    parse_duration(text, "ms").ok_or_else(|| {
        "expected a time above 0 in ms, or with a unit: 500ms, 1.5s, 2min".to_owned()
    })
}

/// Reads a time above 0, in `unit` if it has none of its own.
pub(super) fn parse_duration(text: &str, unit: &str) -> Option<Duration> {
    let end = text.find(|next: char| next.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let number: f64 = number.parse().ok()?;
    let factor = match if suffix.is_empty() { unit } else { suffix } {
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number * factor).ok().filter(|time| !time.is_zero())
}

/// Fails if `to`, the value of `--to`, is less than that of `--from`.
pub(super) fn ensure_order<N: Display + PartialOrd>(from: N, to: N) -> anyhow::Result<()> {
    ensure!(from <= to, "--to {to}: expected no less than --from {from}");
    Ok(())
}

/// A subset of the engine's options.
pub(super) trait OptionSubset {
    /// Their flags.
    const FLAGS: &'static [&'static str];
    /// Those of them that it lacks.
    const LACKS: &'static [&'static str] = &[];
    /// Whether the parameters of the search can be set, too.
    const SEARCHES: bool = true;
}

/// The options of sessions: all.
#[derive(Debug)]
pub(super) struct ForSession;

impl OptionSubset for ForSession {
    const FLAGS: &'static [&'static str] = &[
        "hash",
        "threads",
        "multipv",
        "evaluator",
        "evalfile",
        "level",
        "strategy",
        "skill",
        "seed",
        "book",
        "ownbook",
        "bookvariety",
        "bookdepth",
    ];
}

/// The options for searching positions. The book ranks moves there, and chooses none.
#[derive(Debug)]
pub(super) struct ForSearch;

impl OptionSubset for ForSearch {
    const FLAGS: &'static [&'static str] = ForSession::FLAGS;
    const LACKS: &'static [&'static str] = &["bookvariety"];
}

/// The options for playing a game. Who asks for hints says how many.
#[derive(Debug)]
pub(super) struct ForPlay;

impl OptionSubset for ForPlay {
    const FLAGS: &'static [&'static str] = ForSession::FLAGS;
    const LACKS: &'static [&'static str] = &["multipv"];
}

/// The options for solving positions.
#[derive(Debug)]
pub(super) struct ForSolving;

impl OptionSubset for ForSolving {
    const FLAGS: &'static [&'static str] = &["hash", "threads", "evaluator", "evalfile"];
}

/// The options for searching positions as deep as a level says.
#[derive(Debug)]
pub(super) struct ForAnalysis;

impl OptionSubset for ForAnalysis {
    const FLAGS: &'static [&'static str] = &["hash", "threads", "evaluator", "evalfile", "level"];
}

/// The options for analysing positions and games with the help of a book.
#[derive(Debug)]
pub(super) struct ForInformedAnalysis;

impl OptionSubset for ForInformedAnalysis {
    const FLAGS: &'static [&'static str] =
        &["hash", "threads", "evaluator", "evalfile", "level", "book", "ownbook", "bookdepth"];
}

/// The options of a session that the browser sets up: the page sets the others.
#[derive(Debug)]
pub(super) struct ForGui;

impl OptionSubset for ForGui {
    const SEARCHES: bool = false;
    const FLAGS: &'static [&'static str] =
        &["hash", "evaluator", "evalfile", "book", "ownbook", "bookvariety", "bookdepth"];
}

/// The options of a static evaluation.
#[derive(Debug)]
pub(super) struct ForEval;

impl OptionSubset for ForEval {
    const SEARCHES: bool = false;
    const FLAGS: &'static [&'static str] = &["evaluator", "evalfile"];
}

/// The options of small searches, one after the other.
#[derive(Debug)]
pub(super) struct ForSmallSearches;

impl OptionSubset for ForSmallSearches {
    const FLAGS: &'static [&'static str] = &["evaluator", "evalfile"];
}

/// The engine's options as chosen by flags; those without a flag have their defaults.
#[derive(Debug)]
pub(super) struct EngineFlags<C> {
    /// The values.
    pub(super) options: Options,
    subset: PhantomData<C>,
}

impl<C: OptionSubset> EngineFlags<C> {
    fn chosen() -> impl Iterator<Item = &'static OptionSpec> {
        OPTIONS
            .iter()
            .filter(|option| C::FLAGS.contains(&option.flag) && !C::LACKS.contains(&option.flag))
    }

    fn augment(command: Command) -> Command {
        let command =
            EngineFlags::<C>::chosen().fold(command, |command, option| command.arg(flag(option)));
        if C::SEARCHES { command.arg(parameter_flag()) } else { command }
    }
}

/// The name of [`parameter_flag`].
const PARAMETER: &str = "param";

/// The flag that sets parameters of the search.
fn parameter_flag() -> Arg {
    let read = |text: &str| {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            format!("{text:?} sets no parameter: expected <name>=<value>, such as aspiration=200")
        })?;
        let checked = Parameters::default().set(name, value);
        checked.map(|()| (name.to_owned(), value.to_owned())).map_err(|error| error.to_string())
    };
    Arg::new(PARAMETER)
        .long(PARAMETER)
        .value_name("NAME=VALUE")
        .help("A parameter of the search, for tuning (`outflank params` lists them)")
        .action(ArgAction::Append)
        .value_parser(read)
}

/// Reads a value by `check`; the shell completes it from `words`.
#[derive(Clone)]
struct WordParser<P> {
    check: P,
    words: &'static [&'static str],
}

impl<P: TypedValueParser<Value = String>> TypedValueParser for WordParser<P> {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        self.check.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().map(PossibleValue::new)))
    }
}

/// Up to so many words are listed as the value of a flag; more are listed in its help.
const MAX_WORDS: usize = 4;

/// The flag of `option`.
fn flag(option: &'static OptionSpec) -> Arg {
    let check = |text: &str| match Options::default().set(option.name, text) {
        Ok(()) => Ok(text.to_owned()),
        Err(error) => Err(error),
    };
    let value_name = match option.kind {
        OptionKind::Spin { .. } => "N".to_owned(),
        OptionKind::Combo { words, .. } if words.len() > MAX_WORDS => "NAME".to_owned(),
        OptionKind::Combo { words, .. } => words.join("|"),
        OptionKind::File { .. } => "FILE".to_owned(),
        OptionKind::Check { off, off_help, .. } => {
            return Arg::new(option.flag).long(off).help(off_help).action(ArgAction::SetFalse);
        }
    };
    let help = match option.kind {
        OptionKind::Combo { words, .. } if words.len() > MAX_WORDS => {
            format!("{}: {}", option.help, words.join(", "))
        }
        _ => option.help.to_owned(),
    };
    let argument = Arg::new(option.flag)
        .long(option.flag)
        .value_name(value_name)
        .help(help)
        .default_value(option.kind.value(&Options::default()));
    match option.kind {
        // The help lists the words already.
        OptionKind::Combo { words, .. } => {
            argument.value_parser(WordParser { check, words }).hide_possible_values(true)
        }
        _ => argument.value_parser(check),
    }
}

impl<C: OptionSubset> Args for EngineFlags<C> {
    fn augment_args(command: Command) -> Command {
        EngineFlags::<C>::augment(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineFlags::<C>::augment(command)
    }
}

impl<C: OptionSubset> FromArgMatches for EngineFlags<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineFlags<C>, clap::Error> {
        let mut flags = EngineFlags { options: Options::default(), subset: PhantomData };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in EngineFlags::<C>::chosen() {
            if let OptionKind::Check { set, .. } = option.kind {
                set(&mut self.options, matches.get_flag(option.flag));
            } else if let Some(value) = matches.get_one::<String>(option.flag) {
                self.options
                    .set(option.name, value)
                    .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error))?;
            }
        }
        if C::SEARCHES {
            let parameters = matches.get_many::<(String, String)>(PARAMETER).into_iter().flatten();
            for (name, value) in parameters {
                self.options
                    .parameters
                    .set(name, value)
                    .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_every_option_as_a_flag() {
        let flags: Vec<&str> = OPTIONS.iter().map(|option| option.flag).collect();
        assert_eq!(flags, ForSession::FLAGS);
    }

    #[test]
    fn a_command_lacks_the_flags_that_would_do_nothing_there() {
        let lacks =
            |command: Command, flag| !command.get_arguments().any(|arg| arg.get_id() == flag);
        let command = || Command::new("command");
        assert!(lacks(EngineFlags::<ForSearch>::augment(command()), "bookvariety"));
        assert!(lacks(EngineFlags::<ForPlay>::augment(command()), "multipv"));
        assert!(!lacks(EngineFlags::<ForPlay>::augment(command()), "bookvariety"));
    }

    #[test]
    fn times_have_units() {
        let milliseconds = |text| parse_time(text).map(|time| time.as_millis()).ok();
        let times = [
            ("250", 250),
            ("1s", 1000),
            ("1.5s", 1500),
            ("20ms", 20),
            ("2min", 120_000),
            ("1h", 3_600_000),
        ];
        for (text, time) in times {
            assert_eq!(milliseconds(text), Some(time), "{text}");
        }
        for text in ["", "0", "-1", "s", "1d", "1 s", "1e400s", "soon"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
        assert_eq!(parse_duration("2", "s"), Some(Duration::from_secs(2)));
    }

    #[test]
    fn every_subset_is_of_options_that_exist() {
        let subsets = [
            ForSearch::LACKS,
            ForPlay::LACKS,
            ForSolving::FLAGS,
            ForAnalysis::FLAGS,
            ForInformedAnalysis::FLAGS,
            ForGui::FLAGS,
            ForEval::FLAGS,
            ForSmallSearches::FLAGS,
        ];
        for chosen in subsets {
            for flag in chosen {
                assert!(OPTIONS.iter().any(|option| option.flag == *flag), "{flag}");
            }
        }
    }
}
