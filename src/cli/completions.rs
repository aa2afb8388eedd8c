//! `completions`: what shells need to complete our arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::{Arguments, Status};

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
