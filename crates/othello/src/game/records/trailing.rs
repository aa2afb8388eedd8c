//! [`TrailingResult`]: the result at the end of a move list.

use super::result::{GameResult, starts_with_digit};
use crate::game::Game;

/// Maximum words of a result: `White won by 12`.
const MAX_WORDS: usize = 4;

/// A result after moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TrailingResult {
    pub(super) stated: GameResult,
    /// Whether the order gives the sides: Black first.
    pub(super) is_ordered: bool,
    /// Whether it could also be a time, such as `0:64`.
    may_be_time: bool,
}

impl TrailingResult {
    /// Finds the result at the end of `text` and its byte offset. The result is `None` for `*`.
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
        // Tries the longest first: `Black wins 36-28` also ends with a shorter result.
        starts.into_iter().rev().find_map(|start| {
            let words = &text[start..];
            let stated = GameResult::parse_trailing(words)?;
            let is_ordered = starts_with_digit(words);
            let may_be_time = is_ordered && words.contains(':');
            let trailing = |stated| TrailingResult { stated, is_ordered, may_be_time };
            Some((start, stated.map(trailing)))
        })
    }

    /// Whether it has more discs than squares and cannot be a time.
    pub(super) const fn is_impossible(&self) -> bool {
        !self.may_be_time && !self.stated.is_possible()
    }

    /// Whether it can be the result of `game`. A result that may be a time must add up to 64 or to
    /// the final discs.
    pub(super) fn fits(&self, game: &Game) -> bool {
        let GameResult::Discs { black, white } = self.stated else { return true };
        let setup = game.setup();
        let discs = setup.black().count() + setup.white().count();
        !self.may_be_time || black + white == 64 || game.is_over() && black + white == discs
    }
}
