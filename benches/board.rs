//! The speed of the board: moves, flips, stable discs and perft.
//!
//! `perft/textbook` is a naive perft, the unit of comparison. Quote other figures as multiples of
//! it from the same run, so that they hold on any machine.

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
use othello::board::perft::{PassRule, perft};
use othello::board::testing::{flips, mobility};
use othello::board::{Bitboard, Position, Square};

/// Positions per measurement.
const POSITIONS: usize = 4096;

/// Positions of random games in random order, each with a legal move.
fn positions_with_moves() -> Vec<(Position, Square)> {
    let mut random = Random::new(1);
    let with_move = |position| Some((position, random.legal_move(position)?));
    let all: Vec<_> = positions(1, 50 * POSITIONS).into_iter().filter_map(with_move).collect();
    let mut random = Random::new(2);
    (0..POSITIONS).map(|_| all[random.below(all.len())]).collect()
}

/// Measures `run`, a function of player, opponent and square, with independent calls and with
/// chained ones.
fn measure(criterion: &mut Criterion, name: &str, run: impl Fn(u64, u64, usize) -> u64) {
    let positions = positions_with_moves();
    let nothing = black_box(0);
    // Read from memory, so that the loops below do not vectorise.
    let call = |&(position, square): &(Position, Square), last: u64| {
        let (player, opponent) = black_box((position.player().0, position.opponent().0));
        run(player, opponent ^ last & nothing, square.index())
    };
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("independent", |bencher| {
        bencher.iter(|| positions.iter().fold(0, |sum, entry| sum ^ call(entry, 0)));
    });
    group.bench_function("chained", |bencher| {
        bencher.iter(|| positions.iter().fold(0, |last, entry| call(entry, last)));
    });
    group.finish();
}

fn moves_and_flips(criterion: &mut Criterion) {
    use flips::{count_last_flips, lanes, portable};
    measure(criterion, "flips/portable", |p, o, square| portable::flips(square, p, o));
    measure(criterion, "flips/lanes/fills", |p, o, square| lanes::by_fills(1 << square, p, o));
    measure(criterion, "flips/lanes/rays", |p, o, square| lanes::by_rays(1 << square, p, o));
    measure(criterion, "flips/last", |p, o, square| count_last_flips(square, p ^ o & !p).into());
    measure(criterion, "mobility/portable", |p, o, _| mobility::portable::legal_moves(p, o));
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        measure(criterion, "flips/avx2", |p, o, square| flips::avx2::flips(square, p, o));
        measure(criterion, "mobility/avx2", |p, o, _| mobility::avx2::legal_moves(p, o));
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    {
        measure(criterion, "flips/neon", |p, o, square| flips::neon::flips(square, p, o));
        measure(criterion, "mobility/neon", |p, o, _| mobility::neon::legal_moves(p, o));
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
    {
        measure(criterion, "flips/avx512", |p, o, square| flips::avx512::flips(square, p, o));
    }
}

fn stable_discs(criterion: &mut Criterion) {
    measure(criterion, "stable_discs", |player, opponent, _| {
        let position = Position::new(Bitboard(player), Bitboard(opponent));
        position.map_or(0, |position| position.stable_discs().0)
    });
}

/// The opponent's discs between the empty `square` and a disc of the player, in one
/// direction: fill square by square.
fn textbook_flips(square: u64, player: u64, opponent: u64, step: fn(u64) -> u64) -> u64 {
    let mut run = step(square) & opponent;
    for _ in 0..5 {
        run |= step(run) & opponent;
    }
    if step(run) & player != 0 { run } else { 0 }
}

/// The empty squares behind the opponent's discs next to the player's, in one
/// direction: fill square by square.
fn textbook_moves(player: u64, opponent: u64, step: fn(u64) -> u64) -> u64 {
    let mut run = step(player) & opponent;
    for _ in 0..5 {
        run |= step(run) & opponent;
    }
    step(run) & !(player | opponent)
}

/// A naive perft: eight directions one after the other, without bulk counting. A pass is a ply.
fn textbook_perft(player: u64, opponent: u64, depth: u32) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const STEPS: [fn(u64) -> u64; 8] = [
        |set| set << 1 & NOT_A,
        |set| set >> 1 & NOT_H,
        |set| set << 8,
        |set| set >> 8,
        |set| set << 9 & NOT_A,
        |set| set >> 9 & NOT_H,
        |set| set << 7 & NOT_H,
        |set| set >> 7 & NOT_A,
    ];
    if depth == 0 {
        return 1;
    }
    let all_moves = |player, opponent| {
        STEPS.iter().fold(0, |moves, &step| moves | textbook_moves(player, opponent, step))
    };
    let mut moves = all_moves(player, opponent);
    if moves == 0 {
        let over = all_moves(opponent, player) == 0;
        return if over { 1 } else { textbook_perft(opponent, player, depth - 1) };
    }
    let mut lines = 0;
    while moves != 0 {
        let square = moves & moves.wrapping_neg();
        moves ^= square;
        let flips = STEPS
            .iter()
            .fold(0, |flips, &step| flips | textbook_flips(square, player, opponent, step));
        lines += textbook_perft(opponent ^ flips, player ^ flips ^ square, depth - 1);
    }
    lines
}

fn perft_from_start(criterion: &mut Criterion) {
    const DEPTHS: [(u32, u64); 3] = [(8, 390_216), (9, 3_005_288), (10, 24_571_284)];
    let start = Position::START;
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    let (depth, lines) = DEPTHS[0];
    group.throughput(Throughput::Elements(lines));
    group.bench_function(format!("textbook/{depth}"), |bencher| {
        let run = || textbook_perft(black_box(start.player().0), start.opponent().0, depth);
        assert_eq!(run(), lines);
        bencher.iter(run);
    });
    for (depth, lines) in DEPTHS {
        group.throughput(Throughput::Elements(lines));
        group.bench_function(format!("batches/{depth}"), |bencher| {
            assert_eq!(perft(start, depth, PassRule::Ply), lines);
            bencher.iter(|| perft(black_box(start), depth, PassRule::Ply));
        });
    }
    group.finish();
}

criterion_group!(benches, moves_and_flips, stable_discs, perft_from_start);
criterion_main!(benches);
