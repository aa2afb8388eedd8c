//! Arguments for players and their limits.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::flags::parse_duration;
use lab::tournament::control::Control;
use lab::tournament::player::PlayerSpec;
use lab::tournament::record::Entrant;

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

impl PlayerArgument {
    /// The entrant. Its limits default to `usual`.
    pub(super) fn entrant(&self, usual: Control) -> Entrant {
        let PlayerArgument { name, spec, control, .. } = self.clone();
        let (title, control) = (name.clone(), control.unwrap_or(usual));
        Entrant { name, title, spec, control }
    }

    /// The number of rounds out of `all`.
    pub(super) fn rounds(&self, all: u32) -> u32 {
        self.rounds.map_or(all, |rounds| rounds.min(all))
    }
}

/// Parses `[NAME=]COMMAND [@LIMIT=VALUE | @none | @rounds=N]..`. The default name is the whole text. A
/// text with a path separator is not a name.
impl FromStr for PlayerArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<PlayerArgument> {
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
        let mut names = HashSet::new();
        for limit in limits {
            let (name, value) = limit.split_once('=').unwrap_or((limit, ""));
            ensure!(names.insert(name), "repeated limit {limit:?}: expected each limit once");
            match name {
                "none" if value.is_empty() => {}
                "rounds" => {
                    let number = value.parse::<NonZeroU32>().ok();
                    let number = number.with_context(|| {
                        format!("invalid {limit:?}: expected an integer above 0")
                    })?;
                    rounds = Some(number.get());
                }
                _ => set_limit(control.get_or_insert_default(), name, value)?,
            }
        }
        if names.contains("none") {
            ensure!(
                control.replace(Control::default()).is_none(),
                r#""none" with other limits: expected either "none" or limits"#
            );
        }
        Ok(PlayerArgument { name: name.to_owned(), spec: command.parse()?, control, rounds })
    }
}

/// The default limits of a player.
pub(super) const USUAL_CONTROL: Control =
    Control { move_time: Some(Duration::from_millis(100)), clock: None, depth: None, nodes: None };

/// A limit: its name, the name of its value, help, the expected form of the value, and the setter.
struct Limit {
    name: &'static str,
    value_name: &'static str,
    help: &'static str,
    expected: &'static str,
    set: fn(&mut Control, &str) -> Option<()>,
}

const LIMITS: [Limit; 4] = [
    Limit {
        name: "movetime",
        value_name: "TIME",
        help: "Time per move in ms, or with a unit: 500ms, 2s",
        expected: "a time above 0 in ms, or with a unit: 500ms, 1.5s, 2min",
        set: |control, text| {
            let time = parse_duration(text, "ms").filter(|time| time.as_millis() > 0);
            time.map(|time| control.move_time = Some(time))
        },
    },
    Limit {
        name: "clock",
        value_name: "MIN[+SEC]",
        help: "Minutes per game and increment in seconds",
        expected: "minutes or minutes+increment in seconds, such as 1+0.5",
        set: |control, text| text.parse().ok().map(|clock| control.clock = Some(clock)),
    },
    Limit {
        name: "depth",
        value_name: "N",
        help: "Search depth in plies",
        expected: "an integer above 0",
        set: |control, text| {
            let depth = text.parse::<u32>().ok().filter(|&depth| depth > 0);
            depth.map(|depth| control.depth = Some(depth))
        },
    },
    Limit {
        name: "nodes",
        value_name: "N",
        help: "Nodes per search",
        expected: "an integer above 0",
        set: |control, text| {
            let nodes = text.parse::<u64>().ok().filter(|&nodes| nodes > 0);
            nodes.map(|nodes| control.nodes = Some(nodes))
        },
    },
];

/// Sets the limit with this name.
fn set_limit(control: &mut Control, name: &str, value: &str) -> anyhow::Result<()> {
    let Some(limit) = LIMITS.iter().find(|limit| limit.name == name) else {
        let text = if value.is_empty() { name.to_owned() } else { format!("{name}={value}") };
        let names = LIMITS.map(|limit| format!("{}=", limit.name)).join(", ");
        bail!("unknown limit {text:?}: expected {names}, rounds=, none");
    };
    ensure!(!value.is_empty(), "limit {name:?} has no value: expected {name}={}", limit.value_name);
    (limit.set)(control, value)
        .with_context(|| format!("invalid {name} {value:?}: expected {}", limit.expected))
}

/// The limits given by flags. Flags for player a or b replace the flags for both.
#[derive(Debug)]
pub(super) struct ControlFlags<const PLAYER: char> {
    /// `None` without flags.
    pub(super) control: Option<Control>,
}

impl<const PLAYER: char> ControlFlags<PLAYER> {
    fn flag(limit: &Limit) -> String {
        let name = limit.name;
        if PLAYER == ' ' { name.to_owned() } else { format!("{PLAYER}-{name}") }
    }
}

impl<const PLAYER: char> Args for ControlFlags<PLAYER> {
    fn augment_args(command: Command) -> Command {
        command.args(LIMITS.map(|limit| {
            let flag = Self::flag(&limit);
            let check = move |text: &str| match (limit.set)(&mut Control::default(), text) {
                Some(()) => Ok(text.to_owned()),
                None => Err(format!("expected {}", limit.expected)),
            };
            let only = match PLAYER {
                ' ' => String::new(),
                player => format!(", for {} only", player.to_ascii_uppercase()),
            };
            Arg::new(&flag)
                .long(flag)
                .value_name(limit.value_name)
                .help(format!("{}{only}", limit.help))
                .help_heading("Limits")
                .value_parser(check)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const PLAYER: char> FromArgMatches for ControlFlags<PLAYER> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = ControlFlags { control: None };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for limit in LIMITS {
            if let Some(text) = matches.get_one::<String>(&Self::flag(&limit)) {
                (limit.set)(self.control.get_or_insert_default(), text);
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
        let Entrant { name, spec, control, .. } =
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
    fn a_contestant_may_play_only_some_rounds() {
        let rounds = |text: &str| text.parse::<PlayerArgument>().unwrap().rounds(20);
        assert_eq!(["e @rounds=5", "e @rounds=50", "e @none"].map(rounds), [5, 20, 20]);
    }

    #[test]
    fn errors_quote_the_fault() {
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
