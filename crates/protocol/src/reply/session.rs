//! The replies about the engine, and the replies to match runners.

use std::fmt;

use serde::Serialize;

use engine::{OptionKind, OptionSpec, Options};

/// The name and author of the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IdReply {
    /// The name with the version.
    pub name: &'static str,
    /// The author.
    pub author: &'static str,
}

impl IdReply {
    /// This engine.
    pub const OUTFLANK: IdReply = IdReply {
        name: concat!("Outflank ", env!("CARGO_PKG_VERSION")),
        author: "the Outflank developers",
    };
}

/// Two lines, `id name ..` and `id author ..`.
impl fmt::Display for IdReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "id name {}\nid author {}", self.name, self.author)
    }
}

/// An option: its name, its possible values and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionReply {
    /// The name.
    pub name: &'static str,
    /// The description.
    pub help: &'static str,
    /// The possible values.
    #[serde(flatten)]
    pub kind: OptionKindReply,
    /// The default value; missing for a button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The current value, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// The possible values of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKindReply {
    /// An integer.
    Spin {
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
    /// One of several words.
    Combo {
        /// The words.
        vars: &'static [&'static str],
    },
    /// `true` or `false`.
    Check,
    /// An action without a value.
    Button,
    /// The path of a file, or a word for the embedded data.
    #[serde(rename = "string")]
    File,
}

impl OptionReply {
    /// The options that only sessions have: `Ponder`, with this value, and `Clear Hash`.
    pub(crate) fn of_session(ponder: Option<bool>) -> [OptionReply; 2] {
        let check = OptionReply {
            name: "Ponder",
            help: "Whether bestmove names the expected answer, for hosts that use go ponder",
            kind: OptionKindReply::Check,
            default: Some(false.to_string()),
            value: ponder.map(|on| on.to_string()),
        };
        let button = OptionReply {
            name: "Clear Hash",
            help: "Clears the transposition table",
            kind: OptionKindReply::Button,
            default: None,
            value: None,
        };
        [check, button]
    }

    /// The option without its current value.
    #[must_use]
    pub fn new(option: &OptionSpec) -> OptionReply {
        OptionReply {
            name: option.name,
            help: option.help,
            kind: match option.kind {
                OptionKind::Spin { min, max, .. } => OptionKindReply::Spin { min, max },
                OptionKind::Combo { words, .. } => OptionKindReply::Combo { vars: words },
                OptionKind::Check { .. } => OptionKindReply::Check,
                OptionKind::File { .. } => OptionKindReply::File,
            },
            default: Some(option.kind.value(&Options::default())),
            value: None,
        }
    }

    /// The option with its value in `options`.
    #[must_use]
    pub fn with_value(option: &OptionSpec, options: &Options) -> OptionReply {
        OptionReply { value: Some(option.kind.value(options)), ..OptionReply::new(option) }
    }
}

/// `option name Hash type spin default 64 min 1 max 1048576`, then ` value 16` if the current value
/// is requested.
impl fmt::Display for OptionReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.kind {
            OptionKindReply::Spin { .. } => "spin",
            OptionKindReply::Combo { .. } => "combo",
            OptionKindReply::Check => "check",
            OptionKindReply::Button => "button",
            OptionKindReply::File => "string",
        };
        write!(f, "option name {} type {word}", self.name)?;
        self.default.iter().try_for_each(|default| write!(f, " default {default}"))?;
        match self.kind {
            OptionKindReply::Spin { min, max } => write!(f, " min {min} max {max}")?,
            OptionKindReply::Combo { vars } => {
                vars.iter().try_for_each(|var| write!(f, " var {var}"))?;
            }
            OptionKindReply::Check | OptionKindReply::Button | OptionKindReply::File => {}
        }
        self.value.iter().try_for_each(|value| write!(f, " value {value}"))
    }
}

/// The reply to `query`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "query", content = "value", rename_all = "lowercase")]
pub enum ResponseReply {
    /// Whether player 1, Black, is to move.
    P1Turn(bool),
    /// Whether neither side has a move.
    GameOver(bool),
    /// `p1win`, `p2win` or `draw`; `none` before the end of the game.
    Result(&'static str),
}

/// `response true`, `response p1win`.
impl fmt::Display for ResponseReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResponseReply::P1Turn(answer) | ResponseReply::GameOver(answer) => {
                write!(f, "response {answer}")
            }
            ResponseReply::Result(word) => write!(f, "response {word}"),
        }
    }
}

/// The list of commands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HelpReply {
    /// The commands. A single command is explained in full.
    pub commands: Vec<CommandReply>,
}

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CommandReply {
    /// The name.
    pub name: &'static str,
    /// Other names of the command.
    pub aliases: &'static [&'static str],
    /// The syntax of the arguments.
    pub arguments: &'static str,
    /// The description.
    pub help: &'static str,
}

/// A line per command. For a single command: its arguments, other names and description.
impl fmt::Display for HelpReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [command] = &self.commands[..] {
            return command.fmt(f);
        }
        let mut line_break = "";
        for CommandReply { name, help, .. } in &self.commands {
            write!(f, "{line_break}{name:<12}{help}")?;
            line_break = "\n";
        }
        Ok(())
    }
}

/// `quit (or exit)`, then the description in the next line.
impl fmt::Display for CommandReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CommandReply { name, aliases, arguments, help } = self;
        f.write_str(name)?;
        if !arguments.is_empty() {
            write!(f, " {arguments}")?;
        }
        if !aliases.is_empty() {
            write!(f, " (or {})", aliases.join(", "))?;
        }
        write!(f, "\n    {help}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use engine::OPTIONS;

    #[test]
    fn options_have_the_format_of_hosts() {
        let option = |name: &str| OPTIONS.iter().find(|option| option.name == name).unwrap();
        let hash = OptionReply::new(option("Hash"));
        assert_eq!(hash.to_string(), "option name Hash type spin default 64 min 1 max 1048576");
        assert_eq!(
            OptionReply::new(option("Evaluator")).to_string(),
            "option name Evaluator type combo default pattern var pattern var classic"
        );
        assert_eq!(
            OptionReply::new(option("EvalFile")).to_string(),
            "option name EvalFile type string default embedded"
        );
        let options = Options { hash: 16, ..Options::default() };
        let hash = OptionReply::with_value(option("Hash"), &options);
        assert!(hash.to_string().ends_with(" max 1048576 value 16"));
        let json = Reply::Option(hash).to_text(Format::Json);
        assert!(json.starts_with(r#"{"reply":"option","name":"Hash","#), "{json}");
        assert!(
            json.ends_with(r#""type":"spin","min":1,"max":1048576,"default":"64","value":"16"}"#),
            "{json}"
        );
    }

    #[test]
    fn responses_are_one_word() {
        for (response, text, json) in [
            (ResponseReply::P1Turn(true), "response true", r#""query":"p1turn","value":true"#),
            (
                ResponseReply::GameOver(false),
                "response false",
                r#""query":"gameover","value":false"#,
            ),
            (ResponseReply::Result("draw"), "response draw", r#""query":"result","value":"draw""#),
        ] {
            let reply = Reply::Response(response);
            assert_eq!(reply.to_text(Format::Text), text);
            assert_eq!(reply.to_text(Format::Json), format!(r#"{{"reply":"response",{json}}}"#));
        }
    }

    #[test]
    fn the_help_for_one_command_is_complete() {
        let quit = CommandReply { name: "quit", aliases: &["exit"], arguments: "", help: "ends" };
        let go = CommandReply { name: "go", aliases: &[], arguments: "[depth]", help: "searches" };
        let help = |commands: &[&CommandReply]| {
            HelpReply { commands: commands.iter().copied().copied().collect() }.to_string()
        };
        assert_eq!(help(&[&quit, &go]), "quit        ends\ngo          searches");
        assert_eq!(help(&[&quit]), "quit (or exit)\n    ends");
        assert_eq!(help(&[&go]), "go [depth]\n    searches");
    }
}
