//! Commands about a position without a search: `show`, `moves`, `eval`, `perft`.

use std::num::NonZeroUsize;

use crate::Status;
use crate::flags::{EngineFlags, ForEval, integer};
use crate::output::{FormatArgument, Interrupts};
use crate::source::{PositionArgument, for_each_position};
use engine::Engine;
use engine::score::discs_of;
use engine::search::Limits;
use othello::board::Square;
use othello::board::perft::{PassRule, Perft};
use othello::game::Setup;
use protocol::reply::{BoardReply, EvalReply, Format, PartReply, Reply, TermReply};
use protocol::ugi::{self, count_perft};

/// Draw the board
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank show f5d6c3
  outflank show 8/8/8/3OX3/3XO3/8/8/8 X --json")]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl ShowArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut output = self.format.output();
        self.position.for_each(|game, place| {
            output.place = place;
            Ok(output.write(&Reply::Board(BoardReply::new(game)))?)
        })
    }
}

/// List the legal moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank moves
  outflank moves f5d6c3 --json
  outflank moves '8/8/8/3OX3/3XO3/8/8/8 X' moves f5")]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl MovesArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut output = self.format.output();
        self.position.for_each(|game, place| {
            output.place = place;
            Ok(output.write(&Reply::Moves(game.setup().into()))?)
        })
    }
}

/// Evaluate a position without a search
#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
    format: FormatArgument,
}

impl EvalArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let evaluator = Engine::new(self.engine.options).evaluator();
        let mut output = self.format.output();
        self.position.for_each(|game, place| {
            output.place = place;
            let setup = game.setup();
            let mut reply = EvalReply::new(&*evaluator, setup.position, self.explain);
            if self.explain && !reply.over && output.format == Format::Text {
                output.write_text(&explain(setup, &reply.terms))?;
                reply.terms.iter_mut().for_each(|term| term.parts = None);
            }
            Ok(output.write(&Reply::Eval(reply))?)
        })
    }
}

/// The number of parts in the list.
const PARTS: usize = 12;

/// The board, the contribution of each square, and below them the largest parts. A part of the value
/// counts in equal shares for its squares.
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
    for (line, row) in lines.zip(Square::ALL.chunks_exact(8)) {
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
  outflank perft 6 --divide --position 'f5d6c3' --json")]
pub(crate) struct PerftArguments {
    /// Length in plies; a finished game counts once
    #[arg(value_parser = integer::<u32>(0..=Limits::MAX_DEPTH))]
    plies: u32,
    /// The start, in the forms of `moves`; `-` for standard input, one a line
    #[arg(long, default_value = "start")]
    position: String,
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
    format: FormatArgument,
}

impl PerftArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
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
        let mut output = self.format.output();
        for_each_position(&self.position, |game, place| {
            output.place = place;
            interrupts.work(|stop| {
                let reply = count_perft(&perft, game.setup().position, question, stop);
                Ok(output.write(&Reply::Perft(reply))?)
            })
        })
    }
}
