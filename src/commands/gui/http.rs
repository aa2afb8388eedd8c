//! Minimal HTTP: one request without a body per connection, accepted from our own page only.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::error::{Error, ProtocolError};
use tungstenite::handshake::machine::TryParse;
use tungstenite::handshake::server::{Request, Response, create_response};
use tungstenite::http::StatusCode;

/// The path of the WebSocket.
const SESSION: &str = "/session";

/// Maximum bytes of a request.
const MAX_REQUEST: usize = 16 * 1024;

/// Timeout of a request.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Timeout of a write.
const SEND_TIME: Duration = Duration::from_secs(10);

/// Timeout for closing a connection.
const CLOSE_TIME: Duration = Duration::from_millis(500);

/// A connection with a deadline for all reads together, so that slow senders time out.
pub(super) struct Connection {
    stream: TcpStream,
    deadline: Option<Instant>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> io::Result<Connection> {
        // WebSocket messages are small and latency matters.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SEND_TIME))?;
        let mut connection = Connection { stream, deadline: None };
        connection.set_time(Some(REQUEST_TIME))?;
        Ok(connection)
    }

    /// Sets the time for all further reads together; `None` for no limit.
    pub(super) fn set_time(&mut self, time: Option<Duration>) -> io::Result<()> {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        self.stream.set_read_timeout(time)
    }

    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Closes the connection after draining its input. Unread input would reset the connection and
    /// lose the response.
    pub(super) fn close(mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        self.set_time(Some(CLOSE_TIME))?;
        let mut ignored = [0; 4096];
        while self.read(&mut ignored)? > 0 {}
        Ok(())
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(buffer)
    }
}

/// Reads a request and the bytes after it. The outer error is a connection error.
pub(super) fn read_request(
    input: &mut impl Read,
) -> io::Result<Result<(Request, Vec<u8>), StatusCode>> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = input.read(&mut buffer)?;
        if read == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&buffer[..read]);
        let refusal = match Request::try_parse(&bytes) {
            Ok(Some((length, request))) => return Ok(Ok((request, bytes.split_off(length)))),
            Ok(None) if bytes.len() <= MAX_REQUEST => continue,
            Ok(None) | Err(Error::Capacity(_)) => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Err(Error::Protocol(ProtocolError::WrongHttpMethod)) => StatusCode::METHOD_NOT_ALLOWED,
            Err(_) => StatusCode::BAD_REQUEST,
        };
        return Ok(Err(refusal));
    }
}

/// Accepts a `request` of our own page to a loopback host name and `port`. Returns the response that
/// opens a WebSocket; `None` if the request is for a file.
pub(super) fn check(request: &Request, port: u16) -> Result<Option<Response>, StatusCode> {
    // A foreign page can let its own host name point here (DNS rebinding).
    let host = header(request, "host").ok_or(StatusCode::FORBIDDEN)?;
    // Browsers omit the default port.
    let with_port = if port == 80 { format!("{host}:80") } else { host.to_owned() };
    if !["127.0.0.1", "[::1]", "localhost"].iter().any(|name| with_port == format!("{name}:{port}"))
    {
        return Err(StatusCode::FORBIDDEN);
    }
    if request.uri().path() != SESSION {
        return Ok(None);
    }
    // Any page may open a WebSocket here, but the browser sends its origin.
    if header(request, "origin") != Some(&format!("http://{host}")) {
        return Err(StatusCode::FORBIDDEN);
    }
    create_response(request).map(Some).map_err(|_| StatusCode::BAD_REQUEST)
}

/// The value of a header; `None` if it is missing, repeated or not ASCII.
fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let mut values = request.headers().get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Sends a response with headers that isolate the page: scripts from this server only, no framing, no
/// content sniffing, no referrer, and cross-origin isolation, which shared memory needs.
pub(super) fn respond(
    mut stream: &TcpStream,
    port: u16,
    status: StatusCode,
    content_type: &str,
    body: &[u8],
) -> io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {content_type}\r\n\
         Content-Length: {length}\r\n\
         Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
         worker-src 'self'; style-src 'self'; connect-src 'self' ws://127.0.0.1:{port} \
         ws://localhost:{port}; img-src 'self' blob: data:; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Embedder-Policy: require-corp\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Cache-Control: no-store\r\n\
         Allow: GET\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), body].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Request, Vec<u8>), StatusCode> {
        read_request(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn a_request_has_a_path_and_headers() {
        let text = "GET /a.js?x=1 HTTP/1.1\r\nHOST: here\r\nA: 1\r\nA: 2\r\n\r\nrest";
        let (request, rest) = read(text).unwrap();
        assert_eq!((request.uri().path(), header(&request, "host")), ("/a.js", Some("here")));
        assert_eq!((header(&request, "a"), header(&request, "origin")), (None, None));
        assert_eq!(rest, b"rest");
    }

    #[test]
    fn malformed_requests_are_refused() {
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(2 * MAX_REQUEST));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: 1\r\n".repeat(200));
        for (text, status) in [
            ("\u{1}\u{2}\u{3}\r\n\r\n", 400),
            ("GET / HTTP/9.9\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\n\r\n", 405),
            (&long, 431),
            (&many, 431),
        ] {
            assert_eq!(read(text).unwrap_err(), status, "{}", &text[..text.len().min(40)]);
        }
        assert!(read_request(&mut &b"GET / HTTP/1.1\r\n"[..]).is_err());
    }
}
