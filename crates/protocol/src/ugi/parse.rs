//! Parses lines into [`Command`]s: the table of commands, [`COMMANDS`], and the parsers of their
//! arguments. Pure: independent of the engine and the session state.

use super::command::{Command, PerftArguments, Query};
use super::go::{parse_effort, parse_limits};
use super::words::{CommandError, Words, excerpt, unexpected};
use crate::reply::CommandReply;
use data_encoding::{BASE64, BASE64_NOPAD};
use engine::SearchRequest;
use engine::search::{Goal, Limits};
use othello::board::perft::PassRule;
use othello::board::{Move, ParseMoveError};
use othello::game::{GameFilter, GameIndex, Record, RecordError};
use strsim::osa_distance;

impl Command {
    /// Parses a line. `None` if it is blank or only a comment.
    ///
    /// # Errors
    /// If the command is unknown or its arguments are invalid.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut words = Words::new(line);
        let Some(name) = words.next() else { return Ok(None) };
        let command = (find(name)?.parse)(&mut words)?;
        words.expect_end()?;
        Ok(Some(command))
    }
}

/// A command and the parser of its arguments.
pub(super) struct CommandSpec {
    pub(super) about: CommandReply,
    parse: fn(&mut Words) -> Result<Command, CommandError>,
}

impl CommandSpec {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.about.name).chain(self.about.aliases.iter().copied())
    }
}

/// Rows of a name, other names, the syntax of the arguments, a description and the parser.
macro_rules! commands {
    ($($name:literal $(or $alias:literal)* $arguments:literal $help:literal $parse:expr;)*) => {
        &[$(CommandSpec {
            about: CommandReply {
                name: $name,
                aliases: &[$($alias),*],
                arguments: $arguments,
                help: $help,
            },
            parse: $parse,
        }),*]
    };
}

/// All commands in listing order.
pub(super) static COMMANDS: &[CommandSpec] = commands! {
    "ugi" "" "identifies the engine and lists its options" |_| Ok(Command::Ugi);
    "isready" ""
        "replies readyok when all earlier commands are done; at once during a search"
        |_| Ok(Command::IsReady);
    "setoption" "name <option> value <value>" "sets an option" parse_setoption;
    "options" "" "lists the options with their values" |_| Ok(Command::Options);
    "uginewgame" or "ucinewgame" or "newgame" ""
        "starts a new game and clears the table" |_| Ok(Command::NewGame);
    "position" "startpos | fen <rows> <side> | <64 squares> <side> [moves <moves>] | <record>"
        "sets the position; a record in any format sets its last position" parse_position;
    "query" "p1turn | gameover | result"
        "replies whether player 1 (Black) is to move, whether the game is over, or who won" parse_query;
    "go" "[depth <plies>] [nodes <n>] [movetime <ms>] [p1time <ms>] [p2time <ms>] [p1inc <ms>] [p2inc <ms>] [movestogo <n>] [infinite] [ponder] [exact] [wld] [level] [selectivity <percent>] [multipv <n>] [searchmoves <moves>]"
        "searches; without limits, to the depth of the level" parse_go;
    "solve" "[exact | wld] [<limits as in go>]"
        "searches until the score, or the winner, is proven" parse_solve;
    "hint" "<n> [<limits as in go>]" "searches and ranks the n best moves" parse_hint;
    "analyze" or "analyse" "[level <n>] [depth <plies>] [nodes <n>] [movetime <ms>] [exactfrom <empties>]"
        "evaluates each move of the game, last move first"
        |words| parse_effort(words).map(Command::Analyze);
    "perft" "<plies> [divide] [passes ply | free]"
        "counts the lines of play of this length; divide counts them per move" parse_perft;
    "bench" "" "searches fixed positions and counts the nodes" |_| Ok(Command::Bench);
    "ponderhit" ""
        "after go ponder: searches with the limits given there" |_| Ok(Command::PonderHit);
    "stop" "" "ends the search; bestmove follows" |_| Ok(Command::Stop);
    "quit" or "exit" "" "ends the search, replies, and ends the session" |_| Ok(Command::Quit);
    "moves" "[<moves>]" "lists the legal moves, or plays the given moves" parse_moves;
    "legal" "<move>" "replies whether a move is legal, or why not"
        |words| Ok(Command::Legal(parse_move(words)?));
    "validate" "<record>" "checks the moves and the result of a record"
        |words| Ok(Command::Validate(need_record(words)?.to_owned()));
    "convert" "<format> [<record>]"
        "writes the game or a record as transcript, position, pgn, sgf, board, fen, obf, ggf or json"
        parse_convert;
    "file" "<name> <base64>" "adds bytes to a file of records" parse_file;
    "records" ""
        "lists the records in the received files, and deletes the files" |_| Ok(Command::Records);
    "index" "[clear]"
        "adds the games and books in the received files to the index, and deletes the files; clear empties the index"
        parse_index;
    "explore" "[<n>] [from <year>] [to <year>] [player <name>] | game <number>"
        "lists the moves of indexed games and books in this position, and the n latest games; game writes one of them"
        parse_explore;
    "openings" "" "lists the named openings" |_| Ok(Command::Openings);
    "d" or "show" "" "draws the board" |_| Ok(Command::Show);
    "eval" "[explain]"
        "evaluates the position statically; explain lists the contribution of each pattern"
        parse_eval;
    "play" "<move>" "plays a move" |words| Ok(Command::Play(parse_move(words)?));
    "undo" "" "undoes the last move" |_| Ok(Command::Undo);
    "history" "" "lists the moves of the game" |_| Ok(Command::History);
    "stats" "" "reports the last search" |_| Ok(Command::Stats);
    "level" "<n>" "sets the depth of searches without limits" parse_level;
    "json" "on | off" "switches replies to JSON or back" parse_json;
    "help" "[<command>]" "lists the commands, or explains one" parse_help;
};

/// Finds the command called `word`.
pub(super) fn find(word: &str) -> Result<&'static CommandSpec, CommandError> {
    COMMANDS
        .iter()
        .find(|command| command.names().any(|name| name.eq_ignore_ascii_case(word)))
        .ok_or_else(|| CommandError::UnknownCommand { word: excerpt(word), nearest: nearest(word) })
}

/// The command name closest to `word`, within an edit distance of a third of its letters.
fn nearest(word: &str) -> Option<&'static str> {
    let word: String = word.to_lowercase().chars().take(2 * MAX_NAME).collect();
    let names = COMMANDS.iter().flat_map(CommandSpec::names);
    let (errors, name) = names.map(|name| (osa_distance(&word, name), name)).min()?;
    (errors * 3 <= word.chars().count()).then_some(name)
}

/// Upper bound for the length of a command name.
const MAX_NAME: usize = 12;

/// Reads `setoption name <name> value <value>`. Both may have several words. A button has no value.
fn parse_setoption(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "name <option> value <value>";
    match words.peek() {
        Some(word) if !words.skip("name") => return Err(unexpected(word, EXPECTED)),
        _ => {}
    }
    match words.rest_around("value") {
        (button, None) if button.eq_ignore_ascii_case("Clear Hash") => Ok(Command::ClearHash),
        ("", _) | (_, None) => Err(words.incomplete(EXPECTED)),
        (name, Some(value)) => {
            Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        }
    }
}

/// Reads `level <n>`, short for setting the option.
fn parse_level(words: &mut Words) -> Result<Command, CommandError> {
    let value = words.need("a level")?.to_owned();
    Ok(Command::SetOption { name: "Level".to_owned(), value })
}

/// Reads `position <record>` and takes its last position.
fn parse_position(words: &mut Words) -> Result<Command, CommandError> {
    let record: Record = need_record(words)?.parse().map_err(|error: RecordError| error.fault)?;
    Ok(Command::Position(Box::new(record.into_game())))
}

/// Reads `convert <format> [<record>]`.
fn parse_convert(words: &mut Words) -> Result<Command, CommandError> {
    let format = words.need("a format")?.parse()?;
    let record = match words.rest() {
        "" => None,
        text => Some(Box::new(text.parse().map_err(|error: RecordError| error.fault)?)),
    };
    Ok(Command::Convert { format, record })
}

/// Reads `index [clear]`.
fn parse_index(words: &mut Words) -> Result<Command, CommandError> {
    match words.peek() {
        None => Ok(Command::Index),
        Some(_) if words.skip("clear") => Ok(Command::IndexClear),
        Some(word) => Err(unexpected(word, "clear")),
    }
}

/// Reads `explore [<n>] [from <year>] [to <year>] [player <name>]` and `explore game <number>`.
fn parse_explore(words: &mut Words) -> Result<Command, CommandError> {
    if words.skip("game") {
        return Ok(Command::ExploreGame(
            words.number("game", 0..=GameIndex::MAX as u64 - 1)? as usize
        ));
    }
    let games = match words.peek() {
        None | Some("from" | "to" | "player") => 0,
        Some(_) => words.number("games", 0..=1000)? as usize,
    };
    let mut filter = GameFilter::default();
    let (mut first, mut last) = filter.years.into_inner();
    for (name, year) in [("from", &mut first), ("to", &mut last)] {
        if words.skip(name) {
            *year = words.number("year", 0..=9999)? as u16;
        }
    }
    filter.years = first..=last;
    if words.skip("player") {
        filter.player = words.rest().to_owned();
        if filter.player.is_empty() {
            return Err(words.incomplete("a name"));
        }
    }
    Ok(Command::Explore { games, filter })
}

/// Reads `file <name> <base64>`.
fn parse_file(words: &mut Words) -> Result<Command, CommandError> {
    let name = words.need("a name and bytes in base64")?.to_owned();
    let word = words.need("bytes in base64")?;
    // The final padding may be missing.
    let encoding = if word.len().is_multiple_of(4) { BASE64 } else { BASE64_NOPAD };
    let bytes = encoding.decode(word.as_bytes());
    let bytes = bytes.map_err(|_| unexpected(word, "bytes in base64"))?;
    Ok(Command::File { name, bytes })
}

/// The rest of the line, which must not be empty.
fn need_record<'a>(words: &mut Words<'a>) -> Result<&'a str, CommandError> {
    const EXPECTED: &str =
        "startpos, moves, 64 squares and a side, a FEN, or a record in another format";
    match words.rest() {
        "" => Err(words.incomplete(EXPECTED)),
        text => Ok(text),
    }
}

/// Reads `moves`, which lists the legal moves, or `moves f5 d6`, which plays them.
fn parse_moves(words: &mut Words) -> Result<Command, CommandError> {
    Ok(match words.rest() {
        "" => Command::Moves,
        text => Command::MakeMoves(text.to_owned()),
    })
}

/// Reads `query p1turn|gameover|result`.
fn parse_query(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "p1turn, gameover or result";
    let word = words.need(EXPECTED)?;
    Ok(Command::Query(match &*word.to_ascii_lowercase() {
        "p1turn" => Query::P1Turn,
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        _ => return Err(unexpected(word, EXPECTED)),
    }))
}

/// Reads `eval [explain]`.
fn parse_eval(words: &mut Words) -> Result<Command, CommandError> {
    let explained = words.skip("explain");
    match words.peek().filter(|_| !explained) {
        Some(word) => Err(unexpected(word, "explain, or the end of the line")),
        None => Ok(Command::Eval { explained }),
    }
}

fn parse_move(words: &mut Words) -> Result<Move, CommandError> {
    let word = words.need("a move")?;
    Ok(word.parse().map_err(|_| ParseMoveError { text: excerpt(word) })?)
}

/// Reads `json on|off`.
fn parse_json(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "on or off";
    let word = words.need(EXPECTED)?;
    match &*word.to_ascii_lowercase() {
        "on" => Ok(Command::Json(true)),
        "off" => Ok(Command::Json(false)),
        _ => Err(unexpected(word, EXPECTED)),
    }
}

/// Reads `help [command]`.
fn parse_help(words: &mut Words) -> Result<Command, CommandError> {
    let topic = words.next().map(find).transpose()?;
    Ok(Command::Help(topic.map(|command| command.about)))
}

/// Reads `go` with its limits, or `go perft`.
fn parse_go(words: &mut Words) -> Result<Command, CommandError> {
    if words.skip("perft") {
        return parse_perft(words);
    }
    parse_limits(SearchRequest::default(), words)
}

/// Reads `solve`: `go exact`, or `go wld` if `wld` follows.
fn parse_solve(words: &mut Words) -> Result<Command, CommandError> {
    let request = SearchRequest { goal: Goal::Exact, ..SearchRequest::default() };
    parse_limits(request, words)
}

/// Reads `hint`: the number of moves to rank, and limits.
fn parse_hint(words: &mut Words) -> Result<Command, CommandError> {
    let multi_pv = Some(words.number("hint", 1..=Limits::MAX_MULTI_PV as u64)? as usize);
    let request = SearchRequest { multi_pv, ..SearchRequest::default() };
    parse_limits(request, words)
}

/// Reads `perft`: a depth, `divide` and `passes ply|free`.
fn parse_perft(words: &mut Words) -> Result<Command, CommandError> {
    let depth = words.number("perft", 0..=Limits::MAX_DEPTH.into())? as u32;
    let mut perft = PerftArguments { depth, divide: false, rule: PassRule::Ply };
    while let Some(word) = words.next() {
        match &*word.to_ascii_lowercase() {
            "divide" => perft.divide = true,
            "passes" => perft.rule = pass_rule(words)?,
            _ => return Err(unexpected(word, "divide or passes")),
        }
    }
    Ok(Command::Perft(perft))
}

fn pass_rule(words: &mut Words) -> Result<PassRule, CommandError> {
    const EXPECTED: &str = "ply or free";
    let word = words.need(EXPECTED)?;
    match &*word.to_ascii_lowercase() {
        "ply" => Ok(PassRule::Ply),
        "free" => Ok(PassRule::Free),
        _ => Err(unexpected(word, EXPECTED)),
    }
}

#[cfg(test)]
mod tests;
