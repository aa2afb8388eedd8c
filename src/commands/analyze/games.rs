//! [`GameEntry`]: a game to analyse.

use std::fmt;

use serde::Serialize;

use crate::commands::records::FileArguments;
use crate::complain;
use crate::source::{RecordArgument, bad_record, is_path, parse_words};
use othello::board::Color;
use othello::game::{Game, Opening, Record};
use protocol::reply::HistoryReply;

/// A game to analyse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameEntry {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its file and place; `None` for an argument.
    pub(crate) source: Option<String>,
    pub(crate) record: Record,
}

impl GameEntry {
    pub(super) fn game(&self) -> &Game {
        self.record.game()
    }

    /// The name of its opening.
    pub(super) fn opening(&self) -> Option<&'static str> {
        Opening::of_game(self.game()).map(|opening| opening.name)
    }

    /// The name of the player of this side, with blanks for control characters, which would reach
    /// the terminal.
    pub(super) fn player(&self, side: Color) -> Option<String> {
        let player = match side {
            Color::Black => &self.record.black,
            Color::White => &self.record.white,
        };
        let shown = |next: char| if next.is_control() { ' ' } else { next };
        let name: String = player.name.chars().map(shown).collect();
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    }
}

/// The games in `arguments`, which are files or the moves of one game, and the number of records that
/// are not games. Reports these.
pub(super) fn read(arguments: &[String]) -> anyhow::Result<(Vec<GameEntry>, usize)> {
    let mut entries: Vec<GameEntry> = Vec::new();
    let mut faults = 0;
    let is_file = |text: &String| matches!(RecordArgument::parse(text), RecordArgument::Source(_));
    let whole = parse_words(&arguments.join(" "));
    // A misspelt file among others is reported as missing.
    let first = arguments.first();
    let are_files = first.is_some_and(|first| is_path(first)) && arguments.iter().any(is_file);
    if first.is_some_and(is_file) || whole.is_err() && are_files {
        let files = arguments.iter().map(Into::into).collect();
        FileArguments { files }.for_each(|file, found| {
            match found {
                Ok(found) => {
                    let (number, source) = (entries.len() + 1, format!("{file}:{}", found.place));
                    let source = Some(source);
                    entries.push(GameEntry { number, source, record: found.record });
                }
                Err(error) => {
                    complain(format_args!("{file}:{error}"));
                    faults += 1;
                }
            }
            Ok(())
        })?;
        return Ok((entries, faults));
    }
    match whole {
        Ok(record) => entries.push(GameEntry { number: 1, source: None, record }),
        Err(error) => return Err(bad_record(&arguments.join(" "), error)),
    }
    Ok((entries, faults))
}

/// The game of the plies that follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reply", rename = "game")]
pub(super) struct GameReply {
    game: usize,
    source: Option<String>,
    black: Option<String>,
    white: Option<String>,
    opening: Option<&'static str>,
    #[serde(flatten)]
    history: HistoryReply,
}

impl GameReply {
    pub(super) fn new(entry: &GameEntry) -> GameReply {
        let player = |side| entry.player(side);
        GameReply {
            game: entry.number,
            source: entry.source.clone(),
            black: player(Color::Black),
            white: player(Color::White),
            opening: entry.opening(),
            history: entry.game().into(),
        }
    }
}

/// `game 1 startpos moves f5 d6`.
impl fmt::Display for GameReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let history = self.history.to_string();
        write!(f, "game {} {}", self.game, history.trim_start_matches("history "))
    }
}
