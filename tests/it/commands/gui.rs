//! `outflank gui`: pages, access and robustness. No input ends the server or leaks a thread or a
//! search.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::program::command;
#[cfg(target_os = "linux")]
use crate::common::program::thread_count;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

/// A running server, killed when dropped.
struct Gui {
    process: Child,
    port: u16,
    token: String,
}

impl Gui {
    fn start() -> Gui {
        Gui::run(command().args(["gui", "--no-open"]))
    }

    fn run(command: &mut Command) -> Gui {
        let mut process = command
            .args(["--threads", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let mut stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        stdout.read_line(&mut address).expect("an address");
        let rest = address.trim().strip_prefix("http://127.0.0.1:").expect("a local address");
        let (port, token) = rest.split_once("/#token=").expect("a token");
        let port = port.parse().expect("a port");
        Gui { process, port, token: token.to_owned() }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a socket");
        stream
    }

    /// The complete response to a request.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host()))
    }

    /// A WebSocket with this origin, or the status of the refusal.
    fn open(&self, origin: Option<&str>) -> Result<Socket, u16> {
        self.open_at(&self.host(), self.connect(), origin)
    }

    /// The same under another name of this machine.
    fn open_at(&self, host: &str, stream: TcpStream, origin: Option<&str>) -> Result<Socket, u16> {
        let address = format!("ws://{host}/session");
        let mut request = address.into_client_request().expect("an address");
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A WebSocket that has not sent its token.
    fn stranger(&self) -> Socket {
        self.open(Some(&format!("http://{}", self.host()))).expect("a handshake")
    }

    /// A session that has sent its token.
    fn tab(&self) -> Socket {
        let mut socket = self.stranger();
        socket.send(&self.token);
        assert_eq!(socket.next().as_deref(), Ok(&*format!("token {}", self.token)));
        socket
    }

    /// Panics unless a new tab gets an answer.
    fn assert_serves(&self) {
        let mut tab = self.tab();
        tab.send("isready");
        assert_eq!(tab.next().as_deref(), Ok("readyok"));
        tab.close();
    }

    /// Waits until only the threads are left that run without connections.
    #[cfg(target_os = "linux")]
    fn assert_idle(&self) {
        let threads = || thread_count(&self.process);
        let end = Instant::now() + TIMEOUT;
        // The main thread, one accepting thread per address, and the thread for signals.
        while threads() > 4 {
            assert!(Instant::now() < end, "{} threads are left", threads());
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn assert_idle(&self) {}
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Socket(WebSocket<TcpStream>);

impl Socket {
    fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).expect("it is open");
    }

    /// The next line, or the close code of the server, if any.
    fn next(&mut self) -> Result<String, Option<u16>> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(text.to_string()),
                Ok(Message::Close(frame)) => return Err(frame.map(|frame| frame.code.into())),
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("no answer")
                }
                Err(_) => return Err(None),
            }
        }
    }

    /// Reads up to the first line that starts with `word`.
    fn until(&mut self, word: &str) -> String {
        loop {
            let line = self.next().expect("it is open");
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// The close code of the server.
    fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.next() {
                return code;
            }
        }
    }

    /// Closes in order and waits for the server to close.
    fn close(mut self) {
        let _ = self.0.close(None);
        self.closed();
    }
}

fn code(code: CloseCode) -> Option<u16> {
    Some(code.into())
}

#[test]
fn the_page_is_isolated_by_its_headers() {
    let gui = Gui::start();
    let page = gui.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("<html"), "{page}");
    for header in [
        "Content-Type: text/html; charset=utf-8",
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ",
        "X-Content-Type-Options: nosniff",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Embedder-Policy: require-corp",
        "Referrer-Policy: no-referrer",
    ] {
        assert!(page.contains(&format!("\r\n{header}")), "{header} in {page}");
    }
    assert!(!page.contains("Access-Control"), "{page}");
    assert!(!page.contains(&gui.token), "the token is in no response");
    assert!(gui.get("/engine/host.js?x=1").contains("Content-Type: text/javascript"));
}

#[test]
fn only_requests_from_this_page_are_answered() {
    let gui = Gui::start();
    let host = gui.host();
    let port = gui.port;
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"), "200"),
        (format!("GET / HTTP/1.1\r\nHost: [::1]:{port}\r\n\r\n"), "200"),
        (format!("GET / HTTP/1.1\r\nHost: [::]:{port}\r\n\r\n"), "403"),
        (format!("GET / HTTP/1.1\r\nHost: 0.0.0.0:{port}\r\n\r\n"), "403"),
        (format!("GET / HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n"), "403"),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_owned(), "403"),
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n"), "403"),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "403"),
        (format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n"), "405"),
        (format!("OPTIONS /session HTTP/1.1\r\nHost: {host}\r\n\r\n"), "405"),
        (format!("GET /../Cargo.toml HTTP/1.1\r\nHost: {host}\r\n\r\n"), "404"),
        (format!("GET /nothing.js HTTP/1.1\r\nHost: {host}\r\n\r\n"), "404"),
        (format!("GET /engine.bin HTTP/1.1\r\nHost: {host}\r\n\r\n"), "403"),
        (format!("GET /session HTTP/1.1\r\nHost: {host}\r\n\r\n"), "403"),
        (format!("GET /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n"), "400"),
        ("\u{1}\u{2}\r\n\r\n".to_owned(), "400"),
    ] {
        let answer = gui.ask(&request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request:?}: {answer:?}");
    }
    let own = format!("http://{host}");
    let (tls, other_port) = (format!("https://{host}"), "http://127.0.0.1:1".to_owned());
    for origin in ["http://evil.example", "null", "", &tls, &other_port, &format!("{own}.evil")] {
        assert_eq!(gui.open(Some(origin)).err(), Some(403), "{origin}");
    }
    assert_eq!(gui.open(None).err(), Some(403));
    assert!(gui.open(Some(&own)).is_ok());
}

/// `localhost` is either of the two, depending on the system.
#[test]
fn the_page_is_at_both_loopback_addresses() {
    let gui = Gui::start();
    let port = gui.port;
    for address in ["127.0.0.1", "::1"] {
        if TcpListener::bind((address, 0)).is_err() {
            eprintln!("NOT TESTED: this machine has no {address}");
            continue;
        }
        let connect = || TcpStream::connect((address, port)).expect("it listens");
        let own = if address == "::1" { "[::1]" } else { address };
        for name in [own, "localhost"] {
            let host = format!("{name}:{port}");
            let mut socket = gui
                .open_at(&host, connect(), Some(&format!("http://{host}")))
                .expect("a handshake");
            socket.send(&gui.token);
            socket.until("token ");
            socket.send("isready");
            assert_eq!(socket.next().as_deref(), Ok("readyok"));
            // The same page under another name is another origin.
            let other = Some(format!("http://127.0.0.2:{port}"));
            assert_eq!(gui.open_at(&host, connect(), other.as_deref()).err(), Some(403));
        }
        // The port is taken there.
        assert!(TcpListener::bind((address, port)).is_err(), "{address}");
    }
}

#[test]
fn a_tab_has_a_session() {
    let gui = Gui::start();
    let (mut first, mut second) = (gui.tab(), gui.tab());
    first.send("position start moves f5d6c3");
    second.send("json on");
    first.send("go depth 8");
    assert!(first.until("bestmove ").len() > "bestmove ".len());
    // Tabs do not share a position.
    second.send("moves");
    assert_eq!(
        second.until("{\"reply\":\"moves\""),
        r#"{"reply":"moves","moves":["d3","c4","f5","e6"]}"#
    );
    first.send("d");
    assert!(first.next().is_ok_and(|board| board.contains('\n')), "a board is one message");
    first.send("go infinite");
    first.send("stop");
    first.until("bestmove ");
    first.send("quit");
    assert_eq!(first.closed(), code(CloseCode::Normal));
    second.close();
    gui.assert_idle();
}

#[test]
fn a_connection_without_the_token_is_closed() {
    let gui = Gui::start();
    let wrong = Some(4001);
    for token in ["", "isready", &gui.token[1..], &format!("{}0", gui.token), &"0".repeat(32)] {
        let mut socket = gui.stranger();
        socket.send(token);
        assert_eq!(socket.next(), Err(wrong), "{token}");
    }
    let mut binary = gui.stranger();
    binary.0.send(Message::binary(gui.token.clone().into_bytes())).expect("it is open");
    assert_eq!(binary.next(), Err(wrong));
    // A client that sends nothing is dropped after two seconds.
    assert_eq!(gui.stranger().next(), Err(wrong));
    gui.assert_idle();
    gui.assert_serves();
}

#[test]
fn a_tab_has_no_files_and_limited_resources() {
    let gui = Gui::start();
    let mut tab = gui.tab();
    for line in [
        "setoption name EvalFile value /etc/passwd",
        "setoption name Hash value 1025",
        "setoption name Threads value 2",
    ] {
        tab.send(line);
        let answer = tab.next().expect("it is open");
        assert!(
            answer.starts_with("error ") && answer.contains("in this session"),
            "{line}: {answer}"
        );
    }
    let more: Vec<Socket> = (0..15).map(|_| gui.tab()).collect();
    let mut one_too_many = gui.stranger();
    one_too_many.send(&gui.token);
    assert_eq!(one_too_many.closed(), Some(4002));
    drop(more);
    tab.close();
    gui.assert_idle();
}

#[test]
fn a_search_ends_when_its_tab_is_closed() {
    let gui = Gui::start();
    for line in ["go infinite", "go depth 60", "analyze depth 40", "perft 14", "bench"] {
        let mut tab = gui.tab();
        tab.send("position start moves f5d6c3d3c4");
        tab.send(line);
        tab.send("isready");
        tab.until("readyok");
        // No close frame, as when a tab crashes.
        drop(tab);
        gui.assert_idle();
    }
    gui.assert_serves();
}

#[test]
fn a_bad_message_ends_only_its_tab() {
    let gui = Gui::start();
    let mut witness = gui.tab();

    let mut binary = gui.tab();
    binary.0.send(Message::binary(vec![1, 2, 3])).expect("it is open");
    assert_eq!(binary.closed(), code(CloseCode::Unsupported));

    let mut long = gui.tab();
    let _ = long.0.send(Message::text("x".repeat(65 * 1024)));
    assert_eq!(long.closed(), code(CloseCode::Size));

    // A fragmented message without an end.
    let mut endless = gui.tab();
    let part = [&[0x01, 0xfe, 0xff, 0xff, 0, 0, 0, 0][..], &[b'x'; 0xffff]].concat();
    let mut next = part.clone();
    let _ = endless.0.get_mut().write_all(&part);
    next[0] = 0;
    while endless.0.get_mut().write_all(&next).is_ok() {}

    // Frames without a mask, and malformed frames.
    for bytes in [&[0x81, 1, b'x'][..], &[0xff; 64], b"GET / HTTP/1.1\r\n\r\n"] {
        let mut garbled = gui.tab();
        garbled.0.get_mut().write_all(bytes).expect("it is open");
        assert_eq!(garbled.closed(), code(CloseCode::Protocol));
    }

    let mut latin = gui.tab();
    latin.0.get_mut().write_all(&[0x81, 0x81, 0, 0, 0, 0, 0xe9]).expect("it is open");
    assert_eq!(latin.closed(), code(CloseCode::Invalid));

    // Lines that queue behind a search without an end.
    let mut hasty = gui.tab();
    hasty.send("go depth 60");
    while hasty.0.send(Message::text("d")).is_ok() && hasty.0.can_write() {
        if hasty.0.get_ref().peek(&mut [0]).is_ok_and(|bytes| bytes == 0) {
            break;
        }
    }

    witness.send("isready");
    witness.until("readyok");
    witness.close();
    drop(hasty);
    drop(endless);
    gui.assert_idle();
}

#[test]
fn a_tab_that_does_not_read_blocks_no_other() {
    let gui = Gui::start();
    let mut slow = gui.tab();
    slow.0.get_ref().set_write_timeout(Some(Duration::from_secs(1))).expect("a socket");
    let end = Instant::now() + TIMEOUT;
    // Until the buffers between both are full.
    while slow.0.send(Message::text("options")).is_ok() && Instant::now() < end {}
    gui.assert_serves();
    drop(slow);
    gui.assert_idle();
}

#[test]
fn hundreds_of_connections_are_harmless() {
    let gui = Gui::start();
    let mut tab = gui.tab();
    // Idle connections; the server drops most of them.
    let idle: Vec<TcpStream> = (0..200).map(|_| gui.connect()).collect();
    // Connections that close at once.
    for _ in 0..500 {
        drop(gui.connect());
    }
    tab.send("isready");
    tab.until("readyok");
    drop(idle);
    tab.close();
    gui.assert_idle();
    gui.assert_serves();
}

#[test]
fn slow_requests_time_out() {
    let gui = Gui::start();
    let mut stream = gui.connect();
    let start = Instant::now();
    while stream.write_all(b"G").is_ok() {
        thread::sleep(Duration::from_millis(100));
        assert!(start.elapsed() < TIMEOUT, "a slow request is never given up");
    }
    let mut endless = gui.connect();
    let _ = endless.write_all(b"GET / HTTP/1.1\r\n");
    while endless.write_all(b"A: ").and_then(|()| endless.write_all(&[b'x'; 4096])).is_ok() {}
    gui.assert_idle();
}

#[test]
fn random_bytes_are_harmless() {
    let gui = Gui::start();
    // A linear congruential generator, for the same bytes in every run.
    let mut state = 1_u32;
    let mut bytes = |length: usize| -> Vec<u8> {
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        std::iter::repeat_with(next).take(length).collect()
    };
    for length in (1..60).chain([1000, 5000]) {
        let _ = gui.connect().write_all(&bytes(length));
        let mut tab = gui.tab();
        let _ = tab.0.get_mut().write_all(&bytes(length));
    }
    gui.assert_idle();
    gui.assert_serves();
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_during_a_search() {
    use crate::common::program::interrupt;

    let mut gui = Gui::start();
    let mut tab = gui.tab();
    tab.send("go infinite");
    tab.until("info ");
    interrupt(&gui.process);
    assert_eq!(gui.process.wait().expect("it ends").code(), Some(0));
    assert_eq!(tab.closed(), None);
}

/// With a fake browser that saves its address.
#[cfg(target_os = "linux")]
#[test]
fn a_server_with_a_browser_ends_after_its_last_tab() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let browser = folder.path().join("xdg-open");
    let note = folder.path().join("address");
    // Moved into place when complete.
    let script =
        format!("#!/bin/sh\necho \"$1\" >'{0}.new' && mv '{0}.new' '{0}'\n", note.display());
    fs::write(&browser, script).expect("a file");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("a file");
    let path = format!("{}:{}", folder.path().display(), env!("PATH"));
    let mut gui = Gui::run(command().args(["gui", "--linger", "1"]).env("PATH", path));
    let end = Instant::now() + TIMEOUT;
    while !note.exists() {
        assert!(Instant::now() < end, "no browser was opened");
        thread::sleep(Duration::from_millis(20));
    }
    let address = fs::read_to_string(&note).expect("a note");
    let (page, token) = address.trim().split_once("/#token=").expect("a token");
    assert_eq!(page, format!("http://{}", gui.host()));
    assert_ne!(token, gui.token, "other users can read the command line of a browser");

    let mut tab = gui.stranger();
    tab.send(token);
    assert_eq!(tab.next().as_deref(), Ok(&*format!("token {}", gui.token)));
    let mut second = gui.stranger();
    second.send(token);
    assert_eq!(second.closed(), Some(4001), "a token opens only one tab");
    thread::sleep(Duration::from_secs(2));
    tab.send("isready");
    assert_eq!(tab.next().as_deref(), Ok("readyok"), "the server ended before its last tab");
    tab.close();
    let closed = Instant::now();
    assert_eq!(gui.process.wait().expect("it ends").code(), Some(0));
    assert!(closed.elapsed() >= Duration::from_secs(1), "a reload would be too late");
}

#[cfg(unix)]
#[test]
fn without_a_browser_the_address_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut gui = command()
        .args(["gui", "--threads", "1"])
        .env("PATH", folder.path())
        .env_remove("BROWSER")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut message = String::new();
    let mut stderr = BufReader::new(gui.stderr.take().expect("a pipe"));
    stderr.read_line(&mut message).expect("a message");
    gui.kill().expect("it runs");
    gui.wait().expect("it ends");
    assert!(message.starts_with("outflank: no browser found: open http://127.0.0.1:"), "{message}");
    assert!(message.trim_end().ends_with(" yourself"), "{message}");
}

#[test]
fn a_port_in_use_and_a_folder_without_a_page_are_errors() {
    let gui = Gui::start();
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        ["--port", &gui.port.to_string()],
        ["--web", folder.path().to_str().expect("a path in UTF-8")],
    ] {
        let output = command()
            .args(["gui", "--no-open"])
            .args(arguments)
            .output()
            .expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(arguments[1]), "{message}");
    }
}
