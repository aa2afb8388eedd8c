//! The replies of the bench.

use std::fmt;

use serde::Serialize;

use super::search::{ReportReply, milliseconds};
use engine::{Bench, BenchPosition};

/// The result of a position of the bench.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BenchPositionReply {
    /// The number of the position, from 1.
    pub number: u32,
    /// The number of empties.
    pub empties: u32,
    /// The result of the search.
    #[serde(flatten)]
    pub report: ReportReply,
}

impl From<&BenchPosition> for BenchPositionReply {
    fn from(position: &BenchPosition) -> BenchPositionReply {
        BenchPositionReply {
            number: position.number,
            empties: position.empties,
            report: (&position.report).into(),
        }
    }
}

/// `position 1 empties 60 ` and the report.
impl fmt::Display for BenchPositionReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BenchPositionReply { number, empties, report } = self;
        write!(f, "position {number} empties {empties} {report}")
    }
}

/// The totals of the bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BenchReply {
    /// Positions visited: the signature of search and evaluation. Null if the bench was stopped.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time: u64,
    /// Nodes per second; 0 if no time has passed.
    pub nps: u64,
}

impl From<&Bench<'_>> for BenchReply {
    fn from(bench: &Bench) -> BenchReply {
        let total = bench.total();
        BenchReply {
            nodes: bench.is_complete().then_some(total.nodes),
            time: milliseconds(total.time),
            nps: total.nodes_per_second(),
        }
    }
}

/// `Bench: 2481301 nodes 2000000 nps`, the format of engine test tools, or
/// `Bench: stopped time 123`.
impl fmt::Display for BenchReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BenchReply { nodes, time, nps } = self;
        match nodes {
            Some(nodes) => write!(f, "Bench: {nodes} nodes {nps} nps"),
            None => write!(f, "Bench: stopped time {time}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};

    #[test]
    fn the_sum_is_written_as_tools_read_it() {
        let reply = BenchReply { nodes: Some(5000), time: 10, nps: 500_000 };
        assert_eq!(reply.to_string(), "Bench: 5000 nodes 500000 nps");
        assert_eq!(
            Reply::Bench(reply).to_text(Format::Json),
            r#"{"reply":"bench","nodes":5000,"time":10,"nps":500000}"#
        );
    }

    #[test]
    fn a_stopped_bench_has_no_sum() {
        let reply = BenchReply { nodes: None, time: 10, nps: 500_000 };
        assert_eq!(reply.to_string(), "Bench: stopped time 10");
        assert_eq!(
            Reply::Bench(reply).to_text(Format::Json),
            r#"{"reply":"bench","nodes":null,"time":10,"nps":500000}"#
        );
    }
}
