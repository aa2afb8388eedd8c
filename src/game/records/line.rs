//! Reading a record on a line: moves, or a position and perhaps moves.

use super::error::{FaultAt, RecordFault};
use super::json::parse_json_moves;
use super::result::{TrailingResult, starts_with_digit};
use super::sniff::{outside_braces, starts_with_a_move, starts_with_squares};
use super::{Format, Record};
use crate::game::excerpt::{excerpt, first_word};
use crate::game::{Game, ObfProblem, Setup};

/// What was read, and the format it was in.
pub(super) type ParsedRecord = Result<(Format, Record), FaultAt>;

/// Reads moves, a board, a FEN or OBF, perhaps with a comment after `%` or `#`; or the address of
/// a page with moves in it.
pub(super) fn parse_line(line: &str) -> ParsedRecord {
    if let Some(address) = address(line) {
        return parse_address(line, address);
    }
    let (content, comment) = split_comment(line);
    let content = content.trim_end();
    let is_narrow = !content.chars().any(is_wide);
    let parsed = if is_narrow { parse_content(content) } else { parse_wide(content) };
    let (format, mut record) = parsed?;
    record.comment = comment.trim().to_owned();
    Ok((format, record))
}

/// Reads a record in the full-width characters of East Asian keyboards.
fn parse_wide(text: &str) -> ParsedRecord {
    let ascii: String = text.chars().map(narrow).collect();
    parse_content(&ascii).map_err(|FaultAt { offset, fault }| {
        let place = ascii.get(..offset).map_or(0, |before| before.chars().count());
        let offset = text.char_indices().nth(place).map_or(text.len(), |(offset, _)| offset);
        FaultAt { offset, fault }
    })
}

/// Whether `character` is the full-width form of one in ASCII.
const fn is_wide(character: char) -> bool {
    matches!(character, '\u{ff01}'..='\u{ff5e}')
}

/// The ASCII form of a full-width `character`; others as they are.
fn narrow(character: char) -> char {
    const SHIFT: u32 = '\u{ff01}' as u32 - '!' as u32;
    let ascii = is_wide(character).then(|| char::from_u32(character as u32 - SHIFT)).flatten();
    ascii.unwrap_or(character)
}

/// The text before the first `%` or `#` that is not in braces, and that after it.
fn split_comment(line: &str) -> (&str, &str) {
    line.split_once(outside_braces(&['%', '#'])).unwrap_or((line, ""))
}

/// The first word of `line` if it is the address of a page.
fn address(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next()?;
    let (scheme, _) = word.split_once("://")?;
    (!scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(word)
}

/// Reads the moves in an `address`, where they are a word of their own: behind a `/`, `=`, `?` or
/// the like.
fn parse_address(line: &str, address: &str) -> ParsedRecord {
    let start = line.find(address).unwrap_or(0);
    let is_letter = |character: char| character.is_ascii_alphanumeric();
    let words = address.split(|character| !is_letter(character));
    let moves = words.filter(|word| is_transcript(word)).max_by_key(|word| word.len());
    let no_moves =
        || FaultAt { offset: start, fault: RecordFault::NoMoves { text: excerpt(address) } };
    let moves = moves.ok_or_else(no_moves)?;
    let offset = start + address.find(moves).unwrap_or(0);
    let (game, _) = parse_moves(Setup::START, moves, offset)?;
    let (more, comment) = split_comment(&line[start + address.len()..]);
    if let Some(word) = more.split_whitespace().next() {
        let offset = start + address.len() + more.find(word).unwrap_or(0);
        return Err(FaultAt { offset, fault: RecordFault::Trailing { text: excerpt(word) } });
    }
    let record = Record { comment: comment.trim().to_owned(), ..Record::from(game) };
    Ok((Format::Transcript, record))
}

/// Whether `word` is made of squares and passes alone.
fn is_transcript(word: &str) -> bool {
    let is_move = |pair: &[u8]| {
        let [first, second] = [pair[0], pair[1]].map(|byte| byte.to_ascii_lowercase());
        matches!((first, second), (b'a'..=b'h', b'1'..=b'8') | (b'p', b'a' | b's'))
    };
    !word.is_empty() && word.len().is_multiple_of(2) && word.as_bytes().chunks(2).all(is_move)
}

/// Moves as WTHOR has them, row and column in two digits, as squares; each takes as many bytes.
/// `None` unless the text is such numbers alone, the first of them a first move.
fn wthor_numbers(text: &str) -> Option<String> {
    let is_digit = |character: char| matches!(character, '1'..='8');
    let is_gap = |character: char| character.is_whitespace() || character == ',';
    let mut squares = String::with_capacity(text.len());
    let mut row = None;
    for character in text.chars() {
        match row {
            None if is_digit(character) => row = Some(character),
            None if is_gap(character) => squares.push(' '),
            Some(row_digit) if is_digit(character) => {
                let column = b'a' + (character as u8 - b'1');
                squares.extend([char::from(column), row_digit]);
                row = None;
            }
            _ => return None,
        }
    }
    let first: String = squares.trim_start().chars().take(2).collect();
    (row.is_none() && FIRST_MOVES.contains(&&*first)).then_some(squares)
}

/// The first moves of a game. No board and no numbered list of moves starts with their numbers.
const FIRST_MOVES: [&str; 4] = ["d3", "c4", "f5", "e6"];

fn parse_content(text: &str) -> ParsedRecord {
    let start = text.len() - text.trim_start().len();
    let content = &text[start..];
    if let Some(place) = content.find(outside_braces(&[';'])) {
        // Scores follow 64 squares alone.
        let word = content[..place].split_whitespace().next().unwrap_or_default();
        let is_named =
            ["startpos", "start", "fen"].iter().any(|name| word.eq_ignore_ascii_case(name));
        if starts_with_a_move(content) || is_named || word.contains('/') {
            let fault = RecordFault::Remark { text: excerpt(&content[place..]) };
            return Err(FaultAt { offset: start + place, fault });
        }
        let problem: ObfProblem = text.parse().map_err(|error| FaultAt::obf(error, 0))?;
        return Ok((Format::Obf, problem.into()));
    }
    if starts_with_a_move(content) {
        return Ok((Format::Transcript, parse_game(Setup::START, text, 0)?));
    }
    if content.strip_prefix('[').is_some_and(|list| list.trim_start().starts_with('"')) {
        return parse_json_moves(text, start);
    }
    if let Some(squares) = wthor_numbers(content) {
        let (game, _) = parse_moves(Setup::START, &squares, start)?;
        return Ok((Format::Transcript, game.into()));
    }
    let word = content.split_whitespace().next().unwrap_or_default();
    let after_word = start + word.len();
    match &*word.to_ascii_lowercase() {
        "startpos" | "start" => {
            let moves = skip_word(text, after_word, "moves");
            Ok((Format::Position, parse_game(Setup::START, &text[moves..], moves)?))
        }
        "fen" => {
            let (_, record) = with_moves(Format::Fen, text, after_word)?;
            Ok((Format::Position, record))
        }
        _ if word.contains('/') => with_moves(Format::Fen, text, start),
        _ if starts_with_squares(content) => with_moves(Format::Board, text, start),
        _ => Err(FaultAt {
            offset: start,
            fault: RecordFault::Unknown { text: first_word(content) },
        }),
    }
}

/// Reads a setup in `format`, which starts at the byte `start`, and moves from it if
/// the word `moves` is there, which makes it what `position` takes.
fn with_moves(format: Format, text: &str, start: usize) -> ParsedRecord {
    let (end, moves) = find_moves(text, start);
    let setup = &text[start..end];
    let setup = match format {
        Format::Fen => Setup::from_fen(setup).map_err(|error| FaultAt::fen(error, start))?,
        _ => setup.parse().map_err(|error| FaultAt::board(error, start))?,
    };
    let record = parse_game(setup, &text[moves..], moves)?;
    let format = if record.game.moves().is_empty() { format } else { Format::Position };
    Ok((format, record))
}

/// The bytes at which the word `moves` starts and the text after it; the end twice if there
/// is none.
fn find_moves(text: &str, start: usize) -> (usize, usize) {
    let mut rest = start;
    for word in text[start..].split_inclusive(char::is_whitespace) {
        if word.trim_end().eq_ignore_ascii_case("moves") {
            return (rest, rest + word.len());
        }
        rest += word.len();
    }
    (text.len(), text.len())
}

/// The byte after `word`, which may stand at the byte `start`, and the blanks around it.
fn skip_word(text: &str, start: usize, word: &str) -> usize {
    let rest = text[start..].trim_start();
    let found = rest.split_whitespace().next().is_some_and(|next| next.eq_ignore_ascii_case(word));
    text.len() - rest.len() + if found { word.len() } else { 0 }
}

/// Reads `text` as [`parse_moves`] does, as a record.
pub(super) fn parse_game(start: Setup, text: &str, offset: usize) -> Result<Record, FaultAt> {
    let (game, trailing) = parse_moves(start, text, offset)?;
    let result = trailing.map(|trailing| trailing.stated);
    Ok(Record { result, ..Record::from(game) })
}

/// Reads `text`, which is at the byte `offset`: moves from `start`, then perhaps the
/// result. What is in braces or parentheses is skipped, and so are `!` and `?`, words
/// such as `$1`, and the times that moves took. Two numbers such as `0:64` at the end are a
/// result if they can be, and a time otherwise.
pub(super) fn parse_moves(
    start: Setup,
    text: &str,
    offset: usize,
) -> Result<(Game, Option<TrailingResult>), FaultAt> {
    let bare;
    let mut text = text;
    if text.contains(['{', '(', '[', '!', '?']) {
        bare = without_remarks(text, offset)?;
        text = &bare;
    }
    let found = TrailingResult::find(text);
    let mut moves = found.map_or(text, |(start, _)| &text[..start]);
    let spaced;
    if moves.contains([':', 's', '$']) {
        spaced = without_asides(moves);
        moves = &spaced;
    }
    let game =
        Game::from_transcript(start, moves).map_err(|error| FaultAt::transcript(error, offset))?;
    let Some((at, Some(trailing))) = found else { return Ok((game, None)) };
    if trailing.is_impossible() {
        let fault = RecordFault::NotAResult { text: excerpt(text[at..].trim_end()) };
        return Err(FaultAt { offset: offset + at, fault });
    }
    let trailing = Some(trailing).filter(|found| found.fits(&game));
    Ok((game, trailing))
}

/// `text`, which is at the byte `offset`, with blanks instead of what is in braces or the like, no
/// byte moved.
fn without_remarks(text: &str, offset: usize) -> Result<String, FaultAt> {
    let mut ends = Vec::new();
    let mut first = 0;
    let mut bare = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if ends.is_empty() {
            first = at;
        }
        match character {
            '{' => ends.push('}'),
            '(' if ends.last() != Some(&'}') => ends.push(')'),
            '[' if ends.is_empty() && starts_with_digit(&text[at + 1..]) => ends.push(']'),
            _ => {}
        }
        if !ends.is_empty() || matches!(character, '!' | '?') {
            bare.extend(std::iter::repeat_n(' ', character.len_utf8()));
        } else {
            bare.push(character);
        }
        ends.pop_if(|end| *end == character);
    }
    if let Some(&end) = ends.first() {
        let fault = RecordFault::Unclosed { text: first_word(&text[first..]), end };
        return Err(FaultAt { offset: offset + first, fault });
    }
    Ok(bare)
}

/// `text` with blanks instead of times and the like, no byte moved.
fn without_asides(text: &str) -> String {
    let blank = |word: &str| match is_aside(word.trim_end()) {
        true => " ".repeat(word.len()),
        false => word.to_owned(),
    };
    text.split_inclusive(char::is_whitespace).map(blank).collect()
}

/// Whether `word` is a time such as `0:03` or `3.2s`, or a remark such as `$1`.
fn is_aside(word: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_time = |word: &str| starts_with_digit(word) && word.split(':').all(is_number);
    word.strip_prefix('$').is_some_and(is_number)
        || word.contains(':') && is_time(word)
        || word.strip_suffix('s').is_some_and(is_time)
}
