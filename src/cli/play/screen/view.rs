//! What the terminal shows: the board, beside or below it the players and the moves, then
//! what was said, and in the last line the keys or what is being typed.

use console::{measure_text_width, truncate_str};

use super::terminal::Frame;

/// The columns between the board and what stands beside it.
const GAP: usize = 3;

/// The fewest columns that are used beside the board.
const BESIDE: usize = 26;

/// What is to be shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Scene {
    pub(super) board: Vec<String>,
    /// The column and the row of the chosen square in `board`.
    pub(super) chosen: (usize, usize),
    /// Who plays, and how many discs each has.
    pub(super) players: Vec<String>,
    /// The moves so far, each a word.
    pub(super) moves: Vec<String>,
    /// What was said.
    pub(super) said: Vec<String>,
    /// What is being typed, if anything is.
    pub(super) typed: Option<String>,
    /// What can be pressed.
    pub(super) keys: &'static str,
}

impl Scene {
    /// What a terminal of `size` shows of it.
    pub(super) fn compose(&self, size: (usize, usize)) -> Frame {
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
        // One line for the keys.
        let room = rows.saturating_sub(1);
        lines.truncate(room);
        lines.extend(fitting(&self.said, room - lines.len()));
        lines.resize(room, String::new());
        match &self.typed {
            Some(typed) => {
                // The end of what is typed is what has to be seen.
                let most = columns.saturating_sub(1);
                let hidden = typed.chars().count().saturating_sub(most);
                let typed: String = typed.chars().skip(hidden).collect();
                cursor = (measure_text_width(&typed).min(most), room);
                lines.push(typed);
            }
            None => lines.push(self.keys.to_owned()),
        }
        lines.truncate(rows);
        for line in &mut lines {
            *line = truncate_str(line, columns, "").into_owned();
        }
        Frame { lines, cursor, size }
    }

    /// What stands beside the board, in so many `columns`.
    fn beside(&self, columns: usize) -> Vec<String> {
        let mut lines = self.players.clone();
        lines.push(String::new());
        let rows = self.board.len().saturating_sub(lines.len());
        let moves = wrapped(&self.moves, columns);
        lines.extend(moves.into_iter().rev().take(rows).rev());
        lines
    }
}

/// The `words` in lines of so many `columns`.
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

/// As many of the lines as there is `room` for, with an empty one before them if there is
/// room for that, too; the last one tells how many are missing.
fn fitting(said: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if said.len() < room {
        lines.push(String::new());
    }
    lines.extend(said.iter().take(room).cloned());
    if let Some(last) = lines.last_mut().filter(|_| said.len() > room) {
        *last = format!("({} more lines do not fit)", said.len() + 1 - room);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn scene() -> Scene {
        Scene {
            board: texts(&["  a b", "1 - X", "2 O X"]),
            chosen: (2, 1),
            players: texts(&["black 2", "white 1"]),
            moves: texts(&["f5", "d6", "c3"]),
            said: texts(&["one", "two", "three"]),
            typed: None,
            keys: "keys: many",
        }
    }

    #[test]
    fn players_and_moves_stand_beside_the_board_or_below() {
        let wide = scene().compose((40, 8));
        assert_eq!(wide.lines[0], "  a b   black 2");
        assert_eq!(wide.lines[2..], ["2 O X   ", "", "one", "two", "three", "keys: many"]);
        assert_eq!(wide.cursor, (2, 1));
        let narrow = scene().compose((7, 8));
        assert_eq!(narrow.lines[2..], ["2 O X", "black 2", "white 1", "one", "(2 more", "keys: m"]);
        let moves = Scene { players: Vec::new(), ..scene() }.compose((40, 8)).lines;
        assert_eq!(moves[1], "1 - X   f5 d6 c3");
    }

    #[test]
    fn nothing_is_larger_than_the_terminal() {
        for typed in [None, Some(":hint 12345678901234567890".to_owned())] {
            for columns in 1..50 {
                for rows in 1..12 {
                    let scene = Scene { typed: typed.clone(), ..scene() };
                    let Frame { lines, cursor, .. } = scene.compose((columns, rows));
                    assert_eq!(lines.len(), rows);
                    assert!(lines.iter().all(|line| measure_text_width(line) <= columns));
                    assert!(cursor.0 < columns && cursor.1 < rows, "{columns} {rows} {cursor:?}");
                }
            }
        }
        assert!(scene().compose((60, 3)).lines[0].starts_with("too small: 5 columns, 4 rows"));
        let typed = Scene { typed: Some("> f5".to_owned()), ..scene() }.compose((40, 8));
        assert_eq!((typed.cursor, typed.lines[7].as_str()), ((4, 7), "> f5"));
    }
}
