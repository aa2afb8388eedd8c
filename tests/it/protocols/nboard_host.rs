//! NBoard as a host: it pipelines requests and drops answers about old positions.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::host::NoLine;
use crate::common::nboard::{NBoard, Response};
use crate::common::random::Random;
use othello::board::Move;
use othello::game::{Clock, Game, Record};

/// `game` in NBoard's notation.
fn set_game(game: &Game) -> String {
    let mut ggf = Record::from(game.clone());
    let clock = Clock { time: Duration::from_secs(900), increment: Duration::ZERO, grace: None };
    (ggf.black.clock, ggf.white.clock) = (Some(clock), Some(clock));
    format!("set game {}", ggf.to_ggf())
}

/// A move in NBoard's notation.
fn move_line(mv: Move) -> String {
    match mv {
        Move::Pass => "move PA//3.107".to_owned(),
        Move::Place(square) => format!("move {}/0.50/0.2", square.to_string().to_uppercase()),
    }
}

fn chosen(response: &Response) -> Option<Move> {
    if let Response::Move(mv, _) = response { Some(*mv) } else { None }
}

#[test]
fn a_whole_game_with_passes_as_moves() {
    let mut nboard = NBoard::start();
    let mut passes = 0;
    for seed in 0..4 {
        let mut game = Game::default();
        let mut random = Random::new(seed);
        for _ in 0..8 {
            let square = random.legal_move(game.setup().position).expect("early in the game");
            game.play(square.into()).expect("a legal move");
        }
        let mut change = set_game(&game);
        while !game.is_over() {
            nboard.request(Some(&change), 1, "go");
            let mv = nboard.next_with(chosen);
            game.play(mv).expect("a legal move");
            passes += usize::from(mv == Move::Pass);
            change = move_line(mv);
        }
    }
    assert!(passes > 0, "no pass occurred");
}

#[test]
fn no_reply_about_an_old_position_follows_a_pong() {
    let mut nboard = NBoard::start();
    let mut random = Random::new(5);
    let mut game = Game::default();
    let mut change = Some(set_game(&game));
    for _ in 0..150 {
        let setup = game.setup();
        let question = ["hint 3", "go", "hint 60", "analyze", "learn"][random.below(5)];
        nboard.request(change.take().as_deref(), 60, question);
        // Some requests run for a while, some are replaced before they begin.
        for _ in 0..random.below(6) {
            if let Ok(Some(response)) = nboard.next_within(Duration::from_millis(3)) {
                belongs_to(&game, &response);
            }
        }
        let mv = setup.legal_moves().nth(random.below(setup.legal_moves().count()));
        game.play(mv.expect("there is one")).expect("a legal move");
        change = if random.below(4) == 0 || game.is_over() {
            game = Game::default();
            Some(set_game(&game))
        } else {
            game.moves().last().map(|&mv| move_line(mv))
        };
    }
    // The last request runs to its end.
    nboard.request(change.as_deref(), 4, "hint 64");
    let mut values = 0;
    loop {
        let response = nboard.next();
        belongs_to(&game, &response);
        match response {
            Response::Search(..) => values += 1,
            Response::Status(text) if text.is_empty() => break,
            _ => {}
        }
    }
    assert!(values > 0);
}

/// Panics unless `response` fits the current position of `game`.
fn belongs_to(game: &Game, response: &Response) {
    let legal = |mv: Move| game.is_over() || game.setup().explain_illegal(mv).is_none();
    match response {
        Response::Search(mv, value, depth) => {
            assert!(legal(*mv), "{response:?} in {game:?}");
            assert!(value.abs() <= 64.0);
            // No midgame search is a proof.
            let is_proof = depth.starts_with("100%");
            assert!(!is_proof || game.setup().position.empty_count() < 40, "{response:?}");
        }
        Response::Move(mv, _) => assert!(legal(*mv), "{response:?} in {game:?}"),
        Response::Analysis(ply, _) => assert!(*ply <= game.moves().len()),
        _ => {}
    }
}

#[test]
fn the_analysis_of_a_game_has_a_value_for_each_position() {
    let mut game = Game::default();
    let mut random = Random::new(3);
    while !game.is_over() {
        let moves: Vec<Move> = game.legal_moves().collect();
        game.play(moves[random.below(moves.len())]).expect("a legal move");
    }
    let mut nboard = NBoard::start();
    nboard.request(Some(&set_game(&game)), 1, "analyze");
    let mut values = Vec::new();
    loop {
        match nboard.next() {
            Response::Analysis(ply, value) => values.push((ply, value)),
            Response::Status(text) if text.is_empty() => break,
            _ => {}
        }
    }
    let plies: Vec<usize> = values.iter().map(|&(ply, _)| ply).collect();
    assert_eq!(plies, (0..=game.moves().len()).rev().collect::<Vec<_>>());
    let result = game.final_difference().expect("it is over").discs();
    let for_mover =
        if game.setup().side == othello::board::Color::Black { result } else { -result };
    assert_eq!(values[0].1, f64::from(for_mover));
}

#[test]
fn a_hint_reports_nodes_at_most_four_times_a_second() {
    let mut nboard = NBoard::start();
    nboard.request(Some(&set_game(&Game::default())), 60, "hint 4");
    let (mut stats, mut deepest) = (Vec::new(), 0);
    while stats.len() < 4 || deepest < 5 {
        match nboard.next() {
            Response::NodeStats(nodes, seconds) => stats.push((nodes, seconds)),
            Response::Search(_, _, depth) => deepest = deepest.max(depth.parse().expect("plies")),
            _ => {}
        }
    }
    assert!(stats.is_sorted(), "{stats:?}");
    // The engine's own clock, so load makes no difference.
    let span = stats[stats.len() - 1].1 - stats[0].1;
    assert!(span > 0.2 * (stats.len() - 1) as f64, "{stats:?}");
    // The next request is answered at once, and nothing of this one follows.
    nboard.request(Some("move F5"), 60, "learn");
    assert_eq!(nboard.next(), Response::Learned);
    // Node counts restart with each search.
    nboard.request(None, 1, "hint 1");
    let nodes = |response: &Response| match response {
        Response::NodeStats(nodes, _) => Some(*nodes),
        _ => None,
    };
    assert!(nboard.next_with(nodes) < 1000);
}

#[test]
fn a_hint_has_a_line_for_each_move_at_each_depth() {
    let mut nboard = NBoard::start();
    let (count, deepest) = (3, 7);
    nboard.request(Some(&set_game(&Game::default())), deepest, &format!("hint {count}"));
    let mut found = Vec::new();
    loop {
        match nboard.next() {
            Response::Search(mv, _, depth) => {
                found.push((depth.parse::<u32>().expect("plies"), mv));
            }
            Response::Status(text) if text.is_empty() => break,
            _ => {}
        }
    }
    // The lines of the last depth come again as the answer.
    let last = found.split_off(count * deepest as usize);
    assert_eq!(last.len(), count);
    for (depth, lines) in (1..).zip(found.chunks_exact(count)) {
        assert!(lines.iter().all(|&(found, _)| found == depth), "{lines:?}");
        let moves: HashSet<Move> = lines.iter().map(|&(_, mv)| mv).collect();
        assert_eq!(moves.len(), count, "{lines:?}");
    }
}

#[test]
fn a_hint_reports_no_bounds_as_values() {
    let board = "-******---****----O***O---O***OO-OOOO*OO-OOOOOOO--**O*---*****--";
    let mut nboard = NBoard::start();
    let game = format!("set game (;GM[Othello]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {board} *];)");
    nboard.request(Some(&game), 5, "hint 1");
    let mut values = Vec::new();
    loop {
        match nboard.next() {
            Response::Search(_, value, depth) => values.push((depth, value)),
            Response::Status(text) if text.is_empty() => break,
            _ => {}
        }
    }
    // Only final values count, not earlier bounds. Each is reported when found and in the answer.
    let to_the_end: Vec<_> = values.iter().filter(|(depth, _)| depth == "20@87%").collect();
    assert!(matches!(to_the_end[..], [found, answer] if found == answer), "{values:?}");
}

#[test]
fn any_known_line_ends_a_hint() {
    for line in [
        "ping 7",
        "set depth 59",
        "set contempt 50",
        "move F5",
        "F5",
        &set_game(&Game::default()),
        "go",
        "hint 1",
        "learn",
        "analyze",
        "move nowhere",
    ] {
        let mut nboard = NBoard::start();
        nboard.request(None, 60, "hint 2");
        let value = |response: &Response| matches!(response, Response::Search(..)).then_some(());
        nboard.next_with(value);
        // Unknown lines are ignored.
        nboard.host.send(b"hello");
        nboard.next_with(value);
        nboard.host.send(line.as_bytes());
        nboard.host.send(b"ping 8");
        let heard = nboard.host.next_line_with("pong 8", TIMEOUT);
        assert!(heard.is_ok(), "{line}");
        // No more lines come.
        let more = nboard.host.next_line(Duration::from_millis(20));
        assert_eq!(more, Err(NoLine::Late), "{line}");
    }
}

#[test]
fn a_move_obeys_the_clock_of_the_game() {
    // A full hour would give more than a minute.
    for (clock, moves) in [
        // Half a second left.
        ("TI[60:00]", "B[F5//3570]W[D6//1]B[C3/-0.50/29.5]W[D3]"),
        // The same with increments.
        ("TI[0:01/0:01]", "B[F5//1.5]W[D6]"),
        // Black has its own clock.
        ("TB[0:01]TW[60:00]", ""),
        // No time left: the host continues, so it still needs a move.
        ("TI[60:00]", "B[F5//3601]W[D6//1]"),
    ] {
        let taken = time_for_a_move(clock, moves);
        assert!(taken < Duration::from_secs(20), "{clock}: {taken:?}");
    }
    // Without the increment the share would be 0.1 s.
    let taken = time_for_a_move("TI[0:04/1:00]", "");
    assert!(taken > Duration::from_secs(1), "{taken:?}");
}

/// The time for a move at depth 60, which only the clock limits.
fn time_for_a_move(clock: &str, moves: &str) -> Duration {
    let board = "---------------------------O*------*O--------------------------- *";
    let game = format!("(;GM[Othello]PB[a]PW[b]RE[?]{clock}TY[8]BO[8 {board}]{moves};)");
    let mut nboard = NBoard::start();
    nboard.request(Some(&format!("set game {game}")), 60, "go");
    let start = Instant::now();
    nboard.next_with(chosen);
    start.elapsed()
}
