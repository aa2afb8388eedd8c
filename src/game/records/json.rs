//! A record as a JSON object: ours, which holds everything, and what others write as
//! long as the moves are to be found in it.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::error::{FaultAt, RecordFault};
use super::line::{ParsedRecord, parse_game, parse_moves};
use super::result::StatedResult;
use super::{Format, Record, WthorTheory};
use crate::board::{Color, Move};
use crate::game::excerpt::excerpt;
use crate::game::{
    Game, GgfClock, GgfEnding, GgfKind, GgfNote, GgfPlayer, GgfResult, ObfScore, ParseObfError,
    Setup,
};

/// What is written; what is not known is left out.
#[derive(Serialize)]
struct JsonRecord<'a> {
    start: String,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    event: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<JsonPlayer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<JsonPlayer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// The side that gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<String>,
    /// The discs on the board when it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<JsonDiscs>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<JsonNote>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<JsonScore>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<WthorTheory>,
}

#[derive(Serialize)]
struct JsonDiscs {
    black: u32,
    white: u32,
}

#[derive(Serialize)]
struct JsonPlayer<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    rating: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
}

#[derive(Serialize)]
struct JsonNote {
    score: Option<f64>,
    milliseconds: Option<u64>,
}

#[derive(Serialize)]
struct JsonScore {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
}

impl Record {
    /// The record as a JSON object.
    pub(super) fn to_json(&self) -> String {
        let player = |player: &GgfPlayer| *player != GgfPlayer::default();
        let (setup, resigned) = (self.game.setup(), self.resigned());
        let record = JsonRecord {
            start: self.game.start().to_fen(),
            moves: self.game.moves().iter().map(Move::to_string).collect(),
            event: &self.event,
            place: &self.place,
            date: &self.date,
            black: player(&self.black).then(|| JsonPlayer::of(&self.black)),
            white: player(&self.white).then(|| JsonPlayer::of(&self.white)),
            kind: (self.kind != GgfKind::default()).then(|| self.kind.to_string()),
            result: self.result.map(|result| result.to_string()),
            resigned: resigned.map(|side| side.to_string()),
            discs: resigned
                .map(|_| JsonDiscs { black: setup.black().count(), white: setup.white().count() }),
            notes: self.notes.iter().map(JsonNote::of).collect(),
            scores: self.scores.iter().map(JsonScore::of).collect(),
            comment: &self.comment,
            theory: self.theory,
        };
        serde_json::to_string(&record).expect("strings and numbers can always be written")
    }
}

impl Record {
    /// The side that has resigned, if the result says so.
    fn resigned(&self) -> Option<Color> {
        match self.result {
            Some(StatedResult::Difference(GgfResult {
                centidiscs,
                ending: GgfEnding::Resigned,
            })) => Some(if centidiscs < 0 { Color::Black } else { Color::White }),
            _ => None,
        }
    }
}

impl JsonPlayer<'_> {
    fn of(player: &GgfPlayer) -> JsonPlayer<'_> {
        JsonPlayer {
            name: &player.name,
            rating: &player.rating,
            clock: player.clock.map(|clock| clock.to_string()),
        }
    }
}

impl JsonNote {
    fn of(note: &GgfNote) -> JsonNote {
        let milliseconds = note.time.map(|time| time.as_millis().try_into().unwrap_or(u64::MAX));
        JsonNote { score: note.centidiscs.map(to_discs), milliseconds }
    }
}

impl JsonScore {
    fn of(score: &ObfScore) -> JsonScore {
        JsonScore { mv: score.mv.to_string(), score: to_discs(score.centidiscs) }
    }
}

fn to_discs(centidiscs: i32) -> f64 {
    f64::from(centidiscs) / 100.0
}

fn to_centidiscs(discs: f64) -> i32 {
    (discs * 100.0).round() as i32
}

/// Reads an object with moves in it: ours; lines that `match` writes; exports with a
/// list `moves` of strings or of objects with the move as `m` or `move`; objects with
/// a string `transcript`, `kifu` or `record`.
pub(super) fn parse_json(text: &str) -> ParsedRecord {
    let value: Value = serde_json::from_str(text).map_err(|error| not_json(text, &error))?;
    let at = |key: &str| FaultAt {
        offset: text.find(&format!("{key:?}")).unwrap_or(0),
        fault: RecordFault::Nothing,
    };
    let fault = |key: &str, fault| FaultAt { fault, ..at(key) };
    let start = match value.get("start") {
        None | Some(Value::Null) => Setup::START,
        Some(start) => parse_start(start).map_err(|found| fault("start", found))?,
    };
    // Where it is no moves it is the name of an opening.
    let opening = string(&value, "opening");
    let opened = parse_moves(start, opening, 0).ok();
    let opening = if opened.is_some() { opening } else { "" };
    let moves = match find_moves(&value, 0) {
        Some(moves) => moves,
        None if value.get("start").is_some() => String::new(),
        None => {
            let expected = "a list or string \"moves\"";
            let text = "no moves".to_owned();
            return Err(FaultAt { offset: 0, fault: RecordFault::Json { text, expected } });
        }
    };
    // The moves repeat those of the opening, or go on after them.
    let repeats = |game: &Game| {
        opened.as_ref().is_some_and(|(opened, _)| game.moves().starts_with(opened.moves()))
    };
    let (game, token) = match parse_moves(start, &moves, 0) {
        Ok(parsed) if repeats(&parsed.0) => parsed,
        _ => parse_moves(start, &format!("{opening} {moves}"), 0)
            .map_err(|flaw| fault("moves", flaw.fault))?,
    };
    let mut record = Record { game, result: token.map(|token| token.stated), ..Record::default() };
    for (text, key) in [
        (&mut record.event, "event"),
        (&mut record.place, "place"),
        (&mut record.date, "date"),
        (&mut record.comment, "comment"),
    ] {
        *text = word(&value, key);
    }
    (record.black, record.white) = players(&value);
    if let Some(kind) = GgfKind::parse(string(&value, "kind")) {
        record.kind = kind;
    }
    if let Some(result) = value.get("result").filter(|result| !result.is_null()) {
        record.result = stated(result).map_err(|found| fault("result", found))?;
    } else if let Some(discs) = value.get("discs").filter(|discs| discs.is_i64()) {
        record.result = stated(discs).map_err(|found| fault("discs", found))?;
    }
    record.notes = list(&value, "notes").map(note).collect();
    record.notes.resize(
        if record.notes.is_empty() { 0 } else { record.game.moves().len() },
        GgfNote::default(),
    );
    let setup = record.game.setup();
    // Those of `match` are numbers, one for each move of the game.
    for known in list(&value, "scores").filter(|known| known.is_object()) {
        record.scores.push(score(setup, known).map_err(|found| fault("scores", found))?);
    }
    record.theory =
        value.get("theory").and_then(|theory| serde_json::from_value(theory.clone()).ok());
    Ok((Format::Json, record))
}

/// Reads a mere list of moves, which starts at the byte `start` of `text`: `["f5","d6"]`.
pub(super) fn parse_json_moves(text: &str, start: usize) -> ParsedRecord {
    let list: Value = serde_json::from_str(text).map_err(|error| not_json(text, &error))?;
    let moves = moves_of(&list).unwrap_or_default();
    let record = parse_game(Setup::START, &moves, 0)
        .map_err(|FaultAt { fault, .. }| FaultAt { offset: start, fault })?;
    Ok((Format::Json, record))
}

fn not_json(text: &str, error: &serde_json::Error) -> FaultAt {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = line.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    FaultAt { offset, fault: RecordFault::NotJson { message } }
}

fn parse_start(value: &Value) -> Result<Setup, RecordFault> {
    let Some(text) = value.as_str() else {
        let text = excerpt(&value.to_string());
        return Err(RecordFault::Json { text, expected: "a FEN or a board as a string \"start\"" });
    };
    if text.contains('/') {
        Setup::from_fen(text).map_err(RecordFault::Fen)
    } else {
        text.parse().map_err(RecordFault::Board)
    }
}

/// A result: a string such as ours, or a whole number, Black's discs less White's.
fn stated(value: &Value) -> Result<Option<StatedResult>, RecordFault> {
    let result = match value.as_i64() {
        Some(discs) => StatedResult::parse(&format!("{discs:+}")),
        None => value.as_str().and_then(StatedResult::parse),
    };
    let text = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    result.ok_or_else(|| RecordFault::NotAResult { text: excerpt(&text()) })
}

/// How deep in an object moves are looked for.
const MAX_DEPTH: u32 = 8;

/// The moves in `value`, split by blanks.
fn find_moves(value: &Value, depth: u32) -> Option<String> {
    let object = value.as_object().filter(|_| depth < MAX_DEPTH)?;
    ["moves", "transcript", "kifu", "record"]
        .into_iter()
        .find_map(|key| object.get(key).and_then(moves_of))
        .or_else(|| object.values().find_map(|value| find_moves(value, depth + 1)))
}

/// `value` as moves: a string, or a list of strings or of objects with a move each.
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

/// The players: under `black` and `white`, or the two in a list `players`.
fn players(value: &Value) -> (GgfPlayer, GgfPlayer) {
    let player = |value: &Value| match value {
        Value::String(name) => GgfPlayer { name: name.clone(), ..GgfPlayer::default() },
        value => GgfPlayer {
            name: string(value, "name").to_owned(),
            rating: word(value, "rating"),
            clock: GgfClock::parse(string(value, "clock")),
        },
    };
    let listed = |index: usize| value.get("players").and_then(|players| players.get(index));
    let find = |key, index| value.get(key).or_else(|| listed(index)).map(player);
    (find("black", 0).unwrap_or_default(), find("white", 1).unwrap_or_default())
}

fn note(value: &Value) -> GgfNote {
    GgfNote {
        centidiscs: value.get("score").and_then(Value::as_f64).map(to_centidiscs),
        time: value.get("milliseconds").and_then(Value::as_u64).map(Duration::from_millis),
    }
}

/// A score of a move in `setup`.
fn score(setup: Setup, value: &Value) -> Result<ObfScore, RecordFault> {
    let text = value.to_string();
    let not_a_score = || RecordFault::Json {
        text: excerpt(&text),
        expected: "such as {\"move\":\"f5\",\"score\":-2.5}",
    };
    let mv: Move = string(value, "move").parse().map_err(|_| not_a_score())?;
    let discs = value.get("score").and_then(Value::as_f64).ok_or_else(not_a_score)?;
    match setup.explain_illegal(mv) {
        _ if discs.abs() > 64.0 => Err(not_a_score()),
        None => Ok(ObfScore { mv, centidiscs: to_centidiscs(discs) }),
        Some(reason) => {
            let illegal = ParseObfError::Illegal { text: mv.to_string(), offset: 0, reason };
            Err(RecordFault::Obf(illegal))
        }
    }
}

fn string<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A string, or a number as it is written.
fn word(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(Value::Number(number)) => number.to_string(),
        _ => string(value, key).to_owned(),
    }
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Record {
        parse_json(text).unwrap().1
    }

    #[test]
    fn moves_are_found_in_what_others_write() {
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
    fn ratings_and_dates_may_be_numbers() {
        let game =
            parse("{\"moves\":\"f5\",\"black\":{\"name\":\"a\",\"rating\":1700.5},\"date\":2019}");
        assert_eq!((&*game.black.rating, &*game.date), ("1700.5", "2019"));
    }

    #[test]
    fn errors_have_their_place() {
        for (text, offset, message) in [
            ("{\"moves\":f5}", 10, "no JSON: expected ident"),
            ("{\"a\":1}", 0, "no moves in JSON: expected a list or string \"moves\""),
            (
                "{\"moves\":\"f5\",\"scores\":[{\"move\":\"a1\",\"score\":2}]}",
                14,
                "\"a1\" is illegal: a1 flips nothing for white",
            ),
            (
                "{\"moves\":\"f5\",\"scores\":[{\"move\":2}]}",
                14,
                "{\"move\":2} in JSON: expected such as {\"move\":\"f5\",\"score\":-2.5}",
            ),
            ("{\"a\":1,\"moves\":\"f5f5\"}", 7, "move 2, \"f5\", is illegal: f5 is taken"),
            (
                "{\"moves\":\"f5\",\"result\":\"x\"}",
                14,
                "\"x\" is no result: expected such as 36-28 (64 discs at most), \
                 1-0, +8, black, draw or ?",
            ),
            (
                "{\"moves\":\"f5\",\"result\":[4]}",
                14,
                "\"[4]\" is no result: expected such as 36-28 (64 discs at most), \
                 1-0, +8, black, draw or ?",
            ),
        ] {
            let flaw = parse_json(text).unwrap_err();
            assert_eq!((flaw.offset, flaw.fault.to_string()), (offset, message.to_owned()));
        }
    }
}
