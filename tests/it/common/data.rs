//! The tables in `src/suites`, read and regenerated. A board is 64 characters in reading order,
//! `X`, `O` and `-`, then the side to move. `%` starts a comment.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use othello::board::{Bitboard, Move, Position, Square};

use super::solver::Solution;

/// Writes the table `name` in `src/suites` if `OUTFLANK_WRITE_TEST_DATA` is set.
pub fn regenerate(name: &str, table: impl FnOnce() -> String) {
    if env::var_os("OUTFLANK_WRITE_TEST_DATA").is_some() {
        fs::write(path(name), table()).expect("the table can be written");
    }
}

/// The lines of the table `name` in `src/suites`, without comments and blank lines.
pub fn lines(name: &str) -> Vec<String> {
    let text = fs::read_to_string(path(name)).expect("the table can be read");
    let without_comment = |line: &str| line.split('%').next().unwrap_or("").trim().to_owned();
    text.lines().map(without_comment).filter(|line| !line.is_empty()).collect()
}

fn path(name: &str) -> PathBuf {
    repository().join("src/suites").join(name)
}

/// The folder with the lock file. Tests of several packages use these helpers.
pub fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_root = |folder: &&Path| folder.join("Cargo.lock").exists();
    package.ancestors().find(is_root).expect("a package of the workspace")
}

/// The node signature in `bench.txt`.
pub fn bench_signature() -> u64 {
    let path = repository().join("tests/data/bench.txt");
    let text = fs::read_to_string(path).expect("the file can be read");
    text.trim().parse().expect("a number of nodes")
}

/// A line of `perft.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftRow {
    pub position: Position,
    pub depth: u32,
    /// A pass takes one ply of the depth.
    pub nodes: u64,
    /// A pass takes no depth.
    pub nodes_with_free_passes: u64,
}

impl PerftRow {
    /// Reads `BOARD SIDE DEPTH NODES NODES`.
    pub fn parse(line: &str) -> PerftRow {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[board, side, depth, nodes, free] = fields.as_slice() else {
            panic!("{line:?} has not five fields");
        };
        PerftRow {
            position: parse_position(board, side),
            depth: depth.parse().expect(line),
            nodes: nodes.parse().expect(line),
            nodes_with_free_passes: free.parse().expect(line),
        }
    }

    /// The line, with `side` to move.
    pub fn to_line(self, side: char) -> String {
        let PerftRow { position, depth, nodes, nodes_with_free_passes } = self;
        format!("{} {depth} {nodes} {nodes_with_free_passes}", position_text(position, side))
    }
}

/// A line of `endgames.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endgame {
    pub position: Position,
    pub solution: Solution,
}

impl Endgame {
    /// Reads `BOARD SIDE; MOVE:SCORE; MOVE:SCORE; ..`, which lists the best moves.
    pub fn parse(line: &str) -> Endgame {
        let (board, moves) = line.split_once(';').expect(line);
        let (board, side) = board.split_once(' ').expect(line);
        let moves = moves.split_terminator(';').map(|field| {
            let (mv, score) = field.trim().split_once(':').expect(line);
            (mv.parse::<Move>().expect(line), score.parse::<i32>().expect(line))
        });
        let (best_moves, scores): (Vec<Move>, Vec<i32>) = moves.unzip();
        let score = scores[0];
        assert!(scores.iter().all(|&other| other == score), "scores differ: {line}");
        let solution = Solution { score, best_moves };
        Endgame { position: parse_position(board, side), solution }
    }

    /// The line, with `side` to move.
    pub fn to_line(&self, side: char) -> String {
        let Solution { score, best_moves } = &self.solution;
        let moves = best_moves.iter().map(|mv| format!(" {mv}:{score:+};"));
        format!("{};{}", position_text(self.position, side), moves.collect::<String>())
    }
}

fn parse_position(board: &str, side: &str) -> Position {
    assert_eq!(board.len(), 64, "{board}");
    let squares_with = |disc: char| -> Bitboard {
        let squares = Square::ALL.into_iter().zip(board.chars());
        squares.filter(|&(_, content)| content == disc).map(|(square, _)| square).collect()
    };
    let (x, o) = (squares_with('X'), squares_with('O'));
    assert_eq!(squares_with('-'), Bitboard::FULL - x - o, "{board}");
    let position = match side {
        "X" => Position::new(x, o),
        "O" => Position::new(o, x),
        other => panic!("{other:?} is no side"),
    };
    position.expect("a character is one disc")
}

fn position_text(position: Position, side: char) -> String {
    let other_side = if side == 'X' { 'O' } else { 'X' };
    let content = |square| {
        if position.player().contains(square) {
            side
        } else if position.opponent().contains(square) {
            other_side
        } else {
            '-'
        }
    };
    let board: String = Square::ALL.into_iter().map(content).collect();
    format!("{board} {side}")
}
