//! `src/suites/endgames.txt` and its generator.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::common::data::{self, Endgame};
use crate::common::mailbox::Mailbox;
use crate::common::random::random_game;
use crate::common::solver::solve;
use othello::board::Position;

/// Maximum empties of endgames that the test solves again.
const MAX_EMPTIES_SOLVED_AGAIN: u32 = 10;

#[test]
fn the_reference_solves_the_shorter_endgames() {
    let is_short = |endgame: &&Endgame| endgame.position.empty_count() <= MAX_EMPTIES_SOLVED_AGAIN;
    for Endgame { position, solution } in ENDGAMES.iter().filter(is_short) {
        assert_eq!(solve(&Mailbox::from(*position)), *solution, "{position:?}");
    }
}

#[test]
fn the_endgames_are_many_and_different() {
    let positions: HashSet<Position> =
        ENDGAMES.iter().map(|endgame| endgame.position.canonical().0).collect();
    assert_eq!(positions.len(), 300);
    for empties in 8..=12 {
        let count = positions.iter().filter(|position| position.empty_count() == empties).count();
        assert_eq!(count, 60, "with {empties} empties");
    }
}

#[test]
fn best_moves_are_legal() {
    for Endgame { position, solution } in ENDGAMES.iter() {
        assert!(!solution.best_moves.is_empty(), "{position:?}");
        for &mv in &solution.best_moves {
            assert!(position.after(mv).is_some(), "{mv} in {position:?}");
        }
    }
}

static ENDGAMES: LazyLock<Vec<Endgame>> = LazyLock::new(|| {
    data::regenerate("endgames.txt", table);
    data::lines("endgames.txt").iter().map(|line| Endgame::parse(line)).collect()
});

const HEADER: &str = "\
% Endgames of 8 to 12 empties in OBF: BOARD SIDE; MOVE:SCORE; MOVE:SCORE; ..
%
% The board is in reading order, a1 b1 .. h8. The moves are all that reach the best
% score, which is the final difference for the side to move with the best play of
% both sides, the empties counted for the winner. Where the side to move has to
% pass, the move is `pass`.
%
% The positions are from random games; tests/it/search/endgames.rs chooses them and solves
% them with the mailbox reference of the tests (plain alpha-beta, nothing
% remembered). To make the table again:
%
%     OUTFLANK_WRITE_TEST_DATA=1 cargo test --release --test it endgames::
";

fn table() -> String {
    let mut text = HEADER.to_owned();
    let mut seeds = 0..;
    for empties in 8..=12 {
        for (title, count, kind) in KINDS {
            text += &format!("\n% {empties} empties{title}\n");
            let boards = seeds.by_ref().filter_map(|seed| board(seed, empties));
            for (index, board) in boards.filter(kind).take(count).enumerate() {
                let side = if index % 2 == 0 { 'X' } else { 'O' };
                let endgame = Endgame { position: board.to_position(), solution: solve(&board) };
                text += &endgame.to_line(side);
                text += "\n";
            }
        }
    }
    text
}

/// The board with these empties in the random game of `seed`, if the game reaches it and continues.
fn board(seed: u64, empties: u32) -> Option<Mailbox> {
    let mut game = random_game(seed).into_iter();
    let position = game.find(|position| position.empty_count() == empties)?;
    Some(Mailbox::from(position)).filter(|board| !board.is_over())
}

type Kind = fn(&Mailbox) -> bool;

/// The kinds of boards and the count of each per number of empties.
const KINDS: [(&str, usize, Kind); 3] = [
    ("", 45, |_| true),
    (", a pass", 10, Mailbox::must_pass),
    (", over with the best moves before the board is full", 5, ends_early),
];

/// Whether best play (always the first best move) ends with empty squares.
fn ends_early(board: &Mailbox) -> bool {
    let best_move = solve(board).best_moves.first().copied();
    let next = board.replies().into_iter().find(|&(mv, _)| Some(mv) == best_move);
    match next {
        Some((_, next)) => ends_early(&next),
        None => !board.empties().is_empty(),
    }
}
