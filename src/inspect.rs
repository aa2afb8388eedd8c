//! Questions about a position that need no search: `show`, `moves`, `eval`, `perft`.

use std::num::NonZeroUsize;

use clap::ValueEnum;

use super::Status;
use super::flags::{EngineFlags, ForEval, MAX_DEPTH, whole};
use super::output::{FormatArgument, Interrupts};
use super::source::{PositionArgument, for_each_position};
use engine::Engine;
use engine::score::discs_of;
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
pub(super) struct ShowArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl ShowArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
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
pub(super) struct MovesArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl MovesArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut output = self.format.output();
        self.position.for_each(|game, place| {
            output.place = place;
            Ok(output.write(&Reply::Moves(game.setup().into()))?)
        })
    }
}

/// Value a position without looking ahead
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank eval f5d6c3
  outflank eval f5d6c3d3c4 --explain
  outflank eval - --json < positions.txt")]
pub(super) struct EvalArguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Show which squares and which patterns make up the value
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
    #[command(flatten)]
    format: FormatArgument,
}

impl EvalArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
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

/// The number of parts that are listed.
const PARTS: usize = 12;

/// The board beside the contribution of each square, where each part of the value is divided
/// among its squares, and below them the largest parts.
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

/// Count the ways that a game can go on
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank perft 11
  outflank perft 13 --threads 8 --hash 1024
  outflank perft 6 --divide --position 'f5d6c3' --json")]
pub(super) struct PerftArguments {
    /// How far, in plies; a finished game is one way, however many are left
    #[arg(value_parser = whole::<u32>(0..=MAX_DEPTH))]
    plies: u32,
    /// Where to start, given as to `moves`; `-` for standard input, one a line
    #[arg(long, default_value = "start")]
    position: String,
    /// Count what is behind each move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = whole::<u16>(1..=i64::from(MAX_THREADS)))]
    threads: u16,
    /// Size in MiB of a table of positions that come up again; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    hash: usize,
    /// Whether a pass is a ply or free
    #[arg(long, value_enum, default_value_t = Passes::Ply)]
    passes: Passes,
    #[command(flatten)]
    format: FormatArgument,
}

/// The most threads of perft.
const MAX_THREADS: u16 = 1024;
const _: () = assert!(MAX_THREADS as usize == Perft::MAX_THREADS);

/// Whether a pass is a ply. The variants have no doc comments: clap would print them in its
/// help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Passes {
    Ply,
    Free,
}

impl Passes {
    const fn rule(self) -> PassRule {
        match self {
            Passes::Ply => PassRule::Ply,
            Passes::Free => PassRule::Free,
        }
    }
}

impl PerftArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let rule = self.passes.rule();
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
