//! The replies to the analysis of a game.

use std::fmt;

use serde::{Serialize, Serializer};

use super::search::milliseconds;
use super::{ScoreReply, as_discs_of, as_text, as_text_or_null, as_texts, write_words};
use engine::score::Bound;
use engine::{AnalysedPly, Mark, SideSummary, Summary};
use othello::board::{Color, Move};
use othello::game::Setup;

/// The analysis of a ply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlyReply {
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// The side to move.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The 64 squares row by row from a1, and the side to move.
    #[serde(serialize_with = "as_text")]
    pub board: Setup,
    /// The played move; null in the last position of the game.
    #[serde(serialize_with = "as_text_or_null")]
    pub played: Option<Move>,
    /// The best move: the played move unless another move is better; null if the game is over.
    #[serde(serialize_with = "as_text_or_null")]
    pub best: Option<Move>,
    /// The value of the best move.
    #[serde(flatten)]
    pub score: ScoreReply,
    /// Whether the book supplied the values of the other moves; missing in JSON if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The value of the best move minus the value of the played move; in JSON in discs.
    #[serde(serialize_with = "as_discs_or_null")]
    pub loss: Option<i32>,
    /// The mark of the played move.
    #[serde(serialize_with = "as_text_or_null")]
    pub mark: Option<Mark>,
    /// Milliseconds.
    pub time: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The principal variation, passes included.
    #[serde(serialize_with = "as_texts")]
    pub pv: Vec<Move>,
}

impl From<&AnalysedPly> for PlyReply {
    fn from(ply: &AnalysedPly) -> PlyReply {
        PlyReply {
            ply: ply.ply,
            side: ply.setup.side,
            board: ply.setup,
            played: ply.played,
            best: ply.best(),
            score: ScoreReply::new(ply.score, Bound::Exact, ply.certainty),
            book: ply.from_book,
            loss: ply.loss(),
            mark: ply.mark(),
            time: milliseconds(ply.usage.time),
            nodes: ply.usage.nodes,
            pv: ply.pv.clone(),
        }
    }
}

fn as_discs_or_null<S: Serializer>(
    centidiscs: &Option<i32>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match centidiscs {
        Some(centidiscs) => as_discs_of(centidiscs, serializer),
        None => serializer.serialize_none(),
    }
}

/// `ply 11 white played f3 best d3 score cp 120 selectivity 87 loss 260 mark inaccuracy time 5
/// nodes 3600 pv d3 e2`. The last position has no loss and no mark.
impl fmt::Display for PlyReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlyReply { ply, side, score, time, nodes, pv, .. } = self;
        let word = |mv: Option<Move>| mv.map_or("none".to_owned(), |mv| mv.to_string());
        let (played, best) = (word(self.played), word(self.best));
        write!(f, "ply {ply} {side} played {played} best {best} {score}")?;
        f.write_str(if self.book { " book" } else { "" })?;
        if let (Some(loss), Some(mark)) = (self.loss, self.mark) {
            write!(f, " loss {loss} mark {mark}")?;
        }
        write!(f, " time {time} nodes {nodes}")?;
        if !pv.is_empty() {
            write!(f, " pv")?;
            write_words(f, pv)?;
        }
        Ok(())
    }
}

/// The totals of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AnalysisReply {
    /// The number of analysed plies, the last position of the game included.
    pub plies: usize,
    /// The number of plies not analysed because of a stop.
    pub left: usize,
    /// The first ply from which every ply to the end is solved.
    pub solved: Option<usize>,
    /// The name of the opening.
    pub opening: Option<&'static str>,
    /// The totals of Black's moves.
    pub black: SideReply,
    /// The totals of White's moves.
    pub white: SideReply,
}

/// The totals for the moves of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideReply {
    /// The number of plies with a choice of moves.
    pub choices: u32,
    /// The sum of the losses in these plies; in JSON in discs.
    #[serde(serialize_with = "as_discs_of")]
    pub lost: i32,
    /// The mean of the losses in these plies; in JSON in discs.
    #[serde(serialize_with = "as_discs_of")]
    pub average: i32,
    /// The number of best moves.
    pub best: u32,
    /// The number of inaccuracies.
    pub inaccuracy: u32,
    /// The number of mistakes.
    pub mistake: u32,
    /// The number of blunders.
    pub blunder: u32,
}

impl AnalysisReply {
    /// The totals of `plies`, with `left` plies not analysed, of a game with this opening.
    #[must_use]
    pub fn new(plies: &[AnalysedPly], left: usize, opening: Option<&'static str>) -> AnalysisReply {
        let summary = Summary::of(plies);
        AnalysisReply {
            plies: plies.len(),
            left,
            solved: summary.solved_from,
            opening,
            black: (&summary.black).into(),
            white: (&summary.white).into(),
        }
    }
}

impl From<&SideSummary> for SideReply {
    fn from(side: &SideSummary) -> SideReply {
        SideReply {
            choices: side.choices,
            lost: side.lost,
            average: side.average_loss(),
            best: side.count(Mark::Best),
            inaccuracy: side.count(Mark::Inaccuracy),
            mistake: side.count(Mark::Mistake),
            blunder: side.count(Mark::Blunder),
        }
    }
}

/// `analysis plies 61 left 0 solved 41 black choices 28 lost 1240 average 44 best 20 inaccuracy 5
/// mistake 2 blunder 1 white choices ..`, then `opening Tiger` if the opening has a name. `solved
/// none` if no ply is solved.
impl fmt::Display for AnalysisReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnalysisReply { plies, left, solved, opening, black, white } = self;
        let solved = solved.map_or("none".to_owned(), |ply| ply.to_string());
        write!(
            f,
            "analysis plies {plies} left {left} solved {solved} black {black} white {white}"
        )?;
        opening.map_or(Ok(()), |name| write!(f, " opening {name}"))
    }
}

impl fmt::Display for SideReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SideReply { choices, lost, average, best, inaccuracy, mistake, blunder } = self;
        write!(
            f,
            "choices {choices} lost {lost} average {average} best {best} \
             inaccuracy {inaccuracy} mistake {mistake} blunder {blunder}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use engine::score::Score;
    use engine::search::{Certainty, Usage};
    use othello::board::Square;

    fn ply() -> AnalysedPly {
        AnalysedPly {
            ply: 1,
            setup: Setup::START.after(Square::F5.into()).unwrap(),
            played: Some(Square::F4.into()),
            played_score: Some(Score::saturating(-140)),
            score: Score::saturating(200),
            certainty: Certainty::Exact,
            pv: vec![Square::D6.into(), Square::C3.into()],
            from_book: false,
            usage: Usage { nodes: 7, ..Usage::default() },
        }
    }

    fn texts(reply: &Reply) -> (String, String) {
        (reply.to_text(Format::Text), reply.to_text(Format::Json))
    }

    #[test]
    fn a_ply_lists_the_played_and_the_best_move() {
        let (text, json) = texts(&Reply::Ply((&ply()).into()));
        assert_eq!(
            text,
            "ply 1 white played f4 best d6 score cp 200 exact loss 340 mark mistake time 0 nodes 7 \
             pv d6 c3"
        );
        assert!(json.starts_with(r#"{"reply":"ply","ply":1,"side":"white","board":"---"#));
        let rest = r#""played":"f4","best":"d6","score":2.0,"bound":null,"certainty":"exact","#
            .to_owned()
            + r#""selectivity":100,"loss":3.4,"mark":"mistake","time":0,"nodes":7,"#
            + r#""pv":["d6","c3"]}"#;
        assert!(json.ends_with(&rest), "{json}");
        let end = AnalysedPly { played: None, played_score: None, pv: Vec::new(), ..ply() };
        let (text, json) = texts(&Reply::Ply((&end).into()));
        assert_eq!(text, "ply 1 white played none best none score cp 200 exact time 0 nodes 7");
        assert!(json.contains(r#""loss":null,"mark":null,"#));
    }

    #[test]
    fn an_analysis_ends_with_its_totals() {
        let (text, json) = texts(&Reply::Analysis(AnalysisReply::new(&[ply()], 3, Some("Tiger"))));
        assert_eq!(
            text,
            "analysis plies 1 left 3 solved 1 black choices 0 lost 0 average 0 best 0 \
             inaccuracy 0 mistake 0 blunder 0 white choices 1 lost 340 average 340 best 0 \
             inaccuracy 0 mistake 1 blunder 0 opening Tiger"
        );
        let white = r#""white":{"choices":1,"lost":3.4,"average":3.4,"best":0,"inaccuracy":0,"#;
        assert!(json.contains(white), "{json}");
        let nothing = AnalysisReply::new(&[], 4, None);
        assert!(nothing.to_string().starts_with("analysis plies 0 left 4 solved none "));
    }
}
