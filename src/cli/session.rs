//! No subcommand: the conversation with a host.

use std::io;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Status;
use super::flags::{EngineFlags, ForSearch};
use crate::protocol::{self, Outcome, Protocol};

/// How to talk.
#[derive(Debug, clap::Args)]
pub(super) struct SessionArguments {
    /// The protocol that the host speaks, if its first line is not to tell that
    #[arg(long, value_parser = protocol_parser())]
    protocol: Option<Protocol>,
    /// End with status 2 at the first error
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    engine: EngineFlags<ForSearch>,
}

fn protocol_parser() -> impl TypedValueParser<Value = Protocol> {
    let names = PossibleValuesParser::new(Protocol::ALL.map(Protocol::name));
    names.try_map(|name| name.parse::<Protocol>())
}

impl SessionArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let options = self.engine.options;
        #[cfg(unix)]
        leave_with_the_host();
        let output = io::stdout().lock();
        let outcome = protocol::run(self.protocol, io::stdin(), output, options, self.strict);
        Ok(match outcome.context("the session has failed")? {
            Outcome::Done | Outcome::HostGone => Status::Done,
            Outcome::Refused => Status::Error,
        })
    }
}

/// Ends the process as soon as nobody can read any more what it says, even if it has nothing
/// to say for a long time. Only who writes is told of a broken pipe, and the end of the
/// input alone would let a long search go on, as it has to for a host that still listens.
#[cfg(unix)]
fn leave_with_the_host() {
    use std::os::fd::AsFd;
    use std::{process, thread};

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let watch = || {
        let output = io::stdout();
        // That the other end is closed is told without being asked for.
        let mut ends = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while poll(&mut ends, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let is_gone = PollFlags::POLLERR | PollFlags::POLLHUP;
        if ends[0].revents().is_some_and(|events| events.intersects(is_gone)) {
            process::exit(Status::Done as i32);
        }
    };
    // Without a thread for it a closed output is noticed by the next line.
    let _ = thread::Builder::new().name("watch".to_owned()).spawn(watch);
}
