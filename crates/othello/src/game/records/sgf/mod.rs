//! Smart Game Format with `GM[2]`, as Cassio, GoGui and others write it: a tree of moves.

mod read;
mod write;

#[cfg(test)]
mod tests;

use crate::game::excerpt::one_line;

pub(super) use read::parse_sgf;
pub(super) use write::sgf_result;

/// The properties that are fields of a record, or constant.
const KNOWN: [&str; 20] = [
    "FF", "GM", "SZ", "CA", "ST", "PB", "PW", "BR", "WR", "EV", "PC", "DT", "RE", "C", "N", "V",
    "AB", "AW", "AE", "PL",
];

/// Whether a property may have this name: no record field has it.
pub(super) fn can_hold_tag(name: &str) -> bool {
    let is_name = matches!(name.len(), 1..=2) && name.bytes().all(|byte| byte.is_ascii_uppercase());
    is_name && name != "B" && name != "W" && !KNOWN.contains(&name) && !is_markup(name)
}

/// Properties whose points are marked squares.
const SQUARE_MARKS: [&str; 5] = ["CR", "TR", "SQ", "MA", "SL"];

/// Properties whose values are pairs of points, such as `f5:d6`.
const ARROWS: [&str; 2] = ["AR", "LN"];

/// Whether the property marks points of the board.
fn is_markup(name: &str) -> bool {
    let others = ["LB", "DD", "TB", "TW", "VW"];
    SQUARE_MARKS.contains(&name) || ARROWS.contains(&name) || others.contains(&name)
}

/// Whether a value can hold `text` without loss.
pub(super) fn gives_back_text(text: &str) -> bool {
    one_line(text).trim() == text
}
