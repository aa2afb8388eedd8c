//! The static evaluation of a position.

use std::fmt;

use serde::Serialize;

use super::{as_discs, as_discs_of, as_texts, write_words};
use engine::eval::{Evaluator, Part, Term};
use engine::score::Score;
use othello::board::{Position, Square};

/// A static evaluation and its terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EvalReply {
    /// The value for the side to move; in JSON in discs.
    #[serde(serialize_with = "as_discs")]
    pub score: Score,
    /// Whether the game is over. The score is then the result.
    pub over: bool,
    /// The terms, which add up to the score.
    pub terms: Vec<TermReply>,
}

/// A term of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TermReply {
    /// The name of the feature.
    pub name: &'static str,
    /// The value in centidiscs, for the side to move; in JSON in discs.
    #[serde(rename = "score", serialize_with = "as_discs_of")]
    pub centidiscs: i32,
    /// The parts of the term, if requested; empty for terms independent of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<PartReply>>,
}

/// The contribution of a set of squares to a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartReply {
    /// The squares of the pattern.
    #[serde(serialize_with = "as_texts")]
    pub squares: Vec<Square>,
    /// The share in centidiscs, for the side to move; in JSON in discs.
    #[serde(rename = "score", serialize_with = "as_discs_of")]
    pub centidiscs: i32,
}

impl EvalReply {
    /// The evaluation of `position` by `evaluator`, with the parts of the terms if `explained`. If
    /// the game is over: the result, without terms.
    #[must_use]
    pub fn new(evaluator: &dyn Evaluator, position: Position, explained: bool) -> EvalReply {
        let (score, over) = (evaluator.score(position), position.is_over());
        if over {
            return EvalReply { score, over, terms: Vec::new() };
        }
        let term = |term: Term| {
            let parts = || term.parts.iter().map(PartReply::from).collect();
            let (name, centidiscs) = (term.name, term.centidiscs);
            TermReply { name, centidiscs, parts: explained.then(parts) }
        };
        EvalReply { score, over, terms: evaluator.terms(position).into_iter().map(term).collect() }
    }
}

impl From<&Part> for PartReply {
    fn from(part: &Part) -> PartReply {
        PartReply { squares: part.squares.into_iter().collect(), centidiscs: part.centidiscs }
    }
}

/// A line `term cp -120 frontier` per term, each after its parts `part cp -40 a1 b2`. Last
/// `eval cp 30`, or `eval cp 200 exact` if the game is over.
impl fmt::Display for EvalReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for TermReply { name, centidiscs, parts } in &self.terms {
            for PartReply { squares, centidiscs } in parts.iter().flatten() {
                write!(f, "part cp {centidiscs}")?;
                write_words(f, squares)?;
                writeln!(f)?;
            }
            writeln!(f, "term cp {centidiscs} {name}")?;
        }
        write!(f, "eval cp {}", self.score.centidiscs())?;
        if self.over { f.write_str(" exact") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::reply::{Format, Reply};
    use othello::board::Bitboard;

    /// Three terms. One is negative and has two parts.
    struct Made;

    impl Evaluator for Made {
        fn evaluate(&self, _: Position) -> Score {
            Score::saturating(30)
        }

        fn deviation(&self, _: u32, _: u32, _: u32) -> i32 {
            1000
        }

        fn terms(&self, _: Position) -> Vec<Term> {
            let part = |square: Square, centidiscs| Part { squares: square.bit(), centidiscs };
            let parts = vec![part(Square::C3, -150), part(Square::D3, 25)];
            let term = |name, centidiscs, parts| Term { name, centidiscs, parts };
            vec![
                term("corners", 100, vec![]),
                term("frontier", -125, parts),
                term("turn", 55, vec![]),
            ]
        }
    }

    fn texts(position: Position, explained: bool) -> (String, String) {
        let reply = Reply::Eval(EvalReply::new(&Made, position, explained));
        (reply.to_text(Format::Text), reply.to_text(Format::Json))
    }

    #[test]
    fn an_evaluation_ends_with_its_total() {
        let (text, json) = texts(Position::START, false);
        assert_eq!(text, "term cp 100 corners\nterm cp -125 frontier\nterm cp 55 turn\neval cp 30");
        assert!(json.starts_with(r#"{"reply":"eval","score":0.3,"over":false,"terms":[{"#));
        assert!(json.contains(r#"{"name":"frontier","score":-1.25}"#));
    }

    #[test]
    fn the_parts_precede_their_term() {
        let (text, json) = texts(Position::START, true);
        assert_eq!(
            text,
            "term cp 100 corners\npart cp -150 c3\npart cp 25 d3\nterm cp -125 frontier\n\
             term cp 55 turn\neval cp 30"
        );
        assert!(json.contains(r#"{"name":"corners","score":1.0,"parts":[]}"#));
        let parts = r#""parts":[{"squares":["c3"],"score":-1.5},{"squares":["d3"],"score":0.25}]}"#;
        assert!(json.contains(parts), "{json}");
    }

    #[test]
    fn the_value_of_a_finished_game_is_its_result() {
        let over = Position::new(Square::A1.bit(), Bitboard::EMPTY).unwrap();
        let (text, json) = texts(over, true);
        assert_eq!(text, "eval cp 6400 exact");
        assert_eq!(json, r#"{"reply":"eval","score":64.0,"over":true,"terms":[]}"#);
    }
}
