//! Reading GGF: [`GgfReader`] splits the text into tags, which give the game.

use std::str::FromStr;
use std::time::Duration;

use crate::board::{Color, Move};
use crate::game::decimal::{parse_centidiscs, parse_decimal};
use crate::game::excerpt::{excerpt, first_word};
use crate::game::{IllegalMove, Setup};

use super::{GgfClock, GgfGame, GgfKind, GgfNote, GgfResult, ParseGgfError, add_comment};

/// Reads one game, perhaps with the number of games (`1` or `2`) before it.
///
/// Only the usual game on 8x8 is read, from any start. A needed pass may be left out, and
/// a clock that cannot be read is.
impl FromStr for GgfGame {
    type Err = ParseGgfError;

    fn from_str(text: &str) -> Result<GgfGame, ParseGgfError> {
        let mut reader = GgfReader::new(text);
        reader.skip(is_between_games);
        let game = game_from_tags(&reader.game_tags()?)?;
        reader.skip(char::is_whitespace);
        match reader.rest() {
            "" => Ok(game),
            rest => {
                Err(ParseGgfError::Trailing { text: first_word(rest), offset: reader.offset() })
            }
        }
    }
}

fn is_between_games(character: char) -> bool {
    character.is_whitespace() || character.is_ascii_digit()
}

fn game_from_tags(tags: &[GgfTag<'_>]) -> Result<GgfGame, ParseGgfError> {
    let named = |name| tags.iter().find(move |tag| tag.name == name);
    if let Some(tag) = named("GM").filter(|tag| !tag.value.trim().eq_ignore_ascii_case("othello")) {
        return Err(ParseGgfError::NotOthello { text: tag.quoted(), offset: tag.offset });
    }
    let board = named("BO").ok_or(ParseGgfError::MissingBoard)?;
    let mut game = GgfGame::from(board.setup()?);
    let mut moves = 0;
    // That of the players who have none of their own.
    let mut clock = None;
    for tag in tags {
        match tag.name {
            "PC" => game.place = tag.text(),
            "DT" => game.date = tag.text(),
            "PB" => game.black.name = tag.text(),
            "PW" => game.white.name = tag.text(),
            "RB" => game.black.rating = tag.text(),
            "RW" => game.white.rating = tag.text(),
            "TI" => clock = GgfClock::parse(&tag.value),
            "TB" => game.black.clock = GgfClock::parse(&tag.value),
            "TW" => game.white.clock = GgfClock::parse(&tag.value),
            "TY" => game.kind = tag.kind()?,
            "RE" => game.result = tag.result()?,
            "C" => match game.notes.last_mut() {
                Some(note) => note.add_comment(&tag.value),
                None => add_comment(&mut game.comment, &tag.value),
            },
            "GM" | "BO" => {}
            "B" | "W" => {
                moves += 1;
                play_tag(&mut game, tag, moves)?;
            }
            name => {
                game.tags.insert(name.to_owned(), tag.text());
            }
        }
    }
    for player in [&mut game.black, &mut game.white] {
        player.clock = player.clock.or(clock);
    }
    Ok(game)
}

/// Makes the move of `tag`, the one with this number in the text, and the pass before
/// it if that was left out. A pass in a finished game counts for nothing.
fn play_tag(game: &mut GgfGame, tag: &GgfTag<'_>, number: usize) -> Result<(), ParseGgfError> {
    let (text, offset) = (tag.quoted(), tag.offset);
    let Some((mv, note)) = GgfNote::with_move(&tag.value) else {
        return Err(ParseGgfError::NotAMove { number, text, offset });
    };
    if mv == Move::Pass && game.game().is_over() {
        return Ok(());
    }
    let color = if tag.name == "B" { Color::Black } else { Color::White };
    let now = game.game().setup();
    let setup = match now.after(Move::Pass) {
        _ if color == now.side => now,
        Ok(passed) => passed,
        Err(IllegalMove::GameOver) => now,
        Err(_) => return Err(ParseGgfError::WrongSide { number, text, offset, side: now.side }),
    };
    setup.after(mv).and_then(|_| game.play(mv, note)).map_err(|reason| ParseGgfError::Illegal {
        number,
        text,
        offset,
        reason,
    })
}

impl GgfNote {
    /// Reads a move and what is noted with it, `move[/discs[/seconds]]`, the latter two
    /// perhaps blank; `None` if `text` is something else.
    #[must_use]
    pub fn with_move(text: &str) -> Option<(Move, GgfNote)> {
        let mut parts = text.split('/').map(str::trim);
        let mv = parts.next()?.parse().ok()?;
        let centidiscs = match parts.next() {
            None | Some("") => None,
            Some(part) if part.eq_ignore_ascii_case("nan") => None,
            Some(part) => Some(parse_centidiscs(part)?),
        };
        let time = match parts.next() {
            None | Some("") => None,
            Some(part) => Some(parse_time_used(part)?),
        };
        let note = GgfNote { centidiscs, time, ..GgfNote::default() };
        parts.next().is_none().then_some((mv, note))
    }
}

/// Reads seconds with decimals, perhaps with minutes and a `:` before them.
fn parse_time_used(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let minutes = Duration::from_secs(60 * u64::from(minutes.parse::<u16>().ok()?));
    Some(minutes + Duration::from_millis(parse_decimal(seconds, 3)?.try_into().ok()?))
}

impl GgfTag<'_> {
    fn text(&self) -> String {
        self.value.clone()
    }

    fn quoted(&self) -> String {
        excerpt(&self.value)
    }

    /// The start that the tag BO gives.
    fn setup(&self) -> Result<Setup, ParseGgfError> {
        let offset = self.offset;
        let value = self.value.trim_start();
        let (size, board) = value.split_at(value.find(char::is_whitespace).unwrap_or(value.len()));
        if size != "8" {
            return Err(ParseGgfError::BoardSize { text: excerpt(size), offset });
        }
        let offset = offset + self.value.len() - board.len();
        board.parse().map_err(|source| ParseGgfError::Board { offset, source })
    }

    fn kind(&self) -> Result<GgfKind, ParseGgfError> {
        let error = || ParseGgfError::Variant { text: self.quoted(), offset: self.offset };
        GgfKind::parse(&self.value).ok_or_else(error)
    }

    fn result(&self) -> Result<Option<GgfResult>, ParseGgfError> {
        if matches!(self.value.trim(), "" | "?") {
            return Ok(None);
        }
        let error = || ParseGgfError::Result { text: self.quoted(), offset: self.offset };
        let result = GgfResult::parse(&self.value).filter(|result| result.is_possible());
        result.map(Some).ok_or_else(error)
    }
}

/// What every game starts with.
const START: &str = "(;";

/// A text that is being read, from its start to its end.
#[derive(Debug, Clone)]
pub(super) struct GgfReader<'a> {
    text: &'a str,
    offset: usize,
}

/// A tag and its value.
pub(super) struct GgfTag<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    /// Where the value starts.
    pub(super) offset: usize,
}

impl<'a> GgfReader<'a> {
    pub(super) const fn new(text: &'a str) -> GgfReader<'a> {
        GgfReader { text, offset: 0 }
    }

    /// The text that is not read yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// The place, in bytes from the start.
    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    /// Skips characters up to the first that is not `skipped`.
    pub(super) fn skip(&mut self, skipped: fn(char) -> bool) {
        self.offset = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    /// Skips `expected` if the text continues with it.
    fn accept(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.offset += expected.len();
        }
        found
    }

    /// Reads the tags of a game, which starts right here.
    pub(super) fn game_tags(&mut self) -> Result<Vec<GgfTag<'a>>, ParseGgfError> {
        let offset = self.offset;
        if !self.accept(START) {
            return Err(ParseGgfError::NoGame { text: first_word(self.rest()), offset });
        }
        let mut tags = Vec::new();
        while let Some(tag) = self.tag()? {
            tags.push(tag);
        }
        Ok(tags)
    }

    /// Reads the next tag; `None` at the end of the game.
    fn tag(&mut self) -> Result<Option<GgfTag<'a>>, ParseGgfError> {
        self.skip(char::is_whitespace);
        if self.accept(";)") || self.accept(")") {
            return Ok(None);
        }
        let (start, rest) = (self.offset, self.rest());
        let length = rest.find(|character: char| !character.is_ascii_alphabetic());
        let (name, value) = rest.split_at(length.unwrap_or(rest.len()));
        if name.is_empty() || !value.starts_with('[') {
            return Err(ParseGgfError::NotATag { text: first_word(rest), offset: start });
        }
        self.offset += name.len() + 1;
        let offset = self.offset;
        match self.value() {
            Some(value) => Ok(Some(GgfTag { name, value, offset })),
            None => Err(ParseGgfError::OpenTag { tag: excerpt(name), offset: start }),
        }
    }

    /// Reads the value of a tag and the bracket behind it; `None` if there is none
    /// up to the end of the text. A `\` before `]`, `(` or `\` is left out.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut characters = self.rest().chars().peekable();
        while let Some(character) = characters.next() {
            let escaped =
                characters.next_if(|&next| character == '\\' && matches!(next, ']' | '\\' | '('));
            self.offset += character.len_utf8() + escaped.map_or(0, char::len_utf8);
            match (escaped, character) {
                (None, ']') => return Some(value),
                _ => value.push(escaped.unwrap_or(character)),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GgfEnding;
    use crate::game::setup::white_must_pass;

    const BOARD: &str = "---------------------------O*------*O---------------------------";

    /// A game from the usual start with these tags after the start.
    fn with_tags(tags: &str) -> Result<GgfGame, ParseGgfError> {
        format!("(;GM[Othello]BO[8 {BOARD} *]{tags};)").parse()
    }

    #[test]
    fn a_game_of_a_server_is_read_with_all_its_tags() {
        let rows = BOARD.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
        let rows = rows.collect::<Vec<_>>().join(" ");
        let text = format!(
            "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[booklet]PW[Saio1200]\
             RB[2168.7]RW[2555.1]TI[05:00//02:00]TY[s8r18]RE[-38.00:r]XY[what]\n\
             BO[8 {rows} *]B[d3//0.01]W[c5/-1.50]B[d6/NaN/0:07];)\n"
        );
        let game: GgfGame = text.parse().unwrap();
        assert_eq!(game.place, "GGS/os");
        assert_eq!(game.date, "2003.12.15_13:24:03.MST");
        assert_eq!((game.black.name.as_str(), game.white.name.as_str()), ("booklet", "Saio1200"));
        assert_eq!((game.black.rating.as_str(), game.white.rating.as_str()), ("2168.7", "2555.1"));
        assert_eq!(game.kind, GgfKind { synchro: true, random_discs: Some(18), komi: false });
        let result = GgfResult { centidiscs: -3800, ending: GgfEnding::Resigned };
        assert_eq!(game.result, Some(result));
        assert_eq!(game.black.clock, game.white.clock);
        assert_eq!(game.black.clock.unwrap().time, Duration::from_secs(300));
        assert_eq!(game.game().start(), Setup::START);
        assert_eq!(game.game().transcript(), "d3c5d6");
        let note = |centidiscs, milliseconds: Option<u64>| GgfNote {
            centidiscs,
            time: milliseconds.map(Duration::from_millis),
            ..GgfNote::default()
        };
        let notes = [note(None, Some(10)), note(Some(-150), None), note(None, Some(7000))];
        assert_eq!(game.notes(), notes);
    }

    #[test]
    fn comments_and_unknown_tags_are_kept() {
        let game = with_tags(r"XY[z]C[before]B[f5]C[good]W[d6/1]C[a\]b]C[ c ]KM[+2]").unwrap();
        assert_eq!(game.comment, "before");
        let comments: Vec<&str> = game.notes().iter().map(|note| &*note.comment).collect();
        assert_eq!(comments, ["good", "a]b c"]);
        let tags: Vec<_> = game.tags.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(tags, [("KM", "+2"), ("XY", "z")]);
        assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn clocks_may_differ() {
        let game = with_tags("TI[05:00]TW[03:00]").unwrap();
        assert_eq!(game.black.clock, GgfClock::parse("05:00"));
        assert_eq!(game.white.clock, GgfClock::parse("03:00"));
        assert!(game.to_string().contains("TB[05:00]TW[03:00]"));
        // A clock of each player leaves nothing for that of both to say.
        let game = with_tags("TI[05:00/00:10/02:00]TB[03:00]TW[04:00//02:00]").unwrap();
        assert!(game.to_string().contains("TB[03:00]TW[04:00//02:00]"));
        for both in ["05:00", "soon"] {
            let game = with_tags(&format!("TB[03:00]TW[04:00]TI[{both}]")).unwrap();
            assert!(game.to_string().contains("TB[03:00]TW[04:00]"), "{both}");
        }
    }

    #[test]
    fn brackets_in_names_survive() {
        let game = with_tags(r"PB[a\]\\b\c]").unwrap();
        assert_eq!(game.black.name, r"a]\b\c");
        assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn a_needed_pass_may_be_left_out() {
        let read = |moves| {
            let start = white_must_pass().to_string().replace('X', "*");
            format!("(;BO[8 {start}]{moves};)").parse::<GgfGame>()
        };
        let game = read("W[PA]B[C1]").unwrap();
        assert_eq!(read("B[C1]").as_ref(), Ok(&game));
        assert_eq!(game.game().transcript_with_passes(), "--c1");
        assert_eq!(read("B[C1]W[PA]B[PA]").as_ref(), Ok(&game));
        for (moves, message) in [
            ("W[C1]", r#"move 1, "C1", is illegal: white has to pass here"#),
            ("B[PA]", r#"move 1, "PA", is illegal: black has a move and may not pass"#),
            ("B[C1]B[PA]W[PA]B[D1]", r#"move 4, "D1", is illegal: the game is over"#),
            ("B[C1]B[D1]", r#"move 2, "D1", is illegal: the game is over"#),
            ("B[C1]W[D1]", r#"move 2, "D1", is illegal: the game is over"#),
        ] {
            assert_eq!(read(moves).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_game_may_have_no_result() {
        for result in ["", " ", "?", " ? "] {
            assert_eq!(with_tags(&format!("RE[{result}]")).map(|game| game.result), Ok(None));
        }
    }

    #[test]
    fn a_clock_that_cannot_be_read_costs_the_clock_alone() {
        for clock in ["", "0", "15", "soon", "15:00,1"] {
            let game = with_tags(&format!("TI[{clock}]TW[5:00]B[f5]")).unwrap();
            assert_eq!(game.game().transcript(), "f5", "{clock}");
            assert_eq!((game.black.clock, game.white.clock), (None, GgfClock::parse("5:00")));
        }
    }

    #[test]
    fn errors_quote_the_tag_that_is_wrong() {
        for (tags, message) in [
            ("B[f5]B[d6]", r#"move 2, "d6": white is to move"#),
            ("B[f5]W[f5]", r#"move 2, "f5", is illegal: f5 is taken"#),
            ("B[f5/x]", r#"move 1, "f5/x": expected move/discs/seconds such as F5/-2.00/1.5"#),
            (
                "TY[8a]",
                "\"8a\" (TY) is no match on 8x8 by the usual rules: \
                 expected such as 8, s8 or 8r20",
            ),
            (
                "RE[won]",
                "\"won\" (RE) is no result: \
                 expected ? or Black's discs less White's such as +6.00, and perhaps :r, :t or :s",
            ),
            ("B[f5] d6", r#""d6;)" is no tag: expected such as PB[name], or ;) at the end"#),
            ("PB[bob", "the tag PB has no end: expected ]"),
        ] {
            assert_eq!(with_tags(tags).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn other_games_and_boards_are_refused() {
        let ten = "-".repeat(100);
        for (text, message) in [
            ("", r#""" starts no game: expected (;"#.to_owned()),
            ("2 f5d6", r#""f5d6" starts no game: expected (;"#.to_owned()),
            ("(;GM[Chess];)", r#"the game is "Chess" (GM): expected Othello"#.to_owned()),
            ("(;GM[Othello];)", "the game has no start: expected BO[8 ..]".to_owned()),
            (
                &format!("(;BO[10 {ten} *];)"),
                r#"the board size is "10" (BO): expected 8"#.to_owned(),
            ),
            (
                "(;BO[8 --? *];)",
                "in BO: '?' cannot be what is on c1: \
                 expected X (or x * B b 1), O (or o W w 2) or - (or . _ 0)"
                    .to_owned(),
            ),
            (
                &format!("(;BO[8 {BOARD} *];) (;)"),
                r#""(;)" follows the game: expected nothing"#.to_owned(),
            ),
        ] {
            assert_eq!(text.parse::<GgfGame>().unwrap_err().to_string(), message);
        }
    }
}
