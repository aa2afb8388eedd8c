//! [`StatedResult`]: the result that a record states, compared with that of its moves;
//! [`TrailingResult`]: such a result after the moves of a game.

use std::fmt;

use crate::board::Color;
use crate::game::decimal::parse_centidiscs;
use crate::game::{Game, GameResult, GgfEnding, GgfResult};

/// The result that a record states, which need not follow from its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatedResult {
    /// Black's discs less White's, and what ended the game.
    Difference(GgfResult),
    /// The discs of both sides.
    Discs {
        /// Black's.
        black: u32,
        /// White's.
        white: u32,
    },
    /// Who won; `None` of a draw.
    Winner(Option<Color>),
}

/// A record whose stated result is not that of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the result is given as {stated}, but {actual} ({black}-{white})")]
pub struct WrongResult {
    /// The stated result.
    pub stated: StatedResult,
    /// The result of the moves.
    pub actual: GameResult,
    /// The black discs at the end.
    pub black: u32,
    /// The white ones.
    pub white: u32,
}

impl StatedResult {
    /// Compares with the end of `game`, if it is over and was not ended by something
    /// else. Discs may be given with the empties counted for the winner or without.
    ///
    /// # Errors
    /// If they differ.
    pub fn check(self, game: &Game) -> Result<(), WrongResult> {
        let Some(actual) = game.result() else { return Ok(()) };
        let setup = game.setup();
        let (black, white) = (setup.black().count(), setup.white().count());
        let plain = black as i32 - white as i32;
        let full = actual.black_difference.discs();
        let agrees = match self {
            StatedResult::Difference(GgfResult { centidiscs, ending: GgfEnding::Played }) => {
                [full * 100, plain * 100].contains(&centidiscs)
            }
            StatedResult::Difference(_) => true,
            StatedResult::Discs { black: stated_black, white: stated_white } => {
                (stated_black, stated_white) == (black, white)
                    || stated_black.checked_add(stated_white) == Some(64)
                        && stated_black as i32 - stated_white as i32 == full
            }
            StatedResult::Winner(winner) => winner == actual.winner(),
        };
        if agrees { Ok(()) } else { Err(WrongResult { stated: self, actual, black, white }) }
    }

    /// The result of `game`, if it is over.
    #[must_use]
    pub fn of_game(game: &Game) -> Option<StatedResult> {
        let centidiscs = game.result()?.black_difference.discs() * 100;
        Some(StatedResult::Difference(GgfResult { centidiscs, ending: GgfEnding::Played }))
    }

    /// Whether it is that of a game which was played to its end.
    pub(super) fn is_played(self) -> bool {
        match self {
            StatedResult::Difference(result) => result.ending == GgfEnding::Played,
            StatedResult::Discs { .. } | StatedResult::Winner(_) => true,
        }
    }

    /// Black's discs less White's, in hundredths of a disc, if that is said.
    #[must_use]
    pub fn centidiscs(self) -> Option<i32> {
        match self {
            StatedResult::Difference(result) => Some(result.centidiscs),
            StatedResult::Discs { black, white } => {
                let difference = 100 * (i64::from(black) - i64::from(white));
                Some(difference.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
            }
            StatedResult::Winner(_) => None,
        }
    }

    /// The side that is said to have won; `None` of a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match (self, self.centidiscs().unwrap_or(0)) {
            (StatedResult::Winner(winner), _) => winner,
            (_, 0) => None,
            (_, 1..) => Some(Color::Black),
            (_, _) => Some(Color::White),
        }
    }

    /// The same as GGF says it; `None` if it cannot.
    pub(in crate::game) fn to_ggf(self) -> Option<GgfResult> {
        let ending = match self {
            StatedResult::Difference(result) => result.ending,
            StatedResult::Discs { .. } | StatedResult::Winner(_) => GgfEnding::Played,
        };
        Some(GgfResult { centidiscs: self.centidiscs()?, ending })
    }

    /// Whether `other` says the same in whatever form: who won, by how much and what
    /// ended the game.
    pub(super) fn means(self, other: StatedResult) -> bool {
        self.winner() == other.winner() && self.to_ggf() == other.to_ggf()
    }

    /// The same with the sides changed.
    #[must_use]
    pub(super) fn swapped(self) -> StatedResult {
        match self {
            StatedResult::Difference(result) => StatedResult::Difference(GgfResult {
                centidiscs: result.centidiscs.saturating_neg(),
                ..result
            }),
            StatedResult::Discs { black, white } => {
                StatedResult::Discs { black: white, white: black }
            }
            StatedResult::Winner(winner) => StatedResult::Winner(winner.map(|color| !color)),
        }
    }

    /// Reads the text after the moves of a game, Black first: all that is a result
    /// and cannot be a move or its number; `None` if it is no such thing.
    pub(super) fn parse_trailing(text: &str) -> Option<Option<StatedResult>> {
        let is_one_word = !text.contains(char::is_whitespace);
        if text.len() < 2 && text != "*" || is_one_word && text.starts_with("--") {
            return None;
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match is_one_word {
            true if is_number => None,
            true => StatedResult::read(text),
            false if is_spaced_discs(text) => StatedResult::read(text),
            false => StatedResult::in_words(text).map(Some),
        }
    }

    /// Reads one word that is a result, Black first: `36-28`, `1-0`, `1/2-1/2`, `B+8`, or
    /// `*` of a game without a result; `None` if it is no such thing.
    fn parse_token(text: &str) -> Option<Option<StatedResult>> {
        Some(Some(match text {
            "*" => return Some(None),
            "1-0" => StatedResult::Winner(Some(Color::Black)),
            "0-1" => StatedResult::Winner(Some(Color::White)),
            "1/2-1/2" | "½-½" => StatedResult::Winner(None),
            _ if text.contains('+') => StatedResult::in_words(text)?,
            _ => {
                let (black, white) = text.split_once('-')?;
                StatedResult::Discs { black: disc_count(black)?, white: disc_count(white)? }
            }
        }))
    }

    /// [`StatedResult::read`], without more discs than there can be.
    pub(super) fn parse(text: &str) -> Option<Option<StatedResult>> {
        StatedResult::read(text).filter(|stated| stated.is_none_or(StatedResult::is_possible))
    }

    /// Whether there can be as many discs.
    const fn is_possible(self) -> bool {
        match self {
            StatedResult::Discs { black, white } => black <= 64 && white <= 64 - black,
            StatedResult::Difference(result) => result.is_possible(),
            StatedResult::Winner(_) => true,
        }
    }

    /// Reads one such word, or `36:28`, or who won in words, or a difference such as `+8` or
    /// `-2.00:r`; `?` and nothing are no result. `None` if it is something else.
    fn read(text: &str) -> Option<Option<StatedResult>> {
        let text = &*text.trim().replace(['–', '—', '−'], "-");
        if matches!(text, "" | "?") {
            return Some(None);
        }
        let token: String = text.chars().filter(|next| !next.is_whitespace()).collect();
        if let Some(stated) = StatedResult::parse_token(&token) {
            return Some(stated);
        }
        if let Some((black, white)) = token.split_once(':')
            && let (Some(black), Some(white)) = (disc_count(black), disc_count(white))
        {
            return Some(Some(StatedResult::Discs { black, white }));
        }
        let difference = text
            .split(':')
            .next()
            .is_some_and(|text| text.starts_with(['+', '-']) || parse_centidiscs(text).is_some());
        let result = difference.then(|| GgfResult::parse(text)).flatten();
        let stated = result.map(StatedResult::Difference);
        stated.or_else(|| StatedResult::in_words(text)).map(Some)
    }

    /// Reads `draw`, or who won and perhaps by how much: `black`, `White wins by 12`,
    /// `B+8`, `W+R`.
    fn in_words(text: &str) -> Option<StatedResult> {
        let text = text.to_ascii_lowercase().replace('+', " + ");
        let mut words = text.split_whitespace();
        let winner = match words.next()? {
            "draw" | "tie" => None,
            "black" | "b" => Some(Color::Black),
            "white" | "w" => Some(Color::White),
            _ => return None,
        };
        let rest: Vec<&str> =
            words.filter(|word| !matches!(*word, "wins" | "won" | "win")).collect();
        match (winner, &rest[..]) {
            (_, []) => Some(StatedResult::Winner(winner)),
            // Resigned, out of time: by how much is not said.
            (
                Some(_),
                ["+", "r" | "resign" | "t" | "time"]
                | ["by", "resignation"]
                | ["by" | "on", "time"],
            ) => Some(StatedResult::Winner(winner)),
            (Some(loser), ["resigns" | "resigned"] | ["lost", "on", "time"]) => {
                Some(StatedResult::Winner(Some(!loser)))
            }
            (Some(_), ["+"]) => Some(StatedResult::Winner(winner)),
            (Some(color), ["+" | "by", discs]) if starts_with_digit(discs) => {
                let centidiscs = parse_centidiscs(discs).filter(|discs| *discs < 10_000)?;
                let centidiscs = if color == Color::Black { centidiscs } else { -centidiscs };
                let ending = GgfEnding::Played;
                Some(StatedResult::Difference(GgfResult { centidiscs, ending }))
            }
            // The winner's discs stand first.
            (Some(color), [discs]) => match StatedResult::parse_token(discs)?? {
                StatedResult::Discs { black: most, white: least } if most > least => {
                    let stated = StatedResult::Discs { black: most, white: least };
                    Some(if color == Color::Black { stated } else { stated.swapped() })
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether `text` is two numbers with a dash between blanks: `36 - 28`.
fn is_spaced_discs(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    matches!(words[..], [black, "-" | "–" | "—" | "−", white]
        if disc_count(black).is_some() && disc_count(white).is_some())
}

/// A number of discs, of two digits at most.
fn disc_count(text: &str) -> Option<u32> {
    let is_short = text == "0" || text.len() <= 2 && !text.starts_with('0');
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    (is_short && is_number).then(|| text.parse().ok()).flatten()
}

/// `+8.00`, `-2.00:r`, `36-28`, `black`, `white` or `draw`.
impl fmt::Display for StatedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatedResult::Difference(result) => result.fmt(f),
            StatedResult::Discs { black, white } => write!(f, "{black}-{white}"),
            StatedResult::Winner(None) => f.write_str("draw"),
            StatedResult::Winner(Some(color)) => color.fmt(f),
        }
    }
}

/// The most words that a result takes: `White won by 12`.
const MAX_WORDS: usize = 4;

/// A result after moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrailingResult {
    pub(super) stated: StatedResult,
    /// Whether it names the sides by their order.
    pub(super) is_ordered: bool,
    /// Whether it may be a time, too: `0:64`.
    may_be_time: bool,
}

impl TrailingResult {
    /// Where in `text` the result starts that it ends with, and the result; none of it
    /// for `*`. `None` if there is no such thing.
    pub(super) fn find(text: &str) -> Option<(usize, Option<TrailingResult>)> {
        let text = text.trim_end_matches(|next: char| next.is_whitespace() || next == ',');
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut starts = Vec::new();
        let mut end = text.len();
        while starts.len() < MAX_WORDS && end > 0 {
            let start = text[..end]
                .rfind(|next: char| next.is_whitespace() || next == ',')
                .map_or(0, |blank| blank + text[blank..].chars().next().map_or(0, char::len_utf8));
            starts.push(start);
            end = text[..start].trim_end_matches([' ', '\t', '\n', '\r', ',']).len();
        }
        // The longest first: `Black wins 36-28` ends with a result itself.
        starts.into_iter().rev().find_map(|start| {
            let words = &text[start..];
            let stated = StatedResult::parse_trailing(words)?;
            let is_ordered = starts_with_digit(words);
            let may_be_time = is_ordered && words.contains(':');
            let trailing = |stated| TrailingResult { stated, is_ordered, may_be_time };
            Some((start, stated.map(trailing)))
        })
    }

    /// Whether it is a result, and no time, with more discs than there can be.
    pub(super) const fn is_impossible(&self) -> bool {
        !self.may_be_time && !self.stated.is_possible()
    }

    /// Whether it can be the result of `game`: what may be a time has to add up to all
    /// squares, or to the discs at the end.
    pub(super) fn fits(&self, game: &Game) -> bool {
        let StatedResult::Discs { black, white } = self.stated else { return true };
        let setup = game.setup();
        let discs = setup.black().count() + setup.white().count();
        !self.may_be_time || black + white == 64 || game.is_over() && black + white == discs
    }
}

pub(super) fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Record, Setup};

    fn parse(text: &str) -> Option<StatedResult> {
        StatedResult::parse(text).unwrap()
    }

    #[test]
    fn every_form_is_read_and_printed() {
        for text in ["36-28", "+8.00", "-2.00:r", "black", "white", "draw"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        assert_eq!(parse("+8"), parse("+8.00"));
        assert_eq!(parse("1-0"), parse("black"));
        assert_eq!(parse("0-1"), parse("white"));
        assert_eq!(parse("1/2-1/2"), parse("draw"));
        for text in ["", "?", "*"] {
            assert_eq!(parse(text), None);
        }
        for (text, same) in [
            ("Black", "black"),
            ("WHITE WINS", "white"),
            ("black won by 8", "+8"),
            ("White wins by 12", "-12"),
            ("B+8", "+8"),
            ("w + 2", "-2"),
            ("W+R", "white"),
            ("Draw", "draw"),
            ("½-½", "draw"),
            ("36 - 28", "36-28"),
            ("36:28", "36-28"),
            ("Black wins 36-28", "36-28"),
            ("white 36-28", "28-36"),
        ] {
            assert_eq!(parse(text), parse(same), "{text}");
        }
        for text in [
            "won",
            "36-",
            "100-0",
            "65-0",
            "60:60",
            "Black wins 60-50",
            "3 6",
            "-",
            "black draws",
            "draw by 3",
            "b+x",
        ] {
            assert_eq!(StatedResult::parse(text), None, "{text}");
        }
        for (text, swapped) in [("36-28", "28-36"), ("+8:r", "-8:r"), ("1-0", "0-1")] {
            assert_eq!(parse(text).unwrap().swapped(), parse(swapped).unwrap());
        }
    }

    #[test]
    fn results_are_compared_with_the_end() {
        // Nine discs, all black.
        let wipeout = Game::from_transcript(Setup::START, "e6f4e3f6g5d6e7f5c5").unwrap();
        for text in ["64-0", "13-0", "+64", "+13", "1-0", "-4:r", "+0:t"] {
            assert_eq!(parse(text).unwrap().check(&wipeout), Ok(()), "{text}");
        }
        for text in ["63-1", "0-64", "+62", "0-1", "1/2-1/2"] {
            assert!(parse(text).unwrap().check(&wipeout).is_err(), "{text}");
        }
        let error = parse("40-24").unwrap().check(&wipeout).unwrap_err();
        assert_eq!(error.to_string(), "the result is given as 40-24, but black wins by 64 (13-0)");
        assert_eq!(parse("40-24").unwrap().check(&Game::default()), Ok(()));
        assert_eq!(StatedResult::of_game(&wipeout), parse("+64"));
        // Two discs and one, and 61 empties.
        let board = format!("XX{}O X", "-".repeat(61));
        let over = Game::new(board.parse().unwrap());
        for (text, agrees) in [("2-1", true), ("63-1", true), ("62-0", false), ("62-2", false)] {
            assert_eq!(parse(text).unwrap().check(&over).is_ok(), agrees, "{text}");
        }
    }

    /// Black has taken all.
    const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

    fn stated(text: &str) -> Option<String> {
        let record: Record = text.parse().unwrap();
        record.result.map(|stated| stated.to_string())
    }

    #[test]
    fn every_result_is_read_behind_moves() {
        for (result, expected) in [
            ("0:64", "0-64"),
            ("64:0", "64-0"),
            ("13:0", "13-0"),
            ("0-64", "0-64"),
            ("+8", "+8.00"),
            ("-64.00:r", "-64.00:r"),
            ("draw", "draw"),
            ("1/2-1/2", "draw"),
            ("Black wins", "black"),
            ("Black wins 36-28", "36-28"),
            ("white wins 36-28", "28-36"),
            ("White won by 12", "-12.00"),
            ("B+8", "+8.00"),
            ("W+R", "white"),
        ] {
            let text = format!("{WIPEOUT} {result}");
            assert_eq!(stated(&text).as_deref(), Some(expected), "{result}");
        }
    }

    #[test]
    fn there_are_no_more_discs_than_squares() {
        for result in ["99-99", "65-0", "Black wins 60-50"] {
            let error = format!("f5d6c3 {result}").parse::<Record>().unwrap_err().to_string();
            let start =
                format!("1:8: \"{result}\" is no result: expected such as 36-28 (64 discs ");
            assert!(error.starts_with(&start), "{error}");
        }
        let least = "-21474836.48";
        let error = format!("f5d6c3 {least}").parse::<Record>().unwrap_err().to_string();
        assert!(error.contains(least), "{error}");
        let most = StatedResult::Discs { black: 1 << 30, white: u32::MAX };
        assert_eq!((most.centidiscs(), most.is_possible()), (Some(i32::MIN), false));
        for result in ["64-0", "0-0", "12-9"] {
            assert_eq!(stated(&format!("f5d6c3 {result}")).as_deref(), Some(result));
        }
    }

    #[test]
    fn times_and_move_numbers_at_the_end_are_no_results() {
        for text in ["f5 0:05", "f5 0:03 d6 0:06", "f5 d6 2.", "f5 d6 2", "f5 *"] {
            assert_eq!(stated(text), None, "{text}");
        }
        assert!("f5 b".parse::<Record>().is_err());
        assert_eq!(stated("f5 0:03 d6 0:05 12-52").as_deref(), Some("12-52"));
    }

    #[test]
    fn words_name_the_side_whichever_tag_stands_first() {
        let text = "[White \"a\"]\n[Black \"b\"]\n\n1. f5 ";
        for (result, expected) in
            [("Black wins 36-28", "36-28"), ("36-28", "28-36"), ("36:28", "28-36"), ("+8", "+8.00")]
        {
            assert_eq!(stated(&format!("{text}{result}")).as_deref(), Some(expected), "{result}");
        }
    }
}
