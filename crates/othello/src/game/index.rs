//! [`GameIndex`]: the games that reach a position, and their next moves.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::{Game, GameResult, Record, Setup};
use crate::board::{Color, Move, Position, Square, Symmetry};

/// Games by the positions that they reach, up to symmetry of the board.
///
/// The index is a sorted list with a `u64` for each placement of each game: a hash of the position
/// before the placement (38 bits), the square in canonical orientation (6 bits) and the number of
/// the game (20 bits). 137,000 games take about 80 MB.
///
/// ```
/// use othello::game::{GameFilter, GameIndex, Setup};
///
/// let mut index = GameIndex::default();
/// index.add(&"f5d6c3 40-24".parse()?);
/// index.add(&"e6f6 20-44".parse()?);
/// index.add(&"e6f4 32-32".parse()?);
/// let found = index.find(Setup::START, 10, &GameFilter::default());
/// assert_eq!(found.moves[0].games, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct GameIndex {
    games: Vec<IndexedGame>,
    /// The squares of all games in sequence, without passes.
    squares: Vec<Square>,
    entries: Vec<u64>,
    /// The number of sorted entries.
    sorted: usize,
    texts: HashSet<Arc<str>>,
    /// A hash of each game with its players and date.
    known: HashSet<u64>,
    hasher: RandomState,
}

/// An indexed game. Unknown texts are empty.
#[derive(Debug, Clone)]
pub struct IndexedGame {
    /// The name of Black's player.
    pub black: Arc<str>,
    /// The name of White's player.
    pub white: Arc<str>,
    /// The tournament, or the place if the tournament is unknown.
    pub event: Arc<str>,
    /// The date as written.
    pub date: Arc<str>,
    /// The stated result, otherwise the result of the moves.
    pub result: Option<GameResult>,
    start: Setup,
    squares: Range<usize>,
    year: u16,
}

/// The games that count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFilter {
    /// A part of a player's name, in any case.
    pub player: String,
    /// The years. A game without a year has year 0.
    pub years: RangeInclusive<u16>,
}

impl Default for GameFilter {
    /// All games.
    fn default() -> GameFilter {
        GameFilter { player: String::new(), years: 0..=u16::MAX }
    }
}

/// The games of a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explored {
    /// The played moves, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The numbers of the latest games and their moves here.
    pub latest: Vec<(usize, Square)>,
}

/// A played move. Symmetric moves count together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub square: Square,
    /// The number of games.
    pub games: u32,
    /// The games that Black won.
    pub black: u32,
    /// The games that White won.
    pub white: u32,
    /// The drawn games. The results of the remaining games are unknown.
    pub draws: u32,
}

const GAME_BITS: u32 = 20;
const SQUARE_BITS: u32 = 6;

impl GameIndex {
    /// Maximum number of games.
    pub const MAX: usize = 1 << GAME_BITS;

    /// Adds the game of `record`. Returns false without a change if the game has no moves, is already
    /// indexed with the same players and date, or if the index is full.
    pub fn add(&mut self, record: &Record) -> bool {
        let game = record.game();
        let players = [&record.black.name, &record.white.name, &record.date];
        let key = self.hasher.hash_one((game.start(), game.moves(), players));
        if game.moves().is_empty() || self.games.len() == Self::MAX || !self.known.insert(key) {
            return false;
        }
        let first = self.squares.len();
        for (setup, square) in game.placements() {
            let (canonical, symmetries) = symmetries_of(setup.position);
            let squares = symmetries.map(|symmetry| symmetry.apply_square(square).index());
            let square_index = squares.min().expect("there is a symmetry") as u64;
            let low = square_index << GAME_BITS | self.games.len() as u64;
            self.entries.push(key_of(canonical, setup.side) << (SQUARE_BITS + GAME_BITS) | low);
            self.squares.push(square);
        }
        let event = if record.event.is_empty() { &record.place } else { &record.event };
        let [black, white, date] = players.map(|text| self.text(text));
        let event = self.text(event);
        self.games.push(IndexedGame {
            event,
            year: year_of(&date),
            black,
            white,
            date,
            result: record.outcome(),
            start: game.start(),
            squares: first..self.squares.len(),
        });
        true
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Sorts the games added since the last call. [`find`](GameIndex::find) does this if necessary.
    pub fn sort(&mut self) {
        if self.sorted < self.entries.len() {
            self.entries.sort_unstable();
            self.sorted = self.entries.len();
        }
    }

    /// The moves played in `setup` by games of `filter`, and the latest of these games, up to
    /// `most`.
    pub fn find(&mut self, setup: Setup, most: usize, filter: &GameFilter) -> Explored {
        self.sort();
        let player = filter.player.to_lowercase();
        let counts = |game: &IndexedGame| {
            let mut names = [&game.black, &game.white].into_iter();
            filter.years.contains(&game.year)
                && (player.is_empty() || names.any(|name| name.to_lowercase().contains(&player)))
        };
        let key = key_of(setup.position.canonical().0, setup.side);
        let key_at = |entry: &u64| entry >> (SQUARE_BITS + GAME_BITS);
        let from = self.entries.partition_point(|entry| key_at(entry) < key);
        let length = self.entries[from..].partition_point(|entry| key_at(entry) == key);
        let here = &self.entries[from..from + length];
        let mut found = Explored::default();
        let mut latest = Vec::with_capacity(here.len());
        for entries in here.chunk_by(|a, b| a >> GAME_BITS == b >> GAME_BITS) {
            let games = entries.iter().map(|&entry| entry as usize % Self::MAX);
            let games = || games.clone().filter(|&game| counts(&self.games[game]));
            // Another position may have the same hash.
            let Some(square) = games().next().and_then(|game| self.move_in(game, setup)) else {
                continue;
            };
            let mut counts = ExploredMove { square, games: 0, black: 0, white: 0, draws: 0 };
            for game in games() {
                counts.count(self.games[game].result);
                latest.push((self.games[game].year, game, square));
            }
            found.moves.push(counts);
        }
        found.moves.sort_by_key(|counts| u32::MAX - counts.games);
        latest.sort_unstable_by(|a, b| b.cmp(a));
        found.latest = latest.iter().take(most).map(|&(_, game, square)| (game, square)).collect();
        found
    }

    /// The game with this number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&IndexedGame> {
        self.games.get(number)
    }

    /// The game with this number as a record.
    #[must_use]
    pub fn record(&self, number: usize) -> Option<Record> {
        let known = self.get(number)?;
        let mut game = Game::new(known.start);
        for &square in &self.squares[known.squares.clone()] {
            game.play(Move::Place(square)).expect("the game was legal");
        }
        let mut record = Record::from(game);
        record.black.name = known.black.as_ref().into();
        record.white.name = known.white.as_ref().into();
        record.event = known.event.as_ref().into();
        record.date = known.date.as_ref().into();
        record.result = known.result;
        Some(record)
    }

    /// The move of a game in `setup`, in the orientation of the game. `None` if the game does not
    /// reach `setup`.
    fn move_in(&self, number: usize, setup: Setup) -> Option<Square> {
        let game = self.record(number)?.into_game();
        let empties = setup.position.empty_count();
        let (there, square) = game
            .placements()
            .find(|(each, _)| each.position.empty_count() == empties && each.side == setup.side)?;
        let symmetry = Symmetry::ALL
            .into_iter()
            .find(|&symmetry| there.position.transform(symmetry) == setup.position)?;
        Some(symmetry.apply_square(square))
    }

    /// The shared copy of `text`.
    fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let text: Arc<str> = text.into();
        self.texts.insert(text.clone());
        text
    }
}

impl ExploredMove {
    fn count(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result.map(GameResult::winner) {
            None => {}
            Some(None) => self.draws += 1,
            Some(Some(Color::Black)) => self.black += 1,
            Some(Some(Color::White)) => self.white += 1,
        }
    }
}

/// The canonical form of a position, and the symmetries that lead to it.
fn symmetries_of(position: Position) -> (Position, impl Iterator<Item = Symmetry>) {
    let forms = Symmetry::ALL.map(|symmetry| (position.transform(symmetry), symmetry));
    let canonical = forms.iter().map(|form| form.0).min().expect("there are eight symmetries");
    let same = forms.into_iter().filter(move |form| form.0 == canonical);
    (canonical, same.map(|form| form.1))
}

/// 38 bits of the hash of a canonical position and the side to move.
fn key_of(canonical: Position, side: Color) -> u64 {
    let hash = canonical.hash64().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = if side == Color::Black { hash } else { !hash };
    hash >> (SQUARE_BITS + GAME_BITS)
}

/// The first number of four digits in a date, or 0.
fn year_of(date: &str) -> u16 {
    date.split(|c: char| !c.is_ascii_digit())
        .find(|digits| digits.len() == 4)
        .map_or(0, |digits| digits.parse().expect("four digits are a number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn index(games: &[&str]) -> GameIndex {
        let mut index = GameIndex::default();
        for game in games {
            index.add(&game.parse().expect("a record"));
        }
        index
    }

    fn find(index: &mut GameIndex, setup: Setup, most: usize) -> Explored {
        index.find(setup, most, &GameFilter::default())
    }

    fn at(moves: &str) -> Setup {
        Game::from_transcript(Setup::START, moves).expect("legal moves").setup()
    }

    #[test]
    fn symmetric_games_and_transpositions_count_together() {
        // The second game is a symmetry of the first, the third transposes into it.
        let mut index = index(&["f5d6c3d3c4 40-24", "c4e3f6e6f5 30-34", "f5d6c4d3c3 32-32"]);
        let found = find(&mut index, at("f5d6c3d3c4"), 10);
        assert_eq!(found, Explored::default(), "no game continues");
        let found = find(&mut index, Setup::START, 10);
        let all = ExploredMove { square: Square::F5, games: 3, black: 1, white: 1, draws: 1 };
        assert_eq!(found.moves, [all]);
        let found = find(&mut index, at("f5d6"), 10);
        let moves: Vec<_> = found.moves.iter().map(|each| (each.square, each.games)).collect();
        assert_eq!(moves, [(Square::C3, 2), (Square::C4, 1)]);
        assert_eq!(found.latest.len(), 3);
        // The same under another symmetry.
        assert_eq!(find(&mut index, at("d3c5"), 10).moves[0].square, Square::F6);
    }

    #[test]
    fn positions_with_different_sides_to_move_differ() {
        let mut index = index(&["8/8/8/3OX3/3XO3/8/8/8 O f4"]);
        assert!(find(&mut index, Setup::START, 10).moves.is_empty());
        assert_eq!(
            find(&mut index, Setup { side: Color::White, ..Setup::START }, 10).moves.len(),
            1
        );
    }

    #[test]
    fn the_same_game_counts_once() {
        let mut index = GameIndex::default();
        let game: Record = "[Black \"ann\"][Date \"2001.02.03\"] 1. f5 d6".parse().expect("a game");
        assert!(index.add(&game));
        assert!(!index.add(&game));
        let mut older = game;
        older.date = "1999".to_owned();
        assert!(index.add(&older));
        assert!(!index.add(&Record::default()), "no moves");
        let latest = find(&mut index, Setup::START, 1).latest;
        assert_eq!(latest, [(0, Square::F5)], "the latest by year");
        assert_eq!(index.record(0).map(|record| record.black.name), Some("ann".to_owned()));
    }

    #[test]
    fn only_games_of_the_player_and_the_years_count() {
        let game = |black, white, year, moves| {
            format!("[Black \"{black}\"][White \"{white}\"][Date \"{year}\"] {moves}")
        };
        let mut index = index(&[
            &game("Ann B", "bob", "2001.02.03", "1. f5 d6"),
            &game("cat", "ANN B", "2005", "1. f5 f6"),
            &game("cat", "bob", "", "1. f5 f4"),
        ]);
        let mut moves = |player: &str, years| {
            let filter = GameFilter { player: player.to_owned(), years };
            let found = index.find(at("f5"), 9, &filter);
            assert_eq!(found.moves.len(), found.latest.len());
            found.latest.iter().map(|(game, _)| *game).collect::<Vec<_>>()
        };
        assert_eq!(moves("ann b", 0..=9999), [1, 0]);
        assert_eq!(moves("ann", 2002..=9999), [1]);
        assert_eq!(moves("", 0..=2001), [0, 2]);
        assert!(moves("dan", 0..=9999).is_empty());
    }

    #[test]
    fn games_with_passes_read_back() {
        let text = "XO6/8/8/8/8/8/8/8 O c1";
        let mut index = index(&[text]);
        let game = text.parse::<Record>().expect("a game").into_game();
        assert_eq!(game.moves(), [Move::Pass, Move::Place(Square::C1)]);
        let before = game.at(1).setup();
        assert_eq!(index.record(0).map(Record::into_game), Some(game));
        assert_eq!(find(&mut index, before, 1).moves[0].square, Square::C1);
    }

    #[test]
    fn counts_equal_a_scan_of_all_games() {
        let mut random = Random::new(1, 0);
        let (mut index, mut positions) = (GameIndex::default(), Vec::new());
        for _ in 0..if cfg!(miri) { 4 } else { 300 } {
            let mut game = Game::default();
            while let Some(square) = random.legal_square(game.setup().position) {
                game.play(Move::Place(square)).expect("it is legal");
            }
            let form = |setup: Setup| (setup.position.canonical().0, setup.side);
            positions.extend(game.placements().map(|(setup, _)| (setup, form(setup))));
            index.add(&game.into());
        }
        for &(setup, form) in positions.iter().step_by(97) {
            let found = find(&mut index, setup, 0);
            let games: u32 = found.moves.iter().map(|each| each.games).sum();
            let expected = positions.iter().filter(|each| each.1 == form).count();
            assert_eq!(games as usize, expected, "{setup}");
            let legal = setup.position.legal_moves();
            assert!(found.moves.iter().all(|each| legal.contains(each.square)), "{setup}");
        }
    }
}
