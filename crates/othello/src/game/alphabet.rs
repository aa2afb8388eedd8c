//! The characters for discs, empty squares and sides.

use crate::board::Color;

/// The contents of the square that `character` shows: `Some(None)` for an empty square. `None` for
/// other characters. The digit `0` is empty, the letter `O` is White.
pub(super) const fn square_contents(character: char) -> Option<Option<Color>> {
    match narrow(character) {
        '-' | '.' | '_' | '0' | '·' | '・' | '□' | '⬜' | '🟩' => Some(None),
        _ => match disc_color(character) {
            None => None,
            color => Some(color),
        },
    }
}

/// The colour of the disc that `character` shows.
pub(super) const fn disc_color(character: char) -> Option<Color> {
    match narrow(character) {
        'X' | 'x' | '*' | 'B' | 'b' | '1' | '@' | '●' | '⚫' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' | '2' | '○' | '◯' | '〇' | '⚪' => Some(Color::White),
        _ => None,
    }
}

/// Whether `character` is a full-width form of ASCII.
const fn is_wide(character: char) -> bool {
    matches!(character, '\u{ff01}'..='\u{ff5e}')
}

/// The ASCII form of a full-width character; other characters are unchanged.
pub(super) const fn narrow(character: char) -> char {
    const SHIFT: u32 = '\u{ff01}' as u32 - '!' as u32;
    if !is_wide(character) {
        return character;
    }
    match char::from_u32(character as u32 - SHIFT) {
        Some(ascii) => ascii,
        None => character,
    }
}

/// The side with this name: `black` or `white` in any case, Japanese, or a disc character.
pub(super) fn side(word: &str) -> Option<Color> {
    if word.eq_ignore_ascii_case("black") || matches!(word, "黒" | "黒番") {
        return Some(Color::Black);
    }
    if word.eq_ignore_ascii_case("white") || matches!(word, "白" | "白番") {
        return Some(Color::White);
    }
    let mut characters = word.trim_end_matches('番').chars();
    let color = disc_color(characters.next()?);
    if characters.next().is_none() { color } else { None }
}

/// The side in a text such as `X`, `Black to move`, `White to play and win`, `Side to move: X` or
/// `手番：黒`.
pub(super) fn side_in_words(text: &str) -> Option<Color> {
    let text = text.trim().trim_matches(['(', ')', '.', ';', '。']).to_lowercase();
    let heads = ["side to move", "to move", "to play", "turn", "手番"];
    let named = heads
        .into_iter()
        .find_map(|head| text.strip_prefix(head)?.trim_start().strip_prefix([':', '：', '=']));
    let text = named.unwrap_or(&text).trim();
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    let is_rest = [
        "",
        "to move",
        "to play",
        "to play and win",
        "to play and draw",
        "turn",
        "cannot move: game over",
    ];
    is_rest.contains(&rest.trim()).then(|| side(word.trim_end_matches("'s")))?
}

/// The letter in printed boards: `X` for Black, `O` for White.
pub(super) const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_empty_and_the_letter_o_is_white() {
        assert_eq!(square_contents('0'), Some(None));
        assert_eq!(square_contents('O'), Some(Some(Color::White)));
        assert_eq!(square_contents('o'), Some(Some(Color::White)));
        assert_eq!(square_contents('a'), None);
        assert_eq!(square_contents(' '), None);
    }

    #[test]
    fn sides_are_named_in_words() {
        for black in [
            "X",
            "Black",
            "Black to move.",
            "(X to move)",
            "Black to play and win",
            "* to move",
            "Side to move: X",
            "Turn: Black",
            "black cannot move: game over",
            "black's turn",
            "手番：黒",
            "●番",
            "X to play",
        ] {
            assert_eq!(side_in_words(black), Some(Color::Black), "{black}");
        }
        for nobody in ["", "black wins", "turn", "X moves f4", "to move"] {
            assert_eq!(side_in_words(nobody), None, "{nobody}");
        }
    }

    #[test]
    fn sides_are_words_or_disc_characters() {
        for black in ["X", "x", "*", "B", "b", "1", "black", "BLACK", "Black"] {
            assert_eq!(side(black), Some(Color::Black), "{black}");
        }
        for white in ["O", "o", "W", "w", "2", "white", "White"] {
            assert_eq!(side(white), Some(Color::White), "{white}");
        }
        for (word, color) in [("黒", Color::Black), ("黒番", Color::Black), ("白番", Color::White)]
        {
            assert_eq!(side(word), Some(color), "{word}");
        }
        for nobody in ["", "-", "0", "XX", "blac", "é"] {
            assert_eq!(side(nobody), None, "{nobody}");
        }
    }
}
