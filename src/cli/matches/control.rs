//! What the players are given, as flags: for both, or for one of them.

use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::tournament::control::{Control, GameClock};

/// What players are given if nothing is said.
pub(super) const USUAL_CONTROL: Control =
    Control { move_time: Some(Duration::from_millis(100)), clock: None, depth: None, nodes: None };

/// For whom flags are.
pub(super) trait Whose {
    /// What stands before each flag.
    const PREFIX: &'static str;
    /// Behind the help of each flag.
    const HELP: &'static str;
}

/// For both players.
#[derive(Debug)]
pub(super) struct Both;

/// For A, instead of those for both.
#[derive(Debug)]
pub(super) struct OnlyA;

/// For B, instead of those for both.
#[derive(Debug)]
pub(super) struct OnlyB;

impl Whose for Both {
    const PREFIX: &'static str = "";
    const HELP: &'static str = "";
}

impl Whose for OnlyA {
    const PREFIX: &'static str = "a-";
    const HELP: &'static str = ", for A alone";
}

impl Whose for OnlyB {
    const PREFIX: &'static str = "b-";
    const HELP: &'static str = ", for B alone";
}

/// The limits given by flags; `None` if there are none.
#[derive(Debug)]
pub(super) struct ControlFlags<W> {
    /// The limits.
    pub(super) control: Option<Control>,
    whose: PhantomData<W>,
}

/// A flag: its name, that of its value, its help and how it is set.
type Flag = (&'static str, &'static str, &'static str, fn(&mut Control, &str) -> Option<()>);

const FLAGS: [Flag; 4] = [
    ("movetime", "MS", "Time for each move", |control, text| {
        control.move_time = Some(Duration::from_millis(positive(text)?));
        Some(())
    }),
    (
        "clock",
        "MIN[+SEC]",
        "Minutes for the game and seconds more for each move",
        |control, text| {
            control.clock = Some(GameClock::from_str(text).ok()?);
            Some(())
        },
    ),
    ("depth", "N", "Depth of each search in plies", |control, text| {
        control.depth = Some(positive(text)?.try_into().ok()?);
        Some(())
    }),
    ("nodes", "N", "Number of nodes of each search", |control, text| {
        control.nodes = Some(positive(text)?);
        Some(())
    }),
];

/// A whole number above 0.
fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number > 0)
}

/// A text that is no limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a limit: expected {expected}")]
pub(super) struct ParseLimitError {
    text: String,
    expected: String,
}

/// Sets the limit that `text` names, such as `depth=4`.
pub(super) fn set_limit(control: &mut Control, text: &str) -> Result<(), ParseLimitError> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let error = |expected: String| ParseLimitError { text: text.to_owned(), expected };
    let Some((name, _, _, set)) = FLAGS.iter().find(|(flag, ..)| *flag == name) else {
        let names: Vec<String> = FLAGS.iter().map(|(flag, ..)| format!("{flag}=")).collect();
        return Err(error(names.join(", ")));
    };
    set(control, value).ok_or_else(|| error(expected(name).to_owned()))
}

impl<W: Whose> ControlFlags<W> {
    fn augment(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, &(name, value_name, help, set)| {
            let check = move |text: &str| match set(&mut Control::default(), text) {
                Some(()) => Ok(text.to_owned()),
                None => Err(format!("expected {}", expected(name))),
            };
            let name = id::<W>(name);
            command.arg(
                Arg::new(&name)
                    .long(name)
                    .value_name(value_name)
                    .help(format!("{help}{}", W::HELP))
                    .help_heading("Limits")
                    .value_parser(check),
            )
        })
    }
}

fn expected(name: &str) -> &'static str {
    if name == "clock" {
        "minutes, or minutes+seconds a move, such as 1+0.5"
    } else {
        "a whole number above 0"
    }
}

fn id<W: Whose>(name: &str) -> String {
    format!("{}{name}", W::PREFIX)
}

impl<W: Whose> Args for ControlFlags<W> {
    fn augment_args(command: Command) -> Command {
        ControlFlags::<W>::augment(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ControlFlags::<W>::augment(command)
    }
}

impl<W: Whose> FromArgMatches for ControlFlags<W> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ControlFlags<W>, Error> {
        let mut flags = ControlFlags { control: None, whose: PhantomData };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for (name, _, _, set) in FLAGS {
            if let Some(text) = matches.get_one::<String>(&id::<W>(name)) {
                set(self.control.get_or_insert_default(), text);
            }
        }
        Ok(())
    }
}
