//! Features that newcomers look for during a game.

use std::fs;

use crate::common::run::{DONE, run_with};

fn play(arguments: &[&str], input: &str) -> String {
    let played = run_with(&[&["play", "--plain", "--level", "1"], arguments].concat(), input);
    assert_eq!((played.code, &*played.stderr), (DONE, ""));
    played.stdout
}

#[test]
fn level_and_colour_change_during_a_game() {
    let switched = play(&["--strategy", "top-left"], "color white\nlevel 3\nskill 2\nlevel x\n");
    assert!(switched.contains("outflank plays d3"), "{switched}");
    assert!(switched.contains("invalid Level \"x\""), "{switched}");
    let both = play(&[], "color both\nf5\nd6\ncolour blue\n");
    assert!(!both.contains("outflank plays"), "{both}");
    assert!(both.contains("invalid color \"blue\": expected black, white or both"), "{both}");
}

#[test]
fn legal_squares_have_values_on_request() {
    let shown = play(&["--position", "f5d6c3"], "color white\ncolor both\nvalues\n");
    let rows: Vec<&str> = shown.lines().collect();
    let head = rows.iter().position(|row| *row == "    a   b   c   d   e   f   g   h").unwrap();
    let signs: usize = rows[head..head + 9].iter().map(|row| row.matches(['+']).count()).sum();
    let minus: usize = rows[head..head + 9]
        .iter()
        .flat_map(|row| row.split(' '))
        .filter(|word| word.len() > 1 && word.starts_with('-'))
        .count();
    assert!(signs + minus >= 4, "{shown}");
}

#[test]
fn a_game_is_reviewed() {
    let shown = play(&["--position", "e6f4e3f6g5d6e7f5c5"], "review\n");
    assert!(shown.contains("  8 O f5?? ") && shown.contains("black wins by 64; solved"), "{shown}");
    assert!(play(&[], "review\n").contains("no moves to review"));
}

#[test]
fn a_saved_game_has_date_and_opponent_and_loads_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [ggf, pgn, json] = ["a game.ggf", "game.pgn", "game.json"].map(path);
    let input = format!("f5\nsave {pgn}\nresign\nsave {json}\n");
    play(&["--skill", "3"], &input);
    let saved = fs::read_to_string(&pgn).unwrap();
    assert!(saved.contains("[White \"Outflank, skill 3\"]"), "{saved}");
    assert!(saved.contains("[Date \"20"), "{saved}");
    let saved = fs::read_to_string(&json).unwrap();
    assert!(
        saved.contains(r#""result":"-64.00:r","resigned":"black","discs":{"black":3,"white":3}"#),
        "{saved}"
    );
    fs::write(&ggf, fs::read(&pgn).unwrap()).unwrap();
    let loaded = play(&[], &format!("load {ggf}\nload {}\n", path("none.ggf")));
    assert!(loaded.contains("black 3 white 3"), "{loaded}");
    assert!(loaded.contains("none.ggf"), "{loaded}");
}

#[cfg(unix)]
mod at_a_terminal {
    use crate::common::run::DONE;
    use crate::common::terminal::Terminal;

    const GAME: [&str; 5] = ["play", "--level", "1", "--strategy", "top-left"];

    #[test]
    fn the_help_fits_a_small_terminal_and_the_keys_are_not_cut() {
        let mut terminal = Terminal::start(&GAME);
        terminal.until("q quit");
        terminal.press("?");
        let help = terminal.until("Enter: back to the game");
        assert!(help.starts_with("arrows, Tab     choose a square"), "{help}");
        assert!(help.contains("q, quit         stop playing"), "{help}");
        terminal.press("\r");
        terminal.until("q quit");
        terminal.resize(15, 60);
        let game = terminal.until("? help  q quit  arrows Enter  u undo  r redo  t hint");
        assert!(!game.contains("x switch"), "{game}");
        // One column, which is longer and scrolls.
        terminal.press("?");
        terminal.until("arrows: scroll");
        terminal.press(" ");
        terminal.until("q, quit         stop playing");
        terminal.press("\u{1b}[H");
        terminal.until("arrows, Tab");
        terminal.press("\u{1b}[F");
        terminal.until("q, quit         stop playing");
        terminal.press("\r");
        terminal.until("q quit");
        terminal.press("q");
        assert_eq!(terminal.end(), Some(DONE));
    }

    #[test]
    fn yes_is_not_taken_for_a_file_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.ggf");
        let mut terminal = Terminal::start(&GAME);
        terminal.until("q quit");
        terminal.press("f5\r");
        terminal.until("outflank plays f4");
        terminal.press("qy\r");
        terminal.until("type the name of a file");
        terminal.press(&format!("{}\r", path.display()));
        assert_eq!(terminal.end(), Some(DONE));
        assert!(path.exists() && !std::path::Path::new("y").exists());
    }

    #[test]
    fn a_game_can_be_left_unsaved() {
        for answer in ["", "n", "No"] {
            let mut terminal = Terminal::start(&GAME);
            terminal.until("q quit");
            terminal.press("f5\r");
            terminal.until("outflank plays f4");
            terminal.press("q");
            terminal.until("save the game in (Enter: do not save, Esc: play on): ");
            terminal.press(&format!("{answer}\r"));
            assert_eq!(terminal.end(), Some(DONE), "{answer}");
        }
        assert!(!std::path::Path::new("n").exists());
    }

    #[test]
    fn keys_show_values_and_the_review() {
        let mut terminal =
            Terminal::start(&[&GAME[..], &["--position", "e6f4e3f6g5d6e7"]].concat());
        terminal.until("outflank plays ");
        terminal.press("v");
        terminal.until_screen("values", |screen| {
            let shown = screen.contents();
            let board = shown.lines().skip(1).take(8).map(|line| line.get(..26).unwrap_or(line));
            board.flat_map(str::chars).any(|next| next == '+' || next == '-')
        });
        // Values have a gap between them.
        let shown = terminal.screen().contents();
        let is_joined = |pair: &[u8]| pair[0].is_ascii_digit() && b"+-".contains(&pair[1]);
        assert!(!shown.as_bytes().windows(2).any(is_joined), "{shown}");
        terminal.press("w");
        let review = terminal.until("unfinished");
        assert!(review.contains("choices  good"), "{review}");
        terminal.press("q");
        terminal.until("black to move");
        // The second row: the position before the second move.
        terminal.press("w");
        terminal.until("unfinished");
        terminal.press("\u{1b}[B\r");
        terminal.until("outflank plays f4");
        terminal.press("\u{4}");
        assert_eq!(terminal.end(), Some(DONE));
    }
}
