//! The host side of UGI.

use std::time::Instant;

use super::process::PlayerProcess;
use super::{Driver, Fault, MoveTask, NoAnswer, PlayerMove};
use othello::board::Color;
use othello::game::{Game, position_text};

/// The UGI driver. It is stateless: each search sends the whole game.
#[derive(Debug)]
pub(super) struct UgiDriver;

impl UgiDriver {
    /// Starts the protocol.
    pub(super) fn handshake(process: &mut PlayerProcess) -> Result<UgiDriver, NoAnswer> {
        let mut refusal = None;
        process.ask("ugi", |line| {
            refusal = line.starts_with('?').then(|| line.to_owned());
            line == "ugiok" || refusal.is_some()
        })?;
        match refusal {
            Some(reply) => Err(Fault::SpeaksGtp { reply }.into()),
            None => Ok(UgiDriver),
        }
    }
}

impl Driver for UgiDriver {
    fn new_game(&mut self, process: &mut PlayerProcess) -> Result<(), NoAnswer> {
        process.send("uginewgame")?;
        process.ask("isready", |line| line == "readyok")
    }

    fn think(
        &mut self,
        process: &mut PlayerProcess,
        game: &Game,
        task: &MoveTask,
    ) -> Result<PlayerMove, NoAnswer> {
        process.send(&position_command(game))?;
        let start = Instant::now();
        process.send(&go_command(task, game.setup().side))?;
        let deadline = start + task.allowance;
        let mut centidiscs = None;
        while let Some((time, line)) = process.next_line(deadline)? {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => centidiscs = score(words).or(centidiscs),
                Some("bestmove") => {
                    let text = words.next().unwrap_or_default();
                    let not_a_move = |_| Fault::NotAMove { text: line.trim().to_owned() };
                    let mv = text.parse().map_err(not_a_move)?;
                    return Ok(PlayerMove {
                        mv,
                        used: time.saturating_duration_since(start),
                        centidiscs,
                    });
                }
                Some("error") => {
                    return Err(Fault::Refused { reply: line.trim().to_owned() }.into());
                }
                _ => {}
            }
        }
        Err(Fault::Late { allowance: task.allowance }.into())
    }
}

/// `position startpos moves f5 d6`.
fn position_command(game: &Game) -> String {
    format!("position {}", position_text(game.start(), game.moves()))
}

/// `go` with the limits of `side`, the side to move. Sends clocks only if `side` has one.
fn go_command(task: &MoveTask, side: Color) -> String {
    let mut command = "go".to_owned();
    let mut limit = |name: &str, value: Option<u128>| {
        if let Some(value) = value {
            command.push_str(&format!(" {name} {value}"));
        }
    };
    let control = &task.control;
    limit("movetime", control.move_time.map(|time| time.as_millis()));
    let clocks = if task.clocks[side as usize].is_some() { task.clocks } else { [None; 2] };
    for (clock, time, increment) in [(clocks[0], "p1time", "p1inc"), (clocks[1], "p2time", "p2inc")]
    {
        limit(time, clock.map(|clock| clock.left.as_millis()));
        limit(increment, clock.map(|clock| clock.increment.as_millis()));
    }
    limit("depth", control.depth.map(u128::from));
    limit("nodes", control.nodes.map(u128::from));
    command
}

/// The score in centidiscs of an `info` line about the best move.
fn score<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<i32> {
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next() != Some("1") => return None,
            "score" if words.next() == Some("cp") => score = words.next()?.parse().ok(),
            "pv" | "string" => break,
            _ => {}
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tournament::control::Control;
    use crate::tournament::player::ClockState;
    use othello::game::Setup;

    #[test]
    fn games_are_sent_as_start_and_moves() {
        let game = Game::from_transcript(Setup::START, "f5d6").unwrap();
        assert_eq!(position_command(&game), "position startpos moves f5 d6");
        assert_eq!(position_command(&Game::default()), "position startpos");
        let game = Game::new(format!("{}XO O", "-".repeat(62)).parse().unwrap());
        assert_eq!(position_command(&game), "position fen 8/8/8/8/8/8/8/6XO O");
    }

    #[test]
    fn only_given_limits_are_sent() {
        let mut task = MoveTask {
            control: Control::default(),
            clocks: [None; 2],
            allowance: Duration::from_secs(1),
        };
        assert_eq!(go_command(&task, Color::Black), "go");
        task.control.depth = Some(6);
        task.control.move_time = Some(Duration::from_millis(100));
        assert_eq!(go_command(&task, Color::Black), "go movetime 100 depth 6");
        let clock = ClockState { left: Duration::from_secs(6), increment: Duration::ZERO };
        task = MoveTask { control: Control::default(), clocks: [None, Some(clock)], ..task };
        assert_eq!(go_command(&task, Color::White), "go p2time 6000 p2inc 0");
        task.control.depth = Some(3);
        assert_eq!(go_command(&task, Color::Black), "go depth 3");
    }

    #[test]
    fn scores_are_found_in_infos() {
        let score = |line: &str| score(line.split_whitespace());
        assert_eq!(score("info depth 3 score cp -120 pv f5"), Some(-120));
        assert_eq!(score("info depth 3"), None);
        assert_eq!(score("info multipv 1 score cp 5 pv f5"), Some(5));
        assert_eq!(score("info score cp 5 multipv 2 pv f5"), None);
        assert_eq!(score("info score mate 3"), None);
    }
}
