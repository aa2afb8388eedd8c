//! Answers on standard output, the same as a session's.

use std::io::{self, StdoutLock};

use crate::protocol::output::Output;
use crate::protocol::reply::Format;

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
}
