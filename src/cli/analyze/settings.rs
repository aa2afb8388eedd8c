//! [`Settings`]: how hard the moves of a file were looked at.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::engine::{OPTIONS, Options};

/// How hard moves are looked at; values found in different ways do not agree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reply", rename = "settings")]
pub(super) struct Settings {
    /// How deep, unless there is a time.
    level: Option<u32>,
    /// For how many milliseconds.
    time: Option<u64>,
    /// From how many empties on each position is solved.
    exact_from: Option<u32>,
    /// How positions are valued.
    evaluator: String,
    /// With which weights.
    evalfile: String,
}

impl Settings {
    pub(super) fn new(options: &Options, time: Option<u64>, exact_from: Option<u32>) -> Settings {
        let value = |flag: &str| {
            let option = OPTIONS.iter().find(|option| option.flag == flag);
            option.map(|option| option.kind.value(options)).unwrap_or_default()
        };
        Settings {
            level: time.is_none().then_some(options.level),
            time,
            exact_from,
            evaluator: value("evaluator"),
            evalfile: value("evalfile"),
        }
    }

    /// In what `self` differs from `asked`, in words; `None` if they are the same.
    pub(super) fn difference(&self, asked: &Settings) -> Option<String> {
        let differences: Vec<String> = [
            difference("--level", shown(self.level), shown(asked.level)),
            difference("--time", shown(self.time), shown(asked.time)),
            difference("--exact-from", shown(self.exact_from), shown(asked.exact_from)),
            difference("--evaluator", self.evaluator.clone(), asked.evaluator.clone()),
            difference("--evalfile", self.evalfile.clone(), asked.evalfile.clone()),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!differences.is_empty()).then(|| differences.join(", "))
    }
}

fn shown(value: Option<impl Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn difference(flag: &str, there: String, here: String) -> Option<String> {
    (there != here).then(|| format!("{flag} was {there} and is {here}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told() {
        let options = Options::default();
        let level = Settings::new(&options, None, None);
        assert_eq!(level.difference(&level), None);
        let time = Settings::new(&options, Some(500), Some(20));
        assert_eq!(
            level.difference(&time).as_deref(),
            Some(
                "--level was 10 and is none, --time was none and is 500, \
                 --exact-from was none and is 20"
            )
        );
    }
}
