//! [`TrailingResult`]: the result behind the moves of a game.

use super::line::starts_with_digit;
use super::stated::StatedResult;
use crate::game::Game;

/// The most words that a result takes: `White won by 12`.
const MOST_WORDS: usize = 4;

/// What stands behind moves.
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
        let text = text.trim_end();
        let mut starts = Vec::new();
        let mut end = text.len();
        while starts.len() < MOST_WORDS && end > 0 {
            let start = text[..end]
                .rfind(char::is_whitespace)
                .map_or(0, |blank| blank + text[blank..].chars().next().map_or(0, char::len_utf8));
            starts.push(start);
            end = text[..start].trim_end().len();
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

    /// Whether it can be the result of `game`: what may be a time has to add up to all
    /// squares, or to the discs at the end.
    pub(super) fn fits(&self, game: &Game) -> bool {
        let StatedResult::Discs { black, white } = self.stated else { return true };
        let setup = game.setup();
        let discs = setup.black().count() + setup.white().count();
        !self.may_be_time || black + white == 64 || game.is_over() && black + white == discs
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Record;

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
