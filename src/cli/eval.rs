//! `eval`: what a position is worth without looking ahead.

use super::Status;
use super::flags::{EngineFlags, ForEval};
use super::position::PositionArgument;
use super::replies::FormatArgument;
use crate::board::Square;
use crate::engine::Engine;
use crate::eval::Part;
use crate::game::Setup;
use crate::protocol::reply::{EvalReply, Reply};
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
    #[arg(long, conflicts_with = "json")]
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
            let reply = EvalReply::new(&*evaluator, game.setup().position);
            if self.explain && !reply.over {
                output
                    .write_text(&explain(game.setup(), &evaluator.parts(game.setup().position)))?;
            }
            Ok(output.write(&Reply::Eval(reply))?)
        })
    }
}

/// How many patterns are told one by one.
const PATTERNS: usize = 12;

/// The board beside what each square adds, where each part of the value is shared by its
/// squares, and below them the parts that matter most.
fn explain(setup: Setup, parts: &[Part]) -> String {
    if parts.is_empty() {
        return "this evaluator looks at no patterns".to_owned();
    }
    let share = |square| -> f64 {
        let own = parts.iter().filter(|part| part.squares.contains(square));
        own.map(|part| discs(part) / f64::from(part.squares.count())).sum()
    };
    let drawing = setup.draw().to_string();
    let mut lines = drawing.lines();
    let mut text = format!("{:<20}", lines.next().unwrap_or_default());
    text += &('a'..='h').map(|column| format!("{column:>6}")).collect::<String>();
    for (line, row) in lines.zip(Square::ALL.chunks_exact(8)) {
        let shares: String = row.iter().map(|&square| format!("{:>6.2}", share(square))).collect();
        text += &format!("\n{line:<20}{shares}");
    }
    let mut parts: Vec<&Part> = parts.iter().collect();
    parts.sort_by_key(|part| -part.value.centidiscs().abs());
    for part in parts.into_iter().take(PATTERNS) {
        let squares: Vec<String> =
            part.squares.into_iter().map(|square| square.to_string()).collect();
        text += &format!("\n{:>7} {:<20} {}", part.value.to_string(), part.name, squares.join(" "));
    }
    text
}

fn discs(part: &Part) -> f64 {
    f64::from(part.value.centidiscs()) / f64::from(Score::PER_DISC)
}
