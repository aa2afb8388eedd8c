//! The board, and the screen around it: players, moves and messages, with keys or typed text in the
//! last line.
#![cfg_attr(not(any(unix, windows)), allow(dead_code))] // line mode draws only the board

use console::{Style, measure_text_width, truncate_str};

use engine::score::discs_of;
use engine::search::{Line, SearchReport};
use othello::board::{Color, Square};
use othello::game::Game;

/// Columns between the board and the text beside it.
const GAP: usize = 3;

/// Minimum columns of the text beside the board; in fewer it goes below.
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
    /// Descriptions of the keys, in decreasing length.
    pub(super) keys: &'static [&'static str],
    /// Replaces everything else.
    pub(super) page: Option<Page>,
}

/// A scrollable text that fills the screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Page {
    pub(super) lines: Vec<String>,
    pub(super) top: usize,
}

impl Page {
    /// A page at its first line.
    pub(super) fn new(text: &str) -> Page {
        Page { lines: text.lines().map(str::to_owned).collect(), top: 0 }
    }

    /// Scrolls by `down` lines on a screen with `room` lines.
    pub(super) fn scroll(&mut self, down: isize, room: usize) {
        let last = self.lines.len().saturating_sub(room);
        self.top = self.top.saturating_add_signed(down).min(last);
    }

    fn layout(&self, (columns, rows): (usize, usize)) -> Frame {
        let room = rows.saturating_sub(1);
        let mut lines: Vec<String> = self.lines.iter().skip(self.top).take(room).cloned().collect();
        let is_whole = self.top == 0 && self.lines.len() <= room;
        lines.resize(room, String::new());
        lines
            .push(fitting_words(if is_whole { &TO_LEAVE } else { &TO_SCROLL }, columns).to_owned());
        for line in &mut lines {
            *line = truncate_str(line, columns, "").into_owned();
        }
        lines.truncate(rows);
        Frame { lines, cursor: (0, room.min(rows.saturating_sub(1))), size: (columns, rows) }
    }
}

/// The keys of a short page.
const TO_LEAVE: [&str; 2] = ["Enter: back to the game", "Enter: back"];

/// The keys of a long page.
const TO_SCROLL: [&str; 3] =
    ["arrows: scroll  Enter: back to the game", "arrows: scroll  Enter: back", "arrows  Enter"];

/// The first of `texts` that fits into `columns`, or the last.
fn fitting_words(texts: &[&'static str], columns: usize) -> &'static str {
    let fits = |text: &&&'static str| measure_text_width(text) <= columns;
    texts.iter().find(fits).or(texts.last()).copied().unwrap_or_default()
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
        lines.extend(fitting(&self.messages, room - lines.len()));
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
            None => lines.push(fitting_words(self.keys, columns).to_owned()),
        }
        lines.truncate(rows);
        for line in &mut lines {
            *line = truncate_str(line, columns, "").into_owned();
        }
        Frame { lines, cursor, size }
    }

    /// The lines beside the board, up to `columns` wide.
    fn beside(&self, columns: usize) -> Vec<String> {
        let mut lines = self.players.clone();
        lines.push(String::new());
        let rows = self.board.len().saturating_sub(lines.len());
        let moves = wrapped(&self.moves, columns);
        lines.extend(moves.into_iter().rev().take(rows).rev());
        lines
    }
}

/// Wraps `words` into lines of up to `columns`.
fn wrapped(words: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= columns => *line += &format!(" {word}"),
            _ => lines.push(word.clone()),
        }
    }
    lines
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

/// Values of moves in centidiscs.
pub(super) type Values = Vec<(Square, i32)>;

/// The values of the searched moves of `report`.
pub(super) fn values(report: &SearchReport) -> Values {
    let value = |line: &Line| Some((line.pv.first()?.square()?, line.known_score()?.centidiscs()));
    report.lines.iter().filter_map(value).collect()
}

/// The lines of the board. With colours on, marks `chosen` and shows `values` on legal squares.
pub(super) fn draw_board(game: &Game, chosen: Option<Square>, values: &Values) -> Vec<String> {
    if console::colors_enabled() { in_colours(game, chosen, values) } else { plain(game) }
}

/// The board without colours, with `values` on legal squares.
pub(super) fn draw_values(game: &Game, values: &Values) -> String {
    let setup = game.setup();
    let contents = |&square: &Square| match setup.disc_at(square) {
        Some(Color::Black) => "X".to_owned(),
        Some(Color::White) => "O".to_owned(),
        None => value_text(values, square).unwrap_or_else(|| "-".to_owned()),
    };
    let mut text = "    a   b   c   d   e   f   g   h".to_owned();
    for (number, row) in (1..).zip(Square::ALL.chunks_exact(8)) {
        let row: String = row.iter().map(|square| format!("{:>4}", contents(square))).collect();
        text += &format!("\n{number}{row}");
    }
    text
}

/// The value of `square` in whole discs with sign; `None` if unknown.
fn value_text(values: &Values, square: Square) -> Option<String> {
    let &(_, value) = values.iter().find(|&&(of, _)| of == square)?;
    Some(format!("{:+.0}", discs_of(value)))
}

/// Column and row of `square` in the lines of [`draw_board`].
pub(super) fn square_place(square: Square) -> (usize, usize) {
    let (column, row) = (square.index() % 8, square.index() / 8);
    let before = if console::colors_enabled() { 3 + 3 * column } else { 2 + 2 * column };
    (before, row + 1)
}

fn plain(game: &Game) -> Vec<String> {
    let last = game.moves().last().copied();
    let drawing = game.setup().draw().with_legal_moves().with_last_move(last);
    drawing.to_string().lines().map(str::to_owned).collect()
}

fn in_colours(game: &Game, chosen: Option<Square>, values: &Values) -> Vec<String> {
    let setup = game.setup();
    let last = game.moves().last().and_then(|mv| mv.square());
    let legal = setup.position.legal_moves();
    let contents = |square| {
        let value = value_text(values, square);
        let (text, style) = match setup.disc_at(square) {
            Some(Color::Black) => (" ● ", Style::new().color256(16)),
            Some(Color::White) => (" ● ", Style::new().color256(231)),
            None if legal.contains(square) => {
                (value.as_deref().unwrap_or(" · "), Style::new().color256(194))
            }
            None => ("   ", Style::new()),
        };
        let background = if chosen == Some(square) {
            CHOSEN
        } else if last == Some(square) {
            LAST
        } else {
            green(square)
        };
        style.on_color256(background).apply_to(format!("{text:^3}")).to_string()
    };
    let mut lines = vec!["   a  b  c  d  e  f  g  h".to_owned()];
    for (number, row) in (1..).zip(Square::ALL.chunks_exact(8)) {
        let squares: String = row.iter().map(|&square| contents(square)).collect();
        lines.push(format!("{number} {squares}"));
    }
    lines.push(format!("{} to move", setup.side));
    lines
}

/// Background of the selected square.
const CHOSEN: u8 = 31;

/// Background of the last move.
const LAST: u8 = 136;

/// Background of other squares: two greens, chequered.
fn green(square: Square) -> u8 {
    let index = square.index();
    if (index / 8 + index % 8).is_multiple_of(2) { 28 } else { 29 }
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
            keys: &["keys: many", "keys"],
            page: None,
        }
    }

    #[test]
    fn players_and_moves_stand_beside_the_board_or_below() {
        let wide = view().layout((40, 8));
        assert_eq!(wide.lines[0], "  a b   black 2");
        assert_eq!(wide.lines[2..], ["2 O X   ", "", "one", "two", "three", "keys: many"]);
        assert_eq!(wide.cursor, (2, 1));
        let narrow = view().layout((7, 8));
        assert_eq!(narrow.lines[2..], ["2 O X", "black 2", "white 1", "one", "(2 more", "keys"]);
        let moves = View { players: Vec::new(), ..view() }.layout((40, 8)).lines;
        assert_eq!(moves[1], "1 - X   f5 d6 c3");
    }

    #[test]
    fn a_text_that_is_too_long_shows_its_end_however_wide_it_is() {
        for (typed, end) in [("abcdefgh", "defgh"), ("l 黒白黒白", "黒白"), ("白a黒b", "a黒b")]
        {
            let view = View { typed: Some(typed.to_owned()), ..view() };
            let Frame { lines, cursor, .. } = view.layout((6, 8));
            assert_eq!((&*lines[7], cursor), (end, (measure_text_width(end), 7)));
        }
    }

    #[test]
    fn a_page_fills_the_screen_and_scrolls() {
        let mut page = Page::new("one\ntwo\nthree\nfour");
        let shown = |page: &Page| {
            let view = View { page: Some(page.clone()), ..view() };
            view.layout((30, 4)).lines
        };
        let keys = "arrows: scroll  Enter: back";
        assert_eq!(shown(&page), ["one", "two", "three", keys]);
        page.scroll(5, 3);
        assert_eq!(shown(&page), ["two", "three", "four", keys]);
        page.scroll(-9, 3);
        assert_eq!(page.top, 0);
        page.lines.pop();
        assert_eq!(shown(&page)[3], "Enter: back to the game");
    }

    #[test]
    fn values_stand_on_their_squares() {
        let values = vec![(Square::F5, 149), (Square::D3, -1200)];
        let drawn = draw_values(&Game::default(), &values);
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows[3], "3   -   -   - -12   -   -   -   -");
        assert_eq!(rows[5], "5   -   -   -   X   O  +1   -   -");
    }

    #[test]
    fn nothing_is_larger_than_the_terminal() {
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
