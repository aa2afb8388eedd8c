//! [`Referee`]: moves, clocks and results of a running game.

use std::time::Duration;

use super::MatchSide;
use super::control::{Control, GameClock};
use super::player::{ClockState, Fault, MoveTask, PlayerMove};
use super::record::{Forfeit, GameRecord};
use super::schedule::ScheduledGame;
use othello::board::{Color, Move};
use othello::game::{Game, MoveNote, Record};

/// Time allowed for a move beyond its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Extra time per move with a move time, or per game with a clock.
    pub margin: Duration,
    /// Time per move without a time limit.
    pub untimed: Duration,
}

/// A running game. The referee plays passes; players choose placements only.
#[derive(Debug, Clone)]
pub struct Referee {
    scheduled: ScheduledGame,
    opening: usize,
    game: Record,
    /// The limits of A and B.
    controls: [Control; 2],
    /// The remaining clock time of A and B.
    left: [Option<Duration>; 2],
    /// How far A and B exceeded their clocks. Increments pay this back first.
    overdrawn: [Duration; 2],
    timeouts: Timeouts,
}

/// The next step of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// This player moves.
    Ask(MatchSide, MoveTask),
    /// The game is over.
    Over,
}

/// Maximum allowance: adding it to an `Instant` cannot overflow.
const A_YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl Referee {
    /// Starts a game after `opening` with the limits of A and B.
    #[must_use]
    pub fn new(
        scheduled: ScheduledGame,
        opening: Game,
        controls: [Control; 2],
        timeouts: Timeouts,
    ) -> Referee {
        // With increments alone, the first move gets an increment too.
        let first = |clock: GameClock| {
            if clock.time.is_zero() { clock.increment } else { clock.time }
        };
        let left = controls.map(|control| control.clock.map(first));
        let moves = opening.moves().len();
        let overdrawn = [Duration::ZERO; 2];
        Referee {
            scheduled,
            opening: moves,
            game: opening.into(),
            controls,
            left,
            overdrawn,
            timeouts,
        }
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.game.game()
    }

    /// The player to move and the limits. Plays a pass first if needed.
    pub fn next_step(&mut self) -> NextStep {
        let position = self.game().setup().position;
        if position.is_over() {
            return NextStep::Over;
        }
        if position.must_pass() {
            self.game.play(Move::Pass).expect("it has to pass");
        }
        let side = self.scheduled.side(self.game().setup().side);
        let control = self.controls[side as usize];
        let clocks =
            [Color::Black, Color::White].map(|color| self.clock(self.scheduled.side(color)));
        NextStep::Ask(side, MoveTask { control, clocks, allowance: self.allowance(side) })
    }

    /// Plays the answer if it is legal and in time.
    ///
    /// # Errors
    /// The fault that forfeits the game.
    pub fn judge(&mut self, answer: &PlayerMove) -> Result<(), Fault> {
        let side = self.scheduled.side(self.game().setup().side);
        let allowance = self.allowance(side);
        if answer.used > allowance {
            return Err(Fault::Late { allowance });
        }
        let note = MoveNote {
            centidiscs: answer.centidiscs,
            time: Some(answer.used),
            ..MoveNote::default()
        };
        self.game.play_noted(answer.mv, note)?;
        if let (Some(left), Some(clock)) =
            (&mut self.left[side as usize], self.controls[side as usize].clock)
        {
            let overdrawn = self.overdrawn[side as usize] + answer.used.saturating_sub(*left);
            let paid_back = overdrawn.min(clock.increment);
            self.overdrawn[side as usize] = overdrawn - paid_back;
            *left = left.saturating_sub(answer.used).saturating_add(clock.increment - paid_back);
        }
        Ok(())
    }

    /// The finished game.
    #[must_use]
    pub fn conclude(self, forfeit: Option<Forfeit>) -> GameRecord {
        let Referee { scheduled, opening, game, .. } = self;
        GameRecord::new(scheduled, opening, game, forfeit)
    }

    fn clock(&self, side: MatchSide) -> Option<ClockState> {
        let increment = self.controls[side as usize].clock?.increment;
        Some(ClockState { left: self.left[side as usize]?, increment })
    }

    /// The time limit of the next move of `side`, margin included.
    fn allowance(&self, side: MatchSide) -> Duration {
        let margin = self.timeouts.margin;
        let of_move =
            self.controls[side as usize].move_time.map(|time| time.saturating_add(margin));
        let of_clock = self.left[side as usize]
            .map(|left| left.saturating_add(margin).saturating_sub(self.overdrawn[side as usize]));
        let given = of_move.into_iter().chain(of_clock).min();
        given.unwrap_or(self.timeouts.untimed).min(A_YEAR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::ForfeitKind;
    use othello::board::Square;
    use othello::game::Setup;

    const TIMEOUTS: Timeouts =
        Timeouts { margin: Duration::from_millis(50), untimed: Duration::from_secs(9) };

    fn referee(number: u32, opening: &str, controls: [Control; 2]) -> Referee {
        let opening = Game::from_transcript(Setup::START, opening).unwrap();
        Referee::new(ScheduledGame::of_match(number), opening, controls, TIMEOUTS)
    }

    fn asked(referee: &mut Referee) -> (MatchSide, MoveTask) {
        match referee.next_step() {
            NextStep::Ask(side, task) => (side, task),
            NextStep::Over => panic!("it is not over"),
        }
    }

    fn answer(square: Square, milliseconds: u64) -> PlayerMove {
        let used = Duration::from_millis(milliseconds);
        PlayerMove { mv: square.into(), used, centidiscs: Some(120) }
    }

    #[test]
    fn colours_swap_every_game() {
        for (number, opening, side) in [
            (0, "", MatchSide::A),
            (1, "", MatchSide::B),
            (2, "f5", MatchSide::B),
            (3, "f5", MatchSide::A),
        ] {
            let mut referee = referee(number, opening, [Control::default(); 2]);
            assert_eq!(asked(&mut referee).0, side, "{number}");
        }
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut referee = referee(0, "", [Control::default(); 2]);
        asked(&mut referee);
        let fault = referee.judge(&answer(Square::A1, 1)).unwrap_err();
        assert_eq!(fault.to_string(), "illegal move: a1 flips nothing for black");
        assert_eq!(referee.game(), &Game::default());
    }

    #[test]
    fn each_player_has_its_own_limits() {
        let of_a = Control { move_time: Some(Duration::from_millis(20)), ..Control::default() };
        let of_b = Control { depth: Some(3), ..Control::default() };
        let mut referee = referee(0, "", [of_a, of_b]);
        let (_, task) = asked(&mut referee);
        assert_eq!((task.control, task.allowance), (of_a, Duration::from_millis(70)));
        assert_eq!(
            referee.judge(&answer(Square::F5, 71)),
            Err(Fault::Late { allowance: task.allowance })
        );
        referee.judge(&answer(Square::F5, 70)).unwrap();
        let (side, task) = asked(&mut referee);
        assert_eq!((side, task.control, task.allowance), (MatchSide::B, of_b, TIMEOUTS.untimed));
    }

    #[test]
    fn clocks_run_for_the_side_to_move() {
        let [time, increment] = [1000, 10].map(Duration::from_millis);
        let timed = Control { clock: Some(GameClock { time, increment }), ..Control::default() };
        let mut referee = referee(0, "", [timed; 2]);
        let left = |task: &MoveTask| task.clocks.map(|clock| clock.unwrap().left.as_millis());
        let (_, task) = asked(&mut referee);
        assert_eq!((left(&task), task.allowance.as_millis()), ([1000, 1000], 1050));
        referee.judge(&answer(Square::F5, 300)).unwrap();
        let (_, task) = asked(&mut referee);
        assert_eq!(left(&task), [710, 1000]);
        // Increments cover time used beyond the clock.
        referee.judge(&answer(Square::D6, 1020)).unwrap();
        let (_, task) = asked(&mut referee);
        assert_eq!(left(&task), [710, 0]);
    }

    #[test]
    fn all_moves_of_a_clock_share_the_margin() {
        let [time, increment] = [0, 10].map(Duration::from_millis);
        let timed = Control { clock: Some(GameClock { time, increment }), ..Control::default() };
        let mut referee = referee(0, "", [timed; 2]);
        assert_eq!(asked(&mut referee).1.allowance.as_millis(), 60);
        referee.judge(&answer(Square::F5, 50)).unwrap();
        referee.judge(&answer(Square::D6, 5)).unwrap();
        assert_eq!(asked(&mut referee).1.allowance.as_millis(), 20);
        referee.judge(&answer(Square::C3, 20)).unwrap();
        let (_, task) = asked(&mut referee);
        assert_eq!(
            (task.allowance.as_millis(), task.clocks[1].unwrap().left.as_millis()),
            (65, 15)
        );
        referee.judge(&answer(Square::D3, 5)).unwrap();
        let (_, task) = asked(&mut referee);
        assert_eq!((task.allowance.as_millis(), task.clocks[0].unwrap().left.as_millis()), (10, 0));
        let late = referee.judge(&answer(Square::C4, 11)).unwrap_err();
        assert!(matches!(late, Fault::Late { .. }));
    }

    #[test]
    fn an_increment_may_be_endless() {
        let clock = Some(GameClock { time: Duration::ZERO, increment: Duration::MAX });
        let mut referee = referee(0, "", [Control { clock, ..Control::default() }; 2]);
        referee.judge(&answer(Square::F5, 300)).unwrap();
        let left = asked(&mut referee).1.clocks.map(|clock| clock.unwrap().left);
        assert_eq!(left, [Duration::MAX; 2]);
    }

    #[test]
    fn without_base_time_the_first_move_has_an_increment() {
        let increment = Duration::from_secs(2);
        let clock = Some(GameClock { time: Duration::ZERO, increment });
        let mut referee = referee(0, "", [Control { clock, ..Control::default() }; 2]);
        assert_eq!(asked(&mut referee).1.clocks[0].map(|clock| clock.left), Some(increment));
    }

    #[test]
    fn the_referee_plays_passes() {
        let start: Setup = format!("XO{} O", "-".repeat(62)).parse().unwrap();
        let mut referee = Referee::new(
            ScheduledGame::of_match(1),
            Game::new(start),
            [Control::default(); 2],
            TIMEOUTS,
        );
        // White passes. Black is B and wins all discs.
        assert_eq!(asked(&mut referee).0, MatchSide::B);
        referee.judge(&answer(Square::C1, 5)).unwrap();
        assert_eq!(referee.next_step(), NextStep::Over);
        let record = referee.conclude(None);
        assert_eq!(record.record.game().moves(), [Move::Pass, Move::Place(Square::C1)]);
        assert_eq!(record.record.notes()[1].centidiscs, Some(120));
        assert_eq!((record.winner(), record.discs()), (Some(MatchSide::B), Some(64)));
    }

    #[test]
    fn a_forfeit_loses_with_any_discs() {
        let referee = referee(0, "f5", [Control::default(); 2]);
        let (kind, reason) = (ForfeitKind::Failure, "gone".to_owned());
        let forfeit = Forfeit { by: MatchSide::B, kind, reason };
        let record = referee.conclude(Some(forfeit));
        assert_eq!((record.winner(), record.discs()), (Some(MatchSide::A), None));
    }
}
