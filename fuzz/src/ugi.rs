//! A whole session in our dialect, from bytes to bytes. For any input the session ends, each output
//! line is complete, and each search is answered.

use engine::{EvaluatorKind, Options, SearchRequest};
use protocol::ugi::Command;
use protocol::{Outcome, Protocol, run};

/// Input limit. Longer inputs take more time and show nothing more.
const MAX_LENGTH: usize = 512;

/// Maximum nodes of a search.
const NODES: u64 = 50;

/// Maximum depth of a perft, in plies.
const PLIES: u32 = 2;

/// Options that use much time or memory, or read files.
const HEAVY: [&str; 4] = ["hash", "threads", "evalfile", "book"];

/// The input of a session.
#[derive(Default)]
struct Noise {
    bytes: Vec<u8>,
    /// The number of searches that are answered in any position.
    searches: usize,
    /// The number of searches that need a clock and are refused because none is set.
    clocked: usize,
    quits: bool,
}

impl Noise {
    /// The lines of `bytes`, with a limit after each search. Lines that would take long are
    /// blanked.
    fn of(bytes: &[u8]) -> Noise {
        let mut noise = Noise::default();
        let mut start = "\u{feff}";
        for line in bytes.split(|&byte| byte == b'\n') {
            let text = std::str::from_utf8(line).unwrap_or_default();
            match Command::parse(text.strip_prefix(start).unwrap_or(text)) {
                Ok(Some(command)) => noise.push(text, &command),
                _ => noise.bytes.extend_from_slice(line),
            }
            noise.bytes.push(b'\n');
            start = "";
        }
        noise
    }

    fn push(&mut self, text: &str, command: &Command) {
        match command {
            Command::Go { request, .. } => return self.push_search(text, request),
            Command::Quit => self.quits = true,
            Command::Perft(perft) if perft.depth > PLIES => return,
            Command::Bench | Command::Analyze(_) => return,
            Command::SetOption { name, .. } if HEAVY.contains(&&*name.to_lowercase()) => return,
            _ => {}
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn push_search(&mut self, text: &str, request: &SearchRequest) {
        // Adds each limit once, before any comment.
        let text = text.split('#').next().unwrap_or_default();
        match request.nodes {
            None => self.bytes.extend_from_slice(format!("{text} nodes {NODES}").as_bytes()),
            Some(..=NODES) => self.bytes.extend_from_slice(text.as_bytes()),
            Some(_) => return,
        }
        if self.quits {
            return;
        }
        if request.clocks == [None; 2] {
            self.searches += 1;
        } else {
            self.clocked += 1;
        }
    }
}

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    if bytes.len() > MAX_LENGTH {
        return;
    }
    let noise = Noise::of(bytes);
    // The evaluator that is fastest in a fuzzing build.
    let options = Options { hash: 1, evaluator: EvaluatorKind::Classic, ..Options::default() };
    let mut output = Vec::new();
    let outcome =
        run(Some(Protocol::Ugi), std::io::Cursor::new(noise.bytes), &mut output, options, false);
    assert_eq!(outcome.expect("a vector can be written to"), Outcome::Done);
    let output = String::from_utf8(output).expect("replies are UTF-8");
    assert!(output.is_empty() || output.ends_with('\n'));
    let is_answer =
        |line: &&str| line.starts_with("bestmove ") || line.starts_with(r#"{"reply":"bestmove""#);
    let answers = output.lines().filter(is_answer).count();
    assert!((noise.searches..=noise.searches + noise.clocked).contains(&answers), "{answers}");
}
