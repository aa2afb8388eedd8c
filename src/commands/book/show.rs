//! `show`: the moves of a position in a book, as a table.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::json;

use super::lines::{after_pass, open_to_read};
use super::report::Reply;
use crate::Status;
use crate::commands::hint::{opening_after, title};
use crate::commands::scores::{sure_text, value_text};
use crate::output::FormatArgument;
use crate::source::PositionArgument;
use engine::book::{Entry, Games, Variation};
use engine::score::Score;
use engine::search::Certainty;
use othello::game::Game;
use protocol::reply::ScoreReply;

/// Show the moves of a position in the book, and the best other move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Scores and depths are as in `outflank hint`. The best move outside the book has `no` in the column
`book`. `games` counts the games through the move: won-drawn-lost for the side that plays it.
Exit status: 0 the position is in the book; 1 it is not; 2 error.

Examples:
  outflank book show openings.book
  outflank book show openings.book f5d6c3 --json
  outflank book show embedded f5")]
pub(super) struct ShowArguments {
    /// The book, packed or not; `embedded` for the one in the program
    book: PathBuf,
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl ShowArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let book = open_to_read(&self.book)?;
        let mut is_known = true;
        let status = self.position.for_each(|game, place| {
            let game = &after_pass(game);
            let position = game.setup().position;
            let entry = book.look_up(position)?;
            is_known &= entry.is_some();
            let reply = reply(game, entry.as_ref(), &book.variations(position)?);
            Ok(self.format.answer(reply, place)?)
        })?;
        Ok(if is_known { status } else { Status::No })
    }
}

/// The score and games of a position in a book.
#[derive(Debug, Serialize)]
struct KnownReply {
    #[serde(flatten)]
    score: ScoreReply,
    games: Games,
}

#[derive(Debug, Serialize)]
struct MoveReply {
    #[serde(rename = "move")]
    square: String,
    book: bool,
    #[serde(flatten)]
    score: ScoreReply,
    depth: u32,
    games: Games,
    opening: Option<&'static str>,
}

/// The position at the end of `game`, with its `entry` and `variations`.
fn reply(game: &Game, entry: Option<&Entry>, variations: &[Variation]) -> Reply {
    let mut text = title(game);
    let score_reply = |score: Score, certainty: Certainty| {
        ScoreReply::new(score, certainty.bound_of(score), certainty)
    };
    let known = entry.map(|&Entry { score, certainty, games, .. }| {
        let (value, sure) = (value_text(score, certainty), sure_text(score, certainty));
        text += &format!(": {value}, {sure}, games {games}\n");
        text += " #  move     score   sure  depth  book         games  opening";
        KnownReply { score: score_reply(score, certainty), games }
    });
    if known.is_none() {
        text += ": not in the book";
    }
    let mut moves = Vec::new();
    for (rank, Variation { line, is_inside, games }) in (1..).zip(variations) {
        let (mv, score, certainty, depth) = (line.pv[0], line.score, line.certainty, line.depth);
        let (value, sure) = (value_text(score, certainty), sure_text(score, certainty));
        let book = if *is_inside { "yes" } else { "no" };
        let opening = opening_after(game, mv);
        let name = opening.unwrap_or_default();
        let row = format!(
            "\n{rank:>2}  {mv:<5} {value:>8}  {sure:>5}  {depth:>5}  {book:<4}  {games:>12}  {name}"
        );
        text += row.trim_end();
        moves.push(MoveReply {
            square: mv.to_string(),
            book: *is_inside,
            score: score_reply(score, certainty),
            depth,
            games: *games,
            opening,
        });
    }
    let fen = game.setup().to_fen();
    (text, json!({ "reply": "book", "fen": fen, "position": known, "moves": moves }))
}
