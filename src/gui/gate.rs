//! [`Gate`]: which requests are answered. Those of our own page, sent to a name that only this
//! machine has.

use tungstenite::handshake::derive_accept_key;

use super::http::{Refusal, Request};

/// The path at which a session is asked for.
const SESSION: &str = "/session";

/// Lets in what is meant for one port of the loopback addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gate {
    /// The port.
    pub(super) port: u16,
}

/// What a request that is let in asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The file at its path.
    File,
    /// A WebSocket; `accept` is the proof that the request was understood.
    Session {
        /// The value of `Sec-WebSocket-Accept`.
        accept: String,
    },
}

impl Gate {
    /// What `request` asks for.
    pub(super) fn check(self, request: &Request) -> Result<Target, Refusal> {
        // A page elsewhere can point a name of its own here (DNS rebinding): its requests
        // have that name.
        let host = request.header("host").ok_or(Refusal::Forbidden)?;
        // Of the usual port browsers do not speak.
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
        // Any page may open a WebSocket to here, and says from where it is.
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

    /// What `Host` may be.
    fn hosts(self) -> [String; 3] {
        ["127.0.0.1", "[::1]", "localhost"].map(|name| format!("{name}:{}", self.port))
    }
}
