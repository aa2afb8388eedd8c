//! `show`: the moves of a position in a book, as a table.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::lines::{after_pass, open_to_read};
use crate::Status;
use crate::commands::hint::{opening_after, sure_text, title, value_text};
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
            let game = &after_pass(game)?;
            let position = game.setup().position;
            let entry = book.look_up(position)?;
            is_known &= entry.is_some();
            let variations = book.variations(position)?;
            let moves = variations.iter().map(|known| MoveReply::new(game, known)).collect();
            let position = entry.map(KnownReply::from);
            let (title, fen) = (title(game), game.setup().to_fen());
            let reply = ShownReply { title, fen, position, moves };
            Ok(self.format.write_placed(&reply, place)?)
        })?;
        Ok(if is_known { status } else { Status::No })
    }
}

/// A position in a book.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "book")]
struct ShownReply {
    #[serde(skip)]
    title: String,
    fen: String,
    /// `None` if it is not in the book.
    position: Option<KnownReply>,
    moves: Vec<MoveReply>,
}

#[derive(Debug, Serialize)]
struct KnownReply {
    #[serde(flatten)]
    score: ScoreReply,
    games: GamesReply,
    #[serde(skip)]
    text: String,
}

impl From<Entry> for KnownReply {
    fn from(entry: Entry) -> KnownReply {
        let value = value_text(entry.score, entry.certainty);
        let text = format!("{value}, {}", sure_text(entry.score, entry.certainty));
        let score = score_reply(entry.score, entry.certainty);
        KnownReply { score, games: entry.games.into(), text }
    }
}

fn score_reply(score: Score, certainty: Certainty) -> ScoreReply {
    ScoreReply::new(score, certainty.bound_of(score), certainty)
}

/// Results of games.
#[derive(Debug, Clone, Copy, Serialize)]
struct GamesReply {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl From<Games> for GamesReply {
    fn from(games: Games) -> GamesReply {
        GamesReply { wins: games.wins, draws: games.draws, losses: games.losses }
    }
}

impl fmt::Display for GamesReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}-{}", self.wins, self.draws, self.losses))
    }
}

#[derive(Debug, Serialize)]
struct MoveReply {
    #[serde(rename = "move")]
    square: String,
    book: bool,
    #[serde(flatten)]
    score: ScoreReply,
    depth: u32,
    games: GamesReply,
    opening: Option<&'static str>,
    #[serde(skip)]
    texts: (String, String),
}

impl MoveReply {
    fn new(game: &Game, known: &Variation) -> MoveReply {
        let mv = known.pv[0];
        let (score, certainty) = (known.score, known.certainty);
        MoveReply {
            square: mv.to_string(),
            book: known.is_inside,
            score: score_reply(score, certainty),
            depth: known.depth,
            games: known.games.into(),
            opening: opening_after(game, mv),
            texts: (value_text(score, certainty), sure_text(score, certainty)),
        }
    }
}

impl fmt::Display for ShownReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = &self.title;
        let Some(known) = &self.position else {
            return writeln!(f, "{title}: not in the book");
        };
        writeln!(f, "{title}: {}, games {}", known.text, known.games)?;
        writeln!(f, " #  move     score   sure  depth  book         games  opening")?;
        for (rank, row) in (1..).zip(&self.moves) {
            let MoveReply { square, depth, games, texts: (score, sure), .. } = row;
            let book = if row.book { "yes" } else { "no" };
            let opening = row.opening.unwrap_or_default();
            let row = format!(
                "{rank:>2}  {square:<5} {score:>8}  {sure:>5}  {depth:>5}  {book:<4}  {games:>12}  {opening}"
            );
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}
