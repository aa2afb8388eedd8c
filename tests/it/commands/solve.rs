//! `solve`: order, formats, `--check` and errors.

use std::fs;

use crate::common::batch::{ENDGAMES, HARD, endgames, file, solve, solve_with};
use crate::common::run::{DONE, ERROR, NO, Run, answer};
use crate::common::text;
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn results_keep_the_order_of_the_input_with_any_number_of_jobs() {
    let alone = solve(&[ENDGAMES, "--json"]);
    let together = solve(&[ENDGAMES, "--json", "--jobs", "4"]);
    assert_eq!((alone.code, together.code), (DONE, DONE));
    let lines: Vec<u64> = together.json().iter().filter_map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines.len(), 300);
    assert!(lines.is_sorted());
    let scores = |run: &Run| -> Vec<Value> {
        run.json().into_iter().map(|row| row["score"].clone()).collect()
    };
    assert_eq!(scores(&alone), scores(&together));
}

#[test]
fn solves_do_not_depend_on_earlier_positions() {
    // With enough empties for the table to matter.
    let problem = "-OO-X-O---OXXO--OXXOOOOOOXXOOOOOOXOOOOOO--XOXOXO-XXXXXXO---OOOOO X";
    let lines = format!("{problem}\n{problem}\n");
    let twice = solve_with(&["-", "--json", "--jobs", "1"], &lines);
    let nodes: Vec<u64> = twice.json().iter().filter_map(|row| row["nodes"].as_u64()).collect();
    assert!(nodes.len() == 2 && nodes[0] == nodes[1], "{nodes:?}");
}

#[test]
fn a_result_has_all_fields_in_every_format() {
    let problem = &endgames(1)[0];
    let json = solve_with(&["-", "--json"], problem);
    let row = &json.json()[0];
    let mut names: Vec<&String> = row.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(
        names,
        [
            "best",
            "board",
            "bound",
            "certainty",
            "column",
            "depth",
            "line",
            "multipv",
            "nodes",
            "pv",
            "reply",
            "score",
            "selectivity",
            "status",
            "time"
        ]
    );
    assert_eq!((&row["status"], &row["certainty"]), (&"solved".into(), &"exact".into()));
    assert_eq!(row["board"], problem[..66]);
    assert_eq!(row["best"], row["pv"][0]);

    let csv = solve_with(&["-", "--csv"], problem).stdout;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "file,line,board,status,best,score,bound,certainty,selectivity,depth,all_best,nodes,time,pv"
    );
    assert!(lines[1].starts_with(&format!(",1,{},solved,", &problem[..66])));
    let score = format!("{:.2}", row["score"].as_f64().unwrap());
    assert_eq!(lines[1].split(',').nth(5), Some(&*score));
    assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());

    let text = solve_with(&["-"], problem).stdout;
    let start = format!("line 1 board {} status solved best ", &problem[..66]);
    assert!(text.starts_with(&start), "{text}");
    assert!(text.contains(&format!(" score {score} certainty exact ")), "{text}");
}

#[test]
fn correct_scores_pass_the_check() {
    let run = solve(&[ENDGAMES, "--check", "--jobs", "2"]);
    assert_eq!(run.code, DONE);
    assert_eq!(run.stderr, "outflank: 300 right, 0 wrong, 0 without a score to compare with\n");
    assert_eq!(solve(&[ENDGAMES, "--check", "--wld"]).code, DONE);
    // A file without positions is an error, a range of its lines is not.
    for (lines, code) in [(&[][..], ERROR), (&["--lines", "1-2"], DONE)] {
        assert_eq!(solve_with(&[&["-", "--check"], lines].concat(), "# one\n# two\n").code, code);
    }
}

#[test]
fn wrong_scores_and_moves_fail_the_check() {
    let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";
    let good = solve_with(&["-", "--csv"], board).stdout;
    let row: Vec<&str> = good.lines().nth(1).unwrap().split(',').collect();
    let (score, best) = (row[5], row[4]);
    let input = format!("{board}; {best}:{score};\n{board}; {best}:+64;\n{board}\n");
    let run = solve_with(&["-", "--check"], &input);
    assert_eq!(run.code, NO);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert!(errors[0].starts_with("outflank: standard input:2: score "), "{errors:?}");
    assert_eq!(errors[1], "outflank: 1 right, 1 wrong, 1 without a score to compare with");
    assert_eq!(run.stdout.lines().count(), 3);
}

/// The best moves of `problem` and the others.
fn best_and_other_moves(problem: &str) -> (Vec<String>, Vec<String>) {
    let row = &solve_with(&["-", "--json", "--all-best"], problem).json()[0];
    let best = row["all_best"].as_array().unwrap().iter();
    let best: Vec<String> = best.map(|mv| mv.as_str().unwrap().to_owned()).collect();
    let moves = answer(&["moves", problem]);
    let others = moves.split_whitespace().skip(1).map(str::to_owned);
    let others = others.filter(|mv| !best.contains(mv)).collect();
    (best, others)
}

#[test]
fn an_unlisted_move_fails_the_check_if_several_are_listed() {
    // Two moves of a problem that are not best, with the score of the best one.
    let problems = endgames(30).into_iter();
    let problem = problems.map(|problem| (best_and_other_moves(&problem).1, problem));
    let (others, problem) = problem.into_iter().find(|(others, _)| others.len() > 1).unwrap();
    let score = solve_with(&["-", "--json"], &problem).json()[0]["score"].clone();
    let [one, other] = [&others[0], &others[1]];
    let input = format!("{}; {one}:{score}; {other}:{score};", &problem[..66]);
    let run = solve_with(&["-", "--check"], &input);
    assert_eq!(run.code, NO);
    assert!(run.stderr.contains("1: best move "), "{}", run.stderr);
}

#[test]
fn any_best_move_passes_the_check_if_one_is_listed() {
    let problems = endgames(60);
    let problem = problems.iter().find(|problem| problem.matches(':').count() > 1);
    let problem = problem.expect("one with several best moves");
    let (best, _) = best_and_other_moves(problem);
    let score = solve_with(&["-", "--json"], problem).json()[0]["score"].clone();
    let line = |mv| format!("{}; {mv}:{score};\n", &problem[..66]);
    let run = solve_with(&["-", "--check"], &best.iter().map(line).collect::<String>());
    assert_eq!(run.code, DONE, "{}", run.stderr);
    assert!(run.stderr.starts_with(&format!("outflank: {} right, 0 wrong", best.len())));
}

#[test]
fn all_best_moves_agree_with_the_table() {
    for problem in endgames(20) {
        let row = &solve_with(&["-", "--json", "--all-best"], &problem).json()[0];
        let found = row["all_best"].as_array().unwrap();
        let mut found: Vec<&str> = found.iter().map(|mv| mv.as_str().unwrap()).collect();
        let known = problem[67..].split('%').next().unwrap().to_lowercase();
        let mut known: Vec<&str> = known
            .split(';')
            .filter_map(|part| part.trim().split_once(':'))
            .map(|(mv, _)| mv)
            .collect();
        found.sort_unstable();
        known.sort_unstable();
        assert_eq!(found, known, "{problem}");
    }
}

#[test]
fn wld_solves_are_proven() {
    let run = solve(&[ENDGAMES, "--wld", "--json", "--lines", "1-60"]);
    assert_eq!(run.code, DONE);
    for row in run.json() {
        assert_eq!(row["status"], "solved");
        assert_ne!(row["certainty"], "selective");
    }
}

#[test]
fn boards_transcripts_and_fens_are_problems_too() {
    let game = "f5d6c3d3c4";
    let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";
    let fen = "OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/XOOOOO2 X";
    let input = format!("% one\n\n{board}\n  # two\r\n{fen}\r\n{game}\n");
    let run = solve_with(&["-", "--json", "--timeout", "0.5"], &input);
    let rows = run.json();
    let lines: Vec<u64> = rows.iter().filter_map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines, [3, 5, 6]);
    assert_eq!(rows[0]["board"], rows[1]["board"]);
    assert_eq!(rows[0]["score"], rows[1]["score"]);
    assert_eq!(rows[2]["status"], "unsolved");
}

#[test]
fn an_unreadable_file_is_reported_for_any_range_of_lines() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("header.wtb");
    for (bytes, fault) in [
        (&[20, 26, 2, 18, 1, 0, 0, 0, 0, 0][..], "cannot read the header"),
        (&[b'x', 0, 1, 2], "unknown file: expected text, a WTHOR file or a ZIP archive"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        for lines in ["1-", "5-9"] {
            let run = solve(&[text(&path), "--lines", lines]);
            assert_eq!(run.code, NO, "{lines}");
            assert!(run.stderr.contains(fault), "{}", run.stderr);
        }
    }
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_solved() {
    let folder = TempDir::new().unwrap();
    let good = &endgames(1)[0];
    let input =
        file(&folder, "in.obf", &format!("{good}\n---\nf5f5\n{good}\n{} X; A1:+2;\n", &good[..64]));
    let run = solve(&[text(&input), "--json"]);
    assert_eq!(run.code, NO);
    assert_eq!(run.json().len(), 2);
    let errors: Vec<&str> = run.stderr.lines().collect();
    let name = text(&input);
    assert!(errors[0].starts_with(&format!("outflank: {name}:2:1: invalid record \"---\"")));
    assert!(errors[1].starts_with(&format!("outflank: {name}:3:3: move 2, \"f5\"")));
    assert_eq!(
        errors.last().unwrap(),
        &"outflank: 2 of 2 positions solved, 0 given up, 3 bad lines"
    );
}

#[test]
fn a_timeout_gives_up_a_position() {
    let input = format!("{HARD}\n{}\n", endgames(1)[0]);
    let run = solve_with(&["-", "--timeout", "0.5", "--json", "--check"], &input);
    assert_eq!(run.code, NO);
    let rows = run.json();
    assert_eq!((&rows[0]["status"], &rows[1]["status"]), (&"unsolved".into(), &"solved".into()));
    assert!(run.stderr.ends_with("1 of 2 positions solved, 1 given up, 0 bad lines\n"));
}

#[test]
fn unusable_files_are_errors() {
    let run = solve(&["missing.obf"]);
    assert_eq!(run.code, ERROR);
    assert!(run.stderr.contains("there is no file \"missing.obf\""), "{}", run.stderr);
    let run = solve(&[ENDGAMES, "--out", "no such folder/out.jsonl"]);
    assert_eq!(run.code, ERROR);
    assert!(run.stderr.contains("no such folder/out.jsonl cannot be opened: "), "{}", run.stderr);
    let run = solve(&[ENDGAMES, "--out", "out.parquet"]);
    assert_eq!(run.code, ERROR);
    let told = "invalid file name \"out.parquet\": expected one in .jsonl, .json, .csv or .txt (for \
                Parquet use Python";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn an_empty_batch_is_done() {
    let run = solve_with(&["-"], "% no position\n");
    assert_eq!((run.code, &*run.stderr), (DONE, "outflank: nothing to solve\n"));
}

#[test]
fn foreign_lines_in_a_log_are_quoted() {
    let folder = TempDir::new().unwrap();
    let settings = "{\"reply\":\"settings\",\"wld\":false,\"all_best\":false}\n";
    for (head, number) in [("", 1), (settings, 2)] {
        let out = file(&folder, "out.jsonl", &format!("{head}these are no results\n"));
        let run = solve(&[ENDGAMES, "--out", text(&out), "--resume"]);
        let fault =
            format!("line {number}: invalid result \"these are no results\": expected a line");
        assert_eq!(run.code, ERROR);
        assert!(run.stderr.contains(&fault), "{}", run.stderr);
    }
}

#[test]
fn a_foreign_file_is_left_unchanged() {
    let folder = TempDir::new().unwrap();
    let problem = endgames(1).remove(0);
    let input = file(&folder, "in.json", &problem);
    let run = solve(&[text(&input), "--out", text(&input), "--resume"]);
    assert_eq!(run.code, ERROR);
    assert!(run.stderr.contains("this is not a log"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&input).unwrap(), problem);
    let bytes = folder.path().join("bytes.jsonl");
    fs::write(&bytes, b"\xff\n").unwrap();
    let run = solve(&[text(&input), "--out", text(&bytes), "--resume"]);
    assert_eq!(run.code, ERROR);
    assert!(
        run.stderr.contains("bytes.jsonl: this is not text: expected results"),
        "{}",
        run.stderr
    );
    assert_eq!(fs::read(&bytes).unwrap(), b"\xff\n");
}

#[test]
fn shards_and_lines_share_the_input() {
    let numbers = |arguments: &[&str]| -> Vec<u64> {
        let run = solve(&[&[ENDGAMES, "--json"], arguments].concat());
        assert_eq!(run.code, DONE, "{}", run.stderr);
        run.json().iter().filter_map(|row| row["line"].as_u64()).collect()
    };
    let all = numbers(&["--lines", "1-40"]);
    let mut shards: Vec<u64> = ["1/3", "2/3", "3/3"]
        .into_iter()
        .flat_map(|shard| numbers(&["--lines", "1-40", "--shard", shard]))
        .collect();
    assert_eq!(shards[0], all[0]);
    assert_eq!(shards[1], all[3]);
    shards.sort_unstable();
    assert_eq!(shards, all);
    assert!(numbers(&["--lines", "20-"]).first() >= Some(&20));
    for shard in ["0/3", "4/3", "2", "a/b"] {
        let run = solve(&[ENDGAMES, "--shard", shard]);
        assert_eq!(run.code, ERROR, "{shard}");
        assert!(run.stderr.contains("expected I/N such as 2/10"), "{}", run.stderr);
    }
}

#[test]
fn lines_without_a_position_are_named() {
    let run = solve_with(&["-", "--lines", "1-2"], "# one\n# two\nf5\n");
    let told = "outflank: lines 1-2 of standard input: no position there\n";
    assert_eq!((run.code, &*run.stderr), (DONE, told));
}

#[test]
fn a_node_limit_ends_at_the_same_node_each_time() {
    let rows = || {
        let run = solve_with(&["-", "--nodes", "200000", "--json"], HARD);
        assert_eq!(run.code, NO);
        let mut rows = run.json();
        rows.iter_mut().for_each(|row| row["time"] = Value::Null);
        rows
    };
    let first = rows();
    assert_eq!(first[0]["status"], "unsolved");
    assert_eq!(rows(), first);
}

#[test]
fn several_files_are_one_list() {
    let folder = TempDir::new().unwrap();
    let one = file(&folder, "one.obf", &endgames(2).join("\n"));
    let two = file(&folder, "two.obf", &endgames(3).join("\n"));
    let run = solve(&[text(&one), text(&two), "--csv", "--jobs", "2"]);
    assert_eq!(run.code, DONE, "{}", run.stderr);
    let places: Vec<String> = run
        .stdout
        .lines()
        .skip(1)
        .map(|row| row.split(',').take(2).collect::<Vec<_>>().join(":"))
        .collect();
    let (one, two) = (text(&one), text(&two));
    let expected = [format!("{one}:1"), format!("{one}:2"), format!("{two}:1")];
    assert_eq!(places[..3], expected);
    assert_eq!(places.len(), 5);
    // The name of the file decides the format.
    let out = folder.path().join("out.csv");
    assert_eq!(solve(&[one, two, "--out", text(&out)]).code, DONE);
    let csv = fs::read_to_string(&out).unwrap();
    assert_eq!((csv.lines().count(), csv.starts_with("file,line,board,")), (6, true), "{csv}");
    let again = solve(&[one, "--out", text(&out), "--resume"]);
    assert!(again.stderr.contains("--resume needs a file that ends in .jsonl"), "{}", again.stderr);
}
