//! Transcripts of sessions, and players of them.
//!
//! ```text
//! $ outflank --strict       starts the process; without this line, with --no-book
//! > go depth 5              is sent
//! < readyok                 is the next line of the output
//! < info depth <n> *        the same, where <n> is any integer and * any text
//! < ...                     any lines up to the following ones, which come in a row
//! ^D                        ends the input
//! = 2                       the process ends by itself with this status
//! # comment
//! ```
//!
//! In sent lines, `\t`, `\r`, `\\` and `\xff` are bytes, and `\{99 ab}` repeats `ab` 99 times. A
//! transcript ends the input. Then no more output may come, and the status must be 0.

use std::mem::take;
use std::time::Duration;

use protocol::Protocol;

use super::TIMEOUT;
use super::host::{Host, NoLine};
use super::inline_host::InlineHost;
use super::socket_host::SocketHost;

/// A line of a transcript and its number in the file.
struct Step<'a> {
    line: usize,
    action: Action<'a>,
}

enum Action<'a> {
    Start(&'a str),
    Send(&'a str),
    /// These lines in a row, after any others if `skipping`.
    Expect {
        patterns: Vec<&'a str>,
        skipping: bool,
    },
    EndInput,
    ExpectStatus(i32),
}

/// A session that a transcript can be played to.
pub trait Engine: Sized {
    fn start(arguments: &[&str]) -> Self;
    fn send(&mut self, line: &[u8]);
    fn end_input(&mut self);
    fn next_line(&mut self, timeout: Duration) -> Result<String, NoLine>;
    fn wait_for_end(&mut self, timeout: Duration) -> Option<(Vec<String>, i32)>;
}

/// Forwards to the methods of the same name.
macro_rules! engine {
    ($host:ty) => {
        impl Engine for $host {
            fn start(arguments: &[&str]) -> $host {
                <$host>::start(arguments)
            }

            fn send(&mut self, line: &[u8]) {
                self.send(line);
            }

            fn end_input(&mut self) {
                self.end_input();
            }

            fn next_line(&mut self, timeout: Duration) -> Result<String, NoLine> {
                self.next_line(timeout)
            }

            fn wait_for_end(&mut self, timeout: Duration) -> Option<(Vec<String>, i32)> {
                self.wait_for_end(timeout)
            }
        }
    };
}

engine!(Host);
engine!(InlineHost);
engine!(SocketHost);

/// Whether `text` can be played to a tab: UGI, and nothing about a process (arguments, threads, end
/// of input, raw bytes). Other tests cover lines too long for a WebSocket.
pub fn suits_a_tab(text: &str) -> bool {
    let about_a_process = |line: &str| {
        line.starts_with("$ ")
            || line == "^D"
            || line.starts_with("> setoption name Threads")
            || ["\\x", "\\{"].iter().any(|byte| line.contains(byte))
    };
    let sent = || text.lines().filter_map(|line| line.strip_prefix("> "));
    let protocol = sent().find_map(Protocol::detect);
    !text.lines().any(about_a_process) && protocol.is_none_or(|known| known == Protocol::Ugi)
}

/// Plays the transcript `text`, which starts at `first_line` of `file`. Panics on the first
/// difference.
pub fn play<E: Engine>(file: &str, first_line: usize, text: &str) {
    let mut steps = steps(file, first_line, text).into_iter().peekable();
    let arguments = match steps.next_if(|step| matches!(step.action, Action::Start(_))) {
        Some(Step { action: Action::Start(arguments), .. }) => arguments,
        _ => "--no-book",
    };
    let mut host = E::start(&arguments.split_whitespace().collect::<Vec<_>>());
    for Step { line, action } in steps {
        let place = format!("{file}:{line}");
        match action {
            Action::Start(_) => panic!("{place}: a second process"),
            Action::Send(text) => host.send(&unescape(text)),
            Action::Expect { patterns, skipping } => expect(&mut host, &place, &patterns, skipping),
            Action::EndInput => host.end_input(),
            Action::ExpectStatus(status) => {
                let end = host.wait_for_end(TIMEOUT).unwrap_or_else(|| panic!("{place}: no end"));
                assert_eq!(end, (vec![], status), "{place}");
                return;
            }
        }
    }
    host.end_input();
    let end = host.wait_for_end(TIMEOUT).unwrap_or_else(|| panic!("{file}: no end"));
    assert_eq!(end, (vec![], 0), "{file}:{first_line}: the rest of the output, and the status");
}

fn steps<'a>(file: &str, first_line: usize, text: &'a str) -> Vec<Step<'a>> {
    let mut steps = Vec::new();
    let mut skipping = false;
    for (index, text) in text.lines().enumerate() {
        let line = first_line + index;
        let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
        let action = match mark {
            "" if rest.is_empty() => continue,
            "#" => continue,
            "$" => Action::Start(rest.strip_prefix("outflank").expect("the name of the binary")),
            ">" => Action::Send(rest),
            "<" if rest == "..." => {
                skipping = true;
                continue;
            }
            "<" => match steps.last_mut() {
                Some(Step { action: Action::Expect { patterns, .. }, .. }) if !skipping => {
                    patterns.push(rest);
                    continue;
                }
                _ => Action::Expect { patterns: vec![rest], skipping: take(&mut skipping) },
            },
            "^D" => Action::EndInput,
            "=" => Action::ExpectStatus(rest.parse().expect("a status")),
            _ => panic!("{file}:{line}: {text:?} is no line of a transcript"),
        };
        steps.push(Step { line, action });
    }
    steps
}

fn expect(host: &mut impl Engine, place: &str, patterns: &[&str], skipping: bool) {
    let mut lines: Vec<String> = Vec::new();
    loop {
        let line = host.next_line(TIMEOUT);
        lines.push(line.unwrap_or_else(|none| {
            panic!("{place}: {none}\nexpected: {patterns:#?}\nfound: {lines:#?}")
        }));
        if skipping && lines.len() > patterns.len() {
            lines.remove(0);
        }
        let as_expected = patterns.iter().zip(&lines).all(|(pattern, line)| matches(pattern, line));
        assert!(skipping || as_expected, "{place}:\nexpected: {patterns:#?}\nfound: {lines:#?}");
        if as_expected && lines.len() == patterns.len() {
            return;
        }
    }
}

pub fn matches(pattern: &str, line: &str) -> bool {
    if let Some(rest) = pattern.strip_prefix('*') {
        let mut ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        return ends.any(|at| matches(rest, &line[at..]));
    }
    if let Some(rest) = pattern.strip_prefix("<n>") {
        let digits = line.strip_prefix('-').unwrap_or(line);
        let after = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
        return after.len() < digits.len() && matches(rest, after);
    }
    match (pattern.chars().next(), line.chars().next()) {
        (None, None) => true,
        (Some(expected), Some(found)) if expected == found => {
            let length = expected.len_utf8();
            matches(&pattern[length..], &line[length..])
        }
        _ => false,
    }
}

/// The bytes of a sent line, escapes resolved.
fn unescape(text: &str) -> Vec<u8> {
    let Some((plain, escape)) = text.split_once('\\') else { return text.into() };
    let mut bytes = plain.as_bytes().to_vec();
    let rest = match escape.chars().next() {
        Some('t') => {
            bytes.push(b'\t');
            &escape[1..]
        }
        Some('r') => {
            bytes.push(b'\r');
            &escape[1..]
        }
        Some('\\') => {
            bytes.push(b'\\');
            &escape[1..]
        }
        Some('x') => {
            bytes.push(u8::from_str_radix(&escape[1..3], 16).expect("two hexadecimal digits"));
            &escape[3..]
        }
        Some('{') => {
            let (repeated, rest) = escape[1..].split_once('}').expect("a closing brace");
            let (times, part) = repeated.split_once(' ').expect("a number and a text");
            let times = times.parse().expect("a number");
            bytes.extend(part.repeat(times).bytes());
            rest
        }
        other => panic!("\\{other:?} stands for nothing"),
    };
    bytes.extend(unescape(rest));
    bytes
}
