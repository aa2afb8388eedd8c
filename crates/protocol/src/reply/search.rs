//! The replies of searches.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{as_discs, as_text_or_null, as_texts, write_words};
use engine::score::{Bound, Score, Selectivity};
use engine::search::{Certainty, Line, SearchInfo, SearchReport, Source, ThreadShortage, Usage};
use othello::board::Move;

/// A score with its bound and its certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ScoreReply {
    /// The value for the side to move; in JSON in discs.
    #[serde(serialize_with = "as_discs")]
    pub score: Score,
    /// Whether the score is a lower or an upper bound; null if it is neither.
    pub bound: Option<BoundReply>,
    /// The certainty of the score.
    pub certainty: CertaintyReply,
    /// The confidence in %, 73 to 100; 100 for proven scores.
    pub selectivity: u8,
}

/// The kind of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundReply {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// The certainty of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CertaintyReply {
    /// Proven to the end of the game.
    Exact,
    /// Win, draw or loss is proven.
    Wld,
    /// An estimate with the confidence of its selectivity.
    Selective,
}

impl ScoreReply {
    /// The score of `line`; `None` if it was not searched.
    fn of(line: &Line) -> Option<ScoreReply> {
        Some(ScoreReply::new(line.known_score()?, line.bound, line.certainty))
    }

    /// A score with this bound and certainty.
    #[must_use]
    pub fn new(score: Score, bound: Bound, certainty: Certainty) -> ScoreReply {
        let bound = match bound {
            Bound::Lower => Some(BoundReply::Lower),
            Bound::Upper => Some(BoundReply::Upper),
            Bound::Exact => None,
        };
        let (certainty, selectivity) = match certainty {
            Certainty::Exact => (CertaintyReply::Exact, Selectivity::Full),
            Certainty::Wld => (CertaintyReply::Wld, Selectivity::Full),
            Certainty::Selective(level) => (CertaintyReply::Selective, level),
        };
        ScoreReply { score, bound, certainty, selectivity: selectivity.percent() }
    }
}

/// `score cp 300 exact`, `score cp -120 upperbound selectivity 73`.
impl fmt::Display for ScoreReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score cp {}", self.score.centidiscs())?;
        match self.bound {
            Some(BoundReply::Lower) => f.write_str(" lowerbound")?,
            Some(BoundReply::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        match self.certainty {
            CertaintyReply::Exact => f.write_str(" exact"),
            CertaintyReply::Wld => f.write_str(" wld"),
            CertaintyReply::Selective => write!(f, " selectivity {}", self.selectivity),
        }
    }
}

/// A move with its score and principal variation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineReply {
    /// The rank among the moves, from 1.
    pub multipv: usize,
    /// The depth searched, in plies.
    pub depth: u32,
    /// Its score; null if it was not searched.
    #[serde(flatten)]
    pub score: Option<ScoreReply>,
    /// Whether it comes from the opening book; missing in JSON if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The moves, passes included; empty if the game is over.
    #[serde(serialize_with = "as_texts")]
    pub pv: Vec<Move>,
}

impl From<&Line> for LineReply {
    fn from(line: &Line) -> LineReply {
        LineReply {
            multipv: line.rank,
            depth: line.depth,
            score: ScoreReply::of(line),
            book: line.source != Source::Search,
            pv: line.pv.clone(),
        }
    }
}

/// The depth, time, nodes and table use of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct UsageReply {
    /// The maximum ply reached, passes not counted.
    pub seldepth: u32,
    /// Milliseconds since the start.
    pub time: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited per second; 0 if no time has passed.
    pub nps: u64,
    /// Use of the transposition table, in per mille.
    pub hashfull: u32,
}

impl From<Usage> for UsageReply {
    fn from(usage: Usage) -> UsageReply {
        UsageReply {
            seldepth: usage.deepest_ply,
            time: milliseconds(usage.time),
            nodes: usage.nodes,
            nps: usage.nodes_per_second(),
            hashfull: usage.hash_full,
        }
    }
}

/// `seldepth 12 time 15 nodes 28800 nps 1920000 hashfull 3`.
impl fmt::Display for UsageReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UsageReply { seldepth, time, nodes, nps, hashfull } = self;
        write!(f, "seldepth {seldepth} time {time} nodes {nodes} nps {nps} hashfull {hashfull}")
    }
}

/// A line found by a search, and the usage so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InfoReply {
    /// The line.
    #[serde(flatten)]
    pub line: LineReply,
    /// The usage so far.
    #[serde(flatten)]
    pub usage: UsageReply,
}

impl From<&SearchInfo> for InfoReply {
    fn from(info: &SearchInfo) -> InfoReply {
        InfoReply { line: (&info.line).into(), usage: info.usage.into() }
    }
}

/// `info depth 10 seldepth 12 time 15 nodes 28800 nps 1920000 hashfull 3 multipv 1 score cp 120
/// selectivity 100 pv f5 d6`.
impl fmt::Display for InfoReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LineReply { multipv, depth, score, book, pv } = &self.line;
        write!(f, "info depth {depth} {} multipv {multipv}", self.usage)?;
        if let Some(score) = score {
            write!(f, " {score}")?;
        }
        f.write_str(if *book { " book" } else { "" })?;
        if !pv.is_empty() {
            write!(f, " pv")?;
            write_words(f, pv)?;
        }
        Ok(())
    }
}

/// A message for people; programs can ignore it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NoteReply {
    /// The message, one line.
    pub message: String,
}

impl From<ThreadShortage> for NoteReply {
    fn from(shortage: ThreadShortage) -> NoteReply {
        NoteReply { message: shortage.to_string() }
    }
}

/// `info string 93 of 256 search threads could be started`.
impl fmt::Display for NoteReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info string {}", self.message)
    }
}

/// The move that a search chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BestMoveReply {
    /// The move; null if the game is over.
    #[serde(rename = "move", serialize_with = "as_text_or_null")]
    pub best: Option<Move>,
}

/// `bestmove f5`, `bestmove pass`, or `bestmove none` if the game is over.
impl fmt::Display for BestMoveReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}"),
            None => f.write_str("bestmove none"),
        }
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportReply {
    /// The best move; null if the game is over.
    #[serde(rename = "bestmove", serialize_with = "as_text_or_null")]
    pub best: Option<Move>,
    /// The usage of the search.
    #[serde(flatten)]
    pub usage: UsageReply,
    /// The ranked moves, best first; never empty.
    pub lines: Vec<LineReply>,
}

impl ReportReply {
    /// The last `info` lines of a search in a session, one per ranked move.
    pub fn infos(&self) -> impl Iterator<Item = InfoReply> {
        self.lines.iter().map(|line| InfoReply { line: line.clone(), usage: self.usage })
    }

    /// The best move.
    #[must_use]
    pub fn best_move(&self) -> BestMoveReply {
        BestMoveReply { best: self.best }
    }
}

impl From<&SearchReport> for ReportReply {
    fn from(report: &SearchReport) -> ReportReply {
        ReportReply {
            best: report.best_move(),
            usage: report.usage.into(),
            lines: report.lines.iter().map(LineReply::from).collect(),
        }
    }
}

/// `report bestmove f5 depth 10 score cp 120 selectivity 100 seldepth 12 time 15 nodes 28800 nps
/// 1920000 hashfull 3`, with the depth and the score of the best line.
impl fmt::Display for ReportReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "report {}", self.best_move())?;
        if let Some(line) = self.lines.first() {
            write!(f, " depth {}", line.depth)?;
            if let Some(score) = &line.score {
                write!(f, " {score}")?;
            }
            f.write_str(if line.book { " book" } else { "" })?;
        }
        write!(f, " {}", self.usage)
    }
}

/// Whole milliseconds.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{Format, Reply};
    use othello::board::Square;

    fn line(score: i32, bound: Bound, certainty: Certainty) -> Line {
        let pv = vec![Move::Place(Square::F5), Move::Place(Square::D6)];
        let source = Source::Search;
        Line { rank: 1, depth: 10, score: Score::saturating(score), bound, certainty, pv, source }
    }

    fn usage() -> Usage {
        let time = Duration::from_millis(15);
        Usage { nodes: 28_800, deepest_ply: 12, time, hash_full: 3 }
    }

    #[test]
    fn infos_have_the_usual_keys_in_the_usual_order() {
        let line = line(-120, Bound::Upper, Certainty::Selective(Selectivity::Percent73));
        let reply = Reply::Info(InfoReply::from(&SearchInfo { line, usage: usage() }));
        assert_eq!(
            reply.to_text(Format::Text),
            "info depth 10 seldepth 12 time 15 nodes 28800 nps 1920000 hashfull 3 multipv 1 \
             score cp -120 upperbound selectivity 73 pv f5 d6"
        );
        assert_eq!(
            reply.to_text(Format::Json),
            r#"{"reply":"info","multipv":1,"depth":10,"score":-1.2,"bound":"upper","#.to_owned()
                + r#""certainty":"selective","selectivity":73,"pv":["f5","d6"],"#
                + r#""seldepth":12,"time":15,"nodes":28800,"nps":1920000,"hashfull":3}"#
        );
    }

    #[test]
    fn a_score_tells_what_is_proven() {
        for (bound, certainty, text) in [
            (Bound::Exact, Certainty::Exact, "score cp 600 exact"),
            (Bound::Lower, Certainty::Wld, "score cp 600 lowerbound wld"),
            (Bound::Exact, Certainty::Selective(Selectivity::Full), "score cp 600 selectivity 100"),
        ] {
            let reply = LineReply::from(&line(600, bound, certainty));
            assert_eq!(reply.score.unwrap().to_string(), text);
        }
        let unknown = Score::INFINITY.centidiscs();
        let nothing = line(-unknown, Bound::Upper, Certainty::Selective(Selectivity::Full));
        assert_eq!(LineReply::from(&nothing).score, None);
    }

    #[test]
    fn a_report_ends_as_infos_and_a_best_move() {
        let lines = vec![line(600, Bound::Exact, Certainty::Exact)];
        let report = ReportReply::from(&SearchReport { lines, usage: usage(), shortage: None });
        assert_eq!(report.infos().count(), 1);
        assert_eq!(report.best_move().to_string(), "bestmove f5");
        assert_eq!(
            report.to_string(),
            "report bestmove f5 depth 10 score cp 600 exact seldepth 12 time 15 nodes 28800 \
             nps 1920000 hashfull 3"
        );
        let json = Reply::Report(report).to_text(Format::Json);
        assert!(json.starts_with(r#"{"reply":"report","bestmove":"f5","seldepth":12,"#), "{json}");
        assert!(json.contains(r#""lines":[{"multipv":1,"depth":10,"score":6.0,"bound":null,"#));
    }

    #[test]
    fn a_finished_game_has_no_best_move() {
        let reply = Reply::BestMove(BestMoveReply { best: None });
        assert_eq!(reply.to_text(Format::Text), "bestmove none");
        assert_eq!(reply.to_text(Format::Json), r#"{"reply":"bestmove","move":null}"#);
    }
}
