//! Random and malformed lines in each protocol: the session survives and answers.
//! `OUTFLANK_SOAK=100000 cargo test --release --test it soak:: -- --nocapture` sends 100,000 lines
//! instead of 1,000.

use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::host::{Host, NoLine};
use crate::common::lines::COMMANDS;
use crate::common::program::memory;
use crate::common::random::Random;

/// Number of lines between two checks that the session answers.
const BATCH: usize = 100;

/// The commands and answers of a protocol.
struct Speech {
    arguments: &'static [&'static str],
    /// Fast commands.
    commands: &'static [&'static str],
    /// Checks that the session answers; `K` is a number.
    question: &'static [&'static str],
    /// Ends an infinite search, if one is running.
    nudge: &'static str,
    /// The answer to `question`.
    answer: &'static str,
}

const UGI: Speech = Speech {
    arguments: &["--protocol", "ugi", "--hash", "1", "--level", "1"],
    commands: COMMANDS,
    question: &["json off", "legal K"],
    nudge: "stop",
    answer: "error invalid move \"K\"",
};

const GTP: Speech = Speech {
    arguments: &["--protocol", "gtp", "--hash", "1", "--level", "1"],
    commands: &[
        "protocol_version",
        "name",
        "version",
        "known_command name",
        "list_commands",
        "boardsize 8",
        "boardsize 9",
        "clear_board",
        "komi 0",
        "play b f5",
        "play w f6",
        "play b pass",
        "play white d6",
        "genmove b",
        "genmove w",
        "12 genmove black",
        "reg_genmove b",
        "undo",
        "time_settings 0 1 0",
        "time_left b 0 0",
        "final_score",
        "showboard",
        "list_games",
        "set_game Othello",
        "gogui-rules_board",
        "gogui-rules_legal_moves",
        "gogui-interrupt",
        "gogui-rules_side_to_move",
        "# interrupt",
        "outflank-multipv 1",
        "outflank-evaluator",
    ],
    question: &["K name"],
    nudge: "# interrupt",
    answer: "=K Outflank",
};

const NBOARD: Speech = Speech {
    arguments: &["--protocol", "nboard", "--hash", "1", "--level", "1"],
    commands: &[
        "nboard 2",
        "set depth 1",
        "set contempt 0",
        "move F5",
        "move F6//1.2",
        "move D6/0.00",
        "D3",
        "PA",
        "move PA",
        "hint 2",
        "go",
        "learn",
        "analyze",
        "ping 1",
        "set game (;GM[Othello]PB[a]PW[b]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
        "set game (;GM[Othello]PB[a]PW[b]TI[0:00]TY[8]BO[8 XO-------------------------------------------------------------- O]W[PA];)",
    ],
    question: &["ping K"],
    nudge: "",
    answer: "pong K",
};

/// A command of `speech`, a damaged one, or noise. Digits are never invented, so no command takes
/// longer.
fn line(speech: &Speech, random: &mut Random) -> Vec<u8> {
    let mut line = speech.commands[random.below(speech.commands.len())].as_bytes().to_vec();
    match random.below(20) {
        0..12 => {}
        12..17 => {
            for _ in 0..=random.below(3) {
                let at = random.below(line.len().max(1));
                match random.below(4) {
                    0 if !line.is_empty() => drop(line.remove(at)),
                    1 => line.truncate(at),
                    2 => line.insert(at.min(line.len()), noise(random)),
                    _ => {
                        let other = speech.commands[random.below(speech.commands.len())];
                        line.push(b' ');
                        line.extend_from_slice(other.as_bytes());
                    }
                }
            }
        }
        17 => line = (0..random.below(40)).map(|_| noise(random)).collect(),
        18 => line.push(b'\r'),
        _ if random.below(100) == 0 => line = b"x".repeat(70_000),
        _ => line = b" \t# nothing".to_vec(),
    }
    // The session must not end.
    let text = String::from_utf8_lossy(&line).to_lowercase();
    if text.contains("quit") || text.contains("exit") { b"# end".to_vec() } else { line }
}

/// Any byte but a digit or a line end.
fn noise(random: &mut Random) -> u8 {
    loop {
        let byte = random.below(256) as u8;
        if byte != b'\n' && !byte.is_ascii_digit() {
            return byte;
        }
    }
}

fn soak(name: &str, speech: &Speech, seed: u64) {
    let lines = std::env::var("OUTFLANK_SOAK").ok().and_then(|count| count.parse().ok());
    let batches = lines.unwrap_or(1000usize).div_ceil(BATCH);
    let mut host = Host::start(speech.arguments);
    let mut random = Random::new(seed);
    let start = Instant::now();
    let mut early = None;
    for batch in 0..batches {
        for _ in 0..BATCH {
            host.send(&line(speech, &mut random));
        }
        let number = format!("{}", 1_000_000 + batch);
        for question in speech.question {
            host.send(question.replace('K', &number).as_bytes());
        }
        let answer = speech.answer.replace('K', &number);
        let asked = Instant::now();
        while let Err(none) = host.next_line_with(&answer, Duration::from_millis(50)) {
            let is_in_time = none == NoLine::Late && asked.elapsed() < TIMEOUT;
            assert!(is_in_time, "{name}, seed {seed}, batch {batch}: {none}");
            host.send(speech.nudge.as_bytes());
        }
        if batch == batches / 5 {
            early = memory(host.id());
        }
    }
    let late = memory(host.id());
    println!(
        "{name}: {} lines in {:.1} s, memory {early:?} KiB, at the end {late:?}",
        batches * BATCH,
        start.elapsed().as_secs_f64()
    );
    if let (Some(early), Some(late)) = (early, late) {
        assert!(late < early + 20_000, "{name}: {early} KiB have become {late}");
    }
    host.end_input();
    let (_, status) = host.wait_for_end(TIMEOUT).expect("an end");
    assert_eq!(status, 0);
}

#[test]
fn ugi_survives_any_lines() {
    soak("ugi", &UGI, 1);
}

#[test]
fn gtp_survives_any_lines() {
    soak("gtp", &GTP, 2);
}

#[test]
fn nboard_survives_any_lines() {
    soak("nboard", &NBOARD, 3);
}
