//! [`PlaySession`]: the game, its engines and the effect of commands.

mod date;
mod files;

use std::cmp::Reverse;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail, ensure};
use clap::ValueEnum;

use super::board::{draw_values, values};
use super::{Side, TimeControl};
use crate::commands::explain::explain;
use crate::commands::hint::HintTable;
use crate::commands::puzzles::{Grade, Puzzle};
use crate::commands::scores::value_text;
use crate::limits::LimitArguments;
use crate::source::RecordSource;
use engine::score::{Score, discs_of};
use engine::search::{Certainty, Clock, Limits, NoMemory, SearchReport};
use engine::strategy::Skill;
use engine::{
    Analysis, BookUse, Effort, Engine, EngineError, Options, RunningJob, SearchEvent, SeedScope,
};
use othello::board::{Color, Move, Square};
use othello::game::{Game, GameEnding, GameResult, Opening, Record, Setup};
use othello::random::{Random, new_seed};

/// A game against the engine, or between two humans with hints.
pub(super) struct PlaySession {
    /// The start of each new game.
    start: Game,
    game: Game,
    /// Undone moves. The last one is redone first.
    undone: Vec<Move>,
    /// The side of the human; `None` for both.
    human: Option<Color>,
    /// The side that resigned or lost on time.
    lost: Option<Loss>,
    /// The game and the early loss when last saved.
    saved: Option<(Game, Option<Loss>)>,
    /// The last loaded record. Saved with all its tags while the game is unchanged.
    loaded: Option<Record>,
    /// The engine that plays.
    engine: Engine,
    /// The engine for hints: full strength, with a separate transposition table, so that hints do not
    /// help `engine`.
    hint_engine: Engine,
    /// Search limits in place of the level.
    limits: LimitArguments,
    /// The loss in discs from which a move needs a confirmation; 0 for none.
    pub(super) warning: u32,
    /// The last move that needed a confirmation, and its position.
    warned: Option<(Setup, Move)>,
    /// The puzzle, until its best move is found.
    puzzle: Option<Puzzle>,
    /// The time of each side, if it is limited.
    pub(super) control: Option<TimeControl>,
    /// The time that each side has used, and its moves.
    used: [(Duration, u32); 2],
    /// The start of the current move.
    turn: Instant,
}

/// A loss before the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loss {
    side: Color,
    /// [`GameEnding::Resigned`] or [`GameEnding::TimedOut`].
    ending: GameEnding,
}

/// The next step after a command or a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Effect {
    /// Show this message.
    Say(String),
    /// Show this text on a separate page.
    Page(String),
    /// Show the commands.
    Help,
    /// The position or the players changed.
    Changed,
    /// As [`Effect::Changed`], with a message.
    Played(String),
    /// Show the board and wait for the human.
    Wait,
    /// Run this search.
    Search(SearchPurpose),
    /// Review the game.
    Review,
    /// Leave the game.
    Quit,
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
    /// The loss of this move of the human.
    Check(Move),
}

impl PlaySession {
    /// Starts from the game of `record`. `human` is the side of the human; `None` means both sides.
    /// The engine searches within `limits`, by default the limits of its level.
    pub(super) fn new(
        record: impl Into<Record>,
        human: Option<Color>,
        options: Options,
        limits: LimitArguments,
    ) -> PlaySession {
        let record = record.into();
        let game = record.game().clone();
        PlaySession {
            start: game.clone(),
            // A record without tags gets the tags of this game when it is saved.
            loaded: Some(record).filter(|record| *record != Record::from(game.clone())),
            game,
            undone: Vec::new(),
            human,
            lost: None,
            saved: None,
            hint_engine: Engine::new(hint_options(&options)),
            engine: Engine::new(options),
            limits,
            warning: 0,
            warned: None,
            puzzle: None,
            control: None,
            used: Default::default(),
            turn: Instant::now(),
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The next step after a change: a pass, the engine's search, or the human's turn.
    pub(super) fn next_step(&mut self) -> anyhow::Result<Effect> {
        if self.is_over() {
            return Ok(Effect::Wait);
        }
        let Setup { side, position, .. } = self.game.setup();
        if position.must_pass() {
            self.make(Move::Pass)?;
            return Ok(Effect::Played(format!("{side} passes")));
        }
        Ok(if self.is_engine_to_move() {
            Effect::Search(SearchPurpose::Move)
        } else {
            Effect::Wait
        })
    }

    /// Whether the game is over, or a side lost early.
    pub(super) fn is_over(&self) -> bool {
        self.game.is_over() || self.lost.is_some()
    }

    /// Whether the engine must choose a move.
    pub(super) fn is_engine_to_move(&self) -> bool {
        let is_humans = self.human.is_none_or(|human| human == self.game.setup().side);
        !self.is_over() && !is_humans
    }

    fn ensure_going_on(&self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "the game is over");
        Ok(())
    }

    /// Starts a search. `listener` receives its events. Dropping the handle ends the search.
    pub(super) fn search(
        &mut self,
        purpose: SearchPurpose,
        listener: impl FnMut(SearchEvent) + Send + 'static,
    ) -> Result<RunningJob, EngineError> {
        let position = self.game.setup().position;
        let remaining = self.left(self.game.setup().side);
        let control = self.control.filter(|_| purpose == SearchPurpose::Move);
        let clock = control.map(|TimeControl { increment, .. }| Clock {
            remaining,
            increment,
            ..Clock::default()
        });
        let (engine, multi_pv, book) = match purpose {
            SearchPurpose::Move => (&mut self.engine, 1, BookUse::Play(SeedScope::Game)),
            SearchPurpose::Hints(count) => (&mut self.hint_engine, count, BookUse::Rank),
            SearchPurpose::Values | SearchPurpose::Check(_) => {
                (&mut self.hint_engine, Square::ALL.len(), BookUse::Rank)
            }
        };
        let mut limits = self.limits.of_search(engine, position, multi_pv);
        if clock.is_some() {
            // Without other limits the engine uses its share of the time.
            let is_free = self.limits == LimitArguments::default();
            limits = if is_free { Limits::default() } else { limits };
            limits.clock = clock;
        }
        Ok(engine.job_within(position, limits, book)?.start(listener)?)
    }

    /// The effect of the `report` of a search.
    pub(super) fn finish(
        &mut self,
        purpose: SearchPurpose,
        mut report: SearchReport,
    ) -> anyhow::Result<Effect> {
        let best = report.best_move().context("the search found no move; this is a bug")?;
        match purpose {
            SearchPurpose::Move if self.flag_falls() => Ok(Effect::Changed),
            SearchPurpose::Move => {
                self.undone.clear();
                self.make(best)?;
                Ok(Effect::Played(format!("outflank plays {best}")))
            }
            SearchPurpose::Hints(_) => {
                // After a stop, lines of the last depth precede lines of the previous depth.
                report.lines.sort_by_key(|line| Reverse(line.known_score()));
                for (rank, line) in (1..).zip(&mut report.lines) {
                    line.rank = rank;
                }
                let table = HintTable::new(&self.game, &report).to_string();
                let (setup, lines) = (self.game.setup(), &report.lines);
                let reasons = lines[1..].iter().filter_map(|line| explain(setup, &lines[0], line));
                Ok(Effect::Say(reasons.fold(table, |text, reason| format!("{text}\n{reason}"))))
            }
            SearchPurpose::Values => Ok(Effect::Page(draw_values(&self.game, &values(&report)))),
            SearchPurpose::Check(mv) => self.check(mv, &report),
        }
    }

    /// Plays `mv`, or warns if it loses too much.
    fn check(&mut self, mv: Move, report: &SearchReport) -> anyhow::Result<Effect> {
        let values = values(report);
        let best = values.iter().max_by_key(|&&(_, value)| value);
        let played = values.iter().find(|&&(square, _)| mv.square() == Some(square));
        if let (Some((best, most)), Some((_, value))) = (best, played)
            && most - value >= self.warning as i32 * Score::PER_DISC
        {
            self.warned = Some((self.game.setup(), mv));
            let loss = discs_of(most - value);
            return Ok(Effect::Say(format!(
                "{mv} loses {loss:.1} discs against {best}: play {mv} again to confirm it"
            )));
        }
        self.play_now(mv)
    }

    /// The review of the game, at full strength and at least at the default level.
    pub(super) fn review(&mut self) -> Result<Analysis, NoMemory> {
        let level = self.engine.options().level.max(Options::default().level);
        let effort = Effort { level: Some(level), ..Effort::default() };
        self.hint_engine.analysis(&self.game, effort)
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

    /// The result, if the game is over or a side lost early.
    pub(super) fn end(&self) -> Option<String> {
        match self.lost {
            Some(Loss { side, ending: GameEnding::TimedOut }) => {
                Some(format!("{side} loses on time, {} wins", !side))
            }
            Some(Loss { side, .. }) => Some(format!("{side} resigns, {} wins", !side)),
            None => self.game.result().map(GameResult::words),
        }
    }

    /// The side to move, or the result.
    pub(super) fn state(&self) -> String {
        match self.end() {
            Some(end) => format!("game over: {end}"),
            None => format!("{} to move", self.game.setup().side),
        }
    }

    /// The discs, the player and the time of `side`, such as `black  2  you  0:05`. Shows the used
    /// time, or with a limit the time left.
    pub(super) fn player(&self, side: Color) -> String {
        let setup = self.game.setup();
        let discs = if side == Color::Black { setup.black() } else { setup.white() };
        let player = match self.strength(side) {
            Some(strength) => format!("outflank, {strength}"),
            None => "you".to_owned(),
        };
        let time = if self.control.is_some() { self.left(side) } else { self.used(side) };
        let seconds = time.as_secs();
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        format!("{side} {:>2}  {player}  {minutes}:{seconds:02}", discs.count())
    }

    /// The time that `side` has used, including its running move.
    fn used(&self, side: Color) -> Duration {
        let is_moving = !self.is_over() && side == self.game.setup().side;
        let turn = if is_moving { self.turn.elapsed() } else { Duration::ZERO };
        self.used[side as usize].0 + turn
    }

    /// The time that `side` has left; zero without a limit.
    fn left(&self, side: Color) -> Duration {
        let TimeControl { start, increment } = self.control.unwrap_or_default();
        let added = increment.saturating_mul(self.used[side as usize].1);
        start.saturating_add(added).saturating_sub(self.used(side))
    }

    /// Ends the game if the side to move has used up its time. Returns whether the game ended.
    pub(super) fn flag_falls(&mut self) -> bool {
        let side = self.game.setup().side;
        let falls = self.control.is_some() && !self.is_over() && self.left(side).is_zero();
        if falls {
            self.used[side as usize].0 += self.turn.elapsed();
            self.lost = Some(Loss { side, ending: GameEnding::TimedOut });
        }
        falls
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

    /// Makes a move and charges the clock of its side.
    fn make(&mut self, mv: Move) -> anyhow::Result<()> {
        let side = self.game.setup().side;
        self.game.play(mv)?;
        let (used, moves) = &mut self.used[side as usize];
        *used += self.turn.elapsed();
        *moves += u32::from(mv != Move::Pass);
        self.turn = Instant::now();
        Ok(())
    }

    fn play_now(&mut self, mv: Move) -> anyhow::Result<Effect> {
        self.make(mv)?;
        self.undone.clear();
        Ok(Effect::Changed)
    }
}

/// The commands.
impl PlaySession {
    /// Plays the human's move in `text`, or requests a search for its loss.
    pub(super) fn play(&mut self, text: &str) -> anyhow::Result<Effect> {
        self.ensure_going_on()?;
        ensure!(!self.is_engine_to_move(), "outflank is to move");
        let mv = text.parse()?;
        let setup = self.game.setup();
        setup.after(mv)?;
        if let Some(puzzle) = self.puzzle.take_if(|puzzle| puzzle.setup == setup) {
            return self.answer(puzzle, mv);
        }
        if self.warning > 0 && self.warned != Some((setup, mv)) {
            return Ok(Effect::Search(SearchPurpose::Check(mv)));
        }
        self.play_now(mv)
    }

    /// Plays `mv` if it solves `puzzle`, and otherwise reports its loss.
    fn answer(&mut self, puzzle: Puzzle, mv: Move) -> anyhow::Result<Effect> {
        let [(best, most), (second, next)] = [puzzle.values[0], puzzle.values[1]];
        if mv != Move::Place(best) {
            let value = puzzle.values.iter().find(|&&(square, _)| mv == Move::Place(square));
            let value = value.map_or(next, |&(_, value)| value);
            let loss = discs_of(most.centidiscs() - value.centidiscs());
            self.puzzle = Some(puzzle);
            return Ok(Effect::Say(format!("{mv} loses {loss:.0} discs: try another move")));
        }
        self.play_now(mv)?;
        let [most, next] = [most, next].map(|score| value_text(score, Certainty::Exact));
        Ok(Effect::Played(format!(
            "right: {mv} ends with {most}, the next best {second} with {next}. Continue, or take \
             the next puzzle"
        )))
    }

    /// Sets a puzzle of the `grade`, by default an easy one.
    pub(super) fn set_puzzle(&mut self, grade: &str) -> anyhow::Result<Effect> {
        let grade = match grade {
            "" => Grade::Easy,
            grade => Grade::from_str(grade, true)
                .map_err(|_| anyhow!("invalid grade {grade:?}: expected easy, medium or hard"))?,
        };
        let options = Options { hash: 1, ..hint_options(self.engine.options()) };
        let mut random = Random::new(new_seed(), 0);
        let puzzle = Puzzle::random(&mut Engine::new(options), grade, &mut random)?;
        let (setup, question) = (puzzle.setup, puzzle.question());
        self.begin(Game::new(setup));
        self.human = Some(setup.side);
        self.saved = Some((self.game.clone(), None));
        self.loaded = None;
        self.puzzle = Some(puzzle);
        Ok(Effect::Played(format!("{} to move: {question}. Find it", setup.side)))
    }

    /// Undoes the human's last move and the replies, or a resignation.
    pub(super) fn undo(&mut self) -> anyhow::Result<Effect> {
        if self.lost.take().is_some() {
            return Ok(Effect::Changed);
        }
        let mut game = self.game.clone();
        let mut undone = self.undone.clone();
        while let Some(mv) = game.undo() {
            undone.push(mv);
            let setup = game.setup();
            let is_humans = self.human.is_none_or(|human| human == setup.side);
            if is_humans && !setup.position.must_pass() {
                (self.game, self.undone) = (game, undone);
                return Ok(Effect::Changed);
            }
        }
        bail!("nothing to undo: you have not moved")
    }

    /// Redoes the human's next move and the reply.
    pub(super) fn redo(&mut self) -> anyhow::Result<Effect> {
        ensure!(self.lost.is_none(), "the game is over");
        self.game.play(self.undone.pop().context("nothing to redo")?)?;
        while (self.is_engine_to_move() || self.game.setup().position.must_pass())
            && let Some(mv) = self.undone.pop()
        {
            self.game.play(mv)?;
        }
        Ok(Effect::Changed)
    }

    /// Goes back to the position before the move with this number.
    pub(super) fn go_to(&mut self, number: &str) -> anyhow::Result<Effect> {
        let moves = self.game.moves().len();
        let is_move = |number: &usize| (1..=moves).contains(number);
        let Some(number) = number.parse().ok().filter(is_move) else {
            bail!("invalid move number {number:?}: expected an integer from 1 to {moves}");
        };
        while self.game.moves().len() >= number {
            self.undone.extend(self.game.undo());
        }
        self.lost = None;
        Ok(Effect::Changed)
    }

    /// Requests a search that ranks moves.
    pub(super) fn search_for(&self, purpose: SearchPurpose) -> anyhow::Result<Effect> {
        ensure!(!self.game.is_over(), "the game is over");
        Ok(Effect::Search(purpose))
    }

    pub(super) fn start_review(&self) -> anyhow::Result<Effect> {
        ensure!(!self.game.moves().is_empty(), "no moves to review");
        Ok(Effect::Review)
    }

    /// Gives the side to move to the engine.
    pub(super) fn switch(&mut self) -> anyhow::Result<Effect> {
        self.ensure_going_on()?;
        self.human = Some(!self.game.setup().side);
        Ok(Effect::Changed)
    }

    pub(super) fn set_color(&mut self, side: &str) -> anyhow::Result<Effect> {
        let Ok(chosen) = Side::from_str(side, true) else {
            bail!("invalid color {side:?}: expected black, white or both");
        };
        self.human = chosen.human();
        Ok(Effect::Changed)
    }

    pub(super) fn resign(&mut self) -> anyhow::Result<Effect> {
        self.ensure_going_on()?;
        let side = self.human.unwrap_or(self.game.setup().side);
        self.lost = Some(Loss { side, ending: GameEnding::Resigned });
        Ok(Effect::Changed)
    }

    pub(super) fn start_again(&mut self) -> anyhow::Result<Effect> {
        self.begin(self.start.clone());
        (self.saved, self.loaded) = (None, None);
        Ok(Effect::Changed)
    }

    /// Continues the game in the file, which counts as saved.
    pub(super) fn load(&mut self, path: &str) -> anyhow::Result<Effect> {
        let record = RecordSource::File(path.into()).only_record()?;
        self.begin(record.game().clone());
        self.saved = Some((self.game.clone(), None));
        self.loaded = Some(record);
        Ok(Effect::Changed)
    }

    /// Begins with `game`.
    fn begin(&mut self, game: Game) {
        self.game = game;
        self.undone.clear();
        self.lost = None;
        self.puzzle = None;
        self.used = Default::default();
        self.turn = Instant::now();
        self.engine.new_game();
        self.hint_engine.new_game();
    }

    pub(super) fn save_as(&mut self, path: &str) -> anyhow::Result<Effect> {
        self.save(Path::new(path))?;
        self.saved = Some((self.game.clone(), self.lost));
        Ok(Effect::Say(format!("saved in {path}")))
    }

    /// Sets the loss in discs from which a move needs a confirmation.
    pub(super) fn set_warning(&mut self, discs: &str) -> anyhow::Result<Effect> {
        let Some(number) = discs.parse().ok().filter(|&number| number <= 64) else {
            bail!("invalid number of discs {discs:?}: expected an integer from 0 (off) to 64");
        };
        self.warning = number;
        Ok(Effect::Say(match number {
            0 => "no move needs a confirmation".to_owned(),
            _ => format!("a move that loses {number} discs or more needs a confirmation"),
        }))
    }

    /// Sets the option in `setting`, a name and a value.
    pub(super) fn set_option(&mut self, setting: &str) -> anyhow::Result<Effect> {
        let Some((name, value)) = setting.split_once(char::is_whitespace) else {
            bail!("invalid option {setting:?}: expected NAME VALUE, such as level 5");
        };
        self.set(name, value.trim())
    }

    /// Sets an option of both engines. A level replaces the limits and the skill.
    pub(super) fn set(&mut self, name: &str, value: &str) -> anyhow::Result<Effect> {
        let mut options = self.engine.options().clone();
        options.set(name, value)?;
        let is_level = name.eq_ignore_ascii_case("Level");
        if is_level {
            options.skill = Skill::FULL;
        }
        self.hint_engine.try_set_options(hint_options(&options))?;
        self.engine.try_set_options(options)?;
        if is_level {
            self.limits = LimitArguments::default();
        }
        Ok(Effect::Say(format!("{} {value}", name.to_lowercase())))
    }
}

/// The options of the hint engine.
fn hint_options(options: &Options) -> Options {
    Options { style: None, skill: Skill::FULL, ..options.clone() }
}

#[cfg(test)]
mod tests;
