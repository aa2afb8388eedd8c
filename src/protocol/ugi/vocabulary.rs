//! The words that start a line: [`COMMANDS`].

use super::analyze;
use super::command::{self, Command, CommandError};
use super::go;
use super::spelling::edit_distance;
use super::words::{Words, excerpt};

/// A command: what it is called, what may follow, and how that is read.
pub(super) struct CommandSpec {
    /// Its name; compared without regard to case.
    pub(super) name: &'static str,
    /// Other names for the same.
    pub(super) aliases: &'static [&'static str],
    /// What may follow the name.
    pub(super) arguments: &'static str,
    /// What it does, in a few words.
    pub(super) help: &'static str,
    /// Reads what follows the name.
    pub(super) parse: fn(&mut Words) -> Result<Command, CommandError>,
}

impl CommandSpec {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// All commands, in the order in which they are listed.
pub(super) static COMMANDS: [CommandSpec; 28] = [
    CommandSpec {
        name: "ugi",
        aliases: &[],
        arguments: "",
        help: "says who the engine is and which options it has",
        parse: |_| Ok(Command::Ugi),
    },
    CommandSpec {
        name: "isready",
        aliases: &[],
        arguments: "",
        help: "answers readyok once everything before is done; at once during a search",
        parse: |_| Ok(Command::IsReady),
    },
    CommandSpec {
        name: "setoption",
        aliases: &[],
        arguments: "name <option> value <value>",
        help: "sets an option",
        parse: command::parse_setoption,
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
        help: "forgets the last game and starts another",
        parse: |_| Ok(Command::NewGame),
    },
    CommandSpec {
        name: "position",
        aliases: &[],
        arguments: "startpos | fen <rows> <side> | <64 squares> <side> [moves <moves>] | <record>",
        help: "sets the position, or the last one of a record in any format",
        parse: command::parse_position,
    },
    CommandSpec {
        name: "query",
        aliases: &[],
        arguments: "p1turn | gameover | result",
        help: "tells whose turn it is (player 1 is Black), whether the game is over, who has won",
        parse: command::parse_query,
    },
    CommandSpec {
        name: "go",
        aliases: &[],
        arguments: "[depth <plies>] [nodes <n>] [movetime <ms>] [p1time <ms>] [p2time <ms>] [p1inc <ms>] [p2inc <ms>] [infinite] [ponder] [exact] [wld] [selectivity <percent>] [multipv <n>]",
        help: "searches; without limits as deep as the level says",
        parse: go::parse_go,
    },
    CommandSpec {
        name: "solve",
        aliases: &[],
        arguments: "[exact | wld] [<limits as in go>]",
        help: "searches until the score, or who wins, is proven",
        parse: go::parse_solve,
    },
    CommandSpec {
        name: "hint",
        aliases: &[],
        arguments: "<n> [<limits as in go>]",
        help: "searches and ranks the n best moves",
        parse: go::parse_hint,
    },
    CommandSpec {
        name: "analyze",
        aliases: &["analyse"],
        arguments: "[level <n>] [depth <plies>] [nodes <n>] [movetime <ms>] [exactfrom <empties>]",
        help: "tells what each move of the game was worth, the last one first",
        parse: |words| analyze::parse_effort(words).map(Command::Analyze),
    },
    CommandSpec {
        name: "perft",
        aliases: &[],
        arguments: "<plies> [divide] [passes ply | free]",
        help: "counts the ways that the game can go on, for each move if divided",
        parse: go::parse_perft,
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
        help: "after go ponder: searches with the limits that it named",
        parse: |_| Ok(Command::PonderHit),
    },
    CommandSpec {
        name: "stop",
        aliases: &[],
        arguments: "",
        help: "ends the search, which still answers",
        parse: |_| Ok(Command::Stop),
    },
    CommandSpec {
        name: "quit",
        aliases: &["exit"],
        arguments: "",
        help: "ends the search, which still answers, and then the session",
        parse: |_| Ok(Command::Quit),
    },
    CommandSpec {
        name: "moves",
        aliases: &[],
        arguments: "",
        help: "lists the legal moves",
        parse: |_| Ok(Command::Moves),
    },
    CommandSpec {
        name: "legal",
        aliases: &[],
        arguments: "<move>",
        help: "tells whether a move is legal, or why not",
        parse: command::parse_legal,
    },
    CommandSpec {
        name: "validate",
        aliases: &[],
        arguments: "<record>",
        help: "tells whether the moves and the result of a record are right, or what is wrong",
        parse: command::parse_validate,
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
        help: "values the position without looking ahead; explained, square by square",
        parse: command::parse_eval,
    },
    CommandSpec {
        name: "play",
        aliases: &[],
        arguments: "<move>",
        help: "makes a move",
        parse: command::parse_play,
    },
    CommandSpec {
        name: "undo",
        aliases: &[],
        arguments: "",
        help: "takes the last move back",
        parse: |_| Ok(Command::Undo),
    },
    CommandSpec {
        name: "history",
        aliases: &[],
        arguments: "",
        help: "lists the moves so far",
        parse: |_| Ok(Command::History),
    },
    CommandSpec {
        name: "stats",
        aliases: &[],
        arguments: "",
        help: "reports on the last search",
        parse: |_| Ok(Command::Stats),
    },
    CommandSpec {
        name: "level",
        aliases: &[],
        arguments: "<n>",
        help: "sets how deep to search when nothing else is said",
        parse: command::parse_level,
    },
    CommandSpec {
        name: "json",
        aliases: &[],
        arguments: "on | off",
        help: "switches to replies in JSON, and back",
        parse: command::parse_json,
    },
    CommandSpec {
        name: "help",
        aliases: &[],
        arguments: "[<command>]",
        help: "lists the commands",
        parse: command::parse_help,
    },
];

/// The command that `word` names.
pub(super) fn find(word: &str) -> Result<&'static CommandSpec, CommandError> {
    COMMANDS
        .iter()
        .find(|command| command.names().any(|name| name.eq_ignore_ascii_case(word)))
        .ok_or_else(|| CommandError::UnknownCommand { word: excerpt(word), nearest: nearest(word) })
}

/// The name that looks most like `word`, if one does: up to a third of its letters
/// may be put in, left out, replaced or swapped with their neighbour.
fn nearest(word: &str) -> Option<&'static str> {
    let word: String = word.to_lowercase().chars().take(2 * LONGEST_NAME).collect();
    let names = COMMANDS.iter().flat_map(CommandSpec::names);
    let (errors, name) = names.map(|name| (edit_distance(&word, name), name)).min()?;
    (errors * 3 <= word.chars().count()).then_some(name)
}

/// Letters in the longest name of a command, or a few more.
const LONGEST_NAME: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_either_case_and_lead_to_one_command_only() {
        for command in &COMMANDS {
            for name in command.names() {
                assert_eq!(find(&name.to_uppercase()).unwrap().name, command.name);
                assert!(name.len() <= LONGEST_NAME);
            }
        }
    }

    #[test]
    fn only_a_likely_name_is_suggested() {
        for (word, name) in [
            ("POSTION", Some("position")),
            ("isredy", Some("isready")),
            ("sotp", Some("stop")),
            ("mvoess", Some("moves")),
            ("ucinwegame", Some("ucinewgame")),
            ("gp", None),
            ("x", None),
            ("f5d6c3", None),
            ("", None),
        ] {
            assert_eq!(nearest(word), name, "{word}");
        }
        assert_eq!(nearest(&"position".repeat(1000)), None);
    }
}
