//! [`Server`]: accepts connections and serves requests.

use std::borrow::Cow;
use std::io::{self, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::assets::Assets;
use super::gate::{Gate, Target};
use super::http::{Connection, Refusal, Request, refuse, respond};
use super::tab;
use super::tabs::Tabs;
use super::token::Token;
use engine::Options;
use protocol::{Permissions, Protocol, Session};

/// Maximum simultaneous connections. A browser uses six, and one per tab.
const MAX_CONNECTIONS: usize = 64;

/// Maximum hash size of a tab in MiB, unless the command line sets more.
const MAX_HASH: usize = 1024;

/// Wait after a failed accept, for lack of file descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// Timeout for closing a connection.
const CLOSE_TIME: Duration = Duration::from_millis(500);

/// Serves the page and its sessions.
pub(super) struct Server {
    gate: Gate,
    assets: Assets,
    options: Options,
    token: Token,
    /// A second token, valid for one tab.
    one_time: Mutex<Option<Token>>,
    tabs: Arc<Tabs>,
    connections: AtomicUsize,
}

impl Server {
    /// Serves `assets` and sessions with `options`.
    pub(super) fn new(port: u16, assets: Assets, options: Options) -> anyhow::Result<Server> {
        Ok(Server {
            gate: Gate { port },
            assets,
            options,
            token: Token::random()?,
            one_time: Mutex::new(None),
            tabs: Tabs::new(),
            connections: AtomicUsize::new(0),
        })
    }

    /// The address of the page with the token.
    pub(super) fn address(&self) -> String {
        self.address_with(&self.token)
    }

    /// An address that admits one tab. Invalidates the last one.
    pub(super) fn one_time_address(&self) -> String {
        let Ok(token) = Token::random() else { return self.address() };
        let address = self.address_with(&token);
        *self.one_time.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
        address
    }

    /// Browsers do not send the fragment, so logs do not contain the token.
    fn address_with(&self, token: &Token) -> String {
        format!("http://127.0.0.1:{}/#token={token}", self.gate.port)
    }

    /// The connected tabs.
    pub(super) fn tabs(&self) -> &Arc<Tabs> {
        &self.tabs
    }

    /// Checks the token `text` of a tab and returns the permanent token.
    pub(super) fn admit(&self, text: &str) -> Option<&Token> {
        let mut one_time = self.one_time.lock().unwrap_or_else(PoisonError::into_inner);
        let is_right = self.token.is(text) || one_time.take_if(|token| token.is(text)).is_some();
        is_right.then_some(&self.token)
    }

    /// A session without file access and with bounded memory and threads.
    pub(super) fn session(&self) -> Session {
        let permissions = Permissions {
            files: false,
            max_hash: self.options.hash.max(MAX_HASH),
            max_threads: self.options.threads,
        };
        Session::with_permissions(Some(Protocol::Ugi), self.options.clone(), false, permissions)
    }

    /// Serves every connection in its own thread. Does not return.
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
            // If no thread starts, drop the connection.
            let _ = thread::Builder::new().name("connection".to_owned()).spawn(move || {
                // An error means a faulty or vanished client.
                let _ = place.0.serve(stream);
            });
        }
    }

    /// Serves one request.
    fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let mut connection = Connection::new(stream)?;
        let port = self.gate.port;
        let answer = Request::read(&mut connection)?.and_then(|request| self.answer(request));
        match answer {
            Err(refusal) => {
                refuse(connection.stream(), port, refusal)?;
                close(connection)
            }
            Ok(Answer::File(content_type, content)) => {
                respond(connection.stream(), port, "200 OK", content_type, &content)?;
                close(connection)
            }
            Ok(Answer::Session { accept, rest }) => tab::serve(connection, rest, &accept, self),
        }
    }

    /// The answer to `request`.
    fn answer(&self, request: Request) -> Result<Answer, Refusal> {
        match self.gate.check(&request)? {
            Target::Session { accept } => Ok(Answer::Session { accept, rest: request.rest }),
            Target::File => {
                let path = request.path();
                let (content_type, content) = self.assets.get(path).ok_or(match path {
                    // A page without a token requests its own engine.
                    "/engine.bin" => Refusal::Forbidden,
                    _ => Refusal::NotFound,
                })?;
                Ok(Answer::File(content_type, content))
            }
        }
    }
}

/// The answer to a request.
enum Answer {
    /// A file: content type and content.
    File(&'static str, Cow<'static, [u8]>),
    /// A WebSocket: the accept key and the bytes after the request.
    Session { accept: String, rest: Vec<u8> },
}

/// Counts a connection until dropped.
struct Place(Arc<Server>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, SeqCst);
    }
}

/// Closes a connection after draining its input. Unread input would reset it and lose the response.
pub(super) fn close(mut connection: Connection) -> io::Result<()> {
    connection.stream().shutdown(Shutdown::Write)?;
    connection.set_time(Some(CLOSE_TIME))?;
    let mut ignored = [0; 4096];
    while connection.read(&mut ignored)? > 0 {}
    Ok(())
}
