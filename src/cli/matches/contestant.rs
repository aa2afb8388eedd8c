//! [`Contestant`]: a player of a tournament, as it is given on the command line.

use std::num::NonZeroU32;
use std::str::FromStr;

use super::control::{ParseLimitError, set_limit};
use crate::tournament::control::Control;
use crate::tournament::player::{ParseSpecError, PlayerSpec};
use crate::tournament::record::Entrant;

/// What stands before the number of rounds in which a player takes part.
const ROUNDS: &str = "rounds=";

/// What a player is given that does as it likes.
const UNLIMITED: &str = "none";

/// A player of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contestant {
    /// What it is called.
    name: String,
    /// How it is started.
    spec: PlayerSpec,
    /// What it is given, if not the same as the others.
    control: Option<Control>,
    /// In how many rounds it takes part, if not in all.
    rounds: Option<u32>,
}

/// A text that is no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseContestantError {
    /// The command is none.
    #[error(transparent)]
    Spec(#[from] ParseSpecError),
    /// What starts with `@` is no limit.
    #[error(transparent)]
    Limit(#[from] ParseLimitError),
    /// What should be a number of rounds is none.
    #[error("{text:?} is no number of rounds: expected a whole number above 0")]
    Rounds {
        /// What was read.
        text: String,
    },
}

impl Contestant {
    /// The player, who is given `usual` if nothing else was said.
    pub(super) fn entrant(&self, usual: Control) -> Entrant {
        let Contestant { name, spec, control, .. } = self.clone();
        Entrant { name, spec, control: control.unwrap_or(usual) }
    }

    /// In how many of so many rounds it takes part.
    pub(super) fn rounds(&self, all: u32) -> u32 {
        self.rounds.map_or(all, |rounds| rounds.min(all))
    }
}

/// Reads `[NAME=]COMMAND [@LIMIT=VALUE | @none | @rounds=N]..`; without a name it is all of the text.
impl FromStr for Contestant {
    type Err = ParseContestantError;

    fn from_str(text: &str) -> Result<Contestant, ParseContestantError> {
        let text = text.trim();
        let first_word = text.split_whitespace().next().unwrap_or_default();
        let (name, mut command) = match first_word.split_once('=') {
            Some((name, _)) if !name.is_empty() => (name, &text[name.len() + 1..]),
            _ => (text, text),
        };
        let mut limits = Vec::new();
        while let Some((rest, word)) = command.trim_end().rsplit_once(char::is_whitespace)
            && let Some(limit) = word.strip_prefix('@')
        {
            limits.push(limit);
            command = rest;
        }
        let (mut control, mut rounds) = (None, None);
        for limit in limits {
            if let Some(number) = limit.strip_prefix(ROUNDS) {
                let error = |_| ParseContestantError::Rounds { text: limit.to_owned() };
                rounds = Some(number.parse::<NonZeroU32>().map_err(error)?.get());
            } else if limit == UNLIMITED {
                control.get_or_insert_default();
            } else {
                set_limit(control.get_or_insert_default(), limit)?;
            }
        }
        Ok(Contestant { name: name.to_owned(), spec: command.parse()?, control, rounds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(text: &str) -> (String, String, String) {
        let usual = Control { depth: Some(9), ..Control::default() };
        let Entrant { name, spec, control } = text.parse::<Contestant>().unwrap().entrant(usual);
        (name, spec.to_string(), control.to_string())
    }

    #[test]
    fn a_contestant_has_a_name_a_command_and_limits() {
        for (text, name, command, limits) in [
            ("weak=outflank --level 1", "weak", "outflank --level 1", "depth 9"),
            ("d4=outflank @depth=4 @nodes=100", "d4", "outflank", "depth 4, 100 nodes"),
            (" ./engine -x a=b ", "./engine -x a=b", "./engine -x a=b", "depth 9"),
            ("edge=style:edge @none", "edge", "style:edge", "no limits"),
            ("./e @clock=1+0.5", "./e @clock=1+0.5", "./e", "clock 1+0.5"),
        ] {
            let expected = [name, command, limits].map(str::to_owned).into();
            assert_eq!(entrant(text), expected, "{text}");
        }
    }

    #[test]
    fn a_contestant_may_take_part_in_some_rounds_only() {
        let rounds = |text: &str| text.parse::<Contestant>().unwrap().rounds(20);
        assert_eq!(["e @rounds=5", "e @rounds=50", "e @none"].map(rounds), [5, 20, 20]);
    }

    #[test]
    fn faults_are_quoted() {
        for (text, message) in [
            (
                "x=e @rounds=-1",
                r#""rounds=-1" is no number of rounds: expected a whole number above 0"#,
            ),
            ("x=", r#""" is not a player: expected a command line such as 'outflank --level 8'"#),
            ("x=e @depth=0", r#""depth=0" is not a limit: expected a whole number above 0"#),
            (
                "x=e @time=5",
                r#""time=5" is not a limit: expected movetime=, clock=, depth=, nodes="#,
            ),
        ] {
            assert_eq!(text.parse::<Contestant>().unwrap_err().to_string(), message);
        }
    }
}
