//! [`Reply`]: every reply as a value, and its text.

use std::fmt;

use super::command::CommandError;
use crate::message::{Message, SessionError};
use othello::board::{Color, DiscDiff, Move, Square};
use othello::game::{Drawing, Game, RecordFault, Setup};

/// The reply to a command.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The id of the command, as written.
    pub(super) id: Option<String>,
    /// The answer, or why the command is refused.
    pub(super) outcome: Result<String, Refusal>,
}

/// Why a command was refused. A refused command changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Record(#[from] RecordFault),
    #[error("illegal move")]
    IllegalMove,
    #[error("unacceptable size")]
    Size,
    #[error("unsupported game")]
    Game,
    #[error("cannot undo")]
    NothingToUndo,
    #[error("cannot score")]
    NotOver,
}

impl From<Reply> for Message {
    fn from(reply: Reply) -> Message {
        Message { text: reply.to_string(), is_error: reply.outcome.is_err() }
    }
}

/// `=12 F5` or `?12 illegal move` and a line break. The output adds the second line break.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.as_deref().unwrap_or_default();
        let (mark, text) = match &self.outcome {
            Ok(answer) => ('=', answer.clone()),
            Err(refusal) => ('?', refusal.to_string()),
        };
        if text.is_empty() { writeln!(f, "{mark}{id}") } else { writeln!(f, "{mark}{id} {text}") }
    }
}

/// A move as `F5` or `pass`.
pub(super) fn vertex(mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(square) => square.to_string().to_uppercase(),
    }
}

/// `B+12`, `W+2` or `0`. Empties count for the winner.
pub(super) fn score(black: DiscDiff) -> String {
    match black.discs() {
        0 => "0".to_owned(),
        discs @ 1.. => format!("B+{discs}"),
        discs => format!("W+{}", -discs),
    }
}

/// The board with row 1 on top and the last move in brackets.
pub(super) fn drawing(game: &Game) -> Drawing {
    let last = game.moves().last().copied();
    game.setup().draw().with_legal_moves().with_last_move(last)
}

/// The board in GoGui's form, with row 8 on top.
pub(super) fn rows_from_bottom(setup: Setup) -> String {
    let disc = |square: &Square| match setup.disc_at(*square) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    let row = |squares: &[Square; 8]| squares.iter().map(disc).collect::<Vec<_>>().join(" ");
    Square::ALL.as_chunks::<8>().0.iter().rev().map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(id: Option<&str>, outcome: Result<String, Refusal>) -> String {
        Reply { id: id.map(str::to_owned), outcome }.to_string()
    }

    #[test]
    fn a_reply_has_its_id_and_ends_with_an_empty_line() {
        let f5 = Move::Place(Square::F5);
        assert_eq!(text(None, Ok(String::new())), "=\n");
        assert_eq!(text(Some("12"), Ok(vertex(f5))), "=12 F5\n");
        assert_eq!(text(Some("7"), Err(Refusal::IllegalMove)), "?7 illegal move\n");
        assert_eq!(text(None, Ok(vertex(Move::Pass))), "= pass\n");
    }

    #[test]
    fn empty_squares_count_for_the_winner() {
        let answer = |board: &str| {
            let setup: Setup =
                format!("{board}{} X", "-".repeat(64 - board.len())).parse().unwrap();
            text(None, Ok(score(setup.final_difference().unwrap())))
        };
        for (board, expected) in [("X", "= B+64\n"), ("O", "= W+64\n"), ("X-O", "= 0\n")] {
            assert_eq!(answer(board), expected);
        }
        assert_eq!(answer("XX-O"), "= B+62\n");
        assert_eq!(answer("X-OOO"), "= W+62\n");
    }

    #[test]
    fn boards_have_no_empty_line_and_gogui_begins_with_row_8() {
        let mut game = Game::default();
        game.play(Square::F5.into()).unwrap();
        let drawing = text(None, Ok(format!("\n{}", drawing(&game))));
        assert!(drawing.starts_with("= \n  a b c d e f g h\n1 - - "), "{drawing}");
        assert!(drawing.ends_with("white to move\n"), "{drawing}");
        let board = text(None, Ok(rows_from_bottom(game.setup())));
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows.len(), 8);
        assert_eq!((rows[0], rows[3]), ("= . . . . . . . .", ". . . X X X . ."));
        assert_eq!(rows[4], ". . . O X . . .");
    }
}
