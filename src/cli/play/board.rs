//! The board on a terminal: discs on green squares, dots where one may go.

use console::Style;

use crate::board::{Color, Square};
use crate::game::Game;

/// The lines of the board at the end of `game`, in colours if they are on, then with
/// `chosen` marked, too.
pub(super) fn draw(game: &Game, chosen: Option<Square>) -> Vec<String> {
    if console::colors_enabled() { in_colours(game, chosen) } else { plain(game) }
}

/// The column and the row in the lines of [`draw`] where the disc on `square` is.
pub(super) fn place(square: Square) -> (usize, usize) {
    let (column, row) = (square.index() % 8, square.index() / 8);
    let before = if console::colors_enabled() { 3 + 3 * column } else { 2 + 2 * column };
    (before, row + 1)
}

fn plain(game: &Game) -> Vec<String> {
    let drawing = game.setup().draw().with_legal_moves();
    let drawing = match game.moves().last() {
        Some(&last) => drawing.with_last_move(last),
        None => drawing,
    };
    drawing.to_string().lines().map(str::to_owned).collect()
}

fn in_colours(game: &Game, chosen: Option<Square>) -> Vec<String> {
    let setup = game.setup();
    let last = game.moves().last().and_then(|mv| mv.square());
    let legal = setup.position.legal_moves();
    let contents = |square| {
        let (disc, style) = match setup.disc_at(square) {
            Some(Color::Black) => ('●', Style::new().color256(16)),
            Some(Color::White) => ('●', Style::new().color256(231)),
            None if legal.contains(square) => ('·', Style::new().color256(194)),
            None => (' ', Style::new()),
        };
        let ground = if chosen == Some(square) {
            CHOSEN
        } else if last == Some(square) {
            LAST
        } else {
            green(square)
        };
        style.on_color256(ground).apply_to(format!(" {disc} ")).to_string()
    };
    let mut lines = vec!["   a  b  c  d  e  f  g  h".to_owned()];
    for (number, row) in (1..).zip(Square::ALL.chunks_exact(8)) {
        let squares: String = row.iter().map(|&square| contents(square)).collect();
        lines.push(format!("{number} {squares}"));
    }
    lines.push(format!("{} to move", setup.side));
    lines
}

/// The ground of the square that a key would choose.
const CHOSEN: u8 = 31;

/// The ground of the last move.
const LAST: u8 = 136;

/// Two greens, so that squares are told apart.
fn green(square: Square) -> u8 {
    let index = square.index();
    if (index / 8 + index % 8).is_multiple_of(2) { 28 } else { 29 }
}
