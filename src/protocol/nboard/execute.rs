//! What each command does when it is served, and what searches lead to.

use std::time::{Duration, Instant};

use super::command::Command;
use super::reply::{Reply, known};
use super::{Failure, NBoard, SearchPurpose};
use crate::board::Move;
use crate::engine::{Effort, MAX_LEVEL};
use crate::protocol::controller::Controller;
use crate::search::{Clock, Limits, SearchReport};

/// A clock that has run out leaves this much for a move: the host goes on, so it wants
/// one.
const LEAST: Duration = Duration::from_millis(200);

impl NBoard {
    /// Does what `command` says. Work that takes its time is begun, and answers later.
    pub(super) fn execute(
        &mut self,
        command: Command,
        controller: &mut Controller,
    ) -> Result<Vec<Reply>, Failure> {
        match command {
            Command::NBoard => {
                controller.prepare();
                Ok(Vec::new())
            }
            // Moves are chosen by discs, so a draw is less than any win and more than any loss,
            // whatever it counts for.
            Command::SetContempt => Ok(Vec::new()),
            Command::SetDepth(depth) => set_depth(depth, controller),
            Command::SetGame(game) => {
                self.game = *game;
                Ok(Vec::new())
            }
            Command::Move(mv, note) => {
                self.game.play(mv, note)?;
                Ok(Vec::new())
            }
            Command::Hint(count) => self.hint(count, controller),
            Command::Go => self.go(controller),
            Command::Ping(number) => Ok(vec![Reply::Pong(number)]),
            Command::Learn => Ok(vec![Reply::Learned]),
            Command::Analyze => self.analyze(controller),
            // Done as soon as it is heard.
            Command::Quit => Ok(Vec::new()),
        }
    }

    fn hint(&mut self, count: usize, controller: &mut Controller) -> Result<Vec<Reply>, Failure> {
        let position = self.game.game().setup().position;
        let limits = Limits { multi_pv: count, ..controller.engine.level_limits(position) };
        let purpose = SearchPurpose::Hint { empties: position.empty_count() };
        self.begin(purpose, limits, controller)?;
        Ok(vec![Reply::Status("Analyzing")])
    }

    fn go(&mut self, controller: &mut Controller) -> Result<Vec<Reply>, Failure> {
        let setup = self.game.game().setup();
        let level = controller.engine.level_limits(setup.position);
        let left = self.game.time_left(setup.side);
        let clock = left.zip(self.game.player(setup.side).clock).map(|(left, clock)| Clock {
            remaining: left.max(LEAST),
            increment: clock.increment,
            moves: None,
        });
        self.begin(SearchPurpose::Move, Limits { clock, multi_pv: 1, ..level }, controller)?;
        Ok(vec![Reply::Status("Thinking")])
    }

    /// Begins the analysis of the game, which tells each ply as soon as it is known.
    fn analyze(&self, controller: &mut Controller) -> Result<Vec<Reply>, Failure> {
        let mut analysis = controller.analysis(self.game.game(), Effort::default())?;
        controller.start("analysis", move |stop, report| {
            while let Some(ply) = analysis.step(stop) {
                report(Reply::Analysis(ply.ply, ply.score).into());
            }
            Reply::Status("").into()
        });
        Ok(vec![Reply::Status("Analyzing")])
    }

    /// Begins a search of the last position of the game.
    fn begin(
        &mut self,
        purpose: SearchPurpose,
        limits: Limits,
        controller: &mut Controller,
    ) -> Result<(), Failure> {
        controller.search(self.game.game().setup().position, limits, false)?;
        self.purpose = Some(purpose);
        self.last_stats = Instant::now();
        Ok(())
    }

    /// Tells the move that a search has chosen, and what it has used unless it was
    /// ended by what the host said next.
    pub(super) fn choose(
        &self,
        report: &SearchReport,
        controller: &Controller,
        stats: Reply,
    ) -> Vec<Reply> {
        let mv = report.best_move().unwrap_or(Move::Pass);
        let score = report.lines.first().and_then(|line| known(line.score));
        let chosen = Reply::Move(mv, score, report.usage.time);
        if controller.is_stopped() { vec![chosen] } else { vec![stats, chosen] }
    }
}

/// Sets the level, which is the depth in the middle of the game.
fn set_depth(depth: u32, controller: &mut Controller) -> Result<Vec<Reply>, Failure> {
    let level = depth.min(MAX_LEVEL);
    controller.set_option("Level", &level.to_string())?;
    Ok(vec![Reply::MyName(level)])
}
