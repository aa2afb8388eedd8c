//! Reads GGF.

use std::time::Duration;

use crate::board::{Color, Move};
use crate::game::decimal::{parse_centidiscs, parse_decimal};
use crate::game::excerpt::{excerpt, first_word};
use crate::game::records::values::{MoveNote, add_comment};
use crate::game::records::{Clock, GameResult, MatchKind, Record};
use crate::game::{IllegalMove, Setup};

use super::ParseGgfError;

impl Record {
    /// Reads one game in GGF, with or without the number of games (`1` or `2`) before it.
    ///
    /// The board is 8x8 with any start. A forced pass may be left out. An invalid clock is ignored.
    ///
    /// ```
    /// use othello::game::Record;
    ///
    /// let record = Record::from_ggf("(;GM[Othello]PC[NBoard]PB[ann]PW[bob]RE[?]TI[15:00]TY[8]\
    ///     BO[8 ---------------------------O*------*O--------------------------- *]\
    ///     B[F5]W[F6/0.00]B[E6//1.338];)")?;
    /// assert_eq!(record.white.name, "bob");
    /// assert_eq!(record.game().transcript(), "f5f6e6");
    /// assert_eq!(record.notes()[2].time.unwrap().as_millis(), 1338);
    /// # Ok::<(), othello::game::ParseGgfError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is something else, or a move is illegal.
    pub fn from_ggf(text: &str) -> Result<Record, ParseGgfError> {
        let mut reader = GgfReader { text, offset: 0 };
        reader.skip(is_between_games);
        let record = record_of(&reader.game_tags()?)?;
        reader.skip(char::is_whitespace);
        match reader.rest() {
            "" => Ok(record),
            rest => Err(ParseGgfError::Trailing { text: first_word(rest), offset: reader.offset }),
        }
    }
}

fn is_between_games(character: char) -> bool {
    character.is_whitespace() || character.is_ascii_digit()
}

fn record_of(tags: &[GgfTag<'_>]) -> Result<Record, ParseGgfError> {
    let named = |name| tags.iter().find(move |tag| tag.name == name);
    if let Some(tag) = named("GM").filter(|tag| !tag.value.trim().eq_ignore_ascii_case("othello")) {
        return Err(ParseGgfError::NotOthello { text: tag.quoted(), offset: tag.offset });
    }
    let board = named("BO").ok_or(ParseGgfError::MissingBoard)?;
    let mut record = Record::from(board.setup()?);
    let mut result = None;
    let mut moves = 0;
    // The clock of players without a clock of their own.
    let mut clock = None;
    for tag in tags {
        match tag.name {
            "PC" => record.place = tag.text(),
            "DT" => record.date = tag.text(),
            "PB" => record.black.name = tag.text(),
            "PW" => record.white.name = tag.text(),
            "RB" => record.black.rating = tag.text(),
            "RW" => record.white.rating = tag.text(),
            "TI" => clock = Clock::parse(&tag.value),
            "TB" => record.black.clock = Clock::parse(&tag.value),
            "TW" => record.white.clock = Clock::parse(&tag.value),
            "TY" => record.kind = tag.kind()?,
            "RE" => result = tag.result()?,
            "C" => match record.notes.last_mut() {
                Some(note) => note.add_comment(&tag.value),
                None => add_comment(&mut record.comment, &tag.value),
            },
            "GM" | "BO" => {}
            "B" | "W" => {
                moves += 1;
                play_tag(&mut record, tag, moves)?;
            }
            name => {
                record.tags.insert(name.to_owned(), tag.text());
            }
        }
    }
    for player in [&mut record.black, &mut record.white] {
        player.clock = player.clock.or(clock);
    }
    if record.notes.iter().all(|note| *note == MoveNote::default()) {
        record.notes.clear();
    }
    record.result = result;
    Ok(record)
}

/// Plays move `number`. If the text omits a pass before the move, plays the pass first. Ignores
/// passes after the end of the game.
fn play_tag(record: &mut Record, tag: &GgfTag<'_>, number: usize) -> Result<(), ParseGgfError> {
    let (text, offset) = (tag.quoted(), tag.offset);
    let Some((mv, note)) = MoveNote::with_move(&tag.value) else {
        return Err(ParseGgfError::NotAMove { number, text, offset });
    };
    if mv == Move::Pass && record.game.is_over() {
        return Ok(());
    }
    let color = if tag.name == "B" { Color::Black } else { Color::White };
    let now = record.game.setup();
    let setup = match now.after(Move::Pass) {
        _ if color == now.side => now,
        Ok(passed) => passed,
        Err(IllegalMove::GameOver) => now,
        Err(_) => return Err(ParseGgfError::WrongSide { number, text, offset, side: now.side }),
    };
    setup
        .after(mv)
        .and_then(|_| record.play_noted(mv, note))
        .map_err(|reason| ParseGgfError::Illegal { number, text, offset, reason })
}

impl MoveNote {
    /// Reads a move with its note, `move[/discs[/seconds]]`. Score and time may be blank. `None`
    /// for other texts.
    #[must_use]
    pub fn with_move(text: &str) -> Option<(Move, MoveNote)> {
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
        let note = MoveNote { centidiscs, time, ..MoveNote::default() };
        parts.next().is_none().then_some((mv, note))
    }
}

/// Reads seconds with decimals, with or without minutes and a `:` before them.
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

    /// The start in the tag BO.
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

    fn kind(&self) -> Result<MatchKind, ParseGgfError> {
        let error = || ParseGgfError::Variant { text: self.quoted(), offset: self.offset };
        MatchKind::parse(&self.value).ok_or_else(error)
    }

    fn result(&self) -> Result<Option<GameResult>, ParseGgfError> {
        if matches!(self.value.trim(), "" | "?") {
            return Ok(None);
        }
        let error = || ParseGgfError::Result { text: self.quoted(), offset: self.offset };
        let result =
            GameResult::parse_difference(&self.value).filter(|result| result.is_possible());
        result.map(Some).ok_or_else(error)
    }
}

/// The start of every game.
const START: &str = "(;";

/// A text and the position of the reader in it.
#[derive(Debug, Clone)]
struct GgfReader<'a> {
    text: &'a str,
    offset: usize,
}

/// A tag and its value.
struct GgfTag<'a> {
    name: &'a str,
    value: String,
    /// The byte offset of the value.
    offset: usize,
}

impl<'a> GgfReader<'a> {
    /// The unread text.
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Skips characters while `skipped` holds.
    fn skip(&mut self, skipped: fn(char) -> bool) {
        self.offset = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    /// Skips `expected` if the text continues with it, and returns whether it does.
    fn accept(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.offset += expected.len();
        }
        found
    }

    /// Reads the tags of the game that starts here.
    fn game_tags(&mut self) -> Result<Vec<GgfTag<'a>>, ParseGgfError> {
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

    /// Reads the value of a tag and the closing bracket; `None` without a closing bracket. A `\`
    /// before `]`, `(` or `\` is dropped.
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
    use crate::game::GameEnding;
    use crate::game::setup::white_must_pass;

    const BOARD: &str = "---------------------------O*------*O---------------------------";

    /// Reads a GGF game with these tags after `BO`, from the usual start.
    fn with_tags(tags: &str) -> Result<Record, ParseGgfError> {
        Record::from_ggf(&format!("(;GM[Othello]BO[8 {BOARD} *]{tags};)"))
    }

    #[test]
    fn a_server_game_is_read_with_all_its_tags() {
        let rows = BOARD.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
        let rows = rows.collect::<Vec<_>>().join(" ");
        let text = format!(
            "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[booklet]PW[Saio1200]\
             RB[2168.7]RW[2555.1]TI[05:00//02:00]TY[s8r18]RE[-38.00:r]XY[what]\n\
             BO[8 {rows} *]B[d3//0.01]W[c5/-1.50]B[d6/NaN/0:07];)\n"
        );
        let game = Record::from_ggf(&text).unwrap();
        assert_eq!(game.place, "GGS/os");
        assert_eq!(game.date, "2003.12.15_13:24:03.MST");
        assert_eq!((game.black.name.as_str(), game.white.name.as_str()), ("booklet", "Saio1200"));
        assert_eq!((game.black.rating.as_str(), game.white.rating.as_str()), ("2168.7", "2555.1"));
        assert_eq!(game.kind, MatchKind { synchro: true, random_discs: Some(18), komi: false });
        let result = GameResult::Difference { centidiscs: -3800, ending: GameEnding::Resigned };
        assert_eq!(game.result, Some(result));
        assert_eq!(game.black.clock, game.white.clock);
        assert_eq!(game.black.clock.unwrap().time, Duration::from_secs(300));
        assert_eq!(game.game().start(), Setup::START);
        assert_eq!(game.game().transcript(), "d3c5d6");
        let note = |centidiscs, milliseconds: Option<u64>| MoveNote {
            centidiscs,
            time: milliseconds.map(Duration::from_millis),
            ..MoveNote::default()
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
        assert_eq!(Record::from_ggf(&game.to_ggf()), Ok(game));
    }

    #[test]
    fn clocks_may_differ() {
        let game = with_tags("TI[05:00]TW[03:00]").unwrap();
        assert_eq!(game.black.clock, Clock::parse("05:00"));
        assert_eq!(game.white.clock, Clock::parse("03:00"));
        assert!(game.to_ggf().contains("TB[05:00]TW[03:00]"));
        // If each player has a clock, the shared one is ignored.
        let game = with_tags("TI[05:00/00:10/02:00]TB[03:00]TW[04:00//02:00]").unwrap();
        assert!(game.to_ggf().contains("TB[03:00]TW[04:00//02:00]"));
        for both in ["05:00", "soon"] {
            let game = with_tags(&format!("TB[03:00]TW[04:00]TI[{both}]")).unwrap();
            assert!(game.to_ggf().contains("TB[03:00]TW[04:00]"), "{both}");
        }
    }

    #[test]
    fn brackets_in_names_read_back() {
        let game = with_tags(r"PB[a\]\\b\c]").unwrap();
        assert_eq!(game.black.name, r"a]\b\c");
        assert_eq!(Record::from_ggf(&game.to_ggf()), Ok(game));
    }

    #[test]
    fn a_needed_pass_may_be_left_out() {
        let read = |moves| {
            let start = white_must_pass().to_string().replace('X', "*");
            Record::from_ggf(&format!("(;BO[8 {start}]{moves};)"))
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
    fn an_unreadable_clock_loses_only_the_clock() {
        for clock in ["", "0", "15", "soon", "15:00,1"] {
            let game = with_tags(&format!("TI[{clock}]TW[5:00]B[f5]")).unwrap();
            assert_eq!(game.game().transcript(), "f5", "{clock}");
            assert_eq!((game.black.clock, game.white.clock), (None, Clock::parse("5:00")));
        }
    }

    #[test]
    fn errors_quote_the_wrong_tag() {
        for (tags, message) in [
            ("B[f5]B[d6]", r#"move 2, "d6", is illegal: white is to move"#),
            ("B[f5]W[f5]", r#"move 2, "f5", is illegal: f5 is taken"#),
            (
                "B[f5/x]",
                r#"invalid move "f5/x" (move 1): expected move/discs/seconds such as F5/-2.00/1.5"#,
            ),
            (
                "TY[8a]",
                r#"invalid kind of match "8a" (TY): expected standard rules on 8x8, such as 8r20"#,
            ),
            (
                "RE[won]",
                "invalid result \"won\" (RE): expected ? or a disc difference such as +6.00, \
                 with or without :r, :t or :s",
            ),
            ("B[f5] d6", r#"invalid tag "d6;)": expected one such as PB[name], or ;) at the end"#),
            ("PB[bob", "unclosed tag PB: expected ]"),
        ] {
            assert_eq!(with_tags(tags).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn other_games_and_boards_are_refused() {
        let ten = "-".repeat(100);
        for (text, message) in [
            ("", r#"invalid game "": expected (;"#.to_owned()),
            ("2 f5d6", r#"invalid game "f5d6": expected (;"#.to_owned()),
            ("(;GM[Chess];)", r#"invalid game "Chess" (GM): expected Othello"#.to_owned()),
            ("(;GM[Othello];)", "missing start: expected BO[8 ..]".to_owned()),
            (
                &format!("(;BO[10 {ten} *];)"),
                r#"invalid board size "10" (BO): expected 8"#.to_owned(),
            ),
            (
                "(;BO[8 --? *];)",
                "in BO: invalid disc '?' on c1: \
                 expected X (or x * B b 1), O (or o W w 2) or - (or . _ 0)"
                    .to_owned(),
            ),
            (&format!("(;BO[8 {BOARD} *];) (;)"), r#"unexpected "(;)" after the game"#.to_owned()),
        ] {
            assert_eq!(Record::from_ggf(text).unwrap_err().to_string(), message);
        }
    }
}
