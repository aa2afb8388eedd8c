//! Engine options in one typed table. Protocols list the options, `setoption` sets them, and the
//! command line derives its flags from the table.

use std::fmt;
use std::num::NonZeroU32;

#[cfg(feature = "book")]
use super::book::OpeningBook;
use super::eval_file::{EvalFile, EvalFileFault};
use super::job::MAX_LEVEL;
#[cfg(feature = "book")]
use crate::book::BookErrorKind;
use crate::eval::Weights;
use crate::search::{Limits, ParameterError, Parameters};
use crate::strategy::{Skill, StyleName};
use othello::board::Position;
use othello::game::{QUOTED, QUOTED_PATH, shorten};

/// The values of all options. An engine clamps values to their ranges: [`Options::within_ranges`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Transposition table size in MiB: 1 to 1,048,576.
    pub hash: usize,
    /// Number of search threads: 1 to 256.
    pub threads: usize,
    /// Number of best moves to rank, 1 to 64. Applies to sessions and to
    /// [`Engine::level_limits`](super::Engine::level_limits). Other searches use
    /// [`Limits::multi_pv`].
    pub multi_pv: usize,
    /// The static evaluator.
    pub evaluator: EvaluatorKind,
    /// Weights of the pattern evaluator. `None` uses the embedded weights.
    pub eval_file: Option<EvalFile>,
    /// The default search level, 0 to 60. Applies to
    /// [`Engine::level_limits`](super::Engine::level_limits), analyses, book learning, and session
    /// searches without limits. Searches with [`Limits`] ignore it.
    pub level: u32,
    /// Search parameters, within the ranges of [`Parameters::TABLE`].
    pub parameters: Parameters,
    /// The playing style. `None` plays with the full engine.
    pub style: Option<StyleName>,
    /// Playing strength, 0 to [`Skill::FULL`] (unlimited).
    pub skill: usize,
    /// Seed of random choices, the same for every game. `None` draws one per game.
    pub seed: Option<NonZeroU32>,
    /// The opening book. `None` plays without a book.
    #[cfg(feature = "book")]
    pub book: Option<OpeningBook>,
    /// Whether to play moves, and to rank lines, from the book.
    pub own_book: bool,
    /// Maximum loss of a book move against the best one, in centidiscs: 0 to 6400.
    pub book_variety: usize,
    /// Number of discs placed before the engine leaves the book: 0 to 60.
    pub book_depth: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 64,
            threads: 1,
            multi_pv: 1,
            evaluator: EvaluatorKind::Pattern,
            eval_file: None,
            level: 10,
            parameters: Parameters::DEFAULT,
            style: None,
            skill: Skill::FULL,
            seed: None,
            #[cfg(feature = "book")]
            book: Some(OpeningBook::embedded()),
            own_book: true,
            book_variety: 50,
            book_depth: Position::START_EMPTIES as usize,
        }
    }
}

/// The evaluators by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvaluatorKind {
    /// [`Pattern`](crate::eval::Pattern).
    Pattern,
    /// [`Classic`](crate::eval::Classic).
    Classic,
}

impl EvaluatorKind {
    const ALL: [EvaluatorKind; 2] = [EvaluatorKind::Pattern, EvaluatorKind::Classic];
}

/// The option value for the embedded weights or book.
pub const EMBEDDED: &str = "embedded";

/// The option value for no file. UCI hosts write an empty text like this.
#[cfg(feature = "book")]
const NO_FILE: &str = "<empty>";

/// Why a file is refused. The current one stays in use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Not usable as weights.
    #[error(transparent)]
    Weights(#[from] EvalFileFault),
    /// Not usable as an opening book.
    #[cfg(feature = "book")]
    #[error(transparent)]
    Book(#[from] BookErrorKind),
}

/// Values of the option `Strategy`: the full engine, then the styles.
const STRATEGIES: [&str; 1 + StyleName::ALL.len()] = {
    let mut words = ["full"; 1 + StyleName::ALL.len()];
    let (_, styles) = words.split_at_mut(1);
    styles.copy_from_slice(&StyleName::NAMES);
    words
};

/// One option: name, possible values, and access to its value.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// The name in `setoption`, case-insensitive.
    pub name: &'static str,
    /// The command-line flag, without dashes.
    pub flag: &'static str,
    /// A description in one line.
    pub help: &'static str,
    /// The possible values.
    pub kind: OptionKind,
}

/// The possible values of an option, and access to its value.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// An integer.
    Spin {
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
        /// Returns the value.
        get: fn(&Options) -> usize,
        /// Sets a value within the limits.
        set: fn(&mut Options, usize),
    },
    /// One of several words, case-insensitive.
    Combo {
        /// The words.
        words: &'static [&'static str],
        /// Returns the index of the current word.
        get: fn(&Options) -> usize,
        /// Selects the word with this index.
        set: fn(&mut Options, usize),
    },
    /// `true` or `false`, case-insensitive.
    Check {
        /// The command-line flag that clears the option, without dashes.
        off: &'static str,
        /// A description of that flag.
        off_help: &'static str,
        /// Returns the value.
        get: fn(&Options) -> bool,
        /// Sets the value.
        set: fn(&mut Options, bool),
    },
    /// A file path, or a word such as `embedded` for built-in data.
    File {
        /// Returns the path or the word.
        get: fn(&Options) -> String,
        /// Accepts the word, or reads the file at the path.
        set: fn(&mut Options, &str) -> Result<(), FileError>,
    },
}

impl OptionKind {
    /// The value in `options` as text.
    #[must_use]
    pub fn value(&self, options: &Options) -> String {
        match self {
            OptionKind::Spin { get, .. } => get(options).to_string(),
            OptionKind::Combo { words, get, .. } => words[get(options)].to_owned(),
            OptionKind::Check { get, .. } => get(options).to_string(),
            OptionKind::File { get, .. } => get(options),
        }
    }
}

/// An option stored as a number in a field of [`Options`].
macro_rules! spin {
    ($name:literal, $flag:literal, $field:ident: $least:expr, $most:expr, $help:literal) => {
        OptionSpec {
            name: $name,
            flag: $flag,
            help: $help,
            kind: OptionKind::Spin {
                min: $least,
                max: $most,
                get: |options| options.$field as usize,
                set: |options, value| options.$field = value as _,
            },
        }
    };
}

/// All options in listing order.
pub static OPTIONS: &[OptionSpec] = &[
    spin!("Hash", "hash", hash: 1, 1 << 20, "Size of the transposition table in MiB"),
    spin!("Threads", "threads", threads: 1, 256, "Number of search threads"),
    spin!("MultiPV", "multipv", multi_pv: 1, Limits::MAX_MULTI_PV, "Number of best moves to rank"),
    OptionSpec {
        name: "Evaluator",
        flag: "evaluator",
        help: "Static evaluation",
        kind: OptionKind::Combo {
            words: &["pattern", "classic"],
            get: |options| options.evaluator as usize,
            set: |options, word| options.evaluator = EvaluatorKind::ALL[word],
        },
    },
    OptionSpec {
        name: "EvalFile",
        flag: "evalfile",
        help: "File with other weights for the pattern evaluator",
        kind: OptionKind::File {
            get: |options| match &options.eval_file {
                Some(file) => file.path.display().to_string(),
                None => EMBEDDED.to_owned(),
            },
            set: |options, text| {
                let is_file = !text.eq_ignore_ascii_case(EMBEDDED);
                let file = is_file.then(|| EvalFile::read(text)).transpose();
                // The option error already names the path.
                options.eval_file = file.map_err(|error| error.fault)?;
                Ok(())
            },
        },
    },
    spin!(
        "Level", "level", level: 0, MAX_LEVEL as usize,
        "Depth of a search without other limits, at full skill"
    ),
    OptionSpec {
        name: "Strategy",
        flag: "strategy",
        help: "Full engine or a playing style",
        kind: OptionKind::Combo {
            words: &STRATEGIES,
            get: |options| options.style.map_or(0, |style| 1 + style as usize),
            set: |options, word| {
                options.style = word.checked_sub(1).map(|style| StyleName::ALL[style]);
            },
        },
    },
    spin!("Skill", "skill", skill: 0, Skill::FULL, "Strength of the full engine; 10 is full strength"),
    OptionSpec {
        name: "Seed",
        flag: "seed",
        help: "Seed of random choices by styles, skills and the book; 0 draws one for each game",
        kind: OptionKind::Spin {
            min: 0,
            max: u32::MAX as usize,
            get: |options| options.seed.map_or(0, |seed| seed.get() as usize),
            set: |options, value| options.seed = NonZeroU32::new(value as u32),
        },
    },
    OptionSpec {
        name: "MoveOverhead",
        flag: "moveoverhead",
        help: "Time on the clock kept for communication, in milliseconds",
        kind: OptionKind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.parameters.reserve as usize,
            set: |options, value| options.parameters.reserve = value as u32,
        },
    },
    #[cfg(feature = "book")]
    OptionSpec {
        name: "Book",
        flag: "book",
        help: "File of the opening book, or embedded for the one in the program",
        kind: OptionKind::File {
            get: |options| match &options.book {
                Some(book) => match book.path() {
                    Some(path) => path.display().to_string(),
                    None => EMBEDDED.to_owned(),
                },
                None => NO_FILE.to_owned(),
            },
            set: |options, text| {
                let is = |word: &str| text.eq_ignore_ascii_case(word);
                options.book = match text {
                    _ if is(EMBEDDED) => Some(OpeningBook::embedded()),
                    _ if is(NO_FILE) || text.is_empty() => None,
                    path => Some(OpeningBook::open(path).map_err(|error| error.kind().clone())?),
                };
                Ok(())
            },
        },
    },
    #[cfg(feature = "book")]
    OptionSpec {
        name: "OwnBook",
        flag: "ownbook",
        help: "Whether to use the opening book",
        kind: OptionKind::Check {
            off: "no-book",
            off_help: "Do not use the opening book",
            get: |options| options.own_book,
            set: |options, value| options.own_book = value,
        },
    },
    #[cfg(feature = "book")]
    spin!(
        "BookVariety", "bookvariety", book_variety: 0, 6400,
        "Maximum loss of a book move against the best, in centidiscs"
    ),
    #[cfg(feature = "book")]
    spin!(
        "BookDepth", "bookdepth", book_depth: 0, Position::START_EMPTIES as usize,
        "Number of plies of a game that may come from the book"
    ),
];

/// Why an option was not set. The old value stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option {name:?}: expected one of {}", option_names())]
    Unknown {
        /// The given name.
        name: String,
    },
    /// The value is invalid.
    #[error("invalid {name} {value:?}: expected {expected}")]
    Value {
        /// The option name.
        name: &'static str,
        /// The given value.
        value: String,
        /// The possible values.
        expected: Expected,
    },
    /// The search parameter is unknown or its value is invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The file is refused.
    #[error("invalid {name} {path:?}: {reason}")]
    File {
        /// The option name.
        name: &'static str,
        /// The given path.
        path: String,
        /// The cause.
        reason: FileError,
    },
}

/// The possible values of an option, for error messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// An integer within these limits, inclusive.
    Spin(usize, usize),
    /// One of these words.
    Combo(&'static [&'static str]),
    /// `true` or `false`.
    Check,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Spin(min, max) => write!(f, "an integer from {min} to {max}"),
            Expected::Combo([word]) => write!(f, "{word}"),
            Expected::Combo(words) => write!(f, "one of {}", words.join(", ")),
            Expected::Check => f.write_str("true or false"),
        }
    }
}

fn option_names() -> String {
    OPTIONS.iter().map(|option| option.name).collect::<Vec<_>>().join(", ")
}

/// Name prefix of unlisted options that set search parameters.
const PARAMETER: &str = "param.";

impl Options {
    /// Clamps each number to its range in [`OPTIONS`] or [`Parameters::TABLE`].
    #[must_use]
    pub fn within_ranges(mut self) -> Options {
        for option in OPTIONS {
            if let OptionKind::Spin { min, max, get, set } = option.kind {
                let value = get(&self).clamp(min, max);
                set(&mut self, value);
            }
        }
        self.parameters = self.parameters.within_ranges();
        self
    }

    /// The evaluator's name: `classic`, or `pattern-` and the first digits of the weights'
    /// checksum.
    #[must_use]
    pub fn evaluator_name(&self) -> String {
        match (self.evaluator, &self.eval_file) {
            (EvaluatorKind::Classic, _) => "classic".to_owned(),
            (EvaluatorKind::Pattern, None) => Weights::embedded_name(),
            (EvaluatorKind::Pattern, Some(file)) => file.weights.name(),
        }
    }

    /// Sets the option `name` to `value`. `param.<name>` sets a search parameter. Both are
    /// case-insensitive.
    ///
    /// # Errors
    /// If the option is unknown or the value is invalid. Nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some((prefix, parameter)) = name.split_at_checked(PARAMETER.len())
            && prefix.eq_ignore_ascii_case(PARAMETER)
        {
            return Ok(self.parameters.set(parameter, value)?);
        }
        let option = OPTIONS
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown { name: shorten(name, QUOTED) })?;
        let refuse = |expected| {
            let value = shorten(value, QUOTED);
            OptionError::Value { name: option.name, value, expected }
        };
        match option.kind {
            OptionKind::Spin { min, max, set, .. } => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => set(self, number),
                _ => return Err(refuse(Expected::Spin(min, max))),
            },
            OptionKind::Combo { words, set, .. } => {
                match words.iter().position(|word| word.eq_ignore_ascii_case(value)) {
                    Some(index) => set(self, index),
                    None => return Err(refuse(Expected::Combo(words))),
                }
            }
            OptionKind::Check { set, .. } => match &*value.to_ascii_lowercase() {
                "true" => set(self, true),
                "false" => set(self, false),
                _ => return Err(refuse(Expected::Check)),
            },
            OptionKind::File { set, .. } => {
                set(self, value).map_err(|reason| OptionError::File {
                    name: option.name,
                    path: shorten(value, QUOTED_PATH),
                    reason,
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_allowed_and_can_be_set() {
        let defaults = Options::default();
        for option in OPTIONS {
            let mut options = defaults.clone();
            options.set(&option.name.to_lowercase(), &option.kind.value(&defaults)).unwrap();
            assert_eq!(options, defaults, "{}", option.name);
        }
    }

    #[test]
    fn the_move_overhead_is_the_reserve_of_the_clock() {
        let mut options = Options::default();
        options.set("moveoverhead", "300").unwrap();
        assert_eq!(options.parameters.reserve, 300);
        options.set("param.reserve", "20").unwrap();
        let option = OPTIONS.iter().find(|option| option.name == "MoveOverhead").unwrap();
        assert_eq!(option.kind.value(&options), "20");
    }

    #[test]
    fn values_are_clamped_to_their_range() {
        assert_eq!(Options::default().within_ranges(), Options::default());
        let far = Options { hash: 0, threads: usize::MAX, level: u32::MAX, ..Options::default() };
        let near = Options { hash: 1, threads: 256, level: MAX_LEVEL, ..Options::default() };
        assert_eq!(far.within_ranges(), near);
    }

    #[test]
    fn refused_values_are_quoted_and_change_nothing() {
        let mut options = Options::default();
        let cases = [
            ("Hash", "0", r#"invalid Hash "0": expected an integer from 1 to 1048576"#),
            ("Threads", "two", r#"invalid Threads "two": expected an integer from 1 to 256"#),
            (
                "Evaluator",
                "magic",
                r#"invalid Evaluator "magic": expected one of pattern, classic"#,
            ),
            (
                "EvalFile",
                "Cargo.toml",
                r#"invalid EvalFile "Cargo.toml": not a weights file: expected it to begin with OFweight"#,
            ),
            ("Param.Stretch", "far", r#"invalid stretch "far": expected an integer from 1 to 10"#),
        ];
        for (name, value, message) in cases {
            assert_eq!(options.set(name, value).unwrap_err().to_string(), message);
        }
        let unknown = options.set("Hsah", "1").unwrap_err().to_string();
        let start = r#"unknown option "Hsah": expected one of Hash, Threads, MultiPV, Evaluator, "#;
        assert!(unknown.starts_with(start), "{unknown}");
        assert_eq!(options, Options::default());
    }
}
