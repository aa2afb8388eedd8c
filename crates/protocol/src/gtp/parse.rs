//! Parses lines into [`Command`]s: [`Words`], the table of commands, and one more command for each
//! option. Pure: independent of the engine and the session state.

use std::str::FromStr;
use std::time::Duration;

use super::clock::TimeSettings;
use super::command::{Command, CommandError, Rules};
use crate::ugi;
use engine::{OPTIONS, OptionKind, OptionSpec};
use othello::board::Color;

/// The words of a line that is not blank: `[id] command [arguments]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words {
    /// The id as written. The reply repeats it.
    pub(super) id: Option<String>,
    /// The name of the command and its arguments.
    pub(super) words: Vec<String>,
}

impl Words {
    /// Splits `text`. `None` if it is blank or only a comment. Removes control characters, reads
    /// tabs as blanks, and cuts at `#`.
    pub(super) fn parse(text: &str) -> Option<Words> {
        let text = clean(text);
        let command = text.split('#').next().unwrap_or_default();
        let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let first = words.first()?;
        let has_id = first.bytes().all(|byte| byte.is_ascii_digit());
        let id = has_id.then(|| words.remove(0));
        Some(Words { id, words })
    }
}

/// Whether `text` is the comment line with which GoGui interrupts a search.
pub(super) fn is_interrupt(text: &str) -> bool {
    clean(text).trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// Replaces tabs by blanks and removes other control characters.
fn clean(text: &str) -> String {
    let blank = |character| if character == '\t' { ' ' } else { character };
    text.chars().map(blank).filter(|character| !character.is_control()).collect()
}

impl Command {
    /// Parses a line. `None` if it is blank or only a comment. Any id is accepted.
    ///
    /// # Errors
    /// If the command is unknown or its arguments are invalid.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        Words::parse(line).map(|line| Command::of(&line)).transpose()
    }

    /// Parses the words of `line`.
    pub(super) fn of(line: &Words) -> Result<Command, CommandError> {
        let (name, arguments) = line.words.split_first().ok_or(CommandError::Unknown)?;
        find(name).ok_or(CommandError::Unknown)?.parse(arguments)
    }
}

/// A command: its name and the parser of its arguments.
pub(super) struct CommandSpec {
    /// The name; case is ignored.
    name: &'static str,
    parse: fn(Arguments) -> Result<Command, CommandError>,
}

/// The prefix of our own commands.
const PRIVATE: &str = "outflank-";

/// All commands except those of the options, in listing order.
static COMMANDS: [CommandSpec; 33] = [
    CommandSpec { name: "protocol_version", parse: |rest| alone(Command::ProtocolVersion, rest) },
    CommandSpec { name: "name", parse: |rest| alone(Command::Name, rest) },
    CommandSpec { name: "version", parse: |rest| alone(Command::Version, rest) },
    CommandSpec { name: "known_command", parse: parse_known_command },
    CommandSpec { name: "list_commands", parse: |rest| alone(Command::ListCommands, rest) },
    CommandSpec { name: "quit", parse: |rest| alone(Command::Quit, rest) },
    CommandSpec { name: "boardsize", parse: |rest| Ok(Command::BoardSize(parsed(&word(rest)?)?)) },
    CommandSpec { name: "clear_board", parse: |rest| alone(Command::ClearBoard, rest) },
    CommandSpec { name: "komi", parse: |rest| finite(&word(rest)?).map(|_| Command::Komi) },
    CommandSpec { name: "play", parse: parse_play },
    CommandSpec { name: "genmove", parse: |rest| color(&word(rest)?).map(Command::GenMove) },
    CommandSpec { name: "reg_genmove", parse: |rest| color(&word(rest)?).map(Command::RegGenMove) },
    CommandSpec { name: "undo", parse: |rest| alone(Command::Undo, rest) },
    CommandSpec { name: "time_settings", parse: parse_time_settings },
    CommandSpec { name: "time_left", parse: parse_time_left },
    CommandSpec { name: "final_score", parse: |rest| alone(Command::FinalScore, rest) },
    CommandSpec { name: "showboard", parse: |rest| alone(Command::ShowBoard, rest) },
    CommandSpec { name: "list_games", parse: |rest| alone(Command::ListGames, rest) },
    CommandSpec { name: "set_game", parse: |rest| word(rest).map(Command::SetGame) },
    CommandSpec { name: "gogui-rules_game_id", parse: |rest| rules(Rules::SourceId, rest) },
    CommandSpec { name: "gogui-rules_board_size", parse: |rest| rules(Rules::BoardSize, rest) },
    CommandSpec { name: "gogui-rules_board", parse: |rest| rules(Rules::Board, rest) },
    CommandSpec { name: "gogui-rules_legal_moves", parse: |rest| rules(Rules::LegalMoves, rest) },
    CommandSpec { name: "gogui-rules_side_to_move", parse: |rest| rules(Rules::SideToMove, rest) },
    CommandSpec { name: "gogui-rules_final_result", parse: |rest| rules(Rules::FinalResult, rest) },
    CommandSpec { name: "gogui-interrupt", parse: |rest| alone(Command::Interrupt, rest) },
    CommandSpec {
        name: "gogui-analyze_commands",
        parse: |rest| alone(Command::AnalyzeCommands, rest),
    },
    CommandSpec { name: "outflank-analyze", parse: parse_analyze },
    CommandSpec { name: "outflank-position", parse: |rest| text(rest).map(Command::Position) },
    CommandSpec { name: "outflank-legal", parse: |rest| parsed(&word(rest)?).map(Command::Legal) },
    CommandSpec { name: "outflank-validate", parse: |rest| text(rest).map(Command::Validate) },
    CommandSpec { name: "outflank-setup_board", parse: parse_board },
    // For hosts that know this command from grhino.
    CommandSpec { name: "grhino-setup_board", parse: parse_grhino_board },
];

/// GoGui's analysis menu, a line per entry: the type of the answer, the label, and the command, in
/// which GoGui replaces `%s` by user input.
pub(super) const ANALYZE_COMMANDS: [&str; 3] = [
    "string/Analyze Game/outflank-analyze",
    "string/Analyze Game With Level/outflank-analyze level %s",
    "string/Validate Record/outflank-validate %s",
];

/// A command found by its name.
pub(super) enum Found {
    /// A row of [`COMMANDS`].
    Command(&'static CommandSpec),
    /// The command of this option.
    Option(&'static OptionSpec),
}

impl Found {
    /// Parses the arguments.
    pub(super) fn parse(self, arguments: Arguments) -> Result<Command, CommandError> {
        match self {
            Found::Command(command) => (command.parse)(arguments),
            Found::Option(option) if arguments.is_empty() => Ok(Command::Option(option, None)),
            Found::Option(option) => {
                // Paths may contain blanks.
                let is_file = matches!(option.kind, OptionKind::File { .. });
                let value = if is_file { text(arguments)? } else { word(arguments)? };
                Ok(Command::Option(option, Some(value)))
            }
        }
    }
}

/// Finds the command of this name.
pub(super) fn find(name: &str) -> Option<Found> {
    let private = name
        .get(..PRIVATE.len())
        .filter(|start| start.eq_ignore_ascii_case(PRIVATE))
        .map(|_| &name[PRIVATE.len()..]);
    let option = private
        .and_then(|flag| OPTIONS.iter().find(|option| option.flag.eq_ignore_ascii_case(flag)));
    match option {
        Some(option) => Some(Found::Option(option)),
        None => {
            let named = |command: &&CommandSpec| command.name.eq_ignore_ascii_case(name);
            COMMANDS.iter().find(named).map(Found::Command)
        }
    }
}

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = String> {
    let options = OPTIONS.iter().map(|option| format!("{PRIVATE}{}", option.flag));
    COMMANDS.iter().map(|command| command.name.to_owned()).chain(options)
}

/// `command`, if there are no arguments.
fn alone(command: Command, arguments: Arguments) -> Result<Command, CommandError> {
    if arguments.is_empty() { Ok(command) } else { Err(CommandError::Syntax) }
}

fn rules(question: Rules, arguments: Arguments) -> Result<Command, CommandError> {
    alone(Command::Rules(question), arguments)
}

/// The words after the name of a command.
type Arguments<'a> = &'a [String];

type Parsed = Result<Command, CommandError>;

/// Parses exactly one word.
fn word(arguments: Arguments) -> Result<String, CommandError> {
    match arguments {
        [word] => Ok(word.clone()),
        _ => Err(CommandError::Syntax),
    }
}

/// Parses an optional word. Without one, the reply is `false`.
fn parse_known_command(arguments: Arguments) -> Parsed {
    match arguments {
        [] => Ok(Command::KnownCommand(String::new())),
        _ => Ok(Command::KnownCommand(word(arguments)?)),
    }
}

/// Reads `play <color> <move>`.
fn parse_play(arguments: Arguments) -> Parsed {
    match arguments {
        [side, mv] => Ok(Command::Play(color(side)?, parsed(mv)?)),
        _ => Err(CommandError::Syntax),
    }
}

/// Reads `time_settings <main> <overtime> <moves>`, with times in seconds.
fn parse_time_settings(arguments: Arguments) -> Parsed {
    let [main, overtime, moves] = arguments else { return Err(CommandError::Syntax) };
    let time = |text| Duration::try_from_secs_f64(parsed(text)?).map_err(|_| CommandError::Syntax);
    let (main, overtime) = (time(main)?, time(overtime)?);
    Ok(Command::TimeSettings(TimeSettings { main, overtime, moves: parsed(moves)? }))
}

/// Reads `time_left <color> <seconds> <moves>`. Reads a negative time as 0, because the host still
/// expects a move.
fn parse_time_left(arguments: Arguments) -> Parsed {
    let [side, time, moves] = arguments else { return Err(CommandError::Syntax) };
    let seconds = finite(time)?.max(0.0);
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| CommandError::Syntax)?;
    Ok(Command::TimeLeft(color(side)?, time, parsed(moves)?))
}

/// Reads all words as one text, which must not be empty.
fn text(arguments: Arguments) -> Result<String, CommandError> {
    if arguments.is_empty() { Err(CommandError::Syntax) } else { Ok(arguments.join(" ")) }
}

/// Reads the effort per ply.
fn parse_analyze(arguments: Arguments) -> Parsed {
    let effort = ugi::read_effort(&arguments.join(" ")).map_err(|_| CommandError::Syntax)?;
    Ok(Command::Analyze(effort))
}

/// Reads a board of 64 characters and an optional side to move, by default Black.
fn parse_board(arguments: Arguments) -> Parsed {
    let text = match arguments {
        [board] => format!("{board} X"),
        [board, side] if color(side)? == Color::White => format!("{board} O"),
        [board, _] => format!("{board} X"),
        _ => return Err(CommandError::Syntax),
    };
    Ok(Command::SetUpBoard(parsed(&text)?))
}

/// Reads grhino's form of a board: `@` is black as well, and `0` is white.
fn parse_grhino_board(arguments: Arguments) -> Parsed {
    let [board, side @ ..] = arguments else { return Err(CommandError::Syntax) };
    let board = board.replace('@', "X").replace('0', "O");
    parse_board(&[&[board], side].concat())
}

/// Whether `line` is a `play` command with a colour. The move may be invalid.
pub(crate) fn is_play(line: &str) -> bool {
    let words = Words::parse(line).map(|line| line.words).unwrap_or_default();
    let [name, side, ..] = &words[..] else { return false };
    name.eq_ignore_ascii_case("play") && color(side).is_ok()
}

fn color(word: &str) -> Result<Color, CommandError> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(CommandError::Syntax),
    }
}

/// Parses a number or a move.
fn parsed<T: FromStr>(text: &str) -> Result<T, CommandError> {
    text.parse().map_err(|_| CommandError::Syntax)
}

/// Parses a finite decimal number.
fn finite(text: &str) -> Result<f64, CommandError> {
    parsed::<f64>(text).ok().filter(|number| number.is_finite()).ok_or(CommandError::Syntax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Move;

    fn parse(text: &str) -> Parsed {
        Command::parse(text).map(|command| command.unwrap())
    }

    fn refused(text: &str) -> CommandError {
        parse(text).unwrap_err()
    }

    #[test]
    fn colours_and_moves_ignore_case() {
        for text in ["play b f5", "play BLACK F5", "PLAY Black f5"] {
            assert!(matches!(parse(text), Ok(Command::Play(Color::Black, Move::Place(_)))));
        }
        assert!(matches!(parse("play w PASS"), Ok(Command::Play(Color::White, Move::Pass))));
        assert!(matches!(parse("genmove W"), Ok(Command::GenMove(Color::White))));
    }

    #[test]
    fn times_are_seconds_and_may_be_overdrawn() {
        let settings = |text| match parse(text) {
            Ok(Command::TimeSettings(settings)) => settings,
            other => panic!("{other:?}"),
        };
        let expected = TimeSettings {
            main: Duration::from_secs(300),
            overtime: Duration::from_secs(15),
            moves: 10,
        };
        assert_eq!(settings("time_settings 300 15 10"), expected);
        let left = |text| match parse(text) {
            Ok(Command::TimeLeft(Color::Black, left, moves)) => (left.as_millis(), moves),
            other => panic!("{other:?}"),
        };
        assert_eq!(left("time_left b 12.5 0"), (12_500, 0));
        assert_eq!(left("time_left black -3 1"), (0, 1));
    }

    #[test]
    fn boards_are_read_in_our_format_and_in_grhinos() {
        let board = |name: &str, squares: &str| match parse(&format!("{name} {squares} w")) {
            Ok(Command::SetUpBoard(setup)) => setup.to_string().replace(' ', ""),
            other => panic!("{other:?}"),
        };
        let (empty, dots, lines) = ("-".repeat(58), ".".repeat(58), "_".repeat(58));
        let expected = format!("XXXOOO{empty}O");
        assert_eq!(board("grhino-setup_board", &format!("@*xO0o{lines}")), expected);
        assert_eq!(board("outflank-setup_board", &format!("B*XWoO{dots}")), expected);
        let zero = format!("XXXOO0{empty}");
        assert_eq!(board("grhino-setup_board", &zero), expected);
        let zeros = format!("XXXOO{}", "0".repeat(59));
        assert_eq!(board("outflank-setup_board", &zeros), format!("XXXOO-{empty}O"));
    }

    #[test]
    fn invalid_lines_are_syntax_errors() {
        for text in [
            "play",
            "play b",
            "play f5",
            "play b z9",
            "play x f5",
            "play b f5 f6",
            "genmove",
            "genmove green",
            "komi",
            "komi seven",
            "boardsize",
            "boardsize big",
            "time_settings 1 2",
            "time_settings -1 0 0",
            "time_settings 1 0 -1",
            "time_settings nan 0 0",
            "time_settings 1e300 0 0",
            "time_left b 1",
            "time_left b x 0",
            "name please",
            "quit now",
            "outflank-setup_board",
            "grhino-setup_board",
            "outflank-setup_board XO b",
            "known_command two words",
            "set_game",
            "outflank-legal",
            "outflank-legal z9",
            "outflank-validate",
            "outflank-position",
            "outflank-analyze deep",
            "outflank-analyze level 61",
            "outflank-level 1 2",
        ] {
            assert_eq!(refused(text), CommandError::Syntax, "{text}");
        }
        for text in ["frobnicate", "12name", "12", "f5"] {
            assert_eq!(refused(text), CommandError::Unknown, "{text}");
        }
    }

    fn line(id: Option<&str>, words: &[&str]) -> Option<Words> {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Some(Words { id: id.map(str::to_owned), words })
    }

    #[test]
    fn a_line_is_an_id_a_command_and_arguments() {
        assert_eq!(Words::parse("name"), line(None, &["name"]));
        assert_eq!(Words::parse(" 12  play\tb F5 # five"), line(Some("12"), &["play", "b", "F5"]));
        assert_eq!(Words::parse("007 name"), line(Some("007"), &["name"]));
        assert_eq!(Words::parse("12name"), line(None, &["12name"]));
        assert_eq!(Words::parse("12"), line(Some("12"), &[]));
    }

    #[test]
    fn control_characters_are_ignored() {
        assert_eq!(Words::parse("\u{1}na\u{7}me\r"), line(None, &["name"]));
        for text in ["", " \t ", "\r", "# name", "  #", "\u{0}\u{1b}"] {
            assert_eq!(Words::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn one_comment_is_an_interrupt() {
        for text in ["# interrupt", "#interrupt\r", " #\tinterrupt "] {
            assert!(is_interrupt(text), "{text:?}");
        }
        for text in ["interrupt", "# interrupts", "name # interrupt"] {
            assert!(!is_interrupt(text), "{text:?}");
        }
    }

    #[test]
    fn every_command_name_is_one_word_and_ignores_case() {
        let mut names: Vec<String> = names().collect();
        for name in &names {
            assert!(find(&name.to_uppercase()).is_some(), "{name}");
            assert!(!name.contains(char::is_whitespace));
        }
        for option in OPTIONS {
            assert!(names.contains(&format!("outflank-{}", option.flag)));
        }
        for line in ANALYZE_COMMANDS {
            let command = line.split('/').nth(2).and_then(|line| line.split(' ').next());
            assert!(find(command.expect("a command")).is_some(), "{line}");
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), COMMANDS.len() + OPTIONS.len());
        for name in ["", "outflank-", "outflank-nothing", "hash", "é-setup_board", "outflankéhash"]
        {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
