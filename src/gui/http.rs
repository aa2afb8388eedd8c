//! Minimal HTTP: one request without a body per connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Maximum bytes of a request.
const MAX_REQUEST: usize = 16 * 1024;

/// Maximum headers of a request.
const MAX_HEADERS: usize = 64;

/// Timeout of a request.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Timeout of a write.
const SEND_TIME: Duration = Duration::from_secs(10);

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

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    method: String,
    /// The path with query.
    target: String,
    /// Names in lower case, with values.
    headers: Vec<(String, String)>,
    /// The bytes after the request.
    pub(super) rest: Vec<u8>,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Not HTTP.
    Malformed,
    /// Too long.
    TooLong,
    /// Not GET.
    Method,
    /// A foreign origin, a foreign host name, or a page without a token.
    Forbidden,
    /// No such file.
    NotFound,
}

impl Refusal {
    fn status(self) -> &'static str {
        match self {
            Refusal::Malformed => "400 Bad Request",
            Refusal::TooLong => "431 Request Header Fields Too Large",
            Refusal::Method => "405 Method Not Allowed",
            Refusal::Forbidden => "403 Forbidden",
            Refusal::NotFound => "404 Not Found",
        }
    }
}

impl Request {
    /// Reads a request. The outer error is a connection error.
    pub(super) fn read(input: &mut impl Read) -> io::Result<Result<Request, Refusal>> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let read = match input.read(&mut buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                other => other?,
            };
            if read == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            bytes.extend_from_slice(&buffer[..read]);
            match Request::parse(&bytes) {
                Ok(None) if bytes.len() > MAX_REQUEST => return Ok(Err(Refusal::TooLong)),
                Ok(None) => {}
                Ok(Some(request)) => return Ok(Ok(request)),
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
    }

    /// Parses the request at the start of `bytes`; `None` if incomplete.
    fn parse(bytes: &[u8]) -> Result<Option<Request>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let length = match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Refusal::TooLong),
            Err(_) => return Err(Refusal::Malformed),
        };
        let headers = request.headers.iter().map(|header| {
            let value = String::from_utf8_lossy(header.value).into_owned();
            (header.name.to_ascii_lowercase(), value)
        });
        Ok(Some(Request {
            headers: headers.collect(),
            method: request.method.unwrap_or_default().to_owned(),
            target: request.path.unwrap_or_default().to_owned(),
            rest: bytes[length..].to_vec(),
        }))
    }

    pub(super) fn is_get(&self) -> bool {
        self.method == "GET"
    }

    /// The path without query and fragment.
    pub(super) fn path(&self) -> &str {
        self.target.split(['?', '#']).next().unwrap_or_default()
    }

    /// The value of header `name`, given in lower case; `None` if it is missing or repeated.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }
}

/// Sends a response with headers that isolate the page: scripts from this server only, no framing, no
/// content sniffing, no referrer, and cross-origin isolation, which shared memory needs.
pub(super) fn respond(
    mut stream: &TcpStream,
    port: u16,
    status: &str,
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

/// Sends a refusal.
pub(super) fn refuse(stream: &TcpStream, port: u16, refusal: Refusal) -> io::Result<()> {
    let status = refusal.status();
    respond(stream, port, status, "text/plain; charset=utf-8", format!("{status}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, Refusal> {
        Request::read(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn a_request_has_a_path_and_headers() {
        let request = read("GET /a.js?x=1 HTTP/1.1\r\nHOST: here\r\nA: 1\r\nA: 2\r\n\r\nrest");
        let request = request.unwrap();
        assert!(request.is_get());
        assert_eq!((request.path(), request.header("host")), ("/a.js", Some("here")));
        assert_eq!((request.header("a"), request.header("origin")), (None, None));
        assert_eq!(request.rest, b"rest");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(2 * MAX_REQUEST));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: 1\r\n".repeat(MAX_HEADERS + 1));
        for (text, refusal) in [
            ("\u{1}\u{2}\u{3}\r\n\r\n", Refusal::Malformed),
            ("GET / HTTP/9.9\r\n\r\n", Refusal::Malformed),
            (&long, Refusal::TooLong),
            (&many, Refusal::TooLong),
        ] {
            assert_eq!(read(text), Err(refusal), "{}", &text[..text.len().min(40)]);
        }
        assert!(Request::read(&mut &b"GET / HTTP/1.1\r\n"[..]).is_err());
    }
}
