//! [`Entry`]: what the book knows of a position, and its packed form.

use std::ops::AddAssign;

use super::error::BookErrorKind;
use crate::score::{Score, Selectivity};
use crate::search::{Certainty, Line};
use othello::board::{Bitboard, Position, Square};

/// What the book knows of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The best of the moves that are not in the book; `None` if there are none.
    pub outside: Option<OutsideMove>,
    /// The score of the best move, in the book or not, for the side to move.
    pub score: Score,
    /// The certainty of the least sure of these moves.
    pub certainty: Certainty,
    /// The games that came here, for the side to move.
    pub games: Games,
}

/// The best move of a position that is not in the book, as a search has found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutsideMove {
    /// Where the disc goes.
    pub square: Square,
    /// What the move is worth to the side that makes it.
    pub score: Score,
    /// How sure that is.
    pub certainty: Certainty,
    /// The depth of the search in plies, the move itself counted; 255 stands for more.
    pub depth: u32,
}

impl OutsideMove {
    /// The move of a `line` that a search has found, if it places a disc and its score is known.
    #[must_use]
    pub fn from_line(line: &Line) -> Option<OutsideMove> {
        let square = line.pv.first()?.square()?;
        let score = line.known_score()?;
        Some(OutsideMove { square, score, certainty: line.certainty, depth: line.depth })
    }

    /// Whether it is one of `moves`, and its score is known.
    pub(super) fn is_one_of(&self, moves: Bitboard) -> bool {
        let is_known = -Score::INFINITY < self.score && self.score < Score::INFINITY;
        is_known && moves.contains(self.square)
    }
}

/// How games ended, for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Games {
    /// Those it won.
    pub wins: u32,
    /// Those that nobody won.
    pub draws: u32,
    /// Those it lost.
    pub losses: u32,
}

impl Games {
    /// One game with this result: above 0 if it was won, below if it was lost.
    #[must_use]
    pub const fn one(result: i32) -> Games {
        Games {
            wins: (result > 0) as u32,
            draws: (result == 0) as u32,
            losses: (result < 0) as u32,
        }
    }

    /// How many there were.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }

    /// Of each result as many as there are in the one or in the other, whichever has more.
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

impl AddAssign for Games {
    fn add_assign(&mut self, more: Games) {
        self.wins = self.wins.saturating_add(more.wins);
        self.draws = self.draws.saturating_add(more.draws);
        self.losses = self.losses.saturating_add(more.losses);
    }
}

/// The bytes of a packed position: the discs of the player, then those of the opponent.
pub(super) const KEY_BYTES: usize = 16;

/// The bytes of a packed [`Entry`]: the move outside with its certainty, depth and score; the
/// certainty and the score of the position; wins, draws, losses. Little-endian.
pub(super) const PACKED_BYTES: usize = 20;

/// The byte for no move outside.
const NO_MOVE: u8 = 64;

/// The canonical `position` as a key.
pub(super) fn key(position: Position) -> [u8; KEY_BYTES] {
    let discs = u128::from(position.player().0) << 64 | u128::from(position.opponent().0);
    discs.to_be_bytes()
}

/// The position of a key.
pub(super) fn position_of(key: &[u8; KEY_BYTES]) -> Result<Position, BookErrorKind> {
    let discs = u128::from_be_bytes(*key);
    let position = Position::new(Bitboard((discs >> 64) as u64), Bitboard(discs as u64));
    position.ok_or_else(|| BookErrorKind::Damaged("two discs on one square".to_owned()))
}

impl Entry {
    /// What the book knows of a position that is new to it, before its score is backed up.
    pub(super) const fn new(outside: Option<OutsideMove>) -> Entry {
        let games = Games { wins: 0, draws: 0, losses: 0 };
        Entry { outside, score: Score::ZERO, certainty: Certainty::Exact, games }
    }

    pub(super) fn pack(&self) -> [u8; PACKED_BYTES] {
        let mut packed = [0; PACKED_BYTES];
        packed[0] = NO_MOVE;
        if let Some(outside) = self.outside {
            packed[0] = outside.square.index() as u8;
            packed[1] = pack_certainty(outside.certainty);
            packed[2] = outside.depth.min(255) as u8;
            packed[4..6].copy_from_slice(&pack_score(outside.score));
        }
        packed[3] = pack_certainty(self.certainty);
        packed[6..8].copy_from_slice(&pack_score(self.score));
        packed[8..12].copy_from_slice(&self.games.wins.to_le_bytes());
        packed[12..16].copy_from_slice(&self.games.draws.to_le_bytes());
        packed[16..20].copy_from_slice(&self.games.losses.to_le_bytes());
        packed
    }

    pub(super) fn unpack(packed: &[u8; PACKED_BYTES]) -> Result<Entry, BookErrorKind> {
        let count = |at: usize| {
            u32::from_le_bytes([packed[at], packed[at + 1], packed[at + 2], packed[at + 3]])
        };
        let outside = match packed[0] {
            NO_MOVE => None,
            index => Some(OutsideMove {
                square: *Square::ALL
                    .get(usize::from(index))
                    .ok_or_else(|| BookErrorKind::Damaged(format!("a move {index}")))?,
                score: unpack_score([packed[4], packed[5]])?,
                certainty: unpack_certainty(packed[1])?,
                depth: packed[2].into(),
            }),
        };
        let games = Games { wins: count(8), draws: count(12), losses: count(16) };
        let (score, certainty) =
            (unpack_score([packed[6], packed[7]])?, unpack_certainty(packed[3])?);
        Ok(Entry { outside, score, certainty, games })
    }
}

fn pack_score(score: Score) -> [u8; 2] {
    (score.centidiscs() as i16).to_le_bytes()
}

fn unpack_score(bytes: [u8; 2]) -> Result<Score, BookErrorKind> {
    let centidiscs = i32::from(i16::from_le_bytes(bytes));
    let score = Score::saturating(centidiscs);
    let is_score = score.centidiscs() == centidiscs;
    is_score.then_some(score).ok_or_else(|| BookErrorKind::Damaged(format!("a score {centidiscs}")))
}

/// In per cent; the other two are above 100.
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
    let level = || Selectivity::ALL.into_iter().find(|level| level.percent() == byte);
    match byte {
        WLD => Ok(Certainty::Wld),
        EXACT => Ok(Certainty::Exact),
        _ => level()
            .map(Certainty::Selective)
            .ok_or_else(|| BookErrorKind::Damaged(format!("a certainty {byte}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Bound;
    use crate::search::Source;

    #[test]
    fn what_is_packed_comes_back() {
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
    fn a_line_without_a_score_is_no_move_of_a_book() {
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
    fn what_no_book_writes_is_refused() {
        assert!(position_of(&[1; KEY_BYTES]).is_err());
        assert!(Entry::unpack(&[0; PACKED_BYTES]).is_err());
        assert!(Entry::unpack(&[255; PACKED_BYTES]).is_err());
    }
}
