//! [`GtpEngine`]: the program as a GTP engine. Reads its replies as strictly as the strictest host.

use super::TIMEOUT;
use super::host::Host;

pub struct GtpEngine {
    pub host: Host,
}

impl GtpEngine {
    /// Starts the program with `arguments`. It detects the protocol.
    pub fn start(arguments: &[&str]) -> GtpEngine {
        GtpEngine { host: Host::start(arguments) }
    }

    pub fn send(&mut self, line: &str) {
        self.host.send(line.as_bytes());
    }

    /// The text of the next reply, a success or a failure. The reply must have this `id`, or none if
    /// it is empty.
    pub fn reply_to(&mut self, id: &str) -> Result<String, String> {
        let first = self.next_line();
        let mark = first.chars().next().unwrap_or_else(|| panic!("an empty line for a reply"));
        assert!("=?".contains(mark), "unrecognized response: {first:?}");
        let rest = first[1..]
            .strip_prefix(id)
            .unwrap_or_else(|| panic!("mismatched id: {first:?} is no reply to {id}"));
        assert!(rest.is_empty() || rest.starts_with([' ', '\t']), "unrecognized: {first:?}");
        let mut text = rest.trim().to_owned();
        loop {
            let line = self.next_line();
            if line.is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(line.trim_end());
        }
        if mark == '=' { Ok(text) } else { Err(text) }
    }

    /// The next reply to a command without an id, which must succeed.
    pub fn reply(&mut self) -> String {
        self.reply_to("").expect("a successful command")
    }

    /// Sends a command, which must succeed, and waits for the reply.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.reply_to("").unwrap_or_else(|failure| panic!("{line}: {failure}"))
    }

    fn next_line(&mut self) -> String {
        self.host.next_line(TIMEOUT).expect("a line")
    }

    /// Ends the input. Panics if more output comes.
    pub fn end(mut self) {
        self.host.end_input();
        assert_eq!(self.host.wait_for_end(TIMEOUT), Some((vec![], 0)));
    }
}
