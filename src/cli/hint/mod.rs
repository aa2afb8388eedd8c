//! `hint`: the best moves of a position, for people.
//!
//! - `table`: how they are shown, here and in `play`.

mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::value_parser;

use super::Status;
use super::flags::{EngineFlags, ForAnalysis};
use super::position::for_each_position;
use super::replies::FormatArgument;
use crate::engine::Engine;
use crate::game::{Game, Opening};
use crate::protocol::reply::{Format, Reply, ReportReply};
use crate::search::Limits;

pub(super) use table::HintTable;

/// How many moves are ranked unless told otherwise.
pub(super) const HINTS: usize = 3;

/// Rank the best moves, as a table
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The score is in discs for the side to move: `+4` is proven, `+3.52` an estimate with the
confidence of the next column, `≥` and `≤` stand before bounds. Behind the play that follows
is the name of the opening that the move leads to. Interrupted it tells what it has found.

Examples:
  outflank hint
  outflank hint f5d6c3 5 --time 2000
  outflank hint game.ggf 64 --depth 14
  outflank hint - 1 --json < positions.txt")]
pub(super) struct HintArguments {
    /// A game or a position in any format, a file of them, or `-` for standard input; and last
    /// how many moves to rank, 1 to 64, or else 3
    #[arg(value_name = "POSITION|N")]
    words: Vec<String>,
    /// Think for so long, instead of as deep as the level says
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..), conflicts_with = "level")]
    time: Option<u64>,
    /// Look so many plies ahead, instead of as deep as the level says
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), conflicts_with = "level")]
    depth: Option<u32>,
    #[command(flatten)]
    engine: EngineFlags<ForAnalysis>,
    #[command(flatten)]
    format: FormatArgument,
}

impl HintArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let (position, count) = split(&self.words)?;
        let stop = Arc::new(AtomicBool::new(false));
        let on_signal = Arc::clone(&stop);
        ctrlc::set_handler(move || on_signal.store(true, Relaxed))
            .context("interrupts cannot be caught")?;
        let mut engine = Engine::new(self.engine.options);
        let mut output = self.format.output();
        let mut told = 0;
        for_each_position(&position, |game| {
            if stop.load(Relaxed) {
                return Ok(());
            }
            engine.new_game();
            let position = game.setup().position;
            let limits = match (self.time, self.depth) {
                (None, None) => engine.level_limits(position),
                (time, depth) => {
                    let move_time = time.map(Duration::from_millis);
                    Limits { move_time, depth, ..Limits::default() }
                }
            };
            let limits = Limits { multi_pv: count, ..limits };
            let report = engine.search_until(&stop, position, &limits, |_| ())?;
            told += 1;
            match output.format {
                Format::Text => {
                    let gap = if told > 1 { "\n" } else { "" };
                    let table = HintTable::new(game, &report);
                    Ok(output.write_text(&format!("{gap}{}\n{table}", title(game)))?)
                }
                Format::Json => {
                    let report = ReportReply::from(&report);
                    report.infos().try_for_each(|info| output.write(&Reply::Info(info)))?;
                    Ok(output.write(&Reply::BestMove(report.best_move()))?)
                }
            }
        })
    }
}

/// Whose turn it is, and in which opening.
fn title(game: &Game) -> String {
    let side = game.setup().side;
    match Opening::of(game) {
        Some(opening) => format!("{side} to move, {}", opening.name),
        None => format!("{side} to move"),
    }
}

/// The position that `words` give, and how many moves are to be ranked.
fn split(words: &[String]) -> anyhow::Result<(String, usize)> {
    let is_number =
        |word: &String| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let (position, count) = match words.split_last() {
        Some((last, rest)) if is_number(last) => {
            let count = last.parse().ok().filter(|count| (1..=64).contains(count));
            (rest, count.with_context(|| format!("{last:?} moves: expected 1 to 64"))?)
        }
        _ => (words, HINTS),
    };
    if let Some(number) = position.iter().find(|word| is_number(word)) {
        bail!("{number:?} is no position: expected a number as the last word only");
    }
    let position = if position.is_empty() { "start".to_owned() } else { position.join(" ") };
    Ok((position, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_at_the_end_is_how_many_moves() {
        let split = |words: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            split(&words).map_err(|error| error.to_string())
        };
        let found = |position: &str, count| Ok((position.to_owned(), count));
        assert_eq!(split(""), found("start", 3));
        assert_eq!(split("5"), found("start", 5));
        assert_eq!(split("f5 d6 12"), found("f5 d6", 12));
        assert_eq!(split("f5d6"), found("f5d6", 3));
        for (words, number) in [("5 f5", 5), ("f5 3 3", 3), ("1 f5 2 d6 3", 1), ("64 64", 64)] {
            let error = split(words).unwrap_err();
            assert!(error.starts_with(&format!("\"{number}\" is no position: ")), "{error}");
        }
        let numbered = ["1 f5 2 d6".to_owned(), "5".to_owned()];
        assert_eq!(super::split(&numbered).ok(), Some(("1 f5 2 d6".to_owned(), 5)));
        assert_eq!(super::split(&[String::new()]).ok(), Some((String::new(), 3)));
        assert_eq!(split("f5 65"), Err("\"65\" moves: expected 1 to 64".to_owned()));
    }
}
