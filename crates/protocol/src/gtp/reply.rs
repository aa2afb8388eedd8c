//! [`Reply`]: every reply as a value, and its text.

use std::fmt;

use super::command::CommandError;
use crate::handler::{Message, SessionError};
use othello::board::{Color, DiscDiff, Move, Square};
use othello::game::{Drawing, Game, GameResult, RecordFault, Setup};

/// The reply to a command.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The id of the command, as written.
    pub(super) id: Option<String>,
    /// The answer, or the reason for a refusal.
    pub(super) outcome: Result<Answer, Refusal>,
}

/// The answer to an executed command.
#[derive(Debug)]
pub(super) enum Answer {
    /// An empty reply.
    Done,
    /// Text without empty lines.
    Text(String),
    /// One line per element.
    Lines(Vec<String>),
    /// `true` or `false`.
    Bool(bool),
    /// A move.
    Move(Move),
    /// The result of a finished game.
    Score(DiscDiff),
    /// The result in words.
    Result(GameResult),
    /// A drawing of the board for people.
    Drawing(Box<Game>),
    /// The board in GoGui's form, with row 8 on top.
    Board(Setup),
    /// Moves; empty if the game is over.
    Moves(Vec<Move>),
    /// The side to move.
    Side(Color),
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
            Ok(answer) => ('=', answer.to_string()),
            Err(refusal) => ('?', refusal.to_string()),
        };
        if text.is_empty() { writeln!(f, "{mark}{id}") } else { writeln!(f, "{mark}{id} {text}") }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Done => Ok(()),
            Answer::Text(text) => f.write_str(text),
            Answer::Lines(lines) => f.write_str(&lines.join("\n")),
            Answer::Bool(truth) => write!(f, "{truth}"),
            Answer::Move(mv) => f.write_str(&vertex(*mv)),
            Answer::Score(result) => f.write_str(&score(*result)),
            Answer::Result(result) => f.write_str(&result.words()),
            Answer::Drawing(game) => write!(f, "\n{}", drawing(game)),
            Answer::Board(setup) => f.write_str(&rows_from_bottom(*setup)),
            Answer::Moves(moves) => {
                let moves: Vec<String> = moves.iter().copied().map(vertex).collect();
                f.write_str(&moves.join(" "))
            }
            Answer::Side(side) => write!(f, "{side}"),
        }
    }
}

/// A move as `F5` or `pass`.
fn vertex(mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(square) => square.to_string().to_uppercase(),
    }
}

/// `B+12`, `W+2` or `0`. Empties count for the winner.
fn score(black: DiscDiff) -> String {
    match black.discs() {
        0 => "0".to_owned(),
        discs @ 1.. => format!("B+{discs}"),
        discs => format!("W+{}", -discs),
    }
}

/// The board with row 1 on top and the last move in brackets.
fn drawing(game: &Game) -> Drawing {
    let last = game.moves().last().copied();
    game.setup().draw().with_legal_moves().with_last_move(last)
}

fn rows_from_bottom(setup: Setup) -> String {
    let disc = |square: &Square| match setup.disc_at(*square) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    let row = |squares: &[Square]| squares.iter().map(disc).collect::<Vec<_>>().join(" ");
    Square::ALL.chunks_exact(8).rev().map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(id: Option<&str>, outcome: Result<Answer, Refusal>) -> String {
        Reply { id: id.map(str::to_owned), outcome }.to_string()
    }

    #[test]
    fn a_reply_has_its_id_glued_on_and_an_empty_line_behind() {
        let f5 = Move::Place(Square::F5);
        assert_eq!(text(None, Ok(Answer::Done)), "=\n");
        assert_eq!(text(Some("12"), Ok(Answer::Move(f5))), "=12 F5\n");
        assert_eq!(text(Some("7"), Err(Refusal::IllegalMove)), "?7 illegal move\n");
        assert_eq!(text(None, Ok(Answer::Moves(vec![f5, Move::Pass]))), "= F5 pass\n");
        assert_eq!(text(None, Ok(Answer::Moves(vec![]))), "=\n");
    }

    #[test]
    fn the_empty_squares_are_the_winners() {
        let score = |board: &str| {
            let setup: Setup =
                format!("{board}{} X", "-".repeat(64 - board.len())).parse().unwrap();
            text(None, Ok(Answer::Score(setup.final_difference().unwrap())))
        };
        for (board, expected) in [("X", "= B+64\n"), ("O", "= W+64\n"), ("X-O", "= 0\n")] {
            assert_eq!(score(board), expected);
        }
        assert_eq!(score("XX-O"), "= B+62\n");
        assert_eq!(score("X-OOO"), "= W+62\n");
    }

    #[test]
    fn boards_have_no_empty_line_and_gogui_begins_with_row_8() {
        let mut game = Game::default();
        game.play(Square::F5.into()).unwrap();
        let drawing = text(None, Ok(Answer::Drawing(Box::new(game.clone()))));
        assert!(drawing.starts_with("= \n  a b c d e f g h\n1 - - "), "{drawing}");
        assert!(drawing.ends_with("white to move\n"), "{drawing}");
        let board = text(None, Ok(Answer::Board(game.setup())));
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows.len(), 8);
        assert_eq!((rows[0], rows[3]), ("= . . . . . . . .", ". . . X X X . ."));
        assert_eq!(rows[4], ". . . O X . . .");
    }
}
