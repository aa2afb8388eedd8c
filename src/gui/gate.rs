//! [`Gate`]: accepts requests of our own page to loopback host names only.

use tungstenite::handshake::derive_accept_key;

use super::http::{Refusal, Request};

/// The path of the WebSocket.
const SESSION: &str = "/session";

/// Accepts requests to one port of the loopback addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gate {
    pub(super) port: u16,
}

/// The target of an accepted request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The file at the path.
    File,
    /// A WebSocket.
    Session {
        /// The value of `Sec-WebSocket-Accept`.
        accept: String,
    },
}

impl Gate {
    /// The target of `request`.
    pub(super) fn check(self, request: &Request) -> Result<Target, Refusal> {
        // A foreign page can point its own host name here (DNS rebinding).
        let host = request.header("host").ok_or(Refusal::Forbidden)?;
        // Browsers omit the default port.
        let with_port = if self.port == 80 { format!("{host}:80") } else { host.to_owned() };
        if !self.hosts().contains(&with_port) {
            return Err(Refusal::Forbidden);
        }
        if !request.is_get() {
            return Err(Refusal::Method);
        }
        if request.path() != SESSION {
            return Ok(Target::File);
        }
        // Any page may open a WebSocket here, but the browser sends its origin.
        if request.header("origin") != Some(&format!("http://{host}")) {
            return Err(Refusal::Forbidden);
        }
        let is = |name, value: &str| {
            request.header(name).is_some_and(|header| header.eq_ignore_ascii_case(value))
        };
        let key = request.header("sec-websocket-key");
        match key.filter(|_| is("upgrade", "websocket") && is("sec-websocket-version", "13")) {
            Some(key) => Ok(Target::Session { accept: derive_accept_key(key.as_bytes()) }),
            None => Err(Refusal::Malformed),
        }
    }

    /// The accepted values of `Host`.
    fn hosts(self) -> [String; 3] {
        ["127.0.0.1", "[::1]", "localhost"].map(|name| format!("{name}:{}", self.port))
    }
}
