//! Input of `outflank gui` from a browser or an intruder: a request, a WebSocket handshake and its
//! frames. For any input only our own page gets a session, and the session gets only lines within
//! the length limit.

#[allow(dead_code, reason = "nothing is sent here")]
#[path = "../../src/commands/gui/http.rs"]
mod http;
#[allow(dead_code, reason = "the stream has no deadlines here")]
#[path = "../../src/commands/gui/lines.rs"]
mod lines;

use http::{check as check_request, read_request};
use lines::{LineReader, Received};

const PORT: u16 = 8080;
const MAX_LINE: usize = 64;

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let mut stream = bytes;
    let Ok(Ok((request, rest))) = read_request(&mut stream) else { return };
    let Ok(upgrade) = check_request(&request, PORT) else { return };
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let host = header("host").expect("it was let in by its name");
    let name = host.strip_suffix(":8080").expect("the name of our port");
    assert!(["127.0.0.1", "[::1]", "localhost"].contains(&name), "{host:?}");
    let Some(upgrade) = upgrade else { return };
    assert_eq!(header("origin"), Some(&*format!("http://{host}")));
    assert_eq!(upgrade.headers()["sec-websocket-accept"].len(), 28, "SHA-1 in base64");

    let mut reader = LineReader::new(stream, rest, MAX_LINE);
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
