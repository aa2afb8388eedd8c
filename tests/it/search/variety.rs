//! Weak play and book moves vary between games and processes, but repeat with a seed.

use std::collections::HashSet;

use crate::common::TIMEOUT;
use crate::common::gtp::GtpEngine;
use crate::common::host::Host;
use crate::common::run::{DONE, answer, run_with};
use othello::board::Move;
use othello::game::{Game, Record, position_text};

/// Number of compared games.
const GAMES: usize = 20;

/// Minimum of different games. Two games of skill 4 agree in their first eight plies with
/// probability 1/3800 (measured), and some 50 plies follow.
const DIFFERENT: usize = 15;

/// Plays a number of games in one process with these flags. Returns their moves.
type Play = fn(&[&str], usize) -> Vec<String>;

/// The transcript of a game whose moves `next` chooses.
fn game_of(mut next: impl FnMut(&Game) -> Move) -> String {
    let mut game = Game::default();
    while !game.is_over() {
        let mv = next(&game);
        game.play(mv).expect("a legal move");
    }
    game.transcript()
}

fn play_ugi(flags: &[&str], games: usize) -> Vec<String> {
    let mut host = Host::start(flags);
    host.send(b"ugi");
    let play = |_| {
        host.send(b"uginewgame");
        game_of(|game| {
            host.send(format!("position {}", position_text(game.start(), game.moves())).as_bytes());
            host.send(b"go depth 1");
            let best = host.next_line_with("bestmove ", TIMEOUT).expect("a move");
            best["bestmove ".len()..].parse().expect("a move")
        })
    };
    (0..games).map(play).collect()
}

/// Over GTP. `new_game` starts a game.
fn play_gtp_after(new_game: &str, flags: &[&str], games: usize) -> Vec<String> {
    let mut engine = GtpEngine::start(flags);
    let play = |_| {
        engine.ask(new_game);
        game_of(|game| {
            let side = ["black", "white"][game.setup().side as usize];
            engine.ask(&format!("genmove {side}")).parse().expect("a move")
        })
    };
    (0..games).map(play).collect()
}

fn play_gtp(flags: &[&str], games: usize) -> Vec<String> {
    play_gtp_after("clear_board", flags, games)
}

fn play_nboard(flags: &[&str], games: usize) -> Vec<String> {
    let mut host = Host::start(flags);
    host.send(b"nboard 2");
    let start = format!("set game {}", Record::default().to_ggf());
    let play = |_| {
        host.send(start.as_bytes());
        game_of(|_| {
            host.send(b"go");
            let chosen = host.next_line_with("=== ", TIMEOUT).expect("a move");
            let mv = chosen["=== ".len()..].split('/').next().expect("a word");
            host.send(format!("move {mv}").as_bytes());
            mv.parse().expect("a move")
        })
    };
    (0..games).map(play).collect()
}

/// In `outflank play`, where the person gives each move to the engine.
fn play_in_terminal(flags: &[&str], games: usize) -> Vec<String> {
    let game = "switch\n".repeat(62) + "end of game\nnew\n";
    let run = run_with(&[&["play"], flags].concat(), &game.repeat(games));
    assert_eq!((run.code, &*run.stderr), (DONE, ""));
    let mut parts: Vec<&str> = run.stdout.split("\"end of game\"").collect();
    // The unfinished game after the last one.
    parts.pop();
    let moves =
        |part: &&str| part.lines().filter_map(|l| l.strip_prefix("outflank plays ")).collect();
    let games: Vec<String> = parts.iter().map(moves).collect();
    assert!(games.iter().all(|game| game.len() > 50), "{games:?}");
    games
}

fn count_different(games: &[String]) -> usize {
    games.iter().collect::<HashSet<_>>().len()
}

/// Panics unless weak play varies without a seed and repeats with one.
fn assert_weak_play_varies(play: Play) {
    let flags = ["--hash", "1", "--skill", "4"];
    let in_one_process = play(&flags, GAMES);
    assert!(count_different(&in_one_process) >= DIFFERENT, "{in_one_process:#?}");
    let in_new_processes: Vec<String> = (0..GAMES).flat_map(|_| play(&flags, 1)).collect();
    assert!(count_different(&in_new_processes) >= DIFFERENT, "{in_new_processes:#?}");

    let seeded = |seed| play(&[&flags[..], &["--seed", seed]].concat(), GAMES / 4);
    let [first, again, other] = ["7", "7", "8"].map(seeded);
    assert_eq!(count_different(&first), 1, "every game has the seed: {first:#?}");
    assert_eq!(first, again);
    assert_ne!(first[0], other[0]);
}

#[test]
fn weak_play_over_ugi_does_not_repeat_a_game() {
    assert_weak_play_varies(play_ugi);
}

#[test]
fn weak_play_over_gtp_does_not_repeat_a_game() {
    assert_weak_play_varies(play_gtp);
}

#[test]
fn weak_play_over_nboard_does_not_repeat_a_game() {
    assert_weak_play_varies(play_nboard);
}

#[test]
fn weak_play_in_a_terminal_does_not_repeat_a_game() {
    assert_weak_play_varies(play_in_terminal);
}

#[test]
fn setting_up_a_board_over_gtp_begins_a_new_game() {
    let start = "---------------------------OX------XO---------------------------";
    for new_game in
        ["boardsize 8", &format!("outflank-setup_board {start}"), "outflank-position start"]
    {
        let games = play_gtp_after(new_game, &["--hash", "1", "--skill", "4"], GAMES);
        assert!(count_different(&games) >= DIFFERENT, "{new_game}: {games:#?}");
    }
}

#[test]
fn random_styles_do_not_repeat_a_game() {
    for style in ["random", "edge-exclusive"] {
        let flags = ["--strategy", style];
        let games = play_gtp(&flags, GAMES);
        assert!(count_different(&games) >= DIFFERENT, "{style}: {games:#?}");
        let seeded = [&flags[..], &["--seed", "7"]].concat();
        let games = [play_gtp(&seeded, 2), play_gtp(&seeded, 2)].concat();
        assert_eq!(count_different(&games), 1, "{style}: {games:#?}");
    }
}

#[test]
fn a_random_style_in_a_terminal_does_not_repeat_a_game() {
    let flags = ["--strategy", "random"];
    assert_eq!(count_different(&play_in_terminal(&flags, GAMES)), GAMES);
    let in_new_processes: Vec<String> =
        (0..GAMES).flat_map(|_| play_in_terminal(&flags, 1)).collect();
    assert_eq!(count_different(&in_new_processes), GAMES);
    let seeded = [&flags[..], &["--seed", "7"]].concat();
    let games = [play_in_terminal(&seeded, 2), play_in_terminal(&seeded, 2)].concat();
    assert_eq!(count_different(&games), 1, "{games:#?}");
}

#[test]
fn moves_of_the_book_do_not_repeat_in_a_new_game_or_process() {
    let flags = ["--hash", "1", "--bookvariety", "150"];
    let opening = |game: &String| game[..12].to_owned();
    let openings = |flags: &[&str], games| -> Vec<String> {
        play_gtp(flags, games).iter().map(opening).collect()
    };
    let flags = [&flags[..], &["--level", "1"]].concat();
    // Twelve openings, the likeliest with probability 1/10: four or fewer have probability below
    // 1e-6.
    let in_one_process = openings(&flags, GAMES);
    assert!(count_different(&in_one_process) > 4, "{in_one_process:#?}");
    let in_new_processes: Vec<String> = (0..GAMES).flat_map(|_| openings(&flags, 1)).collect();
    assert!(count_different(&in_new_processes) > 4, "{in_new_processes:#?}");
    let seeded = [&flags[..], &["--seed", "7"]].concat();
    let games = [openings(&seeded, 2), openings(&seeded, 2)].concat();
    assert_eq!(count_different(&games), 1, "{games:#?}");
}

#[test]
fn full_strength_repeats_a_game() {
    let repeats = |play: Play, flags: &[&str]| {
        let games = [play(flags, 2), play(flags, 1)].concat();
        assert_eq!(count_different(&games), 1, "{games:#?}");
    };
    let flags = ["--hash", "1", "--level", "1", "--no-book"];
    let plays: [Play; 4] = [play_ugi, play_gtp, play_nboard, play_in_terminal];
    for play in plays {
        repeats(play, &flags);
    }
    // `go depth` repeats book moves too.
    repeats(play_ugi, &flags[..4]);
}

#[test]
fn a_match_of_weak_players_is_repeatable() {
    let players = ["--a", "style:random", "--b", "style:full skill=2"];
    let flags = ["--depth", "1", "--games", "10", "--seed", "3", "--json"];
    let result = || answer(&[&["match"], &players[..], &flags[..]].concat());
    assert_eq!(result(), result());
}
