//! [`SocketHost`]: a session with `outflank gui`, as in the page.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

use super::host::NoLine;
use super::program::program;

/// A running `outflank gui` with one tab, killed when dropped.
pub struct SocketHost {
    process: Child,
    socket: WebSocket<TcpStream>,
    /// The lines of the last message that are not read yet.
    lines: VecDeque<String>,
    /// The close code of the server.
    closed: Option<CloseCode>,
}

impl SocketHost {
    /// Starts the server. `arguments` apply to its sessions.
    pub fn start(arguments: &[&str]) -> SocketHost {
        let words = program();
        let mut process = Command::new(&words[0])
            .args(&words[1..])
            .args(["gui", "--no-open", "--threads", "1"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let mut stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        stdout.read_line(&mut address).expect("an address");
        let rest = address.trim().strip_prefix("http://").expect("an address");
        let (host, token) = rest.split_once("/#token=").expect("a token");
        let mut request = format!("ws://{host}/session").into_client_request().expect("an address");
        let origin = format!("http://{host}").parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect(host).expect("it listens");
        let (mut socket, _) = tungstenite::client(request, stream).expect("a handshake");
        socket.send(Message::text(token)).expect("it is open");
        let mut host = SocketHost { process, socket, lines: VecDeque::new(), closed: None };
        let welcome = host.next_line(Duration::from_secs(20)).expect("a welcome");
        assert_eq!(welcome, format!("token {token}"));
        host
    }

    /// Sends `line`. Ignores that the session may have ended.
    pub fn send(&mut self, line: &[u8]) {
        let text = std::str::from_utf8(line).expect("messages are text");
        let _ = self.socket.send(Message::text(text));
    }

    /// Closes the tab.
    pub fn end_input(&mut self) {
        // It may be closed already.
        let _ = self.socket.close(None);
    }

    /// The next line of the output, if it comes within `timeout`.
    pub fn next_line(&mut self, timeout: Duration) -> Result<String, NoLine> {
        let end = Instant::now() + timeout;
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            self.socket.get_ref().set_read_timeout(Some(left)).expect("a socket");
            match self.socket.read() {
                // An empty message is an empty line.
                Ok(Message::Text(text)) => {
                    self.lines = format!("{text}\n").lines().map(str::to_owned).collect();
                }
                Ok(Message::Close(frame)) => self.closed = frame.map(|frame| frame.code),
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Err(NoLine::Late);
                }
                Err(_) => return Err(NoLine::End),
            }
        }
    }

    /// The rest of the output, and 0 if the server closed in order, if the session ends within
    /// `timeout`.
    pub fn wait_for_end(&mut self, timeout: Duration) -> Option<(Vec<String>, i32)> {
        let mut rest = Vec::new();
        loop {
            match self.next_line(timeout) {
                Ok(line) => rest.push(line),
                Err(NoLine::Late) => return None,
                Err(NoLine::End) => break,
            }
        }
        Some((rest, i32::from(self.closed != Some(CloseCode::Normal))))
    }
}

impl Drop for SocketHost {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
