//! `version`: what exactly this binary is.

use std::io::{self, Write};
use std::sync::LazyLock;

use super::{Status, cpu};
use crate::eval::Weights;

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
