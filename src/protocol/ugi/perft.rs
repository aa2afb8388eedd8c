//! [`count_perft`].

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::command::PerftArguments;
use crate::board::Position;
use crate::board::perft::Perft;
use crate::protocol::reply::{DivideReply, PerftReply};

/// Counts from `position` what `arguments` ask for, with a `perft` that has their rule.
pub fn count_perft(
    perft: &Perft,
    position: Position,
    arguments: PerftArguments,
    stop: &AtomicBool,
) -> PerftReply {
    let start = Instant::now();
    let PerftArguments { depth, divide, rule } = arguments;
    if !divide || depth == 0 || position.is_over() {
        let nodes = perft.count(position, depth, stop);
        return PerftReply::new(depth, rule, nodes, start.elapsed());
    }
    let shares: Vec<DivideReply> = perft
        .divide(position, depth, stop)
        .map(|(first, nodes)| DivideReply { first, nodes })
        .collect();
    let nodes = shares.iter().map(|share| share.nodes).sum();
    let nodes = (!stop.load(Relaxed)).then_some(nodes);
    PerftReply { divide: Some(shares), ..PerftReply::new(depth, rule, nodes, start.elapsed()) }
}
