//! The replies of `index` and `explore`.

use std::fmt;

use serde::Serialize;

use super::as_text;
use othello::board::Square;
use othello::game::{Explored, ExploredMove, GameIndex};

/// Games added to the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct IndexedReply {
    /// The number of games in the index.
    pub games: usize,
    /// The number of added games.
    pub added: usize,
    /// The number of unreadable records.
    pub failed: usize,
}

/// `indexed games 3 added 2 failed 0`
impl fmt::Display for IndexedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IndexedReply { games, added, failed } = self;
        write!(f, "indexed games {games} added {added} failed {failed}")
    }
}

/// The indexed games of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExploredReply {
    /// The number of games with a move here.
    pub games: u32,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMoveReply>,
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
    /// The reply for games found in `index`.
    #[must_use]
    pub fn new(found: &Explored, index: &GameIndex) -> ExploredReply {
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
            latest: found.latest.iter().filter_map(game).collect(),
        }
    }
}

impl From<&ExploredMove> for ExploredMoveReply {
    fn from(&ExploredMove { square, games, black, white, draws }: &ExploredMove) -> Self {
        ExploredMoveReply { square, games, black, draws, white }
    }
}

/// `move f5 games 3 black 1 draws 0 white 2` per move, `game 0 f5 ann - bob, 2001, +12.00` per game, then
/// `explored games 3`.
impl fmt::Display for ExploredReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ExploredMoveReply { square, games, black, draws, white } in &self.moves {
            writeln!(f, "move {square} games {games} black {black} draws {draws} white {white}")?;
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
