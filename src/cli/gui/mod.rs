//! `gui`: the page of `web/` in a browser, with this engine behind it.
//!
//! - `assets`: the files of the page;
//! - `http`: requests and responses, as far as a page needs them;
//! - `server`: who is let in, and what is served;
//! - `tab`: a WebSocket with a session of the protocol;
//! - `tabs`: how many there are;
//! - `token`: the secret that lets a browser in.
//!
//! The server is for one user of this machine. It listens on the loopback address only. What a
//! browser sends may come from a page of somebody else, and what the address receives may come
//! from another user: `server` and `tab` refuse both.

mod assets;
mod http;
mod server;
mod tab;
mod tabs;
mod token;

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use self::assets::Assets;
use self::server::Server;
use super::flags::{EngineFlags, ForGui};
use super::{Status, complain};
use crate::engine::Options;

/// How long the server that has opened the browser waits for a tab when there is none.
const LINGER: Duration = Duration::from_secs(120);

/// How often it looks.
const LOOK: Duration = Duration::from_secs(1);

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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Serve the files of this folder in place of those of the program, to work on the page
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineFlags<ForGui>,
}

impl GuiArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        let threads = self.threads.map_or(cores, usize::from);
        let options = Options { threads, ..self.engine.options };
        let assets = Assets::new(self.web)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))
            .with_context(|| format!("cannot listen on port {}", self.port))?;
        let port = listener.local_addr()?.port();
        let server = Arc::new(Server::new(port, assets, options)?);

        let (interrupt, interrupted) = channel();
        // The receiver lives as long as the process.
        ctrlc::set_handler(move || _ = interrupt.send(()))
            .context("interrupts cannot be caught")?;
        let accepting = Arc::clone(&server);
        thread::Builder::new()
            .name("accept".to_owned())
            .spawn(move || accepting.accept_from(&listener))?;

        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{}", server.address())?;
        stdout.flush()?;
        let has_opened = !self.no_open && open_browser(&server);
        complain("serving the page; Ctrl-C ends it");
        loop {
            match interrupted.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(Status::Done),
            }
            if has_opened && server.tabs().idle_time().is_some_and(|idle| idle >= LINGER) {
                complain("the last tab is closed");
                return Ok(Status::Done);
            }
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
