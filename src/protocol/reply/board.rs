//! What is answered about a position.

use std::fmt;

use serde::Serialize;

use super::{as_discs, as_text, as_texts, write_words};
use crate::board::{Move, Position};
use crate::eval::{Evaluator, Term};
use crate::score::Score;

/// The legal moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MovesReply {
    /// Squares in reading order, or the one pass, or none if the game is over.
    #[serde(serialize_with = "as_texts")]
    pub moves: Vec<Move>,
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
    /// Why it is not.
    pub reason: Option<String>,
}

/// `legal f5 yes`, `legal d4 no d4 is taken`.
impl fmt::Display for LegalReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.legal { "yes" } else { "no" };
        write!(f, "legal {} {word}", self.asked)?;
        self.reason.iter().try_for_each(|reason| write!(f, " {reason}"))
    }
}

/// A static evaluation and what it is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EvalReply {
    /// The value for the side to move; in JSON in discs.
    #[serde(serialize_with = "as_discs")]
    pub score: Score,
    /// Whether the game is over, which makes the score its result.
    pub over: bool,
    /// Its parts.
    pub terms: Vec<TermReply>,
}

/// A part of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TermReply {
    /// What is valued.
    pub name: &'static str,
    /// Its share, for the side to move; in JSON in discs.
    #[serde(serialize_with = "as_discs")]
    pub score: Score,
}

impl EvalReply {
    /// What `evaluator` thinks of `position`; the result, without parts, if the game
    /// is over.
    #[must_use]
    pub fn new(evaluator: &dyn Evaluator, position: Position) -> EvalReply {
        if position.is_over() {
            let score = position.final_difference().into();
            return EvalReply { score, over: true, terms: Vec::new() };
        }
        let term = |Term { name, value }| TermReply { name, score: value };
        EvalReply {
            score: evaluator.evaluate(position),
            over: false,
            terms: evaluator.terms(position).into_iter().map(term).collect(),
        }
    }
}

/// A line `term cp -120 frontier` for each part, last `eval cp 30`, or `eval cp 200
/// exact` if the game is over.
impl fmt::Display for EvalReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for TermReply { name, score } in &self.terms {
            writeln!(f, "term cp {} {name}", score.centidiscs())?;
        }
        write!(f, "eval cp {}", self.score.centidiscs())?;
        if self.over { f.write_str(" exact") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::eval::Classic;
    use crate::protocol::reply::{Format, Reply};

    #[test]
    fn moves_are_never_an_empty_line() {
        let start = Position::START.legal_moves().into_iter().map(Move::Place).collect();
        let reply = Reply::Moves(MovesReply { moves: start });
        assert_eq!(reply.to_text(Format::Text), "moves d3 c4 f5 e6");
        assert_eq!(
            reply.to_text(Format::Json),
            r#"{"reply":"moves","moves":["d3","c4","f5","e6"]}"#
        );
        assert_eq!(MovesReply { moves: vec![Move::Pass] }.to_string(), "moves pass");
        assert_eq!(MovesReply { moves: vec![] }.to_string(), "moves none");
    }

    #[test]
    fn a_refused_move_has_its_reason() {
        let asked = Move::Place(Square::D4);
        let reason = Some("d4 is taken".to_owned());
        let reply = Reply::Legal(LegalReply { asked, legal: false, reason });
        assert_eq!(reply.to_text(Format::Text), "legal d4 no d4 is taken");
        assert_eq!(
            reply.to_text(Format::Json),
            r#"{"reply":"legal","move":"d4","legal":false,"reason":"d4 is taken"}"#
        );
    }

    #[test]
    fn an_evaluation_ends_with_its_sum() {
        let text = EvalReply::new(&Classic, Position::START).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.last(), Some(&"eval cp 30"));
        assert!(lines.contains(&"term cp 30 turn"));

        let over = Position::new(Square::A1.bit(), Bitboard::EMPTY).unwrap();
        let reply = EvalReply::new(&Classic, over);
        assert_eq!(reply.to_string(), "eval cp 6400 exact");
        assert_eq!(
            Reply::Eval(reply).to_text(Format::Json),
            r#"{"reply":"eval","score":64.0,"over":true,"terms":[]}"#
        );
    }
}
