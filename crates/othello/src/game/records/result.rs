//! [`GameResult`]: the result of a game, from its moves or as a record states it.

use std::fmt;

use crate::board::{Color, DiscDiff};
use crate::game::Game;
use crate::game::decimal::{parse_centidiscs, print_centidiscs};

/// The result of a game. A stated result may contradict the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The disc difference, and how the game ended.
    Difference {
        /// Black's discs minus White's, in 1/100 disc.
        centidiscs: i32,
        /// How the game ended.
        ending: GameEnding,
    },
    /// The discs of both sides.
    Discs {
        /// Black's.
        black: u32,
        /// White's.
        white: u32,
    },
    /// The winner; `None` is a draw.
    Winner(Option<Color>),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameEnding {
    /// Neither side could move.
    Played,
    /// A side resigned.
    Resigned,
    /// A side used up its time.
    TimedOut,
    /// The sides agreed on the score.
    Agreed,
}

impl GameEnding {
    /// The endings with their marks after the score, as GGF writes them.
    const MARKS: [(GameEnding, &'static str); 4] = [
        (GameEnding::Played, ""),
        (GameEnding::Resigned, ":r"),
        (GameEnding::TimedOut, ":t"),
        (GameEnding::Agreed, ":s"),
    ];
}

/// Black's final disc difference. Empties count for the winner.
impl From<DiscDiff> for GameResult {
    fn from(black: DiscDiff) -> GameResult {
        GameResult::Difference { centidiscs: black.discs() * 100, ending: GameEnding::Played }
    }
}

impl GameResult {
    /// The contradiction between this result and the end of `game`: `invalid result "40-24":
    /// expected 38-26 (black wins by 12)`. `None` if they agree, if the game is unfinished, or if
    /// it ended by resignation, time or agreement. The result may count the empties for the winner
    /// or leave them out.
    #[must_use]
    pub fn contradiction(self, game: &Game) -> Option<String> {
        let actual = game.final_difference()?;
        let setup = game.setup();
        let (black, white) = (setup.black().count(), setup.white().count());
        let agrees = match self {
            GameResult::Difference { centidiscs, ending: GameEnding::Played } => {
                [actual.discs() * 100, (black as i32 - white as i32) * 100].contains(&centidiscs)
            }
            GameResult::Difference { .. } => true,
            GameResult::Discs { black: stated_black, white: stated_white } => {
                (stated_black, stated_white) == (black, white)
                    || stated_black.checked_add(stated_white) == Some(64)
                        && stated_black as i32 - stated_white as i32 == actual.discs()
            }
            GameResult::Winner(winner) => winner == GameResult::from(actual).winner(),
        };
        let words = GameResult::from(actual).words();
        (!agrees).then(|| format!("invalid result \"{self}\": expected {black}-{white} ({words})"))
    }

    /// Whether the game was played to its end.
    pub(super) fn is_played(self) -> bool {
        !matches!(self, GameResult::Difference { ending, .. } if ending != GameEnding::Played)
    }

    /// Black's discs minus White's, in 1/100 disc. `None` if only the winner is known.
    #[must_use]
    pub fn centidiscs(self) -> Option<i32> {
        match self {
            GameResult::Difference { centidiscs, .. } => Some(centidiscs),
            GameResult::Discs { black, white } => {
                let difference = 100 * (i64::from(black) - i64::from(white));
                Some(difference.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
            }
            GameResult::Winner(_) => None,
        }
    }

    /// The winner; `None` is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match (self, self.centidiscs().unwrap_or(0)) {
            (GameResult::Winner(winner), _) => winner,
            (_, 0) => None,
            (_, 1..) => Some(Color::Black),
            (_, _) => Some(Color::White),
        }
    }

    /// The result in words: `black wins by 12`, `white wins` or `draw`.
    #[must_use]
    pub fn words(self) -> String {
        match (self.winner(), self.centidiscs()) {
            (None, _) => "draw".to_owned(),
            (Some(winner), None) => format!("{winner} wins"),
            (Some(winner), Some(centidiscs)) => {
                let discs = print_centidiscs(centidiscs.saturating_abs());
                let discs = discs.strip_suffix(".00").unwrap_or(&discs);
                format!("{winner} wins by {}", &discs[1..])
            }
        }
    }

    /// This result as a difference; `None` if only the winner is known.
    pub(super) fn to_difference(self) -> Option<GameResult> {
        let ending = match self {
            GameResult::Difference { ending, .. } => ending,
            GameResult::Discs { .. } | GameResult::Winner(_) => GameEnding::Played,
        };
        Some(GameResult::Difference { centidiscs: self.centidiscs()?, ending })
    }

    /// Whether both results name the same winner, difference and ending.
    pub(super) fn means(self, other: GameResult) -> bool {
        self.winner() == other.winner() && self.to_difference() == other.to_difference()
    }

    /// The result with the colours exchanged.
    #[must_use]
    pub(super) fn swapped(self) -> GameResult {
        match self {
            GameResult::Difference { centidiscs, ending } => {
                GameResult::Difference { centidiscs: centidiscs.saturating_neg(), ending }
            }
            GameResult::Discs { black, white } => GameResult::Discs { black: white, white: black },
            GameResult::Winner(winner) => GameResult::Winner(winner.map(|color| !color)),
        }
    }

    /// Reads a difference such as `+64.00` or `-2:r`.
    pub(super) fn parse_difference(text: &str) -> Option<GameResult> {
        let text = text.trim();
        let (score, mark) = text.split_at(text.find(':').unwrap_or(text.len()));
        let (ending, _) = GameEnding::MARKS.into_iter().find(|&(_, known)| known == mark)?;
        Some(GameResult::Difference { centidiscs: parse_centidiscs(score)?, ending })
    }

    /// Reads a result after moves, Black first, that cannot be a move or a move number. `None` for
    /// other texts; `Some(None)` for `*`.
    pub(super) fn parse_trailing(text: &str) -> Option<Option<GameResult>> {
        let is_one_word = !text.contains(char::is_whitespace);
        if text.len() < 2 && text != "*" || is_one_word && text.starts_with("--") {
            return None;
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match is_one_word {
            true if is_number => None,
            true => GameResult::read(text),
            false if is_spaced_discs(text) => GameResult::read(text),
            false => GameResult::parse_words(text).map(Some),
        }
    }

    /// Reads one word, Black first: `36-28`, `1-0`, `1/2-1/2`, `B+8`, or `*` for no result.
    fn parse_token(text: &str) -> Option<Option<GameResult>> {
        Some(Some(match text {
            "*" => return Some(None),
            "1-0" => GameResult::Winner(Some(Color::Black)),
            "0-1" => GameResult::Winner(Some(Color::White)),
            "1/2-1/2" | "½-½" => GameResult::Winner(None),
            _ if text.contains('+') => GameResult::parse_words(text)?,
            _ => {
                let (black, white) = text.split_once('-')?;
                GameResult::Discs { black: disc_count(black)?, white: disc_count(white)? }
            }
        }))
    }

    /// Reads as [`GameResult::read`] does, with at most 64 discs.
    pub(super) fn parse(text: &str) -> Option<Option<GameResult>> {
        GameResult::read(text).filter(|stated| stated.is_none_or(GameResult::is_possible))
    }

    /// Whether the discs fit the board.
    pub(super) const fn is_possible(self) -> bool {
        match self {
            GameResult::Discs { black, white } => black <= 64 && white <= 64 - black,
            GameResult::Difference { centidiscs, .. } => centidiscs.unsigned_abs() <= 6400,
            GameResult::Winner(_) => true,
        }
    }

    /// Reads a word as `parse_token` does, and also `36:28`, a winner in words, or a difference
    /// such as `+8` or `-2.00:r`. `?` and an empty text give `Some(None)`.
    fn read(text: &str) -> Option<Option<GameResult>> {
        let text = &*text.trim().replace(['–', '—', '−'], "-");
        if matches!(text, "" | "?") {
            return Some(None);
        }
        let token: String = text.chars().filter(|next| !next.is_whitespace()).collect();
        if let Some(stated) = GameResult::parse_token(&token) {
            return Some(stated);
        }
        if let Some((black, white)) = token.split_once(':')
            && let (Some(black), Some(white)) = (disc_count(black), disc_count(white))
        {
            return Some(Some(GameResult::Discs { black, white }));
        }
        let difference = text
            .split(':')
            .next()
            .is_some_and(|text| text.starts_with(['+', '-']) || parse_centidiscs(text).is_some());
        let result = difference.then(|| GameResult::parse_difference(text)).flatten();
        result.or_else(|| GameResult::parse_words(text)).map(Some)
    }

    /// Reads `draw`, or the winner with or without a margin: `black`, `White wins by 12`, `B+8`,
    /// `W+R`.
    fn parse_words(text: &str) -> Option<GameResult> {
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
            (_, []) => Some(GameResult::Winner(winner)),
            // The margin of a resignation or a loss on time is unknown.
            (
                Some(_),
                ["+", "r" | "resign" | "t" | "time"]
                | ["by", "resignation"]
                | ["by" | "on", "time"],
            ) => Some(GameResult::Winner(winner)),
            (Some(loser), ["resigns" | "resigned"] | ["lost", "on", "time"]) => {
                Some(GameResult::Winner(Some(!loser)))
            }
            (Some(_), ["+"]) => Some(GameResult::Winner(winner)),
            (Some(color), ["+" | "by", discs]) if starts_with_digit(discs) => {
                let centidiscs = parse_centidiscs(discs).filter(|discs| *discs < 10_000)?;
                let centidiscs = if color == Color::Black { centidiscs } else { -centidiscs };
                Some(GameResult::Difference { centidiscs, ending: GameEnding::Played })
            }
            // The winner's discs come first.
            (Some(color), [discs]) => match GameResult::parse_token(discs)?? {
                GameResult::Discs { black: most, white: least } if most > least => {
                    let stated = GameResult::Discs { black: most, white: least };
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

/// A disc count of at most two digits.
fn disc_count(text: &str) -> Option<u32> {
    let is_short = text == "0" || text.len() <= 2 && !text.starts_with('0');
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    (is_short && is_number).then(|| text.parse().ok()).flatten()
}

/// `+8.00`, `-2.00:r`, `36-28`, `black`, `white` or `draw`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Difference { centidiscs, ending } => {
                let mark = GameEnding::MARKS.into_iter().find(|(known, _)| known == ending);
                let mark = mark.map_or("", |(_, mark)| mark);
                write!(f, "{}{mark}", print_centidiscs(*centidiscs))
            }
            GameResult::Discs { black, white } => write!(f, "{black}-{white}"),
            GameResult::Winner(None) => f.write_str("draw"),
            GameResult::Winner(Some(color)) => color.fmt(f),
        }
    }
}

pub(super) fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Record, Setup};

    fn parse(text: &str) -> Option<GameResult> {
        GameResult::parse(text).unwrap()
    }

    #[test]
    fn every_result_format_is_read_and_printed() {
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
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
        for (text, swapped) in [("36-28", "28-36"), ("+8:r", "-8:r"), ("1-0", "0-1")] {
            assert_eq!(parse(text).unwrap().swapped(), parse(swapped).unwrap());
        }
    }

    #[test]
    fn results_are_compared_with_the_final_board() {
        // Nine discs, all black.
        let wipeout = Game::from_transcript(Setup::START, "e6f4e3f6g5d6e7f5c5").unwrap();
        for text in ["64-0", "13-0", "+64", "+13", "1-0", "-4:r", "+0:t"] {
            assert_eq!(parse(text).unwrap().contradiction(&wipeout), None, "{text}");
        }
        for text in ["63-1", "0-64", "+62", "0-1", "1/2-1/2"] {
            assert!(parse(text).unwrap().contradiction(&wipeout).is_some(), "{text}");
        }
        let contradiction = parse("40-24").unwrap().contradiction(&wipeout).unwrap();
        assert_eq!(contradiction, r#"invalid result "40-24": expected 13-0 (black wins by 64)"#);
        assert_eq!(parse("40-24").unwrap().contradiction(&Game::default()), None);
        assert_eq!(wipeout.result(), parse("+64"));
        // Two discs and one, and 61 empties.
        let board = format!("XX{}O X", "-".repeat(61));
        let over = Game::new(board.parse().unwrap());
        for (text, agrees) in [("2-1", true), ("63-1", true), ("62-0", false), ("62-2", false)] {
            assert_eq!(parse(text).unwrap().contradiction(&over).is_none(), agrees, "{text}");
        }
    }

    /// Black has taken all.
    const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

    fn stated(text: &str) -> Option<String> {
        let record: Record = text.parse().unwrap();
        record.result.map(|stated| stated.to_string())
    }

    #[test]
    fn every_result_is_read_after_moves() {
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
    fn results_have_at_most_64_discs() {
        for result in ["99-99", "65-0", "Black wins 60-50"] {
            let error = format!("f5d6c3 {result}").parse::<Record>().unwrap_err().to_string();
            let start =
                format!("1:8: invalid result \"{result}\": expected 36-28 (at most 64 discs)");
            assert!(error.starts_with(&start), "{error}");
        }
        let least = "-21474836.48";
        let error = format!("f5d6c3 {least}").parse::<Record>().unwrap_err().to_string();
        assert!(error.contains(least), "{error}");
        let most = GameResult::Discs { black: 1 << 30, white: u32::MAX };
        assert_eq!((most.centidiscs(), most.is_possible()), (Some(i32::MIN), false));
        for result in ["64-0", "0-0", "12-9"] {
            assert_eq!(stated(&format!("f5d6c3 {result}")).as_deref(), Some(result));
        }
    }

    /// In remarks and fields that need not be results.
    #[test]
    fn impossible_results_in_remarks_and_fields_are_comments() {
        for text in ["f5d6c3 (72-28)", "f5d6c3; 72-28", "f5d6c3,72-28"] {
            let record: Record = text.parse().unwrap();
            let comments =
                [&record.comment].into_iter().chain(record.notes.iter().map(|note| &note.comment));
            assert_eq!(comments.map(|comment| &**comment).collect::<String>(), "72-28", "{text}");
            assert_eq!(record.result, None, "{text}");
            assert_eq!(stated(&text.replace("72", "36")).as_deref(), Some("36-28"));
        }
    }

    #[test]
    fn times_and_move_numbers_at_the_end_are_not_results() {
        for text in ["f5 0:05", "f5 0:03 d6 0:06", "f5 d6 2.", "f5 d6 2", "f5 *"] {
            assert_eq!(stated(text), None, "{text}");
        }
        assert!("f5 b".parse::<Record>().is_err());
        assert_eq!(stated("f5 0:03 d6 0:05 12-52").as_deref(), Some("12-52"));
    }

    #[test]
    fn words_name_the_side_with_any_order_of_tags() {
        let text = "[White \"a\"]\n[Black \"b\"]\n\n1. f5 ";
        for (result, expected) in
            [("Black wins 36-28", "36-28"), ("36-28", "28-36"), ("36:28", "28-36"), ("+8", "+8.00")]
        {
            assert_eq!(stated(&format!("{text}{result}")).as_deref(), Some(expected), "{result}");
        }
    }

    #[test]
    fn results_are_scores_with_a_mark_for_the_ending() {
        for (text, centidiscs, ending) in [
            ("+64.00", 6400, GameEnding::Played),
            ("-2.00:r", -200, GameEnding::Resigned),
            ("+0.00:t", 0, GameEnding::TimedOut),
            ("+4.50:s", 450, GameEnding::Agreed),
        ] {
            let result = GameResult::Difference { centidiscs, ending };
            assert_eq!(GameResult::parse_difference(text), Some(result));
            assert_eq!(result.to_string(), text);
        }
        assert_eq!(GameResult::parse_difference(" 6 ").unwrap().centidiscs(), Some(600));
        for text in ["", "?", "+6:x", "6:", "six"] {
            assert_eq!(GameResult::parse_difference(text), None, "{text}");
        }
    }
}
