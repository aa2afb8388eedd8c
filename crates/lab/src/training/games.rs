//! The file format of self-play games, from `selfplay` to `fit`.
//!
//! A shard is a header followed by games.
//!
//! | bytes of the header | |
//! |---|---|
//! | 8 | `OFgames2` |
//! | 8 | checksum of the rest |
//! | 2 + n | length n and text: evaluator and options of `selfplay` |
//!
//! | bytes of a game | |
//! |---|---|
//! | 1 | number of placements |
//! | 1 | of these, random ones at the start |
//! | 1 | placements before the score was proven |
//! | 1 | final score for Black (`i8`) |
//! | 1 each | squares |
//! | 2 each | search score before each placement between the random and the proven ones (`i16`), in centidiscs for the side to move; -32768 before a random move |
//!
//! Numbers are little-endian. Passes are omitted. A game takes about 130 bytes.

use std::fs;
use std::path::{Path, PathBuf};

use super::shards::FileError;
use engine::checksum::checksum;
use engine::score::Score;
use othello::board::{DiscDiff, Position, Square};
use othello::game::Game;

const MAGIC: &[u8; 8] = b"OFgames2";

/// The stored score of a random move.
const RANDOM: i16 = i16::MIN;

/// A finished self-play game from the start position, in few bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame {
    /// The squares played, without the passes.
    pub squares: Vec<Square>,
    /// Number of random placements at the start.
    pub opening: u8,
    /// The search scores of the following placements for the side to move, up to the first solved
    /// position; `None` for a random move.
    pub scores: Vec<Option<Score>>,
    /// The final score for Black, in discs. Proven from the first solved position.
    pub difference: i8,
}

impl PlayedGame {
    /// The moves, up to the first illegal one.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::default();
        let _ = self.squares.iter().try_for_each(|&square| game.play(square.into()));
        game
    }

    /// The position before each placement, and the final position.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let game = self.game();
        let setups = game.placements().map(|(setup, _)| setup).chain([game.setup()]);
        setups.map(|setup| setup.position).collect()
    }

    /// Number of placements before the score was proven.
    #[must_use]
    pub fn proven_from(&self) -> usize {
        usize::from(self.opening) + self.scores.len()
    }

    /// Whether the moves are legal to the end and agree with the other fields.
    fn is_sound(&self) -> bool {
        let game = self.game();
        let difference = game.final_difference().map(DiscDiff::discs);
        game.placements().count() == self.squares.len()
            && self.proven_from() <= self.squares.len()
            && difference == Some(self.difference.into())
    }
}

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file has another format.
    #[error("{path} is not a shard of games: expected OFgames2 at its start")]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// The file is damaged.
    #[error("{path} is damaged: wrong checksum")]
    Damaged {
        /// Which file.
        path: PathBuf,
    },
    /// A game is incomplete, illegal or contradicts its stored result.
    #[error("{path}: game {game} is incomplete or illegal")]
    Broken {
        /// Which file.
        path: PathBuf,
        /// The game number, from 0.
        game: usize,
    },
}

/// The bytes of a shard. `provenance` has less than 64 KiB.
pub(super) fn shard_bytes(provenance: &str, games: &[PlayedGame]) -> Vec<u8> {
    let mut body = (provenance.len() as u16).to_le_bytes().to_vec();
    body.extend(provenance.as_bytes());
    for game in games {
        let proven_from = game.proven_from() as u8;
        body.extend([game.squares.len() as u8, game.opening, proven_from, game.difference as u8]);
        body.extend(game.squares.iter().map(|&square| square as u8));
        for score in &game.scores {
            let centidiscs = score.map_or(RANDOM, |score| score.centidiscs() as i16);
            body.extend(centidiscs.to_le_bytes());
        }
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(checksum(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Reads a shard and checks all games.
///
/// # Errors
/// If the file cannot be read or is not a valid shard.
pub fn read_shard(path: &Path) -> Result<Vec<PlayedGame>, GamesError> {
    let bytes = fs::read(path).map_err(FileError::of(path))?;
    let (_, mut rest) = split_shard(path, &bytes)?;
    let mut games = Vec::new();
    while !rest.is_empty() {
        let (game, after) = read_game(rest)
            .ok_or_else(|| GamesError::Broken { path: path.to_owned(), game: games.len() })?;
        games.push(game);
        rest = after;
    }
    Ok(games)
}

/// The provenance of a shard: how its games were played.
///
/// # Errors
/// If the file cannot be read or is not a valid shard.
pub(super) fn provenance(path: &Path) -> Result<String, GamesError> {
    let bytes = fs::read(path).map_err(FileError::of(path))?;
    let (provenance, _) = split_shard(path, &bytes)?;
    Ok(String::from_utf8_lossy(provenance).into_owned())
}

/// Splits `bytes` into provenance and games.
fn split_shard<'a>(path: &Path, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), GamesError> {
    let foreign = || GamesError::Foreign { path: path.to_owned() };
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(foreign)?;
    let (expected, body) = rest.split_first_chunk().ok_or_else(foreign)?;
    if checksum(body) != u64::from_le_bytes(*expected) {
        return Err(GamesError::Damaged { path: path.to_owned() });
    }
    let (length, rest) = body.split_first_chunk().ok_or_else(foreign)?;
    rest.split_at_checked(u16::from_le_bytes(*length).into()).ok_or_else(foreign)
}

/// The first game in `bytes`, and the rest.
fn read_game(bytes: &[u8]) -> Option<(PlayedGame, &[u8])> {
    let (&[length, opening, proven_from, difference], rest) = bytes.split_first_chunk()?;
    let (squares, rest) = rest.split_at_checked(length.into())?;
    let (scores, rest) =
        rest.split_at_checked(2 * usize::from(proven_from.checked_sub(opening)?))?;
    let squares = squares.iter().map(|&index| Square::ALL.get(usize::from(index)).copied());
    let scores = scores.as_chunks().0.iter().map(|&bytes| match i16::from_le_bytes(bytes) {
        RANDOM => None,
        centidiscs => Some(Score::saturating(centidiscs.into())),
    });
    let game = PlayedGame {
        squares: squares.collect::<Option<_>>()?,
        opening,
        scores: scores.collect(),
        difference: difference as i8,
    };
    game.is_sound().then_some((game, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_a_false_ending_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.games");
        // Black wipes White out.
        let squares = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
        let squares: Vec<Square> = squares.map(|square| square.parse().expect("a square")).to_vec();
        for (difference, is_sound) in [(64, true), (-64, false), (13, false)] {
            let squares = squares.clone();
            let game = PlayedGame { squares, opening: 9, scores: Vec::new(), difference };
            fs::write(&path, shard_bytes("", &[game])).expect("it can be written");
            let read = read_shard(&path);
            assert_eq!(read.is_ok(), is_sound, "{difference}: {read:?}");
        }
    }
}
