//! [`View`]: the screen around the board, with keys or typed text in the last line.

use std::ops::Range;

use console::{measure_text_width, strip_ansi_codes, style, truncate_str};
use crossterm::event::KeyCode;

/// Columns between the board and the text on its right.
const GAP: usize = 3;

/// Minimum columns for text on the right of the board. With fewer, the text goes below.
const BESIDE: usize = 26;

/// The content of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    /// One per row, no wider than the terminal.
    pub(super) lines: Vec<String>,
    /// Column and row of the cursor.
    pub(super) cursor: (usize, usize),
    /// Columns and rows of the terminal.
    pub(super) size: (usize, usize),
}

/// The data to show.
#[derive(Debug, Clone, Default)]
pub(super) struct View {
    pub(super) board: Vec<String>,
    /// Column and row of the selected square in `board`.
    pub(super) chosen: (usize, usize),
    /// One line per player, with discs, and the opening.
    pub(super) players: Vec<String>,
    /// The moves so far.
    pub(super) moves: Vec<String>,
    /// Messages, one per line.
    pub(super) messages: Vec<String>,
    /// The text being typed.
    pub(super) typed: Option<String>,
    /// The keys, the most important first, two blanks apart.
    pub(super) keys: &'static str,
    /// Replaces everything else.
    pub(super) page: Option<Page>,
}

/// A scrollable text that fills the screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Page {
    pub(super) lines: Vec<String>,
    pub(super) top: usize,
    /// The lines that can be chosen.
    pub(super) choices: Range<usize>,
    /// The chosen line. Ignored without choices.
    pub(super) chosen: usize,
}

impl Page {
    /// A page at its first line.
    pub(super) fn new(text: &str) -> Page {
        Page { lines: text.lines().map(str::to_owned).collect(), ..Page::default() }
    }

    /// The index of the chosen line among the choices.
    pub(super) fn choice(&self) -> Option<usize> {
        (!self.choices.is_empty()).then(|| self.chosen - self.choices.start)
    }

    /// Scrolls or chooses with `key` on a screen with `room` lines. Returns `false` for other keys.
    pub(super) fn press(&mut self, key: KeyCode, room: usize) -> bool {
        let by = match key {
            KeyCode::Up => -1,
            KeyCode::Down => 1,
            KeyCode::PageUp => -(room as isize),
            KeyCode::PageDown | KeyCode::Char(' ') => room as isize,
            KeyCode::Home => -(self.lines.len() as isize),
            KeyCode::End => self.lines.len() as isize,
            _ => return false,
        };
        let last = self.lines.len().saturating_sub(room);
        if self.choices.is_empty() {
            self.top = self.top.saturating_add_signed(by).min(last);
            return true;
        }
        let Range { start, end } = self.choices;
        self.chosen = self.chosen.saturating_add_signed(by).clamp(start, end - 1);
        self.top = match self.chosen {
            // The first and the last choice also show the text before and after them.
            chosen if chosen == start => 0,
            chosen if chosen == end - 1 => last,
            chosen => self.top.clamp((chosen + 1).saturating_sub(room), chosen),
        };
        true
    }

    fn layout(&self, (columns, rows): (usize, usize)) -> Frame {
        let room = rows.saturating_sub(1);
        let mut lines = self.lines.clone();
        let mut cursor = (0, room.min(rows.saturating_sub(1)));
        let keys = if !self.choices.is_empty() {
            let chosen = &mut lines[self.chosen];
            *chosen = style(strip_ansi_codes(chosen)).reverse().to_string();
            cursor.1 = self.chosen.saturating_sub(self.top).min(cursor.1);
            TO_CHOOSE
        } else if self.top == 0 && lines.len() <= room {
            TO_LEAVE
        } else {
            TO_SCROLL
        };
        let mut lines: Vec<String> = lines.into_iter().skip(self.top).take(room).collect();
        lines.resize(room, String::new());
        lines.push(fitting_keys(keys, columns));
        lines.truncate(rows);
        Frame { lines: truncated(lines, columns), cursor, size: (columns, rows) }
    }
}

/// The keys of a short page, of a long page, and of a page with choices.
const TO_LEAVE: &str = "Enter: back to the game";
const TO_SCROLL: &str = "Enter: back to the game  arrows: scroll";
const TO_CHOOSE: &str = "Enter: play on from there  Esc: back  arrows, PgUp, PgDn: choose a move";

/// The first of the `keys` that fit into `columns`.
fn fitting_keys(keys: &str, columns: usize) -> String {
    wrapped(keys.split("  "), "  ", columns).swap_remove(0)
}

/// `lines`, each cut after this number of `columns`.
fn truncated(lines: Vec<String>, columns: usize) -> Vec<String> {
    lines.iter().map(|line| truncate_str(line, columns, "").into_owned()).collect()
}

impl View {
    /// The screen for a terminal of `size` (columns, rows).
    pub(super) fn layout(&self, size: (usize, usize)) -> Frame {
        if let Some(page) = &self.page {
            return page.layout(size);
        }
        let (columns, rows) = size;
        let width = self.board.iter().map(|line| measure_text_width(line)).max().unwrap_or(0);
        let is_beside = columns >= width + GAP + BESIDE;
        let mut lines = self.board.clone();
        if is_beside {
            let beside = self.beside(columns - width - GAP);
            for (line, beside) in lines.iter_mut().zip(beside) {
                let blanks = width + GAP - measure_text_width(line);
                *line += &format!("{:blanks$}{beside}", "");
            }
        } else {
            lines.extend(self.players.iter().cloned());
        }
        let mut cursor = self.chosen;
        if width > columns || self.board.len() >= rows {
            let height = self.board.len() + 1;
            lines = vec![format!("too small: {width} columns, {height} rows needed")];
            cursor = (0, 0);
        }
        // The last line is for the keys.
        let room = rows.saturating_sub(1);
        lines.truncate(room);
        let messages: Vec<String> =
            self.messages.iter().flat_map(|message| message_lines(message, columns)).collect();
        lines.extend(fitting(&messages, room - lines.len()));
        lines.resize(room, String::new());
        match &self.typed {
            Some(typed) => {
                // Only the end of a long text is shown.
                let most = columns.saturating_sub(1);
                let mut end = typed.chars();
                while measure_text_width(end.as_str()) > most {
                    end.next();
                }
                let typed = end.as_str().to_owned();
                cursor = (measure_text_width(&typed).min(most), room);
                lines.push(typed);
            }
            None => lines.push(fitting_keys(self.keys, columns)),
        }
        lines.truncate(rows);
        Frame { lines: truncated(lines, columns), cursor, size }
    }

    /// The lines on the right of the board, up to `columns` wide.
    fn beside(&self, columns: usize) -> Vec<String> {
        let mut lines = self.players.clone();
        lines.push(String::new());
        let rows = self.board.len().saturating_sub(lines.len());
        let moves = wrapped(self.moves.iter().map(String::as_str), " ", columns);
        lines.extend(moves.into_iter().rev().take(rows).rev());
        lines
    }
}

/// Joins `words` with `gap` to lines of up to `columns`.
fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>, gap: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + gap.len() + word.len() <= columns => {
                *line += gap;
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The lines of a message. Sentences are wrapped. Table rows, which start with a blank, are not.
fn message_lines(message: &str, columns: usize) -> Vec<String> {
    let lines = message.lines().map(|line| match line.starts_with(' ') {
        true => vec![line.to_owned()],
        false => wrapped(line.split(' '), " ", columns),
    });
    lines.flatten().collect()
}

/// The messages that fit into `room` lines, after an empty line if possible. The last line counts the
/// rest.
fn fitting(messages: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if messages.len() < room {
        lines.push(String::new());
    }
    lines.extend(messages.iter().take(room).cloned());
    if let Some(last) = lines.last_mut().filter(|_| messages.len() > room) {
        *last = format!("({} more lines do not fit)", messages.len() + 1 - room);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn view() -> View {
        View {
            board: texts(&["  a b", "1 - X", "2 O X"]),
            chosen: (2, 1),
            players: texts(&["black 2", "white 1"]),
            moves: texts(&["f5", "d6", "c3"]),
            messages: texts(&["one", "two", "three"]),
            typed: None,
            keys: "keys  and many",
            page: None,
        }
    }

    #[test]
    fn players_and_moves_are_beside_or_below_the_board() {
        let wide = view().layout((40, 8));
        assert_eq!(wide.lines[0], "  a b   black 2");
        assert_eq!(wide.lines[2..], ["2 O X   ", "", "one", "two", "three", "keys  and many"]);
        assert_eq!(wide.cursor, (2, 1));
        let narrow = view().layout((7, 8));
        assert_eq!(narrow.lines[2..], ["2 O X", "black 2", "white 1", "one", "(2 more", "keys"]);
        let moves = View { players: Vec::new(), ..view() }.layout((40, 8)).lines;
        assert_eq!(moves[1], "1 - X   f5 d6 c3");
    }

    #[test]
    fn a_long_text_shows_its_end() {
        for (typed, end) in [("abcdefgh", "defgh"), ("l 黒白黒白", "黒白"), ("白a黒b", "a黒b")]
        {
            let view = View { typed: Some(typed.to_owned()), ..view() };
            let Frame { lines, cursor, .. } = view.layout((6, 8));
            assert_eq!((&*lines[7], cursor), (end, (measure_text_width(end), 7)));
        }
    }

    #[test]
    fn a_sentence_is_wrapped_and_a_table_is_cut() {
        let messages = texts(&["a sentence", " 1 table row\n 2 row\nits reasons"]);
        let view = View { messages, ..view() };
        let lines = view.layout((9, 14)).lines;
        assert_eq!(lines[5..12], ["", "a", "sentence", " 1 table ", " 2 row", "its", "reasons"]);
    }

    #[test]
    fn the_selection_stays_on_the_screen() {
        let mut page = Page::new(&(0..20).map(|row| format!("row {row}\n")).collect::<String>());
        (page.choices, page.chosen) = (2..18, 2);
        let mut after = |key| {
            assert!(page.press(key, 5));
            assert!((page.top..page.top + 5).contains(&page.chosen), "{page:?}");
            (page.choice().unwrap(), page.top)
        };
        assert_eq!(after(KeyCode::Up), (0, 0));
        assert_eq!(after(KeyCode::PageDown), (5, 3));
        assert_eq!(after(KeyCode::Down), (6, 4));
        assert_eq!(after(KeyCode::End), (15, 15));
        assert_eq!(after(KeyCode::PageUp), (10, 12));
        assert_eq!(after(KeyCode::Home), (0, 0));
    }

    #[test]
    fn a_page_fills_the_screen_and_scrolls() {
        let mut page = Page::new("one\ntwo\nthree\nfour");
        let shown = |page: &Page| {
            let view = View { page: Some(page.clone()), ..view() };
            view.layout((30, 4)).lines
        };
        let keys = "Enter: back to the game";
        assert_eq!(shown(&page), ["one", "two", "three", keys]);
        assert!(page.press(KeyCode::End, 3));
        assert_eq!(shown(&page), ["two", "three", "four", keys]);
        assert!(page.press(KeyCode::PageUp, 3) && !page.press(KeyCode::Enter, 3));
        assert_eq!(page.top, 0);
        assert_eq!(fitting_keys(TO_SCROLL, 50), TO_SCROLL);
    }

    #[test]
    fn the_screen_fits_the_terminal() {
        for typed in [None, Some(":hint 12345678901234567890".to_owned())] {
            for columns in 1..50 {
                for rows in 1..12 {
                    let view = View { typed: typed.clone(), ..view() };
                    let Frame { lines, cursor, .. } = view.layout((columns, rows));
                    assert_eq!(lines.len(), rows);
                    assert!(lines.iter().all(|line| measure_text_width(line) <= columns));
                    assert!(cursor.0 < columns && cursor.1 < rows, "{columns} {rows} {cursor:?}");
                }
            }
        }
        assert!(view().layout((60, 3)).lines[0].starts_with("too small: 5 columns, 4 rows"));
        let typed = View { typed: Some("> f5".to_owned()), ..view() }.layout((40, 8));
        assert_eq!((typed.cursor, typed.lines[7].as_str()), ((4, 7), "> f5"));
    }
}
