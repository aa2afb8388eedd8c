//! Perft against `src/suites/perft.txt`, and the generator of that table.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::common::data::{self, PerftRow};
use crate::common::mailbox::Mailbox;
use crate::common::perft::{Passes, perft};
use crate::common::random::{random_discs, random_game};
use othello::board::Position;
use othello::board::perft::{PassRule, Perft, perft as fast_perft};

#[test]
fn the_reference_counts_the_smaller_rows() {
    let small = ROWS.iter().filter(|row| row.nodes < 500_000);
    assert_counts(small, |position, depth, passes| perft(&Mailbox::from(position), depth, passes));
}

#[test]
fn the_start_has_the_known_counts() {
    const COUNTS: [u64; 10] = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288];
    let is_start = |row: &&PerftRow| row.position == Position::START;
    let start: Vec<&PerftRow> = ROWS.iter().filter(is_start).collect();
    let nodes: Vec<u64> = start.iter().map(|row| row.nodes).collect();
    assert_eq!(nodes, COUNTS);
    assert_eq!(start[9].nodes_with_free_passes, 3005320);
}

#[test]
fn the_fast_count_agrees() {
    assert_counts(ROWS.iter(), |position, depth, passes| fast_perft(position, depth, rule(passes)));
}

#[test]
fn threads_and_a_table_change_nothing() {
    let never = AtomicBool::new(false);
    for passes in [Passes::Ply, Passes::Free] {
        let threads = NonZeroUsize::new(3).expect("not zero");
        let perft = Perft::new(rule(passes)).with_threads(threads).with_table(1);
        let perft = perft.expect("there is memory");
        for row in ROWS.iter() {
            let nodes = match passes {
                Passes::Ply => row.nodes,
                Passes::Free => row.nodes_with_free_passes,
            };
            assert_eq!(perft.count(row.position, row.depth, &never), Some(nodes), "{row:?}");
            let divided = perft.divide(row.position, row.depth, &never);
            let sum: u64 = divided.map(|(_, nodes)| nodes).sum();
            assert!(sum == nodes || row.depth == 0 || row.position.is_over(), "{row:?}");
        }
    }
}

fn rule(passes: Passes) -> PassRule {
    match passes {
        Passes::Ply => PassRule::Ply,
        Passes::Free => PassRule::Free,
    }
}

/// Compares `count` with both columns of `rows`.
fn assert_counts<'a>(
    rows: impl Iterator<Item = &'a PerftRow>,
    count: impl Fn(Position, u32, Passes) -> u64,
) {
    for &PerftRow { position, depth, nodes, nodes_with_free_passes } in rows {
        let at = format!("depth {depth} of {position:?}");
        assert_eq!(count(position, depth, Passes::Ply), nodes, "{at}");
        assert_eq!(count(position, depth, Passes::Free), nodes_with_free_passes, "{at}, free");
    }
}

static ROWS: LazyLock<Vec<PerftRow>> = LazyLock::new(|| {
    data::regenerate("perft.txt", table);
    data::lines("perft.txt").iter().map(|line| PerftRow::parse(line)).collect()
});

const HEADER: &str = "\
% Perft: BOARD SIDE DEPTH NODES NODES-WITH-FREE-PASSES
%
% The board is in reading order, a1 b1 .. h8. A node is a line of play of DEPTH
% plies, or a shorter one that ends with the game. In NODES a pass takes one ply,
% in NODES-WITH-FREE-PASSES none.
%
% The positions are from random games; tests/it/board/perft.rs chooses them and counts with
% the mailbox reference of the tests. To make the table again:
%
%     OUTFLANK_WRITE_TEST_DATA=1 cargo test --release --test it perft::
";

fn table() -> String {
    let mut text = HEADER.to_owned();
    for section in sections() {
        text += &format!("\n% {}\n", section.title);
        for (index, position) in section.positions.into_iter().enumerate() {
            let side = if index % 2 == 0 { 'X' } else { 'O' };
            for &depth in &section.depths {
                text += &counted(position, depth).to_line(side);
                text += "\n";
            }
        }
    }
    text
}

fn counted(position: Position, depth: u32) -> PerftRow {
    let count = |passes| perft(&Mailbox::from(position), depth, passes);
    let (nodes, nodes_with_free_passes) = (count(Passes::Ply), count(Passes::Free));
    PerftRow { position, depth, nodes, nodes_with_free_passes }
}

/// Positions of one kind and the depths to which each is counted.
struct Section {
    title: &'static str,
    positions: Vec<Position>,
    depths: Vec<u32>,
}

fn sections() -> Vec<Section> {
    let section =
        |title, positions, depths: &[u32]| Section { title, positions, depths: depths.to_vec() };
    let progress = [50, 40, 30, 20, 12].map(|empties| find(2, |board| has_empties(board, empties)));
    vec![
        section("the start", vec![Position::START], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        section("50, 40, 30, 20 and 12 empties", progress.concat(), &[1, 3, 5]),
        section("7 empties, to the end", find(6, |board| has_empties(board, 7)), &[6, 14]),
        section("a pass", find(6, must_pass_early), &[1, 2, 4]),
        section("a pass, then perhaps one more", find(4, may_pass_twice), &[2, 4]),
        section("one empty, for the side to move", find(2, fills_the_last), &[2]),
        section("one empty, for the other side", find(2, passes_at_the_last), &[1, 2]),
        section("one empty, for nobody", find(2, leaves_the_last), &[2]),
        section("both sides have discs and none a move", find(4, is_stuck), &[2]),
        section("the next disc may be the last", find(6, may_get_stuck), &[1, 2, 4]),
        section("a side without a disc", find(4, is_wiped_out), &[2]),
        section("the next disc may be a wipe-out", find(4, may_wipe_out), &[1, 2, 4]),
        section("a full board", find(2, is_full), &[2]),
        section("discs that no game can leave", scattered(8), &[1, 3]),
    ]
}

/// `count` positions of this kind, at most one from each random game.
fn find(count: usize, kind: impl Fn(&Mailbox) -> bool) -> Vec<Position> {
    let first = |game: Vec<Position>| game.into_iter().find(|&position| kind(&position.into()));
    (0..).map(random_game).filter_map(first).take(count).collect()
}

/// `count` positions of random discs that are not over.
fn scattered(count: usize) -> Vec<Position> {
    let goes_on = |&position: &Position| !Mailbox::from(position).is_over();
    (0..).map(random_discs).filter(goes_on).take(count).collect()
}

fn has_empties(board: &Mailbox, empties: usize) -> bool {
    board.empties().len() == empties && !board.is_over()
}

fn must_pass_early(board: &Mailbox) -> bool {
    board.empties().len() >= 10 && board.must_pass()
}

fn may_pass_twice(board: &Mailbox) -> bool {
    board.must_pass() && may_lead_to(&board.pass(), Mailbox::must_pass)
}

fn fills_the_last(board: &Mailbox) -> bool {
    board.empties().len() == 1 && !board.legal_moves().is_empty()
}

fn passes_at_the_last(board: &Mailbox) -> bool {
    board.empties().len() == 1 && board.must_pass()
}

fn leaves_the_last(board: &Mailbox) -> bool {
    board.empties().len() == 1 && board.is_over()
}

fn is_stuck(board: &Mailbox) -> bool {
    board.empties().len() > 1 && board.is_over() && !is_wiped_out(board)
}

fn may_get_stuck(board: &Mailbox) -> bool {
    board.empties().len() >= 6 && may_lead_to(board, is_stuck)
}

fn is_wiped_out(board: &Mailbox) -> bool {
    let position = board.to_position();
    position.player().is_empty() || position.opponent().is_empty()
}

fn may_wipe_out(board: &Mailbox) -> bool {
    may_lead_to(board, is_wiped_out)
}

fn is_full(board: &Mailbox) -> bool {
    board.empties().is_empty()
}

/// Whether some move leads to a board of this kind.
fn may_lead_to(board: &Mailbox, kind: impl Fn(&Mailbox) -> bool) -> bool {
    board.replies().iter().any(|(_, next)| kind(next))
}
