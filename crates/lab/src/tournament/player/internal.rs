//! [`InternalEngine`]: this engine as a player in this process.

use std::time::{Duration, Instant};

use super::{Fault, MoveTask, NoAnswer, PlayerMove};
use engine::score::Score;
use engine::search::{Clock, Limits, Line, NoMemory, Stop};
use engine::{BookUse, Engine, Options, SeedScope};
use othello::board::{Color, Position};
use othello::game::Game;

/// This engine as a player.
pub(super) struct InternalEngine<'a> {
    engine: Engine,
    stop: &'a (dyn Stop + Sync),
}

impl<'a> InternalEngine<'a> {
    /// An engine with these options. `stop` ends its searches.
    pub(super) fn new(options: Options, stop: &'a (dyn Stop + Sync)) -> InternalEngine<'a> {
        InternalEngine { engine: Engine::new(options), stop }
    }

    /// Starts a new game. The seed is fixed, so that a match is reproducible.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game_with_seed(0);
    }

    /// The move in `game`.
    pub(super) fn think(&mut self, game: &Game, task: &MoveTask) -> Result<PlayerMove, NoAnswer> {
        let start = Instant::now();
        let setup = game.setup();
        let limits = self.limits(setup.position, setup.side, task);
        let job = self.engine.job_within(setup.position, limits, BookUse::Play(SeedScope::Game));
        // A longer search would be late.
        let report = job?.run(&MoveDeadline::new(self.stop, start, task.allowance), &mut |_| ());
        if self.stop.is_set() {
            return Err(NoAnswer::Interrupted);
        }
        let no_move = || Fault::NotAMove { text: "none".to_owned() };
        let mv = report.best_move().ok_or_else(no_move)?;
        let score = report.lines.first().and_then(Line::known_score);
        let centidiscs = score.map(Score::centidiscs);
        Ok(PlayerMove { mv, used: start.elapsed(), centidiscs })
    }

    /// The limits of `task`, or the limits of the engine's level if `task` has none.
    fn limits(&self, position: Position, side: Color, task: &MoveTask) -> Limits {
        let clock = task.clocks[side as usize].map(|clock| Clock {
            remaining: clock.left,
            increment: clock.increment,
            ..Clock::default()
        });
        let control = &task.control;
        let limits = Limits {
            depth: control.depth,
            nodes: control.nodes,
            move_time: control.move_time,
            clock,
            ..Limits::default()
        };
        if limits == Limits::default() { self.engine.level_limits(position) } else { limits }
    }
}

/// Stops a search at the end of its time, or when the match is stopped.
struct MoveDeadline<'a> {
    stop: &'a (dyn Stop + Sync),
    end: Option<Instant>,
}

impl<'a> MoveDeadline<'a> {
    fn new(stop: &'a (dyn Stop + Sync), start: Instant, time: Duration) -> MoveDeadline<'a> {
        MoveDeadline { stop, end: start.checked_add(time) }
    }
}

impl Stop for MoveDeadline<'_> {
    fn is_set(&self) -> bool {
        self.stop.is_set() || self.end.is_some_and(|end| Instant::now() > end)
    }
}

impl From<NoMemory> for Fault {
    fn from(error: NoMemory) -> Fault {
        Fault::Refused { reply: error.to_string() }
    }
}
