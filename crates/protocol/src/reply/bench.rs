//! The replies of the bench.

use std::fmt;

use serde::{Serialize, Serializer};

use super::search::{milliseconds, serialize_report, write_report};
use engine::search::SearchReport;
use engine::{Bench, BenchPosition};

/// The result of a position of the bench as a JSON object.
pub(super) fn serialize_position<S: Serializer>(
    position: &BenchPosition,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields<'a> {
        number: u32,
        empties: u32,
        #[serde(flatten, serialize_with = "serialize_report")]
        report: &'a SearchReport,
    }
    let &BenchPosition { number, empties, ref report } = position;
    Fields { number, empties, report }.serialize(serializer)
}

/// `position 1 empties 60 ` and the report.
pub(super) fn write_position(f: &mut fmt::Formatter<'_>, position: &BenchPosition) -> fmt::Result {
    write!(f, "position {} empties {} ", position.number, position.empties)?;
    write_report(f, &position.report)
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
    fn the_bench_total_has_the_format_of_tools() {
        let reply = BenchReply { nodes: Some(5000), time: 10, nps: 500_000 };
        assert_eq!(reply.to_string(), "Bench: 5000 nodes 500000 nps");
        assert_eq!(
            Reply::Bench(reply).to_text(Format::Json),
            r#"{"reply":"bench","nodes":5000,"time":10,"nps":500000}"#
        );
    }

    #[test]
    fn a_stopped_bench_has_no_total() {
        let reply = BenchReply { nodes: None, time: 10, nps: 500_000 };
        assert_eq!(reply.to_string(), "Bench: stopped time 10");
        assert_eq!(
            Reply::Bench(reply).to_text(Format::Json),
            r#"{"reply":"bench","nodes":null,"time":10,"nps":500000}"#
        );
    }
}
