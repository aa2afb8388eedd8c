//! The words that start a command: [`COMMANDS`], and one for each option.

use super::command::{self, Arguments, Command, CommandError, Rules};
use crate::engine::{OPTIONS, OptionSpec};

/// A command: what it is called, and how what follows is read.
pub(super) struct CommandSpec {
    /// Its name; compared without regard to case.
    name: &'static str,
    parse: fn(Arguments) -> Result<Command, CommandError>,
}

/// What the names of our own commands start with.
const PRIVATE: &str = "outflank-";

/// All commands but those of the options, in the order in which they are listed.
static COMMANDS: [CommandSpec; 33] = [
    CommandSpec { name: "protocol_version", parse: |rest| alone(Command::ProtocolVersion, rest) },
    CommandSpec { name: "name", parse: |rest| alone(Command::Name, rest) },
    CommandSpec { name: "version", parse: |rest| alone(Command::Version, rest) },
    CommandSpec { name: "known_command", parse: command::parse_known_command },
    CommandSpec { name: "list_commands", parse: |rest| alone(Command::ListCommands, rest) },
    CommandSpec { name: "quit", parse: |rest| alone(Command::Quit, rest) },
    CommandSpec { name: "boardsize", parse: command::parse_board_size },
    CommandSpec { name: "clear_board", parse: |rest| alone(Command::ClearBoard, rest) },
    CommandSpec { name: "komi", parse: command::parse_komi },
    CommandSpec { name: "play", parse: command::parse_play },
    CommandSpec { name: "genmove", parse: |rest| command::side(rest).map(Command::GenMove) },
    CommandSpec { name: "reg_genmove", parse: |rest| command::side(rest).map(Command::RegGenMove) },
    CommandSpec { name: "undo", parse: |rest| alone(Command::Undo, rest) },
    CommandSpec { name: "time_settings", parse: command::parse_time_settings },
    CommandSpec { name: "time_left", parse: command::parse_time_left },
    CommandSpec { name: "final_score", parse: |rest| alone(Command::FinalScore, rest) },
    CommandSpec { name: "showboard", parse: |rest| alone(Command::ShowBoard, rest) },
    CommandSpec { name: "list_games", parse: |rest| alone(Command::ListGames, rest) },
    CommandSpec { name: "set_game", parse: |rest| command::word(rest).map(Command::SetGame) },
    CommandSpec { name: "gogui-rules_game_id", parse: |rest| rules(Rules::GameId, rest) },
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
    CommandSpec { name: "outflank-analyze", parse: command::parse_analyze },
    CommandSpec {
        name: "outflank-position",
        parse: |rest| command::text(rest).map(Command::Position),
    },
    CommandSpec { name: "outflank-legal", parse: command::parse_legal },
    CommandSpec {
        name: "outflank-validate",
        parse: |rest| command::text(rest).map(Command::Validate),
    },
    CommandSpec { name: "outflank-setup_board", parse: command::parse_board },
    // For hosts that know it from grhino.
    CommandSpec { name: "grhino-setup_board", parse: command::parse_grhino_board },
];

/// The commands that GoGui offers to people, a line for each: how the answer is shown,
/// what it is called there, and the line to be sent, in which GoGui asks for what stands
/// at `%s`.
pub(super) const ANALYZE_COMMANDS: [&str; 3] = [
    "string/Analyze Game/outflank-analyze",
    "string/Analyze Game With Level/outflank-analyze level %s",
    "string/Validate Record/outflank-validate %s",
];

/// A command that was found by its name.
pub(super) enum Found {
    /// One of [`COMMANDS`].
    Command(&'static CommandSpec),
    /// The one of this option.
    Option(&'static OptionSpec),
}

impl Found {
    /// Reads what follows the name.
    pub(super) fn parse(self, arguments: Arguments) -> Result<Command, CommandError> {
        match self {
            Found::Command(command) => (command.parse)(arguments),
            Found::Option(option) if arguments.is_empty() => Ok(Command::Option(option, None)),
            Found::Option(option) => Ok(Command::Option(option, Some(command::word(arguments)?))),
        }
    }
}

/// The command that `name` names, if there is one.
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

/// `command`, which has no arguments.
fn alone(command: Command, arguments: Arguments) -> Result<Command, CommandError> {
    if arguments.is_empty() { Ok(command) } else { Err(CommandError::Syntax) }
}

fn rules(question: Rules, arguments: Arguments) -> Result<Command, CommandError> {
    alone(Command::Rules(question), arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_word_and_found_in_either_case() {
        let mut names: Vec<String> = names().collect();
        for name in &names {
            assert!(find(&name.to_uppercase()).is_some(), "{name}");
            assert!(!name.contains(char::is_whitespace));
        }
        for option in &OPTIONS {
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
