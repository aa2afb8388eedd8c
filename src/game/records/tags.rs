//! Tags in brackets and numbered moves, after chess's PGN: PlayOK, VOG and others.

use super::error::{Flaw, RecordFault};
use super::line::{Parsed, parse_moves};
use super::stated::StatedResult;
use super::{Format, Record};
use crate::game::Setup;
use crate::game::excerpt::{excerpt, first_word};

/// A tag: `[Black "ann"]`.
struct Tag<'a> {
    name: &'a str,
    value: String,
    /// Where the value starts.
    offset: usize,
}

/// Reads tags, then moves, then perhaps the result. Of results given as two numbers the
/// first is that of the player whose tag stands first.
pub(super) fn parse_tags(text: &str) -> Parsed {
    let mut record = Record::default();
    let mut start = Setup::START;
    let mut result = None;
    let mut white_first = None;
    let mut rest = text;
    while rest.trim_start().starts_with('[') {
        let (tag, behind) = split_tag(text, rest.trim_start())?;
        rest = behind;
        let value = known(&tag.value);
        match &*tag.name.to_ascii_lowercase() {
            "event" => record.event = value,
            "site" => record.place = value,
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
                start =
                    Setup::from_fen(&tag.value).map_err(|error| Flaw::fen(error, tag.offset))?;
            }
            "result" => {
                result = StatedResult::parse(&tag.value).ok_or_else(|| Flaw {
                    offset: tag.offset,
                    fault: RecordFault::NotAResult { text: excerpt(&tag.value) },
                })?;
            }
            _ => {}
        }
    }
    let (game, token) = parse_moves(start, rest, text.len() - rest.len())?;
    record.game = game;
    record.result = result.or(token);
    // A difference and a word are always Black's.
    if white_first == Some(true) && !matches!(record.result, Some(StatedResult::Difference(_))) {
        record.result = record.result.map(StatedResult::swapped);
    }
    Ok((Format::Pgn, record))
}

/// The value of a tag; nothing for `?`, `-` and dates of question marks.
fn known(value: &str) -> String {
    let is_unknown = |character: char| matches!(character, '?' | '-' | '.' | ' ');
    if value.chars().all(is_unknown) { String::new() } else { value.trim().to_owned() }
}

/// The tag at the start of `rest`, the end of `text`, and what is behind it.
fn split_tag<'a>(text: &str, rest: &'a str) -> Result<(Tag<'a>, &'a str), Flaw> {
    let not_a_tag = || Flaw {
        offset: text.len() - rest.len(),
        fault: RecordFault::NotATag { text: first_word(rest) },
    };
    let inside = rest[1..].trim_start();
    let end = inside.find(|next: char| !next.is_alphanumeric() && next != '_');
    let (name, behind_name) = inside.split_at(end.ok_or_else(not_a_tag)?);
    let quoted = behind_name.trim_start().strip_prefix('"').ok_or_else(not_a_tag)?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    let behind = loop {
        match characters.next().ok_or_else(not_a_tag)? {
            (_, '\\') => value.push(characters.next().ok_or_else(not_a_tag)?.1),
            (at, '"') => break &quoted[at + 1..],
            (_, character) => value.push(character),
        }
    };
    let behind = behind.trim_start().strip_prefix(']').ok_or_else(not_a_tag)?;
    Ok((Tag { name, value, offset: text.len() - quoted.len() }, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Record {
        parse_tags(text).unwrap().1
    }

    #[test]
    fn a_game_of_a_server_is_read_with_its_tags() {
        let record = parse(
            "[Event \"Cup\"]\n[Site \"PlayOK\"]\n[Date \"2024.04.13\"]\r\n[Round \"-\"]\n\
             [Black \"a \\\"b\\\"\"]\n[White \"?\"]\n[Result \"40-24\"]\n[BlackElo \"1401\"]\n\n\
             1. f5 d6! 2. c3 {good}\nd3 40-24\n",
        );
        assert_eq!((&*record.event, &*record.place), ("Cup", "PlayOK"));
        assert_eq!(record.date, "2024.04.13");
        assert_eq!((&*record.black.name, &*record.black.rating), ("a \"b\"", "1401"));
        assert_eq!(record.white.name, "");
        assert_eq!(record.result, Some(StatedResult::Discs { black: 40, white: 24 }));
        assert_eq!(record.game.transcript(), "f5d6c3d3");
    }

    #[test]
    fn the_first_number_is_of_the_player_named_first() {
        let result = |text| parse(text).result.unwrap().to_string();
        assert_eq!(result("[White \"a\"][Black \"b\"] f5 40-24"), "24-40");
        assert_eq!(result("[White \"a\"][Black \"b\"][Result \"1-0\"]"), "white");
        assert_eq!(result("[Black \"b\"][White \"a\"] f5 1-0"), "black");
        assert_eq!(result("[White \"a\"][Black \"b\"][Result \"+8\"]"), "+8.00");
        assert_eq!(parse("[White \"a\"] f5 *").result, None);
    }

    #[test]
    fn a_game_may_start_elsewhere() {
        let record = parse("[FEN \"8/8/8/3OX3/3XXX2/8/8/8 O\"] 1. d6");
        assert_eq!(record.game.moves().len(), 1);
    }

    #[test]
    fn errors_have_their_place() {
        for (text, offset, message) in [
            ("[Black ann]", 0, "\"[Black\" is no tag: expected such as [Black \"ann\"]"),
            ("[A \"b\"] [Black \"ann", 8, "\"[Black\" is no tag: expected such as [Black \"ann\"]"),
            (
                "[Result \"won\"] f5",
                9,
                "\"won\" is no result: expected such as 36-28, 1-0, +8, black, draw or ?",
            ),
            ("[Black \"a\"]\n\n1. f5 f5", 19, "move 2, \"f5\", is illegal: f5 is taken"),
        ] {
            let flaw = parse_tags(text).unwrap_err();
            assert_eq!((flaw.offset, flaw.fault.to_string()), (offset, message.to_owned()));
        }
    }
}
