use crate::game::Setup;
use crate::game::records::split::MAX_RECORD;
use crate::game::records::testing::{START, games, read};
use crate::game::records::{Format, Player, Record, Records};

#[test]
fn each_format_is_recognised_among_others() {
    let ggf = Record::default().to_text(Format::Ggf).unwrap();
    let drawn = Setup::START.draw().with_legal_moves().to_string();
    let text = format!(
        "# a comment\n\nf5d6c3\n  1. F5 d6 2. c3 36-28\n{START} X\n{START} black moves f5\n\
         8/8/8/3OX3/3XO3/8/8/8 X % why\nfen 8/8/8/3OX3/3XO3/8/8/8 X moves f5\nstart f5d6\n\
         {START} X; F5:+2;\n1 {ggf} {ggf}\n{drawn}\n[Black \"ann\"]\n[White \"bob\"]\n\n\
         1. f5 d6\n2. c3 *\n\n{{\"moves\":[\"f5\",\n\"d6\"]}}\nf5"
    );
    assert_eq!(
        read(&text),
        [
            "3:1 transcript 3",
            "4:3 transcript 3",
            "5:1 board 0",
            "6:1 position 1",
            "7:1 fen 0",
            "8:1 position 1",
            "9:1 position 2",
            "10:1 obf 0",
            "11:1 ggf 0",
            "11:113 ggf 0",
            "12:3 board 0",
            "22:1 pgn 3",
            "28:1 json 2",
            "30:1 transcript 1",
        ]
    );
}

#[test]
fn numbered_moves_may_be_split_into_lines() {
    assert_eq!(read("1. f5 d6\n2. c3 d3\n1. f5 f6"), ["1:1 transcript 4", "3:1 transcript 2"]);
    assert_eq!(read("1 f5\n2 d6\n3 c3\n"), ["1:1 transcript 3"]);
    for result in ["40-24", "1-0", "White wins 40-24"] {
        let text = format!("1. f5 d6\n2. c3 d3\n{result}\nf5d6\n");
        assert_eq!(read(&text), ["1:1 transcript 4", "4:1 transcript 2"], "{result}");
    }
    // A numbered list of games.
    let list = ["1:1 transcript 3", "2:1 transcript 2", "3:1 transcript 1"];
    assert_eq!(read("1. f5d6c3\n2. f5f6\n3. f5"), list);
}

#[test]
fn drawn_boards_end_before_the_next_record() {
    let rows = Setup::START.draw().to_string();
    let bare: Vec<&str> = rows.lines().skip(1).take(8).map(|row| &row[2..]).collect();
    let bare = bare.join("\n");
    let text = format!("{rows}\n{rows}\n{bare}\nO\nf5\n{START}\nX\n{START}\n{START} O");
    assert_eq!(
        read(&text),
        [
            "1:3 board 0",
            "11:3 board 0",
            "21:1 board 0",
            "30:1 transcript 1",
            "31:1 board 0",
            "33:1: missing side to move: expected X or O after the 64 squares",
            "34:1 board 0",
        ]
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes two minutes")]
fn lines_after_an_unclosed_record_are_read() {
    let ggf = Record::default().to_text(Format::Ggf).unwrap();
    let lines = ["f5d6c3", "8/8/8/3OX3/3XO3/8/8/8 X", "{\"moves\":[\"f5\"]}", &ggf];
    for open in [
        "{",
        "{\"moves\":",
        "{\"moves\":\"f5",
        "{\"moves\":\"f5\"",
        "{\"moves\":[\"f5\",",
        "{\"moves\":[\"f5\"",
        "(;GM[Othello]PB[a]",
        "(;GM[Othello]PB[a",
        "(;GM[Othello]\nPB[a]",
    ] {
        for line in lines {
            let text = format!("{open}\n{line}\n{line}\n");
            let read: Vec<bool> =
                Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
            assert_eq!(read, [false, true, true], "{text}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes two minutes")]
fn boards_and_tags_after_an_unclosed_value_are_read() {
    let drawn = Setup::START.draw().to_string();
    let bare: String =
        drawn.lines().skip(1).take(8).map(|row| row[2..].to_owned() + "\n").collect();
    let tags = "[Black \"ann\"]\n[White \"bob\"]\n\n1. f5 d6\n";
    let boards = [format!("{START} X"), format!("{START} X; F5:+0;"), drawn];
    for open in [
        "(;GM[Othello]PB[a",
        "(;GM[Othello]PB[a;)",
        &format!("(;GM[Othello]BO[8 {START} *]C[see\n--------\nthere"),
        &format!("(;GM[Othello]BO[8 {START} *;)"),
        &format!("(;GM[Othello]BO[8\n{START}\n*"),
        &format!("(;GM[Othello]BO[8\n{bare}*"),
        "{\"moves\":[\"f5\",",
    ] {
        for next in boards.iter().map(String::as_str).chain([tags, "Black: ann\n\nf5d6\n"]) {
            let text = format!("{open}\n{next}\nf5\n");
            let read: Vec<bool> =
                Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
            assert_eq!(read, [false, true, true], "{text}");
        }
    }
    // The line does not show where the game ends.
    let good = Record::default().to_text(Format::Ggf).unwrap();
    let text = format!("(;GM[Othello]PB[a;){good}(;GM[Othello]PC[b {good}");
    let found = read(&text);
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0], "1:14: unclosed tag PB: expected ]");
    assert!(found[1].ends_with(" ggf 0") && found[3].ends_with(" ggf 0"), "{found:?}");
}

#[test]
fn games_without_a_blank_line_end_at_the_next_record() {
    let game = "[Black \"a\"]\n1. f5 d6\n2. c3";
    let text = format!("{game}\n{START} X\n{game}\n{{\"moves\":\"f5\"}}\n{game}\n{game}\n");
    let found = read(&text);
    let formats: Vec<&str> = found.iter().map(|found| found.split(' ').nth(1).unwrap()).collect();
    assert_eq!(formats, ["pgn", "board", "pgn", "json", "pgn", "pgn"]);
}

#[test]
fn a_repeated_tag_begins_another_game() {
    let text = "[Event \"a\"]\n[Black \"b\"]\n[Event \"c\"]\n[BlackElo \"1\"]\n[Black \"d\"]\n\n1. f5\n\n\
                Black: a\nBlack: b\n\nf5 d6\n";
    assert_eq!(read(text), ["1:1 pgn 0", "3:1 pgn 1", "9:1 pgn 0", "10:1 pgn 2"]);
}

#[test]
fn an_unclosed_game_does_not_hide_the_next() {
    let good = Record::default().to_text(Format::Ggf).unwrap();
    let text = format!(
        "1 {good}\n2 (;BO[10 x];){good} junk\n(;XY {good}\n1 {good}(;PB[\n{good}log: {good}"
    );
    let read: Vec<bool> = Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
    assert_eq!(read, [true, false, true, false, false, true, true, false, true, false, true]);
}

#[test]
fn records_may_be_split_into_lines_at_any_blank() {
    assert_eq!(
        read(
            "{\"black\":\"ann\",\"moves\":[\n{\"m\":\"f5\"},\n{\"m\":\n\"d6\"}\n]\n,\n\n\
             \"white\":\n{\"name\":\"bob\"},\"result\"\n:\nnull\n}\nf5"
        ),
        ["1:1 json 2", "13:1 transcript 1"]
    );
    let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows = rows.collect::<Vec<_>>().join("\n");
    let games = format!(
        "(;GM[Othello]\n\nPC[a\n(good) place]\n BO[8\n{rows} *]\nB[f5]\n;)\n\
         (;BO[8\n{START} *\n]B[f5]\n)\nf5"
    );
    assert_eq!(read(&games), ["1:1 ggf 1", "16:1 ggf 1", "20:1 transcript 1"]);
}

#[test]
#[cfg_attr(miri, ignore = "a megabyte of text takes minutes")]
fn too_long_records_are_skipped() {
    let long = "f5".repeat(100_000);
    let endless = format!("(;PB[{}", "x".repeat(MAX_RECORD));
    let text = format!("{long}\nf5\n{endless}\nf5");
    let too_long = |line| {
        let told = "record too long: expected at most 1048576 bytes, and 65536 in a line";
        format!("{line}:1: {told}")
    };
    assert_eq!(read(&text), [&*too_long(1), "2:1 transcript 1", &*too_long(3), "4:1 transcript 1"]);
}

#[test]
fn a_line_of_few_moves_is_not_a_board_row() {
    let start = "X1XXXXXO/XOOOOXXO/XOOOXOXX/XOOOOOXX/XOXOOOOX/XXXOXOOO/XXOXOOOO/XOOOOOOO O";
    for moves in ["1. b1 22-42", "1. b1 20-44", "1. b1 0-1"] {
        assert_eq!(read(&format!("[FEN \"{start}\"]\n\n{moves}\n")), ["1:1 pgn 1"], "{moves}");
    }
}

#[test]
fn a_time_after_a_move_is_not_a_tag() {
    for time in ["[3]", " [0:05]", " [1.5]", " 3s"] {
        let text = format!("[Black \"a\"]\n[White \"b [3]\"]\n\n1. f5 d6{time}\n\nf5d6c3\n");
        assert_eq!(read(&text), ["1:1 pgn 2", "6:1 transcript 3"], "{time}");
    }
}

#[test]
fn the_side_below_a_drawn_board_ignores_case() {
    let drawn = Setup::START.draw().to_string();
    for side in ["Black To Move", "BLACK TO MOVE", "black to move"] {
        let text = drawn.replace("black to move", side);
        assert!(text.contains(side), "{text}");
        assert_eq!(read(&text), ["1:3 board 0"]);
    }
}

#[test]
fn numbered_moves_wrapped_inside_a_pair_are_one_game() {
    for text in [
        "1. F5 d6 2. C3 d3 3. C4\nf4 4. F6 f3 5. E6 e7",
        "1. F5 d6 2. C3 d3 3.\nC4 f4 4. F6 f3 5. E6 e7",
        "1. F5 d6 2. C3 d3 3. C4 f4 4. F6 f3 5. E6\ne7",
        "1. F5 d6 2. C3\nd3 3. C4 f4 4. F6\nf3 5. E6 e7\n",
    ] {
        assert_eq!(read(text), ["1:1 transcript 10"], "{text}");
    }
    assert_eq!(read("1. f5 d6 2. c3\nf5 d6\n"), ["1:1 transcript 3", "2:1 transcript 2"]);
}

#[test]
fn a_list_of_numbered_games_is_not_one_game() {
    for list in [
        "1\tf5\tx\n2\tf5d6\ty\n3\tf5f6\tz\n",
        "1) f5: Pin\n2) f5d6: Pen\n3) f5f6: Pan\n",
        "1. f5\n2. f5d6\n3. f5f6\n",
        "#1 f5\n#2 f5d6\n#3 f5f6\n",
        "* f5\n* f5d6\n* f5f6\n",
        "[\n \"f5\",\n \"f5d6\",\n \"f5f6\"\n]\n",
        "f5\rf5d6\rf5f6\r",
        "f5;a;b\nf5d6;c;d\nf5f6;e;36-28\n",
    ] {
        assert_eq!(games(list), ["f5", "f5d6", "f5f6"], "{list}");
    }
    assert_eq!(games("[\"f5d6c3\",\"f5d6\"]\n"), ["f5d6c3", "f5d6"]);
    assert_eq!(games("[[\"f5\",\"d6\"],[\"f5\",\"f6\"]]\n"), ["f5d6", "f5f6"]);
    // Numbers of a game.
    assert_eq!(games("1. f5 d6 {f4 is parallel}\n2. c3 d3\n3. c4\n"), ["f5d6c3d3c4"]);
    assert_eq!(games("1. f5 d6 (1... f4)\n2. c3 d3\n"), ["f5d6c3d3"]);
    assert_eq!(games("1. f5 d6 {a long\ncomment} 2. c3\n"), ["f5d6c3"]);
    assert_eq!(games("Tournament: Paris\n\nf5d6c3d3\nf5d6c4\n"), ["f5d6c3d3", "f5d6c4"]);
    assert_eq!(games("[code]\nf5d6c3\n[/code]\n")[1], "f5d6c3");
}

#[test]
fn boards_of_other_programs_are_read_with_the_side_beside_or_below() {
    let edax = "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 * to move\n\
                3 - - - - - - - - 3\n4 - - - O * - - - 4 *: discs =  2    moves =  4\n\
                5 - - - * O - - - 5 O: discs =  2    moves =  4\n6 - - - - - - - - 6  empties = 60\n\
                7 - - - - - - - - 7\n8 - - - - - - - - 8\n  A B C D E F G H\n\nf5d6\n";
    assert_eq!(read(edax), ["1:3 board 0", "12:1 transcript 2"]);
    let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows = rows.collect::<Vec<_>>().join("\n");
    for side in [
        "Black to play",
        "Black to play and win",
        "(X to move)",
        "\nBlack to move.",
        "手番：黒",
        "黒番",
    ] {
        assert_eq!(read(&format!("{rows}\n{side}\nf5\n"))[0], "1:1 board 0", "{side}");
    }
    let wide = rows.replace('-', "・").replace('X', "●").replace('O', "〇");
    assert_eq!(read(&format!("{wide}\n●番\n")), ["1:1 board 0"]);
}

#[test]
fn an_invalid_character_refuses_only_its_drawn_board() {
    let drawn = Setup::START.draw().to_string();
    for (row, column) in [(1, 1), (5, 5), (8, 8)] {
        let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
        lines[row].replace_range(2 * column..=2 * column, "Q");
        let (line, column) = (row + 1, 2 * column + 1);
        let found = read(&(lines.join("\n") + "\nf5"));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with(&format!("{line}:{column}: invalid disc 'Q'")), "{found:?}");
    }
}

#[test]
fn games_in_comments_and_names_are_not_games() {
    assert_eq!(read("f5d6 {see (;PB[x]} c3"), ["1:1 transcript 3"]);
    let named = Record {
        black: Player { name: r"(;A[x \(;PB[".into(), ..Player::default() },
        ..Record::default()
    };
    let ggf = named.to_text(Format::Ggf).unwrap();
    assert_eq!(ggf.parse::<Record>().unwrap().black.name, named.black.name, "{ggf}");
}
