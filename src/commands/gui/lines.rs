//! [`LineReader`]: the reading half of a WebSocket. Each text message is one line.

use std::io::{self, Read, Write};

use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Bytes, Error, Message, Utf8Bytes, WebSocket};

/// Why a tab is closed: code and text.
pub(super) type Reason = (CloseCode, &'static str);

/// Input from a tab.
#[derive(Debug)]
pub(super) enum Received {
    /// A line.
    Line(Utf8Bytes),
    /// A ping with the payload of the pong.
    Ping(Bytes),
    /// The end of input, with the reason to close the tab; `None` if the tab is gone.
    End(Option<Reason>),
}

/// Reads lines. Sends nothing, so it needs no lock.
pub(super) struct LineReader<S>(WebSocket<ReadHalf<S>>);

impl<S: Read> LineReader<S> {
    /// Reads lines of up to `longest` bytes from `rest`, then from `stream`.
    pub(super) fn new(stream: S, rest: Vec<u8>, longest: usize) -> LineReader<S> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        let half = ReadHalf(stream);
        LineReader(WebSocket::from_partially_read(half, rest, Role::Server, Some(config)))
    }

    /// Waits for the next input.
    pub(super) fn next(&mut self) -> Received {
        loop {
            return match self.0.read() {
                Ok(Message::Text(text)) => Received::Line(text),
                Ok(Message::Ping(payload)) => Received::Ping(payload),
                Ok(Message::Pong(_) | Message::Frame(_)) => continue,
                Ok(Message::Binary(_)) => {
                    Received::End(Some((CloseCode::Unsupported, "expected text")))
                }
                // A reset: the session ended, or the tab vanished.
                Ok(Message::Close(_)) | Err(Error::Protocol(ResetWithoutClosingHandshake)) => {
                    Received::End(Some((CloseCode::Normal, "")))
                }
                Err(Error::Capacity(_)) => Received::End(Some((CloseCode::Size, "line too long"))),
                Err(Error::Utf8(_)) => Received::End(Some((CloseCode::Invalid, "not UTF-8"))),
                Err(Error::Protocol(_)) => {
                    Received::End(Some((CloseCode::Protocol, "not a WebSocket")))
                }
                Err(_) => Received::End(None),
            };
        }
    }

    /// The stream.
    pub(super) fn stream(&mut self) -> &mut S {
        &mut self.0.get_mut().0
    }

    /// The stream. Unparsed input is lost.
    pub(super) fn into_stream(self) -> S {
        self.0.into_inner().0
    }
}

/// Discards writes. Tungstenite answers pings while reading, and the answers would interleave with
/// the writing half.
struct ReadHalf<S>(S);

impl<S: Read> Read for ReadHalf<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<S> Write for ReadHalf<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
