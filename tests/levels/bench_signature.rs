//! The node signature of search and evaluation.

use std::sync::atomic::AtomicBool;

use crate::common::data::bench_signature;
use engine::Bench;

#[test]
fn bench_counts_the_stored_signature() {
    let stop = AtomicBool::new(false);
    let mut bench = Bench::new(&stop).expect("a small table");
    bench.by_ref().for_each(drop);
    let nodes = bench.total().nodes;
    assert_eq!(
        nodes,
        bench_signature(),
        "the search or the evaluation behaves differently; if it should, write {nodes} to \
         tests/data/bench.txt and say in the commit why"
    );
}
