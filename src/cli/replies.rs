//! Answers on standard output, the same as a session's.

use std::fmt::Display;
use std::io::{self, StdoutLock, Write};

use serde::Serialize;

use crate::protocol::output::Output;
use crate::protocol::reply::{Format, to_json};

/// The form of the answers.
#[derive(Debug, clap::Args)]
pub(super) struct FormatArgument {
    /// Answer in JSON, one object a line
    #[arg(long)]
    json: bool,
}

impl FormatArgument {
    /// Where the answers go, in the form that was asked for.
    pub(super) fn output(&self) -> Output<StdoutLock<'static>> {
        let mut output = Output::new(io::stdout().lock());
        if self.json {
            output.format = Format::Json;
        }
        output
    }

    /// Writes `report` on standard output.
    pub(super) fn write(&self, report: &(impl Display + Serialize)) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if self.json { writeln!(stdout, "{}", to_json(report)) } else { write!(stdout, "{report}") }
    }
}
