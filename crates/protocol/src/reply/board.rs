//! The replies about a position.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{as_text, as_text_or_null, as_texts, write_words};
use othello::board::{Bitboard, Color, DiscDiff, Move, Position, Square};
use othello::game::{Game, GameResult, IllegalMove, Opening, Setup, position_text};

/// The board, the disc counts and the state of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardReply {
    /// The side to move.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The 64 squares row by row from a1, and the side to move.
    #[serde(serialize_with = "as_text")]
    pub board: Setup,
    /// The position as a FEN.
    pub fen: String,
    /// The number of black discs.
    pub black: u32,
    /// The number of white discs.
    pub white: u32,
    /// The number of empty squares.
    pub empties: u32,
    /// The number of moves since the start of the game, passes included.
    pub ply: usize,
    /// The last move.
    #[serde(serialize_with = "as_text_or_null")]
    pub last: Option<Move>,
    /// The final result: Black's discs minus White's, with empties counted for the winner. Null
    /// before the end of the game.
    #[serde(serialize_with = "as_black_difference")]
    pub result: Option<DiscDiff>,
    /// The name of the opening, if it has one.
    pub opening: Option<&'static str>,
    /// Discs of both sides that no move can flip any more. Not all such discs are found. Not in the text.
    #[serde(serialize_with = "as_texts")]
    pub stable: Vec<Square>,
}

impl BoardReply {
    /// The board at the end of `game`.
    #[must_use]
    pub fn new(game: &Game) -> BoardReply {
        let setup = game.setup();
        BoardReply {
            side: setup.side,
            board: setup,
            fen: setup.to_fen(),
            black: setup.black().count(),
            white: setup.white().count(),
            empties: setup.position.empty_count(),
            ply: game.moves().len(),
            last: game.moves().last().copied(),
            result: game.final_difference(),
            opening: Opening::of_game(game).map(|opening| opening.name),
            stable: stable(setup.position).into_iter().collect(),
        }
    }
}

fn stable(position: Position) -> Bitboard {
    position.stable_discs() | position.pass().stable_discs()
}

fn as_black_difference<S: Serializer>(
    result: &Option<DiscDiff>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    result.map(DiscDiff::discs).serialize(serializer)
}

/// The drawn board, then a line `black 2 white 2 empties 60`, the result if the game is over,
/// `opening Tiger` if the opening has a name, and last `fen 8/8/8/3OX3/3XO3/8/8/8 X`.
impl fmt::Display for BoardReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board.draw().with_legal_moves().with_last_move(self.last))?;
        writeln!(f, "black {} white {} empties {}", self.black, self.white, self.empties)?;
        if let Some(difference) = self.result {
            writeln!(f, "{}", GameResult::from(difference).words())?;
        }
        if let Some(opening) = self.opening {
            writeln!(f, "opening {opening}")?;
        }
        write!(f, "fen {}", self.fen)
    }
}

/// A game's start and its moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HistoryReply {
    /// The start position; in JSON as a FEN.
    #[serde(serialize_with = "as_fen")]
    pub start: Setup,
    /// The moves, passes included.
    #[serde(serialize_with = "as_texts")]
    pub moves: Vec<Move>,
}

fn as_fen<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&setup.to_fen())
}

impl From<&Game> for HistoryReply {
    fn from(game: &Game) -> HistoryReply {
        HistoryReply { start: game.start(), moves: game.moves().to_vec() }
    }
}

/// `history startpos moves f5 d6` or `history fen <rows> <side>`, as `position` reads it.
impl fmt::Display for HistoryReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "history {}", position_text(self.start, &self.moves))
    }
}

/// A named opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpeningReply {
    /// The name.
    pub name: &'static str,
    /// Its usual move order.
    #[serde(serialize_with = "as_texts")]
    pub moves: Vec<Move>,
}

impl OpeningReply {
    /// The reply for `opening`.
    #[must_use]
    pub fn new(opening: &Opening) -> OpeningReply {
        let game = Game::from_transcript(Setup::START, opening.moves).unwrap_or_default();
        OpeningReply { name: opening.name, moves: game.moves().to_vec() }
    }
}

/// `opening Tiger moves f5 d6 c3 d3 c4`
impl fmt::Display for OpeningReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "opening {} moves", self.name)?;
        write_words(f, &self.moves)
    }
}

/// The legal moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MovesReply {
    /// Squares in reading order, or one pass; empty if the game is over.
    #[serde(serialize_with = "as_texts")]
    pub moves: Vec<Move>,
}

impl From<Setup> for MovesReply {
    fn from(setup: Setup) -> MovesReply {
        MovesReply { moves: setup.legal_moves().collect() }
    }
}

/// `moves d3 c4 f5 e6`, `moves pass`, or `moves none` if the game is over.
impl fmt::Display for MovesReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves")?;
        match self.moves[..] {
            [] => f.write_str(" none"),
            _ => write_words(f, &self.moves),
        }
    }
}

/// Whether a move is legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalReply {
    /// The move.
    #[serde(rename = "move", serialize_with = "as_text")]
    pub asked: Move,
    /// Whether it is legal.
    pub legal: bool,
    /// Why it is illegal.
    #[serde(serialize_with = "as_text_or_null")]
    pub reason: Option<IllegalMove>,
}

impl LegalReply {
    /// Whether `asked` is legal in `setup`.
    #[must_use]
    pub fn new(setup: Setup, asked: Move) -> LegalReply {
        let reason = setup.explain_illegal(asked);
        LegalReply { asked, legal: reason.is_none(), reason }
    }
}

/// `legal f5 yes`, `legal d4 no: d4 is taken`.
impl fmt::Display for LegalReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.legal { "yes" } else { "no" };
        write!(f, "legal {} {word}", self.asked)?;
        match self.reason {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use othello::board::Square;

    fn replies<T>(reply: T, into: fn(T) -> Reply) -> (String, String) {
        let reply = into(reply);
        (reply.to_text(Format::Text), reply.to_text(Format::Json))
    }

    fn game(moves: &str) -> Game {
        Game::from_transcript(Setup::START, moves).unwrap()
    }

    #[test]
    fn a_board_has_its_facts_below() {
        let (text, json) = replies(BoardReply::new(&game("f5")), Reply::Board);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  a b c d e f g h");
        assert_eq!(
            lines[9..],
            ["white to move", "black 4 white 1 empties 59", "fen 8/8/8/3OX3/3XXX2/8/8/8 O"]
        );
        assert_eq!(
            json,
            r#"{"reply":"board","side":"white","board":"#.to_owned()
                + r#""---------------------------OX------XXX-------------------------- O","#
                + r#""fen":"8/8/8/3OX3/3XXX2/8/8/8 O","black":4,"white":1,"empties":59,"#
                + r#""ply":1,"last":"f5","result":null,"opening":null,"stable":[]}"#
        );
    }

    #[test]
    fn the_board_of_a_finished_game_has_its_result() {
        let wipeout = game("e6f4e3f6g5d6e7f5c5");
        let (text, json) = replies(BoardReply::new(&wipeout), Reply::Board);
        assert!(text.contains("\nblack wins by 64\nopening Perpendicular\nfen "), "{text}");
        assert!(json.contains(r#""result":64,"opening":"Perpendicular""#), "{json}");
    }

    #[test]
    fn a_board_lists_the_stable_discs_of_both_sides() {
        let setup =
            "XXO-----X---------------------OX-----------OO-----------------OO O".parse().unwrap();
        let (_, json) = replies(BoardReply::new(&Game::new(setup)), Reply::Board);
        assert!(json.ends_with(r#""stable":["a1","b1","a2","g8","h8"]}"#), "{json}");
    }

    #[test]
    fn a_history_is_a_position_argument() {
        assert_eq!(HistoryReply::from(&Game::default()).to_string(), "history startpos");
        let (text, json) = replies(HistoryReply::from(&game("f5d6")), Reply::History);
        assert_eq!(text, "history startpos moves f5 d6");
        assert_eq!(
            json,
            r#"{"reply":"history","start":"8/8/8/3OX3/3XO3/8/8/8 X","moves":["f5","d6"]}"#
        );
        let other = Game::new(game("f5").setup());
        assert_eq!(HistoryReply::from(&other).to_string(), "history fen 8/8/8/3OX3/3XXX2/8/8/8 O");
    }

    #[test]
    fn the_reply_to_moves_is_never_empty() {
        let (text, json) = replies(MovesReply::from(Setup::START), Reply::Moves);
        assert_eq!(text, "moves d3 c4 f5 e6");
        assert_eq!(json, r#"{"reply":"moves","moves":["d3","c4","f5","e6"]}"#);
        assert_eq!(MovesReply { moves: vec![Move::Pass] }.to_string(), "moves pass");
        assert_eq!(MovesReply { moves: vec![] }.to_string(), "moves none");
    }

    #[test]
    fn a_refused_move_has_its_reason() {
        let asked = Move::Place(Square::D4);
        let (text, json) = replies(LegalReply::new(Setup::START, asked), Reply::Legal);
        assert_eq!(text, "legal d4 no: d4 is taken");
        assert_eq!(json, r#"{"reply":"legal","move":"d4","legal":false,"reason":"d4 is taken"}"#);
        let legal = LegalReply::new(Setup::START, Square::F5.into());
        assert_eq!(legal.to_string(), "legal f5 yes");
    }
}
