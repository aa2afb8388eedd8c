//! [`Server`]: accepts connections and serves requests.

use std::borrow::Cow;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::assets::Assets;
use super::http::{Connection, check, read_request, respond};
use super::sessions::Sessions;
use super::tab;
use super::token::Token;
use engine::Options;
use tungstenite::http::StatusCode;

/// Maximum simultaneous connections. A browser uses six, and one per tab.
const MAX_CONNECTIONS: usize = 64;

/// Wait after an accept that failed for lack of file descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// Serves the page and its sessions.
pub(super) struct Server {
    port: u16,
    assets: Assets,
    pub(super) sessions: Sessions,
    /// Cloned for each open connection.
    connections: Arc<()>,
}

impl Server {
    /// Serves `assets` and sessions with `options`.
    pub(super) fn new(port: u16, assets: Assets, options: Options) -> anyhow::Result<Server> {
        Ok(Server { port, assets, sessions: Sessions::new(options)?, connections: Arc::default() })
    }

    /// The address of the page with the token.
    pub(super) fn address(&self) -> String {
        self.address_with(&self.sessions.token)
    }

    /// An address that admits one tab. Invalidates the previous such address.
    pub(super) fn one_time_address(&self) -> String {
        let Ok(token) = Token::random() else { return self.address() };
        let address = self.address_with(&token);
        self.sessions.admit_once(token);
        address
    }

    /// Browsers do not send the fragment, so logs do not contain the token.
    fn address_with(&self, token: &Token) -> String {
        format!("http://127.0.0.1:{}/#token={token}", self.port)
    }

    /// Serves every connection in its own thread. Does not return.
    pub(super) fn accept_from(self: &Arc<Server>, listener: &TcpListener) {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(RETRY);
                continue;
            };
            let place = Arc::clone(&self.connections);
            // One more than the connections.
            if Arc::strong_count(&place) > MAX_CONNECTIONS + 1 {
                continue;
            }
            let server = Arc::clone(self);
            // If no thread starts, drop the connection.
            let _ = thread::Builder::new().name("connection".to_owned()).spawn(move || {
                // An error means a faulty or vanished client.
                let _ = server.serve(stream);
                drop(place);
            });
        }
    }

    /// Serves one request.
    fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let mut connection = Connection::new(stream)?;
        let checked = read_request(&mut connection)?.and_then(|(request, rest)| {
            let upgrade = check(&request, self.port)?;
            Ok((request, rest, upgrade))
        });
        let found = match checked {
            Ok((_, rest, Some(upgrade))) => {
                return tab::serve(connection, rest, &upgrade, &self.sessions);
            }
            Ok((request, ..)) => self.file(request.uri().path()),
            Err(status) => Err(status),
        };
        let (status, content_type, content) = match found {
            Ok((content_type, content)) => (StatusCode::OK, content_type, content),
            Err(status) => {
                let content = format!("{status}\n").into_bytes();
                (status, "text/plain; charset=utf-8", content.into())
            }
        };
        respond(connection.stream(), self.port, status, content_type, &content)?;
        connection.close()
    }

    /// Content type and content of the file at `path`.
    fn file(&self, path: &str) -> Result<(&'static str, Cow<'static, [u8]>), StatusCode> {
        self.assets.get(path).ok_or(match path {
            // A page without a token requests its own engine.
            "/engine.bin" => StatusCode::FORBIDDEN,
            _ => StatusCode::NOT_FOUND,
        })
    }
}
