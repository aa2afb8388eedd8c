//! The replies of perft.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::as_text;
use super::search::milliseconds;
use engine::search::Usage;
use othello::board::Move;
use othello::board::perft::PassRule;

/// The result of a perft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PerftReply {
    /// The depth, in plies.
    pub depth: u32,
    /// `ply` if a pass counts as a ply, `free` if not.
    pub passes: &'static str,
    /// The number of leaves; null if the count was stopped.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time: u64,
    /// Nodes per second; 0 if no time has passed.
    pub nps: u64,
    /// The leaves by first move, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<DivideReply>>,
}

/// The leaves after one move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DivideReply {
    /// The move.
    #[serde(rename = "move", serialize_with = "as_text")]
    pub first: Move,
    /// The number of leaves after it.
    pub nodes: u64,
}

impl PerftReply {
    /// The result `nodes`, counted in `time`; `None` if stopped.
    #[must_use]
    pub fn new(depth: u32, rule: PassRule, nodes: Option<u64>, time: Duration) -> PerftReply {
        let passes = match rule {
            PassRule::Ply => "ply",
            PassRule::Free => "free",
        };
        let counted = Usage { nodes: nodes.unwrap_or(0), time, ..Usage::default() };
        let nps = counted.nodes_per_second();
        PerftReply { depth, passes, nodes, time: milliseconds(time), nps, divide: None }
    }
}

/// A line `divide f5 14` per move if requested, and last
/// `perft depth 3 passes ply nodes 56 time 0 nps 28000000`, or
/// `perft depth 30 passes ply stopped time 1234`.
impl fmt::Display for PerftReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for DivideReply { first, nodes } in self.divide.iter().flatten() {
            writeln!(f, "divide {first} {nodes}")?;
        }
        let PerftReply { depth, passes, nodes, time, nps, .. } = self;
        write!(f, "perft depth {depth} passes {passes} ")?;
        match nodes {
            Some(nodes) => write!(f, "nodes {nodes} time {time} nps {nps}"),
            None => write!(f, "stopped time {time}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use othello::board::Square;

    #[test]
    fn a_divided_count_ends_with_its_total() {
        let mut reply = PerftReply::new(3, PassRule::Ply, Some(56), Duration::from_millis(2));
        assert_eq!(reply.to_string(), "perft depth 3 passes ply nodes 56 time 2 nps 28000");
        reply.divide = Some(vec![DivideReply { first: Move::Place(Square::F5), nodes: 14 }]);
        assert_eq!(reply.to_string().lines().next(), Some("divide f5 14"));
        assert_eq!(
            Reply::Perft(reply).to_text(Format::Json),
            r#"{"reply":"perft","depth":3,"passes":"ply","nodes":56,"time":2,"nps":28000,"#
                .to_owned()
                + r#""divide":[{"move":"f5","nodes":14}]}"#
        );
    }

    #[test]
    fn a_stopped_count_has_no_total() {
        let reply = PerftReply::new(30, PassRule::Free, None, Duration::from_millis(1234));
        assert_eq!(reply.to_string(), "perft depth 30 passes free stopped time 1234");
        assert_eq!(
            Reply::Perft(reply).to_text(Format::Json),
            r#"{"reply":"perft","depth":30,"passes":"free","nodes":null,"time":1234,"nps":0}"#
        );
    }
}
