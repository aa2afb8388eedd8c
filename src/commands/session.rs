//! No subcommand: a session with a host.

use std::io::{self, IsTerminal};

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::flags::{EngineFlags, ForSession};
use crate::{Status, complain};
use protocol::{self, Outcome, Protocol};

#[derive(Debug, clap::Args)]
pub(crate) struct SessionArguments {
    /// The protocol of the host [default: from its first line]
    #[arg(long, value_parser = protocol_parser())]
    protocol: Option<Protocol>,
    /// End with status 2 at the first error
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    engine: EngineFlags<ForSession>,
}

fn protocol_parser() -> impl TypedValueParser<Value = Protocol> {
    let names = PossibleValuesParser::new(Protocol::ALL.map(Protocol::name));
    let named = |name: String| Protocol::ALL.into_iter().find(|each| each.name() == name);
    names.try_map(move |name| named(name).ok_or("expected ugi, gtp or nboard"))
}

impl SessionArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let options = self.engine.options;
        if self.protocol.is_none() && io::stdin().is_terminal() {
            let version = env!("CARGO_PKG_VERSION");
            complain(format_args!(
                "version {version}; help lists the commands; `outflank play` plays a game"
            ));
        }
        #[cfg(any(unix, windows))]
        exit_when_output_closes();
        let output = io::stdout().lock();
        let outcome = protocol::run(self.protocol, io::stdin(), output, options, self.strict);
        Ok(match outcome.context("the session has failed")? {
            Outcome::Done | Outcome::HostGone => Status::Done,
            Outcome::Refused => Status::Error,
        })
    }
}

/// Ends the process when standard output is closed. Otherwise a long search would continue: only a
/// write notices a broken pipe, and the end of the input does not stop a search, because the host
/// may still read the answer.
#[cfg(unix)]
fn exit_when_output_closes() {
    use std::os::fd::AsFd;
    use std::{process, thread};

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let watch = || {
        let output = io::stdout();
        // poll always reports POLLERR and POLLHUP.
        let mut ends = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while poll(&mut ends, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let is_gone = PollFlags::POLLERR | PollFlags::POLLHUP;
        if ends[0].revents().is_some_and(|events| events.intersects(is_gone)) {
            process::exit(Status::Done as i32);
        }
    };
    // Without the thread, the next write notices a closed output.
    let _ = thread::Builder::new().name("watch".to_owned()).spawn(watch);
}

/// As on Unix. On Windows, an empty write notices a closed pipe.
#[cfg(windows)]
fn exit_when_output_closes() {
    use std::fs::File;
    use std::io::Write;
    use std::os::windows::io::AsHandle;
    use std::time::Duration;
    use std::{process, thread};

    use protocol::output::is_closed_pipe;

    const INTERVAL: Duration = Duration::from_millis(100);

    let Ok(output) = io::stdout().as_handle().try_clone_to_owned() else { return };
    let mut output = File::from(output);
    let watch = move || {
        while !output.write(&[]).is_err_and(|error| is_closed_pipe(&error)) {
            thread::sleep(INTERVAL);
        }
        process::exit(Status::Done as i32);
    };
    // Without the thread, the next write notices a closed output.
    let _ = thread::Builder::new().name("watch".to_owned()).spawn(watch);
}
