//! `eval`: what a position is worth without looking ahead.

use super::Status;
use super::flags::{EngineFlags, ForEval};
use super::position::PositionArgument;
use super::replies::FormatArgument;
use crate::board::Square;
use crate::engine::Engine;
use crate::game::Setup;
use crate::protocol::reply::{EvalReply, Format, PartReply, Reply, TermReply};
use crate::score::Score;

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
        self.position.for_each(|game| {
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

/// How many parts are told one by one.
const PARTS: usize = 12;

/// The board beside what each square adds, where each part of the value is shared by its
/// squares, and below them the parts that matter most.
fn explain(setup: Setup, terms: &[TermReply]) -> String {
    let mut parts: Vec<(&str, &PartReply)> = Vec::new();
    for term in terms {
        parts.extend(term.parts.iter().flatten().map(|part| (term.name, part)));
    }
    let share = |square| -> f64 {
        let own = parts.iter().filter(|(_, part)| part.squares.contains(square));
        own.fold(0.0, |sum, (_, part)| sum + discs(part) / part.squares.len() as f64)
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
        text += &format!("\n{:>+7.2} {name:<20} {}", discs(part), squares.join(" "));
    }
    text
}

fn discs(part: &PartReply) -> f64 {
    f64::from(part.centidiscs) / f64::from(Score::PER_DISC)
}
