//! A tab of the browser: a WebSocket with a session of the protocol. Each text message is one
//! line, in both directions.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::http::Connection;
use super::server::{Server, close};
use crate::protocol::reader::MAX_LINE;
use crate::protocol::{LineSender, Outcome, serve as serve_session};

/// How long a tab may take to send the token.
const TOKEN_TIME: Duration = Duration::from_secs(2);

/// The codes with which a WebSocket is closed; `web/engine/socket.js` knows them.
const WRONG_TOKEN: CloseCode = CloseCode::Library(4001);
const TOO_MANY_TABS: CloseCode = CloseCode::Library(4002);

/// Serves the tab on `connection`, which has asked for a WebSocket, until one side has enough.
/// `rest` is what it has sent since, `accept` the proof that the request was understood.
pub(super) fn serve(
    connection: Connection,
    rest: Vec<u8>,
    accept: &str,
    server: &Server,
) -> io::Result<()> {
    let mut stream = connection.stream().try_clone()?;
    write!(
        stream,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    let writer = Writer::new(stream);
    let mut reader = Reader::new(connection, rest);
    match admit(&mut reader, &writer, server) {
        Ok(()) => run(&mut reader, &writer, server),
        Err(reason) => writer.close(reason),
    }
    close(reader.into_connection())
}

/// Why a tab is sent away: a code, and the same in words.
type Reason = (CloseCode, &'static str);

/// Reads the token, and answers with the one that is to be used from now on.
fn admit(reader: &mut Reader, writer: &Writer, server: &Server) -> Result<(), Reason> {
    let refusal = (WRONG_TOKEN, "wrong token");
    reader.set_time(Some(TOKEN_TIME)).map_err(|_| refusal)?;
    let Ok(Message::Text(text)) = reader.read() else { return Err(refusal) };
    let token = server.admit(&text).ok_or(refusal)?;
    writer.send(Message::text(format!("token {token}"))).map_err(|_| refusal)?;
    reader.set_time(None).map_err(|_| refusal)
}

/// Runs a session to its end.
fn run(reader: &mut Reader, writer: &Writer, server: &Server) {
    let Some(_tab) = server.tabs().enter() else {
        return writer.close((TOO_MANY_TABS, "too many tabs"));
    };
    let (sender, session) = serve_session(server.session());
    let replies = writer.clone();
    let thread = thread::Builder::new().name("session".to_owned()).spawn(move || {
        let mut is_lost = false;
        let outcome =
            session(&mut |text| replies.send(Message::text(text)).inspect_err(|_| is_lost = true));
        // Unless the lines have ended first, no more are to be read.
        if is_lost || !matches!(outcome, Ok(Outcome::HostGone)) {
            replies.end_reading();
        }
    });
    let reason = match &thread {
        Ok(_) => read_lines(reader, writer, &sender),
        Err(_) => Some((CloseCode::Error, "no thread can be started")),
    };
    if let Some(reason) = reason {
        writer.close(reason);
    }
    // Ends the session, and its search.
    drop(sender);
    // A panic there has been reported by its own thread.
    let _ = thread.map(thread::JoinHandle::join);
}

/// Sends the lines of the tab to the session. Returns why the tab is sent away; `None` if it has
/// gone by itself.
fn read_lines(reader: &mut Reader, writer: &Writer, sender: &LineSender) -> Option<Reason> {
    loop {
        match reader.read() {
            Ok(Message::Text(text)) => {
                if sender.send(text.as_bytes()).is_err() {
                    return Some((CloseCode::Policy, "too many lines at once"));
                }
            }
            Ok(Message::Binary(_)) => return Some((CloseCode::Unsupported, "expected text")),
            // A tab that is gone is noticed by the next read.
            Ok(Message::Ping(payload)) => drop(writer.send(Message::Pong(payload))),
            Ok(Message::Pong(_) | Message::Frame(_)) => {}
            // The second one: the session has ended, or the tab has gone without a word.
            Ok(Message::Close(_)) | Err(Error::Protocol(ResetWithoutClosingHandshake)) => {
                return Some((CloseCode::Normal, ""));
            }
            Err(Error::Capacity(_)) => {
                return Some((CloseCode::Size, "line too long"));
            }
            Err(Error::Utf8(_)) => return Some((CloseCode::Invalid, "not UTF-8")),
            Err(Error::Protocol(_)) => {
                return Some((CloseCode::Protocol, "not a WebSocket"));
            }
            Err(_) => return None,
        }
    }
}

/// The half of a WebSocket that reads. It sends nothing, so that it needs no lock.
struct Reader(WebSocket<ReadHalf>);

impl Reader {
    fn new(connection: Connection, rest: Vec<u8>) -> Reader {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_LINE))
            .max_frame_size(Some(MAX_LINE));
        let half = ReadHalf(connection);
        Reader(WebSocket::from_partially_read(half, rest, Role::Server, Some(config)))
    }

    fn read(&mut self) -> tungstenite::Result<Message> {
        self.0.read()
    }

    fn set_time(&mut self, time: Option<Duration>) -> io::Result<()> {
        self.0.get_mut().0.set_time(time)
    }

    fn into_connection(self) -> Connection {
        self.0.into_inner().0
    }
}

/// A connection of which nothing is written: tungstenite answers pings where it reads them, and
/// that would be in the middle of what the other half sends.
struct ReadHalf(Connection);

impl Read for ReadHalf {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for ReadHalf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The half of a WebSocket that writes, for several threads.
#[derive(Clone)]
struct Writer(Arc<Mutex<WebSocket<TcpStream>>>);

impl Writer {
    fn new(stream: TcpStream) -> Writer {
        Writer(Arc::new(Mutex::new(WebSocket::from_raw_socket(stream, Role::Server, None))))
    }

    /// Sends a message. A tab that takes it too slowly is gone.
    fn send(&self, message: Message) -> io::Result<()> {
        let mut socket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        socket.send(message).map_err(|_| ErrorKind::BrokenPipe.into())
    }

    /// Says why no more is sent. The tab may be gone.
    fn close(&self, (code, reason): Reason) {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = self.send(Message::Close(Some(frame)));
    }

    /// Lets the half that reads come to its end. The tab may be gone.
    fn end_reading(&self) {
        let socket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = socket.get_ref().shutdown(Shutdown::Read);
    }
}
