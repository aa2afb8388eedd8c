//! Writing GGF.

use std::fmt;

use crate::board::{Color, Move, Square};
use crate::game::Setup;
use crate::game::decimal::print_centidiscs;
use crate::game::excerpt::one_line;

use super::{GgfGame, GgfNote};

/// In one line, with the tags in NBoard's order; those that are not known are left
/// out, but for the players' names and the result (`?`).
impl fmt::Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (&self.black, &self.white);
        f.write_str("(;GM[Othello]")?;
        write_tag(f, "PC", &self.place)?;
        write_known(f, "DT", &self.date)?;
        write_tag(f, "PB", &black.name)?;
        write_tag(f, "PW", &white.name)?;
        write_tag(f, "RE", &self.result.map_or("?".to_owned(), |result| result.to_string()))?;
        write_known(f, "RB", &black.rating)?;
        write_known(f, "RW", &white.rating)?;
        self.write_clocks(f)?;
        write!(f, "TY[{}]BO[{}]", self.kind, start_value(self.game.start()))?;
        for (name, value) in self.tags.iter().filter(|(name, _)| can_hold_tag(name)) {
            write_tag(f, name, value)?;
        }
        write_known(f, "C", self.comment.trim())?;
        for ((setup, mv), note) in self.game.turns().zip(&self.notes) {
            write!(f, "{}[{}]", side_letter(setup.side, 'B', 'W'), move_value(mv, note))?;
            write_known(f, "C", &one_line(&note.comment))?;
        }
        f.write_str(";)")
    }
}

impl GgfGame {
    fn write_clocks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.black.clock, self.white.clock);
        if let (true, Some(clock)) = (black == white, black) {
            return write!(f, "TI[{clock}]");
        }
        for (tag, clock) in [("TB", black), ("TW", white)] {
            if let Some(clock) = clock {
                write!(f, "{tag}[{clock}]")?;
            }
        }
        Ok(())
    }
}

/// Whether a tag with this name can be written without taking the place of another one.
pub(in crate::game) fn can_hold_tag(name: &str) -> bool {
    const KNOWN: [&str; 15] =
        ["GM", "PC", "DT", "PB", "PW", "RE", "RB", "RW", "TI", "TB", "TW", "TY", "BO", "B", "W"];
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name && name != "C" && !KNOWN.contains(&name)
}

/// A tag whose value is free text: `]` and `\` in it are escaped by a `\`, and so is what would start
/// another game.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "{name}[{}]", value.replace('\\', r"\\").replace(']', r"\]").replace("(;", r"\(;"))
}

/// The same, left out if there is no value.
fn write_known(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    if value.is_empty() { Ok(()) } else { write_tag(f, name, value) }
}

/// The value of BO: the size, the squares and the side to move.
fn start_value(start: Setup) -> String {
    let disc = |color| side_letter(color, '*', 'O');
    let squares: String =
        Square::ALL.map(|square| start.disc_at(square).map_or('-', disc)).iter().collect();
    format!("8 {squares} {}", disc(start.side))
}

/// The value of B or W: `F5`, `F5/+1.00`, `F5//1.338`, `F5/+1.00/1.338`.
fn move_value(mv: Move, note: &GgfNote) -> String {
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
