//! GTP hosts play whole games. They differ in the order of commands, pipelining and passes.

use crate::common::TIMEOUT;
use crate::common::gtp::GtpEngine;
use crate::common::random::Random;
use othello::board::{Color, Move};
use othello::game::Game;

const QUICK: &[&str] = &["--hash", "1", "--level", "1"];

const NAMES: [&str; 2] = ["black", "white"];

fn name(color: Color) -> &'static str {
    NAMES[color as usize]
}

/// A game that starts with ten random moves.
fn opening(seed: u64) -> Game {
    let mut game = Game::default();
    let mut random = Random::new(seed);
    for _ in 0..10 {
        if let Some(square) = random.legal_move(game.setup().position) {
            game.play(square.into()).expect("a legal move");
        }
    }
    game
}

/// The moves of `game`, passes included, each with its colour.
fn turns(game: &Game) -> Vec<(Color, Move)> {
    game.turns().map(|(setup, mv)| (setup.side, mv)).collect()
}

/// Quarry's greeting: four commands at once, then one by one.
fn begin_as_quarry(engine: &mut GtpEngine, clock: Option<&str>) {
    for line in ["protocol_version", "name", "version", "list_commands"] {
        engine.send(line);
    }
    assert_eq!(engine.reply(), "2");
    for _ in ["name", "version"] {
        let text = engine.reply();
        assert!(!text.is_empty() && !text.contains('\n'), "{text}");
    }
    let commands = engine.reply();
    assert!(commands.lines().all(|line| !line.is_empty() && !line.contains(' ')), "{commands}");
    for needed in ["list_games", "set_game", "time_settings", "time_left"] {
        assert!(commands.lines().any(|line| line == needed), "{needed}");
    }
    assert!(engine.ask("list_games").lines().any(|game| game == "Othello"));
    for line in ["set_game Othello", "boardsize 8", "clear_board"] {
        assert_eq!(engine.ask(line), "");
    }
    if let Some(clock) = clock {
        assert_eq!(engine.ask(&format!("time_settings {clock}")), "");
    }
}

/// A game between two engines from `opening` in Quarry, which neither sends nor accepts a pass.
fn play_in_quarry(opening: &Game, clock: Option<(&str, &str)>) -> Game {
    let mut engines = [(); 2].map(|()| GtpEngine::start(QUICK));
    for engine in &mut engines {
        begin_as_quarry(engine, clock.map(|(settings, _)| settings));
        for (color, mv) in turns(opening).into_iter().filter(|&(_, mv)| mv != Move::Pass) {
            assert_eq!(engine.ask(&format!("play {} {}", name(color), coordinates(mv))), "");
        }
    }
    let mut game = opening.clone();
    while !game.is_over() {
        if game.setup().position.must_pass() {
            game.play(Move::Pass).expect("a needed pass");
            continue;
        }
        let side = game.setup().side;
        let [black, white] = &mut engines;
        let (mover, other) = if side == Color::Black { (black, white) } else { (white, black) };
        if let Some((_, left)) = clock {
            mover.send(&format!("time_left {} {left}", name(side)));
        }
        mover.send(&format!("genmove {}", name(side)));
        if clock.is_some() {
            assert_eq!(mover.reply(), "");
        }
        let text = mover.reply();
        let mv: Move = text.parse().expect(&text);
        assert_ne!(mv, Move::Pass, "Quarry takes no pass");
        game.play(mv).expect("a legal move");
        assert_eq!(other.ask(&format!("play {} {}", name(side), coordinates(mv))), "");
    }
    let result = game.final_difference().expect("a finished game");
    for mut engine in engines {
        assert_eq!(engine.ask("final_score"), score(result.discs()));
        engine.end();
    }
    game
}

/// A move in Quarry's notation.
fn coordinates(mv: Move) -> String {
    mv.to_string().to_uppercase()
}

fn score(difference: i32) -> String {
    match difference {
        0 => "0".to_owned(),
        1.. => format!("B+{difference}"),
        _ => format!("W+{}", -difference),
    }
}

#[test]
fn quarry_plays_whole_games_without_passes() {
    let games: Vec<Game> = (0..6).map(|seed| play_in_quarry(&opening(seed), None)).collect();
    let passes = games.iter().flat_map(Game::moves).filter(|&&mv| mv == Move::Pass).count();
    assert!(passes > 0, "no pass occurred");
}

#[test]
fn quarry_sends_the_clock_and_genmove_at_once() {
    for (settings, left) in [("600 0 0", "1 0"), ("0 15 1", "1 1"), ("0 300 10", "1 9")] {
        let mut start = opening(7);
        // Only the last moves: each may take half a second.
        let mut random = Random::new(1);
        while start.setup().position.empty_count() > 8 && !start.is_over() {
            match random.legal_move(start.setup().position) {
                Some(square) => start.play(square.into()).expect("a legal move"),
                None => start.play(Move::Pass).expect("a needed pass"),
            }
        }
        play_in_quarry(&start, Some((settings, left)));
    }
}

#[test]
fn a_script_sends_each_move_and_each_pass_to_both_sides() {
    // Reads up to the first line that is not empty and takes its last two characters as the move.
    fn move_of(engine: &mut GtpEngine) -> Move {
        let line = loop {
            let line = engine.host.next_line(TIMEOUT).expect("a line");
            if !line.is_empty() {
                break line;
            }
        };
        line[line.len() - 2..].parse().expect(&line)
    }
    let mut passes = 0;
    for seed in 10..16 {
        let mut engines = [(); 2].map(|()| GtpEngine::start(&["-gtp", "--level", "1"]));
        let mut game = opening(seed);
        let mut known = 0;
        for engine in &mut engines {
            engine.send("clear_board");
        }
        while !game.is_over() {
            if game.setup().position.must_pass() {
                game.play(Move::Pass).expect("a needed pass");
                passes += 1;
            }
            for (color, mv) in &turns(&game)[known..] {
                for engine in &mut engines {
                    engine.send(&format!("play {} {mv}", &name(*color)[..1]));
                }
            }
            known = game.moves().len();
            let side = game.setup().side;
            let mover = &mut engines[side as usize];
            mover.send("protocol_version");
            mover.send(&format!("genmove {}", &name(side)[..1]));
            while mover.host.next_line(TIMEOUT).expect("a line") != "= 2" {}
            let mv = move_of(mover);
            game.play(mv).expect("a legal move");
            // The mover knows its move, the other side does not.
            engines[!side as usize].send(&format!("play {} {mv}", name(side)));
            known += 1;
        }
    }
    assert!(passes > 0, "no pass occurred");
}

#[test]
fn gogui_reads_board_moves_and_result() {
    let mut engine = GtpEngine::start(QUICK);
    let commands = engine.ask("list_commands");
    assert!(commands.lines().any(|line| line == "gogui-interrupt"));
    assert_eq!(engine.ask("gogui-rules_game_id"), "Othello");
    assert!(engine.ask("gogui-rules_board_size").starts_with('8'));
    let mut game = opening(20);
    assert_eq!(engine.ask("clear_board"), "");
    for (color, mv) in turns(&game) {
        engine.ask(&format!("play {} {mv}", name(color)));
    }
    loop {
        let setup = game.setup();
        let board = engine.ask("gogui-rules_board");
        // GoGui's top row is row 8.
        for (line, row) in board.lines().zip((0..8).rev()) {
            for (square, text) in othello::board::Square::ALL
                .into_iter()
                .filter(|square| square.row() == row)
                .zip(line.split(' '))
            {
                let expected = match setup.disc_at(square) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None => ".",
                };
                assert_eq!(text, expected, "{square}");
            }
        }
        assert_eq!(engine.ask("gogui-rules_side_to_move"), name(setup.side));
        let legal = engine.ask("gogui-rules_legal_moves");
        let moves: Vec<Move> =
            legal.split_whitespace().map(|word| word.parse().expect(word)).collect();
        assert_eq!(moves, setup.legal_moves().collect::<Vec<_>>());
        if moves.is_empty() {
            break;
        }
        let mv = engine.ask(&format!("genmove {}", name(setup.side)));
        game.play(mv.parse().expect(&mv)).expect("a legal move");
    }
    assert!(game.is_over());
    assert!(
        engine.ask("gogui-rules_final_result").contains(" wins by ") || game.result().is_some()
    );
    engine.end();
}

#[test]
fn twogtp_ends_a_game_after_two_passes_and_compares_scores() {
    let mut engines = [(); 2].map(|()| GtpEngine::start(QUICK));
    for engine in &mut engines {
        for line in ["list_commands", "name", "version", "boardsize 8", "clear_board", "komi 0"] {
            engine.ask(line);
        }
        engine.ask("time_settings 1 0 0");
    }
    let mut passes_in_a_row = 0;
    let mut to_move = 0;
    let mut moves = 0;
    while passes_in_a_row < 2 {
        let mv = engines[to_move].ask(&format!("genmove {}", NAMES[to_move]));
        engines[1 - to_move].ask(&format!("play {} {mv}", NAMES[to_move]));
        passes_in_a_row = if mv == "pass" { passes_in_a_row + 1 } else { 0 };
        to_move = 1 - to_move;
        moves += 1;
        assert!(moves < 130, "the game does not end");
    }
    let scores = engines.each_mut().map(|engine| engine.ask("final_score"));
    assert_eq!(scores[0], scores[1]);
    for engine in &mut engines {
        for _ in 0..moves {
            engine.ask("undo");
        }
        engine.send("undo");
        assert_eq!(engine.reply_to(""), Err("cannot undo".to_owned()));
    }
}

#[test]
fn pipelined_commands_are_answered_in_order() {
    let mut engine = GtpEngine::start(QUICK);
    for id in 0..300 {
        engine.send(&format!("{id} {}", ["genmove b", "undo", "nonsense", "name"][id % 4]));
    }
    for id in 0..300 {
        let reply = engine.reply_to(&id.to_string());
        match id % 4 {
            0 => assert!(reply.is_ok_and(|mv| mv.len() == 2)),
            1 => assert_eq!(reply, Ok(String::new())),
            2 => assert_eq!(reply, Err("unknown command".to_owned())),
            _ => assert_eq!(reply, Ok("Outflank".to_owned())),
        }
    }
    engine.end();
}
