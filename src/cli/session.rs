//! No subcommand: the conversation with a host.

use std::io;

use anyhow::Context;
use clap::ValueEnum;

use super::Status;
use super::flags::{EngineFlags, ForSearch};
use crate::protocol::{self, Language, Outcome};

/// How to talk.
#[derive(Debug, clap::Args)]
pub(super) struct SessionArguments {
    /// The protocol that the host speaks, if its first line is not to tell that
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// End with status 2 at the first error
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    engine: EngineFlags<ForSearch>,
}

/// The protocols by name; what clap finds documented here would make its help long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    Ugi,
    Gtp,
    #[value(name = "nboard")]
    NBoard,
}

impl From<Protocol> for Language {
    fn from(protocol: Protocol) -> Language {
        match protocol {
            Protocol::Ugi => Language::Ugi,
            Protocol::Gtp => Language::Gtp,
            Protocol::NBoard => Language::NBoard,
        }
    }
}

impl SessionArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let options = self.engine.options;
        let output = io::stdout().lock();
        let language = self.protocol.map(Language::from);
        let outcome = protocol::run(language, io::stdin(), output, options, self.strict);
        Ok(match outcome.context("the session has failed")? {
            Outcome::Done | Outcome::HostGone => Status::Done,
            Outcome::Refused => Status::Error,
        })
    }
}
