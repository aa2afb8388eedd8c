//! [`Record`]: a game or position with everything known about it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;

use super::json::write::as_words;
use super::wthor::WthorFile;
use super::{Format, GameResult, Mark, MatchKind, MoveNote, MoveScore, Player, RecordPart, Theory};
use crate::board::{Color, Move};
use crate::game::{Game, IllegalMove, Setup};

/// A game or position with everything known about it. A position is a game without moves. Unknown
/// texts are empty.
///
/// ```
/// use othello::game::{Format, Record};
///
/// let record: Record = "1. F5 d6 2. C3 40-24".parse()?;
/// assert_eq!(record.game().transcript(), "f5d6c3");
/// assert_eq!(record.to_text(Format::Fen)?, "8/8/2X5/3XX3/3OXX2/3O4/8/8 O");
/// let error = "f5 d3".parse::<Record>().unwrap_err();
/// assert_eq!(error.to_string(), r#"1:4: move 2, "d3", is illegal: d3 flips nothing for white"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The start and the moves.
    pub(super) game: Game,
    /// The tournament.
    pub event: String,
    /// The place.
    pub place: String,
    /// The date, as written.
    pub date: String,
    /// The player of Black.
    pub black: Player,
    /// The player of White.
    pub white: Player,
    /// The kind of match.
    pub kind: MatchKind,
    /// The result as the source states it.
    pub result: Option<GameResult>,
    /// One note for each move, or none.
    pub(super) notes: Vec<MoveNote>,
    /// The variations, all legal in `game`, in the order of the source.
    pub(super) variations: Vec<Variation>,
    /// The scores of moves in the last position.
    pub scores: Vec<MoveScore>,
    /// The comment on the whole game, or on the position before the first move.
    pub comment: String,
    /// The marks in the position before the first move.
    pub marks: BTreeSet<Mark>,
    /// Further tags, by their name in the source.
    pub tags: BTreeMap<String, String>,
    /// The result with perfect play.
    pub theory: Option<Theory>,
}

/// An alternative to the moves of a line. [`Record::add_variation`] checks the moves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Variation {
    /// Number of moves of the line before the variation; less than the length of the line.
    pub ply: usize,
    /// At least one move.
    #[serde(serialize_with = "as_words")]
    pub moves: Vec<Move>,
    /// One note for each move, or none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<MoveNote>,
    /// Alternatives to the moves of the variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

impl Variation {
    /// Plays the moves after `game`. `None` if a move is illegal or a forced pass is missing.
    pub(super) fn played_after(&self, mut game: Game) -> Option<Game> {
        let plies = game.moves().len() + self.moves.len();
        self.moves.iter().try_for_each(|&mv| game.play(mv)).ok()?;
        (game.moves().len() == plies).then_some(game)
    }

    /// Whether the moves, and the moves of the inner variations, are legal in `line`.
    fn is_legal(&self, line: &Game) -> bool {
        let notes_fit = self.notes.is_empty() || self.notes.len() == self.moves.len();
        if self.moves.is_empty() || self.ply >= line.moves().len() || !notes_fit {
            return false;
        }
        let own = self.played_after(Game::new(line.at(self.ply).setup()));
        own.is_some_and(|own| self.variations.iter().all(|inner| inner.is_legal(&own)))
    }
}

impl Record {
    /// The start and the moves.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The start and the moves, without the rest.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The notes: one for each move, or none.
    #[must_use]
    pub fn notes(&self) -> &[MoveNote] {
        &self.notes
    }

    /// Replaces the notes. Notes beyond the last move are dropped.
    pub fn set_notes(&mut self, mut notes: Vec<MoveNote>) {
        if !notes.is_empty() {
            notes.resize(self.game.moves().len(), MoveNote::default());
        }
        self.notes = notes;
    }

    /// The alternatives to the moves, in the order of the source.
    #[must_use]
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Adds a variation if it is legal. Returns whether it was added.
    #[must_use]
    pub fn add_variation(&mut self, variation: Variation) -> bool {
        let is_legal = variation.is_legal(&self.game);
        self.variations.extend(is_legal.then_some(variation));
        is_legal
    }

    /// The player of `color`.
    #[must_use]
    pub const fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The time left for `color`: the time of the clock, minus the time used, plus the increments.
    /// Zero if the time is up. `None` without a clock.
    #[must_use]
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        let clock = self.player(color).clock?;
        let turns = self.game.turns().map(|(setup, _)| setup.side).enumerate();
        let used = turns
            .filter(|&(_, side)| side == color)
            .map(|(ply, _)| self.notes.get(ply).and_then(|note| note.time).unwrap_or_default());
        Some(used.fold(clock.time, |left, used| {
            left.saturating_sub(used).saturating_add(clock.increment)
        }))
    }

    /// The parts that the record has, other than the last position.
    pub fn parts(&self) -> impl Iterator<Item = RecordPart> {
        RecordPart::ALL.into_iter().filter(|&part| self.has(part))
    }

    fn has(&self, part: RecordPart) -> bool {
        let players = [&self.black, &self.white];
        match part {
            RecordPart::Start => self.game.start() != Setup::START,
            RecordPart::Moves => !self.game.moves().is_empty(),
            RecordPart::Players => players.iter().any(|player| !player.name.is_empty()),
            RecordPart::Ratings => players.iter().any(|player| !player.rating.is_empty()),
            RecordPart::Clocks => players.iter().any(|player| player.clock.is_some()),
            RecordPart::Event => !self.event.is_empty(),
            RecordPart::Place => !self.place.is_empty(),
            RecordPart::Date => !self.date.is_empty(),
            RecordPart::Kind => self.kind != MatchKind::default(),
            RecordPart::Result => self.result.is_some(),
            RecordPart::Notes => {
                self.notes.iter().any(|note| note.centidiscs.is_some() || note.time.is_some())
            }
            RecordPart::MoveComments => self.notes.iter().any(|note| !note.comment.is_empty()),
            RecordPart::Marks => {
                !self.marks.is_empty() || self.any_note(|note| !note.marks.is_empty())
            }
            RecordPart::Variations => !self.variations.is_empty(),
            RecordPart::Scores => !self.scores.is_empty(),
            RecordPart::Comment => !self.comment.is_empty(),
            RecordPart::Tags => !self.tags.is_empty(),
            RecordPart::Theory => self.theory.is_some(),
        }
    }

    /// The parts that are lost when the record is written in `format` and read again. A WTHOR file
    /// has this game alone and is read with its name files.
    pub fn lost_in(&self, format: Format) -> impl Iterator<Item = RecordPart> {
        let mut wthor = WthorFile::default();
        if format == Format::Wthor {
            // A full file loses the record.
            let _ = wthor.push(self);
        }
        self.parts().filter(move |&part| !self.gives_back(part, format, &wthor))
    }

    /// The record up to `plies` moves, passes included, without its result and scores. `None` if
    /// the game is shorter.
    #[must_use]
    pub fn at(mut self, plies: usize) -> Option<Record> {
        let moves = self.game.moves().len();
        if plies > moves {
            return None;
        }
        if plies < moves {
            self.game = self.game.at(plies);
            self.adapt_to_moves();
        }
        Some(self)
    }

    /// Plays `mv` as [`Game::play`] does. Drops the result and the scores of the last position.
    ///
    /// # Errors
    /// If `mv` is illegal; nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.adapt_to_moves();
        Ok(())
    }

    /// Plays `mv` as [`Record::play`] does, with a note. A pass added before `mv` has an empty
    /// note.
    ///
    /// # Errors
    /// If `mv` is illegal; nothing changes then.
    pub fn play_noted(&mut self, mv: Move, note: MoveNote) -> Result<(), IllegalMove> {
        self.play(mv)?;
        self.notes.resize(self.game.moves().len() - 1, MoveNote::default());
        self.notes.push(note);
        Ok(())
    }

    /// Takes back a move as [`Game::undo`] does. Drops the result and the scores of the last
    /// position. `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.game.undo()?;
        self.adapt_to_moves();
        Some(mv)
    }

    /// Drops notes and variations beyond the last move, the result and the scores.
    fn adapt_to_moves(&mut self) {
        if !self.notes.is_empty() {
            self.notes.resize(self.game.moves().len(), MoveNote::default());
        }
        self.variations.retain(|variation| variation.ply < self.game.moves().len());
        self.result = None;
        self.theory = None;
        self.scores.clear();
    }

    /// The stated result, otherwise the result of the moves.
    #[must_use]
    pub fn outcome(&self) -> Option<GameResult> {
        self.result.or_else(|| self.game.result())
    }
}

/// A position.
impl From<Setup> for Record {
    fn from(setup: Setup) -> Record {
        Game::new(setup).into()
    }
}

/// A game without any other data.
impl From<Game> for Record {
    fn from(game: Game) -> Record {
        Record { game, ..Record::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::game::Clock;
    use crate::game::setup::white_must_pass;

    #[test]
    fn every_move_and_pass_has_a_note() {
        let mut game = Record::from(white_must_pass());
        let note = MoveNote { centidiscs: Some(6400), ..MoveNote::default() };
        assert!(game.play_noted(Square::H8.into(), note.clone()).is_err());
        assert_eq!(game.notes(), []);
        game.play_noted(Square::C1.into(), note.clone()).unwrap();
        assert_eq!(game.notes(), [MoveNote::default(), note]);
    }

    #[test]
    fn the_time_left_follows_from_the_moves() {
        let mut game = Record::from(Setup::START);
        assert_eq!(game.time_left(Color::Black), None);
        let clock =
            Clock { time: Duration::from_secs(60), increment: Duration::from_secs(2), grace: None };
        game.black.clock = Some(clock);
        let note =
            |seconds| MoveNote { time: Some(Duration::from_secs(seconds)), ..MoveNote::default() };
        game.play_noted(Square::F5.into(), note(10)).unwrap();
        game.play_noted(Square::D6.into(), note(1)).unwrap();
        assert_eq!(game.time_left(Color::Black), Some(Duration::from_secs(52)));
        game.play_noted(Square::C3.into(), note(100)).unwrap();
        assert_eq!(game.time_left(Color::Black), Some(Duration::from_secs(2)));
        assert_eq!(game.time_left(Color::White), None);
    }

    #[test]
    fn only_legal_variations_are_added() {
        let mut record: Record = "f5d6c3".parse().unwrap();
        let variation = |ply, text: &str| Variation {
            ply,
            moves: text.split(' ').map(|mv| mv.parse().unwrap()).collect(),
            ..Variation::default()
        };
        assert!(record.add_variation(variation(1, "f4 e3")));
        assert!(!record.add_variation(variation(1, "c3")));
        assert!(!record.add_variation(variation(3, "f4")));
        assert!(!record.add_variation(Variation::default()));
        let inner = vec![variation(1, "a1")];
        assert!(!record.add_variation(Variation { variations: inner, ..variation(1, "f4 e3") }));
        assert_eq!(record.variations().len(), 1);
        assert!(record.to_text(Format::Pgn).unwrap().contains("(1... f4 2. e3)"));
    }

    #[test]
    fn playing_and_undoing_keep_notes_and_drop_the_result() {
        let mut record: Record = "(;GM[Othello]PB[ann]RE[+2.00]TY[8]\
            BO[8 ---------------------------O*------*O--------------------------- *]\
            B[f5/1.50/2]W[d6];)"
            .parse()
            .unwrap();
        assert_eq!(record.notes.len(), 2);
        assert!(record.play("a1".parse().unwrap()).is_err());
        assert!(record.result.is_some());
        record.play("c3".parse().unwrap()).unwrap();
        assert_eq!(record.notes.len(), 3);
        assert_eq!((record.result, &*record.black.name), (None, "ann"));
        for mv in ["c3", "d6"] {
            assert_eq!(record.undo(), Some(mv.parse().unwrap()));
        }
        assert_eq!(record.notes[0].centidiscs, Some(150));
        assert_eq!(record.notes.len(), 1);
        assert!(record.undo().is_some() && record.undo().is_none());
    }
}
