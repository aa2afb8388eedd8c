//! [`End`]: where records end that do not depend on lines, and where they are given up.

use super::Format;
use super::line::parse_line;
use super::rows::starts_board;
use crate::game::alphabet;

/// Where a record ends that does not depend on lines.
pub(super) trait End {
    /// Where in `text` the record ends, if it does; `text` is what follows the last
    /// one.
    fn find(&mut self, text: &str) -> Option<usize>;

    /// Whether `line` starts another record although this one, `record` so far, has no
    /// end.
    fn is_cut_before(&self, record: &str, line: &str) -> bool;
}

/// Whether `text` starts a game in GGF, perhaps with the number of games before it.
pub(super) fn starts_ggf(text: &str) -> bool {
    let is_count = |character: char| character.is_ascii_digit() || character.is_whitespace();
    text.trim_start_matches(is_count).starts_with("(;")
}

/// What the record is that `line` starts, if it certainly starts one.
pub(super) fn starts_record(line: &str) -> Option<Format> {
    if starts_ggf(line) {
        Some(Format::Ggf)
    } else if line.starts_with("{\"") {
        Some(Format::Json)
    } else if starts_tag(line) {
        Some(Format::Pgn)
    } else if starts_board(line) {
        Some(Format::Board)
    } else {
        parse_line(line).ok().map(|(format, _)| format)
    }
}

/// Whether `line` starts with a tag: `[Black "`.
fn starts_tag(line: &str) -> bool {
    let Some(inside) = line.trim_start().strip_prefix('[') else { return false };
    let behind_name = inside.trim_start_matches(|next: char| next.is_ascii_alphabetic());
    behind_name.len() < inside.len() && behind_name.trim_start().starts_with('"')
}

/// The end of a game in GGF: `)` outside of the brackets, or where the next starts.
#[derive(Default)]
pub(super) struct GgfEnd {
    started: bool,
    value: Option<Value>,
    escaped: bool,
}

/// What is known of a value in brackets up to here.
struct Value {
    /// Whether it is the start of the game, and how many squares it has.
    squares: Option<usize>,
}

impl End for GgfEnd {
    /// In a value another game starts where no value goes on: it has no end.
    fn find(&mut self, text: &str) -> Option<usize> {
        for (index, character) in text.char_indices() {
            let escaped = std::mem::take(&mut self.escaped);
            match (&mut self.value, character) {
                (value @ Some(_), ']') if !escaped => *value = None,
                (Some(_), '\\') => self.escaped = !escaped,
                (Some(_), '(') if starts_with_tag(&text[index..]) => return Some(index),
                (Some(value), character) => value.take(character),
                (None, '[') => self.value = Some(Value::of(&text[..index])),
                (None, ')') => return Some(index + 1),
                (None, '(') if self.started => return Some(index),
                (None, '(') => self.started = true,
                (None, _) => {}
            }
        }
        None
    }

    /// Outside of the brackets a line starts with a tag or the end. In them words may
    /// stand, and in the one for it the board, but no other record.
    fn is_cut_before(&self, _: &str, line: &str) -> bool {
        if let Some(value) = &self.value {
            return match starts_record(line) {
                None => false,
                Some(Format::Board | Format::Obf) => !value.takes_squares_of(line),
                Some(_) => true,
            };
        }
        let line = line.trim_start();
        let behind_name = line.trim_start_matches(|next: char| next.is_ascii_alphabetic());
        let is_tag = behind_name.len() < line.len() && behind_name.starts_with('[');
        let goes_on = is_tag || line.is_empty() || line.starts_with([';', ')']);
        self.started && !goes_on
    }
}

/// Whether `text` starts with `(;` and a tag.
fn starts_with_tag(text: &str) -> bool {
    text.strip_prefix("(;").is_some_and(|tags| {
        let behind_name = tags.trim_start_matches(|next: char| next.is_ascii_uppercase());
        behind_name.len() < tags.len() && behind_name.starts_with('[')
    })
}

impl Value {
    /// The one whose tag is the end of `text`.
    fn of(text: &str) -> Value {
        Value { squares: text.ends_with("BO").then_some(0) }
    }

    fn take(&mut self, character: char) {
        if let Some(squares) = &mut self.squares {
            *squares += usize::from(alphabet::square_contents(character).is_some());
        }
    }

    /// Whether there is room for the squares in `line`, and for the side behind them.
    fn takes_squares_of(&self, line: &str) -> bool {
        let is_square = |next: &char| alphabet::square_contents(*next).is_some();
        let more = line.split(';').next().unwrap_or_default().chars().filter(is_square).count();
        self.squares.is_some_and(|squares| squares < 64 && squares + more <= 65)
    }
}

/// The end of a JSON object.
#[derive(Default)]
pub(super) struct JsonEnd {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The last byte that is no blank; `"` in a string, too.
    last: u8,
}

impl End for JsonEnd {
    fn find(&mut self, text: &str) -> Option<usize> {
        for (index, byte) in text.bytes().enumerate() {
            let escaped = std::mem::take(&mut self.escaped);
            match byte {
                // No string goes on in the next line.
                b'\n' => self.in_string = false,
                b'\\' if self.in_string => self.escaped = !escaped,
                b'"' if !escaped => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'{' => self.depth += 1,
                b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                return Some(index + 1);
            }
            if !byte.is_ascii_whitespace() {
                self.last = if self.in_string { b'"' } else { byte };
            }
        }
        None
    }

    /// At the start of a line `{` is part of the object only where a value may be; one
    /// with the same key as the record is no part even there.
    fn is_cut_before(&self, record: &str, line: &str) -> bool {
        if line.starts_with('{') {
            !matches!(self.last, b'[' | b',' | b':')
                || line.split_once(':').is_some_and(|(key, _)| record.starts_with(key))
        } else {
            starts_record(line).is_some()
        }
    }
}
