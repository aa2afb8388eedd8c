//! Writes GGF.

use crate::board::{Color, Move, Square};
use crate::game::Setup;
use crate::game::decimal::print_centidiscs;
use crate::game::excerpt::one_line;
use crate::game::records::{GameResult, MoveNote, Record};

impl Record {
    /// The record in GGF, in one line, with the tags in NBoard's order. Unknown tags are left out,
    /// except the place, the names and the result (`?`).
    #[must_use]
    pub fn to_ggf(&self) -> String {
        let (black, white) = (&self.black, &self.white);
        let result = self.outcome().and_then(GameResult::to_difference);
        let mut text = "(;GM[Othello]".to_owned();
        push_tag(&mut text, "PC", &self.place);
        push_known(&mut text, "DT", &self.date);
        push_tag(&mut text, "PB", &black.name);
        push_tag(&mut text, "PW", &white.name);
        push_tag(&mut text, "RE", &result.map_or("?".to_owned(), |result| result.to_string()));
        push_known(&mut text, "RB", &black.rating);
        push_known(&mut text, "RW", &white.rating);
        match (black.clock, white.clock) {
            (Some(clock), Some(same)) if clock == same => text += &format!("TI[{clock}]"),
            (black, white) => {
                for (tag, clock) in [("TB", black), ("TW", white)] {
                    text += &clock.map_or(String::new(), |clock| format!("{tag}[{clock}]"));
                }
            }
        }
        text += &format!("TY[{}]BO[{}]", self.kind, start_value(self.game.start()));
        for (name, value) in self.tags.iter().filter(|(name, _)| can_hold_tag(name)) {
            push_tag(&mut text, name, value);
        }
        push_known(&mut text, "C", self.comment.trim());
        for (ply, (setup, mv)) in self.game.turns().enumerate() {
            let unnoted = MoveNote::default();
            let note = self.notes.get(ply).unwrap_or(&unnoted);
            text += &format!("{}[{}]", side_letter(setup.side, 'B', 'W'), move_value(mv, note));
            push_known(&mut text, "C", &note.comment);
        }
        text + ";)"
    }
}

/// Whether a tag may have this name: no record field has it.
pub(in crate::game::records) fn can_hold_tag(name: &str) -> bool {
    const KNOWN: [&str; 15] =
        ["GM", "PC", "DT", "PB", "PW", "RE", "RB", "RW", "TI", "TB", "TW", "TY", "BO", "B", "W"];
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name && name != "C" && !KNOWN.contains(&name)
}

/// Appends a tag. A `\` escapes `]`, `\` and text that would start another game.
fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = one_line(value).replace('\\', r"\\").replace(']', r"\]").replace("(;", r"\(;");
    *text += &format!("{name}[{value}]");
}

/// Appends a tag unless its value is empty.
fn push_known(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        push_tag(text, name, value);
    }
}

/// The value of BO: the size, the squares and the side to move.
fn start_value(start: Setup) -> String {
    let disc = |color| side_letter(color, '*', 'O');
    let squares: String =
        Square::ALL.map(|square| start.disc_at(square).map_or('-', disc)).iter().collect();
    format!("8 {squares} {}", disc(start.side))
}

/// The value of B or W: `F5`, `F5/+1.00`, `F5//1.338`, `F5/+1.00/1.338`.
fn move_value(mv: Move, note: &MoveNote) -> String {
    let mut value = match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_uppercase(),
    };
    if note.centidiscs.is_some() || note.time.is_some() {
        value.push('/');
    }
    if let Some(centidiscs) = note.centidiscs {
        value.push_str(&print_centidiscs(centidiscs));
    }
    if let Some(time) = note.time {
        value.push_str(&format!("/{}.{:03}", time.as_secs(), time.subsec_millis()));
    }
    value
}

fn side_letter(color: Color, black: char, white: char) -> char {
    match color {
        Color::Black => black,
        Color::White => white,
    }
}
