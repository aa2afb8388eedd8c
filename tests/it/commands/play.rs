//! `play` line by line.

use std::fs;

use crate::common::program::command;
use crate::common::run::{DONE, ERROR, Run, run_command, run_with};
use tempfile::TempDir;

fn play(arguments: &[&str], input: &str) -> Run {
    run_with(&[&["play", "--hash", "4", "--level", "1"], arguments].concat(), input)
}

/// The moves of the engine.
fn answers(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("outflank plays ")).collect()
}

#[test]
fn a_move_is_answered_and_the_board_shown_without_colours() {
    let long = "x".repeat(100_000);
    let game = play(&[], &format!("F5\r\n\n{long}\na1\nnonsense\nquit\n"));
    assert_eq!((game.code, &*game.stderr), (DONE, ""));
    assert_eq!(answers(&game.stdout).len(), 1);
    assert!(game.stdout.contains("black 3 white 3"), "{}", game.stdout);
    assert!(game.stdout.contains("line too long"));
    assert!(game.stdout.contains("a1 flips nothing for black\n"));
    assert!(game.stdout.contains("invalid command \"nonsense\": expected a square"));
    assert!(!game.stdout.contains('\u{1b}'));
    assert!(!game.stdout.contains("> "), "no prompt without a terminal");
}

#[test]
fn moves_can_be_undone_and_redone() {
    let game = play(&[], "undo\nf5\nundo\nredo\nredo\n");
    let boards: Vec<&str> = game.stdout.lines().filter(|line| line.starts_with("black ")).collect();
    let counts = |board: &str| board.split("  ").next().unwrap().to_owned();
    let boards: Vec<String> =
        boards.into_iter().filter(|line| line.contains("white")).map(counts).collect();
    let boards: Vec<&String> = boards.iter().filter(|line| !line.contains("move")).collect();
    assert_eq!(
        boards,
        ["black 2 white 2", "black 3 white 3", "black 2 white 2", "black 3 white 3"]
    );
    assert!(game.stdout.contains("nothing to undo"));
    assert!(game.stdout.contains("nothing to redo"));
    assert_eq!(answers(&game.stdout).len(), 1, "redo reuses the old answer");
}

#[test]
fn a_new_move_discards_undone_moves() {
    let game = play(&["--strategy", "top-left"], "f5\nundo\nswitch\nredo\n");
    assert_eq!(answers(&game.stdout).len(), 2, "{}", game.stdout);
    assert!(game.stdout.contains("nothing to redo"), "{}", game.stdout);
}

#[test]
fn sides_and_styles_can_be_chosen() {
    let white = play(&["--color", "white"], "");
    assert_eq!(answers(&white.stdout).len(), 1);
    let both = play(&["--color", "both"], "f5\nd6\nc3\n");
    assert_eq!(answers(&both.stdout).len(), 0);
    assert!(both.stdout.contains("white to move\nblack 5 white 2  Perpendicular\n"));
    let style = play(&["--strategy", "top-left"], "f5\n");
    assert_eq!(answers(&style.stdout), ["f4"]);
    let later = play(&[], "set strategy bottom-right\nf5\nset strategy bold\n");
    assert_eq!(answers(&later.stdout), ["f6"]);
    assert!(later.stdout.contains("invalid Strategy \"bold\""));
    let switched = play(&[], "switch\n");
    assert_eq!(answers(&switched.stdout).len(), 1);
}

#[test]
fn a_game_can_be_resigned_and_saved() {
    let folder = TempDir::new().unwrap();
    let [moves, ggf, pgn] =
        ["txt", "ggf", "PGN"].map(|end| folder.path().join(format!("game.{end}")));
    let input = format!(
        "hint 2\nf5\nresign\nd6\nswitch\nresign\nsave {}\nsave {}\nsave {}\nsave /nowhere/x\nnew\n",
        moves.display(),
        ggf.display(),
        pgn.display()
    );
    let game = play(&["--strategy", "top-left"], &input);
    let over = "the game is over\n".repeat(3);
    assert!(game.stdout.contains(&format!(
        "black resigns, white wins\nblack 3 white 3  Parallel\n{over}saved in "
    )));
    assert_eq!(fs::read_to_string(&moves).unwrap(), "f5f4\n");
    let ggf = fs::read_to_string(&ggf).unwrap();
    let pgn = fs::read_to_string(&pgn).unwrap();
    assert!(pgn.contains("[Result \"0-1\"]\n\n1. f5 f4 0-1\n"), "{pgn}");
    assert!(ggf.contains("PB[Player]PW[Outflank, top-left]RE[-64.00:r]"), "{ggf}");
    assert!(game.stdout.contains("/nowhere/x cannot be written"));
    assert!(game.stdout.ends_with("black 2 white 2\n"));
    // A saved game may be replaced, any other file not.
    let other = folder.path().join("other.txt");
    let [moves, other] = [moves, other].map(|path| path.to_str().unwrap().to_owned());
    for text in ["precious\n", "f5\nprecious\n", "f5d6\nf5f6\n", "# a script\n", "% a comment\n"] {
        fs::write(&other, text).unwrap();
        let game = play(&[], &format!("save {other}\n"));
        let refusal = format!("{other} is not a game: expected a new file");
        assert!(game.stdout.contains(&refusal), "{text}");
        assert_eq!(fs::read_to_string(&other).unwrap(), text);
    }
    play(&[], &format!("f5\nsave {moves}\n"));
    assert!(fs::read_to_string(&moves).unwrap().starts_with("f5"));
    assert_ne!(fs::read_to_string(&moves).unwrap(), "f5f4\n");
}

#[test]
fn a_limit_replaces_the_level() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.ggf");
    let limits = ["--depth", "3", "--nodes", "5000", "--no-book"];
    let save = format!("save {}\n", path.display());
    let input = format!("f5\nhint 1\n{save}");
    let game = run_with(&[&["play", "--hash", "4"], &limits[..]].concat(), &input);
    assert_eq!(answers(&game.stdout).len(), 1);
    assert!(game.stdout.contains("  87 %      3"), "{}", game.stdout);
    let ggf = fs::read_to_string(&path).unwrap();
    assert!(ggf.contains("PW[Outflank, depth 3, 5000 nodes a move]"), "{ggf}");
    run_with(&[&["play", "--hash", "4"], &limits[..]].concat(), &format!("level 2\nf5\n{save}"));
    let ggf = fs::read_to_string(&path).unwrap();
    assert!(ggf.contains("PW[Outflank, level 2]"), "{ggf}");
}

#[test]
fn unsearched_moves_have_no_value() {
    let values = run_with(&["play", "--nodes", "1", "--no-book", "--color", "both"], "v\n");
    assert!(values.stdout.contains("3 - - - . - - - -\n"), "{}", values.stdout);
    assert!(!values.stdout.contains("65"), "{}", values.stdout);
}

#[test]
fn a_review_without_memory_does_not_end_the_game() {
    let flags = ["play", "--hash", "1048576", "--no-book", "--color", "both"];
    let game = run_with(&flags, "f5\nw\nd6\n");
    assert_eq!((game.code, &*game.stderr), (DONE, ""));
    assert!(game.stdout.contains("black 3 white 3"), "{}", game.stdout);
}

#[test]
fn a_file_named_like_moves_is_loaded() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("f5d6"), "f5f4e3\n").unwrap();
    let mut command = command();
    command.args(["play", "--color", "both", "--hash", "4"]).current_dir(folder.path());
    let said = run_command(command, "load f5d6\n").stdout;
    assert!(said.contains("black 5 white 2"), "{said}");
}

#[test]
fn a_loaded_game_continues_after_a_resigned_one() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(&path, "f5d6\n").unwrap();
    let game = play(&[], &format!("resign\nload {}\nc3\n", path.display()));
    assert!(game.stdout.contains("black resigns, white wins"), "{}", game.stdout);
    assert_eq!(answers(&game.stdout).len(), 1, "{}", game.stdout);
}

#[test]
fn a_loaded_game_keeps_its_tags_until_it_changes() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.ggf");
    let name = path.display();
    let ggf = "(;GM[Othello]PC[club]DT[2001]PB[ann]PW[bob]RE[-64.00:r]TY[8]\
               BO[8 ---------------------------O*------*O--------------------------- *]\
               B[f5/1.00/2]W[d6];)\n";
    fs::write(&path, ggf).unwrap();
    let saved = |input: &str| {
        play(&["--color", "both"], input);
        fs::read_to_string(&path).unwrap()
    };
    let kept = saved(&format!("load {name}\nsave {name}\n"));
    for part in ["PC[club]", "DT[2001]", "PB[ann]", "PW[bob]", "RE[-64.00:r]", "B[F5/+1.00/2"] {
        assert!(kept.contains(part), "{part}: {kept}");
    }
    fs::write(&path, ggf).unwrap();
    play(&["--color", "both", "--position", path.to_str().unwrap()], &format!("save {name}\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    let changed = saved(&format!("load {name}\nc3\nsave {name}\n"));
    assert!(changed.contains("PB[Player]") && changed.contains("B[C3]"), "{changed}");
}

#[test]
fn without_a_strength_play_starts_at_a_low_skill() {
    let said = |flags: &[&str]| {
        let game = run_with(&[&["play", "--hash", "1", "--color", "white"], flags].concat(), "");
        assert_eq!((game.code, &*game.stderr), (DONE, ""));
        game.stdout
    };
    let first = said(&[]);
    let greeting = "outflank plays at skill 3 of 10 (:skill N changes it, :level 10 is full strength, \
                    :rules explains the game)\noutflank plays ";
    assert!(first.starts_with(greeting), "{first}");
    for strength in [["--skill", "10"], ["--level", "1"], ["--depth", "1"], ["--strategy", "edge"]]
    {
        assert!(said(&strength).starts_with("outflank plays "), "{strength:?}");
        assert!(!said(&strength).contains("skill"), "{strength:?}");
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.ggf");
    for (flags, player) in [
        (&[][..], "PW[Outflank, skill 3]"),
        (&["--level", "1"], "PW[Outflank, level 1]"),
        (&["--skill", "10"], "PW[Outflank, level 10]"),
    ] {
        let input = format!("save {}\n", path.display());
        run_with(&[&["play", "--hash", "1", "--position", "f5d6"], flags].concat(), &input);
        let saved = fs::read_to_string(&path).unwrap();
        assert!(saved.contains(player), "{saved}");
    }
}

#[test]
fn rules_and_commands_are_explained() {
    let said = play(&[], "rules\nhelp\nhint 0\nhint 65\n").stdout;
    assert!(said.contains("5 - X O .   f5   5 - X X X\n"), "{said}");
    assert!(said.contains("\nl, load FILE    load a game\n"), "{said}");
    for count in ["0", "65"] {
        let error = format!("invalid number of moves {count:?}: expected 1 to 64\n");
        assert!(said.contains(&error), "{said}");
    }
}

#[test]
fn a_costly_move_needs_confirmation_on_request() {
    let flags = ["play", "--hash", "4", "--position", "e6f4e3f6g5d6e7", "--color", "white"];
    let warned = run_with(&[&flags[..], &["--warn", "10"]].concat(), "warn x\nf5\nf5\n").stdout;
    let warning = warned.lines().find(|line| line.starts_with("f5 loses ")).expect(&warned);
    assert!(warning.ends_with(": play f5 again to confirm it"), "{warning}");
    assert!(warned.contains("invalid number of discs \"x\": expected"), "{warned}");
    // The second time it is played.
    assert!(warned.contains("white to move\n") && warned.contains("\noutflank plays "), "{warned}");
    let quiet = run_with(&flags, "f5\n").stdout;
    assert!(!quiet.contains("loses"), "{quiet}");
}

#[test]
fn a_game_continues_from_an_earlier_move() {
    let game = play(&["--position", "f5d6c3d3c4", "--color", "both"], "goto 3\nc5\n").stdout;
    assert!(game.contains("white to move\nblack 5 white 2"), "{game}");
}

#[test]
fn a_game_is_played_to_its_end() {
    let game = play(&["--position", "fen XO6/8/8/8/8/8/8/8 O"], "c1\n");
    assert!(game.stdout.contains("white passes\n"));
    let end = "game over: black wins by 64\nblack 3 white 0\n";
    assert!(game.stdout.ends_with(end), "{}", game.stdout);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_game_of_lines_with_its_message() {
    use std::process::Stdio;

    use crate::common::program::interrupt;
    use crate::common::run::ERROR;

    let mut waiting = command()
        .args(["play", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    interrupt(&waiting);
    // The end of input would end it too.
    let input = waiting.stdin.take();
    let ended = waiting.wait_with_output().expect("it ends");
    drop(input);
    assert_eq!(ended.status.code(), Some(ERROR));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "outflank: interrupted\n");
}

#[test]
fn a_puzzle_accepts_only_its_move() {
    let set = play(&[], "puzzle\npuzzle tricky\n");
    assert!(set.stdout.contains(" to move: only one move "), "{}", set.stdout);
    let error = "invalid grade \"tricky\": expected easy, medium or hard\n";
    assert!(set.stdout.contains(error), "{}", set.stdout);
    // Tries all squares. Illegal and worse moves leave the puzzle unchanged.
    let squares = ('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}\n")));
    let solved = play(&[], &format!("puzzle\n{}", squares.collect::<String>()));
    let (before, _) = solved.stdout.split_once("right: ").expect("a move is right");
    assert!(!before.contains("outflank plays"), "{before}");
}

#[test]
fn a_side_without_time_loses() {
    let late = play(&["--clock", "0.0000001+0"], "f5\nnew\n");
    assert!(late.stdout.contains("game over: black loses on time, white wins"), "{}", late.stdout);
    assert_eq!(answers(&late.stdout).len(), 0);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.ggf");
    let input = format!("f5\nsave {}\n", path.display());
    play(&["--clock", "0.0000001+0"], &input);
    assert!(fs::read_to_string(&path).unwrap().contains("RE[-64.00:t]"));
    let free = run_with(&["play", "--hash", "4", "--skill", "10", "--clock", "0.1+1"], "f5\n");
    assert_eq!(answers(&free.stdout).len(), 1, "{}", free.stdout);
    for wrong in ["5+", "0+3", "x", "5+-1"] {
        let run = run_with(&["play", "--clock", wrong], "");
        assert_eq!(run.code, ERROR, "{wrong}");
        assert!(run.stderr.contains("expected minutes above 0 and seconds"), "{}", run.stderr);
    }
}
