//! The host side of the NBoard protocol.

use std::time::{Duration, Instant};

use super::process::PlayerProcess;
use super::{ClockState, Driver, Fault, MoveTask, NoAnswer, PlayerMove, Unsupported};
use crate::tournament::control::Control;
use engine::score::centidiscs_of;
use othello::board::{Color, Move};
use othello::game::{Clock, Game, Record};

/// The NBoard driver.
#[derive(Debug, Default)]
pub(super) struct NBoardDriver {
    /// The number of the last ping.
    pings: u64,
    /// The last depth sent.
    depth: Option<u32>,
}

/// The default depth: NBoard engines need one.
const USUAL_DEPTH: u32 = 12;

/// The time unit of the protocol.
const SECOND: Duration = Duration::from_secs(1);

impl Driver for NBoardDriver {
    fn new_game(&mut self, process: &mut PlayerProcess) -> Result<(), NoAnswer> {
        // Some engines treat a shorter game as the previous game with moves taken back.
        process.send(&format!("set game {}", Record::default().to_ggf()))?;
        self.ping(process)
    }

    fn think(
        &mut self,
        process: &mut PlayerProcess,
        game: &Game,
        task: &MoveTask,
    ) -> Result<PlayerMove, NoAnswer> {
        process.send(&format!("set game {}", with_clocks(game, task).to_ggf()))?;
        let depth = task.control.depth.unwrap_or(USUAL_DEPTH);
        if self.depth != Some(depth) {
            self.depth = Some(depth);
            process.send(&format!("set depth {depth}"))?;
        }
        self.ping(process)?;
        let start = Instant::now();
        process.send("go")?;
        let deadline = start + task.allowance;
        while let Some((time, line)) = process.next_line(deadline)? {
            if let Some(text) = line.trim().strip_prefix("===") {
                let (mv, centidiscs) = parse_move(text)
                    .ok_or_else(|| Fault::NotAMove { text: line.trim().to_owned() })?;
                return Ok(PlayerMove {
                    mv,
                    used: time.saturating_duration_since(start),
                    centidiscs,
                });
            }
        }
        Err(Fault::Late { allowance: task.allowance }.into())
    }
}

impl NBoardDriver {
    /// Starts the protocol.
    pub(super) fn handshake(
        process: &mut PlayerProcess,
        control: &Control,
    ) -> Result<NBoardDriver, NoAnswer> {
        if let Some(unsupported) = unsupported(control) {
            return Err(unsupported.into());
        }
        let mut nboard = NBoardDriver { pings: 0, depth: Some(USUAL_DEPTH) };
        process.send("nboard 2")?;
        process.send(&format!("set depth {USUAL_DEPTH}"))?;
        nboard.ping(process)?;
        Ok(nboard)
    }

    /// Waits until the engine has executed all earlier commands.
    fn ping(&mut self, process: &mut PlayerProcess) -> Result<(), NoAnswer> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        process.ask(&format!("ping {}", self.pings), |line| line == pong)
    }
}

/// The limit that the protocol cannot express. The protocol has clocks in whole seconds and no move
/// time.
fn unsupported(control: &Control) -> Option<Unsupported> {
    let times = control.move_time.map(|_| "a move time");
    let is_whole = |time: Duration| time.subsec_nanos() == 0;
    let fractions = control.clock.filter(|clock| !is_whole(clock.increment));
    let fractions = fractions.map(|_| "an increment with a fraction of a second");
    let is_short = |time: Duration| !time.is_zero() && time < SECOND;
    let moments = control.clock.filter(|clock| is_short(clock.time));
    let moments = moments.map(|_| "a clock below 1 s");
    let nodes = control.nodes.map(|_| "a node limit");
    let limit = nodes.or(times).or(fractions).or(moments)?;
    Some(Unsupported { protocol: "NBoard", limit, expected: "a depth or a clock" })
}

/// `game` with the clocks of `task` in whole seconds, rounded down, but at least 1 s while time is
/// left.
fn with_clocks(game: &Game, task: &MoveTask) -> Record {
    let mut ggf = Record::from(game.clone());
    let clock = |ClockState { left, increment }: ClockState| {
        let time = match left.as_secs() {
            0 if !left.is_zero() => SECOND,
            seconds => Duration::from_secs(seconds),
        };
        Clock { time, increment, grace: None }
    };
    ggf.black.clock = task.clocks[Color::Black as usize].map(clock);
    ggf.white.clock = task.clocks[Color::White as usize].map(clock);
    ggf
}

/// Parses move and score of `F5/1.00/0.3`. Some engines write blanks instead of slashes.
fn parse_move(text: &str) -> Option<(Move, Option<i32>)> {
    let mut parts = text.trim().split(|letter: char| letter == '/' || letter.is_whitespace());
    let mv = parts.next()?.parse().ok()?;
    let discs: Option<f64> = parts.next().and_then(|part| part.parse().ok());
    let centidiscs = discs.filter(|discs| discs.abs() <= 64.0).map(centidiscs_of);
    Some((mv, centidiscs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    #[test]
    fn moves_have_slashes_or_blanks_and_optional_values() {
        let d6 = Move::Place(Square::D6);
        for (text, move_and_value) in [
            (" D6/+1.50/0.3", Some((d6, Some(150)))),
            (" d6 -1.00 0.0", Some((d6, Some(-100)))),
            (" D6//0.3", Some((d6, None))),
            (" D6", Some((d6, None))),
            (" d6/0.29", Some((d6, Some(29)))),
            (" PA/NaN", Some((Move::Pass, None))),
            (" nothing", None),
            ("", None),
        ] {
            assert_eq!(parse_move(text), move_and_value, "{text}");
        }
    }

    #[test]
    fn a_clock_never_rounds_down_to_zero() {
        let told = |milliseconds: u64| {
            let left = Duration::from_millis(milliseconds);
            let clock = ClockState { left, increment: Duration::ZERO };
            let (control, allowance) = (Control::default(), SECOND);
            let task = MoveTask { control, clocks: [Some(clock), None], allowance };
            let game = with_clocks(&Game::default(), &task).to_ggf();
            game.split_once("TB[").expect(&game).1[..5].to_owned()
        };
        for (milliseconds, text) in
            [(61_999, "01:01"), (1_999, "00:01"), (999, "00:01"), (1, "00:01"), (0, "00:00")]
        {
            assert_eq!(told(milliseconds), text, "{milliseconds}");
        }
    }
}
