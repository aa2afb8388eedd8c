//! `analyze`: the game so far, from its last ply back to the first.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::command::CommandError;
use super::go::MAX_DEPTH;
use super::words::{Words, unexpected};
use crate::engine::{AnalysedPly, Analysis, Effort, MAX_LEVEL};
use crate::game::{Game, Opening};
use crate::protocol::reply::{AnalysisReply, Reply};
use crate::search::Limits;

const EXPECTED: &str = "level, depth, nodes, movetime or exactfrom";

/// Reads how hard to look at each ply: `level 12 exactfrom 20`.
pub(super) fn parse_effort(words: &mut Words) -> Result<Effort, CommandError> {
    let mut effort = Effort::default();
    let mut limits = Limits::default();
    let mut ends = false;
    while let Some(word) = words.next() {
        match &*word.to_ascii_lowercase() {
            "level" => {
                effort.level = Some(words.number(word, 0..=MAX_LEVEL.into())? as u32);
                continue;
            }
            "depth" => limits.depth = Some(words.number(word, 1..=MAX_DEPTH)? as u32),
            "nodes" => limits.nodes = Some(words.number(word, 1..=u64::MAX)?),
            "movetime" => {
                limits.move_time = Some(Duration::from_millis(words.number(word, 1..=u64::MAX)?));
            }
            "exactfrom" => {
                effort.exact_from = Some(words.number(word, 0..=60)? as u32);
                continue;
            }
            _ => return Err(unexpected(word, EXPECTED)),
        }
        ends = true;
    }
    effort.limits = ends.then_some(limits);
    Ok(effort)
}

/// [`parse_effort`] of a text that says nothing else.
pub(in crate::protocol) fn effort(text: &str) -> Result<Effort, CommandError> {
    parse_effort(&mut Words::new(text))
}

/// Does `analysis`, which is of `game`, until `stop` is set: tells each ply and returns
/// the sum.
pub(in crate::protocol) fn analyze(
    mut analysis: Analysis,
    game: &Game,
    stop: &AtomicBool,
    mut tell: impl FnMut(Reply),
) -> Reply {
    let mut plies: Vec<AnalysedPly> = Vec::with_capacity(analysis.left());
    while let Some(ply) = analysis.step(stop) {
        tell(Reply::Ply((&ply).into()));
        plies.push(ply);
    }
    let opening = Opening::of(game).map(|opening| opening.name);
    Reply::Analysis(AnalysisReply::new(&plies, analysis.left(), opening))
}
