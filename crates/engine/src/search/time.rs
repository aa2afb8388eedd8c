//! Time management.

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::parameters::Parameters;
use crate::score::Score;
use othello::board::Move;

/// Nodes per second of one thread on a current machine. Used until a search is measured.
pub const USUAL_SPEED: u64 = 5_000_000;

/// Minimum nodes of a search. A search may exceed the time limit by at most 2 ms to visit them.
pub const MIN_NODES: u64 = 1_000;

/// Maximum overrun of the time limit to complete [`MIN_NODES`]. These nodes take 0.3 ms, or up to
/// 400 ms while the system zeroes huge pages of a new table.
const GRACE: Duration = Duration::from_millis(2);

/// Whether a search that has visited `nodes` and exceeded its time by `over` must end. The first
/// iteration, of one ply, is always finished: it gives the first score.
pub(super) fn must_end(over: Duration, nodes: u64, is_first_iteration: bool) -> bool {
    nodes >= MIN_NODES || over >= GRACE && !is_first_iteration
}

/// The time for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TimeBudget {
    /// The share of the clock. The search ends earlier or later, depending on its results. `None`
    /// if unused time is lost.
    optimum: Option<Duration>,
    /// The search is stopped after this time.
    pub(super) maximum: Duration,
}

impl Limits {
    /// Maximum time of a search with `empties` empties; `None` without a time limit.
    #[must_use]
    pub fn most_time(&self, empties: u32, parameters: &Parameters) -> Option<Duration> {
        TimeBudget::of(self, empties, parameters, USUAL_SPEED).map(|budget| budget.maximum)
    }

    /// Usual time of a search with `empties` empties; `None` without a time limit.
    #[must_use]
    pub fn usual_time(&self, empties: u32, parameters: &Parameters) -> Option<Duration> {
        let budget = TimeBudget::of(self, empties, parameters, USUAL_SPEED)?;
        Some(budget.optimum.unwrap_or(budget.maximum).min(budget.maximum))
    }
}

impl TimeBudget {
    /// The budget that `limits` give with `empties` empties and `speed` nodes per second; `None`
    /// without a time limit.
    pub(super) fn of(
        limits: &Limits,
        empties: u32,
        parameters: &Parameters,
        speed: u64,
    ) -> Option<TimeBudget> {
        let all = limits.move_time.map(|maximum| TimeBudget { optimum: None, maximum });
        let share =
            limits.clock.map(|clock| TimeBudget::share_of(clock, empties, parameters, speed));
        all.into_iter().chain(share).reduce(TimeBudget::min)
    }

    /// The share of `clock` for a move with `empties` empties. Moves before the game can be solved
    /// get equal shares. The move that solves the game gets a larger share, and later moves get
    /// nearly nothing. Overtime is added to each share. See docs/search.md, Time.
    fn share_of(clock: Clock, empties: u32, parameters: &Parameters, speed: u64) -> TimeBudget {
        let reserve = Duration::from_millis(parameters.reserve.into());
        let left = clock.remaining.saturating_sub(reserve).max(clock.remaining / 4);
        let own_moves = empties.saturating_sub(solvable_empties(left, speed)).div_ceil(2);
        let moves = own_moves + parameters.solving_moves;
        // A time control may come earlier. The moves after the solve take no time.
        let moves = clock.moves.map_or(moves, |to_control| to_control.min(moves)).max(1);
        let most = (left / 2).saturating_add(clock.overtime);
        let of_increment = clock.increment.saturating_mul(3) / 4;
        let share = (left / moves).saturating_add(of_increment).saturating_add(clock.overtime);
        let share = share.min(most);
        TimeBudget {
            optimum: Some(share),
            maximum: share.saturating_mul(parameters.stretch).min(most),
        }
    }

    /// Whether no deeper iteration should start after `elapsed`. Assumes that the next iteration
    /// takes `before`, the time so far including pondering.
    pub(super) fn is_enough(
        &self,
        elapsed: Duration,
        before: Duration,
        stability: &BestMoveStability,
    ) -> bool {
        let is_late = |share: Duration| {
            elapsed.saturating_add(before) / 2 >= share.saturating_mul(stability.percent()) / 100
        };
        self.optimum.is_some_and(is_late)
    }

    /// Whether the first search to the end, started after `elapsed`, probably ends in time.
    /// `before` is the time so far, including pondering.
    pub(super) fn reaches_the_end(
        &self,
        elapsed: Duration,
        before: Duration,
        empties: u32,
        parameters: &Parameters,
    ) -> bool {
        /// The growth of the cost with each empty square.
        const GROWTH: f64 = 1.25;
        let cost = f64::from(parameters.end_cost) / 100.0 * GROWTH.powi(empties as i32 - 26);
        elapsed.as_secs_f64() + cost * before.as_secs_f64() <= self.maximum.as_secs_f64()
    }

    /// The smaller budget.
    fn min(self, other: TimeBudget) -> TimeBudget {
        let optimum = self.optimum.into_iter().chain(other.optimum).min();
        TimeBudget { optimum, maximum: self.maximum.min(other.maximum) }
    }
}

/// The number of empties that are usually solved in less than half of `left`, if a midgame search
/// visits `speed` nodes per second. See docs/search.md, Time.
fn solvable_empties(left: Duration, speed: u64) -> u32 {
    /// With this number of midgame nodes in `left`, 20 empties take 45 % of `left`.
    const NODES_FOR_20: f64 = 1.7e6;
    const GROWTH: f64 = 2.1;
    let nodes = left.as_secs_f64() * speed as f64;
    let empties = 20.0 + (nodes / NODES_FOR_20).log(GROWTH);
    empties.clamp(0.0, 60.0) as u32
}

/// How long the best move is unchanged, and whether its score has dropped.
#[derive(Debug, Default)]
pub(super) struct BestMoveStability {
    best: Option<Move>,
    /// The number of consecutive iterations that confirmed the best move.
    iterations: u32,
    /// The scores of the last two iterations, the newest first.
    scores: [Option<Score>; 2],
    /// Whether the score is lower than two iterations ago. Scores of odd and even depths differ.
    has_fallen: bool,
}

impl BestMoveStability {
    /// The minimum drop, in centidiscs.
    const FALL: i32 = 100;

    /// No deeper iteration starts once this percentage of the share is used. The index is the
    /// number of iterations in a row that confirmed the best move; the last value also serves
    /// larger numbers. The deeper iteration takes about as long as all earlier iterations together.
    const STANDING: [u32; 4] = [95, 75, 65, 55];

    /// Added after a drop, in percentage points.
    const FALLEN: u32 = 30;

    /// Records the result of an iteration.
    pub(super) fn record(&mut self, best: Option<Move>, score: Score) {
        self.iterations = if self.best == best { self.iterations + 1 } else { 0 };
        self.best = best;
        self.has_fallen =
            self.scores[1].is_some_and(|before| score + BestMoveStability::FALL <= before);
        self.scores = [Some(score), self.scores[0]];
    }

    /// Once this percentage of the share is used, no deeper iteration starts.
    fn percent(&self) -> u32 {
        let [.., longest] = BestMoveStability::STANDING;
        let standing =
            BestMoveStability::STANDING.get(self.iterations as usize).copied().unwrap_or(longest);
        if self.has_fallen { standing + BestMoveStability::FALLEN } else { standing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    const RESERVE: Duration = Duration::from_millis(Parameters::DEFAULT.reserve as u64);

    fn share_of(clock: Clock, empties: u32) -> TimeBudget {
        TimeBudget::share_of(clock, empties, &Parameters::DEFAULT, USUAL_SPEED)
    }

    fn clock(remaining: u64, increment: u64) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            ..Clock::default()
        }
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for empties in 0..=60 {
            for remaining in [0, 1, 20, 50, 1000, 100_000] {
                for increment in [0, 10, 10_000] {
                    for moves in [None, Some(0), Some(1), Some(25)] {
                        let clock = Clock { moves, ..clock(remaining, increment) };
                        let TimeBudget { optimum, maximum } = share_of(clock, empties);
                        let is_ordered = optimum.is_some_and(|optimum| optimum <= maximum);
                        assert!(
                            is_ordered && maximum <= clock.remaining / 2,
                            "{clock:?} {empties}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn spending_the_maximum_fits_the_clock_for_a_whole_game() {
        let endless = Clock { increment: Duration::MAX, ..clock(1000, 0) };
        assert!(share_of(endless, 40).maximum <= Duration::from_millis(500));
        let mut clock = clock(60_000, 0);
        for empties in (0..=60).rev().step_by(2) {
            clock.remaining -= share_of(clock, empties).maximum;
            assert!(clock.remaining > RESERVE / 4, "at {empties} empties {clock:?} is left");
        }
    }

    #[test]
    fn a_clock_with_less_than_the_reserve_still_has_time_for_a_move() {
        for remaining in [RESERVE, RESERVE / 2] {
            let clock = Clock { remaining, ..Clock::default() };
            assert!(share_of(clock, 40).maximum > Duration::ZERO, "{clock:?}");
        }
    }

    #[test]
    fn overtime_extends_every_main_time_move() {
        let overtime = Duration::from_secs(3);
        for empties in 0..=60 {
            for remaining in [0, 1, 20, 1000, 100_000] {
                let clock = Clock { overtime, ..clock(remaining, 0) };
                let TimeBudget { optimum, maximum } = share_of(clock, empties);
                assert!(
                    optimum >= Some(overtime) && optimum <= Some(maximum),
                    "{clock:?} {empties}"
                );
                assert!(maximum <= clock.remaining / 2 + overtime, "{clock:?} {empties}");
            }
        }
    }

    #[test]
    fn a_move_spends_three_quarters_of_the_increment() {
        let [plain, more] = [0, 1_000].map(|increment| share_of(clock(60_000, increment), 40));
        let gained = more.optimum.zip(plain.optimum).map(|(more, plain)| more - plain);
        assert_eq!(gained, Some(Duration::from_millis(750)));
    }

    #[test]
    fn the_lower_of_move_time_and_clock_applies() {
        let most = |move_time: Option<u64>, remaining: Option<u64>| {
            let move_time = move_time.map(Duration::from_millis);
            let clock = remaining.map(|remaining| clock(remaining, 0));
            let limits = Limits { move_time, clock, ..Limits::default() };
            limits.most_time(40, &Parameters::DEFAULT).unwrap()
        };
        let of_clock = most(None, Some(10_000));
        assert_eq!(most(Some(9_000), Some(10_000)), of_clock);
        assert_eq!(most(Some(1), Some(10_000)), Duration::from_millis(1));
    }

    #[test]
    fn moves_to_a_time_control_share_the_time() {
        let period = Clock { moves: Some(1), ..clock(10_000, 0) };
        let five = Clock { moves: Some(5), ..period };
        assert!(share_of(period, 40).maximum > share_of(five, 40).maximum);
        let many = Clock { moves: Some(25), ..period };
        assert_eq!(share_of(many, 24), share_of(clock(10_000, 0), 24), "the game ends before");
    }

    #[test]
    fn a_faster_machine_solves_earlier_and_takes_longer_before() {
        let second = Duration::from_secs(1);
        assert_eq!(solvable_empties(second, 1_700_000), 20);
        assert_eq!(solvable_empties(60 * second, 8_000_000), 27);
        assert_eq!(solvable_empties(Duration::ZERO, 8_000_000), 0);
        let share =
            |speed| TimeBudget::share_of(clock(5_000, 0), 50, &Parameters::DEFAULT, speed).optimum;
        assert!(share(10_000_000) > share(1_000_000));
    }

    #[test]
    fn stable_moves_take_less_time_and_falling_scores_more() {
        let budget = share_of(clock(60_000, 0), 40);
        let enough = |stability: &BestMoveStability| {
            let is_enough = |&ms: &u64| {
                let elapsed = Duration::from_millis(ms);
                budget.is_enough(elapsed, elapsed, stability)
            };
            (0..120_000).find(is_enough)
        };
        let mut stability = BestMoveStability::default();
        let (first, second) = (Some(Move::Place(Square::C4)), Some(Move::Place(Square::D3)));
        let mut times = Vec::new();
        for (best, score) in [(first, 100), (first, 0), (first, 100), (first, -100), (second, 100)]
        {
            stability.record(best, Score::saturating(score));
            times.push(enough(&stability).unwrap());
        }
        assert!(times[0] > times[1] && times[1] > times[2], "it stands: {times:?}");
        assert!(times[3] > times[2], "two plies ago it was 100 higher: {times:?}");
        assert!(times[4] > times[2], "another one: {times:?}");
        let given = TimeBudget { optimum: None, maximum: budget.maximum };
        assert!(!given.is_enough(budget.maximum, budget.maximum, &stability));
    }

    #[test]
    fn the_time_of_pondering_predicts_the_next_search() {
        let (budget, stability) = (share_of(clock(60_000, 0), 40), BestMoveStability::default());
        let (at_once, share) = (Duration::from_millis(1), budget.optimum.unwrap());
        assert!(!budget.is_enough(at_once, share, &stability));
        assert!(budget.is_enough(at_once, 2 * share, &stability));
        let reaches = |before| budget.reaches_the_end(at_once, before, 28, &Parameters::DEFAULT);
        assert!(reaches(at_once) && !reaches(budget.maximum));
    }

    #[test]
    fn predicted_solve_times_grow_with_empties() {
        let (budget, parameters) = (share_of(clock(60_000, 0), 40), Parameters::DEFAULT);
        // A solve with 26 empties takes all the time.
        let before = budget.maximum * 100 / parameters.end_cost;
        let reaches =
            |empties| budget.reaches_the_end(Duration::ZERO, before, empties, &parameters);
        assert!(reaches(25) && !reaches(27));
    }
}
