//! Arguments for players and their limits.

use std::collections::HashSet;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::flags::parse_duration;
use lab::tournament::control::{Control, GameClock};
use lab::tournament::player::{ParseSpecError, PlayerSpec};
use lab::tournament::record::Entrant;

/// The prefix of a player's number of rounds.
const ROUNDS: &str = "rounds=";

/// The word for no limits.
const UNLIMITED: &str = "none";

/// A tournament player as an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlayerArgument {
    name: String,
    /// The command line or style.
    spec: PlayerSpec,
    /// The player's own limits.
    control: Option<Control>,
    /// The number of rounds; `None` for all.
    rounds: Option<u32>,
}

/// An invalid player argument.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParsePlayerError {
    /// The command is invalid.
    #[error(transparent)]
    Spec(#[from] ParseSpecError),
    /// A limit is invalid.
    #[error(transparent)]
    Limit(#[from] ParseLimitError),
    /// A limit is given twice.
    #[error("repeated limit {text:?}: expected each limit once")]
    Repeated {
        /// The limit.
        text: String,
    },
    /// `none` and another limit.
    #[error("{UNLIMITED:?} with other limits: expected either {UNLIMITED:?} or limits")]
    Contradiction,
    /// The number of rounds is invalid.
    #[error("invalid {text:?}: expected an integer above 0")]
    Rounds {
        /// The argument.
        text: String,
    },
}

impl PlayerArgument {
    /// The entrant. Its limits default to `usual`.
    pub(super) fn entrant(&self, usual: Control) -> Entrant {
        let PlayerArgument { name, spec, control, .. } = self.clone();
        Entrant { name, spec, control: control.unwrap_or(usual) }
    }

    /// The number of rounds out of `all`.
    pub(super) fn rounds(&self, all: u32) -> u32 {
        self.rounds.map_or(all, |rounds| rounds.min(all))
    }
}

/// Parses `[NAME=]COMMAND [@LIMIT=VALUE | @none | @rounds=N]..`. The default name is the whole text. A
/// text with a path separator is not a name.
impl FromStr for PlayerArgument {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerArgument, ParsePlayerError> {
        let text = text.trim();
        let first_word = text.split_whitespace().next().unwrap_or_default();
        let (name, mut command) = match first_word.split_once('=') {
            Some((name, _)) if !name.is_empty() && !name.contains(['/', '\\']) => {
                (name, &text[name.len() + 1..])
            }
            _ => (text, text),
        };
        let mut limits = Vec::new();
        while let Some((rest, word)) = command.trim_end().rsplit_once(char::is_whitespace)
            && let Some(limit) = word.strip_prefix('@')
        {
            limits.push(limit);
            command = rest;
        }
        let (mut control, mut rounds) = (None::<Control>, None);
        let mut is_unlimited = false;
        let mut names = HashSet::new();
        for limit in limits {
            if !names.insert(limit.split('=').next()) {
                return Err(ParsePlayerError::Repeated { text: limit.to_owned() });
            }
            if let Some(number) = limit.strip_prefix(ROUNDS) {
                let error = |_| ParsePlayerError::Rounds { text: limit.to_owned() };
                rounds = Some(number.parse::<NonZeroU32>().map_err(error)?.get());
            } else if limit == UNLIMITED {
                is_unlimited = true;
            } else {
                set_limit(control.get_or_insert_default(), limit)?;
            }
        }
        if is_unlimited && control.replace(Control::default()).is_some() {
            return Err(ParsePlayerError::Contradiction);
        }
        Ok(PlayerArgument { name: name.to_owned(), spec: command.parse()?, control, rounds })
    }
}

/// The default limits of a player.
pub(super) const USUAL_CONTROL: Control =
    Control { move_time: Some(Duration::from_millis(100)), clock: None, depth: None, nodes: None };

/// The players that a set of flags applies to.
pub(super) trait FlagScope {
    /// The prefix of each flag.
    const PREFIX: &'static str;
    /// The suffix of each flag's help.
    const HELP: &'static str;
}

/// Flags for both players.
#[derive(Debug)]
pub(super) struct Both;

/// Flags for A, in place of those for both.
#[derive(Debug)]
pub(super) struct OnlyA;

/// Flags for B, in place of those for both.
#[derive(Debug)]
pub(super) struct OnlyB;

impl FlagScope for Both {
    const PREFIX: &'static str = "";
    const HELP: &'static str = "";
}

impl FlagScope for OnlyA {
    const PREFIX: &'static str = "a-";
    const HELP: &'static str = ", for A only";
}

impl FlagScope for OnlyB {
    const PREFIX: &'static str = "b-";
    const HELP: &'static str = ", for B only";
}

/// The limits given by flags.
#[derive(Debug)]
pub(super) struct ControlFlags<S> {
    /// `None` without flags.
    pub(super) control: Option<Control>,
    scope: PhantomData<S>,
}

/// A flag: name, value name, help and setter.
type Flag = (&'static str, &'static str, &'static str, fn(&mut Control, &str) -> Option<()>);

const FLAGS: [Flag; 4] = [
    ("movetime", "TIME", "Time per move in ms, or with a unit: 500ms, 2s", |control, text| {
        let time = parse_duration(text, "ms").filter(|time| time.as_millis() > 0);
        control.move_time = Some(time?);
        Some(())
    }),
    ("clock", "MIN[+SEC]", "Minutes per game and increment in seconds", |control, text| {
        control.clock = Some(GameClock::from_str(text).ok()?);
        Some(())
    }),
    ("depth", "N", "Search depth in plies", |control, text| {
        control.depth = Some(positive(text)?.try_into().ok()?);
        Some(())
    }),
    ("nodes", "N", "Nodes per search", |control, text| {
        control.nodes = Some(positive(text)?);
        Some(())
    }),
];

/// Parses an integer above 0.
fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number > 0)
}

/// An invalid limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseLimitError {
    /// The name is unknown.
    #[error("unknown limit {text:?}: expected {expected}")]
    Unknown {
        /// The text.
        text: String,
        /// The known names.
        expected: String,
    },
    /// The value is missing.
    #[error("limit {name:?} has no value: expected {name}={value_name}")]
    NoValue {
        /// The name.
        name: String,
        /// The value name in the help.
        value_name: &'static str,
    },
    /// The value is invalid.
    #[error("invalid {name} {value:?}: expected {}", expected(.name))]
    Value {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
}

/// Sets the limit that `text` names, such as `depth=4`.
pub(super) fn set_limit(control: &mut Control, text: &str) -> Result<(), ParseLimitError> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let Some(&(_, value_name, _, set)) = FLAGS.iter().find(|(flag, ..)| *flag == name) else {
        let names: Vec<String> = FLAGS.iter().map(|(flag, ..)| format!("{flag}=")).collect();
        let expected = format!("{}, rounds=, none", names.join(", "));
        return Err(ParseLimitError::Unknown { text: text.to_owned(), expected });
    };
    let name = name.to_owned();
    if value.is_empty() {
        return Err(ParseLimitError::NoValue { name, value_name });
    }
    let value = value.to_owned();
    set(control, &value).ok_or(ParseLimitError::Value { name, value })
}

impl<S: FlagScope> ControlFlags<S> {
    fn augment(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, &(name, value_name, help, set)| {
            let check = move |text: &str| match set(&mut Control::default(), text) {
                Some(()) => Ok(text.to_owned()),
                None => Err(format!("expected {}", expected(name))),
            };
            let name = id::<S>(name);
            command.arg(
                Arg::new(&name)
                    .long(name)
                    .value_name(value_name)
                    .help(format!("{help}{}", S::HELP))
                    .help_heading("Limits")
                    .value_parser(check),
            )
        })
    }
}

fn expected(name: &str) -> &'static str {
    match name {
        "clock" => "minutes or minutes+increment in seconds, such as 1+0.5",
        "movetime" => "a time above 0 in ms, or with a unit: 500ms, 1.5s, 2min",
        _ => "an integer above 0",
    }
}

fn id<S: FlagScope>(name: &str) -> String {
    format!("{}{name}", S::PREFIX)
}

impl<S: FlagScope> Args for ControlFlags<S> {
    fn augment_args(command: Command) -> Command {
        ControlFlags::<S>::augment(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ControlFlags::<S>::augment(command)
    }
}

impl<S: FlagScope> FromArgMatches for ControlFlags<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ControlFlags<S>, Error> {
        let mut flags = ControlFlags { control: None, scope: PhantomData };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for (name, _, _, set) in FLAGS {
            if let Some(text) = matches.get_one::<String>(&id::<S>(name)) {
                set(self.control.get_or_insert_default(), text);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(text: &str) -> (String, String, String) {
        let usual = Control { depth: Some(9), ..Control::default() };
        let Entrant { name, spec, control } =
            text.parse::<PlayerArgument>().unwrap().entrant(usual);
        (name, spec.to_string(), control.to_string())
    }

    #[test]
    fn a_contestant_has_a_name_a_command_and_limits() {
        for (text, name, command, limits) in [
            ("weak=outflank --level 1", "weak", "outflank --level 1", "depth 9"),
            ("d4=outflank @depth=4 @nodes=100", "d4", "outflank", "depth 4, 100 nodes"),
            (" ./engine -x a=b ", "./engine -x a=b", "./engine -x a=b", "depth 9"),
            ("edge=style:edge @none", "edge", "style:edge", "no limits"),
            ("./x=y/engine", "./x=y/engine", "./x=y/engine", "depth 9"),
            ("./e @clock=1+0.5", "./e @clock=1+0.5", "./e", "clock 1+0.5"),
        ] {
            let expected = [name, command, limits].map(str::to_owned).into();
            assert_eq!(entrant(text), expected, "{text}");
        }
    }

    #[test]
    fn a_contestant_may_take_part_in_some_rounds_only() {
        let rounds = |text: &str| text.parse::<PlayerArgument>().unwrap().rounds(20);
        assert_eq!(["e @rounds=5", "e @rounds=50", "e @none"].map(rounds), [5, 20, 20]);
    }

    #[test]
    fn faults_are_quoted() {
        for (text, message) in [
            ("x=e @rounds=-1", r#"invalid "rounds=-1": expected an integer above 0"#),
            ("x=", r#"invalid player "": expected a command line such as 'outflank --level 8'"#),
            ("x=e @depth=2 @depth=3", r#"repeated limit "depth=2": expected each limit once"#),
            ("x=e @depth=2 @none", r#""none" with other limits: expected either "none" or limits"#),
            ("x=e @depth=0", r#"invalid depth "0": expected an integer above 0"#),
            ("x=e @depth", r#"limit "depth" has no value: expected depth=N"#),
            ("x=e @clock=", r#"limit "clock" has no value: expected clock=MIN[+SEC]"#),
            (
                "x=e @movetime=5x",
                r#"invalid movetime "5x": expected a time above 0 in ms, or with a unit: 500ms, 1.5s, 2min"#,
            ),
            (
                "x=e @time=5",
                r#"unknown limit "time=5": expected movetime=, clock=, depth=, nodes=, rounds=, none"#,
            ),
        ] {
            assert_eq!(text.parse::<PlayerArgument>().unwrap_err().to_string(), message);
        }
    }
}
