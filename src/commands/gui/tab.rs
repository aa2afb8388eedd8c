//! A browser tab: a WebSocket with a protocol session. Each text message is one line.

use std::io::{self, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tungstenite::handshake::server::{Response, write_response};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role};
use tungstenite::{Message, WebSocket};

use super::http::Connection;
use super::lines::{LineReader, Reason, Received};
use super::sessions::Sessions;
use protocol::reader::MAX_LINE;
use protocol::{Outcome, serve as serve_session};

/// Timeout for the token.
const TOKEN_TIME: Duration = Duration::from_secs(2);

/// Close codes, shared with `web/engine/socket.js`.
const WRONG_TOKEN: CloseCode = CloseCode::Library(4001);
const TOO_MANY_TABS: CloseCode = CloseCode::Library(4002);

/// Sends `upgrade`, the answer to a request for a WebSocket. Serves the tab until one side closes.
/// `rest` is the input after the request.
pub(super) fn serve(
    connection: Connection,
    rest: Vec<u8>,
    upgrade: &Response,
    sessions: &Sessions,
) -> io::Result<()> {
    let mut stream = connection.stream().try_clone()?;
    let mut head = Vec::new();
    write_response(&mut head, upgrade).map_err(io::Error::other)?;
    stream.write_all(&head)?;
    let socket = WebSocket::from_raw_socket(stream, Role::Server, None);
    let writer = Writer(Arc::new(Mutex::new(socket)));
    let mut reader = LineReader::new(connection, rest, MAX_LINE);
    match admit(&mut reader, &writer, sessions) {
        Ok(()) => run(&mut reader, &writer, sessions),
        Err(reason) => writer.close(reason),
    }
    reader.into_stream().close()
}

/// Reads the token and replies with the permanent token.
fn admit(
    reader: &mut LineReader<Connection>,
    writer: &Writer,
    sessions: &Sessions,
) -> Result<(), Reason> {
    let refusal = (WRONG_TOKEN, "wrong token");
    reader.stream().set_time(Some(TOKEN_TIME)).map_err(|_| refusal)?;
    let Received::Line(text) = reader.next() else { return Err(refusal) };
    let token = sessions.admit(&text).ok_or(refusal)?;
    writer.send(Message::text(format!("token {token}"))).map_err(|_| refusal)?;
    reader.stream().set_time(None).map_err(|_| refusal)
}

/// Runs a session to its end.
fn run(reader: &mut LineReader<Connection>, writer: &Writer, sessions: &Sessions) {
    let Some(_tab) = sessions.tabs.enter() else {
        return writer.close((TOO_MANY_TABS, "too many tabs"));
    };
    let (sender, session) = serve_session(sessions.session());
    let replies = writer.clone();
    let thread = thread::Builder::new().name("session".to_owned()).spawn(move || {
        let mut is_lost = false;
        let outcome =
            session(&mut |text| replies.send(Message::text(text)).inspect_err(|_| is_lost = true));
        // If the session ended first, end reading.
        if is_lost || !matches!(outcome, Ok(Outcome::HostGone)) {
            replies.end_reading();
        }
    });
    let Ok(thread) = thread else {
        return writer.close((CloseCode::Error, "cannot start a thread"));
    };
    let reason = loop {
        match reader.next() {
            Received::Line(text) if sender.send(text.as_bytes()).is_err() => {
                break Some((CloseCode::Policy, "too many lines at once"));
            }
            Received::Line(_) => {}
            // The next read notices a closed tab.
            Received::Ping(payload) => drop(writer.send(Message::Pong(payload))),
            Received::End(reason) => break reason,
        }
    };
    if let Some(reason) = reason {
        writer.close(reason);
    }
    // Ends the session and its search.
    drop(sender);
    // The panic hook has reported a panic.
    let _ = thread.join();
}

/// The writing half of a WebSocket, shared by threads.
#[derive(Clone)]
struct Writer(Arc<Mutex<WebSocket<TcpStream>>>);

impl Writer {
    /// Sends a message. A timeout counts as a closed tab.
    fn send(&self, message: Message) -> io::Result<()> {
        let mut socket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        socket.send(message).map_err(|_| ErrorKind::BrokenPipe.into())
    }

    /// Sends a close frame. Ignores errors.
    fn close(&self, (code, reason): Reason) {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = self.send(Message::Close(Some(frame)));
    }

    /// Ends the reading half. Ignores errors.
    fn end_reading(&self) {
        // On Windows this does not end a running read; the tab's close frame does.
        if cfg!(windows) {
            return self.close((CloseCode::Normal, ""));
        }
        let socket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = socket.get_ref().shutdown(Shutdown::Read);
    }
}
