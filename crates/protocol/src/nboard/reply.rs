//! [`Reply`]: every reply as a value, and its text.

use std::fmt;
use std::time::Duration;

use crate::handler::Message;
use engine::score::{Score, Selectivity};
use engine::search::{Certainty, Line, Source};
use othello::board::Move;
use othello::game::one_line;

/// A line to the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// The name of the engine with this level.
    MyName(u32),
    /// The activity of the engine; idle if empty.
    Status(&'static str),
    /// An error.
    Error(String),
    /// The nodes and the time used so far.
    NodeStats(u64, Duration),
    /// The value of a move.
    Search(MoveValue),
    /// The chosen move, its value and the search time.
    Move(Move, Option<Score>, Duration),
    /// The reply to a ping with this number.
    Pong(String),
    /// The reply to `learn`.
    Learned,
    /// The value of the position after this many moves, for the side to move there.
    Analysis(usize, Score),
}

/// The value of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoveValue {
    /// The principal variation; empty if the game is over.
    pv: Vec<Move>,
    /// `None` if a style chose the move without a score.
    pub(super) score: Option<Score>,
    depth: Depth,
    source: Source,
}

/// The depth or certainty of a value in the host's notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// A midgame search of this depth in plies.
    Plies(u32),
    /// A selective search of this depth, to the end of the game.
    ToTheEnd(u32, Selectivity),
    /// An exact solve.
    Exact,
    /// A WLD solve.
    Wld,
}

impl MoveValue {
    /// The value of the first move of `line`, in a position with `empties` empty squares.
    pub(super) fn of(line: &Line, empties: u32) -> MoveValue {
        let depth = match line.certainty {
            Certainty::Exact => Depth::Exact,
            Certainty::Wld => Depth::Wld,
            Certainty::Selective(selectivity) if line.depth >= empties => {
                Depth::ToTheEnd(line.depth, selectivity)
            }
            Certainty::Selective(_) => Depth::Plies(line.depth),
        };
        let (pv, score) = (line.pv.clone(), line.known_score());
        MoveValue { pv, score, depth, source: line.source }
    }
}

impl From<Reply> for Message {
    fn from(reply: Reply) -> Message {
        Message { text: reply.to_string(), is_error: matches!(reply, Reply::Error(_)) }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::MyName(level) => write!(f, "set myname Outflank{level}"),
            Reply::Status("") => f.write_str("status"),
            Reply::Status(text) => write!(f, "status {text}"),
            Reply::Error(message) => {
                write!(f, "status Error: {}", one_line(message))
            }
            Reply::NodeStats(nodes, time) => {
                write!(f, "nodestats {nodes} {:.3}", time.as_secs_f64())
            }
            Reply::Search(MoveValue { pv, score, depth, source }) => {
                let score = score.map_or("NaN".to_owned(), |score| score.to_string());
                let (word, games) = match source {
                    Source::Search => ("search", 0),
                    Source::Book { games } => ("book", *games),
                };
                write!(f, "{word} {} {score} {games} {depth}", variation(pv))
            }
            Reply::Move(mv, score, time) => {
                let score = score.map_or(String::new(), |score| score.to_string());
                write!(f, "=== {}/{score}/{:.3}", square(*mv), time.as_secs_f64())
            }
            Reply::Pong(number) => write!(f, "pong {number}"),
            Reply::Learned => f.write_str("learned"),
            Reply::Analysis(ply, score) => write!(f, "analysis {ply} {score}"),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Plies(plies) | Depth::ToTheEnd(plies, Selectivity::Full) => write!(f, "{plies}"),
            Depth::ToTheEnd(plies, selectivity) => write!(f, "{plies}@{}%", selectivity.percent()),
            Depth::Exact => f.write_str("100%"),
            Depth::Wld => f.write_str("100%W"),
        }
    }
}

/// A move as `F5` or `PA`.
fn square(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_uppercase(),
    }
}

/// A variation as `F5-D6-C3`; a pass if it is empty.
fn variation(pv: &[Move]) -> String {
    match pv {
        [] => square(Move::Pass),
        _ => pv.iter().copied().map(square).collect::<Vec<_>>().join("-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::score::Bound;
    use othello::board::Square;

    fn line(depth: u32, certainty: Certainty, pv: &[Move]) -> Line {
        let (score, bound) = (Score::saturating(-250), Bound::Exact);
        Line { rank: 1, depth, score, bound, certainty, pv: pv.to_vec(), source: Source::Search }
    }

    fn text(line: &Line, empties: u32) -> String {
        Reply::Search(MoveValue::of(line, empties)).to_string()
    }

    #[test]
    fn a_depth_says_100_per_cent_only_if_it_is_proven() {
        let f5 = [Square::F5.into(), Square::D6.into()];
        let (selective, full) = (Selectivity::Percent87, Selectivity::Full);
        for (depth, certainty, token) in [
            (12, Certainty::Selective(selective), "12"),
            (24, Certainty::Selective(selective), "24@87%"),
            (12, Certainty::Selective(full), "12"),
            (24, Certainty::Selective(full), "24"),
            (24, Certainty::Exact, "100%"),
            (24, Certainty::Wld, "100%W"),
        ] {
            let expected = format!("search F5-D6 -2.50 0 {token}");
            assert_eq!(text(&line(depth, certainty, &f5), 24), expected);
        }
        let known = line(12, Certainty::Selective(selective), &f5);
        let known = Line { source: Source::Book { games: 7 }, ..known };
        assert_eq!(text(&known, 24), "book F5-D6 -2.50 7 12");
        let pass = [Move::Pass, Square::C1.into()];
        assert_eq!(text(&line(2, Certainty::Exact, &pass), 62), "search PA-C1 -2.50 0 100%");
        assert_eq!(text(&line(0, Certainty::Exact, &[]), 0), "search PA -2.50 0 100%");
    }

    #[test]
    fn what_was_not_searched_has_no_value() {
        let mut nothing = line(0, Certainty::Selective(Selectivity::Full), &[Square::F5.into()]);
        nothing.score = -Score::INFINITY;
        assert_eq!(text(&nothing, 20), "search F5 NaN 0 0");
        let time = Duration::from_millis(1500);
        let mv = Square::F5.into();
        assert_eq!(Reply::Move(mv, None, time).to_string(), "=== F5//1.500");
        let score = Some(Score::saturating(100));
        assert_eq!(Reply::Move(Move::Pass, score, time).to_string(), "=== PA/+1.00/1.500");
    }

    #[test]
    fn other_lines_are_as_the_host_reads_them() {
        for (reply, text) in [
            (Reply::MyName(12), "set myname Outflank12"),
            (Reply::Status(""), "status"),
            (Reply::Status("Analyzing"), "status Analyzing"),
            (Reply::Error("two\r\nlines".to_owned()), "status Error: two  lines"),
            (
                Reply::NodeStats(123_456_789_012, Duration::from_micros(50)),
                "nodestats 123456789012 0.000",
            ),
            (Reply::Pong("17".to_owned()), "pong 17"),
            (Reply::Learned, "learned"),
            (Reply::Analysis(61, Score::saturating(-1234)), "analysis 61 -12.34"),
        ] {
            assert_eq!(reply.to_string(), text);
        }
    }
}
