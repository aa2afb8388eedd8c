//! [`ResultRow`]: a result, as one line of output.

use std::ops::Not;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::problem::Problem;
use engine::score::discs_of;
use engine::search::{Certainty, Goal, Limits, Line, SearchReport};
use othello::board::Move;
use protocol::reply::{BoundReply, CertaintyReply, ScoreReply, to_json};

/// The result of a problem. These are the fields of its JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename = "solve")]
pub(super) struct ResultRow {
    /// The number of its line in the input, from 1.
    pub(super) line: usize,
    /// Its 64 squares and the side to move.
    pub(super) position: String,
    pub(super) status: RowStatus,
    /// In discs for the side to move; `None` without any search result.
    pub(super) score: Option<f64>,
    pub(super) bound: Option<BoundReply>,
    pub(super) certainty: Option<CertaintyReply>,
    /// The confidence in %.
    pub(super) selectivity: Option<u8>,
    /// The best move, or all of them if requested; empty if the game is over.
    pub(super) best: Vec<String>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) pv: Vec<String>,
    /// Whether all best moves were requested. Only JSON has it.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) all_best: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RowStatus {
    /// The goal is proven.
    Solved,
    /// Time ran out first.
    Unsolved,
}

/// The form of the rows on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowForm {
    /// The names of the columns and their values, without the empty ones.
    Text,
    /// Values split by commas; lists by blanks.
    Csv,
    Json,
    /// A table for people.
    Table,
}

impl RowForm {
    /// The line above all rows.
    pub(super) fn header(self) -> Option<String> {
        match self {
            RowForm::Csv => Some(COLUMNS.join(",")),
            RowForm::Table => Some(TABLE_HEADER.to_owned()),
            RowForm::Text | RowForm::Json => None,
        }
    }

    /// The line of `row`.
    pub(super) fn line(self, row: &ResultRow) -> String {
        match self {
            RowForm::Json => to_json(row),
            RowForm::Table => row.to_table_row(),
            RowForm::Csv => row.values().map(|(_, value)| value).join(","),
            RowForm::Text => {
                let values = row.values().into_iter().filter(|(_, value)| !value.is_empty());
                values.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

const TABLE_HEADER: &str = " line  empties    score   sure  best         nodes  seconds  play";

/// The width of a row of the table, in characters. It shows the moves that fit.
const TABLE_WIDTH: usize = 80;

/// The columns of text and CSV.
const COLUMNS: [&str; 11] = [
    "line",
    "position",
    "status",
    "score",
    "bound",
    "certainty",
    "selectivity",
    "best",
    "nodes",
    "seconds",
    "pv",
];

impl ResultRow {
    /// The result of `problem`, found by a search with `limits`.
    pub(super) fn new(problem: &Problem, report: &SearchReport, limits: &Limits) -> ResultRow {
        let lines = &report.lines;
        let proven = |line: &Line| match line.certainty {
            Certainty::Exact => true,
            Certainty::Wld => limits.goal == Goal::Wld,
            Certainty::Selective(_) => false,
        };
        let solved = !lines.is_empty() && lines.iter().all(proven);
        let best = lines.first();
        let score = best.and_then(ScoreReply::of);
        let as_good =
            |line: &&Line| line.rank == 1 || line.known_score() == score.map(|best| best.score);
        ResultRow {
            line: problem.line,
            position: problem.setup.to_string(),
            status: if solved { RowStatus::Solved } else { RowStatus::Unsolved },
            score: score.map(|score| discs_of(score.score.centidiscs())),
            bound: score.and_then(|score| score.bound),
            certainty: score.map(|score| score.certainty),
            selectivity: score.map(|score| score.selectivity),
            best: lines
                .iter()
                .filter(as_good)
                .flat_map(|line| words(&line.pv).into_iter().take(1))
                .collect(),
            nodes: report.usage.nodes,
            // Five decimals: smaller numbers would have an exponent.
            seconds: (report.usage.time.as_micros() / 10) as f64 / 1e5,
            pv: best.map(|line| words(&line.pv)).unwrap_or_default(),
            all_best: limits.multi_pv > 1,
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.status == RowStatus::Solved
    }

    fn to_table_row(&self) -> String {
        let empties = self.position.chars().take(64).filter(|&square| square == '-').count();
        let sign = match self.bound {
            Some(BoundReply::Lower) => "≥",
            Some(BoundReply::Upper) => "≤",
            None => "",
        };
        let score = self.score.unwrap_or_default();
        let (score, sure) = match self.certainty {
            None => (String::new(), "given up".to_owned()),
            Some(CertaintyReply::Exact) => (format!("{sign}{score:+}"), "exact".to_owned()),
            Some(CertaintyReply::Wld) => (String::new(), result_word(score).to_owned()),
            Some(CertaintyReply::Selective) => (
                format!("{sign}{score:+.2}"),
                self.selectivity.map_or(String::new(), |percent| format!("{percent} %")),
            ),
        };
        let (line, nodes, seconds, best) =
            (self.line, self.nodes, self.seconds, self.best.join(" "));
        let mut row = format!(
            "{line:>5} {empties:>8} {score:>8} {sure:>6}  {best:<4} {nodes:>13} {seconds:>8.2} "
        );
        let mut room = TABLE_WIDTH.saturating_sub(row.chars().count());
        for mv in &self.pv {
            let Some(left) = room.checked_sub(1 + mv.len()) else { break };
            room = left;
            row += &format!(" {mv}");
        }
        row.trim_end().to_owned()
    }

    fn values(&self) -> [(&'static str, String); 11] {
        let fields = serde_json::to_value(self).unwrap_or_default();
        COLUMNS.map(|name| (name, plain(&fields[name])))
    }
}

/// The result for the side to move.
fn result_word(score: f64) -> &'static str {
    match score {
        score if score > 0.0 => "won",
        score if score < 0.0 => "lost",
        _ => "drawn",
    }
}

fn words(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// `value` as text without quotes; empty for null.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved() -> ResultRow {
        ResultRow {
            line: 7,
            position: format!("{}X O", "-".repeat(63)),
            status: RowStatus::Solved,
            score: Some(-12.0),
            bound: None,
            certainty: Some(CertaintyReply::Exact),
            selectivity: Some(100),
            best: vec!["a1".to_owned(), "b2".to_owned()],
            nodes: 12_345,
            seconds: 0.25,
            pv: vec!["a1".to_owned(), "pass".to_owned()],
            all_best: false,
        }
    }

    #[test]
    fn each_form_has_all_fields() {
        let board = solved().position;
        assert_eq!(
            RowForm::Text.line(&solved()),
            format!(
                "line 7 position {board} status solved score -12.0 certainty exact selectivity 100 \
                 best a1 b2 nodes 12345 seconds 0.25 pv a1 pass"
            )
        );
        assert_eq!(
            RowForm::Csv.header().unwrap(),
            "line,position,status,score,bound,certainty,selectivity,best,nodes,seconds,pv"
        );
        assert_eq!(
            RowForm::Csv.line(&solved()),
            format!("7,{board},solved,-12.0,,exact,100,a1 b2,12345,0.25,a1 pass")
        );
        assert_eq!(
            RowForm::Json.line(&solved()),
            format!(
                r#"{{"reply":"solve","line":7,"position":"{board}","status":"solved","score":-12.0,"#
            ) + r#""bound":null,"certainty":"exact","selectivity":100,"best":["a1","b2"],"#
                + r#""nodes":12345,"seconds":0.25,"pv":["a1","pass"]}"#
        );
    }

    #[test]
    fn a_row_of_the_table_shows_the_moves_that_fit() {
        let shown = |best: usize, pv: &str| {
            let best = vec!["a1".to_owned(); best];
            let pv = pv.split(' ').map(str::to_owned).collect();
            ResultRow { best, pv, nodes: 1_234_567_890, ..solved() }.to_table_row()
        };
        let pv = "a1 b1 c1 d1 e1 f1 g1 h1";
        assert!(shown(1, pv).ends_with("  a1 b1 c1 d1 e1 f1"));
        assert!(shown(1, "a1 pass b1 pass c1 d1 e1").ends_with("  a1 pass b1 pass c1"));
        assert!(shown(3, pv).ends_with("  a1 b1 c1 d1 e1"));
        assert!(shown(20, pv).ends_with(" 0.25"));
        assert!((1..=3).all(|best| shown(best, pv).chars().count() <= TABLE_WIDTH));
    }
}
