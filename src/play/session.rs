//! [`PlaySession`]: the game, its engines and the effect of commands.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, ensure};

use super::command::{HELP, PlayCommand};
use super::date::today;
use crate::atomic_files::write_atomically;
use crate::commands::analyze::GameEntry;
use crate::limits::LimitArguments;
use crate::output::error_message;
use crate::source::RecordSource;
use engine::search::{NoMemory, SearchReport};
use engine::strategy::Skill;
use engine::{
    Analysis, BookUse, Effort, Engine, EngineError, Options, RunningJob, SearchEvent, SeedScope,
};
use othello::board::{Color, Move, Square};
use othello::game::{
    Format, Game, GameEnding, GameResult, IllegalMove, Opening, Player, Record, WthorNames,
};

/// A game against the engine, or between two humans with hints.
pub(super) struct PlaySession {
    /// The start of each new game.
    start: Game,
    game: Game,
    /// Undone moves, next to redo last.
    undone: Vec<Move>,
    /// The human's side; `None` for both.
    human: Option<Color>,
    /// The side that resigned.
    resigned: Option<Color>,
    /// The game and the resignation when last saved.
    saved: Option<(Game, Option<Color>)>,
    /// The last loaded record. Saved with all its tags while the game is unchanged.
    loaded: Option<Record>,
    /// The engine that plays.
    engine: Engine,
    /// The engine for hints: full strength, with a separate transposition table, so that hints do not
    /// help `engine`.
    hint_engine: Engine,
    /// Search limits in place of the level.
    limits: LimitArguments,
}

/// The caller's task after a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Effect {
    /// Show this message unless it is empty. The game is unchanged.
    Say(String),
    /// The position or the players changed: advance the game and show it.
    Changed,
    /// A side resigned: show the result.
    Ended,
    /// Show the board.
    Show,
    /// Rank this many of the best moves.
    Rank(usize),
    /// Show the value of each legal move.
    Values,
    /// Review the game.
    Review,
    /// Leave the game.
    Quit,
}

/// Who acts next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToMove {
    /// The human chooses a move.
    Human,
    /// The engine chooses a move.
    Engine,
    /// The side to move passes.
    Pass,
    /// The game is over, or a side resigned.
    Over,
}

/// The purpose of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchPurpose {
    /// The engine's move.
    Move,
    /// This many of the best moves.
    Hints(usize),
    /// The values of all legal moves.
    Values,
}

impl PlaySession {
    /// Starts from the game of `record`. The human plays `human`, or both sides for `None`. The engine
    /// searches within `limits`, by default those of its level.
    pub(super) fn new(
        record: impl Into<Record>,
        human: Option<Color>,
        options: Options,
        limits: LimitArguments,
    ) -> PlaySession {
        let hint_engine = Engine::new(hint_options(&options));
        let engine = Engine::new(options);
        let record = record.into();
        let game = record.game().clone();
        // A record without tags is saved with those of this game.
        let loaded = Some(record).filter(|record| *record != Record::from(game.clone()));
        PlaySession {
            start: game.clone(),
            game,
            undone: Vec::new(),
            human,
            resigned: None,
            saved: None,
            loaded,
            engine,
            hint_engine,
            limits,
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Executes `command`. The caller runs the searches.
    pub(super) fn execute(&mut self, command: PlayCommand) -> anyhow::Result<Effect> {
        let is_over = match command {
            PlayCommand::Move(_) | PlayCommand::Redo => self.resigned.is_some(),
            PlayCommand::Hint(_) | PlayCommand::Values => self.game.is_over(),
            PlayCommand::Switch | PlayCommand::Resign => self.to_move() == ToMove::Over,
            _ => false,
        };
        if is_over {
            return Ok(Effect::Say("the game is over".into()));
        }
        Ok(match command {
            PlayCommand::Move(_) if self.to_move() == ToMove::Engine => {
                Effect::Say("outflank is to move".into())
            }
            PlayCommand::Move(mv) => self.play(mv),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo()?,
            PlayCommand::Hint(count) => Effect::Rank(count),
            PlayCommand::Switch => {
                self.human = Some(!self.game.setup().side);
                Effect::Changed
            }
            PlayCommand::Resign => {
                self.resigned = Some(self.human.unwrap_or(self.game.setup().side));
                Effect::Ended
            }
            PlayCommand::New => {
                self.game = self.start.clone();
                self.undone.clear();
                (self.resigned, self.saved, self.loaded) = (None, None, None);
                self.engine.new_game();
                self.hint_engine.new_game();
                Effect::Changed
            }
            PlayCommand::Save(path) => Effect::Say(match self.save(&path) {
                Ok(()) => {
                    self.saved = Some((self.game.clone(), self.resigned));
                    format!("saved in {}", path.display())
                }
                Err(error) => format!("{error:#}"),
            }),
            PlayCommand::Set(name, value) => Effect::Say(match self.set(&name, &value) {
                Ok(()) => String::new(),
                Err(error) => error.to_string(),
            }),
            PlayCommand::Values => Effect::Values,
            PlayCommand::Review if self.game.moves().is_empty() => {
                Effect::Say("no moves to review".into())
            }
            PlayCommand::Review => Effect::Review,
            PlayCommand::Color(human) => {
                self.human = human;
                Effect::Changed
            }
            PlayCommand::Load(path) if !Path::new(&path).exists() => {
                Effect::Say(format!("no file {path:?}: expected a file with a game"))
            }
            PlayCommand::Load(path) => match RecordSource::File(path.into()).only_record() {
                Ok(record) => {
                    self.load(record);
                    Effect::Changed
                }
                Err(error) => Effect::Say(error_message(&error)),
            },
            PlayCommand::Board => Effect::Show,
            PlayCommand::Help => Effect::Say(HELP.into()),
            PlayCommand::Quit => Effect::Quit,
        })
    }

    /// Who acts next.
    pub(super) fn to_move(&self) -> ToMove {
        if self.game.is_over() || self.resigned.is_some() {
            ToMove::Over
        } else if self.game.setup().position.must_pass() {
            ToMove::Pass
        } else if self.is_human_to_move() {
            ToMove::Human
        } else {
            ToMove::Engine
        }
    }

    /// Plays a pass and returns a message.
    pub(super) fn pass(&mut self) -> Result<String, IllegalMove> {
        let side = self.game.setup().side;
        self.game.play(Move::Pass)?;
        Ok(format!("{side} passes"))
    }

    /// Starts a search. `listener` receives its events. Dropping the handle ends the search.
    pub(super) fn search(
        &mut self,
        purpose: SearchPurpose,
        listener: impl FnMut(SearchEvent) + Send + 'static,
    ) -> Result<RunningJob, EngineError> {
        let position = self.game.setup().position;
        let (engine, multi_pv) = match purpose {
            SearchPurpose::Move => (&mut self.engine, 1),
            SearchPurpose::Hints(count) => (&mut self.hint_engine, count),
            SearchPurpose::Values => (&mut self.hint_engine, Square::ALL.len()),
        };
        let limits = self.limits.of_search(engine, position, multi_pv);
        let book = match purpose {
            SearchPurpose::Move => BookUse::Play(SeedScope::Game),
            SearchPurpose::Hints(_) | SearchPurpose::Values => BookUse::Rank,
        };
        Ok(engine.job_within(position, limits, book)?.start(listener)?)
    }

    /// The review of the game, at full strength and at least at the default level.
    pub(super) fn review(&mut self) -> Result<Analysis, NoMemory> {
        let level = self.engine.options().level.max(Options::default().level);
        let effort = Effort { level: Some(level), ..Effort::default() };
        self.hint_engine.analysis(&self.game, effort)
    }

    /// The game as input of an analysis.
    pub(super) fn entry(&self) -> GameEntry {
        GameEntry { number: 1, source: None, record: self.record() }
    }

    /// Continues the game of `record`, which counts as saved.
    fn load(&mut self, record: Record) {
        self.game = record.game().clone();
        self.saved = Some((self.game.clone(), None));
        self.loaded = Some(record);
        self.undone.clear();
        self.resigned = None;
        self.engine.new_game();
        self.hint_engine.new_game();
    }

    /// Plays the best move of `report` and returns a message.
    pub(super) fn play_best(&mut self, report: &SearchReport) -> anyhow::Result<String> {
        let best = report.best_move().context("the search found no move; this is a bug")?;
        self.undone.clear();
        self.game.play(best)?;
        Ok(format!("outflank plays {best}"))
    }

    /// The discs of each side and the opening.
    pub(super) fn status_line(&self) -> String {
        let setup = self.game.setup();
        let mut line = format!("black {} white {}", setup.black().count(), setup.white().count());
        if let Some(opening) = self.opening() {
            line += &format!("  {opening}");
        }
        line
    }

    /// The name of the opening.
    pub(super) fn opening(&self) -> Option<&'static str> {
        Opening::of_game(&self.game).map(|opening| opening.name)
    }

    /// The result, if the game is over or a side resigned.
    pub(super) fn end(&self) -> Option<String> {
        match self.resigned {
            Some(side) => Some(format!("{side} resigns: {} wins", !side)),
            None => self.game.result().map(GameResult::words),
        }
    }

    /// The player of `side`.
    pub(super) fn player(&self, side: Color) -> String {
        match self.strength(side) {
            Some(strength) => format!("outflank, {strength}"),
            None => "you".to_owned(),
        }
    }

    /// The engine's strength, such as `level 4`, if it plays `side`.
    fn strength(&self, side: Color) -> Option<String> {
        let options = self.engine.options();
        self.human.filter(|&human| human != side)?;
        Some(match (options.style, self.limits.limits()) {
            (Some(style), _) => style.name().to_owned(),
            _ if options.skill < Skill::FULL => format!("skill {}", options.skill),
            (None, Some(_)) => self.limits.to_string(),
            (None, None) => format!("level {}", options.level),
        })
    }

    /// Whether the game has unsaved moves.
    pub(super) fn is_unsaved(&self) -> bool {
        let is_saved =
            |(game, resigned): &(Game, _)| (game, *resigned) == (&self.game, self.resigned);
        self.game != self.start && !self.saved.as_ref().is_some_and(is_saved)
    }

    /// Saves the game to `path` in the format of the extension, by default as moves. Replaces an
    /// existing file only if it holds one game.
    fn save(&self, path: &Path) -> anyhow::Result<()> {
        ensure!(
            may_replace(path),
            "{} holds something else: expected a new file, or a game to replace",
            path.display()
        );
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_lowercase);
        let is_usual = self.game.start() == Game::default().start();
        let (format, record) = match extension.as_deref() {
            Some("ggf") => (Format::Ggf, self.record()),
            Some("pgn") => (Format::Pgn, self.record()),
            Some("json") => (Format::Json, self.record()),
            _ if is_usual => (Format::Transcript, Record::from(self.game.clone())),
            _ => (Format::Position, Record::from(self.game.clone())),
        };
        let text = record.to_text(format)? + "\n";
        write_atomically(path, text.as_bytes())
    }

    /// The game with date, players and result, or the loaded record.
    fn record(&self) -> Record {
        let is_loaded = |loaded: &&Record| *loaded.game() == self.game && self.resigned.is_none();
        if let Some(loaded) = self.loaded.as_ref().filter(is_loaded) {
            return loaded.clone();
        }
        let mut record = Record::from(self.game.clone());
        (record.black, record.white) =
            (self.recorded_player(Color::Black), self.recorded_player(Color::White));
        record.date = today();
        record.result = self.resigned.map(resignation);
        record
    }

    /// The player of `side` in the record, such as `Outflank, level 4`.
    fn recorded_player(&self, side: Color) -> Player {
        let name = match self.strength(side) {
            Some(strength) => format!("Outflank, {strength}"),
            None => "Player".to_owned(),
        };
        Player { name, ..Player::default() }
    }

    /// Whether the side to move is the human's.
    fn is_human_to_move(&self) -> bool {
        self.human.is_none_or(|human| human == self.game.setup().side)
    }

    /// Sets an option of both engines, or of neither on error. A level replaces the limits.
    fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let before = self.engine.options().clone();
        let mut options = before.clone();
        options.set(name, value)?;
        self.hint_engine.try_set_options(hint_options(&options))?;
        if let Err(no_memory) = self.engine.try_set_options(options) {
            self.hint_engine.set_options(hint_options(&before));
            return Err(no_memory.into());
        }
        if name.eq_ignore_ascii_case("Level") {
            self.limits = LimitArguments::default();
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) -> Effect {
        match self.game.play(mv) {
            Ok(()) => {
                self.undone.clear();
                Effect::Changed
            }
            Err(reason) => Effect::Say(reason.to_string()),
        }
    }

    /// Undoes the human's last move and the replies, or a resignation.
    fn undo(&mut self) -> Effect {
        if self.resigned.take().is_some() {
            return Effect::Changed;
        }
        let mut game = self.game.clone();
        let mut undone = self.undone.clone();
        while let Some(mv) = game.undo() {
            undone.push(mv);
            let setup = game.setup();
            let is_humans = self.human.is_none_or(|human| human == setup.side);
            if is_humans && !setup.position.must_pass() {
                (self.game, self.undone) = (game, undone);
                return Effect::Changed;
            }
        }
        Effect::Say("nothing to undo: you have not moved".into())
    }

    /// Redoes the human's next move and the reply.
    fn redo(&mut self) -> Result<Effect, IllegalMove> {
        let Some(mv) = self.undone.pop() else { return Ok(Effect::Say("nothing to redo".into())) };
        self.game.play(mv)?;
        while (!self.is_human_to_move() || self.game.setup().position.must_pass())
            && let Some(mv) = self.undone.pop()
        {
            self.game.play(mv)?;
        }
        Ok(Effect::Changed)
    }
}

/// The options of the hint engine.
fn hint_options(options: &Options) -> Options {
    Options { style: None, skill: Skill::FULL, ..options.clone() }
}

/// Whether `path` is free or holds at most one game.
fn may_replace(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return true };
    if !metadata.is_file() || metadata.len() == 0 {
        return true;
    }
    let records = RecordSource::File(path.to_path_buf()).records(WthorNames::NONE);
    records.is_ok_and(|mut records| {
        records.next().is_some_and(|first| first.is_ok()) && records.next().is_none()
    })
}

/// The result after a resignation of `side`: the opponent gets all discs.
fn resignation(side: Color) -> GameResult {
    let centidiscs = match side {
        Color::Black => -6400,
        Color::White => 6400,
    };
    GameResult::Difference { centidiscs, ending: GameEnding::Resigned }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use othello::game::Setup;

    /// A game in which Black has to pass twice at the end.
    const GAME: &str = "f5d6c4d3c5f4d7g5d2c3b3b4e3e6g3f3a4c6g4b5a5f6h5e2b7g6c7b6e7a6f7c1d1e1f1g1f2\
                        a3a7a8b8a2b2c8d8e8f8h2g2g8g7h8h7h6h4b1a1h1c2h3";

    #[test]
    fn a_resignation_is_to_be_saved_as_moves_are() {
        let options = Options { hash: 1, ..Options::default() };
        let mut session =
            PlaySession::new(Game::default(), None, options, LimitArguments::default());
        let folder = tempfile::tempdir().unwrap();
        let mut execute = |command| session.execute(command).map(|_| session.is_unsaved()).unwrap();
        assert!(execute(PlayCommand::Move(Move::Place(Square::F5))));
        let save = || PlayCommand::Save(folder.path().join("game.ggf"));
        assert!(!execute(save()));
        assert!(execute(PlayCommand::Resign));
        assert!(!execute(save()));
        // The resignation is undone before the move.
        assert!(execute(PlayCommand::Undo));
    }

    #[test]
    fn a_new_game_is_neither_saved_nor_loaded_even_with_the_same_moves() {
        let (options, limits) = (Options { hash: 1, ..Options::default() }, Default::default());
        let mut session = PlaySession::new(Game::default(), None, options, limits);
        let game = Game::from_transcript(Setup::START, "f5").unwrap();
        let mut record = Record::from(game);
        record.event = "Cup".to_owned();
        session.load(record);
        assert!(!session.is_unsaved());
        assert_eq!(session.entry().record.event, "Cup");
        session.execute(PlayCommand::New).unwrap();
        session.execute(PlayCommand::Move(Move::Place(Square::F5))).unwrap();
        assert!(session.is_unsaved());
        assert_eq!(session.entry().record.event, "");
    }

    #[test]
    fn who_resigns_is_the_human_also_while_the_engine_is_to_move() {
        for (human, end) in [
            (Some(Color::White), "white resigns: black wins"),
            (Some(Color::Black), "black resigns: white wins"),
            (None, "black resigns: white wins"),
        ] {
            let options = Options { hash: 1, ..Options::default() };
            let mut session =
                PlaySession::new(Game::default(), human, options, LimitArguments::default());
            assert_eq!(session.execute(PlayCommand::Resign).unwrap(), Effect::Ended);
            assert_eq!(session.end().as_deref(), Some(end));
        }
    }

    #[test]
    fn a_game_that_was_loaded_and_given_up_is_saved_as_given_up() {
        let (options, limits) = (Options { hash: 1, ..Options::default() }, Default::default());
        let mut session = PlaySession::new(Game::default(), None, options, limits);
        session.load(Record::from(Game::from_transcript(Setup::START, "f5d6").unwrap()));
        assert_eq!(session.entry().record.result, None);
        session.execute(PlayCommand::Resign).unwrap();
        assert_eq!(session.entry().record.result, Some(resignation(Color::Black)));
    }

    #[test]
    fn hints_go_by_the_options_that_were_set_last() {
        let (options, limits) = (Options { hash: 1, ..Options::default() }, Default::default());
        let mut session = PlaySession::new(Game::default(), None, options, limits);
        session.set("Level", "3").unwrap();
        assert_eq!(session.hint_engine.options().level, 3);
    }

    #[test]
    fn a_review_is_no_weaker_than_the_usual_level() {
        let game = Game::from_transcript(Setup::START, &GAME[..60]).unwrap();
        let nodes = |level| {
            let options = Options { hash: 1, level, ..Options::default() };
            let limits = LimitArguments::default();
            let mut session = PlaySession::new(game.clone(), None, options, limits);
            let last = session.review().unwrap().step(&AtomicBool::new(false)).unwrap();
            last.usage.nodes
        };
        let usual = Options::default().level;
        assert_eq!(nodes(1), nodes(usual));
        assert!(nodes(usual) < nodes(usual + 2));
    }

    #[test]
    fn all_moves_can_be_taken_back_and_made_again_whoever_passes() {
        let whole = Game::from_transcript(Setup::START, GAME).unwrap();
        assert_eq!(whole.moves().iter().filter(|&&mv| mv == Move::Pass).count(), 2);
        for human in [None, Some(Color::Black), Some(Color::White)] {
            let mut session = PlaySession::new(
                whole.clone(),
                human,
                Options::default(),
                LimitArguments::default(),
            );
            let mut steps = 0;
            while session.execute(PlayCommand::Undo).unwrap() == Effect::Changed {
                assert_eq!(session.to_move(), ToMove::Human);
                steps += 1;
            }
            assert!(session.game().moves().len() < 2 && steps > 20, "{steps}");
            while session.execute(PlayCommand::Redo).unwrap() == Effect::Changed {
                assert!(matches!(session.to_move(), ToMove::Human | ToMove::Over));
                steps -= 1;
            }
            assert_eq!((session.game(), steps), (&whole, 0));
        }
    }
}
