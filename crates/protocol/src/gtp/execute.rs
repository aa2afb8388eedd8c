//! Execution of the commands.

use std::time::{Duration, Instant};

use super::clock::TimeLimit;
use super::command::{Command, Rules};
use super::reply::{Refusal, Reply, drawing, rows_from_bottom, score, vertex};
use super::{Gtp, PendingMove, parse};
use crate::controller::Controller;
use crate::reply::{LegalReply, ValidateReply};
use crate::ugi::analyze;
use engine::{BookUse, Effort, SearchRequest, SeedScope};
use othello::board::{Color, Move};
use othello::game::{Game, Record, RecordError, Setup};

/// The immediate answer, if any, or why the command is refused.
type CommandResult = Result<Option<String>, Refusal>;

impl Gtp {
    /// Executes `command` with this `id`. Searches and analyses reply later.
    pub(super) fn execute(
        &mut self,
        id: &Option<String>,
        command: Command,
        controller: &mut Controller,
    ) -> CommandResult {
        match command {
            Command::ProtocolVersion => text("2"),
            Command::Name => text("Outflank"),
            Command::Version => text(env!("CARGO_PKG_VERSION")),
            Command::KnownCommand(name) => text(parse::find(&name).is_some()),
            Command::ListCommands => text(parse::names().collect::<Vec<_>>().join("\n")),
            Command::Quit => {
                controller.is_closed = true;
                done()
            }
            Command::BoardSize(8) | Command::ClearBoard => {
                let answer = self.begin(Game::default(), controller);
                // The first search reports missing memory.
                let _ = controller.engine.prepare();
                answer
            }
            Command::BoardSize(_) => Err(Refusal::Size),
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
                self.clocks.set_time_left(side, left, moves);
                done()
            }
            Command::FinalScore => {
                text(score(self.game.final_difference().ok_or(Refusal::NotOver)?))
            }
            Command::ShowBoard => text(format!("\n{}", drawing(&self.game))),
            Command::ListGames => text("Othello"),
            Command::SetGame(name) => set_game(&name),
            Command::Rules(question) => self.rules(question),
            Command::AnalyzeCommands => text(parse::ANALYZE_COMMANDS.join("\n")),
            Command::SetUpBoard(setup) => self.begin(Game::new(setup), controller),
            Command::Position(record) => {
                let record: Record = record.parse().map_err(|error: RecordError| error.fault)?;
                self.begin(record.into_game(), controller)
            }
            Command::Legal(mv) => text(LegalReply::new(self.game.setup(), mv)),
            Command::Validate(record) => text(ValidateReply::new(None, &record.parse())),
            Command::Analyze(effort) => self.analyze(id, effort, controller),
            Command::Option(option, None) => text(option.kind.value(controller.engine.options())),
            Command::Option(option, Some(value)) => {
                controller.set_option(option.name, &value)?;
                self.is_level_set |= option.name == "Level";
                done()
            }
        }
    }

    /// Starts a new game with the moves of `game`.
    fn begin(&mut self, game: Game, controller: &mut Controller) -> CommandResult {
        controller.engine.new_game();
        self.game = game;
        self.undos.clear();
        self.clocks.reset();
        done()
    }

    /// Plays `mv` for `side`, after a pass of the other side if necessary.
    fn play(&mut self, side: Color, mv: Move) -> CommandResult {
        let setup = self.game.setup();
        let pass_has_no_effect = mv == Move::Pass
            && match self.game.moves().last() {
                _ if setup.position.is_over() => true,
                // The pass is already in the game: sent by `side`, or implied by a move of the
                // other side.
                Some(&last) => side != setup.side && last == Move::Pass,
                None => false,
            };
        if pass_has_no_effect {
            self.undos.push(UndoStep::Nothing);
            return done();
        }
        self.setup_for(side)?.after(mv).map_err(|_| Refusal::IllegalMove)?;
        self.make(mv);
        done()
    }

    /// Plays `mv`, which must be legal.
    fn make(&mut self, mv: Move) {
        let made = self.game.play(mv);
        debug_assert_eq!(made, Ok(()), "a move that was found to be legal");
        self.undos.push(UndoStep::Move);
    }

    /// The position with `side` to move: the current position, or the position after a pass.
    fn setup_for(&self, side: Color) -> Result<Setup, Refusal> {
        let setup = self.game.setup();
        match side == setup.side {
            true => Ok(setup),
            false => setup.after(Move::Pass).map_err(|_| Refusal::IllegalMove),
        }
    }

    /// Starts the search for a move of `side`.
    fn search(
        &mut self,
        id: &Option<String>,
        side: Color,
        is_played: bool,
        controller: &mut Controller,
    ) -> CommandResult {
        if self.game.is_over() {
            if is_played {
                self.undos.push(UndoStep::Nothing);
            }
            return text(vertex(Move::Pass));
        }
        let setup = self.setup_for(side)?;
        if setup.position.must_pass() {
            if is_played {
                self.make(Move::Pass);
                self.clocks.spend(side, Duration::ZERO);
            }
            return text(vertex(Move::Pass));
        }
        let time = self.clocks.limit(side, setup.position.empty_count());
        let scope = match time {
            None if self.is_level_set => SeedScope::Position,
            _ => SeedScope::Game,
        };
        let mut request = SearchRequest {
            multi_pv: Some(1),
            book: BookUse::Play(scope),
            ..SearchRequest::default()
        };
        match time {
            Some(TimeLimit::Move(time)) => request.move_time = Some(time),
            Some(TimeLimit::Clock(clock)) => request.clocks[side as usize] = Some(clock),
            None => {}
        }
        controller.search(setup, &request)?;
        self.pending_id = id.clone();
        self.pending = Some(PendingMove { side, is_played, started: Instant::now() });
        Ok(None)
    }

    /// Starts the analysis of the game.
    fn analyze(
        &mut self,
        id: &Option<String>,
        effort: Effort,
        controller: &mut Controller,
    ) -> CommandResult {
        let analysis = controller.analysis(&self.game, effort)?;
        let (id, game) = (id.clone(), self.game.clone());
        self.pending_id = id.clone();
        controller.start("analysis", move |stop, _| {
            let mut lines = Vec::with_capacity(analysis.left() + 1);
            let sum = analyze(analysis, &game, stop, |ply| lines.push(ply.to_string()));
            lines.push(sum.to_string());
            Reply { id, outcome: Ok(lines.join("\n")) }.into()
        });
        Ok(None)
    }

    /// Plays the move that the search has found, if the command requires it.
    pub(super) fn finish_move(&mut self, pending: &PendingMove, mv: Move) {
        if pending.is_played {
            self.make(mv);
            self.clocks.spend(pending.side, pending.started.elapsed());
        }
    }

    fn undo(&mut self) -> CommandResult {
        match self.undos.pop() {
            Some(UndoStep::Nothing) => done(),
            // Moves of a record have no undo steps.
            Some(UndoStep::Move) | None => {
                self.game.undo().ok_or(Refusal::NothingToUndo)?;
                done()
            }
        }
    }

    fn rules(&self, question: Rules) -> CommandResult {
        match question {
            Rules::SourceId => text("Othello"),
            Rules::BoardSize => text("8"),
            Rules::Board => text(rows_from_bottom(self.game.setup())),
            Rules::LegalMoves => {
                text(self.game.legal_moves().map(vertex).collect::<Vec<_>>().join(" "))
            }
            Rules::SideToMove => text(self.game.setup().side),
            Rules::FinalResult => text(self.game.result().ok_or(Refusal::NotOver)?.words()),
        }
    }
}

/// What one `undo` reverts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UndoStep {
    /// A move and the pass inserted before it.
    Move,
    /// A pass without effect: already in the game, or after its end.
    Nothing,
}

fn set_game(name: &str) -> CommandResult {
    let is_ours = ["othello", "reversi"].iter().any(|game| name.eq_ignore_ascii_case(game));
    if is_ours { done() } else { Err(Refusal::Game) }
}

fn text(answer: impl ToString) -> CommandResult {
    Ok(Some(answer.to_string()))
}

fn done() -> CommandResult {
    text("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{JobEvent, JobResult};
    use crate::permissions::Permissions;
    use engine::Options;

    /// A session that searches at a low level, and its controller.
    fn session() -> (Gtp, Controller) {
        let options = Options { hash: 1, level: 4, own_book: false, ..Options::default() };
        (Gtp::default(), Controller::new(options, Permissions::ALL))
    }

    fn tell((gtp, controller): &mut (Gtp, Controller), commands: &[&str]) {
        for text in commands {
            let line = parse::Words::parse(text).expect("a command");
            let command = Command::of(&line).expect("a known one");
            assert!(gtp.execute(&None, command, controller).is_ok(), "{text}");
        }
    }

    /// The node count of a `genmove` for Black.
    fn nodes(session: &mut (Gtp, Controller)) -> u64 {
        tell(session, &["reg_genmove b"]);
        let mut nodes = None;
        session.1.take_job().expect("a search").run(&|| (), &mut |event| {
            if let JobEvent::Done(JobResult::Search(report)) = event {
                nodes = Some(report.usage.nodes);
            }
        });
        nodes.expect("it has ended")
    }

    #[test]
    fn a_new_game_resets_the_clocks() {
        let (mut fresh, mut played) = (session(), session());
        tell(&mut fresh, &["time_settings 600 30 5"]);
        for start in ["clear_board", "boardsize 8", "outflank-position f5d6"] {
            let clocks = ["time_settings 600 30 5", "time_left b 20 3", "time_left w 100 0"];
            tell(&mut played, &[&clocks[..], &[start]].concat());
            for side in [Color::Black, Color::White] {
                assert_eq!(played.0.clocks.limit(side, 60), fresh.0.clocks.limit(side, 60));
            }
        }
    }

    #[test]
    fn reg_genmove_does_not_use_the_clock() {
        let mut session = session();
        tell(&mut session, &["time_settings 0 30 5"]);
        let (mut gtp, started) = (session.0, Instant::now());
        let mut left = |is_played| {
            let pending = PendingMove { side: Color::Black, is_played, started };
            gtp.finish_move(&pending, Move::Place(othello::board::Square::F5));
            match gtp.clocks.limit(Color::Black, 60) {
                Some(TimeLimit::Clock(clock)) => clock.moves,
                _ => None,
            }
        };
        assert_eq!([left(false), left(true)], [Some(5), Some(4)]);
    }

    #[test]
    fn a_pass_counts_as_a_move_of_a_period() {
        let mut session = session();
        let board = format!("outflank-setup_board XO{} white", "-".repeat(62));
        tell(&mut session, &["time_settings 0 30 5", &board]);
        let left = |session: &(Gtp, Controller)| {
            let limits = session.0.clocks.limit(Color::White, 60);
            match limits {
                Some(TimeLimit::Clock(clock)) => clock.moves,
                _ => None,
            }
        };
        tell(&mut session, &["reg_genmove w"]);
        assert_eq!(left(&session), Some(5), "nothing was played");
        tell(&mut session, &["genmove w"]);
        assert_eq!(left(&session), Some(4));
    }

    #[test]
    fn a_new_game_clears_earlier_results() {
        let mut session = session();
        let first = nodes(&mut session);
        for start in ["clear_board", "boardsize 8"] {
            assert_ne!(nodes(&mut session), first, "the table helps");
            tell(&mut session, &[start]);
            assert_eq!(nodes(&mut session), first, "{start}");
        }
    }

    #[test]
    fn a_move_uses_the_clock_of_its_side() {
        let (mut timed, mut untimed) = (session(), session());
        tell(&mut timed, &["time_left w 0.1 0"]);
        assert_eq!(nodes(&mut timed), nodes(&mut untimed), "the level limits the search");
    }
}
