//! The replies of searches.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use super::{Reply, as_discs, as_text_or_null, as_texts, write_words};
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
    #[must_use]
    pub fn of(line: &Line) -> Option<ScoreReply> {
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

/// The fields of a [`Line`] in JSON.
#[derive(Serialize)]
struct LineFields<'a> {
    multipv: usize,
    depth: u32,
    #[serde(flatten)]
    score: Option<ScoreReply>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    book: bool,
    #[serde(serialize_with = "as_texts")]
    pv: &'a [Move],
}

impl<'a> From<&'a Line> for LineFields<'a> {
    fn from(line: &'a Line) -> LineFields<'a> {
        LineFields {
            multipv: line.rank,
            depth: line.depth,
            score: ScoreReply::of(line),
            book: is_from_book(line),
            pv: &line.pv,
        }
    }
}

fn is_from_book(line: &Line) -> bool {
    line.source != Source::Search
}

/// The fields of a [`Usage`] in JSON. Times are in milliseconds.
#[derive(Serialize)]
struct UsageFields {
    seldepth: u32,
    time: u64,
    nodes: u64,
    nps: u64,
    hashfull: u32,
}

impl From<Usage> for UsageFields {
    fn from(usage: Usage) -> UsageFields {
        UsageFields {
            seldepth: usage.deepest_ply,
            time: milliseconds(usage.time),
            nodes: usage.nodes,
            nps: usage.nodes_per_second(),
            hashfull: usage.hash_full,
        }
    }
}

/// `seldepth 12 time 15 nodes 28800 nps 1920000 hashfull 3`.
impl fmt::Display for UsageFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UsageFields { seldepth, time, nodes, nps, hashfull } = self;
        write!(f, "seldepth {seldepth} time {time} nodes {nodes} nps {nps} hashfull {hashfull}")
    }
}

/// A line found by a search, and the usage so far, as a JSON object.
pub(super) fn serialize_info<S: Serializer>(
    info: &SearchInfo,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields<'a> {
        #[serde(flatten)]
        line: LineFields<'a>,
        #[serde(flatten)]
        usage: UsageFields,
    }
    Fields { line: (&info.line).into(), usage: info.usage.into() }.serialize(serializer)
}

/// `info depth 10 seldepth 12 time 15 nodes 28800 nps 1920000 hashfull 3 multipv 1 score cp 120
/// selectivity 100 pv f5 d6`.
pub(super) fn write_info(f: &mut fmt::Formatter<'_>, info: &SearchInfo) -> fmt::Result {
    let SearchInfo { line, usage } = info;
    write!(f, "info depth {} {} multipv {}", line.depth, UsageFields::from(*usage), line.rank)?;
    write_score(f, line)?;
    if !line.pv.is_empty() {
        write!(f, " pv")?;
        write_words(f, &line.pv)?;
    }
    Ok(())
}

/// ` score cp 120 exact book`.
fn write_score(f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
    if let Some(score) = ScoreReply::of(line) {
        write!(f, " {score}")?;
    }
    f.write_str(if is_from_book(line) { " book" } else { "" })
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
    /// The expected move of the opponent, if the host ponders.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text_or_null")]
    pub ponder: Option<Move>,
}

/// `bestmove f5`, `bestmove f5 ponder d6`, `bestmove pass`, or `bestmove none` if the game is over.
impl fmt::Display for BestMoveReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => f.write_str("bestmove none")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

/// The last replies of a search: an `info` for each ranked move, and `bestmove`, with the expected
/// answer if `with_ponder`.
pub fn result_replies(report: &SearchReport, with_ponder: bool) -> impl Iterator<Item = Reply> {
    let info = |line: &Line| Reply::Info(SearchInfo { line: line.clone(), usage: report.usage });
    let second = report.lines.first().and_then(|line| line.pv.get(1).copied());
    let ponder = second.filter(|_| with_ponder);
    let best_move = Reply::BestMove(BestMoveReply { best: report.best_move(), ponder });
    report.lines.iter().map(info).chain([best_move])
}

/// The result of a search as a JSON object.
pub(super) fn serialize_report<S: Serializer>(
    report: &SearchReport,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields<'a> {
        #[serde(serialize_with = "as_text_or_null")]
        bestmove: Option<Move>,
        #[serde(flatten)]
        usage: UsageFields,
        lines: Vec<LineFields<'a>>,
    }
    let (bestmove, usage) = (report.best_move(), report.usage.into());
    let lines = report.lines.iter().map(LineFields::from).collect();
    Fields { bestmove, usage, lines }.serialize(serializer)
}

/// `report bestmove f5 depth 10 score cp 120 selectivity 100 seldepth 12 time 15 nodes 28800 nps
/// 1920000 hashfull 3`, with the depth and the score of the best line.
pub(super) fn write_report(f: &mut fmt::Formatter<'_>, report: &SearchReport) -> fmt::Result {
    write!(f, "report {}", BestMoveReply { best: report.best_move(), ponder: None })?;
    if let Some(line) = report.lines.first() {
        write!(f, " depth {}", line.depth)?;
        write_score(f, line)?;
    }
    write!(f, " {}", UsageFields::from(report.usage))
}

/// Whole milliseconds.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Format;
    use othello::board::Square;

    fn line(score: i32, bound: Bound, certainty: Certainty) -> Line {
        let pv = vec![Move::Place(Square::F5), Move::Place(Square::D6)];
        let source = Source::Search;
        Line { rank: 1, depth: 10, score: Score::saturating(score), bound, certainty, pv, source }
    }

    fn usage() -> Usage {
        let time = Duration::from_millis(15);
        Usage { nodes: 28_800, deepest_ply: 12, time, hash_full: 3, ..Usage::default() }
    }

    #[test]
    fn infos_have_the_keys_of_uci_in_its_order() {
        let line = line(-120, Bound::Upper, Certainty::Selective(Selectivity::Percent73));
        let reply = Reply::Info(SearchInfo { line, usage: usage() });
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
    fn a_score_shows_what_is_proven() {
        for (bound, certainty, text) in [
            (Bound::Exact, Certainty::Exact, "score cp 600 exact"),
            (Bound::Lower, Certainty::Wld, "score cp 600 lowerbound wld"),
            (Bound::Exact, Certainty::Selective(Selectivity::Full), "score cp 600 selectivity 100"),
        ] {
            let score = ScoreReply::of(&line(600, bound, certainty));
            assert_eq!(score.unwrap().to_string(), text);
        }
        let unknown = Score::INFINITY.centidiscs();
        let nothing = line(-unknown, Bound::Upper, Certainty::Selective(Selectivity::Full));
        assert_eq!(ScoreReply::of(&nothing), None);
    }

    #[test]
    fn a_report_prints_as_infos_and_a_best_move() {
        let lines = vec![line(600, Bound::Exact, Certainty::Exact)];
        let report = SearchReport { lines, usage: usage(), shortage: None };
        for (with_ponder, last, json) in [
            (false, "bestmove f5", r#"{"reply":"bestmove","move":"f5"}"#),
            (true, "bestmove f5 ponder d6", r#"{"reply":"bestmove","move":"f5","ponder":"d6"}"#),
        ] {
            let replies: Vec<Reply> = result_replies(&report, with_ponder).collect();
            assert!(matches!(replies[..], [Reply::Info(_), Reply::BestMove(_)]));
            assert_eq!(replies[1].to_text(Format::Text), last);
            assert_eq!(replies[1].to_text(Format::Json), json);
        }
        let reply = Reply::Report(report);
        assert_eq!(
            reply.to_text(Format::Text),
            "report bestmove f5 depth 10 score cp 600 exact seldepth 12 time 15 nodes 28800 \
             nps 1920000 hashfull 3"
        );
        let json = reply.to_text(Format::Json);
        assert!(json.starts_with(r#"{"reply":"report","bestmove":"f5","seldepth":12,"#), "{json}");
        assert!(json.contains(r#""lines":[{"multipv":1,"depth":10,"score":6.0,"bound":null,"#));
    }

    #[test]
    fn a_finished_game_has_no_best_move() {
        let reply = Reply::BestMove(BestMoveReply { best: None, ponder: None });
        assert_eq!(reply.to_text(Format::Text), "bestmove none");
        assert_eq!(reply.to_text(Format::Json), r#"{"reply":"bestmove","move":null}"#);
    }
}
