//! The board on a terminal: discs on green squares, dots where one may go.

use std::fmt::Write;

use console::Style;

use crate::board::{Color, Square};
use crate::game::Game;

/// The board at the end of `game`, in colours if they are on.
pub(super) fn draw(game: &Game) -> String {
    if console::colors_enabled() { in_colours(game) } else { plain(game) }
}

fn plain(game: &Game) -> String {
    let drawing = game.setup().draw().with_legal_moves();
    match game.moves().last() {
        Some(&last) => drawing.with_last_move(last).to_string(),
        None => drawing.to_string(),
    }
}

fn in_colours(game: &Game) -> String {
    let setup = game.setup();
    let last = game.moves().last().and_then(|mv| mv.square());
    let legal = setup.position.legal_moves();
    let mut text = "   a  b  c  d  e  f  g  h\n".to_owned();
    for (number, row) in (1..).zip(Square::ALL.chunks_exact(8)) {
        let _ = write!(text, "{number} ");
        for &square in row {
            let (disc, style) = match setup.disc_at(square) {
                Some(Color::Black) => ('●', Style::new().color256(16)),
                Some(Color::White) => ('●', Style::new().color256(231)),
                None if legal.contains(square) => ('·', Style::new().color256(194)),
                None => (' ', Style::new()),
            };
            let board = if last == Some(square) { 136 } else { board_colour(square) };
            let _ = write!(text, "{}", style.on_color256(board).apply_to(format!(" {disc} ")));
        }
        text.push('\n');
    }
    text + &format!("{} to move", setup.side)
}

/// Two greens, so that squares are told apart.
fn board_colour(square: Square) -> u8 {
    let index = square.index();
    if (index / 8 + index % 8).is_multiple_of(2) { 28 } else { 29 }
}
