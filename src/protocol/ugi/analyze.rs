//! `analyze`: the game so far, from its last ply back to the first.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::command::{Command, CommandError};
use super::go::MAX_DEPTH;
use super::words::{Words, unexpected};
use crate::engine::{AnalysedPly, Analysis, Effort};
use crate::game::{Game, Opening};
use crate::protocol::reply::{AnalysisReply, Reply};
use crate::search::Limits;

const EXPECTED: &str = "depth, nodes, movetime or exactfrom";

/// Reads `analyze` and how hard to look at each ply.
pub(super) fn parse_analyze(words: &mut Words) -> Result<Command, CommandError> {
    let mut effort = Effort::default();
    let mut limits = Limits::default();
    let mut ends = false;
    while let Some(word) = words.next() {
        match &*word.to_ascii_lowercase() {
            "depth" => limits.depth = Some(words.number(word, 1..=MAX_DEPTH)? as u32),
            "nodes" => limits.nodes = Some(words.number(word, 1..=u64::MAX)?),
            "movetime" => {
                limits.move_time = Some(Duration::from_millis(words.number(word, 1..=u64::MAX)?));
            }
            "exactfrom" => effort.exact_from = Some(words.number(word, 0..=60)? as u32),
            _ => return Err(unexpected(word, EXPECTED)),
        }
        ends |= !word.eq_ignore_ascii_case("exactfrom");
    }
    effort.limits = ends.then_some(limits);
    Ok(Command::Analyze(effort))
}

/// Does `analysis`, which is of `game`, until `stop` is set: tells each ply and returns
/// the sum.
pub(super) fn analyze(
    mut analysis: Analysis,
    game: &Game,
    stop: &AtomicBool,
    tell: impl Fn(Reply),
) -> Reply {
    let mut plies: Vec<AnalysedPly> = Vec::with_capacity(analysis.left());
    while let Some(ply) = analysis.step(stop) {
        tell(Reply::Ply((&ply).into()));
        plies.push(ply);
    }
    let opening = Opening::of(game).map(|opening| opening.name);
    Reply::Analysis(AnalysisReply::new(&plies, analysis.left(), opening))
}
