//! Execution of the commands.

use std::time::{Duration, Instant};

use super::command::Command;
#[cfg(feature = "book")]
use super::reply::error;
use super::reply::{analysis as analysis_reply, status};
use super::{NBoard, Refusal, SearchPurpose};
use crate::controller::Controller;
use crate::message::Message;
#[cfg(feature = "book")]
use crate::message::SessionError;
use engine::search::Clock;
#[cfg(feature = "book")]
use engine::search::Stop;
use engine::{BookUse, Effort, MAX_LEVEL, SearchRequest, SeedScope};
use othello::game::Game;

/// Minimum time assumed on a clock. After a flag fall the host may continue and still expect a
/// move.
const MIN_TIME: Duration = Duration::from_millis(200);

impl NBoard {
    /// Executes `command`. Searches and analyses reply later.
    pub(super) fn execute(
        &mut self,
        command: Command,
        controller: &mut Controller,
    ) -> Result<Vec<Message>, Refusal> {
        self.is_learning = false;
        match command {
            Command::NBoard => {
                // The first search reports missing memory.
                let _ = controller.engine.prepare();
                Ok(Vec::new())
            }
            // The search maximises discs, so a draw ranks below any win and above any loss.
            Command::SetContempt => Ok(Vec::new()),
            Command::SetDepth(depth) => set_depth(depth, controller),
            Command::SetGame(game) => {
                if !is_same_game(self.game.game(), game.game()) {
                    controller.engine.new_game();
                }
                self.game = *game;
                Ok(Vec::new())
            }
            Command::Move(mv, note) => {
                self.game.play_noted(mv, note)?;
                Ok(Vec::new())
            }
            Command::Hint(count) => self.hint(count, controller),
            Command::Go => self.go(controller),
            Command::Ping(number) => Ok(vec![format!("pong {number}").into()]),
            #[cfg(feature = "book")]
            Command::Learn => self.learn(controller),
            #[cfg(not(feature = "book"))]
            Command::Learn => Ok(vec![learned()]),
            Command::Analyze => self.analyze(controller),
            // `Priority::Quit` has already taken effect.
            Command::Quit => Ok(Vec::new()),
        }
    }

    fn hint(&mut self, count: usize, controller: &mut Controller) -> Result<Vec<Message>, Refusal> {
        let setup = self.game.game().setup();
        let request = SearchRequest {
            multi_pv: Some(count),
            book: BookUse::Rank,
            ..SearchRequest::default()
        };
        controller.search(setup, &request)?;
        self.begin(SearchPurpose::Hint { empties: setup.position.empty_count() });
        Ok(vec![status("Analyzing")])
    }

    fn go(&mut self, controller: &mut Controller) -> Result<Vec<Message>, Refusal> {
        let setup = self.game.game().setup();
        let left = self.game.time_left(setup.side);
        let clock = left.zip(self.game.player(setup.side).clock).map(|(left, clock)| Clock {
            remaining: left.max(MIN_TIME),
            increment: clock.increment,
            ..Clock::default()
        });
        // Games limited by depth alone are repeatable.
        let scope = if clock.is_some() { SeedScope::Game } else { SeedScope::Position };
        let mut request = SearchRequest {
            level: true,
            multi_pv: Some(1),
            book: BookUse::Play(scope),
            ..SearchRequest::default()
        };
        request.clocks[setup.side as usize] = clock;
        controller.search(setup, &request)?;
        self.begin(SearchPurpose::Move);
        Ok(vec![status("Thinking")])
    }

    /// Starts adding the game to the book. Needs a book file.
    #[cfg(feature = "book")]
    fn learn(&mut self, controller: &mut Controller) -> Result<Vec<Message>, Refusal> {
        let job = controller.engine.learn_job(self.game.game()).map_err(SessionError::from)?;
        let Some(job) = job else {
            return Ok(vec![learned()]);
        };
        self.is_learning = true;
        controller.start("learn", move |stop, report| {
            if let Err(fault) = job.run(stop) {
                report(error(&fault));
            }
            // Only the end of the session stops this job.
            if stop.is_set() { status("") } else { learned() }
        });
        Ok(Vec::new())
    }

    /// Starts the analysis of the game. Each finished ply is reported.
    fn analyze(&self, controller: &mut Controller) -> Result<Vec<Message>, Refusal> {
        let mut analysis = controller.analysis(self.game.game(), Effort::default())?;
        controller.start("analysis", move |stop, report| {
            while let Some(ply) = analysis.step(stop) {
                report(analysis_reply(&ply));
            }
            status("")
        });
        Ok(vec![status("Analyzing")])
    }

    /// Records the purpose of the search just started.
    fn begin(&mut self, purpose: SearchPurpose) {
        self.purpose = Some(purpose);
        self.last_stats = Instant::now();
    }
}

fn learned() -> Message {
    "learned".to_owned().into()
}

/// Whether `game` continues the game `before`: it adds moves or takes moves back. A new game has no
/// moves, or has a few moves when the previous game is over.
fn is_same_game(before: &Game, game: &Game) -> bool {
    let is_taken_back = || !game.moves().is_empty() && !before.is_over();
    before.start() == game.start()
        && (game.moves().starts_with(before.moves())
            || is_taken_back() && before.moves().starts_with(game.moves()))
}

/// Sets the level, the midgame depth.
fn set_depth(depth: u32, controller: &mut Controller) -> Result<Vec<Message>, Refusal> {
    let level = depth.min(MAX_LEVEL);
    controller.set_option("Level", &level.to_string())?;
    Ok(vec![format!("set myname Outflank{level}").into()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;
    use othello::game::Setup;

    #[test]
    fn added_and_undone_moves_continue_the_game() {
        let game = |moves| Game::from_transcript(Setup::START, moves).expect("legal moves");
        let over = "e6f4e3f6g5d6e7f5c5";
        for (before, after, is_same) in [
            ("", "f5d6", true),
            ("f5", "f5", true),
            ("f5d6", "f5d6c3", true),
            ("f5d6c3", "f5", true),
            ("f5d6", "f5f4", false),
            ("f5d6", "", false),
            (over, over, true),
            (over, "e6f4", false),
        ] {
            assert_eq!(is_same_game(&game(before), &game(after)), is_same, "{before} {after}");
        }
        let elsewhere = Setup::START.after(Square::F5.into()).expect("a legal move");
        assert!(!is_same_game(&game("f5"), &Game::new(elsewhere)));
    }
}
