//! `gui`: serves the page of `web/` with this engine as its backend.
//!
//! - `assets`: the files of the page;
//! - `http`: requests, access checks and responses;
//! - `server`: connections;
//! - `tab`: a WebSocket with a protocol session; `lines`: its reading half;
//! - `sessions`: the sessions of tabs and their access; `tabs`: the count of open tabs; `token`: an
//!   access token.
//!
//! The server is for one local user. It listens on loopback addresses only. Requests may still come
//! from a foreign page in the user's browser or from another local user: `http` and `tab` refuse both.

mod assets;
mod http;
mod lines;
mod server;
mod sessions;
mod tab;
mod tabs;
mod token;

use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use self::assets::Assets;
use self::server::Server;
use crate::flags::{EngineFlags, ForGui, integer};
use crate::output::StandardOutput;
use crate::signals::on_interrupt;
use crate::{Status, complain};
use engine::Options;

/// Poll interval for open tabs.
const LOOK: Duration = Duration::from_secs(1);

/// Attempts to find a port that is free on both loopback addresses.
const PORTS: usize = 20;

/// Play and analyse in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The command prints the address of a page that only this machine can open. The address contains an
access token. Each tab has its own engine.

The server ends with Ctrl-C. If it opened the browser, it also ends two minutes after the last tab
closes.

Examples:
  outflank gui
  outflank gui --no-open --port 8080 --hash 256")]
pub(crate) struct GuiArguments {
    /// Port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Print the address only; keep running without tabs
    #[arg(long)]
    no_open: bool,
    /// Number of search threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = integer::<u16>(1..=256))]
    threads: Option<u16>,
    /// Serve the page from this folder, for development
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// Seconds without tabs before the server ends, if it opened the browser
    #[arg(long, value_name = "SECONDS", default_value_t = 120, hide = true)]
    linger: u64,
    #[command(flatten)]
    engine: EngineFlags<ForGui>,
}

impl GuiArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        // The maximum of the option.
        let threads = self.threads.map_or(cores.min(256), usize::from);
        let options = Options { threads, ..self.engine.options };
        let assets = Assets::new(self.web)?;
        let listeners =
            listen(self.port).with_context(|| format!("cannot listen on port {}", self.port))?;
        let port = listeners[0].local_addr()?.port();
        let server = Arc::new(Server::new(port, assets, options)?);

        let (interrupt, interrupted) = channel();
        // The receiver outlives the handler.
        on_interrupt(move || _ = interrupt.send(()))?;
        for listener in listeners {
            let server = Arc::clone(&server);
            thread::Builder::new()
                .name("accept".to_owned())
                .spawn(move || server.accept_from(&listener))?;
        }

        let mut stdout = StandardOutput::lock();
        writeln!(stdout, "{}", server.address())?;
        stdout.flush()?;
        let has_opened = !self.no_open && open_browser(&server);
        complain("serving the page; press Ctrl-C to end");
        let linger = Duration::from_secs(self.linger);
        loop {
            match interrupted.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(Status::Done),
            }
            if has_opened && server.sessions.tabs.idle_time().is_some_and(|idle| idle >= linger) {
                complain("the last tab is closed");
                return Ok(Status::Done);
            }
        }
    }
}

/// Listens on `port` of both loopback addresses, because `localhost` may be either. Without IPv6,
/// listens on one address.
fn listen(port: u16) -> io::Result<Vec<TcpListener>> {
    let mut tries = if port == 0 { PORTS } else { 1 };
    loop {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        tries -= 1;
        match TcpListener::bind((Ipv6Addr::LOCALHOST, first.local_addr()?.port())) {
            Ok(second) => return Ok(vec![first, second]),
            Err(error) if error.kind() != ErrorKind::AddrInUse => return Ok(vec![first]),
            Err(error) if tries == 0 => return Err(error),
            Err(_) => {}
        }
    }
}

/// Opens the page in the user's browser. On failure prints a message and returns `false`.
fn open_browser(server: &Server) -> bool {
    // Other users may see the browser's command line, so the token in it works once.
    let opened = open::that_detached(server.one_time_address()).is_ok();
    if !opened {
        complain(format_args!("no browser found: open {} yourself", server.address()));
    }
    opened
}
