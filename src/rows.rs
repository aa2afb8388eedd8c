//! Rows: the answers of commands, as a table for people, text lines, CSV or JSON.
//!
//! A row is one serialisable value. JSON has all its fields; text and CSV have the columns that the
//! command names. Scores have two decimals.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde::Serialize;
use serde_json::Value;

use super::output::{StandardOutput, file_to_write};
use super::results_log::open_new_results;
use protocol::reply::to_json;

/// The form of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// For people.
    Table,
    /// The names of the columns and their values, without the empty ones.
    Text,
    Csv,
    /// One object a line.
    Json,
}

/// How to write the answers.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct OutputArguments {
    /// Write JSON, one object per line
    #[arg(long, conflicts_with_all = ["csv", "table"])]
    json: bool,
    /// Write CSV, with the names of the columns in the first line
    #[arg(long, conflicts_with = "table")]
    csv: bool,
    /// Write tables for people, which is the default at a terminal
    #[arg(long)]
    table: bool,
    /// Write to this file, in the format of its name: .jsonl or .json, .csv, .txt
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    pub(super) out: Option<PathBuf>,
}

impl OutputArguments {
    /// The requested form.
    pub(super) fn chosen(&self) -> Option<Form> {
        match self {
            OutputArguments { json: true, .. } => Some(Form::Json),
            OutputArguments { csv: true, .. } => Some(Form::Csv),
            OutputArguments { table: true, .. } => Some(Form::Table),
            _ => None,
        }
    }

    /// Selects tables.
    pub(super) const fn show_tables(&mut self) {
        self.table = true;
    }

    /// The form on standard output. `None` with `--out`, unless a form is requested.
    pub(super) fn form(&self) -> Option<Form> {
        let usual = if io::stdout().is_terminal() { Form::Table } else { Form::Text };
        self.chosen().or_else(|| self.out.is_none().then_some(usual))
    }

    /// The form of the file.
    ///
    /// # Errors
    /// If its extension is unknown.
    pub(super) fn file(&self) -> anyhow::Result<Option<(&Path, Form)>> {
        let Some(path) = &self.out else { return Ok(None) };
        let form = match &*extension(path) {
            "jsonl" | "json" => Form::Json,
            "csv" => Form::Csv,
            "txt" => Form::Text,
            _ => return Err(unknown_name(path, ".jsonl, .json, .csv or .txt")),
        };
        Ok(Some((path, form)))
    }
}

/// The extension of `path` in lower case.
pub(super) fn extension(path: &Path) -> String {
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_lowercase()
}

/// The error for a file name without a known extension.
pub(super) fn unknown_name(path: &Path, expected: &str) -> anyhow::Error {
    let python = match &*extension(path) {
        "parquet" | "arrow" => " (for Parquet use Python, see bindings/python)",
        _ => "",
    };
    anyhow!(
        "invalid file name {:?}: expected one in {expected}{python}",
        path.display().to_string()
    )
}

/// An answer.
pub(super) trait Row: Serialize + Sized {
    /// The values of `columns` on each line of text or CSV.
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        vec![values(&serde_json::to_value(self).unwrap_or_default(), columns)]
    }

    /// The lines of JSON.
    fn json(&self) -> String {
        to_json(self)
    }

    /// The lines of text.
    fn text(&self, columns: &[&str]) -> String {
        let line = |values: Vec<String>| {
            let values = columns.iter().zip(values).filter(|(_, value)| !value.is_empty());
            values.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" ")
        };
        self.lines(columns).into_iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The texts of the fields `columns` of `row`.
pub(super) fn values(row: &Value, columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&name| plain(&row[name])).collect()
}

/// `value` without quotes: fractions with two decimals, lists with blanks, null empty.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Number(number) if number.is_f64() => {
            format!("{:.2}", number.as_f64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}

/// `text` as a value of CSV, in quotes if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Writes rows to standard output and to the file of `--out`.
pub(super) struct Sheet {
    /// The columns of text and CSV, which are fields of the JSON.
    columns: Vec<&'static str>,
    writers: Vec<Writer>,
}

/// Writes lines in one form, in the order of their numbers.
struct Writer {
    form: Form,
    /// `None` for standard output.
    file: Option<(PathBuf, File)>,
    /// Texts that wait for earlier ones, by number.
    waiting: BTreeMap<usize, String>,
    /// The number of the next text.
    next: usize,
}

impl Sheet {
    /// Writes to standard output in `form`, and to `file`. Blanks split the names of the `columns`.
    pub(super) fn new(
        columns: &'static str,
        form: Option<Form>,
        file: Option<(&Path, Form)>,
    ) -> anyhow::Result<Sheet> {
        let columns: Vec<&str> = columns.split(' ').collect();
        let mut writers = Vec::new();
        let mut add = |form, file| {
            let mut writer = Writer { form, file, waiting: BTreeMap::new(), next: 0 };
            if form == Form::Csv {
                writer.write(&columns.join(","))?;
            }
            writers.push(writer);
            anyhow::Ok(())
        };
        if let Some((path, form)) = file {
            add(form, Some((path.to_owned(), open_new_results(path)?)))?;
        }
        if let Some(form) = form {
            add(form, None)?;
        }
        Ok(Sheet { columns, writers })
    }

    /// Opens the sheet that `output` selects. Its file may have any format.
    pub(super) fn open(output: &OutputArguments, columns: &'static str) -> anyhow::Result<Sheet> {
        Sheet::new(columns, output.form(), output.file()?)
    }

    /// Writes `head` above the table, if the form is a table.
    pub(super) fn head(&mut self, head: &str) -> anyhow::Result<()> {
        let mut tables = self.writers.iter_mut().filter(|writer| writer.form == Form::Table);
        tables.try_for_each(|writer| writer.write(head))
    }

    /// Writes row `number`, counted from 0, once all earlier rows are written. `table` formats it
    /// for people.
    pub(super) fn put(
        &mut self,
        number: usize,
        row: &impl Row,
        table: impl Fn() -> String,
    ) -> anyhow::Result<()> {
        for writer in &mut self.writers {
            let text = match writer.form {
                Form::Table => table(),
                Form::Text => row.text(&self.columns),
                Form::Json => row.json(),
                Form::Csv => {
                    let line = |values: Vec<String>| {
                        values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(",")
                    };
                    row.lines(&self.columns).into_iter().map(line).collect::<Vec<_>>().join("\n")
                }
            };
            writer.put(number, text)?;
        }
        Ok(())
    }

    /// Writes the texts that still wait for missing rows.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        for writer in &mut self.writers {
            for text in std::mem::take(&mut writer.waiting).into_values() {
                writer.write(&text)?;
            }
        }
        Ok(())
    }
}

impl Writer {
    fn put(&mut self, number: usize, text: String) -> anyhow::Result<()> {
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.write(&text)?;
        }
        Ok(())
    }

    /// Writes `text`, one or more whole lines, unless it is empty.
    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        match &mut self.file {
            None => {
                let mut output = StandardOutput::lock();
                output.write_all(format!("{text}\n").as_bytes())?;
                Ok(output.flush()?)
            }
            Some((path, file)) => file
                .write_all(format!("{text}\n").as_bytes())
                .with_context(|| format!("{} cannot be written", path.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Made {
        line: usize,
        score: Option<f64>,
        best: [&'static str; 2],
        name: &'static str,
    }

    impl Row for Made {}

    #[test]
    fn every_format_has_the_same_values() {
        const COLUMNS: &[&str] = &["line", "score", "best", "name"];
        let row = Made { line: 3, score: Some(-12.0), best: ["a1", "pass"], name: "a, b" };
        assert_eq!(row.text(COLUMNS), "line 3 score -12.00 best a1 pass name a, b");
        assert_eq!(row.lines(COLUMNS), [["3", "-12.00", "a1 pass", "a, b"]]);
        let row = Made { score: None, ..row };
        assert_eq!(row.text(COLUMNS), "line 3 best a1 pass name a, b");
        assert_eq!([quoted("a, b"), quoted("a \"b\"")], ["\"a, b\"", "\"a \"\"b\"\"\""]);
    }

    #[test]
    fn the_file_extension_selects_the_row_format() {
        let file = |name: &str| {
            let output =
                OutputArguments { json: false, csv: false, table: false, out: Some(name.into()) };
            output.file().map(|file| file.map(|(_, form)| form)).map_err(|error| error.to_string())
        };
        assert_eq!(file("a.JSONL"), Ok(Some(Form::Json)));
        assert_eq!(file("a.csv"), Ok(Some(Form::Csv)));
        assert_eq!(file("a.txt"), Ok(Some(Form::Text)));
        let unknown = file("a.parquet").unwrap_err();
        assert!(unknown.ends_with(".csv or .txt (for Parquet use Python, see bindings/python)"));
        assert!(file("results").unwrap_err().contains("expected one in .jsonl, .json, "));
    }
}
