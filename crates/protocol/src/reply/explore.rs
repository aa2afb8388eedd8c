//! The replies of `index` and `explore`.

use std::fmt;

use serde::Serialize;

use super::as_text;
use super::search::ScoreReply;
use engine::book::{MergedBook, Variation};
use othello::board::{Color, Square};
use othello::game::{Explored, ExploredMove, GameIndex, Setup};

/// Games added to the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct IndexedReply {
    /// The number of games in the index.
    pub games: usize,
    /// The number of added games.
    pub added: usize,
    /// The number of unreadable records.
    pub failed: usize,
    /// The number of positions in books.
    pub positions: usize,
}

/// `indexed games 3 added 2 failed 0`, with books `positions 14` after it.
impl fmt::Display for IndexedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IndexedReply { games, added, failed, positions } = self;
        write!(f, "indexed games {games} added {added} failed {failed}")?;
        if *positions > 0 { write!(f, " positions {positions}") } else { Ok(()) }
    }
}

/// The indexed games and the books of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExploredReply {
    /// The number of games with a move here.
    pub games: u32,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMoveReply>,
    /// The moves of the books, best first.
    pub book: Vec<BookMoveReply>,
    /// The latest games.
    pub latest: Vec<ExploredGameReply>,
}

/// A played move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ExploredMoveReply {
    /// The move.
    #[serde(rename = "move", serialize_with = "as_text")]
    pub square: Square,
    /// The number of games.
    pub games: u32,
    /// The games that Black won.
    pub black: u32,
    /// The drawn games. The results of the remaining games are unknown.
    pub draws: u32,
    /// The games that White won.
    pub white: u32,
}

/// A move of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BookMoveReply {
    /// The move.
    #[serde(rename = "move", serialize_with = "as_text")]
    pub square: Square,
    /// The score of the move, for the side that makes it.
    #[serde(flatten)]
    pub score: ScoreReply,
    /// The depth of the search behind the score, plus the number of book moves before it.
    pub depth: u32,
    /// The games that Black won.
    pub black: u32,
    /// The drawn games.
    pub draws: u32,
    /// The games that White won.
    pub white: u32,
}

/// A game with a move in the position. Unknown texts are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExploredGameReply {
    /// The number of the game, for `explore game`.
    pub game: usize,
    /// The move.
    #[serde(rename = "move", serialize_with = "as_text")]
    pub square: Square,
    /// The name of Black's player.
    pub black: String,
    /// The name of White's player.
    pub white: String,
    /// The tournament.
    pub event: String,
    /// The date as written.
    pub date: String,
    /// The stated result, otherwise the result of the moves.
    pub result: Option<String>,
}

impl ExploredReply {
    /// The reply for `setup`, with the games found in `index` and the moves of `book`.
    #[must_use]
    pub fn new(
        setup: Setup,
        found: &Explored,
        index: &GameIndex,
        book: &MergedBook,
    ) -> ExploredReply {
        let game = |&(number, square)| {
            let game = index.get(number)?;
            Some(ExploredGameReply {
                game: number,
                square,
                black: game.black.to_string(),
                white: game.white.to_string(),
                event: game.event.to_string(),
                date: game.date.to_string(),
                result: game.result.map(|result| result.to_string()),
            })
        };
        ExploredReply {
            games: found.moves.iter().map(|each| each.games).sum(),
            moves: found.moves.iter().map(ExploredMoveReply::from).collect(),
            book: book_moves(setup, found, book),
            latest: found.latest.iter().filter_map(game).collect(),
        }
    }
}

/// The moves of `book` in `setup`. One of several symmetric moves: the one that was `found` in
/// games, otherwise the first.
fn book_moves(setup: Setup, found: &Explored, book: &MergedBook) -> Vec<BookMoveReply> {
    let mut moves: Vec<BookMoveReply> = Vec::new();
    for Variation { line, games, .. } in book.variations(setup.position) {
        let (Some(square), Some(score)) = (line.pv[0].square(), ScoreReply::of(&line)) else {
            continue;
        };
        let same = setup.position.same_moves(square);
        if moves.iter().any(|listed| same.contains(listed.square)) {
            continue;
        }
        let in_games = found.moves.iter().map(|each| each.square).find(|&each| same.contains(each));
        let (black, white) = match setup.side {
            Color::Black => (games.wins, games.losses),
            Color::White => (games.losses, games.wins),
        };
        moves.push(BookMoveReply {
            square: in_games.unwrap_or(square),
            score,
            depth: line.depth,
            black,
            draws: games.draws,
            white,
        });
    }
    moves
}

impl From<&ExploredMove> for ExploredMoveReply {
    fn from(&ExploredMove { square, games, black, white, draws }: &ExploredMove) -> Self {
        ExploredMoveReply { square, games, black, draws, white }
    }
}

/// `move f5 games 3 black 1 draws 0 white 2` per move, `book f5 depth 20 score cp -50 selectivity 73 black 1
/// draws 0 white 2` per move of a book, `game 0 f5 ann - bob, 2001, +12.00` per game, then `explored games 3`.
impl fmt::Display for ExploredReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ExploredMoveReply { square, games, black, draws, white } in &self.moves {
            writeln!(f, "move {square} games {games} black {black} draws {draws} white {white}")?;
        }
        for BookMoveReply { square, score, depth, black, draws, white } in &self.book {
            writeln!(
                f,
                "book {square} depth {depth} {score} black {black} draws {draws} white {white}"
            )?;
        }
        for ExploredGameReply { game, square, black, white, event, date, result } in &self.latest {
            let result = result.as_deref().unwrap_or_default();
            let about = [event, date, result].into_iter().filter(|text| !text.is_empty());
            let about: String = about.map(|text| format!(", {text}")).collect();
            writeln!(f, "game {game} {square} {black} - {white}{about}")?;
        }
        write!(f, "explored games {}", self.games)
    }
}
