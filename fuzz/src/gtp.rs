//! A whole GTP session from bytes to bytes. For any input the session ends, and each reply is
//! followed by an empty line.

use engine::{EvaluatorKind, Options};
use protocol::gtp::Command;
use protocol::{Outcome, Protocol, run};

/// Input limit. Longer inputs take more time and show nothing more.
const MAX_LENGTH: usize = 512;

/// Commands that may use much time or memory, or read files.
fn is_heavy(command: &Command) -> bool {
    matches!(
        command,
        Command::Option(_, Some(_))
            | Command::TimeSettings(_)
            | Command::TimeLeft(..)
            | Command::Analyze(_)
    )
}

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    if bytes.len() > MAX_LENGTH {
        return;
    }
    let light = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line);
        !matches!(Command::parse(text.trim_start_matches('\u{feff}')), Ok(Some(command)) if is_heavy(&command))
    };
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').filter(light).collect();
    // The evaluator that is fastest in a fuzzing build.
    let evaluator = EvaluatorKind::Classic;
    let options = Options { hash: 1, level: 1, evaluator, ..Options::default() };
    let mut output = Vec::new();
    let outcome = run(
        Some(Protocol::Gtp),
        std::io::Cursor::new(lines.join(&b'\n')),
        &mut output,
        options,
        false,
    );
    assert_eq!(outcome.expect("a vector can be written to"), Outcome::Done);
    let output = String::from_utf8(output).expect("replies are UTF-8");
    for reply in output.split_terminator("\n\n") {
        assert!(reply.starts_with(['=', '?']), "{output:?}");
    }
}
