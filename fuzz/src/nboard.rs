//! A whole NBoard session from bytes to bytes. For any input the session ends, answers each ping,
//! and sends only lines that the host knows.

use engine::{EvaluatorKind, Options};
use protocol::nboard::Command;
use protocol::{Outcome, Protocol, run};

/// Input limit. Longer inputs take more time and show nothing more.
const MAX_LENGTH: usize = 1024;

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    if bytes.len() > MAX_LENGTH {
        return;
    }
    let mut pings = 0;
    let mut quits = false;
    let mut lines = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        match Command::parse(text.trim_start_matches('\u{feff}')) {
            Ok(Some(Command::SetDepth(_))) => continue,
            Ok(Some(Command::Ping(_))) if !quits => pings += 1,
            Ok(Some(Command::Quit)) => quits = true,
            _ => {}
        }
        lines.push(line);
    }
    // The evaluator that is fastest in a fuzzing build.
    let evaluator = EvaluatorKind::Classic;
    let options = Options { hash: 1, level: 1, evaluator, ..Options::default() };
    let mut output = Vec::new();
    let input = std::io::Cursor::new(lines.join(&b'\n'));
    let outcome = run(Some(Protocol::NBoard), input, &mut output, options, false);
    assert_eq!(outcome.expect("a vector can be written to"), Outcome::Done);
    let output = String::from_utf8(output).expect("replies are UTF-8");
    let known =
        ["set", "status", "book", "search", "nodestats", "===", "pong", "learned", "analysis"];
    for line in output.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(known.contains(&word), "{line}");
    }
    assert_eq!(output.lines().filter(|line| line.starts_with("pong ")).count(), pings);
}
