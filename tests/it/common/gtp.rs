//! [`GtpEngine`]: the binary driven over GTP, its replies read as strictly as the
//! strictest host does.

use super::TIMEOUT;
use super::host::Host;

/// The binary as a GTP engine.
pub struct GtpEngine {
    /// The process.
    pub host: Host,
}

impl GtpEngine {
    /// Starts the binary with `arguments`; which protocol is spoken is told by the
    /// first line.
    pub fn start(arguments: &[&str]) -> GtpEngine {
        GtpEngine { host: Host::start(arguments) }
    }

    /// Sends a line and waits for nothing.
    pub fn send(&mut self, line: &str) {
        self.host.send(line.as_bytes());
    }

    /// The next reply to a command that had this `id`, or none. The text if it was
    /// obeyed, or why not.
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

    /// The next reply to a command without an id, which has to be obeyed.
    pub fn reply(&mut self) -> String {
        self.reply_to("").expect("a command that is obeyed")
    }

    /// Sends a command, which has to be obeyed, and waits for the reply.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.reply_to("").unwrap_or_else(|failure| panic!("{line}: {failure}"))
    }

    fn next_line(&mut self) -> String {
        self.host.next_line(TIMEOUT).expect("a line")
    }

    /// Ends the session by the end of the input; nothing may come any more.
    pub fn end(mut self) {
        self.host.end_input();
        assert_eq!(self.host.wait_for_end(TIMEOUT), Some((vec![], 0)));
    }
}
