//! What each command does when it is served.

use std::time::Instant;

use super::command::{Command, Rules};
use super::reply::{Answer, Failure, Reply};
use super::{Gtp, PendingMove, parse};
use crate::board::{Color, Move};
use crate::engine::Effort;
use crate::game::{Game, Record, RecordError, Setup};
use crate::protocol::controller::Controller;
use crate::protocol::reply::{LegalReply, ValidateReply};
use crate::protocol::ugi::analyze;
use crate::search::Limits;

/// What is said at once, if anything is, or why a command was not executed.
type Outcome = Result<Option<Answer>, Failure>;

impl Gtp {
    /// Does what `command` says, which came with `id`. A search answers later.
    pub(super) fn execute(
        &mut self,
        id: &Option<String>,
        command: Command,
        controller: &mut Controller,
    ) -> Outcome {
        match command {
            Command::ProtocolVersion => text("2"),
            Command::Name => text("Outflank"),
            Command::Version => text(env!("CARGO_PKG_VERSION")),
            Command::KnownCommand(name) => say(Answer::Truth(parse::find(&name).is_some())),
            Command::ListCommands => say(Answer::Lines(parse::names().collect())),
            Command::Quit => {
                controller.close();
                done()
            }
            Command::BoardSize(8) => self.start(Setup::START),
            Command::BoardSize(_) => Err(Failure::Size),
            Command::ClearBoard => {
                controller.engine.new_game();
                controller.prepare();
                self.start(Setup::START)
            }
            Command::Komi | Command::Interrupt => done(),
            Command::Play(side, mv) => self.play(side, mv),
            Command::GenMove(side) => self.search(id, side, true, controller),
            Command::RegGenMove(side) => self.search(id, side, false, controller),
            Command::Undo => self.undo(),
            Command::TimeSettings(settings) => {
                self.clocks.set(settings);
                done()
            }
            Command::TimeLeft(side, left, moves) => {
                self.clocks.show(side, left, moves);
                done()
            }
            Command::FinalScore => say(Answer::Score(self.game.result().ok_or(Failure::NotOver)?)),
            Command::ShowBoard => say(Answer::Drawing(Box::new(self.game.clone()))),
            Command::ListGames => text("Othello"),
            Command::SetGame(name) => set_game(&name),
            Command::Rules(question) => self.rules(question),
            Command::AnalyzeCommands => {
                say(Answer::Lines(parse::ANALYZE_COMMANDS.map(str::to_owned).to_vec()))
            }
            Command::SetUpBoard(setup) => self.start(setup),
            Command::Position(record) => self.continue_from(&record),
            Command::Legal(mv) => text(&LegalReply::new(self.game.setup(), mv).to_string()),
            Command::Validate(record) => {
                text(&ValidateReply::new(None, &record.parse()).to_string())
            }
            Command::Analyze(effort) => self.analyze(id, effort, controller),
            Command::Option(option, None) => text(&option.kind.value(controller.engine.options())),
            Command::Option(option, Some(value)) => {
                controller.set_option(option.name, &value)?;
                done()
            }
        }
    }

    /// Goes to the end of `record`.
    fn continue_from(&mut self, record: &str) -> Outcome {
        let record: Record = record.parse().map_err(|error: RecordError| error.fault)?;
        self.take_up(record.game)
    }

    /// Begins a game.
    fn start(&mut self, setup: Setup) -> Outcome {
        self.take_up(Game::new(setup))
    }

    fn take_up(&mut self, game: Game) -> Outcome {
        self.game = game;
        self.undos.clear();
        self.clocks.reset();
        done()
    }

    /// Makes `mv` for `side`, and before it the pass of the other side if that has to
    /// be made.
    fn play(&mut self, side: Color, mv: Move) -> Outcome {
        let setup = self.game.setup();
        let passes_in_vain = mv == Move::Pass
            && match self.game.moves().last() {
                _ if setup.position.is_over() => true,
                // It has passed already, whether by itself or by a move of the other side.
                Some(&last) => side != setup.side && last == Move::Pass,
                None => false,
            };
        if passes_in_vain {
            self.undos.push(UndoStep::Nothing);
            return done();
        }
        self.turn_of(side)?.after(mv).map_err(|_| Failure::IllegalMove)?;
        self.make(mv);
        done()
    }

    /// Makes the legal `mv`.
    fn make(&mut self, mv: Move) {
        let made = self.game.play(mv);
        debug_assert_eq!(made, Ok(()), "a move that was found to be legal");
        self.undos.push(UndoStep::Move);
    }

    /// The game as it is when `side` has its turn: now, or after the other side has
    /// passed.
    fn turn_of(&self, side: Color) -> Result<Setup, Failure> {
        let setup = self.game.setup();
        match side == setup.side {
            true => Ok(setup),
            false => setup.after(Move::Pass).map_err(|_| Failure::IllegalMove),
        }
    }

    /// Begins to look for a move of `side`.
    fn search(
        &mut self,
        id: &Option<String>,
        side: Color,
        plays: bool,
        controller: &mut Controller,
    ) -> Outcome {
        if self.game.is_over() {
            if plays {
                self.undos.push(UndoStep::Nothing);
            }
            return say(Answer::Move(Move::Pass));
        }
        let position = self.turn_of(side)?.position;
        if position.must_pass() {
            if plays {
                self.make(Move::Pass);
            }
            return say(Answer::Move(Move::Pass));
        }
        let limits = match self.clocks.limits(side, position.empty_count()) {
            Some(limits) => limits,
            None => Limits { multi_pv: 1, ..controller.engine.level_limits(position) },
        };
        controller.search(position, limits, false)?;
        self.busy_for = id.clone();
        self.pending = Some(PendingMove { side, plays, begun: Instant::now() });
        Ok(None)
    }

    /// Begins the analysis of the game.
    fn analyze(
        &mut self,
        id: &Option<String>,
        effort: Effort,
        controller: &mut Controller,
    ) -> Outcome {
        let analysis = controller.analysis(&self.game, effort)?;
        let (id, game) = (id.clone(), self.game.clone());
        self.busy_for = id.clone();
        controller.start("analysis", move |stop, _| {
            let mut lines = Vec::with_capacity(analysis.left() + 1);
            let sum = analyze(analysis, &game, stop, |ply| lines.push(ply.to_string()));
            lines.push(sum.to_string());
            Reply { id, outcome: Ok(Answer::Lines(lines)) }.into()
        });
        Ok(None)
    }

    /// Takes the move that was looked for.
    pub(super) fn take(&mut self, pending: &PendingMove, mv: Move) {
        if pending.plays {
            self.make(mv);
            self.clocks.run(pending.side, pending.begun.elapsed());
        }
    }

    fn undo(&mut self) -> Outcome {
        match self.undos.pop() {
            Some(UndoStep::Nothing) => done(),
            // The moves of a record have come all at once.
            Some(UndoStep::Move) | None => {
                self.game.undo().ok_or(Failure::NothingToUndo)?;
                done()
            }
        }
    }

    fn rules(&self, question: Rules) -> Outcome {
        match question {
            Rules::GameId => text("Othello"),
            Rules::BoardSize => text("8"),
            Rules::Board => say(Answer::Board(self.game.setup())),
            Rules::LegalMoves => say(Answer::Moves(self.game.legal_moves().collect())),
            Rules::SideToMove => say(Answer::Side(self.game.setup().side)),
            Rules::FinalResult => say(Answer::Result(self.game.result().ok_or(Failure::NotOver)?)),
        }
    }
}

/// What `undo` has to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UndoStep {
    /// A move, with the pass that was made for it.
    Move,
    /// A pass that had been made before, or in a finished game.
    Nothing,
}

fn set_game(name: &str) -> Outcome {
    let is_ours = ["othello", "reversi"].iter().any(|game| name.eq_ignore_ascii_case(game));
    if is_ours { done() } else { Err(Failure::Game) }
}

fn say(answer: Answer) -> Outcome {
    Ok(Some(answer))
}

fn text(text: &str) -> Outcome {
    say(Answer::Text(text.to_owned()))
}

fn done() -> Outcome {
    say(Answer::Done)
}
