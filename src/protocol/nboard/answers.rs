//! What each command does when its turn has come, and what searches lead to.

use std::time::{Duration, Instant};

use super::command::Command;
use super::reply::{Reply, known};
use super::{Failure, NBoard, Task};
use crate::board::Move;
use crate::engine::{Effort, MAX_LEVEL};
use crate::protocol::session::{Desk, Event};
use crate::search::{Clock, Limits, SearchReport};

/// A clock that has run out leaves this much for a move: the host goes on, so it wants
/// one.
const LEAST: Duration = Duration::from_millis(200);

impl NBoard {
    /// Does what `command` says. Work that takes its time is begun, and answers later.
    pub(super) fn obey(
        &mut self,
        command: Command,
        desk: &mut Desk<Reply>,
    ) -> Result<Vec<Reply>, Failure> {
        match command {
            Command::NBoard => {
                desk.prepare();
                Ok(Vec::new())
            }
            // Moves are chosen by discs, so a draw is less than any win and more than any loss,
            // whatever it counts for.
            Command::SetContempt => Ok(Vec::new()),
            Command::SetDepth(depth) => set_depth(depth, desk),
            Command::SetGame(game) => {
                self.game = *game;
                Ok(Vec::new())
            }
            Command::Move(mv, note) => {
                self.game.play(mv, note)?;
                Ok(Vec::new())
            }
            Command::Hint(count) => self.hint(count, desk),
            Command::Go => self.go(desk),
            Command::Ping(number) => Ok(vec![Reply::Pong(number)]),
            Command::Learn => Ok(vec![Reply::Learned]),
            Command::Analyze => self.analyze(desk),
            // Done as soon as it is heard.
            Command::Quit => Ok(Vec::new()),
        }
    }

    fn hint(&mut self, count: usize, desk: &mut Desk<Reply>) -> Result<Vec<Reply>, Failure> {
        let position = self.game.game().setup().position;
        let limits = Limits { multi_pv: count, ..desk.engine.level_limits(position) };
        let task = Task::Hint { empties: position.empty_count() };
        self.begin(task, limits, desk)?;
        Ok(vec![Reply::Status("Analyzing")])
    }

    fn go(&mut self, desk: &mut Desk<Reply>) -> Result<Vec<Reply>, Failure> {
        let setup = self.game.game().setup();
        let level = desk.engine.level_limits(setup.position);
        let left = self.game.time_left(setup.side);
        let clock = left.zip(self.game.player(setup.side).clock).map(|(left, clock)| Clock {
            remaining: left.max(LEAST),
            increment: clock.increment,
            moves: None,
        });
        self.begin(Task::Go, Limits { clock, multi_pv: 1, ..level }, desk)?;
        Ok(vec![Reply::Status("Thinking")])
    }

    /// Begins the analysis of the game, which tells each ply as soon as it is known.
    fn analyze(&self, desk: &mut Desk<Reply>) -> Result<Vec<Reply>, Failure> {
        let mut analysis = desk.analysis(self.game.game(), Effort::default())?;
        desk.begin_other("analysis", move |stop, answering| {
            while let Some(ply) = analysis.step(stop) {
                answering.tell(Event::News(Reply::Analysis(ply.ply, ply.score)));
            }
            Reply::Status("")
        })?;
        Ok(vec![Reply::Status("Analyzing")])
    }

    /// Begins a search of the last position of the game.
    fn begin(&mut self, task: Task, limits: Limits, desk: &mut Desk<Reply>) -> Result<(), Failure> {
        desk.search(self.game.game().setup().position, limits, false)?;
        self.task = Some(task);
        self.last_stats = Instant::now();
        Ok(())
    }

    /// Tells the move that a search has chosen, and what it has used unless it was
    /// ended by what the host said next.
    pub(super) fn choose(
        &self,
        report: &SearchReport,
        desk: &Desk<Reply>,
        stats: Reply,
    ) -> Vec<Reply> {
        let mv = report.best_move().unwrap_or(Move::Pass);
        let score = report.lines.first().and_then(|line| known(line.score));
        let chosen = Reply::Move(mv, score, report.usage.time);
        if desk.is_stopped() { vec![chosen] } else { vec![stats, chosen] }
    }
}

/// Sets the level, which is the depth in the middle of the game.
fn set_depth(depth: u32, desk: &mut Desk<Reply>) -> Result<Vec<Reply>, Failure> {
    let level = depth.min(MAX_LEVEL);
    desk.set_option("Level", &level.to_string())?;
    Ok(vec![Reply::MyName(level)])
}
