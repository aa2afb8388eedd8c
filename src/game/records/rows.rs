//! [`Row`]: the lines of drawn boards.

use crate::game::alphabet;

/// A line of a drawn board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    /// The letters of the columns.
    Letters,
    /// This many squares, with or without the number of the row.
    Squares(usize),
}

/// What `line` is of a drawn board, if anything. 64 squares without a side are one.
pub(super) fn row_of(line: &str) -> Option<Row> {
    let ink = || line.chars().filter(|&next| !next.is_whitespace() && !"|[]".contains(next));
    let squares = |wanted: usize| {
        let count = ink().filter(|&next| alphabet::square_contents(next).is_some()).count();
        (count >= wanted).then_some(Row::Squares(wanted.max(8)))
    };
    let has_number = || {
        let is_number = |next: Option<char>| next.is_some_and(|next| matches!(next, '1'..='8'));
        is_number(ink().next()) || is_number(ink().next_back())
    };
    match ink().count() {
        8 if ink().map(|next| next.to_ascii_lowercase()).eq('a'..='h') => Some(Row::Letters),
        count @ (8 | 64) => squares(count),
        9 | 10 if has_number() => squares(8),
        _ => None,
    }
}

/// Whether `line` can hardly be anything but the first of a drawn board: one of eight
/// squares without a number has to have a disc, for there are rulers of dashes, too.
pub(super) fn starts_board(line: &str) -> bool {
    let is_disc = |character| alphabet::disc_color(character).is_some();
    match row_of(line) {
        None => false,
        Some(Row::Squares(8)) => line.contains(is_disc),
        Some(_) => true,
    }
}

/// Whether `line` belongs to the drawn board `text`: a row, or the side to move.
pub(super) fn goes_on_board(text: &str, line: &str) -> bool {
    let rows = text.lines().filter_map(row_of);
    let squares: usize =
        rows.map(|row| if let Row::Squares(count) = row { count } else { 0 }).sum();
    let ended = text.lines().any(names_side);
    !ended
        && match row_of(line) {
            Some(Row::Letters) => squares >= 64,
            Some(Row::Squares(_)) => squares < 64,
            None => squares >= 64 && names_side(line),
        }
}

/// Whether `line` is `X`, `white to move` or the like.
fn names_side(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let names_side = words.next().is_some_and(|word| alphabet::side(word).is_some());
    let rest: Vec<&str> = words.collect();
    names_side && (rest.is_empty() || rest == ["to", "move"])
}
