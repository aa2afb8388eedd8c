//! Input of `outflank gui` from a browser or an intruder: a request, a WebSocket handshake and its
//! frames. For any input only our own page gets a session, and the session gets only lines within
//! the length limit.

#[path = "../../src/gui/gate.rs"]
mod gate;
#[allow(dead_code, reason = "nothing is sent here")]
#[path = "../../src/gui/http.rs"]
mod http;
#[allow(dead_code, reason = "the stream has no deadlines here")]
#[path = "../../src/gui/lines.rs"]
mod lines;

use gate::{Gate, Target};
use http::Request;
use lines::{LineReader, Received};

const PORT: u16 = 8080;
const MAX_LINE: usize = 64;

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let mut stream = bytes;
    let Ok(Ok(request)) = Request::read(&mut stream) else { return };
    let Ok(wish) = (Gate { port: PORT }).check(&request) else { return };
    let host = request.header("host").expect("it was let in by its name");
    let name = host.strip_suffix(":8080").expect("the name of our port");
    assert!(["127.0.0.1", "[::1]", "localhost"].contains(&name), "{host:?}");
    let Target::Session { accept } = wish else { return };
    assert_eq!(request.header("origin"), Some(&*format!("http://{host}")));
    assert_eq!(accept.len(), 28, "SHA-1 in base64");

    let mut reader = LineReader::new(stream, request.rest, MAX_LINE);
    let most = bytes.len();
    for _ in 0..=most {
        match reader.next() {
            Received::Line(text) => assert!(text.len() <= MAX_LINE),
            Received::Ping(payload) => assert!(payload.len() < 126, "a control frame is short"),
            Received::End(_) => return,
        }
    }
    panic!("more messages than bytes");
}
