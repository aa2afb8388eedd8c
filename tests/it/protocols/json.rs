//! `json on`: every command of `protocol.md` is answered in JSON with the keys listed there.
//! Subcommands use the same keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::run::{run, run_with};
use serde_json::Value;

const PROTOCOL: &str = include_str!("../../../protocol.md");

/// The last positions are solved at once.
const GAME: &str = "e6f4e3f6g5d6e7f5c5";

/// The keys of sessions in protocol.md, by reply.
fn listed_keys() -> BTreeMap<String, BTreeSet<String>> {
    keys_in_table(PROTOCOL)
}

/// The keys of the other commands in protocol.md, by reply.
fn listed_keys_of_others() -> BTreeMap<String, BTreeSet<String>> {
    let (_, others) = PROTOCOL.split_once("### Answers of the other commands").expect("they are");
    keys_in_table(others)
}

/// The keys in the first table of `text`, by reply.
fn keys_in_table(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| `reply` |")).skip(2);
    let mut listed = BTreeMap::<String, BTreeSet<String>>::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let (replies, fields) = row[1..].split_once('|').expect("two columns");
        let mut keys: BTreeSet<String> = quoted(fields).collect();
        for other in ["info", "report"] {
            if fields.contains(&format!("fields of a `{other}`")) {
                keys.extend(listed[other].clone());
            }
        }
        for reply in quoted(replies) {
            listed.insert(reply, keys.clone());
        }
    }
    listed
}

/// The parts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// The keys of an object, those of nested objects included if `deep`.
fn keys(value: &Value, deep: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                found.insert(key.clone());
                if deep {
                    found.extend(
                        keys(value, true).into_iter().map(|inner| format!("{key}.{inner}")),
                    );
                }
            }
        }
        Value::Array(values) if deep => {
            found.extend(values.iter().flat_map(|value| keys(value, true)))
        }
        _ => {}
    }
    found
}

/// The answers to `commands` after `json on`, in a new process.
fn session(commands: &str) -> Vec<Value> {
    let run = run_with(&["--hash", "1"], &format!("json on\n{commands}\n"));
    assert_eq!((run.code, &*run.stderr), (0, ""), "{commands}");
    run.json()
}

/// The commands of the UGI examples, without slow ones and ones that change later answers.
fn examples() -> Vec<String> {
    let ours = PROTOCOL.split("## Which protocol").next().expect("a first part");
    let blocks = ours.split("```transcript\n").skip(1);
    let is_wanted = |line: &&str| {
        !line.starts_with("json")
            && !["stop", "quit", "bench", "perft 40", "go infinite", "UGI"].contains(line)
            && !line.contains("\\{")
    };
    let commands = |block: &str| {
        let lines = block.lines().take_while(|line| *line != "```");
        let sent = lines.filter_map(|line| line.strip_prefix("> ")).filter(is_wanted);
        sent.collect::<Vec<_>>().join("\n")
    };
    blocks.map(commands).filter(|commands| !commands.is_empty()).collect()
}

#[test]
fn every_example_answers_in_json_with_the_listed_keys() {
    let listed = listed_keys();
    let mut seen = BTreeSet::new();
    for commands in examples() {
        for answer in session(&commands) {
            let reply = answer["reply"].as_str().expect("a reply names itself").to_owned();
            let known = listed.get(&reply).unwrap_or_else(|| panic!("{reply} is not listed"));
            for key in keys(&answer, false).iter().filter(|key| *key != "reply") {
                assert!(known.contains(key), "{reply}: {key} is not listed: {answer}");
            }
            seen.insert(reply);
        }
    }
    // Subcommands give these, but a note needs a lack of threads.
    let rest: Vec<&String> = listed.keys().filter(|reply| !seen.contains(*reply)).collect();
    assert_eq!(rest, ["bench", "note", "position"]);
}

#[test]
fn every_command_has_an_example() {
    let help = session("help");
    let used: BTreeSet<String> = examples()
        .iter()
        .flat_map(|commands| commands.lines().map(str::trim_start).map(str::to_lowercase))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    for command in help[0]["commands"].as_array().expect("a list") {
        let name = command["name"].as_str().expect("a name").to_owned();
        let is_left_out = ["bench", "stop", "quit", "json"].contains(&&*name);
        assert!(is_left_out || used.contains(&name), "{name}");
    }
}

#[test]
fn sessions_and_subcommands_have_the_same_keys() {
    for (commands, arguments) in [
        ("moves", &["moves", "f5"][..]),
        ("d", &["show", "f5"]),
        ("eval", &["eval", "f5"]),
        ("eval explain", &["eval", "f5", "--explain"]),
        ("eval explain", &["eval", "f5", "--explain", "--evaluator", "classic"]),
        ("perft 3", &["perft", "3", "f5"]),
        ("perft 3 divide", &["perft", "3", "f5", "--divide"]),
    ] {
        let told = session(&format!("position startpos moves f5\n{commands}"));
        let one_shot = run(&[arguments, &["--json"]].concat()).json();
        let by_reply = |answers: &[Value]| -> BTreeMap<String, BTreeSet<String>> {
            let mut all = BTreeMap::<String, BTreeSet<String>>::new();
            for answer in answers {
                let reply = answer["reply"].as_str().expect("a reply").to_owned();
                all.entry(reply).or_default().extend(keys(answer, true));
            }
            all
        };
        assert!(!told.is_empty(), "{commands}");
        assert_eq!(by_reply(&told), by_reply(&one_shot), "{commands}");
    }
}

#[test]
fn sessions_and_files_validate_with_equal_keys_and_values() {
    for record in [GAME, "f5d6 40-24", "f5d3", "z9", &format!("{GAME} 1-63"), "[Black \"a\"] 1. f5"]
    {
        let told = session(&format!("validate {record}")).swap_remove(0);
        let file = run_with(&["validate", "-", "--all", "--json"], record).json().swap_remove(0);
        let mut in_file = file.as_object().expect("an object").clone();
        assert_eq!(in_file.remove("file"), Some("standard input".into()));
        assert_eq!(told.as_object(), Some(&in_file), "{record}");
    }
    let listed = listed_keys();
    let all = run_with(&["validate", "-", "--json"], "f5").json();
    let records = all.last().expect("the sum");
    let own =
        keys(records, false).into_iter().filter(|key| key != "reply").collect::<BTreeSet<_>>();
    assert_eq!(own, listed["records"].iter().filter(|key| !key.contains(' ')).cloned().collect());
}

#[test]
fn an_analysis_in_a_file_names_its_games() {
    let answers = run(&["analyze", GAME, "--level", "1", "--json"]).json();
    let listed = listed_keys_of_others();
    assert_eq!(answers[0]["reply"], "game");
    for answer in answers {
        let known = &listed[answer["reply"].as_str().expect("a reply")];
        assert!(
            keys(&answer, false).iter().all(|key| key == "reply" || known.contains(key)),
            "{answer}"
        );
    }
}

/// The names of all keys in `value`, at any depth.
fn names(value: &Value) -> BTreeSet<String> {
    let all = keys(value, true);
    all.iter().map(|key| key.rsplit('.').next().expect("a name").to_owned()).collect()
}

#[test]
fn the_other_commands_answer_with_the_listed_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("it is written");
        path.to_str().expect("it is UTF-8").to_owned()
    };
    let [book, games, lines, log] = [
        folder.path().join("a.book").to_str().expect("it is UTF-8").to_owned(),
        file(
            "games.ggf",
            "(;GM[Othello]PB[ann]PW[bob]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6]B[e6]W[d6]B[c7];)\n",
        ),
        file("lines.jsonl", ""),
        folder.path().join("log.jsonl").to_str().expect("it is UTF-8").to_owned(),
    ];
    let late = "tests/data/exact-late.obf";
    assert_eq!(run(&["book", "new", &book]).code, 0);
    let analyzed = run(&["analyze", &games, "--level", "1", "--out", &log]);
    assert_eq!(analyzed.code, 0, "{}", analyzed.stderr);
    let settings = std::fs::read_to_string(&log).expect("it was written");
    let settings: Value =
        serde_json::from_str(settings.lines().next().expect("a line")).expect("JSON");
    let styles = ["style:edge", "style:random"];
    let mut answers = vec![settings];
    for arguments in [
        &["book", "learn", &book, "--positions", "2", "--level", "1"][..],
        &["book", "add", &book, "-", "--level", "1"],
        &["book", "show", &book],
        &["book", "tree", &book],
        &["book", "stats", &book],
        &["book", "check", &book, "--sample", "2", "--level", "1"],
        &["book", "import", &book, &lines],
        &["book", "prune", &book, "--plies", "2"],
        &["solve", late, "--lines", "6"],
        &["solve", late, "--lines", "6", "--all-best"],
        &["analyze", &games, "--players", "--level", "1"],
        &["analyze", &games, "--level", "1"],
        &["puzzles", late, "--lines", "1400-"],
        &["search", &games, "--depth", "2"],
        &["hint", &games, "2", "--depth", "2", "--explain"],
        &["match", "--a", styles[0], "--b", styles[1], "--games", "2", "--sprt", "0", "5"],
        &["tournament", "--player", styles[0], "--player", styles[1], "--rounds", "1"],
        &["bench", "endgame", "--from", "40", "--to", "40"],
        &["bench", "endgame", "--suite", "growth", "--to", "10"],
        &["bench", "midgame", "--depth", "13"],
        &["bench", "threads", "--suite", "midgame", "--depth", "3", "--threads", "2"],
        &["evaltest", late],
        &["params"],
        &["version"],
    ] {
        if arguments.contains(&"import") {
            let exported = run(&["book", "export", &book, "--to", "json"]).stdout;
            file("lines.jsonl", &exported);
        }
        let told = run_with(&[arguments, &["--json"]].concat(), "f5d6c3d3c4 40-24\n");
        assert!(told.code != 2, "{arguments:?}: {}{}", told.stdout, told.stderr);
        answers.extend(told.json());
    }
    let listed = listed_keys_of_others();
    let mut seen = BTreeSet::new();
    for answer in answers {
        let reply = answer["reply"].as_str().expect("a reply names itself").to_owned();
        let known = listed.get(&reply).unwrap_or_else(|| panic!("{reply} is not listed"));
        for key in names(&answer).iter().filter(|key| *key != "reply") {
            assert!(known.contains(key), "{reply}: {key} is not listed: {answer}");
        }
        seen.insert(reply);
    }
    // A fault would need a damaged book.
    let rest: Vec<&String> = listed.keys().filter(|reply| !seen.contains(*reply)).collect();
    assert_eq!(rest, ["fault"]);
}
