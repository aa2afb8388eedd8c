//! PGN: tags in brackets and numbered moves, as in chess, from PlayOK, VOG and others. Lines such
//! as `Black: ann` act as tags.

use std::fmt::Write as _;

use super::error::{FaultAt, RecordFault};
use super::line::ParsedRecord;
use super::moves::{MoveStyle, MoveText, flow, parse_moves};
use super::result::starts_with_digit;
use super::sniff::{QUOTES, is_header, is_result_header};
use super::{Format, GameEnding, GameResult, MoveNote, Record, Variation};
use crate::board::{Color, Move};
use crate::game::excerpt::{excerpt, first_word, one_line};
use crate::game::{Game, Setup};

/// A tag: `[Black "ann"]`.
struct PgnTag<'a> {
    name: &'a str,
    value: String,
    /// The byte offset of the value.
    offset: usize,
}

/// Reads tags, then moves, then an optional result. Two numbers in a result are in the order of the
/// player tags.
pub(super) fn parse_pgn(text: &str) -> ParsedRecord {
    let mut record = Record::default();
    let mut start = Setup::START;
    let mut result = None;
    let mut white_first = None;
    let mut rest = text;
    while let Some((tag, after)) = next_tag(text, without_escapes(rest))? {
        rest = after;
        let value = known(&tag.value);
        match &*tag.name.to_ascii_lowercase() {
            "event" | "tournament" => record.event = value,
            "site" | "place" => record.place = value,
            "date" => record.date = value,
            "black" => {
                white_first.get_or_insert(false);
                record.black.name = value;
            }
            "white" => {
                white_first.get_or_insert(true);
                record.white.name = value;
            }
            "blackelo" | "blackrating" => record.black.rating = value,
            "whiteelo" | "whiterating" => record.white.rating = value,
            "fen" => {
                start = RecordFault::setup(&tag.value)
                    .map_err(|fault| FaultAt { offset: tag.offset, fault })?;
            }
            "result" | "score" => {
                result = tag.result()?;
            }
            "setup" => {}
            _ if value.is_empty() => {}
            _ => {
                record.tags.insert(tag.name.to_owned(), value);
            }
        }
    }
    let offset = text.len() - rest.len();
    let end = rest.trim_end();
    if let Some((moves, last)) = end.rsplit_once('\n').filter(|(_, last)| is_result_header(last))
        && let Some((tag, _)) = next_tag(&text[..offset + end.len()], last)?
    {
        result = tag.result()?;
        rest = moves;
    }
    let moves = parse_moves(start, rest, offset, MoveStyle::Pgn)?;
    let MoveText { game, notes, variations, comment, result: token } = moves;
    record = Record { game, notes, variations, comment, ..record };
    let is_white_first = white_first == Some(true);
    let seen_from_black =
        |(stated, is_ordered): (GameResult, bool)| match is_ordered && is_white_first {
            true => stated.swapped(),
            false => stated,
        };
    let (result, token) = (
        result.map(seen_from_black),
        token.map(|token| seen_from_black((token.stated, token.is_ordered))),
    );
    record.result = match (result, token) {
        // The discs say more than the winner.
        (Some(GameResult::Winner(winner)), Some(token)) if token.winner() == winner => Some(token),
        _ => result.or(token),
    };
    Ok((Format::Pgn, record))
}

impl PgnTag<'_> {
    /// The result in the value, and whether only the order of its numbers gives the sides.
    fn result(&self) -> Result<Option<(GameResult, bool)>, FaultAt> {
        let stated = GameResult::parse(&self.value).ok_or_else(|| FaultAt {
            offset: self.offset,
            fault: RecordFault::NotAResult { text: excerpt(&self.value) },
        })?;
        Ok(stated.map(|stated| (stated, starts_with_digit(self.value.trim_start()))))
    }
}

/// The value of a tag; empty for `?`, `-` and dates of question marks.
fn known(value: &str) -> String {
    let is_unknown = |character: char| matches!(character, '?' | '-' | '.' | ' ');
    if value.chars().all(is_unknown) { String::new() } else { value.trim().to_owned() }
}

/// Whether a tag can hold `text` without loss.
pub(super) fn gives_back_text(text: &str) -> bool {
    known(&one_line(text)) == text
}

/// The day at the start of `date`, such as 2003.12.15, without the hour after it.
pub(super) fn pgn_date(date: &str) -> &str {
    let is_day = |day: &str| {
        let mut parts = day.split(['.', '-', '/']);
        let has = |part: Option<&str>, length| {
            part.is_some_and(|part| {
                part.len() == length && part.bytes().all(|b| b.is_ascii_digit())
            })
        };
        has(parts.next(), 4) && has(parts.next(), 2) && has(parts.next(), 2)
    };
    match date.split_at_checked("2003.12.15".len()) {
        Some((day, rest)) if is_day(day) && !rest.starts_with(|c: char| c.is_ascii_digit()) => day,
        _ => date,
    }
}

/// `rest` without leading blanks and lines that start with `%`.
fn without_escapes(rest: &str) -> &str {
    let mut rest = rest.trim_start();
    while rest.starts_with('%') {
        rest = rest.find('\n').map_or("", |end| &rest[end..]).trim_start();
    }
    rest
}

/// The tag at the start of `rest`, or the line that acts as a tag, and the text after it. `rest` is
/// the end of `text`. `None` if moves follow.
fn next_tag<'a>(text: &str, rest: &'a str) -> Result<Option<(PgnTag<'a>, &'a str)>, FaultAt> {
    let line = rest.lines().next().unwrap_or_default();
    if rest.starts_with('[') {
        return split_tag(text, rest).map(Some).or_else(|flaw| {
            // Skip an invalid tag that is alone on its line.
            let is_line = line.trim_end().ends_with(']') && line.matches('[').count() == 1;
            let tag = PgnTag { name: "", value: String::new(), offset: flaw.offset };
            if is_line { Ok(Some((tag, &rest[line.len()..]))) } else { Err(flaw) }
        });
    }
    let header = line.split_once(':').filter(|_| is_header(line));
    Ok(header.map(|(name, value)| {
        let offset = text.len() - rest.len() + name.len() + 1;
        (PgnTag { name: name.trim(), value: value.trim().to_owned(), offset }, &rest[line.len()..])
    }))
}

/// The tag at the start of `rest`, and the text after the tag. `rest` is the end of `text`. The
/// value may have quotes of any kind around and inside it, or none. It ends with the tag.
fn split_tag<'a>(text: &str, rest: &'a str) -> Result<(PgnTag<'a>, &'a str), FaultAt> {
    let not_a_tag = || FaultAt {
        offset: text.len() - rest.len(),
        fault: RecordFault::NotATag { text: first_word(rest) },
    };
    let inside = rest[1..].trim_start();
    let end = inside.find(|next: char| !next.is_alphanumeric() && next != '_');
    let (name, after_name) = inside.split_at(end.ok_or_else(not_a_tag)?);
    let value = after_name.trim_start();
    if name.is_empty() || value.len() == after_name.len() && !value.starts_with(QUOTES) {
        return Err(not_a_tag());
    }
    let end = tag_end(value).ok_or_else(not_a_tag)?;
    let quoted = value[..end].trim_end();
    let (offset, after) = (text.len() - value.len(), &value[end + 1..]);
    let Some(inside) = quoted.strip_prefix(QUOTES) else {
        return Ok((PgnTag { name, value: quoted.to_owned(), offset }, after));
    };
    let offset = offset + quoted.len() - inside.len();
    let value = unescaped(inside.strip_suffix(QUOTES).unwrap_or(inside));
    Ok((PgnTag { name, value, offset }, after))
}

/// The byte offset of the bracket that closes the tag, on the same line. If the value starts with a
/// quote, the bracket follows a second quote. A `\` escapes the next character.
fn tag_end(value: &str) -> Option<usize> {
    let is_quoted = value.starts_with(QUOTES);
    let mut escaped = false;
    let mut last = '[';
    for (at, next) in value.char_indices().skip(usize::from(is_quoted)) {
        match next {
            '\n' => return None,
            _ if std::mem::take(&mut escaped) => last = 'x',
            '\\' => escaped = true,
            ']' if !is_quoted || QUOTES.contains(&last) => return Some(at),
            _ if next.is_whitespace() => {}
            _ => last = next,
        }
    }
    None
}

/// `value` without escapes.
fn unescaped(value: &str) -> String {
    let mut characters = value.chars();
    let mut text = String::with_capacity(value.len());
    while let Some(next) = characters.next() {
        text.push(if next == '\\' { characters.next().unwrap_or(next) } else { next });
    }
    text
}

impl Record {
    /// The record as tags and numbered moves.
    pub(super) fn to_pgn(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = one_line(value).replace('\\', r"\\").replace('"', "\\\"");
            let value = if value.is_empty() { "?" } else { &value };
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        let result = pgn_result(self.outcome());
        tag("Event", &self.event);
        tag("Site", &self.place);
        tag("Date", pgn_date(&self.date));
        tag("Black", &self.black.name);
        tag("White", &self.white.name);
        tag("Result", &result);
        for (name, rating) in [("BlackElo", &self.black.rating), ("WhiteElo", &self.white.rating)] {
            if !rating.is_empty() {
                tag(name, rating);
            }
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| can_hold_tag(name)) {
            tag(name, value);
        }
        if self.game.start() != Setup::START {
            tag("FEN", &self.game.start().to_fen());
        }
        let mut words = MoveWords::default();
        words.comment(&self.comment);
        words.line(&self.game, 0, &self.notes, &self.variations);
        words.push(&result);
        text.push('\n');
        text.push_str(&words.text);
        text.push('\n');
        text
    }
}

/// The names of tags that are fields of a record, in lower case.
const KNOWN_TAGS: [&str; 15] = [
    "event",
    "tournament",
    "site",
    "place",
    "date",
    "black",
    "white",
    "result",
    "score",
    "blackelo",
    "blackrating",
    "whiteelo",
    "whiterating",
    "fen",
    "setup",
];

/// Whether a tag may have this name: no record field has it.
pub(super) fn can_hold_tag(name: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(is_name)
        && !KNOWN_TAGS.contains(&&*name.to_ascii_lowercase())
}

/// Whether a comment in braces can hold `comment` without loss.
pub(super) fn gives_back_comment(comment: &str) -> bool {
    !comment.contains('}') && flow(&one_line(comment)) == comment
}

/// Moves in words separated by blanks.
#[derive(Default)]
struct MoveWords {
    text: String,
}

impl MoveWords {
    fn push(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            self.push(&format!("{{{}}}", one_line(comment).replace('}', ")")));
        }
    }

    /// Appends the moves of `game` from ply `from` on.
    fn line(&mut self, game: &Game, from: usize, notes: &[MoveNote], variations: &[Variation]) {
        let mut needs_number = true;
        for (index, &mv) in game.moves()[from..].iter().enumerate() {
            let ply = from + index;
            if ply.is_multiple_of(2) {
                self.push(&format!("{}.", ply / 2 + 1));
            } else if needs_number {
                self.push(&format!("{}...", ply / 2 + 1));
            }
            self.push(&move_word(mv));
            let comment = notes.get(index).map_or("", |note| &note.comment);
            self.comment(comment);
            let mut inner = variations.iter().filter(|inner| inner.ply == index).peekable();
            needs_number = !comment.is_empty() || inner.peek().is_some();
            for variation in inner {
                self.variation(game, ply, variation);
            }
        }
    }

    /// Appends `variation`, an alternative to the move of `game` at `ply`.
    fn variation(&mut self, game: &Game, ply: usize, variation: &Variation) {
        let line = variation.played_after(game.at(ply)).expect("variations are checked");
        self.push("(");
        self.line(&line, ply, &variation.notes, &variation.variations);
        self.text.push(')');
    }
}

fn move_word(mv: Move) -> String {
    mv.square().map_or("--".to_owned(), |square| square.to_string())
}

/// Discs that add up to 64, Black first; otherwise the winner; `*` if unknown.
pub(super) fn pgn_result(outcome: Option<GameResult>) -> String {
    let discs = |outcome: GameResult| match outcome {
        GameResult::Discs { black, white } => Some((black, white)),
        GameResult::Difference { centidiscs, ending: GameEnding::Played }
            if centidiscs % 200 == 0 && centidiscs.abs() <= 6400 =>
        {
            let black = (64 + centidiscs / 100) as u32 / 2;
            Some((black, 64 - black))
        }
        _ => None,
    };
    let Some(outcome) = outcome else { return "*".to_owned() };
    match (discs(outcome), outcome.winner()) {
        (Some((black, white)), _) => format!("{black}-{white}"),
        (None, Some(Color::Black)) => "1-0".to_owned(),
        (None, Some(Color::White)) => "0-1".to_owned(),
        (None, None) => "1/2-1/2".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::records::RecordPart;
    use crate::game::records::testing::one;

    fn parse(text: &str) -> Record {
        parse_pgn(text).unwrap().1
    }

    #[test]
    fn a_server_game_is_read_with_its_tags() {
        let record = parse(
            "[Event \"Cup\"]\n[Site \"PlayOK\"]\n[Date \"2024.04.13\"]\r\n[Round \"-\"]\n\
             [Black \"a \\\"b\\\"\"]\n[White \"?\"]\n[Result \"40-24\"]\n[BlackElo \"1401\"]\n\n\
             1. f5 d6! 2. c3 {good}\nd3 40-24\n",
        );
        assert_eq!((&*record.event, &*record.place), ("Cup", "PlayOK"));
        assert_eq!(record.date, "2024.04.13");
        assert_eq!((&*record.black.name, &*record.black.rating), ("a \"b\"", "1401"));
        assert_eq!(record.white.name, "");
        assert_eq!(record.result, Some(GameResult::Discs { black: 40, white: 24 }));
        assert_eq!(record.game.transcript(), "f5d6c3d3");
    }

    #[test]
    fn the_first_number_belongs_to_the_first_named_player() {
        let result = |text| parse(text).result.unwrap().to_string();
        assert_eq!(result("[White \"a\"][Black \"b\"] f5 40-24"), "24-40");
        assert_eq!(result("[White \"a\"][Black \"b\"][Result \"1-0\"]"), "white");
        assert_eq!(result("[Black \"b\"][White \"a\"] f5 1-0"), "black");
        assert_eq!(result("[White \"a\"][Black \"b\"][Result \"+8\"]"), "+8.00");
        assert_eq!(parse("[White \"a\"] f5 *").result, None);
    }

    #[test]
    fn words_and_differences_belong_to_the_named_side() {
        let tags = "[White \"a\"][Black \"b\"]";
        for (result, stated) in [("Black wins", "black"), ("B+8", "+8.00"), ("W+8", "-8.00")] {
            let record = parse(&format!("{tags}[Result \"{result}\"] f5"));
            assert_eq!(record.result.unwrap().to_string(), stated, "{result}");
        }
        let record = parse(&format!("{tags}[Result \"0-1\"] f5 20-44"));
        assert_eq!(record.result.unwrap().to_string(), "44-20");
        for (result, stated) in [("W+R", "white"), ("W+8", "-8.00"), ("1-0", "white")] {
            let record = parse(&format!("{tags} f5 {result}"));
            assert_eq!(record.result.unwrap().to_string(), stated, "{result}");
        }
    }

    #[test]
    fn lines_may_replace_tags() {
        let record = parse(
            "Black: ann\r\nWHITE : bob\nDate: 2024-04-13\nResult: 24 : 40\n\n\
             1. f5 (0:03) d6 0:05\n2. c3 3.2s d3[7] (slow) c4 $1 12s",
        );
        assert_eq!((&*record.black.name, &*record.white.name), ("ann", "bob"));
        assert_eq!(
            (&*record.date, record.result.unwrap().to_string()),
            ("2024-04-13", "24-40".into())
        );
        assert_eq!(record.game.transcript(), "f5d6c3d3c4");
        let record = parse("White: bob\nBlack: ann\n\n1. f5 d6\nScore: 24-40\n");
        assert_eq!(record.result.unwrap().to_string(), "40-24");
        let flaw = parse_pgn("Black: ann\n\nf5 d6\nScore: so so\n").unwrap_err();
        assert_eq!(flaw.offset, 24);
    }

    #[test]
    fn a_game_may_start_from_any_position() {
        let record = parse("[FEN \"8/8/8/3OX3/3XXX2/8/8/8 O\"] 1. d6");
        assert_eq!(record.game.moves().len(), 1);
    }

    #[test]
    fn errors_have_line_and_column() {
        for (text, offset, message) in [
            ("[Black ann", 0, "invalid tag \"[Black\": expected one such as [Black \"ann\"]"),
            (
                "[A \"b\"] [Black \"ann",
                8,
                "invalid tag \"[Black\": expected one such as [Black \"ann\"]",
            ),
            (
                "[Result \"won\"] f5",
                9,
                "invalid result \"won\": expected 36-28 (at most 64 discs), 1-0, +8, black, draw or ?",
            ),
            ("[Black \"a\"]\n\n1. f5 f5", 19, "move 2, \"f5\", is illegal: f5 is taken"),
        ] {
            let flaw = parse_pgn(text).unwrap_err();
            assert_eq!((flaw.offset, flaw.fault.to_string()), (offset, message.to_owned()));
        }
    }

    #[test]
    fn pgn_keeps_comments_variations_and_other_tags() {
        let text = "[Event \"The \"Gold\" Cup\"]\n[Black 'ann']\n% an escape\n[White “bob”]\n[Round \"3\"]\n\
                    [Annotator cat]\n\n{before} 1. f5! {good} d6 (1. ... f6 2. e6 (2. c4 $2) {x} f4) \
                    2. c3 ; a remark\nd3 [0:07] 3. c4 (slow)\n% hidden\nf4 Black resigned\n";
        let record = one(text);
        assert_eq!(
            (&*record.event, &*record.black.name, &*record.white.name),
            ("The \"Gold\" Cup", "ann", "bob")
        );
        assert_eq!((&*record.tags["Round"], &*record.tags["Annotator"]), ("3", "cat"));
        assert_eq!(
            (&*record.comment, record.result.unwrap().to_string()),
            ("before", "white".into())
        );
        assert_eq!(record.game.transcript(), "f5d6c3d3c4f4");
        let comments: Vec<&str> = record.notes.iter().map(|note| &*note.comment).collect();
        assert_eq!(comments, ["! good", "", "a remark", "", "slow hidden", ""]);
        assert_eq!(record.notes[3].time.unwrap().as_secs(), 7);
        let [outer] = &record.variations[..] else { panic!("{:?}", record.variations) };
        assert_eq!((outer.ply, outer.moves.len(), &*outer.notes[1].comment), (1, 3, "x"));
        assert_eq!((outer.variations[0].ply, &*outer.variations[0].notes[0].comment), (1, "$2"));

        for format in [Format::Pgn, Format::Json, Format::Sgf] {
            let written = record.to_text(format).unwrap();
            let read = one(&written);
            assert_eq!(
                (&read.variations, &read.comment),
                (&record.variations, &record.comment),
                "{written}"
            );
            let comments_of = |record: &Record| -> Vec<String> {
                record.notes.iter().map(|note| note.comment.clone()).collect()
            };
            assert_eq!(comments_of(&read), comments_of(&record), "{written}");
            let lost: Vec<RecordPart> = record.lost_in(format).collect();
            let expected: &[RecordPart] = match format {
                Format::Pgn => &[RecordPart::Notes],
                Format::Sgf => &[RecordPart::Notes, RecordPart::Tags],
                _ => &[],
            };
            assert_eq!(lost, expected, "{format}");
        }
        assert_eq!(record, one(&record.to_text(Format::Json).unwrap()));
    }

    #[test]
    fn an_odd_tag_does_not_refuse_the_game() {
        let record =
            one("[Event \"Cup\"]\n[Date]\n[White-Elo \"2\"]\n[Black \"ann\"]\n\n1. f5 d6 *\n");
        assert_eq!((&*record.event, &*record.black.name), ("Cup", "ann"));
        assert_eq!(record.game.transcript(), "f5d6");
    }
}
