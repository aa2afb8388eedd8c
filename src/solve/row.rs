//! [`ResultRow`]: a result, one line of output, in three forms that can all be read again.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use super::problem::Problem;
use crate::output::quotable;
use engine::score::{centidiscs_of, discs_of};
use engine::search::{Goal, Limits, SearchReport};
use protocol::reply::{BoundReply, CertaintyReply, LineReply, to_json};

/// The result of a problem. In JSON it has these fields in this order, after `reply`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename = "solve")]
pub(super) struct ResultRow {
    /// The number of its line in the input, from 1.
    pub(super) line: usize,
    /// Its 64 squares and the side to move.
    pub(super) position: String,
    /// Whether the goal is proven.
    pub(super) status: RowStatus,
    /// The score for the side to move in discs; `None` if there was no time for any.
    pub(super) score: Option<f64>,
    /// Whether the score is a bound.
    pub(super) bound: Option<BoundReply>,
    /// How certain the score is.
    pub(super) certainty: Option<CertaintyReply>,
    /// The confidence of the score in per cent.
    pub(super) selectivity: Option<u8>,
    /// The best move, or all of them if that was asked for; none if the game is over.
    pub(super) best: Vec<String>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// The time of the search.
    pub(super) seconds: f64,
    /// The expected play.
    pub(super) pv: Vec<String>,
    /// Whether all of the best moves were sought; only JSON says so.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) all_best: bool,
}

/// Whether the goal of the search is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RowStatus {
    /// It is proven.
    Solved,
    /// Time ran out before.
    Unsolved,
}

/// The format of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowFormat {
    /// The name of each column and its value; empty ones are left out.
    Text,
    /// Values split by commas; lists by blanks.
    Csv,
    /// An object.
    Json,
}

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowLayout {
    /// Each in this format, in which it can be read again.
    Lines(RowFormat),
    /// As a table for people.
    Table,
}

impl RowLayout {
    /// The line before all rows, if there is one.
    pub(super) fn header(self) -> Option<String> {
        match self {
            RowLayout::Lines(format) => ResultRow::header(format),
            RowLayout::Table => Some(TABLE_HEADER.to_owned()),
        }
    }

    /// The line of `row`.
    pub(super) fn line(self, row: &ResultRow) -> String {
        match self {
            RowLayout::Lines(format) => row.to_text(format),
            RowLayout::Table => row.to_table_row(),
        }
    }
}

/// The columns of the table.
const TABLE_HEADER: &str = " line  empties    score   sure  best         nodes  seconds  play";

/// The width of a row of the table, which shows as many moves as fit.
const TABLE_WIDTH: usize = 80;

/// A line that is not a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no result in {format}: expected a line that solve has written")]
pub(super) struct ParseRowError {
    /// The line, shortened.
    text: String,
    format: RowFormat,
}

impl fmt::Display for RowFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowFormat::Text => "text",
            RowFormat::Csv => "CSV",
            RowFormat::Json => "JSON",
        })
    }
}

/// The type of a column, which says how text becomes its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Word,
    Words,
}

/// The columns of the text and CSV forms: the first fields of [`ResultRow`] in their order.
const COLUMNS: [(&str, Kind); 11] = [
    ("line", Kind::Number),
    ("position", Kind::Word),
    ("status", Kind::Word),
    ("score", Kind::Number),
    ("bound", Kind::Word),
    ("certainty", Kind::Word),
    ("selectivity", Kind::Number),
    ("best", Kind::Words),
    ("nodes", Kind::Number),
    ("seconds", Kind::Number),
    ("pv", Kind::Words),
];

impl ResultRow {
    /// The result of `problem`, found by a search with `limits`.
    pub(super) fn new(problem: &Problem, report: &SearchReport, limits: &Limits) -> ResultRow {
        let lines: Vec<LineReply> = report.lines.iter().map(LineReply::from).collect();
        let proven = |line: &&LineReply| match line.score {
            Some(score) => match score.certainty {
                CertaintyReply::Exact => true,
                CertaintyReply::Wld => limits.goal == Goal::Wld,
                CertaintyReply::Selective => false,
            },
            None => false,
        };
        let solved = !lines.is_empty() && lines.iter().all(|line| proven(&line));
        let best = lines.first();
        let score = best.and_then(|line| line.score);
        let as_good = |line: &&LineReply| {
            line.multipv == 1 || line.score.map(|score| score.score) == score.map(|best| best.score)
        };
        ResultRow {
            line: problem.line,
            position: problem.setup.to_string(),
            status: if solved { RowStatus::Solved } else { RowStatus::Unsolved },
            score: score.map(|score| discs_of(score.score.centidiscs())),
            bound: score.and_then(|score| score.bound),
            certainty: score.map(|score| score.certainty),
            selectivity: score.map(|score| score.selectivity),
            best: lines.iter().filter(as_good).flat_map(first_move).collect(),
            nodes: report.usage.nodes,
            // Of five decimals, as less would be written with an exponent.
            seconds: (report.usage.time.as_micros() / 10) as f64 / 1e5,
            pv: best.map(|line| words(&line.pv)).unwrap_or_default(),
            all_best: seeks_all_best(limits),
        }
    }

    /// Whether the goal is proven.
    pub(super) fn is_solved(&self) -> bool {
        self.status == RowStatus::Solved
    }

    /// Whether it is the result of a search with `limits`, so that there is no need for another:
    /// it is solved and, where all best moves are sought, has them.
    pub(super) fn answers(&self, limits: &Limits) -> bool {
        // One that has several has all of them, in any form.
        let has_all_best = self.all_best || self.best.len() > 1;
        self.is_solved() && (has_all_best || !seeks_all_best(limits))
    }

    /// How a file of rows in `format` begins.
    pub(super) fn head(format: RowFormat) -> String {
        match format {
            RowFormat::Text => "line ".to_owned(),
            RowFormat::Csv => ResultRow::header(format).unwrap_or_default(),
            RowFormat::Json => r#"{"reply":"solve","#.to_owned(),
        }
    }

    /// The header, if `format` has one.
    pub(super) fn header(format: RowFormat) -> Option<String> {
        (format == RowFormat::Csv).then(|| COLUMNS.map(|(name, _)| name).join(","))
    }

    /// The row in `format`, without a line break.
    pub(super) fn to_text(&self, format: RowFormat) -> String {
        match format {
            RowFormat::Json => to_json(self),
            RowFormat::Csv => self.values().map(|(_, value)| value).join(","),
            RowFormat::Text => self
                .values()
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| format!("{name} {value}"))
                .collect::<Vec<_>>()
                .join(" "),
        }
    }

    /// The row of a table for people.
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

    /// The columns with their values as text.
    fn values(&self) -> [(&'static str, String); COLUMNS.len()] {
        let fields = serde_json::to_value(self).unwrap_or_default();
        COLUMNS.map(|(name, _)| (name, plain(&fields[name])))
    }

    /// Reads a row in `format`.
    pub(super) fn parse(text: &str, format: RowFormat) -> Result<ResultRow, ParseRowError> {
        let row = match format {
            RowFormat::Json => serde_json::from_str(text),
            RowFormat::Csv => row_of(&csv_values(text)),
            RowFormat::Text => row_of(&text_values(text)),
        };
        row.map_err(|_| ParseRowError { text: quotable(text), format })
    }

    /// The score in hundredths of a disc.
    pub(super) fn centidiscs(&self) -> Option<i32> {
        self.score.map(centidiscs_of)
    }
}

/// Whether a search with `limits` is for all of the best moves.
fn seeks_all_best(limits: &Limits) -> bool {
    limits.multi_pv > 1
}

/// What a proven sign says of the side to move.
fn result_word(score: f64) -> &'static str {
    match score {
        score if score > 0.0 => "won",
        score if score < 0.0 => "lost",
        _ => "drawn",
    }
}

fn first_move(line: &LineReply) -> Option<String> {
    line.pv.first().map(ToString::to_string)
}

fn words<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// `value` as text without quotes; empty if there is none.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The values of a line of CSV, those of the first columns if some are missing.
fn csv_values(text: &str) -> Vec<(usize, String)> {
    text.split(',').map(str::to_owned).enumerate().take(COLUMNS.len()).collect()
}

/// The values of a line of text: what stands between the names of columns.
fn text_values(text: &str) -> Vec<(usize, String)> {
    let mut values: Vec<(usize, String)> = Vec::new();
    for word in text.split_whitespace() {
        match (COLUMNS.iter().position(|(name, _)| *name == word), values.last_mut()) {
            (Some(column), _) => values.push((column, String::new())),
            (None, Some((_, value))) if value.is_empty() => value.push_str(word),
            (None, Some((_, value))) => {
                value.push(' ');
                value.push_str(word);
            }
            (None, None) => {}
        }
    }
    values
}

/// The row with these values, by column.
fn row_of(values: &[(usize, String)]) -> Result<ResultRow, serde_json::Error> {
    let mut fields = Map::new();
    for (name, kind) in COLUMNS {
        // Lists that are left out are empty.
        if kind == Kind::Words {
            fields.insert(name.to_owned(), Value::Array(Vec::new()));
        }
    }
    for (column, text) in values {
        let (name, kind) = COLUMNS[*column];
        if !text.is_empty() {
            fields.insert(name.to_owned(), value_of(text, kind)?);
        }
    }
    serde_json::from_value(Value::Object(fields))
}

fn value_of(text: &str, kind: Kind) -> Result<Value, serde_json::Error> {
    Ok(match kind {
        Kind::Number => Value::Number(text.parse::<Number>()?),
        Kind::Word => Value::String(text.to_owned()),
        Kind::Words => text.split_whitespace().collect(),
    })
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

    fn unsolved() -> ResultRow {
        ResultRow {
            status: RowStatus::Unsolved,
            score: None,
            certainty: None,
            selectivity: None,
            best: Vec::new(),
            pv: Vec::new(),
            ..solved()
        }
    }

    #[test]
    fn each_form_has_all_fields() {
        let board = solved().position;
        assert_eq!(
            solved().to_text(RowFormat::Text),
            format!(
                "line 7 position {board} status solved score -12.0 certainty exact selectivity 100 \
                 best a1 b2 nodes 12345 seconds 0.25 pv a1 pass"
            )
        );
        assert_eq!(
            ResultRow::header(RowFormat::Csv).unwrap(),
            "line,position,status,score,bound,certainty,selectivity,best,nodes,seconds,pv"
        );
        assert_eq!(
            solved().to_text(RowFormat::Csv),
            format!("7,{board},solved,-12.0,,exact,100,a1 b2,12345,0.25,a1 pass")
        );
        assert_eq!(
            solved().to_text(RowFormat::Json),
            format!(
                r#"{{"reply":"solve","line":7,"position":"{board}","status":"solved","score":-12.0,"#
            ) + r#""bound":null,"certainty":"exact","selectivity":100,"best":["a1","b2"],"#
                + r#""nodes":12345,"seconds":0.25,"pv":["a1","pass"]}"#
        );
    }

    #[test]
    fn rows_are_read_back_as_they_were() {
        for format in [RowFormat::Text, RowFormat::Csv, RowFormat::Json] {
            for row in [solved(), unsolved()] {
                let text = row.to_text(format);
                assert_eq!(ResultRow::parse(&text, format), Ok(row), "{text}");
            }
        }
        let all_best = ResultRow { all_best: true, ..solved() };
        let text = all_best.to_text(RowFormat::Json);
        assert!(text.ends_with(r#","all_best":true}"#), "{text}");
        assert_eq!(ResultRow::parse(&text, RowFormat::Json), Ok(all_best));
        assert_eq!(solved().centidiscs(), Some(-1200));
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

    #[test]
    fn other_lines_are_no_rows() {
        for format in [RowFormat::Text, RowFormat::Csv, RowFormat::Json] {
            for text in ["", "hello", "line x", "1,2,3", "{}", "line line line"] {
                let error = ResultRow::parse(text, format).unwrap_err();
                let quoted = format!("{text:?} is no result in {format}: expected ");
                assert!(error.to_string().starts_with(&quoted), "{error}");
            }
        }
    }
}
