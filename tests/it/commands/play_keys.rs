//! `play` at a terminal: keys, the board on the screen, and the restored terminal.

use std::fs::{self, File};
use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::program::{command, send};
use crate::common::run::{DONE, ERROR};
use crate::common::terminal::Terminal;
use nix::sys::signal::Signal;
use tempfile::TempDir;

const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";
const LEFT: &str = "\u{1b}[D";
const ENTER: &str = "\r";
const ESCAPE: &str = "\u{1b}";

/// The engine plays the first legal move.
const FIRST: [&str; 7] = ["play", "--hash", "4", "--level", "1", "--strategy", "top-left"];

/// The row and column of a square on the screen.
fn place(square: &str) -> (u16, u16) {
    let [column, row] = square.as_bytes() else { panic!("{square}") };
    (u16::from(row - b'0'), 3 + 3 * u16::from(column - b'a'))
}

fn until_chosen(terminal: &mut Terminal, square: &str) {
    let (row, column) = place(square);
    terminal.until_cursor(row, column);
}

#[test]
fn keys_choose_play_take_back_make_again_rank_save_and_quit() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("my game.ggf");
    let mut terminal = Terminal::start(&FIRST);
    let start = terminal.until("? help  q quit");
    assert!(start.contains("black  2  you") && start.contains("white  2  outflank, top-left"));
    assert_eq!(start.matches('●').count(), 4, "{start}");
    assert_eq!(start.matches('·').count(), 4, "{start}");
    assert!(!terminal.is_as_before(), "keys act one by one");

    until_chosen(&mut terminal, "d3");
    terminal.press(&[RIGHT, DOWN].concat());
    until_chosen(&mut terminal, "e4");
    terminal.press(&[UP, UP, UP, UP, LEFT].concat());
    until_chosen(&mut terminal, "d1");
    terminal.press(ENTER);
    terminal.until("d1 flips nothing for black");
    terminal.press("\t\t\t");
    until_chosen(&mut terminal, "f5");
    terminal.press(" ");
    terminal.until("outflank plays f4");
    let (row, column) = place("f4");
    let ground =
        |terminal: &Terminal, row, column| terminal.screen().cell(row, column).unwrap().bgcolor();
    assert_eq!(ground(&terminal, row, column), vt100::Color::Idx(136), "the last move");
    assert_ne!(ground(&terminal, row, column + 3), vt100::Color::Idx(136));

    terminal.press("u");
    terminal.until("black  2  you");
    terminal.press("r");
    terminal.until("black  3  you");
    terminal.press("t");
    terminal.until(" #  move     score   sure  depth  line\n 1  ");
    terminal.until("\n 3  ");
    terminal.press("q");
    terminal.until("save the game in (Enter: do not save, Esc: play on): ");
    terminal.press(ESCAPE);
    terminal.until("q quit");
    terminal.press("q");
    terminal.until("Esc: play on): ");
    terminal.press(path.to_str().unwrap());
    terminal.press(ENTER);
    assert_eq!(terminal.end(), Some(DONE));
    assert!(terminal.is_as_before());
    assert!(!terminal.screen().alternate_screen() && !terminal.screen().hide_cursor());
    let left = terminal.screen().contents();
    assert!(left.contains("f5f4\nblack 3 white 3  Parallel; unfinished"), "{left}");
    assert!(fs::read_to_string(path).unwrap().contains("B[F5]W[F4]"));
}

#[test]
fn moves_and_commands_can_be_typed() {
    let mut terminal = Terminal::start(&FIRST);
    terminal.until("q quit");
    terminal.press("k5\r");
    let still = terminal.until("invalid command \"k5\": expected a square");
    assert!(still.contains("black  2  you"), "{still}");
    terminal.press("f6\u{7f}");
    terminal.until_screen("> f", |screen| screen.contents().trim_end().ends_with("> f"));
    terminal.press("5");
    terminal.until("> f5");
    terminal.press(ENTER);
    terminal.until("outflank plays f4");
    terminal.press(":hint 2\r");
    terminal.until(" 2  ");
    terminal.press(":dance\r");
    terminal.until("invalid command \"dance\": expected a square");
    terminal.press("?");
    terminal.until("set NAME VALUE  set any option");
    terminal.press("s/nowhere/x\r");
    terminal.until("/nowhere/x cannot be written");
    terminal.press(":resign\r");
    terminal.until("game over: black resigns, white wins");
    terminal.until(":new begins another game");
    terminal.press(" ");
    terminal.until("the game is over");
    terminal.press("u");
    terminal.until("black to move");
    terminal.press("x");
    terminal.until("black  5  outflank, top-left");
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), Some(DONE));
}

#[test]
fn a_click_plays_its_square() {
    let mut terminal = Terminal::start(&FIRST);
    let start = terminal.until("q quit");
    assert!(start.contains("black  2  you  0:0"), "{start}");
    let click = |square| {
        let (row, column) = place(square);
        format!("\u{1b}[<0;{};{}M", column + 1, row + 1)
    };
    terminal.press(&click("a1"));
    terminal.until("a1 flips nothing for black");
    terminal.press(&click("f5"));
    terminal.until("outflank plays f4");
    // Outside the board nothing happens.
    terminal.press("\u{1b}[<0;70;20M");
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), Some(DONE));
}

#[test]
fn without_utf_8_the_discs_are_letters() {
    let mut terminal = Terminal::start_with(&FIRST, &[("LC_ALL", "C")]);
    let start = terminal.until("q quit");
    assert!(start.is_ascii(), "{start}");
    assert!(start.contains("X  O"), "{start}");
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), Some(DONE));
}

#[test]
fn a_greeting_is_wrapped_and_a_finished_game_says_so() {
    let finished = ["play", "--position", "e6f4e3f6g5d6e7f5c5", "--hash", "1"];
    let mut terminal = Terminal::start(&finished);
    terminal.until("game over: black wins by 64");
    let start = terminal.until(":new begins another game");
    assert!(start.contains("outflank plays at skill 3 of 10"), "{start}");
    terminal.resize(24, 40);
    terminal.until("\nstrength, :rules explains the game)\n");
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), Some(DONE));
}

#[test]
fn a_key_ends_the_search() {
    let endless = ["play", "--no-book", "--hash", "4", "--time", "3600000", "--color", "white"];
    let mut terminal = Terminal::start(&endless);
    terminal.until("outflank thinks: depth ");
    terminal.press("f5\r");
    terminal.until("outflank is to move: Space lets it move now");
    terminal.press(" ");
    terminal.until("outflank plays ");
    terminal.press("t");
    terminal.until("looking for the best moves: depth ");
    terminal.press(ESCAPE);
    terminal.until(" #  move");
    // A command ends the search too.
    terminal.press("x");
    terminal.until("outflank thinks");
    terminal.press("x");
    terminal.until("outflank thinks");
    terminal.press(":new\r");
    terminal.until("black  2");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(DONE));
}

#[test]
fn small_terminals_and_resizing_are_harmless() {
    let mut terminal = Terminal::start(&FIRST);
    terminal.until("q quit");
    terminal.resize(14, 30);
    let narrow = terminal.until("? help  q quit  arrows Enter");
    assert!(narrow.contains("black to move\nblack  2  you  0:0"), "{narrow}");
    assert!(narrow.contains("\nwhite  2  outflank"), "{narrow}");
    terminal.resize(6, 80);
    terminal.until("too small: 26 columns, 11 rows needed");
    terminal.resize(1, 1);
    terminal.press("f5\r");
    terminal.resize(24, 80);
    terminal.until("outflank plays f4");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), Some(ERROR));
}

#[test]
fn a_killed_game_restores_the_terminal() {
    for end in ["\u{3}", "\u{4}", "", "q"] {
        let mut terminal = Terminal::start(&FIRST);
        terminal.until("q quit");
        let expected = match end {
            "" => {
                send(&terminal.child, Signal::SIGTERM);
                ERROR
            }
            "\u{3}" => ERROR,
            _ => DONE,
        };
        terminal.press(end);
        assert_eq!(terminal.end(), Some(expected), "{end:?}");
        assert!(terminal.is_as_before());
        assert!(!terminal.screen().alternate_screen());
    }
}

#[test]
fn without_colours_the_last_move_has_brackets() {
    let mut terminal = Terminal::start_with(&FIRST, &[("NO_COLOR", "1")]);
    terminal.until("q quit");
    terminal.until_cursor(3, 8);
    terminal.press("f5\r");
    let board = terminal.until("[O]");
    assert!(board.contains("5 - - - X X X - -"), "{board}");
    let screen = terminal.screen();
    let (rows, columns) = screen.size();
    for (row, column) in (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |c| (row, c))) {
        let cell = screen.cell(row, column).unwrap();
        assert_eq!(
            (cell.fgcolor(), cell.bgcolor()),
            (vt100::Color::Default, vt100::Color::Default)
        );
    }
}

#[test]
fn lines_can_be_typed_at_a_terminal_too() {
    let plain = [&FIRST[..], &["--plain"]].concat();
    for (arguments, variables) in [(&plain[..], &[][..]), (&FIRST, &[("TERM", "dumb")])] {
        let mut terminal = Terminal::start_with(arguments, variables);
        terminal.until("> ");
        assert!(terminal.is_as_before());
        terminal.press("f5\n");
        terminal.until("outflank plays f4");
        terminal.until("black 3 white 3  Parallel\n> ");
        terminal.press("u\n");
        terminal.until("> u\n");
        terminal.until("black 2 white 2\n> ");
        terminal.press("q\n");
        assert_eq!(terminal.end(), Some(DONE));
        assert!(variables.is_empty() || !terminal.has_escapes());
        assert!(!terminal.screen().alternate_screen());
    }
}

/// Without a peer, a read may never end. The short delays hit the moment when the program polls for
/// keys.
#[test]
fn losing_the_terminal_ends_the_game() {
    for delay in [0, 0, 0, 0, 0, 0, 1, 3, 10, 100] {
        terminal_goes_after(Duration::from_millis(delay));
    }
}

fn terminal_goes_after(delay: Duration) {
    let pair = nix::pty::openpty(None, None).expect("a terminal");
    // A duplicate is closed on exec, unlike the descriptor that was opened here.
    let mut screen = File::from(pair.master.try_clone().expect("a copy"));
    drop(pair.master);
    let side = || Stdio::from(pair.slave.try_clone().expect("a copy"));
    let mut child = command()
        .args(FIRST)
        .stdin(side())
        .stdout(side())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    drop(pair.slave);
    assert!(screen.read(&mut [0; 16]).expect("it shows something") > 0);
    thread::sleep(delay);
    drop(screen);
    let start = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if start.elapsed() > TIMEOUT {
            child.kill().expect("it runs");
            panic!("it goes on without a terminal");
        }
        thread::sleep(Duration::from_millis(5));
    }
}
