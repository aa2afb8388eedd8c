//! The commands as values, and reading them from a line. Pure: nothing here knows
//! an engine or what is going on.

use super::go::Go;
use super::vocabulary;
use super::words::{Words, excerpt, unexpected};
use crate::board::perft::PassRule;
use crate::board::{Move, ParseMoveError};
use crate::engine::Effort;
use crate::game::{Game, Record, RecordError, RecordFault};

/// What a host can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Who the engine is and what can be set.
    Ugi,
    /// A sign that everything before is done.
    IsReady,
    /// To give an option a value.
    SetOption {
        /// The option's name, as it was written.
        name: String,
        /// Its value, as it was written.
        value: String,
    },
    /// The options and their values.
    Options,
    /// To forget the last game.
    NewGame,
    /// To go to the end of this game.
    Position(Box<Game>),
    /// A fact about the game.
    Query(Query),
    /// A search.
    Go(Go),
    /// A count of the ways that the game can go on.
    Perft(PerftArguments),
    /// A look back at the game.
    Analyze(Effort),
    /// A search of fixed positions that counts its nodes.
    Bench,
    /// The search for the move that it was begun for: the opponent has made the
    /// expected move.
    PonderHit,
    /// An end to the search.
    Stop,
    /// An end to the session.
    Quit,
    /// The legal moves.
    Moves,
    /// Whether this move is legal.
    Legal(Move),
    /// Whether this record is right.
    Validate(String),
    /// The board.
    Show,
    /// The static evaluation.
    Eval {
        /// Whether with all that it is made of.
        explained: bool,
    },
    /// To make this move.
    Play(Move),
    /// To take the last move back.
    Undo,
    /// The moves so far.
    History,
    /// The report of the last search.
    Stats,
    /// Replies in JSON, or not.
    Json(bool),
    /// What can be asked for: everything, or more of the command with this name.
    Help(Option<&'static str>),
}

/// What `query` can ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Whether player 1, Black, is to move.
    P1Turn,
    /// Whether neither side has a move.
    GameOver,
    /// Who has won.
    Result,
}

/// What perft is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftArguments {
    /// How far, in plies.
    pub depth: u32,
    /// Whether the share of each move is wanted.
    pub divide: bool,
    /// What a pass is.
    pub rule: PassRule,
}

/// Why a line is no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A word that is no command.
    #[error("unknown command {word:?}{} ('help' lists them)", did_you_mean(*nearest))]
    UnknownCommand {
        /// The word, shortened.
        word: String,
        /// The command that looks most like it.
        nearest: Option<&'static str>,
    },
    /// The line ends too early.
    #[error("{line:?} is not complete: expected {expected}")]
    Incomplete {
        /// The line, shortened.
        line: String,
        /// What should follow.
        expected: String,
    },
    /// A word that makes no sense where it is.
    #[error("unexpected {word:?}: expected {expected}")]
    Unexpected {
        /// The word, shortened.
        word: String,
        /// What was expected instead.
        expected: String,
    },
    /// A word that is no number, or one out of range.
    #[error("{word:?} is no value for {name}: expected {expected}")]
    NotANumber {
        /// The word, shortened.
        word: String,
        /// What it was to be the value of.
        name: String,
        /// From where to where it may be.
        expected: String,
    },
    /// A move that cannot be read.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// A record of a game that cannot be read.
    #[error(transparent)]
    Record(#[from] RecordFault),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |nearest| format!(": did you mean {nearest}?"))
}

impl Command {
    /// Reads a line; `None` if it is blank or only a comment.
    ///
    /// # Errors
    /// If it is no command.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut words = Words::new(line);
        let Some(name) = words.next() else { return Ok(None) };
        let command = (vocabulary::find(name)?.parse)(&mut words)?;
        words.expect_end()?;
        Ok(Some(command))
    }
}

/// Reads `setoption name <name> value <value>`; both may be several words.
pub(super) fn parse_setoption(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "name <option> value <value>";
    match words.peek() {
        Some(word) if !words.skip("name") => return Err(unexpected(word, EXPECTED)),
        _ => {}
    }
    match words.rest_around("value") {
        ("", _) | (_, None | Some("")) => Err(words.incomplete(EXPECTED)),
        (name, Some(value)) => {
            Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        }
    }
}

/// Reads `level <n>`, the short way to set that option.
pub(super) fn parse_level(words: &mut Words) -> Result<Command, CommandError> {
    let value = words.need("a level")?.to_owned();
    Ok(Command::SetOption { name: "Level".to_owned(), value })
}

/// Reads `position <record>`, of which the last position counts.
pub(super) fn parse_position(words: &mut Words) -> Result<Command, CommandError> {
    let record: Record = need_record(words)?.parse().map_err(|error: RecordError| error.fault)?;
    Ok(Command::Position(Box::new(record.game)))
}

/// Reads `validate <record>`.
pub(super) fn parse_validate(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Validate(need_record(words)?.to_owned()))
}

/// All that is left, if it is anything.
fn need_record<'a>(words: &mut Words<'a>) -> Result<&'a str, CommandError> {
    const EXPECTED: &str =
        "startpos, moves, 64 squares and a side, a FEN, or a record in another format";
    match words.rest() {
        "" => Err(words.incomplete(EXPECTED)),
        text => Ok(text),
    }
}

/// Reads `query p1turn|gameover|result`.
pub(super) fn parse_query(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "p1turn, gameover or result";
    let word = words.need(EXPECTED)?;
    Ok(Command::Query(match &*word.to_ascii_lowercase() {
        "p1turn" => Query::P1Turn,
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        _ => return Err(unexpected(word, EXPECTED)),
    }))
}

/// Reads `legal <move>`.
pub(super) fn parse_legal(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Legal(parse_move(words)?))
}

/// Reads `eval [explain]`.
pub(super) fn parse_eval(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Eval { explained: words.skip("explain") })
}

/// Reads `play <move>`.
pub(super) fn parse_play(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Play(parse_move(words)?))
}

fn parse_move(words: &mut Words) -> Result<Move, CommandError> {
    let word = words.need("a move")?;
    Ok(word.parse().map_err(|_| ParseMoveError { text: excerpt(word) })?)
}

/// Reads `json on|off`.
pub(super) fn parse_json(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "on or off";
    let word = words.need(EXPECTED)?;
    match &*word.to_ascii_lowercase() {
        "on" => Ok(Command::Json(true)),
        "off" => Ok(Command::Json(false)),
        _ => Err(unexpected(word, EXPECTED)),
    }
}

/// Reads `help [command]`.
pub(super) fn parse_help(words: &mut Words) -> Result<Command, CommandError> {
    let topic = words.next().map(vocabulary::find).transpose()?;
    Ok(Command::Help(topic.map(|command| command.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn refusal(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blank_lines_and_comments_are_no_commands() {
        for line in ["", " \t ", "# go", "\r"] {
            assert_eq!(Command::parse(line), Ok(None));
        }
        assert_eq!(parse("\t UGI # hello"), Command::Ugi);
    }

    #[test]
    fn every_way_to_give_a_position_is_read() {
        let start = parse("position startpos");
        for line in [
            "position start",
            "position fen 8/8/8/3OX3/3XO3/8/8/8 X",
            "position fen 8/8/8/3wb3/3bw3/8/8/8 b",
            "position 8/8/8/3OX3/3XO3/8/8/8 X",
            "position ---------------------------OX------XO--------------------------- X; F5:+0;",
            "position ---------------------------OX------XO--------------------------- X",
            "position ...........................O*......*O........................... black",
            "position startpos moves",
        ] {
            assert_eq!(parse(line), start, "{line}");
        }
        let played = parse("position startpos moves f5 d6 c3");
        for line in [
            "position start moves f5d6c3",
            "position startpos moves F5 D6c3",
            "position start f5d6c3",
            "position 1. F5 d6 2. c3 36-28",
            "position 8/8/8/3OX3/3XO3/8/8/8 X moves f5d6c3",
            r#"position [Black "ann"] 1. f5 d6 2. c3"#,
            r#"position {"moves":["f5","d6","c3"]}"#,
            "position (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)",
        ] {
            assert_eq!(parse(line), played, "{line}");
        }
    }

    #[test]
    fn options_may_have_names_and_values_of_several_words() {
        let option = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(parse("setoption name Hash value 16"), option("Hash", "16"));
        assert_eq!(parse("SetOption Name a b Value c  d"), option("a b", "c  d"));
        assert_eq!(parse("level 5"), option("Level", "5"));
    }

    #[test]
    fn other_commands_are_read() {
        assert_eq!(parse("query result"), Command::Query(Query::Result));
        assert_eq!(parse("legal PASS"), Command::Legal(Move::Pass));
        assert_eq!(parse("play F5"), Command::Play(Move::Place(Square::F5)));
        assert_eq!(parse("json on"), Command::Json(true));
        assert_eq!(parse("help ucinewgame"), Command::Help(Some("uginewgame")));
    }

    #[test]
    fn refusals_quote_the_word_and_say_what_was_expected() {
        for (line, message) in [
            (
                "postion start",
                r#"unknown command "postion": did you mean position? ('help' lists them)"#,
            ),
            ("frobnicate", r#"unknown command "frobnicate" ('help' lists them)"#),
            ("help halp", r#"unknown command "halp": did you mean help? ('help' lists them)"#),
            ("stop now", r#"unexpected "now": expected the end of the line"#),
            (
                "position",
                r#""position" is not complete: expected startpos, moves, 64 squares and a side, a FEN, or a record in another format"#,
            ),
            (
                "position here",
                r#""here" starts no record: expected moves, 64 squares and a side, a FEN, OBF, GGF, tags or JSON"#,
            ),
            ("position start moves f5 f5", r#"move 2, "f5", is illegal: f5 is taken"#),
            ("position fen 8/8 X", r#"expected 8 rows split by /, found 2 in "8/8""#),
            ("setoption Hash 5", r#"unexpected "Hash": expected name <option> value <value>"#),
            (
                "setoption name Hash",
                r#""setoption name Hash" is not complete: expected name <option> value <value>"#,
            ),
            ("query", r#""query" is not complete: expected p1turn, gameover or result"#),
            ("query who", r#"unexpected "who": expected p1turn, gameover or result"#),
            ("play z9", r#""z9" is not a move: expected a square a1-h8 or pass"#),
            ("json maybe", r#"unexpected "maybe": expected on or off"#),
            ("go depth x", r#""x" is no value for depth: expected a whole number from 1 to 1000"#),
            (
                "go depth",
                r#""go depth" is not complete: expected depth and a whole number from 1 to 1000"#,
            ),
            ("perft 3 split", r#"unexpected "split": expected divide or passes"#),
            ("perft 3 passes", r#""perft 3 passes" is not complete: expected ply or free"#),
        ] {
            assert_eq!(refusal(line), message);
        }
        assert!(refusal("go fast").starts_with(r#"unexpected "fast": expected depth, nodes, "#));
        assert!(refusal(&"x".repeat(60_000)).len() < 100);
        assert!(refusal(&format!("play {}", "é".repeat(30_000))).len() < 200);
    }
}
