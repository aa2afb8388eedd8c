//! Reads games in JSON.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::board::Move;
use crate::game::excerpt::excerpt;
use crate::game::records::error::{FaultAt, RecordFault};
use crate::game::records::line::{FIRST_MOVES, ParsedRecord, is_transcript, parse_game};
use crate::game::records::marked::parse_line;
use crate::game::records::moves::MoveStyle;
use crate::game::records::result::GameResult;
use crate::game::records::sniff::is_list_opening;
use crate::game::records::{Format, Record, Variation};
use crate::game::{
    Clock, Game, Mark, MatchKind, MoveNote, MoveScore, ParseObfError, ParseTranscriptError, Player,
    Setup,
};

/// Maximum nesting depth at which games are found.
const MAX_DEPTH: usize = 8;

/// The keys of moves, in order of precedence.
const MOVE_KEYS: [&str; 4] = ["moves", "transcript", "kifu", "record"];

/// Reads all games in a JSON object, each with its byte offset. A game is an object with moves
/// under one of [`MOVE_KEYS`], an object with a `start`, or a string of moves in a list. Moves are
/// a string, a list of strings, or a list of objects with the move as `m` or `move`.
pub(in crate::game::records) fn parse_json(text: &str) -> Vec<(usize, ParsedRecord)> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return vec![(0, Err(not_json(text, &error)))],
    };
    let mut games = Vec::new();
    find_games(&value, &mut Vec::new(), &mut games);
    // The first line of a results file of `match --out`.
    let is_settings = value.get("reply").is_some_and(|reply| reply == "settings");
    if games.is_empty() && is_settings {
        return Vec::new();
    }
    if games.is_empty() {
        let expected = "a list or string \"moves\"";
        let fault = RecordFault::Json { text: "no moves".to_owned(), expected };
        return vec![(0, Err(FaultAt { offset: 0, fault }))];
    }
    let is_only = games.len() == 1;
    let mut from = 0;
    let parse = |game: FoundGame<'_>| {
        let game = GameReader { text, from, is_only, game };
        let at = game.place();
        from = at + 1;
        (if is_only { 0 } else { at }, game.parse().map(|record| (Format::Json, record)))
    };
    games.into_iter().map(parse).collect()
}

/// Whether `text` starts a JSON list of strings or of lists.
pub(in crate::game::records) fn is_json_list(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.trim_start_matches(is_list_opening).starts_with('"'))
}

/// Reads a list of moves or games: `["f5","d6"]`, `["f5d6","f5f4"]`, `[["f5"],["f5","d6"]]`.
pub(in crate::game::records) fn parse_json_list(text: &str) -> Vec<(usize, ParsedRecord)> {
    let list: Value = match serde_json::from_str(text.trim_end().trim_end_matches(',')) {
        Ok(list) => list,
        // The text may be a list literal of another language.
        Err(error) => return vec![(0, parse_line(text).map_err(|_| not_json(text, &error)))],
    };
    let read = |moves: &str| {
        let record = parse_game(Setup::START, moves, 0, MoveStyle::Bare);
        record.map(|record| (Format::Json, record)).map_err(|flaw| FaultAt { offset: 0, ..flaw })
    };
    let lists: Option<Vec<String>> = list.as_array().and_then(|items| {
        items.iter().map(|item| item.as_array().and_then(|_| moves_of(item))).collect()
    });
    let strings = || list.as_array().into_iter().flatten().filter_map(Value::as_str);
    let games = strings().filter(|text| is_game_text(text)).count();
    let joined = moves_of(&list).unwrap_or_default();
    match (lists, games) {
        (Some(games), _) => games.iter().map(|moves| (0, read(moves))).collect(),
        (None, 2..) if read(&joined).is_ok() => {
            let expected = "the moves of one game, or an object {\"games\":[..]} for several";
            let fault = RecordFault::Json { text: "several first moves".to_owned(), expected };
            vec![(0, Err(FaultAt { offset: 0, fault }))]
        }
        (None, 2..) => {
            let place = |moves: &str| text.find(&format!("{moves:?}")).unwrap_or(0);
            strings().map(|moves| (place(moves), read(moves))).collect()
        }
        (None, _) => vec![(0, read(&joined))],
    }
}

fn not_json(text: &str, error: &serde_json::Error) -> FaultAt {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = line.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    FaultAt { offset, fault: RecordFault::NotJson { message } }
}

/// A game in a JSON value.
struct FoundGame<'a> {
    /// The object of the game, or a string of moves.
    value: &'a Value,
    /// The values around `value`, outermost first.
    within: Vec<&'a Value>,
}

/// Adds the games in `value` to `found`. `within` are the values around `value`.
fn find_games<'a>(value: &'a Value, within: &mut Vec<&'a Value>, found: &mut Vec<FoundGame<'a>>) {
    match value {
        Value::Object(object) if object.contains_key("start") || own_moves(value).is_some() => {
            found.push(FoundGame { value, within: within.clone() });
        }
        Value::String(text)
            if within.last().is_some_and(|last| last.is_array()) && is_game_text(text) =>
        {
            found.push(FoundGame { value, within: within.clone() });
        }
        Value::Object(_) | Value::Array(_) if within.len() < MAX_DEPTH => {
            within.push(value);
            let object = value.as_object().into_iter().flat_map(|object| object.values());
            let list = value.as_array().into_iter().flatten();
            object.chain(list).for_each(|inner| find_games(inner, within, found));
            within.pop();
        }
        _ => {}
    }
}

/// Whether `text` is at least the first two moves of a game.
fn is_game_text(text: &str) -> bool {
    let text = text.trim();
    let starts = FIRST_MOVES
        .iter()
        .any(|first| text.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(first)));
    starts && text.len() >= 4 && text.split_whitespace().all(is_transcript)
}

/// The key and the moves of an object, separated by blanks.
fn own_moves(value: &Value) -> Option<(&'static str, String)> {
    MOVE_KEYS.into_iter().find_map(|key| Some((key, moves_of(value.get(key)?)?)))
}

/// The moves in `value`: a string, or a list of strings or of objects with a move each.
fn moves_of(value: &Value) -> Option<String> {
    let word = |value: &Value| match value {
        Value::String(word) => Some(if word == "-" { "--".to_owned() } else { word.clone() }),
        Value::Object(object) => {
            let word = ["m", "move"].into_iter().find_map(|key| object.get(key))?.as_str()?;
            Some(if word == "-" { "--".to_owned() } else { word.to_owned() })
        }
        _ => None,
    };
    match value {
        Value::Array(words) => {
            words.iter().map(word).collect::<Option<Vec<_>>>().map(|all| all.join(" "))
        }
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The reader of one game.
struct GameReader<'a> {
    text: &'a str,
    /// The byte offset after the previous game.
    from: usize,
    /// Whether the text has one game only.
    is_only: bool,
    game: FoundGame<'a>,
}

impl GameReader<'_> {
    /// The byte offset of the moves of the game.
    fn place(&self) -> usize {
        match self.game.value {
            Value::String(moves) => self.find(moves),
            value => self.find(own_moves(value).map_or("start", |(key, _)| key)),
        }
    }

    /// The byte offset of `word` in quotes.
    fn find(&self, word: &str) -> usize {
        let found = self.text[self.from..].find(&format!("{word:?}"));
        self.from + found.unwrap_or(0)
    }

    fn fault(&self, key: &str, fault: RecordFault) -> FaultAt {
        FaultAt { offset: self.find(key), fault }
    }

    /// The value of `key` in the game. The event, place and date may be in an outer object. In a
    /// text with a single game, any key may be there.
    fn get(&self, key: &str) -> Option<&Value> {
        let is_of_all = self.is_only || ["event", "place", "date"].contains(&key);
        let outer = self.game.within.iter().rev().filter(|_| is_of_all);
        self.game.value.get(key).or_else(|| outer.into_iter().find_map(|outer| outer.get(key)))
    }

    fn parse(&self) -> Result<Record, FaultAt> {
        let mut record = self.moves()?;
        for (text, key) in
            [(&mut record.event, "event"), (&mut record.place, "place"), (&mut record.date, "date")]
        {
            *text = self.get(key).map(word).unwrap_or_default();
        }
        if let Some(comment) = self.get("comment") {
            record.comment = word(comment);
        }
        (record.black, record.white) = (self.player("black", 0), self.player("white", 1));
        if let Some(kind) = self.get("kind").and_then(Value::as_str).and_then(MatchKind::parse) {
            record.kind = kind;
        }
        if let Some(result) = self.get("result").filter(|result| !result.is_null()) {
            match stated(result) {
                Ok(result) => record.result = result,
                Err(_) if result.is_string() => {
                    record.tags.insert("result".to_owned(), word(result));
                }
                Err(_) => {}
            }
        } else if let Some(discs) = self.get("discs").filter(|discs| discs.is_i64()) {
            record.result = stated(discs).map_err(|fault| self.fault("discs", fault))?;
        }
        let value = self.game.value;
        if value.get("notes").is_some() {
            record.notes = notes(value, record.game.moves().len());
        }
        record.marks = marks(value);
        record.variations.extend(self.variations(value, &record.game)?);
        // The scores of `match` are numbers, one for each move.
        for known in list(value, "scores").filter(|known| known.is_object()) {
            let score = score(record.game.setup(), known);
            record.scores.push(score.map_err(|fault| self.fault("scores", fault))?);
        }
        if let Some(tags) = value.get("tags").and_then(Value::as_object) {
            record.tags.extend(tags.iter().map(|(name, value)| (name.clone(), word(value))));
        }
        record.theory =
            value.get("theory").and_then(|theory| serde_json::from_value(theory.clone()).ok());
        Ok(record)
    }

    /// The start and the moves.
    fn moves(&self) -> Result<Record, FaultAt> {
        let value = self.game.value;
        if let Value::String(moves) = value {
            return parse_game(Setup::START, moves, self.place(), MoveStyle::Named);
        }
        let start = match value.get("start") {
            None | Some(Value::Null) => Setup::START,
            Some(start) => parse_start(start).map_err(|fault| self.fault("start", fault))?,
        };
        // The opening is moves or a name.
        let opening = value.get("opening").and_then(Value::as_str).unwrap_or_default();
        let parse = |text: &str| parse_game(start, text, 0, MoveStyle::Bare);
        let opened = parse(opening).ok();
        let opening = if opened.is_some() { opening } else { "" };
        let (key, moves) = own_moves(value).unwrap_or(("start", String::new()));
        // The moves repeat the opening or continue it.
        let repeats = |game: &Game| {
            opened.as_ref().is_some_and(|opened| game.moves().starts_with(opened.game.moves()))
        };
        match parse(&moves) {
            Ok(record) if repeats(&record.game) => Ok(record),
            _ => parse(&format!("{opening} {moves}")).map_err(|flaw| self.fault(key, flaw.fault)),
        }
    }

    /// The player of a colour: under the name of the colour, or in a list `players`.
    fn player(&self, color: &str, index: usize) -> Player {
        let listed = self.get("players").and_then(|players| players.get(index));
        let text = |value: &Value, key: &str| value.get(key).map(word).unwrap_or_default();
        match self.get(color).or(listed) {
            None => Player::default(),
            Some(Value::String(name)) => Player { name: name.clone(), ..Player::default() },
            Some(value) => Player {
                name: text(value, "name"),
                rating: text(value, "rating"),
                clock: Clock::parse(&text(value, "clock")),
            },
        }
    }

    /// Reads the variations in `value`, alternatives to moves of `game`.
    fn variations(&self, value: &Value, game: &Game) -> Result<Vec<Variation>, FaultAt> {
        list(value, "variations").map(|inner| self.variation(inner, game)).collect()
    }

    fn variation(&self, value: &Value, line: &Game) -> Result<Variation, FaultAt> {
        let fault = |fault| self.fault("variations", fault);
        let ply = value.get("ply").and_then(Value::as_u64).map(|ply| ply as usize);
        let ply = ply.filter(|&ply| ply < line.moves().len()).ok_or_else(|| {
            let text = excerpt(&value.to_string());
            let expected = "a \"ply\" less than the number of moves of the line";
            fault(RecordFault::Json { text, expected })
        })?;
        let mut game = line.at(ply);
        let moves = value.get("moves").and_then(moves_of).unwrap_or_default();
        for (number, text) in moves.split_whitespace().enumerate() {
            let (text, offset, number) = (text.to_owned(), 0, number + 1);
            let Ok(mv) = text.parse::<Move>() else {
                return Err(fault(RecordFault::Moves(ParseTranscriptError::NotAMove {
                    text,
                    offset,
                })));
            };
            game.play(mv).map_err(|reason| {
                let illegal = ParseTranscriptError::Illegal { number, text, offset, reason };
                fault(RecordFault::Moves(illegal))
            })?;
        }
        let moves = game.moves()[ply..].to_vec();
        let line = Game::from_moves(line.at(ply).setup(), &moves);
        let notes =
            if value.get("notes").is_some() { notes(value, moves.len()) } else { Vec::new() };
        Ok(Variation { ply, moves, notes, variations: self.variations(value, &line)? })
    }
}

fn parse_start(value: &Value) -> Result<Setup, RecordFault> {
    let Some(text) = value.as_str() else {
        let text = excerpt(&value.to_string());
        return Err(RecordFault::Json { text, expected: "a FEN or a board as a string \"start\"" });
    };
    RecordFault::setup(text)
}

/// A result: our string, a disc difference for Black, or the discs of both sides as a list or as
/// `black` and `white`.
fn stated(value: &Value) -> Result<Option<GameResult>, RecordFault> {
    let discs = |black: Option<&Value>, white: Option<&Value>| {
        GameResult::parse(&format!("{}-{}", black?.as_u64()?, white?.as_u64()?))
    };
    let result = match value {
        Value::Number(_) => {
            value.as_i64().and_then(|discs| GameResult::parse(&format!("{discs:+}")))
        }
        Value::Array(both) if both.len() == 2 => discs(both.first(), both.get(1)),
        Value::Object(both) => discs(both.get("black"), both.get("white")),
        _ => value.as_str().and_then(GameResult::parse),
    };
    let text = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    result.ok_or_else(|| RecordFault::NotAResult { text: excerpt(&text()) })
}

/// The notes in `value` for `moves` moves.
fn notes(value: &Value, moves: usize) -> Vec<MoveNote> {
    let mut notes: Vec<MoveNote> = list(value, "notes").map(note).collect();
    notes.resize(moves, MoveNote::default());
    notes
}

fn note(value: &Value) -> MoveNote {
    let to_centidiscs = |discs: f64| (discs * 100.0).round() as i32;
    MoveNote {
        centidiscs: value.get("score").and_then(Value::as_f64).map(to_centidiscs),
        time: value.get("milliseconds").and_then(Value::as_u64).map(Duration::from_millis),
        comment: value.get("comment").map(word).unwrap_or_default(),
        marks: marks(value),
    }
}

fn marks(value: &Value) -> BTreeSet<Mark> {
    list(value, "marks").filter_map(|mark| mark.as_str()?.parse().ok()).collect()
}

/// A score of a move in `setup`.
fn score(setup: Setup, value: &Value) -> Result<MoveScore, RecordFault> {
    let text = value.to_string();
    let not_a_score = || RecordFault::Json {
        text: excerpt(&text),
        expected: "such as {\"move\":\"f5\",\"score\":-2.5}",
    };
    let mv = value.get("move").and_then(Value::as_str).and_then(|text| text.parse().ok());
    let mv: Move = mv.ok_or_else(not_a_score)?;
    let discs = value.get("score").and_then(Value::as_f64).ok_or_else(not_a_score)?;
    match setup.explain_illegal(mv) {
        _ if discs.abs() > 64.0 => Err(not_a_score()),
        None => Ok(MoveScore { mv, centidiscs: (discs * 100.0).round() as i32 }),
        Some(reason) => {
            let illegal = ParseObfError::Illegal { text: mv.to_string(), offset: 0, reason };
            Err(RecordFault::Obf(illegal))
        }
    }
}

/// A string, or the text of a number; empty for other values.
fn word(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Record {
        parse_json(text).swap_remove(0).1.unwrap().1
    }

    #[test]
    fn moves_are_found_in_foreign_json() {
        let moves = parse("{\"moves\":[\"f5\",\"d6\",\"c3\"]}").game;
        for text in [
            "{\"moves\":\"f5d6c3\"}",
            "{\"transcript\":\"F5 d6 c3\"}",
            "{\"a\":1,\"game\":{\"kifu\":\"f5d6c3\"}}",
            "{\"position\":{\"size\":8,\"moves\":[{\"m\":\"f5\",\"t\":120},{\"m\":\"d6\"},{\"m\":\"c3\"}]}}",
            "{\"opening\":\"f5d6\",\"moves\":\"c3\"}",
            "{\"opening\":\"f5d6\",\"moves\":[\"f5\",\"d6\",\"c3\"]}",
        ] {
            assert_eq!(parse(text).game, moves, "{text}");
        }
        let named = parse("{\"players\":[{\"name\":\"ann\"},{\"name\":\"bob\"}],\"moves\":\"f5\"}");
        assert_eq!((&*named.black.name, &*named.white.name), ("ann", "bob"));
        let row = parse(
            "{\"black\":{\"name\":\"A\"},\"moves\":\"f5\",\"discs\":-4,\"scores\":[1.5,null]}",
        );
        assert_eq!(row.result.unwrap().to_string(), "-4.00");
        for (result, text) in [("-4", Some("-4.00")), ("\"-4\"", Some("-4.00")), ("null", None)] {
            let record = parse(&format!("{{\"moves\":\"f5\",\"result\":{result}}}"));
            let stated = record.result.map(|result| result.to_string());
            assert_eq!(stated.as_deref(), text, "{result}");
        }
    }

    #[test]
    fn an_unknown_result_does_not_refuse_the_game() {
        for (result, stated) in [
            ("\"aborted\"", None),
            ("[36,28]", Some("36-28")),
            ("{\"black\":36,\"white\":28}", Some("36-28")),
            ("[4]", None),
        ] {
            let record = parse(&format!("{{\"moves\":\"f5\",\"result\":{result}}}"));
            assert_eq!(record.result.map(|it| it.to_string()).as_deref(), stated, "{result}");
        }
        assert_eq!(parse("{\"moves\":\"f5\",\"result\":\"aborted\"}").tags["result"], "aborted");
        let rpc = parse("{\"id\":1,\"result\":[{\"kifu\":\"F5D6C3\"}]}");
        assert_eq!(rpc.game.transcript(), "f5d6c3");
    }

    #[test]
    fn ratings_and_dates_may_be_numbers() {
        let game =
            parse("{\"moves\":\"f5\",\"black\":{\"name\":\"a\",\"rating\":1700.5},\"date\":2019}");
        assert_eq!((&*game.black.rating, &*game.date), ("1700.5", "2019"));
    }

    #[test]
    fn errors_have_line_and_column() {
        for (text, offset, message) in [
            ("{\"moves\":f5}", 10, "invalid JSON: expected ident"),
            ("{\"a\":1}", 0, "invalid JSON: expected a list or string \"moves\", found no moves"),
            (
                "{\"moves\":\"f5\",\"scores\":[{\"move\":\"a1\",\"score\":2}]}",
                14,
                "\"a1\" is illegal: a1 flips nothing for white",
            ),
            (
                "{\"moves\":\"f5\",\"scores\":[{\"move\":2}]}",
                14,
                "invalid JSON: expected such as {\"move\":\"f5\",\"score\":-2.5}, found {\"move\":2}",
            ),
            ("{\"a\":1,\"moves\":\"f5f5\"}", 7, "move 2, \"f5\", is illegal: f5 is taken"),
        ] {
            let flaw = parse_json(text).swap_remove(0).1.unwrap_err();
            assert_eq!((flaw.offset, flaw.fault.to_string()), (offset, message.to_owned()));
        }
    }
}
