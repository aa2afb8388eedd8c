//! The board and the values of moves.

use console::Style;

use crate::output::IS_UNICODE;
use engine::score::discs_of;
use engine::search::{Line, SearchReport};
use othello::board::{Color, Square};
use othello::game::Game;

/// Values of moves in centidiscs.
pub(super) type Values = Vec<(Square, i32)>;

/// The values of the searched moves of `report`.
pub(super) fn values(report: &SearchReport) -> Values {
    let value = |line: &Line| Some((line.pv.first()?.square()?, line.known_score()?.centidiscs()));
    report.lines.iter().filter_map(value).collect()
}

/// The lines of the board, and `state` below it. With colours on, marks `chosen` and shows `values` on
/// legal squares.
pub(super) fn draw_board(
    game: &Game,
    state: &str,
    chosen: Option<Square>,
    values: &Values,
) -> Vec<String> {
    let mut lines =
        if console::colors_enabled() { in_colours(game, chosen, values) } else { plain(game) };
    lines.push(state.to_owned());
    lines
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
    for (number, row) in (1..).zip(Square::ALL.as_chunks::<8>().0) {
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

/// Columns per square. Values need one more.
fn square_width(has_values: bool) -> usize {
    match (console::colors_enabled(), has_values) {
        (false, _) => 2,
        (true, false) => 3,
        (true, true) => 4,
    }
}

/// Column and row of the middle of `square` in the lines of [`draw_board`].
pub(super) fn square_place(square: Square, has_values: bool) -> (usize, usize) {
    let (column, row) = (square.index() % 8, square.index() / 8);
    let width = square_width(has_values);
    (2 + width * column + (width - 1) / 2, row + 1)
}

/// The square at `column` and `row` of these lines.
pub(super) fn square_at(column: usize, row: usize, has_values: bool) -> Option<Square> {
    let file = column.checked_sub(2)? / square_width(has_values);
    let rank = row.checked_sub(1)?;
    (file < 8).then(|| Square::ALL.get(8 * rank + file).copied()).flatten()
}

fn plain(game: &Game) -> Vec<String> {
    let last = game.moves().last().copied();
    let drawing = game.setup().draw().with_legal_moves().with_last_move(last);
    drawing.to_string().lines().take(9).map(str::to_owned).collect()
}

fn in_colours(game: &Game, chosen: Option<Square>, values: &Values) -> Vec<String> {
    let setup = game.setup();
    let last = game.moves().last().and_then(|mv| mv.square());
    let legal = setup.position.legal_moves();
    let width = square_width(!values.is_empty());
    let [black, white, dot] = if *IS_UNICODE { ["●", "●", "·"] } else { ["X", "O", "."] };
    let contents = |square| {
        let value = value_text(values, square);
        let (text, style) = match setup.disc_at(square) {
            Some(Color::Black) => (black, Style::new().color256(16)),
            Some(Color::White) => (white, Style::new().color256(231)),
            None if legal.contains(square) => {
                (value.as_deref().unwrap_or(dot), Style::new().color256(194))
            }
            None => (" ", Style::new()),
        };
        let background = if chosen == Some(square) {
            CHOSEN
        } else if last == Some(square) {
            LAST
        } else {
            green(square)
        };
        style.on_color256(background).apply_to(format!("{text:^width$}")).to_string()
    };
    let letters: String = ('a'..='h').map(|letter| format!("{letter:^width$}")).collect();
    let mut lines = vec![format!("  {}", letters.trim_end())];
    for (number, row) in (1..).zip(Square::ALL.as_chunks::<8>().0) {
        let squares: String = row.iter().map(|&square| contents(square)).collect();
        lines.push(format!("{number} {squares}"));
    }
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

    #[test]
    fn screen_positions_map_to_their_squares() {
        for has_values in [false, true] {
            for square in Square::ALL {
                let (column, row) = square_place(square, has_values);
                assert_eq!(square_at(column, row, has_values), Some(square));
            }
            assert_eq!(square_at(1, 1, has_values), None);
            assert_eq!(square_at(2, 0, has_values), None);
            assert_eq!(square_at(40, 1, has_values), None);
            assert_eq!(square_at(3, 9, has_values), None);
        }
    }

    #[test]
    fn values_appear_on_their_squares() {
        let values = vec![(Square::F5, 149), (Square::D3, -1200)];
        let drawn = draw_values(&Game::default(), &values);
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows[3], "3   -   -   - -12   -   -   -   -");
        assert_eq!(rows[5], "5   -   -   -   X   O  +1   -   -");
    }
}
