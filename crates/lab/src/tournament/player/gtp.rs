//! The host side of GTP.

use std::time::{Duration, Instant};

use super::process::PlayerProcess;
use super::{COMMAND_TIMEOUT, Driver, Fault, MoveTask, NoAnswer, PlayerMove, Unsupported};
use crate::tournament::control::Control;
use othello::board::{Color, Move};
use othello::game::{Game, Setup};

/// The GTP driver.
#[derive(Debug)]
pub(super) struct GtpDriver {
    /// The commands that the engine lists.
    commands: Vec<String>,
    /// The game on the engine's board, with passes.
    game: Game,
    /// Whether `time_settings` was sent for this game.
    knows_time: bool,
}

/// Maximum bytes kept of a reply.
const MAX_REPLY: usize = 1 << 16;

/// The commands that set up a position.
const SET_UP: [&str; 2] = ["outflank-setup_board", "grhino-setup_board"];

/// The commands that set the time.
const TIME: [&str; 2] = ["time_settings", "time_left"];

/// The commands that set the depth of searches without a time limit.
const LEVEL: [&str; 2] = ["outflank-level", "set_level"];

impl Driver for GtpDriver {
    fn new_game(&mut self, process: &mut PlayerProcess) -> Result<(), NoAnswer> {
        self.start(process, Setup::START)
    }

    fn think(
        &mut self,
        process: &mut PlayerProcess,
        game: &Game,
        task: &MoveTask,
    ) -> Result<PlayerMove, NoAnswer> {
        self.tell(process, game)?;
        let side = game.setup().side;
        self.tell_time(process, side, task)?;
        let start = Instant::now();
        let deadline = start + task.allowance;
        process.send(&format!("genmove {side}"))?;
        let late = Fault::Late { allowance: task.allowance };
        let (time, reply) = read_reply(process, deadline)?.ok_or(late)?;
        let text = reply.map_err(|reply| Fault::Refused { reply })?;
        let mv: Move = text.parse().map_err(|_| Fault::NotAMove { text })?;
        // The referee reports illegal moves.
        let _ = self.game.play(mv);
        Ok(PlayerMove { mv, used: time.saturating_duration_since(start), centidiscs: None })
    }
}

impl GtpDriver {
    /// Starts the protocol.
    pub(super) fn handshake(
        process: &mut PlayerProcess,
        control: &Control,
    ) -> Result<GtpDriver, NoAnswer> {
        let commands =
            ask(process, "list_commands")?.lines().map(|line| line.trim().to_owned()).collect();
        let mut gtp = GtpDriver { commands, game: Game::default(), knows_time: false };
        if gtp.has("set_game") {
            ask(process, "set_game Othello")?;
        }
        gtp.tell_depth(process, control)?;
        ask(process, "boardsize 8")?;
        gtp.start(process, Setup::START)?;
        Ok(gtp)
    }

    /// Sends the depth. Refuses limits that the engine has no command for.
    fn tell_depth(&self, process: &mut PlayerProcess, control: &Control) -> Result<(), NoAnswer> {
        let unsupported = |limit| Unsupported {
            protocol: "GTP",
            limit,
            expected: "time limits, or limits in the engine's own flags",
        };
        if control.nodes.is_some() {
            return Err(unsupported("a node limit").into());
        }
        let has_time = control.move_time.is_some() || control.clock.is_some();
        if has_time && self.known(TIME).is_none() {
            let limit = "a time limit with this engine, which lacks time_settings and time_left";
            let expected = "--depth, or limits in the engine's own flags";
            return Err(Unsupported { protocol: "GTP", limit, expected }.into());
        }
        let Some(depth) = control.depth else { return Ok(()) };
        if has_time {
            return Err(unsupported("both a depth and a time limit").into());
        }
        let known = self.known(LEVEL);
        let command = known
            .ok_or_else(|| unsupported("a depth with this engine, which has no level command"))?;
        ask(process, &format!("{command} {depth}"))?;
        Ok(())
    }

    /// The first of `commands` that the engine has.
    fn known<const N: usize>(&self, commands: [&'static str; N]) -> Option<&'static str> {
        commands.into_iter().find(|command| self.has(command))
    }

    fn has(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Begins a game.
    fn start(&mut self, process: &mut PlayerProcess, setup: Setup) -> Result<(), NoAnswer> {
        ask(process, "clear_board")?;
        if setup != Setup::START {
            let refusal = || Fault::Refused { reply: "no command to set up a board".to_owned() };
            let text = setup.to_string().replace(' ', "");
            let squares = &text[..text.len() - 1];
            let command = self.known(SET_UP).ok_or_else(refusal)?;
            ask(process, &format!("{command} {squares} {}", setup.side))?;
        }
        self.game = Game::new(setup);
        self.knows_time = false;
        Ok(())
    }

    /// Brings the engine's board to the end of `game`.
    fn tell(&mut self, process: &mut PlayerProcess, game: &Game) -> Result<(), NoAnswer> {
        let goes_on =
            self.game.start() == game.start() && game.moves().starts_with(self.game.moves());
        if !goes_on {
            self.start(process, game.start())?;
        }
        for (setup, mv) in game.turns().skip(self.game.moves().len()) {
            let command = format!("play {} {mv}", setup.side);
            match request(process, &command)? {
                Ok(_) => {}
                // Some engines pass automatically and refuse the move.
                Err(_) if mv == Move::Pass => {}
                Err(reply) => return Err(Fault::Refused { reply }.into()),
            }
            self.game.play(mv)?;
        }
        Ok(())
    }

    /// Sends the time of `side` with the commands that the engine has. Sends a move time, or a
    /// clock with the increments included in the remaining time. Ignores error replies.
    fn tell_time(
        &mut self,
        process: &mut PlayerProcess,
        side: Color,
        task: &MoveTask,
    ) -> Result<(), NoAnswer> {
        let (settings, left) = match (task.control.move_time, task.clocks[side as usize]) {
            (Some(time), clock) => {
                let left = clock.map_or(time, |clock| clock.left.min(time));
                (format!("0 {} 1", seconds(time)), format!("{} 1", seconds(left)))
            }
            (None, Some(clock)) => {
                let settings = match task.control.clock {
                    // In GTP a time of zero means no limit.
                    Some(control) if control.time.is_zero() => {
                        format!("0 {} 1", seconds(control.increment))
                    }
                    control => {
                        let total = control.map_or(clock.left, |control| control.time);
                        format!("{} 0 0", seconds(total))
                    }
                };
                (settings, format!("{} 0", seconds(clock.left)))
            }
            (None, None) => return Ok(()),
        };
        if self.has("time_settings") && !self.knows_time {
            self.knows_time = true;
            let _ = request(process, &format!("time_settings {settings}"))?;
        }
        if self.has("time_left") {
            let _ = request(process, &format!("time_left {side} {left}"))?;
        }
        Ok(())
    }
}

/// Whole seconds from 10 s, because many engines accept no fractions. Positive times never give 0.
fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        10.0.. => time.as_secs().to_string(),
        seconds if time.subsec_millis() == 0 && seconds >= 1.0 => time.as_secs().to_string(),
        0.01.. => format!("{:.2}", time.as_secs_f64()),
        0.0 => "0".to_owned(),
        seconds => format!("{:.3}", seconds.max(0.001)),
    }
}

/// Sends `command` and returns the reply. An error reply is a fault.
fn ask(process: &mut PlayerProcess, command: &str) -> Result<String, NoAnswer> {
    Ok(request(process, command)?.map_err(|reply| Fault::Refused { reply })?)
}

/// Sends `command` and returns the reply, or the error reply as `Err`.
fn request(process: &mut PlayerProcess, command: &str) -> Result<Result<String, String>, NoAnswer> {
    process.send(command)?;
    let silent = || Fault::Silent { command: command.to_owned() };
    let (_, reply) = read_reply(process, Instant::now() + COMMAND_TIMEOUT)?.ok_or_else(silent)?;
    Ok(reply)
}

/// The arrival time of the last line, and the reply, or the error reply as `Err`.
type TimedReply = (Instant, Result<String, String>);

/// The next reply; `None` after `deadline`.
fn read_reply(
    process: &mut PlayerProcess,
    deadline: Instant,
) -> Result<Option<TimedReply>, NoAnswer> {
    let mut reply: Option<(Instant, String)> = None;
    while let Some((time, line)) = process.next_line(deadline)? {
        let line = line.trim_end();
        match &mut reply {
            Some((came, text)) if line.is_empty() => {
                return Ok(Some((*came, result_of(text))));
            }
            // Drop the rest of an endless reply.
            Some((_, text)) if text.len() > MAX_REPLY => {}
            Some((came, text)) => {
                *came = time;
                text.push('\n');
                text.push_str(line);
            }
            None if line.starts_with(['=', '?']) => reply = Some((time, line.to_owned())),
            // Ignore lines between replies.
            None => {}
        }
    }
    Ok(None)
}

/// Splits off the `=` or `?` of `reply`.
fn result_of(reply: &str) -> Result<String, String> {
    let text = reply.get(1..).unwrap_or_default().trim().to_owned();
    if reply.starts_with('=') { Ok(text) } else { Err(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_are_sent_in_whole_seconds() {
        for (milliseconds, text) in [(100, "0.10"), (2_000, "2"), (2_500, "2.50"), (60_900, "60")] {
            assert_eq!(seconds(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn a_reply_is_a_text_or_a_refusal() {
        assert_eq!(result_of("= F5"), Ok("F5".to_owned()));
        assert_eq!(result_of("="), Ok(String::new()));
        assert_eq!(result_of("? illegal move"), Err("illegal move".to_owned()));
    }
}
