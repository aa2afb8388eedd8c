//! `gui`: the page of `web/` in a browser, with this engine behind it.
//!
//! - `assets`: the files of the page;
//! - `http`: requests and responses, as far as a page needs them;
//! - `gate`: which requests are answered;
//! - `server`: the connections, and what is served;
//! - `tab`: a WebSocket with a session of the protocol; `lines`: what is read from it;
//! - `tabs`: how many there are;
//! - `token`: the secret that lets a browser in.
//!
//! The server is for one user of this machine. It listens on the loopback addresses only. What a
//! browser sends may come from a page of somebody else, and what the address receives may come
//! from another user: `gate` and `tab` refuse both.

mod assets;
mod gate;
mod http;
mod lines;
mod server;
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
use super::flags::{EngineFlags, ForGui, whole};
use super::output::StandardOutput;
use super::signals::on_interrupt;
use super::{Status, complain};
use engine::Options;

/// How often the server looks whether there is a tab.
const LOOK: Duration = Duration::from_secs(1);

/// How many ports the system is asked for, until one is free on both loopback addresses.
const PORTS: usize = 20;

/// Play and analyse in the browser, with this engine behind the page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page is part of this program and is served to this machine only, at the address that is
printed. It contains a secret that lets the browser in. Each tab has an engine of its own.

Ends with Ctrl-C, and two minutes after the last tab is closed if it has opened the browser.

Examples:
  outflank gui
  outflank gui --no-open --port 8080 --hash 256")]
pub(super) struct GuiArguments {
    /// The port to listen on; 0 for one that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Only print the address; go on when no tab is open
    #[arg(long)]
    no_open: bool,
    /// Number of search threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    threads: Option<u16>,
    /// Serve the files of this folder in place of those of the program, to work on the page
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// How many seconds the server that has opened the browser waits when there is no tab
    #[arg(long, value_name = "SECONDS", default_value_t = 120, hide = true)]
    linger: u64,
    #[command(flatten)]
    engine: EngineFlags<ForGui>,
}

impl GuiArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        // As many as the option takes.
        let threads = self.threads.map_or(cores.min(256), usize::from);
        let options = Options { threads, ..self.engine.options };
        let assets = Assets::new(self.web)?;
        let listeners =
            listen(self.port).with_context(|| format!("cannot listen on port {}", self.port))?;
        let port = listeners[0].local_addr()?.port();
        let server = Arc::new(Server::new(port, assets, options)?);

        let (interrupt, interrupted) = channel();
        // The receiver lives as long as the process.
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
        complain("serving the page; Ctrl-C ends it");
        let linger = Duration::from_secs(self.linger);
        loop {
            match interrupted.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(Status::Done),
            }
            if has_opened && server.tabs().idle_time().is_some_and(|idle| idle >= linger) {
                complain("the last tab is closed");
                return Ok(Status::Done);
            }
        }
    }
}

/// Listens on `port` of the loopback addresses: `localhost` may be either, and nobody else is to
/// answer there. A machine without IPv6 has only one.
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

/// Opens the page in the browser of the user; `false` if there is none, which is reported.
fn open_browser(server: &Server) -> bool {
    // Other users may see the command line of the browser: the secret in it is used up by
    // the page that it opens.
    let opened = open::that_detached(server.one_time_address());
    if let Err(error) = &opened {
        complain(format_args!("no browser can be opened ({error}): open the address above"));
    }
    opened.is_ok()
}
