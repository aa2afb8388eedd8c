//! Commands about a position without a search: `show`, `moves`, `eval`, `perft`.

use std::cell::LazyCell;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::ensure;
use serde::Serialize;

use crate::Status;
use crate::commands::batch::Place;
use crate::commands::waiting::Clock;
use crate::flags::{EngineFlags, ForEval, integer};
use crate::output::{Interrupts, unless_interrupted};
use crate::rows::{OutputArguments, Row, Sheet};
use crate::source::{Entry, InputCounts, PartArguments, PositionArgument};
use engine::Engine;
use engine::score::{Score, discs_of};
use engine::search::Limits;
use othello::board::Square;
use othello::board::perft::{PassRule, Perft};
use othello::game::Setup;
use protocol::reply::{BoardReply, EvalReply, MovesReply, PartReply, Reply, TermReply};
use protocol::ugi::{self, count_perft};

/// The arguments of commands that answer about a list of positions at once.
#[derive(Debug, clap::Args)]
struct ListArguments {
    #[command(flatten)]
    part: PartArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// A reply of a session about a position of the input. These are the fields of its JSON.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    reply: Reply,
    #[serde(flatten)]
    place: Place,
}

impl Row for Answer {
    /// The place and the text of the reply.
    fn text(&self, columns: &[&str]) -> String {
        let place = Row::text(&self.place, &columns[..2]);
        let text = match &self.reply {
            Reply::Eval(eval) => format!("eval {}", eval.score),
            reply => drawing(reply),
        };
        match &self.reply {
            // A drawing has several lines.
            _ if place.is_empty() => text,
            Reply::Board(_) => format!("{place}\n{text}"),
            _ => format!("{place} {text}"),
        }
    }
}

impl Row for Place {}

impl ListArguments {
    /// Writes the replies to each position of `input`. `show` turns the text for programs into the
    /// text for people.
    fn answer(
        &self,
        input: &PositionArgument,
        columns: &'static str,
        mut reply: impl FnMut(&Entry) -> anyhow::Result<Reply>,
        show: impl Fn(&Entry, &Reply) -> String,
    ) -> anyhow::Result<InputCounts> {
        let mut sheet = Sheet::open(&self.output, columns)?;
        input.for_each_of(&self.part, |entry| {
            let answer = Answer { reply: reply(&entry)?, place: Place::from(&entry) };
            let show = || match (&*entry.title(), show(&entry, &answer.reply)) {
                ("", text) => text,
                (title, text) if text.contains('\n') => {
                    format!("{}{title}\n{text}", if entry.number > 1 { "\n" } else { "" })
                }
                (title, text) => format!("{title}  {text}"),
            };
            sheet.put(entry.number - 1, &answer, show)
        })
    }
}

/// Draw the board
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank show f5d6c3
  outflank show game.ggf --at 20
  outflank show 8/8/8/3OX3/3XO3/8/8/8 X --json")]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Show the position after the first N moves, passes included
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    #[command(flatten)]
    list: ListArguments,
}

impl ShowArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        const COLUMNS: &str =
            "file line board fen side black white empties ply last result opening";
        let reply = |entry: &Entry| {
            let game = entry.game();
            let plies = self.at.unwrap_or(game.moves().len());
            ensure!(
                plies <= game.moves().len(),
                "--at {plies}: the game has {} moves",
                game.moves().len()
            );
            Ok(Reply::Board(BoardReply::new(&game.at(plies))))
        };
        Ok(self.list.answer(&self.position, COLUMNS, reply, |_, reply| drawing(reply))?.status())
    }
}

/// The text of a reply. On the board of a finished game, replaces the side to move with "game
/// over".
fn drawing(reply: &Reply) -> String {
    let text = reply.to_string();
    match reply {
        Reply::Board(board) if board.result.is_some() => {
            let side = board.side;
            text.replace(&format!("{side} to move"), &format!("{side} cannot move: game over"))
        }
        _ => text,
    }
}

/// List the legal moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank moves
  outflank moves f5d6c3 --json
  outflank moves boards.txt --csv
  outflank moves '8/8/8/3OX3/3XO3/8/8/8 X' moves f5")]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    list: ListArguments,
}

impl MovesArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let reply = |entry: &Entry| Ok(Reply::Moves(MovesReply::from(entry.game().setup())));
        let columns = "file line moves";
        Ok(self.list.answer(&self.position, columns, reply, |_, reply| reply.to_string())?.status())
    }
}

/// Evaluate a position without a search
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Scores are in discs for the side to move. At a terminal the terms are listed; into a pipe each
position is a line with its score.

Examples:
  outflank eval f5d6c3
  outflank eval f5d6c3d3c4 --explain
  outflank eval - --json < positions.txt")]
pub(crate) struct EvalArguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Show the contributions of squares and patterns
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
    #[command(flatten)]
    list: ListArguments,
}

impl EvalArguments {
    pub(crate) fn run(mut self) -> anyhow::Result<Status> {
        let engine = Engine::new(self.engine.options);
        let evaluator = LazyCell::new(|| engine.evaluator());
        if self.explain && self.list.output.chosen().is_none() {
            self.list.output.show_tables();
        }
        let reply = |entry: &Entry| {
            let position = entry.game().setup().position;
            let evaluator = match entry.place {
                Some(_) => Arc::clone(&evaluator),
                None => engine.evaluator_for(position),
            };
            Ok(Reply::Eval(EvalReply::new(&*evaluator, position, self.explain)))
        };
        let columns = "file line score over";
        let show = |entry: &Entry, reply: &Reply| match reply {
            Reply::Eval(eval) => evaluation(entry.game().setup(), eval, self.explain),
            reply => reply.to_string(),
        };
        Ok(self.list.answer(&self.position, columns, reply, show)?.status())
    }
}

/// The terms of `eval` and their sum. If `explained`, their parts come first.
fn evaluation(setup: Setup, eval: &EvalReply, explained: bool) -> String {
    if eval.over {
        return format!("{:>7}  the game is over", eval.score.to_string());
    }
    let mut text = if explained { explain(setup, &eval.terms) + "\n\n" } else { String::new() };
    for term in &eval.terms {
        let score = Score::saturating(term.centidiscs).to_string();
        text += &format!("{score:>7}  {}\n", term.name);
    }
    text + &format!("{:>7}  in all", eval.score.to_string())
}

/// The number of parts in the list.
const PARTS: usize = 12;

/// The board, the contribution of each square, and below them the largest parts. The value of a
/// part is shared equally among its squares.
fn explain(setup: Setup, terms: &[TermReply]) -> String {
    let mut parts: Vec<(&str, &PartReply)> = Vec::new();
    for term in terms {
        parts.extend(term.parts.iter().flatten().map(|part| (term.name, part)));
    }
    let share = |square| -> f64 {
        let own = parts.iter().filter(|(_, part)| part.squares.contains(square));
        own.fold(0.0, |sum, (_, part)| sum + discs_of(part.centidiscs) / part.squares.len() as f64)
    };
    let drawing = setup.draw().to_string();
    let mut lines = drawing.lines();
    let mut text = format!("{:<20}", lines.next().unwrap_or_default());
    text += &('a'..='h').map(|column| format!("{column:>6}")).collect::<String>();
    for (line, row) in lines.zip(Square::ALL.as_chunks::<8>().0) {
        let shares: String = row.iter().map(|square| format!("{:>6.2}", share(square))).collect();
        text += &format!("\n{line:<20}{shares}");
    }
    parts.sort_by_key(|(_, part)| -part.centidiscs.abs());
    for (name, part) in parts.into_iter().take(PARTS) {
        let squares: Vec<String> = part.squares.iter().map(Square::to_string).collect();
        text += &format!("\n{:>+7.2} {name:<20} {}", discs_of(part.centidiscs), squares.join(" "));
    }
    text
}

/// Count the move sequences of a given length
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank perft 11
  outflank perft 13 --threads 8 --hash 1024
  outflank perft 6 f5d6c3 --divide --json
  outflank perft 4 boards.txt --csv")]
pub(crate) struct PerftArguments {
    /// Length in plies; a finished game counts once
    #[arg(value_parser = integer::<u32>(0..=Limits::MAX_DEPTH))]
    plies: u32,
    #[command(flatten)]
    position: PositionArgument,
    /// Count for each move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = integer::<u16>(1..=Perft::MAX_THREADS as u16))]
    threads: u16,
    /// Size of the table in MiB; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    hash: usize,
    /// Whether a pass is a ply or free
    #[arg(long, default_value = "ply", value_parser = ["ply", "free"])]
    passes: String,
    #[command(flatten)]
    list: ListArguments,
}

impl PerftArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        const COLUMNS: &str = "file line depth passes nodes time nps";
        let rule = if self.passes == "free" { PassRule::Free } else { PassRule::Ply };
        let mut perft = Perft::new(rule);
        if let Some(threads) = NonZeroUsize::new(usize::from(self.threads)) {
            perft = perft.with_threads(threads);
        }
        if self.hash > 0 {
            perft = perft.with_table(self.hash)?;
        }
        let question = ugi::PerftArguments { depth: self.plies, divide: self.divide, rule };
        let interrupts = Interrupts::catch()?;
        let reply = |entry: &Entry| {
            ensure!(!interrupts.stop().load(Relaxed), "interrupted");
            let position = entry.game().setup().position;
            let clock = Clock::start();
            let reply = interrupts.work(|stop| count_perft(&perft, position, question, stop));
            drop(clock);
            Ok(Reply::Perft(reply))
        };
        let counts =
            self.list.answer(&self.position, COLUMNS, reply, |_, reply| reply.to_string())?;
        Ok(unless_interrupted(counts.status(), interrupts.stop()))
    }
}
