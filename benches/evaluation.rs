//! The time of an evaluation.
//!
//! The positions resemble those of a search: all positions three plies after positions of random
//! games, siblings together. `siblings` evaluates them incrementally from their parent, `alone`
//! from scratch, and `scattered` from scratch in random order, with the weights rarely in the
//! cache.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

#[path = "../tests/it/common"]
#[allow(dead_code, unreachable_pub, reason = "benches use a part")]
mod common {
    pub mod mailbox;
    pub mod random;
}

use std::hint::black_box;

use common::random::{Random, positions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::eval::{Classic, Evaluator, Pattern};
use othello::board::Position;

/// Number of simulated searches.
const SEARCHES: usize = 32;

/// Empties where a simulated search starts.
const EMPTIES: std::ops::RangeInclusive<u32> = 20..=40;

/// The positions after each legal move of `position`.
fn children(position: Position) -> impl Iterator<Item = Position> {
    let moves = position.legal_moves();
    moves.into_iter().map(move |square| position.play(square).expect("a legal move"))
}

/// Parent positions, each with its children.
fn families() -> Vec<(Position, Vec<Position>)> {
    let all: Vec<Position> = positions(1, 50 * SEARCHES)
        .into_iter()
        .filter(|position| EMPTIES.contains(&position.empty_count()))
        .collect();
    let mut random = Random::new(2);
    let roots = (0..SEARCHES).map(|_| all[random.below(all.len())]);
    let parents = roots.flat_map(|root| children(root).flat_map(children).collect::<Vec<_>>());
    let families = parents.map(|parent| (parent, children(parent).collect::<Vec<_>>()));
    families.filter(|(_, children)| !children.is_empty()).collect()
}

fn evaluations(criterion: &mut Criterion) {
    let families = families();
    let brothers: Vec<Position> = families.iter().flat_map(|(_, all)| all).copied().collect();
    let mut random = Random::new(3);
    let scattered: Vec<Position> =
        brothers.iter().map(|_| brothers[random.below(brothers.len())]).collect();
    let evaluators: [(&str, Box<dyn Evaluator>); 2] =
        [("pattern", Box::new(Pattern::embedded())), ("classic", Box::new(Classic))];
    for (name, evaluator) in evaluators {
        let alone = |positions: &[Position]| -> i32 {
            let values = positions.iter().map(|&position| evaluator.evaluate(black_box(position)));
            values.map(|score| score.centidiscs()).fold(0, i32::wrapping_add)
        };
        let mut group = criterion.benchmark_group(format!("evaluation/{name}"));
        group.throughput(Throughput::Elements(brothers.len() as u64));
        group.bench_function("siblings", |bencher| {
            bencher.iter(|| {
                let values = families.iter().flat_map(|(parent, children)| {
                    let before = evaluator.prepare(black_box(*parent));
                    let evaluator = &evaluator;
                    children.iter().map(move |&child| {
                        evaluator.evaluate_next(&before, child, child.legal_moves())
                    })
                });
                values.map(|score| score.centidiscs()).fold(0, i32::wrapping_add)
            });
        });
        group.bench_function("alone", |bencher| bencher.iter(|| alone(&brothers)));
        group.bench_function("scattered", |bencher| bencher.iter(|| alone(&scattered)));
        group.finish();
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
