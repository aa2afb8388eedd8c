//! [`Server`]: who is let in, and what is served.

use std::io::{self, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tungstenite::handshake::derive_accept_key;

use super::assets::Assets;
use super::http::{Connection, Refusal, Request, refuse, respond};
use super::tab;
use super::tabs::Tabs;
use super::token::Token;
use crate::engine::Options;
use crate::protocol::{Permissions, Protocol, Session};

/// The most connections at once. A browser uses six and one for each tab.
const MAX_CONNECTIONS: usize = 64;

/// The most memory in MiB for the table of a tab, unless the command line asks for more.
const MAX_HASH: usize = 1024;

/// How long to wait after a connection could not be accepted, for want of file descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// How long a connection that is refused may take to close.
const CLOSE_TIME: Duration = Duration::from_millis(500);

/// Serves the page and its sessions at one port of the loopback address.
pub(super) struct Server {
    port: u16,
    assets: Assets,
    options: Options,
    token: Token,
    /// A second token, which is good for one tab.
    one_time: Mutex<Option<Token>>,
    tabs: Arc<Tabs>,
    connections: AtomicUsize,
}

impl Server {
    /// Serves `assets`, and sessions that start with `options`.
    pub(super) fn new(port: u16, assets: Assets, options: Options) -> anyhow::Result<Server> {
        Ok(Server {
            port,
            assets,
            options,
            token: Token::random()?,
            one_time: Mutex::new(None),
            tabs: Tabs::new(),
            connections: AtomicUsize::new(0),
        })
    }

    /// The address of the page, with the token.
    pub(super) fn address(&self) -> String {
        self.address_with(&self.token)
    }

    /// An address that is good for one tab, and until the next call.
    pub(super) fn one_time_address(&self) -> String {
        let Ok(token) = Token::random() else { return self.address() };
        let address = self.address_with(&token);
        *self.one_time.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
        address
    }

    /// A fragment is part of no request, so that no log has it.
    fn address_with(&self, token: &Token) -> String {
        format!("http://127.0.0.1:{}/#token={token}", self.port)
    }

    /// The tabs that are connected.
    pub(super) fn tabs(&self) -> &Arc<Tabs> {
        &self.tabs
    }

    /// The token, for a tab that has sent `text`; `None` if that lets nobody in.
    pub(super) fn admit(&self, text: &str) -> Option<&Token> {
        let mut one_time = self.one_time.lock().unwrap_or_else(PoisonError::into_inner);
        let is_right = self.token.is(text) || one_time.take_if(|token| token.is(text)).is_some();
        is_right.then_some(&self.token)
    }

    /// A session for a tab: it reads no files and takes a bounded part of the machine.
    pub(super) fn session(&self) -> Session {
        let permissions = Permissions {
            files: false,
            max_hash: self.options.hash.max(MAX_HASH),
            max_threads: self.options.threads,
        };
        Session::with_permissions(Some(Protocol::Ugi), self.options.clone(), false, permissions)
    }

    /// Serves every connection in a thread of its own, for ever.
    pub(super) fn accept_from(self: &Arc<Server>, listener: &TcpListener) {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(RETRY);
                continue;
            };
            if self.connections.fetch_add(1, SeqCst) >= MAX_CONNECTIONS {
                self.connections.fetch_sub(1, SeqCst);
                continue;
            }
            let place = Place(Arc::clone(self));
            // Without a thread the connection is dropped.
            let _ = thread::Builder::new().name("connection".to_owned()).spawn(move || {
                // An error is the other side's, or it is gone.
                let _ = place.0.serve(stream);
            });
        }
    }

    /// Serves one request.
    fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let mut connection = Connection::new(stream)?;
        let request = Request::read(&mut connection)?;
        match request.and_then(|request| self.check(&request).map(|answer| (request, answer))) {
            Err(refusal) => {
                refuse(connection.stream(), self.port, refusal)?;
                close(connection)
            }
            Ok((_, Answer::File(content_type, content))) => {
                respond(connection.stream(), self.port, "200 OK", content_type, &content)?;
                close(connection)
            }
            Ok((request, Answer::Session { accept })) => {
                tab::serve(connection, request.rest, &accept, self)
            }
        }
    }

    /// What `request` is answered with.
    fn check(&self, request: &Request) -> Result<Answer, Refusal> {
        // A page elsewhere can point a name of its own here (DNS rebinding): its requests
        // have that name.
        let host = request.header("host").ok_or(Refusal::Forbidden)?;
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !names.iter().any(|name| name == host) {
            return Err(Refusal::Forbidden);
        }
        if !request.is_get() {
            return Err(Refusal::Method);
        }
        if request.path() != "/session" {
            let (content_type, content) =
                self.assets.get(request.path()).ok_or(Refusal::NotFound)?;
            return Ok(Answer::File(content_type, content));
        }
        // Any page may open a WebSocket to here, and says from where it is.
        if request.header("origin") != Some(&format!("http://{host}")) {
            return Err(Refusal::Forbidden);
        }
        let is = |name, value: &str| {
            request.header(name).is_some_and(|header| header.eq_ignore_ascii_case(value))
        };
        let key = request.header("sec-websocket-key");
        match key.filter(|_| is("upgrade", "websocket") && is("sec-websocket-version", "13")) {
            Some(key) => Ok(Answer::Session { accept: derive_accept_key(key.as_bytes()) }),
            None => Err(Refusal::Malformed),
        }
    }
}

/// What a request is answered with.
enum Answer {
    /// A file: its content type and its content.
    File(&'static str, std::borrow::Cow<'static, [u8]>),
    /// A WebSocket, with the proof that the request was understood.
    Session { accept: String },
}

/// A connection that counts, until it is dropped.
struct Place(Arc<Server>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, SeqCst);
    }
}

/// Closes a connection so that what was sent arrives: input that nobody has read would reset
/// it.
pub(super) fn close(mut connection: Connection) -> io::Result<()> {
    connection.stream().shutdown(Shutdown::Write)?;
    connection.set_time(Some(CLOSE_TIME))?;
    let mut ignored = [0; 4096];
    while connection.read(&mut ignored)? > 0 {}
    Ok(())
}
