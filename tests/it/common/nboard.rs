//! [`NBoard`]: the program, with commands and replies handled as in NBoard.

use std::time::Duration;

use othello::board::Move;

use super::TIMEOUT;
use super::host::{Host, NoLine};

/// The program and NBoard's view of it.
pub struct NBoard {
    pub host: Host,
    /// The number of the last ping.
    ping: u64,
    /// The number of the last pong.
    pong: u64,
    depth: u32,
}

/// A line that NBoard acts on.
#[derive(Debug, Clone, PartialEq)]
pub enum Response {
    /// The engine's name.
    MyName(String),
    /// Its status line.
    Status(String),
    /// Nodes and seconds.
    NodeStats(u64, f64),
    /// A move, its value and its depth or certainty.
    Search(Move, f64, String),
    /// The chosen move and its value, if any.
    Move(Move, Option<f64>),
    /// The answer to a ping.
    Pong(u64),
    /// The game was learnt.
    Learned,
    /// A ply and its value.
    Analysis(usize, f64),
}

/// Reads a line. Panics where NBoard would show an error.
pub fn read(line: &str) -> Option<Response> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{line}"));
    Some(match *words.first()? {
        "set" => {
            assert_eq!(words[1], "myname", "{line}");
            Response::MyName(words[2].to_owned())
        }
        "status" => Response::Status(line["status".len()..].trim().to_owned()),
        "nodestats" => {
            assert!(!words[2].contains(['e', 'E']), "{line}");
            Response::NodeStats(words[1].parse().expect(line), number(words[2]))
        }
        "search" => {
            assert_eq!(words.len(), 5, "{line}");
            assert_eq!(words[3].parse(), Ok(0), "{line}");
            assert!(words[4].starts_with(|first: char| first.is_ascii_digit()), "{line}");
            let mv = words[1].get(..2).expect(line).parse().expect(line);
            for mv in words[1].split('-') {
                mv.parse::<Move>().expect(line);
            }
            Response::Search(mv, number(words[2]), words[4].to_owned())
        }
        "===" => {
            assert_eq!(words.len(), 2, "{line}");
            let parts: Vec<&str> = words[1].split('/').collect();
            assert_eq!(parts.len(), 3, "{line}");
            number(parts[2]);
            let value = (!parts[1].is_empty()).then(|| number(parts[1]));
            Response::Move(parts[0].parse().expect(line), value)
        }
        "pong" => Response::Pong(words[1].parse().expect(line)),
        "learned" => Response::Learned,
        "analysis" => Response::Analysis(words[1].parse().expect(line), number(words[2])),
        _ => return None,
    })
}

impl NBoard {
    /// Starts and greets the program.
    pub fn start() -> NBoard {
        let mut host = Host::start(&["--hash", "1", "--no-book"]);
        host.send(b"nboard 2");
        NBoard { host, ping: 0, pong: 0, depth: 0 }
    }

    /// Sends changes, a ping and a request without waiting, as NBoard does.
    pub fn request(&mut self, change: Option<&str>, depth: u32, question: &str) {
        if let Some(change) = change {
            self.host.send(change.as_bytes());
        }
        if self.depth != depth {
            self.depth = depth;
            self.host.send(format!("set depth {depth}").as_bytes());
        }
        self.ping += 1;
        self.host.send(format!("ping {}", self.ping).as_bytes());
        self.host.send(question.as_bytes());
    }

    /// The next line that NBoard acts on. Lines before the last pong are stale.
    pub fn next(&mut self) -> Response {
        loop {
            if let Some(response) = self.next_within(TIMEOUT).expect("a line") {
                return response;
            }
        }
    }

    /// Reads a line if one comes within `timeout`. Returns it if NBoard acts on it.
    pub fn next_within(&mut self, timeout: Duration) -> Result<Option<Response>, NoLine> {
        let line = self.host.next_line(timeout)?;
        match read(&line).unwrap_or_else(|| panic!("{line:?} is nothing that NBoard knows")) {
            Response::Pong(number) => {
                assert_eq!(number, self.pong + 1, "each ping has its pong, in order");
                self.pong = number;
                Ok(None)
            }
            response => Ok((self.pong == self.ping).then_some(response)),
        }
    }

    /// The first result of `wanted`.
    pub fn next_with<T>(&mut self, wanted: impl Fn(&Response) -> Option<T>) -> T {
        loop {
            if let Some(found) = wanted(&self.next()) {
                return found;
            }
        }
    }
}
