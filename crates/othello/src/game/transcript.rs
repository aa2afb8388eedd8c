//! [`Game`] as a list of moves: `f5d6c3`.

use crate::board::Move;

use super::excerpt::first_word;
use super::{Game, IllegalMove, Setup};

/// An invalid move list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTranscriptError {
    /// A word that is not a move.
    #[error("invalid move {text:?}: expected a square a1-h8 or pass")]
    NotAMove {
        /// The offending text, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// A first move that is legal only from the start with colours exchanged.
    #[error(
        "move 1, {text:?}, is illegal: it needs black discs on d4 and e5; put that board before \
         the moves"
    )]
    OtherStart {
        /// The move as written.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// An illegal move.
    #[error("move {number}, {text:?}, is illegal: {reason}")]
    Illegal {
        /// Its number in the text, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// Its byte offset.
        offset: usize,
        /// The reason.
        reason: IllegalMove,
    },
}

impl ParseTranscriptError {
    /// The byte offset of the error.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match *self {
            ParseTranscriptError::NotAMove { offset, .. }
            | ParseTranscriptError::OtherStart { offset, .. }
            | ParseTranscriptError::Illegal { offset, .. } => offset,
        }
    }
}

impl Game {
    /// Reads the moves of a game that begins at `start`.
    ///
    /// Moves may be joined (`f5d6c3`) or separated by blanks, commas, dots and dashes (`f5-d6`), in
    /// either case, with or without numbers (`1. F5 d6 2. c3`). A number without a dot must be 1 to
    /// 64 if a move follows. At the end of the text it must be the number of the next move. A pass
    /// is `pass`, `pas`, `pa`, `p`, `ps` or `--`, or left out. Passes after the end of the game are
    /// ignored.
    ///
    /// # Errors
    ///
    /// If a word is not a move, or a move is illegal.
    pub fn from_transcript(start: Setup, text: &str) -> Result<Game, ParseTranscriptError> {
        Game::new(start).with_transcript(text)
    }

    /// Appends the moves of `text`. Reads them as [`from_transcript`](Game::from_transcript) does.
    ///
    /// # Errors
    ///
    /// As for [`from_transcript`](Game::from_transcript).
    pub fn with_transcript(self, text: &str) -> Result<Game, ParseTranscriptError> {
        let mut transcript = Transcript { game: self, moves: 0 };
        transcript.read(text)?;
        Ok(transcript.game)
    }

    /// The squares in lower case without passes: `f5d6c3`. A pass at the very end is lost.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.moves().iter().filter_map(|mv| mv.square()).map(|square| square.to_string()).collect()
    }

    /// The squares with `--` for each pass. Every move takes two characters.
    #[must_use]
    pub fn transcript_with_passes(&self) -> String {
        let word = |mv: &Move| mv.square().map_or("--".to_owned(), |square| square.to_string());
        self.moves().iter().map(word).collect()
    }
}

/// A transcript read in pieces.
pub(super) struct Transcript {
    pub(super) game: Game,
    /// The number of moves in the text so far.
    pub(super) moves: usize,
}

impl Transcript {
    /// Plays the moves of `text`. After an error the game has the moves before it.
    pub(super) fn read(&mut self, text: &str) -> Result<(), ParseTranscriptError> {
        let mut words = Words { text, offset: 0, moves: self.moves };
        while let Some((offset, word, mv)) = words.next_move()? {
            if mv == Move::Pass && self.game.is_over() {
                continue;
            }
            self.game.play(mv).map_err(|reason| {
                let text = word.to_owned();
                match words.moves {
                    1 if is_of_other_start(&self.game, mv) => {
                        ParseTranscriptError::OtherStart { text, offset }
                    }
                    number => ParseTranscriptError::Illegal { number, text, offset, reason },
                }
            })?;
        }
        self.moves = words.moves;
        Ok(())
    }
}

/// Whether `game` is at the usual start and `mv` is legal with colours exchanged.
fn is_of_other_start(game: &Game, mv: Move) -> bool {
    let start = Setup::START;
    let exchanged = Setup::from_discs(start.white(), start.black(), start.side);
    game.setup() == start && exchanged.is_some_and(|setup| setup.explain_illegal(mv).is_none())
}

/// The unread words of a transcript.
struct Words<'a> {
    text: &'a str,
    offset: usize,
    /// The number of moves read.
    moves: usize,
}

impl<'a> Words<'a> {
    /// The next move with its offset and text; `None` at the end.
    fn next_move(&mut self) -> Result<Option<(usize, &'a str, Move)>, ParseTranscriptError> {
        self.skip_separators();
        let (offset, rest) = (self.offset, &self.text[self.offset..]);
        if rest.is_empty() {
            return Ok(None);
        }
        let (word, mv) = leading_move(rest)
            .ok_or_else(|| ParseTranscriptError::NotAMove { text: first_word(rest), offset })?;
        self.offset += word.len();
        self.moves += 1;
        Ok(Some((offset, word, mv)))
    }

    /// Skips separators and move numbers. A number starts the text or follows a separator.
    fn skip_separators(&mut self) {
        let mut may_be_numbered = self.offset == 0;
        loop {
            let rest = &self.text[self.offset..];
            let trimmed = &rest[separators(rest)..];
            may_be_numbered |= trimmed.len() < rest.len();
            let number = if may_be_numbered { move_number(trimmed, self.moves) } else { 0 };
            self.offset = self.text.len() - trimmed.len() + number;
            if number == 0 {
                return;
            }
            may_be_numbered = false;
        }
    }
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '.' | '…' | '、' | '。' | '・' | '·')
}

/// The length of the leading separators. One dash separates, two are a pass.
fn separators(text: &str) -> usize {
    let separates = |&(at, character): &(usize, char)| {
        is_separator(character) || character == '-' && !text[at..].starts_with("--")
    };
    let end = text.char_indices().find(|next| !separates(next));
    end.map_or(text.len(), |(at, _)| at)
}

/// The length of the leading move number, after `moves` moves; 0 without one. A move number is
/// digits with dots or a parenthesis. Digits alone must be 1 to 64 if separators and a move follow.
/// At the end of the text they must be the next number, counted by moves or by pairs.
fn move_number(text: &str, moves: usize) -> usize {
    let after_digits = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches(['.', ')']);
    let digits = &text[..text.len() - after_digits.len()];
    let has_dots = after_dots.len() < after_digits.len();
    let is_bare_number = || {
        let next = &after_digits[separators(after_digits)..];
        let Ok(number) = digits.parse::<usize>() else { return false };
        match next {
            "" => moves > 0 && [moves + 1, moves / 2 + 1].contains(&number),
            _ if next.len() == after_digits.len() => false,
            _ => (1..=64).contains(&number) && leading_move(next).is_some(),
        }
    };
    if !digits.is_empty() && (has_dots || is_bare_number()) {
        text.len() - after_dots.len()
    } else {
        0
    }
}

/// The longest move at the start of `text`, with its spelling.
fn leading_move(text: &str) -> Option<(&str, Move)> {
    ["pass".len(), "pas".len(), "f5".len(), "p".len()].into_iter().find_map(|length| {
        let (word, rest) = text.split_at_checked(length)?;
        let mv: Move = word.parse().ok()?;
        (mv != Move::Pass || may_follow_pass(rest)).then_some((word, mv))
    })
}

/// Whether `rest`, the text after a pass, is empty or continues with a move. Letters of a word are
/// not a move.
fn may_follow_pass(rest: &str) -> bool {
    let mut characters = rest.chars();
    match characters.next().map(|next| next.to_ascii_lowercase()) {
        Some('a'..='h') => characters.next().is_some_and(|next| next.is_ascii_digit()),
        Some('p') | None => true,
        Some(next) => !next.is_alphabetic(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::game::setup::white_must_pass;

    fn parse(text: &str) -> Result<Game, ParseTranscriptError> {
        Game::from_transcript(Setup::START, text)
    }

    #[test]
    fn every_notation_of_moves_is_read() {
        let game = parse("f5d6c3").unwrap();
        assert_eq!(game.moves().len(), 3);
        for text in [
            "F5D6C3",
            "F5 d6 C3",
            "1. F5 d6 2. c3",
            "1.f5 d6 2.c3\r\n",
            " 1 f5 2 d6 3 c3 ",
            "1. f5 1. ... d6 2. c3.",
            "f5、d6・c3",
            "f5,d6, c3,",
            "F5-D6 - c3",
            "1. f5 1... d6\t2. c3 2.",
            "1) f5 d6 2)c3",
            "1 f5 d6 2 c3 2",
            "f5 d6 c3 4",
        ] {
            assert_eq!(parse(text).as_ref(), Ok(&game), "{text}");
        }
        assert_eq!(parse(""), Ok(Game::default()));
        assert_eq!(game.transcript(), "f5d6c3");
    }

    #[test]
    fn passes_are_read_in_every_spelling_or_omitted() {
        let start = white_must_pass();
        let mut game = Game::new(start);
        game.play(Square::C1.into()).unwrap();
        for text in [
            "c1", "pass c1", "PAc1", "psC1", "--c1", "1. -- c1", "passc1", "p c1", "Pc1", "pas-c1",
            "---c1",
        ] {
            assert_eq!(Game::from_transcript(start, text).as_ref(), Ok(&game), "{text}");
        }
        assert_eq!(game.transcript(), "c1");
        assert_eq!(game.transcript_with_passes(), "--c1");
        for text in ["c1 pass pass", "--c1----", "c1PA"] {
            assert_eq!(Game::from_transcript(start, text).as_ref(), Ok(&game), "{text}");
        }
        assert!(Game::from_transcript(start, "c1--d1").is_err());
    }

    #[test]
    fn errors_quote_the_word_and_the_reason() {
        for (text, message) in [
            ("f5 z3", r#"invalid move "z3": expected a square a1-h8 or pass"#),
            (
                "f5 Perpendicular",
                r#"invalid move "Perpendicular": expected a square a1-h8 or pass"#,
            ),
            ("f5d", r#"invalid move "d": expected a square a1-h8 or pass"#),
            ("f56 d6", r#"invalid move "6": expected a square a1-h8 or pass"#),
            ("f5 0000", r#"invalid move "0000": expected a square a1-h8 or pass"#),
            ("56", r#"invalid move "56": expected a square a1-h8 or pass"#),
            ("f5 d6 c3 5", r#"invalid move "5": expected a square a1-h8 or pass"#),
            ("f5 99 d6", r#"invalid move "99": expected a square a1-h8 or pass"#),
            ("f5 44 33 d6", r#"invalid move "44": expected a square a1-h8 or pass"#),
            ("2f5", r#"invalid move "2f5": expected a square a1-h8 or pass"#),
            (
                "e3f3",
                r#"move 1, "e3", is illegal: it needs black discs on d4 and e5; put that board before the moves"#,
            ),
            ("F5 f5", r#"move 2, "f5", is illegal: f5 is taken"#),
            ("f5D3", r#"move 2, "D3", is illegal: d3 flips nothing for white"#),
            ("1. Pass", r#"move 1, "Pass", is illegal: black has a move and may not pass"#),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
        let long = parse(&"é".repeat(1000)).unwrap_err();
        let text = format!("{}..", "é".repeat(24));
        assert_eq!(long, ParseTranscriptError::NotAMove { text, offset: 0 });
    }
}
