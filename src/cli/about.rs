//! What the program tells of itself: `version`, `params`, `completions`.

use std::io::{self, Write};
use std::sync::LazyLock;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::{Arguments, Status, cpu};
use crate::eval::Weights;
use crate::search::Parameters;

/// The version of the crate, the commit, the instruction set and the evaluator's weights.
pub(super) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let crate_version = env!("CARGO_PKG_VERSION");
    let commit = env!("OUTFLANK_COMMIT");
    let weights = Weights::embedded_name();
    format!("{crate_version} (commit {commit}, {}, evaluator {weights})", cpu::INSTRUCTION_SET)
});

/// Print the version, the commit, the instruction set and the evaluator's weights
#[derive(Debug, clap::Args)]
pub(super) struct VersionArguments {}

impl VersionArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        writeln!(io::stdout(), "outflank {}", *VERSION)?;
        Ok(Status::Done)
    }
}

/// List the numbers that the search goes by, for those who tune it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line is a name, the value, the least and the greatest value, and what it is.
--param sets one for a session, a search or a bench, and so does in a session
`setoption name param.<name> value <value>`. Proven scores do not depend on them.

Examples:
  outflank params
  outflank bench midgame --depth 12 --param mobility_weight=40
  outflank match --a 'outflank --param aspiration=200' --movetime 100 --sprt 0 5")]
pub(super) struct ParamsArguments {}

impl ParamsArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut stdout = io::stdout().lock();
        let defaults = Parameters::DEFAULT;
        for parameter in Parameters::TABLE {
            let value = parameter.value(&defaults);
            let (name, min, max) = (parameter.name, parameter.min, parameter.max);
            writeln!(stdout, "{name:<20} {value:>5} {min:>5} {max:>5}  {parameter}")?;
        }
        Ok(Status::Done)
    }
}

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank completions bash > ~/.local/share/bash-completion/completions/outflank
  outflank completions zsh > ~/.zfunc/_outflank
  outflank completions fish > ~/.config/fish/completions/outflank.fish")]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

impl CompletionsArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut script = Vec::new();
        generate(self.shell, &mut Arguments::command(), "outflank", &mut script);
        io::stdout().write_all(&script)?;
        Ok(Status::Done)
    }
}
