//! [`Entry`]: the data of a position, and its packed form.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::error::BookErrorKind;
use crate::score::{Score, Selectivity};
use crate::search::{Certainty, Line};
use othello::board::{Bitboard, Position, Square, Symmetry};

/// The data of a position in a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The best move outside the book. `None` if every move leads into it.
    pub outside: Option<OutsideMove>,
    /// The score of the best move, inside or outside the book, for the side to move.
    pub score: Score,
    /// The lowest certainty of the moves inside and outside the book.
    pub certainty: Certainty,
    /// The games that reached the position, for the side to move.
    pub games: Games,
}

/// The best move of a position outside the book, found by a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutsideMove {
    /// Where to place the disc.
    pub square: Square,
    /// The score of the move for the side that makes it.
    pub score: Score,
    /// The certainty of the score.
    pub certainty: Certainty,
    /// The search depth in plies, including the move. 255 means 255 or more.
    pub depth: u32,
}

impl OutsideMove {
    /// Takes the first move of a `line`. `None` if that is a pass or the score is unknown.
    #[must_use]
    pub fn from_line(line: &Line) -> Option<OutsideMove> {
        let square = line.pv.first()?.square()?;
        let score = line.known_score()?;
        Some(OutsideMove { square, score, certainty: line.certainty, depth: line.depth })
    }

    /// The move on the board that `symmetry` maps to.
    pub(super) fn mapped(self, symmetry: Symmetry) -> OutsideMove {
        OutsideMove { square: symmetry.apply_square(self.square), ..self }
    }

    /// Whether its score is known and it is one of `moves`.
    pub(super) fn is_one_of(&self, moves: Bitboard) -> bool {
        let is_known = -Score::INFINITY < self.score && self.score < Score::INFINITY;
        is_known && moves.contains(self.square)
    }
}

/// The results of games, for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Games {
    /// One game: won if `result` is above 0, lost if below.
    #[must_use]
    pub const fn one(result: i32) -> Games {
        Games {
            wins: (result > 0) as u32,
            draws: (result == 0) as u32,
            losses: (result < 0) as u32,
        }
    }

    /// The number of games.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }

    /// For each result, the larger of the two counts.
    #[must_use]
    pub fn max(self, other: Games) -> Games {
        Games {
            wins: self.wins.max(other.wins),
            draws: self.draws.max(other.draws),
            losses: self.losses.max(other.losses),
        }
    }

    /// The same games for the other side.
    #[must_use]
    pub const fn swapped(self) -> Games {
        Games { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// `2-0-1`: won, drawn, lost.
impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}-{}", self.wins, self.draws, self.losses))
    }
}

impl AddAssign for Games {
    fn add_assign(&mut self, more: Games) {
        self.wins = self.wins.saturating_add(more.wins);
        self.draws = self.draws.saturating_add(more.draws);
        self.losses = self.losses.saturating_add(more.losses);
    }
}

/// Bytes of a packed position: the player's discs, then the opponent's.
pub(super) const KEY_BYTES: usize = 16;

/// Bytes of a packed [`Entry`], little-endian: the outside move with its certainty, depth and
/// score; the certainty and score of the position; wins, draws, losses.
pub(super) const PACKED_BYTES: usize = 20;

/// Marks a missing outside move.
const NO_MOVE: usize = 64;

/// Packs the canonical `position` as a key.
pub(super) fn key(position: Position) -> [u8; KEY_BYTES] {
    let discs = u128::from(position.player().0) << 64 | u128::from(position.opponent().0);
    discs.to_be_bytes()
}

/// Unpacks the position of a key.
pub(super) fn position_of(key: &[u8; KEY_BYTES]) -> Result<Position, BookErrorKind> {
    let discs = u128::from_be_bytes(*key);
    let position = Position::new(Bitboard((discs >> 64) as u64), Bitboard(discs as u64));
    position.ok_or_else(|| BookErrorKind::Damaged("two discs on one square".to_owned()))
}

impl Entry {
    /// An entry for a new position, before its score is backed up.
    pub(super) fn new(outside: Option<OutsideMove>) -> Entry {
        Entry { outside, score: Score::ZERO, certainty: Certainty::Exact, games: Games::default() }
    }

    pub(super) fn pack(&self) -> [u8; PACKED_BYTES] {
        let mut packed = [0; PACKED_BYTES];
        packed[0] = NO_MOVE as u8;
        if let Some(outside) = self.outside {
            packed[0] = outside.square.index() as u8;
            packed[1] = pack_certainty(outside.certainty);
            packed[2] = outside.depth.min(255) as u8;
            packed[4..6].copy_from_slice(&pack_score(outside.score));
        }
        packed[3] = pack_certainty(self.certainty);
        packed[6..8].copy_from_slice(&pack_score(self.score));
        let counts = [self.games.wins, self.games.draws, self.games.losses];
        packed[8..].copy_from_slice(&counts.map(u32::to_le_bytes).concat());
        packed
    }

    pub(super) fn unpack(packed: &[u8; PACKED_BYTES]) -> Result<Entry, BookErrorKind> {
        let outside = match usize::from(packed[0]) {
            NO_MOVE => None,
            index => Some(OutsideMove {
                square: *Square::ALL.get(index).ok_or_else(|| damaged("move", index))?,
                score: unpack_score([packed[4], packed[5]])?,
                certainty: unpack_certainty(packed[1])?,
                depth: packed[2].into(),
            }),
        };
        let score = unpack_score([packed[6], packed[7]])?;
        let (counts, _) = packed[8..].as_chunks();
        let count = |index: usize| u32::from_le_bytes(counts[index]);
        let games = Games { wins: count(0), draws: count(1), losses: count(2) };
        Ok(Entry { outside, score, certainty: unpack_certainty(packed[3])?, games })
    }
}

fn damaged(what: &str, value: impl fmt::Display) -> BookErrorKind {
    BookErrorKind::Damaged(format!("invalid {what} {value}"))
}

fn pack_score(score: Score) -> [u8; 2] {
    (score.centidiscs() as i16).to_le_bytes()
}

fn unpack_score(bytes: [u8; 2]) -> Result<Score, BookErrorKind> {
    let centidiscs = i32::from(i16::from_le_bytes(bytes));
    let score = Score::saturating(centidiscs);
    if score.centidiscs() == centidiscs { Ok(score) } else { Err(damaged("score", centidiscs)) }
}

/// Selective certainties are stored in %, so these two values are above 100.
const WLD: u8 = 101;
const EXACT: u8 = 102;

fn pack_certainty(certainty: Certainty) -> u8 {
    match certainty {
        Certainty::Selective(level) => level.percent(),
        Certainty::Wld => WLD,
        Certainty::Exact => EXACT,
    }
}

fn unpack_certainty(byte: u8) -> Result<Certainty, BookErrorKind> {
    match byte {
        WLD => Ok(Certainty::Wld),
        EXACT => Ok(Certainty::Exact),
        _ => Selectivity::of_percent(byte)
            .map(Certainty::Selective)
            .ok_or_else(|| damaged("certainty", byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Bound;
    use crate::search::Source;

    #[test]
    fn packed_entries_unpack_unchanged() {
        let certainties = Selectivity::ALL.map(Certainty::Selective);
        for certainty in certainties.into_iter().chain([Certainty::Wld, Certainty::Exact]) {
            let score = Score::saturating(-1234);
            let outside = OutsideMove { square: Square::H8, score, certainty, depth: 21 };
            let games = Games { wins: 1, draws: u32::MAX, losses: 70_000 };
            for outside in [None, Some(outside)] {
                let entry = Entry { outside, score: -score, certainty, games };
                assert_eq!(Entry::unpack(&entry.pack()).ok(), Some(entry));
            }
        }
        assert_eq!(position_of(&key(Position::START)).ok(), Some(Position::START));
    }

    #[test]
    fn a_line_without_a_score_is_not_a_book_move() {
        let line = |score| Line {
            rank: 1,
            depth: 3,
            score,
            bound: Bound::Exact,
            certainty: Certainty::Exact,
            pv: vec![Square::D3.into()],
            source: Source::Search,
        };
        assert_eq!(
            OutsideMove::from_line(&line(Score::ZERO)).map(|mv| mv.square),
            Some(Square::D3)
        );
        assert_eq!(OutsideMove::from_line(&line(-Score::INFINITY)), None);
    }

    #[test]
    fn impossible_entries_are_refused() {
        assert!(position_of(&[1; KEY_BYTES]).is_err());
        assert!(Entry::unpack(&[0; PACKED_BYTES]).is_err());
        assert!(Entry::unpack(&[255; PACKED_BYTES]).is_err());
    }
}
