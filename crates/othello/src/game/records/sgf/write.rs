//! Writes SGF.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::board::{Color, Square};
use crate::game::Game;
use crate::game::decimal::print_centidiscs;
use crate::game::excerpt::one_line;
use crate::game::records::{GameEnding, GameResult, Mark, MoveNote, Record, Variation};

use super::can_hold_tag;

impl Record {
    /// The record as a tree of moves, in one line.
    pub(in crate::game::records) fn to_sgf(&self) -> String {
        let mut text = "(;FF[4]GM[2]SZ[8]CA[UTF-8]".to_owned();
        let result = self.outcome().map(sgf_result).unwrap_or_default();
        for (name, value) in [
            ("PB", &self.black.name),
            ("PW", &self.white.name),
            ("BR", &self.black.rating),
            ("WR", &self.white.rating),
            ("EV", &self.event),
            ("PC", &self.place),
            ("DT", &self.date),
            ("RE", &result),
        ] {
            push_property(&mut text, name, value);
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| can_hold_tag(name)) {
            push_property(&mut text, name, value);
        }
        let start = self.game.start();
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let squares = Square::ALL.into_iter().filter(|&at| start.disc_at(at) == Some(color));
            let squares: String = squares.map(|square| format!("[{square}]")).collect();
            if !squares.is_empty() {
                text.push_str(name);
                text.push_str(&squares);
            }
        }
        let _ = write!(text, "PL[{}]", letter(start.side));
        push_property(&mut text, "C", &self.comment);
        push_marks(&mut text, &self.marks);
        push_line(&mut text, &self.game, 0, &self.notes, &self.variations);
        text.push(')');
        text
    }
}

/// `B+8`, `W+R` or `0`. Disc counts become a difference.
pub(in crate::game::records) fn sgf_result(stated: GameResult) -> String {
    let winner = match stated.winner() {
        None => return "0".to_owned(),
        Some(color) => letter(color),
    };
    let margin = match (stated, stated.centidiscs()) {
        (GameResult::Difference { ending: GameEnding::Resigned, .. }, _) => "R".to_owned(),
        (GameResult::Difference { ending: GameEnding::TimedOut, .. }, _) => "T".to_owned(),
        (_, Some(centidiscs)) if centidiscs % 100 == 0 => (centidiscs.abs() / 100).to_string(),
        (_, Some(centidiscs)) => print_centidiscs(centidiscs.abs())[1..].to_owned(),
        (_, None) => String::new(),
    };
    format!("{winner}+{margin}")
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Appends a property unless `value` is empty.
fn push_property(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let value = one_line(value).replace('\\', r"\\").replace(']', r"\]").replace("(;", r"(\;");
        let _ = write!(text, "{name}[{value}]");
    }
}

/// Appends marked squares as `SQ[f5]` and arrows as `AR[f5:d6]`.
fn push_marks(text: &mut String, marks: &BTreeSet<Mark>) {
    // Squares precede arrows, so each name is written once.
    let mut last = "";
    for mark in marks {
        let (name, value) = match mark {
            Mark::Square(square) => ("SQ", square.to_string()),
            Mark::Arrow(from, to) => ("AR", format!("{from}:{to}")),
        };
        let name = if name == std::mem::replace(&mut last, name) { "" } else { name };
        let _ = write!(text, "{name}[{value}]");
    }
}

/// Appends the moves of `game` from ply `from` on. At a variation, the continuation and each
/// alternative become lines.
fn push_line(
    text: &mut String,
    game: &Game,
    from: usize,
    notes: &[MoveNote],
    variations: &[Variation],
) {
    let mut others = Vec::new();
    for (index, (setup, mv)) in game.turns().skip(from).enumerate() {
        let inner: Vec<&Variation> = variations.iter().filter(|other| other.ply == index).collect();
        if !inner.is_empty() {
            text.push('(');
            others.push((from + index, inner));
        }
        let point = mv.square().map(|square| square.to_string()).unwrap_or_default();
        let _ = write!(text, ";{}[{point}]", letter(setup.side));
        if let Some(note) = notes.get(index) {
            if let Some(score) = note.centidiscs {
                let from_black = if setup.side == Color::Black { score } else { -score };
                let _ = write!(text, "V[{}]", print_centidiscs(from_black));
            }
            push_property(text, "C", &note.comment);
            push_marks(text, &note.marks);
        }
    }
    // The innermost line ends first.
    for (ply, inner) in others.into_iter().rev() {
        text.push(')');
        for variation in inner {
            let line = variation.played_after(game.at(ply)).expect("variations are checked");
            text.push('(');
            push_line(text, &line, ply, &variation.notes, &variation.variations);
            text.push(')');
        }
    }
}
