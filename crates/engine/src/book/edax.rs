//! [`EdaxBook`]: reads and writes Edax books, versions 3 and 4.
//!
//! All numbers are little-endian. The header has 42 bytes:
//!
//! - `EDAX` and `BOOK` as numbers of four bytes, so each word is reversed in the file;
//! - version and release, one byte each;
//! - the date in 8 bytes: year (2), month, day, hour, minute, second, one unused;
//! - four bytes each: level, empties, midgame error, endgame error, verbosity, number of positions.
//!
//! A position has these fields:
//!
//! - the discs of the side to move and of the opponent, 8 bytes each (a1 is bit 0);
//! - games won, drawn and lost, and lines, four bytes each;
//! - value, lower bound and upper bound, two bytes each;
//! - number of links and level, one byte each;
//! - the links, two bytes each: score and square;
//! - one more link for the best move outside the book.
//!
//! Square 64 is a pass, 65 a missing move. Unlike [`Book`], an Edax book has positions where the
//! side to move must pass.

use std::collections::HashSet;
use std::io::{self, Write};

use super::entry::{Entry, Games, OutsideMove};
use super::graph::{self, Next, book_moves};
use super::import::{Import, ImportedPosition};
use super::{Book, BookError, ExportLosses, entries};
use crate::score::{Score, Selectivity};
use crate::search::Certainty;
use othello::board::{Bitboard, Position, Square};

/// The first bytes of a file. Old files and files of big-endian machines start with the words in
/// reading order.
const MAGIC: &[u8; 8] = b"XADEKOOB";
const MAGIC_FORWARDS: &[u8; 8] = b"EDAXBOOK";

const HEADER_BYTES: usize = 42;

/// Bytes of a position without links: its numbers and the move outside.
const POSITION_BYTES: usize = 42;

/// An upper bound on the legal moves of any position.
const MAX_LINKS: u8 = 60;

const PASS: u8 = 64;
const NO_MOVE: u8 = 65;

/// The magnitude of an unknown score. New positions and missing moves have unknown scores.
const UNKNOWN: u16 = 127;

/// The level of a proven score.
const EXACT_LEVEL: u8 = 60;

/// An Edax book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdaxBook {
    /// Whether equal bounds prove a score. True if the header allows for errors.
    has_bounds: bool,
    positions: Vec<EdaxPosition>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct EdaxPosition {
    position: Position,
    games: Games,
    /// Value, lower and upper bound in discs, as in the file. They may exceed 64.
    scores: [i16; 3],
    level: u8,
    links: Vec<Link>,
    leaf: Option<Link>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Link {
    /// In discs, for the side that makes the move, as in the file.
    score: i8,
    /// `None` is a pass.
    square: Option<Square>,
}

/// The fault of a position in a file, with a description.
enum PositionFault {
    /// The next position can be read.
    Damaged(String),
    /// The end of the position is unknown, so reading stops.
    Endless(String),
}

/// Deviations found while parsing a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EdaxFaults {
    /// Scores beyond 64 discs, clamped to 64. Edax adds its errors to a value and does not
    /// clamp the sum.
    pub clamped: usize,
    /// Unknown scores: -127 and 127.
    pub unknown: usize,
    /// Impossible positions, which are skipped.
    pub damaged: usize,
    /// Positions counted in the header but missing in the file.
    pub missing: usize,
    /// The number of the first damaged or missing position, and its fault.
    pub first: Option<(usize, String)>,
    /// Bytes after the last position.
    pub bytes_left: usize,
}

/// Why a file is not an Edax book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseEdaxError {
    /// The first bytes differ.
    #[error("invalid Edax book: expected XADEKOOB at its start")]
    Foreign,
    /// The version is not supported.
    #[error("invalid Edax book version {0}: expected 3 or 4")]
    Version(u8),
    /// The file ends in the header.
    #[error("truncated Edax book: expected a header of {HEADER_BYTES} bytes")]
    Cut,
    /// The header counts positions but none can be read.
    #[error("damaged Edax book: none of {positions} positions is valid; position 1 has {fault}")]
    Damaged {
        /// The number of positions in the header.
        positions: usize,
        /// The fault of position 1.
        fault: String,
    },
}

impl EdaxBook {
    /// Whether a file that starts with `bytes` is an Edax book, in either byte order.
    #[must_use]
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC) || bytes.starts_with(MAGIC_FORWARDS)
    }

    /// Parses the `bytes` of a file. Skips damaged positions, and every position after a
    /// truncation.
    ///
    /// # Errors
    /// If the file is not an Edax book, ends in the header, or has no readable position although
    /// the header counts some.
    pub fn parse(bytes: &[u8]) -> Result<(EdaxBook, EdaxFaults), ParseEdaxError> {
        if !EdaxBook::has_magic(bytes) {
            return Err(ParseEdaxError::Foreign);
        }
        let (header, rest) = bytes.split_at_checked(HEADER_BYTES).ok_or(ParseEdaxError::Cut)?;
        let mut header = Reader(&header[MAGIC.len()..]);
        let [version, _release] = header.take();
        if !(3..=4).contains(&version) {
            return Err(ParseEdaxError::Version(version));
        }
        let _date: [u8; 8] = header.take();
        let [_level, _empties, error, _end_error, _verbosity, count] =
            std::array::from_fn(|_| u32::from_le_bytes(header.take()));
        let count = count as usize;
        let mut rest = Reader(rest);
        let mut positions = Vec::with_capacity(count.min(rest.0.len() / POSITION_BYTES));
        let mut faults = EdaxFaults::default();
        for number in 1..=count {
            match EdaxPosition::read(&mut rest) {
                Ok(known) => positions.push(known),
                Err(PositionFault::Damaged(fault)) => {
                    faults.damaged += 1;
                    faults.first.get_or_insert((number, fault));
                }
                Err(PositionFault::Endless(fault)) => {
                    faults.missing = count - number + 1;
                    faults.first.get_or_insert((number, fault));
                    // The remaining bytes belong to the missing positions.
                    rest = Reader(&[]);
                    break;
                }
            }
        }
        if positions.is_empty()
            && let Some((_, fault)) = faults.first
        {
            return Err(ParseEdaxError::Damaged { positions: count, fault });
        }
        faults.bytes_left = rest.0.len();
        for score in positions.iter().flat_map(EdaxPosition::all_scores) {
            faults.unknown += usize::from(is_unknown(score));
            faults.clamped += usize::from(!is_unknown(score) && !is_possible(score));
        }
        Ok((EdaxBook { has_bounds: error > 0, positions }, faults))
    }

    /// The positions to import, and the number of finished games skipped. A position with a pass is
    /// replaced by the position after the pass.
    #[must_use]
    pub fn to_import(&self) -> (Import, usize) {
        let with_moves = |known: &&EdaxPosition| !known.position.legal_moves().is_empty();
        let inside: HashSet<Position> = self
            .positions
            .iter()
            .filter(with_moves)
            .map(|known| known.position.canonical().0)
            .collect();
        let mut import = Import::default();
        for known in self.positions.iter().filter(with_moves) {
            let leads_out =
                |link: &&Link| match link.square.map(|to| graph::next(known.position, to)) {
                    Some(Some(Next::Position { canonical, .. })) => !inside.contains(&canonical),
                    Some(Some(Next::Over)) => true,
                    _ => false,
                };
            let links = known.links.iter().filter(leads_out).chain(&known.leaf);
            let moves = links.filter_map(|&link| self.outside_move(known, link)).collect();
            let imported = ImportedPosition { moves, without: Bitboard::EMPTY, games: known.games };
            import.add(known.position, imported);
        }
        let over = self.positions.iter().filter(|known| known.position.is_over()).count();
        (import, over)
    }

    /// The move of a `link` with its score, certainty and depth.
    fn outside_move(&self, known: &EdaxPosition, link: Link) -> Option<OutsideMove> {
        let score = i16::from(link.score);
        if is_unknown(score) {
            return None;
        }
        let [value, lower, upper] = known.scores;
        let is_proven = self.has_bounds && lower == value && value == upper;
        let is_exact = is_proven
            && is_possible(value)
            && is_possible(score)
            && (known.links.is_empty() || known.level >= EXACT_LEVEL || score == value);
        let empties = known.position.empty_count();
        let (certainty, depth) = match is_exact {
            true => (Certainty::Exact, empties),
            false => {
                (Certainty::Selective(Selectivity::Percent73), u32::from(known.level).min(empties))
            }
        };
        let score = Score::saturating(i32::from(score.clamp(-64, 64)) * Score::PER_DISC);
        Some(OutsideMove { square: link.square?, score, certainty, depth })
    }

    /// Converts all of `book` and reports the losses.
    ///
    /// # Errors
    /// If the file of the book cannot be read.
    pub fn from_book(book: &Book) -> Result<(EdaxBook, ExportLosses), BookError> {
        let mut losses = ExportLosses { sources: book.sources()?.len(), ..ExportLosses::default() };
        let mut positions = Vec::new();
        let mut passes = HashSet::new();
        book.read(|table| {
            for found in entries(table)? {
                let (position, entry) = found?;
                count_losses(&mut losses, position, &entry);
                let mut links = Vec::new();
                for edge in book_moves(table, position)? {
                    links.push(Link { score: discs(edge.score), square: Some(edge.square) });
                    let after = position.play(edge.square).filter(|after| after.must_pass());
                    let Some(after) = after.map(|after| after.canonical().0) else { continue };
                    if passes.insert(after) {
                        positions.push(EdaxPosition::before_pass(after, &edge.entry));
                    }
                }
                let leaf = entry.outside.map(|outside| Link {
                    score: discs(outside.score),
                    square: Some(outside.square),
                });
                positions.push(EdaxPosition { links, leaf, ..EdaxPosition::new(position, &entry) });
            }
            Ok(())
        })?;
        Ok((EdaxBook { has_bounds: true, positions }, losses))
    }

    /// Writes the book as a file of version 4.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let level = self.positions.iter().map(|known| known.level).max().unwrap_or(0);
        let empties = self.positions.iter().map(|known| known.position.empty_count()).min();
        output.write_all(MAGIC)?;
        output.write_all(&[4, 0])?;
        // The date is zero, so equal books give equal files.
        output.write_all(&[0; 8])?;
        let count = u32::try_from(self.positions.len()).map_err(io::Error::other)?;
        let error = u32::from(self.has_bounds);
        for number in [level.into(), empties.unwrap_or(0), error, error, 1, count] {
            output.write_all(&u32::to_le_bytes(number))?;
        }
        self.positions.iter().try_for_each(|known| known.write(output))
    }
}

impl EdaxPosition {
    /// A position of a book, without links.
    fn new(position: Position, entry: &Entry) -> EdaxPosition {
        let value = i16::from(discs(entry.score));
        let scores = match entry.certainty {
            Certainty::Exact => [value; 3],
            _ => [value, (value - 1).max(-64), (value + 1).min(64)],
        };
        let level = match entry.certainty {
            Certainty::Exact => EXACT_LEVEL,
            _ => entry.outside.map_or(0, |outside| outside.depth.min(EXACT_LEVEL.into()) as u8),
        };
        let (links, leaf) = (Vec::new(), None);
        EdaxPosition { position, games: entry.games, scores, level, links, leaf }
    }

    /// The `position` before a pass. `entry` belongs to the position after it.
    fn before_pass(position: Position, entry: &Entry) -> EdaxPosition {
        let games = entry.games.swapped();
        let known = EdaxPosition::new(position, &Entry { score: -entry.score, games, ..*entry });
        let pass = Link { score: discs(-entry.score), square: None };
        EdaxPosition { links: vec![pass], ..known }
    }

    /// Reads the next position of a file.
    fn read(reader: &mut Reader<'_>) -> Result<EdaxPosition, PositionFault> {
        let cut = || PositionFault::Endless("no end: the file is cut".to_owned());
        let numbers: [u8; POSITION_BYTES - 2] = reader.try_take().ok_or_else(cut)?;
        let mut numbers = Reader(&numbers);
        let [player, opponent] = std::array::from_fn(|_| u64::from_le_bytes(numbers.take()));
        let [wins, draws, losses, _lines] =
            std::array::from_fn(|_| u32::from_le_bytes(numbers.take()));
        let scores = std::array::from_fn(|_| i16::from_le_bytes(numbers.take()));
        let [link_count, level] = numbers.take();
        if link_count > MAX_LINKS {
            let fault = format!("{link_count} links: expected at most {MAX_LINKS}");
            return Err(PositionFault::Endless(fault));
        }
        let mut link = || reader.try_take().map(|[score, square]| (score as i8, square));
        let links: Option<Vec<_>> = (0..link_count).map(|_| link()).collect();
        let (links, leaf) = links.zip(link()).ok_or_else(cut)?;
        let overlap = || PositionFault::Damaged("two discs on one square".to_owned());
        let position = Position::new(Bitboard(player), Bitboard(opponent)).ok_or_else(overlap)?;
        let read = |link| Link::new(position, link);
        let links = links.into_iter().map(read).collect::<Result<_, _>>()?;
        let leaf = (leaf.1 != NO_MOVE).then(|| read(leaf)).transpose()?;
        Ok(EdaxPosition {
            position,
            games: Games { wins, draws, losses },
            scores,
            level,
            links,
            leaf,
        })
    }

    /// The value, the bounds and the scores of the moves.
    fn all_scores(&self) -> impl Iterator<Item = i16> {
        let moves = self.links.iter().chain(&self.leaf).map(|link| link.score.into());
        self.scores.into_iter().chain(moves)
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        for discs in [self.position.player(), self.position.opponent()] {
            output.write_all(&discs.0.to_le_bytes())?;
        }
        let Games { wins, draws, losses } = self.games;
        for number in [wins, draws, losses, 0] {
            output.write_all(&number.to_le_bytes())?;
        }
        for score in self.scores {
            output.write_all(&score.to_le_bytes())?;
        }
        // At most `MAX_LINKS`.
        output.write_all(&[self.links.len() as u8, self.level])?;
        for link in &self.links {
            output.write_all(&link.bytes())?;
        }
        let none = [(UNKNOWN as u8).wrapping_neg(), NO_MOVE];
        output.write_all(&self.leaf.map_or(none, |leaf| leaf.bytes()))
    }
}

impl Link {
    /// A link for the legal move of `position` to `square`.
    fn new(position: Position, (score, square): (i8, u8)) -> Result<Link, PositionFault> {
        let is_legal = match square {
            PASS => position.must_pass() || position.is_over(),
            square => Square::ALL
                .get(usize::from(square))
                .is_some_and(|&square| position.legal_moves().contains(square)),
        };
        if !is_legal {
            return Err(PositionFault::Damaged(format!("an illegal move, square {square}")));
        }
        Ok(Link { score, square: Square::ALL.get(usize::from(square)).copied() })
    }

    fn bytes(self) -> [u8; 2] {
        [self.score as u8, self.square.map_or(PASS, |square| square.index() as u8)]
    }
}

/// Whether a score in a file means unknown.
fn is_unknown(discs: i16) -> bool {
    discs.unsigned_abs() == UNKNOWN
}

/// Whether a game can end with this score.
fn is_possible(discs: i16) -> bool {
    (-64..=64).contains(&discs)
}

/// Counts what `position` loses.
fn count_losses(losses: &mut ExportLosses, position: Position, entry: &Entry) {
    let scores = [Some(entry.score), entry.outside.map(|outside| outside.score)];
    let is_whole = |score: Score| score.centidiscs() % Score::PER_DISC == 0;
    losses.hundredths += usize::from(!scores.into_iter().flatten().all(is_whole));
    let Some(outside) = entry.outside else { return };
    let empties = position.empty_count();
    match outside.certainty {
        Certainty::Exact => {
            let is_exact = entry.certainty == Certainty::Exact;
            losses.proofs += usize::from(!is_exact || outside.depth != empties);
            return;
        }
        Certainty::Wld => losses.wld += 1,
        Certainty::Selective(level) => {
            losses.confidence += usize::from(level != Selectivity::Percent73);
        }
    }
    losses.depths += usize::from(outside.depth > empties.min(Position::START_EMPTIES));
}

/// Whole discs, with halves rounded away from zero.
fn discs(score: Score) -> i8 {
    let centidiscs = score.centidiscs();
    let half = Score::PER_DISC / 2 * centidiscs.signum();
    ((centidiscs + half) / Score::PER_DISC).clamp(-64, 64) as i8
}

/// The remaining bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn try_take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(bytes)
    }

    /// Takes the next `N` bytes. The caller has checked that they exist.
    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.try_take().expect("the header has been measured")
    }
}
