//! Parses lines into [`Command`]s: the table of commands, [`COMMANDS`], and the parsers of their
//! arguments. Pure: independent of the engine and the session state.

use super::command::{Command, PerftArguments, Query};
use super::go::{Go, parse_effort};
use super::spelling::edit_distance;
use super::words::{CommandError, Words, excerpt, unexpected};
use crate::base64::decode;
use engine::SearchRequest;
use engine::search::{Goal, Limits};
use othello::board::perft::PassRule;
use othello::board::{Move, ParseMoveError};
use othello::game::{Record, RecordError};

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

/// A command: its names, its syntax and its parser.
pub(super) struct CommandSpec {
    /// The name; case is ignored.
    pub(super) name: &'static str,
    /// Other names of the command.
    pub(super) aliases: &'static [&'static str],
    /// The syntax of the arguments.
    pub(super) arguments: &'static str,
    /// A short description.
    pub(super) help: &'static str,
    /// Parses the arguments.
    pub(super) parse: fn(&mut Words) -> Result<Command, CommandError>,
}

impl CommandSpec {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// All commands in listing order.
pub(super) static COMMANDS: [CommandSpec; 32] = [
    CommandSpec {
        name: "ugi",
        aliases: &[],
        arguments: "",
        help: "identifies the engine and lists its options",
        parse: |_| Ok(Command::Ugi),
    },
    CommandSpec {
        name: "isready",
        aliases: &[],
        arguments: "",
        help: "replies readyok when all earlier commands are done; at once during a search",
        parse: |_| Ok(Command::IsReady),
    },
    CommandSpec {
        name: "setoption",
        aliases: &[],
        arguments: "name <option> value <value>",
        help: "sets an option",
        parse: parse_setoption,
    },
    CommandSpec {
        name: "options",
        aliases: &[],
        arguments: "",
        help: "lists the options with their values",
        parse: |_| Ok(Command::Options),
    },
    CommandSpec {
        name: "uginewgame",
        aliases: &["ucinewgame", "newgame"],
        arguments: "",
        help: "starts a new game and clears the table",
        parse: |_| Ok(Command::NewGame),
    },
    CommandSpec {
        name: "position",
        aliases: &[],
        arguments: "startpos | fen <rows> <side> | <64 squares> <side> [moves <moves>] | <record>",
        help: "sets the position; a record in any format sets its last position",
        parse: parse_position,
    },
    CommandSpec {
        name: "query",
        aliases: &[],
        arguments: "p1turn | gameover | result",
        help: "replies who is to move (player 1 is Black), whether the game is over, who won",
        parse: parse_query,
    },
    CommandSpec {
        name: "go",
        aliases: &[],
        arguments: "[depth <plies>] [nodes <n>] [movetime <ms>] [p1time <ms>] [p2time <ms>] [p1inc <ms>] [p2inc <ms>] [movestogo <n>] [infinite] [ponder] [exact] [wld] [level] [selectivity <percent>] [multipv <n>] [searchmoves <moves>]",
        help: "searches; without limits, to the depth of the level",
        parse: parse_go,
    },
    CommandSpec {
        name: "solve",
        aliases: &[],
        arguments: "[exact | wld] [<limits as in go>]",
        help: "searches until the score, or the winner, is proven",
        parse: parse_solve,
    },
    CommandSpec {
        name: "hint",
        aliases: &[],
        arguments: "<n> [<limits as in go>]",
        help: "searches and ranks the n best moves",
        parse: parse_hint,
    },
    CommandSpec {
        name: "analyze",
        aliases: &["analyse"],
        arguments: "[level <n>] [depth <plies>] [nodes <n>] [movetime <ms>] [exactfrom <empties>]",
        help: "evaluates each move of the game, last move first",
        parse: |words| parse_effort(words).map(Command::Analyze),
    },
    CommandSpec {
        name: "perft",
        aliases: &[],
        arguments: "<plies> [divide] [passes ply | free]",
        help: "counts the lines of play of this length; divide counts them per move",
        parse: parse_perft,
    },
    CommandSpec {
        name: "bench",
        aliases: &[],
        arguments: "",
        help: "searches fixed positions and counts the nodes",
        parse: |_| Ok(Command::Bench),
    },
    CommandSpec {
        name: "ponderhit",
        aliases: &[],
        arguments: "",
        help: "after go ponder: searches with the limits given there",
        parse: |_| Ok(Command::PonderHit),
    },
    CommandSpec {
        name: "stop",
        aliases: &[],
        arguments: "",
        help: "ends the search; bestmove follows",
        parse: |_| Ok(Command::Stop),
    },
    CommandSpec {
        name: "quit",
        aliases: &["exit"],
        arguments: "",
        help: "ends the search, replies, and ends the session",
        parse: |_| Ok(Command::Quit),
    },
    CommandSpec {
        name: "moves",
        aliases: &[],
        arguments: "[<moves>]",
        help: "lists the legal moves, or plays the given moves",
        parse: parse_moves,
    },
    CommandSpec {
        name: "legal",
        aliases: &[],
        arguments: "<move>",
        help: "replies whether a move is legal, or why not",
        parse: parse_legal,
    },
    CommandSpec {
        name: "validate",
        aliases: &[],
        arguments: "<record>",
        help: "checks the moves and the result of a record",
        parse: parse_validate,
    },
    CommandSpec {
        name: "convert",
        aliases: &[],
        arguments: "<format> [<record>]",
        help: "writes the game or a record as transcript, position, pgn, sgf, board, fen, obf, ggf or json",
        parse: parse_convert,
    },
    CommandSpec {
        name: "file",
        aliases: &[],
        arguments: "<name> <base64>",
        help: "adds bytes to a file of records",
        parse: parse_file,
    },
    CommandSpec {
        name: "records",
        aliases: &[],
        arguments: "",
        help: "lists the records in the files received, and drops the files",
        parse: |_| Ok(Command::Records),
    },
    CommandSpec {
        name: "openings",
        aliases: &[],
        arguments: "",
        help: "lists the named openings",
        parse: |_| Ok(Command::Openings),
    },
    CommandSpec {
        name: "d",
        aliases: &["show"],
        arguments: "",
        help: "draws the board",
        parse: |_| Ok(Command::Show),
    },
    CommandSpec {
        name: "eval",
        aliases: &[],
        arguments: "[explain]",
        help: "evaluates the position statically; explain lists the contribution of each pattern",
        parse: parse_eval,
    },
    CommandSpec {
        name: "play",
        aliases: &[],
        arguments: "<move>",
        help: "plays a move",
        parse: parse_play,
    },
    CommandSpec {
        name: "undo",
        aliases: &[],
        arguments: "",
        help: "takes back the last move",
        parse: |_| Ok(Command::Undo),
    },
    CommandSpec {
        name: "history",
        aliases: &[],
        arguments: "",
        help: "lists the moves of the game",
        parse: |_| Ok(Command::History),
    },
    CommandSpec {
        name: "stats",
        aliases: &[],
        arguments: "",
        help: "reports the last search",
        parse: |_| Ok(Command::Stats),
    },
    CommandSpec {
        name: "level",
        aliases: &[],
        arguments: "<n>",
        help: "sets the depth of searches without limits",
        parse: parse_level,
    },
    CommandSpec {
        name: "json",
        aliases: &[],
        arguments: "on | off",
        help: "switches replies to JSON or back",
        parse: parse_json,
    },
    CommandSpec {
        name: "help",
        aliases: &[],
        arguments: "[<command>]",
        help: "lists the commands, or explains one",
        parse: parse_help,
    },
];

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
    let (errors, name) = names.map(|name| (edit_distance(&word, name), name)).min()?;
    (errors * 3 <= word.chars().count()).then_some(name)
}

/// Upper bound for the length of a command name.
const MAX_NAME: usize = 12;

/// Reads `setoption name <name> value <value>`. Both may have several words.
fn parse_setoption(words: &mut Words) -> Result<Command, CommandError> {
    const EXPECTED: &str = "name <option> value <value>";
    match words.peek() {
        Some(word) if !words.skip("name") => return Err(unexpected(word, EXPECTED)),
        _ => {}
    }
    match words.rest_around("value") {
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

/// Reads `file <name> <base64>`.
fn parse_file(words: &mut Words) -> Result<Command, CommandError> {
    let name = words.need("a name and bytes in base64")?.to_owned();
    let word = words.need("bytes in base64")?;
    let bytes = decode(word).map_err(|_| unexpected(word, "bytes in base64"))?;
    Ok(Command::File { name, bytes })
}

/// Reads `validate <record>`.
fn parse_validate(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Validate(need_record(words)?.to_owned()))
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

/// Reads `legal <move>`.
fn parse_legal(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Legal(parse_move(words)?))
}

/// Reads `eval [explain]`.
fn parse_eval(words: &mut Words) -> Result<Command, CommandError> {
    let explained = words.skip("explain");
    match words.peek().filter(|_| !explained) {
        Some(word) => Err(unexpected(word, "explain, or the end of the line")),
        None => Ok(Command::Eval { explained }),
    }
}

/// Reads `play <move>`.
fn parse_play(words: &mut Words) -> Result<Command, CommandError> {
    Ok(Command::Play(parse_move(words)?))
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
    Ok(Command::Help(topic.map(|command| command.name)))
}

/// Reads `go` with its limits, or `go perft`.
fn parse_go(words: &mut Words) -> Result<Command, CommandError> {
    if words.skip("perft") {
        return parse_perft(words);
    }
    Ok(Command::Go(Go::read(SearchRequest::default(), words)?))
}

/// Reads `solve`: `go exact`, or `go wld` if `wld` follows.
fn parse_solve(words: &mut Words) -> Result<Command, CommandError> {
    let request = SearchRequest { goal: Goal::Exact, ..SearchRequest::default() };
    Ok(Command::Go(Go::read(request, words)?))
}

/// Reads `hint`: the number of moves to rank, and limits.
fn parse_hint(words: &mut Words) -> Result<Command, CommandError> {
    let multi_pv = Some(words.number("hint", 1..=Limits::MAX_MULTI_PV as u64)? as usize);
    let request = SearchRequest { multi_pv, ..SearchRequest::default() };
    Ok(Command::Go(Go::read(request, words)?))
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
