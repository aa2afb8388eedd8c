//! The engine's option table as flags. [`OPTIONS`] has the names, help, defaults and checks.

use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use std::time::Duration;

use anyhow::ensure;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use engine::search::Parameters;
use engine::{OPTIONS, OptionKind, OptionSpec, Options};

/// Parses an integer in `range`.
pub(super) fn integer<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display,
{
    move |text| {
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let bound = |word: &str, bound: Bound<&T>| match bound {
                Bound::Included(value) => format!(" {word} {value}"),
                _ => String::new(),
            };
            let (least, most) = (range.start_bound(), range.end_bound());
            format!("expected an integer{}{}", bound("from", least), bound("to", most))
        })
    }
}

/// Reads a time above 0, in milliseconds without a unit.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    parse_duration(text, "ms").ok_or_else(|| {
        "expected a time above 0 in ms, or with a unit: 500ms, 1.5s, 2min".to_owned()
    })
}

/// Reads a time above 0, in `unit` if the text has no unit.
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

/// Fails if the value of `--to` is less than the value of `--from`.
pub(super) fn ensure_order<N: Display + PartialOrd>(from: N, to: N) -> anyhow::Result<()> {
    ensure!(from <= to, "invalid --to {to}: expected at least --from {from}");
    Ok(())
}

/// A subset of the engine's options.
pub(super) trait OptionSet {
    /// The flags of these options, and [`PARAMETER`] for the parameters of the search.
    const FLAGS: &'static [&'static str];
}

macro_rules! option_sets {
    ($($(#[$doc:meta])* $name:ident: $($flag:literal)*;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub(super) struct $name;
            impl OptionSet for $name {
                const FLAGS: &'static [&'static str] = &[$($flag),*];
            }
        )*
        #[cfg(test)]
        const SETS: &[&[&str]] = &[$($name::FLAGS),*];
    };
}

option_sets! {
    /// The options of a session.
    ForSession: "hash" "threads" "multipv" "evaluator" "evalfile" "level" "strategy" "skill" "seed"
        "moveoverhead" "book" "ownbook" "bookvariety" "bookdepth" "param";
    /// For searching positions. The level is one of the limits.
    ForSearch: "hash" "threads" "multipv" "evaluator" "evalfile" "strategy" "skill" "seed" "book"
        "ownbook" "bookdepth" "param";
    /// For playing a game. The level is one of the limits, and the skill has another default.
    ForPlay: "hash" "threads" "evaluator" "evalfile" "strategy" "seed" "book" "ownbook" "bookvariety"
        "bookdepth" "param";
    /// For solving positions.
    ForSolving: "hash" "threads" "evaluator" "evalfile" "param";
    /// For the searches of a book.
    ForAnalysis: "hash" "threads" "evaluator" "evalfile" "level" "param";
    /// For analysing positions and games with a book. The level is one of the limits.
    ForInformedAnalysis: "hash" "threads" "evaluator" "evalfile" "book" "ownbook" "bookdepth" "param";
    /// For the web page, which sets the other options itself.
    ForGui: "hash" "evaluator" "evalfile" "book" "ownbook" "bookvariety" "bookdepth";
    /// For static evaluations.
    ForEval: "evaluator" "evalfile";
    /// For searches with several numbers of threads.
    ForScaling: "hash" "evaluator" "evalfile" "param";
    /// For small searches.
    ForSmallSearches: "evaluator" "evalfile" "param";
}

/// The engine's options from the flags of the set `S`. Other options have their defaults.
#[derive(Debug)]
pub(super) struct EngineFlags<S> {
    pub(super) options: Options,
    set: PhantomData<S>,
}

/// The flag that sets parameters of the search.
const PARAMETER: &str = "param";

fn chosen<S: OptionSet>() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|option| S::FLAGS.contains(&option.flag))
}

fn parse_parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or("expected <name>=<value>, such as aspiration=200")?;
    Parameters::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The flag of `option`.
fn flag(option: &'static OptionSpec) -> Arg {
    let argument = Arg::new(option.flag);
    if let OptionKind::Check { off, off_help, .. } = option.kind {
        return argument.long(off).help(off_help).action(ArgAction::SetFalse);
    }
    let default = option.kind.value(&Options::default());
    let argument = argument.long(option.flag).help(option.help).default_value(default);
    match option.kind {
        OptionKind::Spin { min, max, .. } => {
            argument.value_name("N").value_parser(integer(min..=max))
        }
        OptionKind::Combo { words, .. } => argument
            .value_name("NAME")
            .ignore_case(true)
            .value_parser(PossibleValuesParser::new(words)),
        _ => argument.value_name("FILE"),
    }
}

impl<S: OptionSet> Args for EngineFlags<S> {
    fn augment_args(command: Command) -> Command {
        let command = command.args(chosen::<S>().map(flag));
        if !S::FLAGS.contains(&PARAMETER) {
            return command;
        }
        command.arg(
            Arg::new(PARAMETER)
                .long(PARAMETER)
                .value_name("NAME=VALUE")
                .help("A parameter of the search, for tuning (`outflank params` lists them)")
                .action(ArgAction::Append)
                .value_parser(parse_parameter),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineFlags::<S>::augment_args(command)
    }
}

impl<S: OptionSet> FromArgMatches for EngineFlags<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineFlags<S>, clap::Error> {
        let mut flags = EngineFlags { options: Options::default(), set: PhantomData };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let refuse = |error: &dyn Display| clap::Error::raw(ErrorKind::ValueValidation, error);
        for option in chosen::<S>() {
            match option.kind {
                OptionKind::Check { set, .. } => {
                    set(&mut self.options, matches.get_flag(option.flag));
                }
                OptionKind::Spin { set, .. } => {
                    if let Some(&value) = matches.get_one::<usize>(option.flag) {
                        set(&mut self.options, value);
                    }
                }
                OptionKind::Combo { .. } | OptionKind::File { .. } => {
                    if let Some(value) = matches.get_one::<String>(option.flag) {
                        self.options.set(option.name, value).map_err(|error| refuse(&error))?;
                    }
                }
            }
        }
        if S::FLAGS.contains(&PARAMETER) {
            let parameters = matches.get_many::<(String, String)>(PARAMETER);
            for (name, value) in parameters.into_iter().flatten() {
                self.options.parameters.set(name, value).map_err(|error| refuse(&error))?;
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
        let flags = OPTIONS.iter().map(|option| option.flag).chain([PARAMETER]);
        assert_eq!(flags.collect::<Vec<_>>(), ForSession::FLAGS);
    }

    #[test]
    fn times_accept_units() {
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
    fn every_set_contains_existing_options() {
        for flag in SETS.iter().flat_map(|set| set.iter()) {
            assert!(ForSession::FLAGS.contains(flag), "{flag}");
        }
    }
}
