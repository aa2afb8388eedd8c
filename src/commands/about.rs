//! `version`, `params`, `completions`.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::{Shell, generate, generate_to};
use serde::Serialize;

use crate::output::{FormatArgument, StandardOutput, file_to_write, make_folder};
use crate::{Arguments, Status, cpu};
use engine::eval::Weights;
use engine::search::Parameters;
use othello::board::INSTRUCTION_SET;

/// The version of the crate, the commit, the instruction set and the evaluator's weights.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let crate_version = env!("CARGO_PKG_VERSION");
    let commit = env!("OUTFLANK_COMMIT");
    let weights = Weights::embedded_name();
    let level = cpu::LEVEL.map_or_else(String::new, |level| format!(", chosen for {level}"));
    format!("{crate_version} (commit {commit}, {INSTRUCTION_SET}, evaluator {weights}{level})")
});

/// Print the version, the commit, the instruction set and the evaluator's weights
#[derive(Debug, clap::Args)]
pub(crate) struct VersionArguments {
    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reply", rename = "version")]
struct VersionReport {
    version: &'static str,
    commit: &'static str,
    instruction_set: &'static str,
    /// The level chosen at the start, in a program with several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    evaluator: String,
}

impl fmt::Display for VersionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "outflank {}", *VERSION)
    }
}

impl VersionArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        cpu::warn_if_slow();
        self.format.write_line(&VersionReport {
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("OUTFLANK_COMMIT"),
            instruction_set: INSTRUCTION_SET,
            level: cpu::LEVEL,
            evaluator: Weights::embedded_name(),
        })?;
        Ok(Status::Done)
    }
}

/// List the parameters of the search, for tuning
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A line has the name, value, minimum, maximum and description of a parameter. Set one with --param
in a session, a search or a bench, or with `setoption name param.<name> value <value>` in a session.
Proven scores do not depend on them.

Examples:
  outflank params
  outflank bench midgame --depth 12 --param mobility_weight=40
  outflank match --a 'outflank --param aspiration=200' --movetime 100 --sprt 0 5")]
pub(crate) struct ParamsArguments {
    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reply", rename = "parameter")]
struct ParameterRow {
    name: &'static str,
    value: i64,
    min: i64,
    max: i64,
    help: String,
}

impl fmt::Display for ParameterRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParameterRow { name, value, min, max, help } = self;
        write!(f, "{name:<20} {value:>5} {min:>5} {max:>5}  {help}")
    }
}

impl ParamsArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        for parameter in Parameters::TABLE {
            self.format.write_line(&ParameterRow {
                name: parameter.name,
                value: parameter.value(&Parameters::DEFAULT).into(),
                min: parameter.min.into(),
                max: parameter.max.into(),
                help: parameter.to_string(),
            })?;
        }
        Ok(Status::Done)
    }
}

/// Print the completion script of a shell, or write it to a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank completions bash --out ~/.local/share/bash-completion/completions
  outflank completions zsh --out ~/.zfunc
  outflank completions fish --out ~/.config/fish/completions")]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
    /// Write the script into this folder, created if missing, under the name that the shell expects
    #[arg(long, value_name = "FOLDER", value_parser = file_to_write())]
    out: Option<PathBuf>,
}

impl CompletionsArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut command = Arguments::command();
        match self.out {
            None => {
                let mut script = Vec::new();
                generate(self.shell, &mut command, "outflank", &mut script);
                StandardOutput::lock().write_all(&script)?;
            }
            Some(folder) => {
                make_folder(&folder)?;
                generate_to(self.shell, &mut command, "outflank", &folder)
                    .with_context(|| format!("{} cannot be written to", folder.display()))?;
            }
        }
        Ok(Status::Done)
    }
}
