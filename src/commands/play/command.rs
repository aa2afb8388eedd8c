//! The commands of a game: one table for typed lines, keys and the help.

use anyhow::bail;

use super::session::{Effect, PlaySession, SearchPurpose};
use crate::commands::hint::{HINTS, parse_count};
use crate::output::{error_message, quotable};
use othello::board::Move;

/// A command of a game.
pub(super) struct Command {
    /// The key of the command; a blank if the command must be typed.
    pub(super) key: char,
    pub(super) name: &'static str,
    /// The form of its argument, in brackets if optional.
    argument: &'static str,
    help: &'static str,
    pub(super) during_search: DuringSearch,
    /// Runs it with its argument.
    pub(super) run: fn(&mut PlaySession, &str) -> anyhow::Result<Effect>,
}

/// The effect of a command on a running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DuringSearch {
    /// Refused while the engine searches for its move. Stops other searches.
    Wait,
    /// None.
    Keep,
    /// Stops it.
    Stop,
}

use DuringSearch::{Keep, Stop, Wait};

/// The commands, a move first.
pub(super) const COMMANDS: [Command; 22] = [
    row(' ', "f5", "", "play this square", Wait, PlaySession::play),
    row('u', "undo", "", "undo your last move", Stop, |session, _| session.undo()),
    row('r', "redo", "", "redo it", Stop, |session, _| session.redo()),
    row('t', "hint", "[N]", "rank the best moves", Wait, |session, count| {
        let count = if count.is_empty() { HINTS } else { parse_count(count)? };
        session.search_for(SearchPurpose::Hints(count))
    }),
    row('v', "values", "", "value of each move", Wait, |session, _| {
        session.search_for(SearchPurpose::Values)
    }),
    row('w', "review", "", "review the game", Wait, |session, _| session.start_review()),
    row(' ', "goto", "N", "go back to move N", Stop, PlaySession::go_to),
    row('x', "switch", "", "change sides", Stop, |session, _| session.switch()),
    row(' ', "color", "SIDE", "play black, white, both", Stop, PlaySession::set_color),
    row(' ', "skill", "N", "strength, 0 to 10", Stop, |session, n| session.set("Skill", n)),
    row(' ', "level", "N", "full strength, level N", Stop, |session, n| session.set("Level", n)),
    row(' ', "warn", "N", "confirm losing N discs", Stop, PlaySession::set_warning),
    row(' ', "set", "NAME VALUE", "set any option", Stop, PlaySession::set_option),
    row('s', "save", "FILE", "save as ggf, pgn, json", Keep, PlaySession::save_as),
    row('l', "load", "FILE", "load a game", Stop, PlaySession::load),
    row('p', "puzzle", "[GRADE]", "easy, medium or hard", Stop, PlaySession::set_puzzle),
    row(' ', "new", "", "start a new game", Stop, |session, _| session.start_again()),
    row(' ', "resign", "", "resign the game", Stop, |session, _| session.resign()),
    row(' ', "board", "", "draw the board", Keep, |_, _| Ok(Effect::Changed)),
    row('i', "rules", "", "the rules", Keep, |_, _| Ok(Effect::Page(RULES.to_owned()))),
    row('?', "help", "", "this list", Keep, |_, _| Ok(Effect::Help)),
    row('q', "quit", "", "stop playing", Keep, |_, _| Ok(Effect::Quit)),
];

const fn row(
    key: char,
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    during_search: DuringSearch,
    run: fn(&mut PlaySession, &str) -> anyhow::Result<Effect>,
) -> Command {
    Command { key, name, argument, help, during_search, run }
}

/// The rules, with an example on a part of the board.
const RULES: &str = "\
Black (X) moves first. A move places a disc that encloses discs of the
opponent in a straight line: across, down or diagonally. All enclosed
discs flip. Here black may move to the dots and plays f5, which encloses
the disc on e5:

    c d e f          c d e f
  3 - . - -        3 - - - -
  4 . O X -        4 - O X -
  5 - X O .   f5   5 - X X X
  6 - - . -        6 - - - -

A side without a legal move passes. When neither side can move, the side
with more discs wins.";

impl Command {
    /// Whether the command must have an argument.
    pub(super) fn needs_argument(&self) -> bool {
        !self.argument.is_empty() && !self.argument.starts_with('[')
    }

    fn accepts(&self, argument: &str) -> bool {
        match self.argument {
            "" => argument.is_empty(),
            _ => !argument.is_empty() || !self.needs_argument(),
        }
    }

    /// `s, save FILE    save as ggf, pgn, json`.
    fn to_help(&self) -> String {
        let key = if self.key == ' ' { String::new() } else { format!("{}, ", self.key) };
        format!("{:<15} {}", format!("{key}{} {}", self.name, self.argument), self.help)
    }
}

impl PlaySession {
    /// Executes the command in `line`. The caller runs the searches.
    pub(super) fn execute(&mut self, line: &str) -> Effect {
        if self.flag_falls() {
            return Effect::Changed;
        }
        let outcome = find(line).and_then(|(command, argument)| (command.run)(self, argument));
        outcome.unwrap_or_else(|error| Effect::Say(error_message(&error)))
    }
}

/// The help text for a terminal with this number of `columns`.
pub(super) fn help(columns: usize) -> String {
    let rows: Vec<String> = COMMANDS.iter().map(Command::to_help).collect();
    if columns < 80 {
        return rows.join("\n");
    }
    let (left, right) = rows.split_at(rows.len().div_ceil(2));
    let right = right.iter().map(String::as_str).chain([""]);
    let rows: Vec<String> = left.iter().zip(right).map(|(l, r)| format!("{l:<40}{r}")).collect();
    rows.join("\n")
}

/// The command in `line`, which may start with a colon, and its argument.
pub(super) fn find(line: &str) -> anyhow::Result<(&'static Command, &str)> {
    let text = line.trim().trim_start_matches(':');
    let (word, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let argument = argument.trim_start();
    let word = word.to_lowercase().replace("colour", "color");
    let is_named = |command: &&Command| command.name == word || command.key.to_string() == word;
    match COMMANDS[1..].iter().find(is_named) {
        Some(command) if command.accepts(argument) => Ok((command, argument)),
        Some(Command { name, argument, .. }) => {
            let expected = format!("{name} {argument}");
            bail!("invalid command {:?}: expected {}", quotable(line), expected.trim_end())
        }
        None if argument.is_empty() && word.parse::<Move>().is_ok() => Ok((&COMMANDS[0], text)),
        None => {
            bail!("invalid command {:?}: expected a square such as f5, or help", quotable(line))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_abbreviations_and_moves_are_read() {
        for (text, name, argument) in [
            ("F5", "f5", "F5"),
            (" pass ", "f5", "pass"),
            ("u", "undo", ""),
            ("Redo", "redo", ""),
            ("hint 5", "hint", "5"),
            ("t 5", "hint", "5"),
            ("hint", "hint", ""),
            ("w", "review", ""),
            (":level 6", "level", "6"),
            ("save My Game.ggf", "save", "My Game.ggf"),
            ("set Level 5", "set", "Level 5"),
            ("colour White", "color", "White"),
            ("q", "quit", ""),
        ] {
            let (command, found) = find(text).unwrap();
            assert_eq!((command.name, found), (name, argument), "{text}");
        }
    }

    #[test]
    fn unknown_commands_are_refused_with_suggestions() {
        for (text, expected) in [
            ("i9", "a square such as f5, or help"),
            ("f5 d6", "a square such as f5, or help"),
            ("undo 2", "undo"),
            ("save", "save FILE"),
            ("set", "set NAME VALUE"),
        ] {
            let error = find(text).err().unwrap().to_string();
            assert_eq!(error, format!("invalid command {text:?}: expected {expected}"));
        }
    }

    #[test]
    fn the_help_lists_every_command_in_one_or_two_columns() {
        assert_eq!(help(79).lines().count(), COMMANDS.len());
        let wide = help(80);
        assert!(wide.lines().all(|line| line.len() <= 80), "{wide}");
        assert!(COMMANDS.iter().all(|command| wide.contains(&command.to_help())), "{wide}");
        assert!(wide.contains("p, puzzle [GRADE] easy, medium or hard"), "{wide}");
    }
}
