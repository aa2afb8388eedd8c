//! Games as a file of bytes: what `selfplay` writes and `label` reads.
//!
//! A shard is a header and games one after the other; a game is a byte with its
//! number of placed discs, one with the number of those that were random at the
//! start, one with the final difference for Black (as `i8`), and a byte for the
//! square of each disc. Passes follow from the rules. Some 63 bytes a game.

use std::fs;
use std::path::{Path, PathBuf};

use super::blocks::FileError;
use crate::board::{Position, Square};

const MAGIC: &[u8; 8] = b"OFgames1";

/// A finished game from the starting position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame {
    /// The squares played, without the passes.
    pub squares: Vec<Square>,
    /// How many of them, from the start, were drawn at random.
    pub opening: u8,
    /// The final difference for Black.
    pub difference: i8,
}

impl PlayedGame {
    /// The positions in which a disc was placed, each for its side to move, and
    /// the final one.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = Some(Position::START);
        let mut squares = self.squares.iter();
        std::iter::from_fn(move || {
            let current = position?;
            let next = squares.next().and_then(|&square| current.play(square));
            position = next.map(|next| if next.must_pass() { next.pass() } else { next });
            Some(current)
        })
    }
}

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is something else.
    #[error("{path}: no shard of games: expected it to begin with OFgames1")]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// The file ends within a game or holds an illegal move.
    #[error("{path}: game {game} is cut off or illegal")]
    Broken {
        /// Which file.
        path: PathBuf,
        /// The number of the game, from 0.
        game: usize,
    },
}

/// The content of a shard.
pub(super) fn shard_bytes(games: &[PlayedGame]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for game in games {
        bytes.extend([game.squares.len() as u8, game.opening, game.difference as u8]);
        bytes.extend(game.squares.iter().map(|&square| square as u8));
    }
    bytes
}

/// Reads a shard; every game in it is legal to its end.
///
/// # Errors
/// If the file cannot be read or is no whole shard.
pub fn read_shard(path: &Path) -> Result<Vec<PlayedGame>, GamesError> {
    let bytes = fs::read(path).map_err(FileError::of(path))?;
    let mut rest =
        bytes.strip_prefix(MAGIC).ok_or_else(|| GamesError::Foreign { path: path.to_owned() })?;
    let mut games = Vec::new();
    while !rest.is_empty() {
        let (game, after) = read_game(rest)
            .ok_or_else(|| GamesError::Broken { path: path.to_owned(), game: games.len() })?;
        games.push(game);
        rest = after;
    }
    Ok(games)
}

/// The first game of `bytes`, and what follows it.
fn read_game(bytes: &[u8]) -> Option<(PlayedGame, &[u8])> {
    let (&[length, opening, difference], rest) = bytes.split_first_chunk()?;
    let (squares, rest) = rest.split_at_checked(length.into())?;
    let squares = squares.iter().map(|&index| Square::ALL.get(usize::from(index)).copied());
    let squares = squares.collect::<Option<Vec<Square>>>()?;
    let game = PlayedGame { squares, opening, difference: difference as i8 };
    let legal = game.positions().count() == game.squares.len() + 1;
    legal.then_some((game, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_read_back_and_broken_ones_are_refused() {
        let squares = [Square::F5, Square::D6, Square::C3].to_vec();
        let games = vec![PlayedGame { squares, opening: 2, difference: -14 }; 2];
        let bytes = shard_bytes(&games);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("00000.games");
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("it can be written");
            read_shard(&path)
        };
        assert_eq!(read(&bytes).expect("it is whole"), games);
        assert!(matches!(read(b"PNG"), Err(GamesError::Foreign { .. })));
        let cut_off = read(&bytes[..bytes.len() - 1]);
        assert!(matches!(cut_off, Err(GamesError::Broken { game: 1, .. })));
        let mut illegal = bytes.clone();
        illegal[11] = Square::A1 as u8;
        assert!(matches!(read(&illegal), Err(GamesError::Broken { game: 0, .. })));
        let other_folder = folder.path().join("none.games");
        assert!(matches!(read_shard(&other_folder), Err(GamesError::File(_))));
    }
}
