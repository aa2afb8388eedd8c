//! [`Evening`]: the game, the engine, and what commands do to them, wherever they are typed.

use std::time::Duration;

use anyhow::Context;

use super::command::{Command, HELP};
use super::save;
use crate::board::{Color, Move};
use crate::engine::{Engine, EngineError, Options, SearchEvent};
use crate::game::{Game, IllegalMove, Opening};
use crate::search::{Limits, SearchReport};
use crate::strategy::{Skill, StyleName};

/// A person at the board with the engine.
pub(super) struct Evening {
    /// What each game begins with.
    start: Game,
    game: Game,
    /// What was taken back, the first of it last.
    undone: Vec<Move>,
    /// The person's side; `None` for both.
    person: Option<Color>,
    /// Who has given the game up.
    resigned: Option<Color>,
    /// What was saved last.
    saved: Option<Game>,
    /// The opponent.
    engine: Engine,
    /// Who gives hints: the full engine, with a table of its own, so that the opponent
    /// learns nothing from them.
    adviser: Engine,
    time: Option<Duration>,
}

/// What comes after a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// This is to be said, if anything; all is as it was.
    Say(String),
    /// The game goes on from another position, or with other players.
    GoOn,
    /// The game has been given up.
    End,
    /// The board is to be shown.
    Show,
    /// So many of the best moves are to be ranked.
    Rank(usize),
    /// The person leaves.
    Leave,
}

/// What happens without the person's doing, or that it is up to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// The person chooses a move.
    Person,
    /// The engine does.
    Engine,
    /// There is no move but to pass.
    Pass,
    /// Nobody moves any more.
    Over,
}

/// What is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// The engine's move.
    Move,
    /// So many of the best moves.
    Hints(usize),
}

impl Evening {
    /// Begins `game`, in which the `person` plays that side, or both, and the engine takes
    /// `time` for a move, or goes as deep as its level says.
    pub(super) fn new(
        game: Game,
        person: Option<Color>,
        options: Options,
        time: Option<Duration>,
    ) -> Evening {
        let adviser = Engine::new(adviser_options(&options));
        let engine = Engine::new(options);
        let (start, undone) = (game.clone(), Vec::new());
        Evening { start, game, undone, person, resigned: None, saved: None, engine, adviser, time }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Does what `command` says, as far as that can be done at once.
    pub(super) fn obey(&mut self, command: Command) -> anyhow::Result<Next> {
        Ok(match command {
            Command::Move(_) | Command::Redo if self.resigned.is_some() => {
                Next::Say("the game is over".into())
            }
            Command::Move(_) if self.turn() == Turn::Engine => {
                Next::Say("outflank is to move".into())
            }
            Command::Move(mv) => self.play(mv),
            Command::Undo => self.undo(),
            Command::Redo => self.redo()?,
            Command::Hint(_) if self.game.is_over() => Next::Say("the game is over".into()),
            Command::Hint(count) => Next::Rank(count),
            // Who sat where stays as it was.
            Command::Switch | Command::Resign if self.turn() == Turn::Over => {
                Next::Say("the game is over".into())
            }
            Command::Switch => {
                self.person = Some(!self.game.setup().side);
                Next::GoOn
            }
            Command::Resign => {
                self.resigned = Some(self.person.unwrap_or(self.game.setup().side));
                Next::End
            }
            Command::New => {
                self.game = self.start.clone();
                self.undone.clear();
                (self.resigned, self.saved) = (None, None);
                self.engine.new_game();
                self.adviser.new_game();
                Next::GoOn
            }
            Command::Save(path) => {
                Next::Say(match save::write(&path, &self.game, self.person, self.resigned) {
                    Ok(()) => {
                        self.saved = Some(self.game.clone());
                        format!("saved in {}", path.display())
                    }
                    Err(error) => format!("{error:#}"),
                })
            }
            Command::Set(name, value) => Next::Say(match self.set(&name, &value) {
                Ok(()) => String::new(),
                Err(error) => error.to_string(),
            }),
            Command::Board => Next::Show,
            Command::Help => Next::Say(HELP.into()),
            Command::Quit => Next::Leave,
        })
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> Turn {
        if self.game.is_over() || self.resigned.is_some() {
            Turn::Over
        } else if self.game.setup().position.must_pass() {
            Turn::Pass
        } else if self.is_persons_turn() {
            Turn::Person
        } else {
            Turn::Engine
        }
    }

    /// Passes, and tells who.
    pub(super) fn pass(&mut self) -> Result<String, IllegalMove> {
        let side = self.game.setup().side;
        self.game.play(Move::Pass)?;
        Ok(format!("{side} has to pass"))
    }

    /// Begins to look for what `question` asks for; `listener` hears what is found.
    pub(super) fn search(
        &mut self,
        question: Question,
        listener: impl FnMut(SearchEvent) + Send + 'static,
    ) -> Result<(), EngineError> {
        let position = self.game.setup().position;
        let (engine, multi_pv) = match question {
            Question::Move => (&mut self.engine, 1),
            Question::Hints(count) => (&mut self.adviser, count),
        };
        let limits = match self.time {
            Some(time) => Limits { move_time: Some(time), ..Limits::default() },
            None => engine.level_limits(position),
        };
        engine.go(position, Limits { multi_pv, ..limits }, listener)
    }

    /// Ends a search early; its report still comes.
    pub(super) fn stop(&self) {
        self.engine.stop();
        self.adviser.stop();
    }

    /// Makes the engine's move, and tells it.
    pub(super) fn answer(&mut self, report: &SearchReport) -> anyhow::Result<String> {
        let best = report.best_move().context("the engine has no move; this is a bug")?;
        self.undone.clear();
        self.game.play(best)?;
        Ok(format!("outflank plays {best}"))
    }

    /// How many discs each side has, and the name of the opening.
    pub(super) fn facts(&self) -> String {
        let setup = self.game.setup();
        let mut facts = format!("black {} white {}", setup.black().count(), setup.white().count());
        if let Some(opening) = self.opening() {
            facts += &format!("  {opening}");
        }
        facts
    }

    /// The name of the opening.
    pub(super) fn opening(&self) -> Option<&'static str> {
        Opening::of(&self.game).map(|opening| opening.name)
    }

    /// How the game has ended, if it has.
    pub(super) fn end(&self) -> Option<String> {
        match self.resigned {
            Some(side) => Some(format!("{side} resigns: {} wins", !side)),
            None => self.game.result().map(|result| result.to_string()),
        }
    }

    /// Who plays `side`.
    pub(super) fn player(&self, side: Color) -> String {
        let options = self.engine.options();
        match (self.person, options.style, self.time) {
            (None, ..) => "you".to_owned(),
            (Some(person), ..) if person == side => "you".to_owned(),
            (_, Some(style), _) => format!("outflank, {}", StyleName::NAMES[style as usize]),
            _ if options.skill < Skill::FULL => format!("outflank, skill {}", options.skill),
            (_, None, Some(time)) => format!("outflank, {} ms a move", time.as_millis()),
            (_, None, None) => format!("outflank, level {}", options.level),
        }
    }

    /// Whether moves would be lost if the person left now.
    pub(super) fn is_unsaved(&self) -> bool {
        self.game != self.start && self.saved.as_ref() != Some(&self.game)
    }

    /// Whether the next move is expected from the person.
    fn is_persons_turn(&self) -> bool {
        self.person.is_none_or(|person| person == self.game.setup().side)
    }

    /// Sets an option of both engines, or of neither.
    fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let before = self.engine.options().clone();
        let mut options = before.clone();
        options.set(name, value)?;
        self.adviser.adopt(adviser_options(&options))?;
        if let Err(no_memory) = self.engine.adopt(options) {
            self.adviser.set_options(adviser_options(&before));
            return Err(no_memory.into());
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) -> Next {
        match self.game.play(mv) {
            Ok(()) => {
                self.undone.clear();
                Next::GoOn
            }
            Err(reason) => Next::Say(reason.to_string()),
        }
    }

    /// Takes moves back up to the person's last one, or a resignation.
    fn undo(&mut self) -> Next {
        if self.resigned.take().is_some() {
            return Next::GoOn;
        }
        let mut game = self.game.clone();
        let mut undone = self.undone.clone();
        while let Some(mv) = game.undo() {
            undone.push(mv);
            let setup = game.setup();
            let is_persons = self.person.is_none_or(|person| person == setup.side);
            if is_persons && !setup.position.must_pass() {
                (self.game, self.undone) = (game, undone);
                return Next::GoOn;
            }
        }
        Next::Say("nothing to undo: you have not moved yet".into())
    }

    /// Makes the person's next move again, and what was answered.
    fn redo(&mut self) -> Result<Next, IllegalMove> {
        let Some(mv) = self.undone.pop() else { return Ok(Next::Say("nothing to redo".into())) };
        self.game.play(mv)?;
        while (!self.is_persons_turn() || self.game.setup().position.must_pass())
            && let Some(mv) = self.undone.pop()
        {
            self.game.play(mv)?;
        }
        Ok(Next::GoOn)
    }
}

/// The options of who gives hints to an opponent of the engine with these `options`.
fn adviser_options(options: &Options) -> Options {
    Options { style: None, skill: Skill::FULL, ..options.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;

    /// A game in which Black has to pass twice at the end.
    const GAME: &str = "f5d6c4d3c5f4d7g5d2c3b3b4e3e6g3f3a4c6g4b5a5f6h5e2b7g6c7b6e7a6f7c1d1e1f1g1f2\
                        a3a7a8b8a2b2c8d8e8f8h2g2g8g7h8h7h6h4b1a1h1c2h3";

    #[test]
    fn all_moves_can_be_taken_back_and_made_again_whoever_passes() {
        let whole = Game::from_transcript(Setup::START, GAME).unwrap();
        assert_eq!(whole.moves().iter().filter(|&&mv| mv == Move::Pass).count(), 2);
        for person in [None, Some(Color::Black), Some(Color::White)] {
            let mut evening = Evening::new(whole.clone(), person, Options::default(), None);
            let mut steps = 0;
            while evening.obey(Command::Undo).unwrap() == Next::GoOn {
                assert_eq!(evening.turn(), Turn::Person);
                steps += 1;
            }
            assert!(evening.game().moves().len() < 2 && steps > 20, "{steps}");
            while evening.obey(Command::Redo).unwrap() == Next::GoOn {
                assert!(matches!(evening.turn(), Turn::Person | Turn::Over));
                steps -= 1;
            }
            assert_eq!((evening.game(), steps), (&whole, 0));
        }
    }
}
