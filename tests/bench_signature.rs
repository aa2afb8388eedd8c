//! The number of nodes that `bench` counts: the signature of the search and the
//! evaluation.

mod common;

use std::fs;
use std::path::Path;

use common::run::answer;

/// Where the expected number is.
const FILE: &str = "tests/data/bench.txt";

#[test]
fn bench_counts_as_many_nodes_as_written_down() {
    let text = answer(&["bench"]);
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let ["Bench:", nodes, "nodes", _, "nps"] = words[..] else { panic!("{words:?}") };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let expected = fs::read_to_string(path).unwrap();
    assert_eq!(
        nodes,
        expected.trim(),
        "the search or the evaluation behaves differently; if it should, write {nodes} to {FILE} \
         and say in the commit why"
    );
}
