//! Small training runs, from games to weights: they repeat, resume and yield an evaluator.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::common::run::{DONE, ERROR, run};
use engine::eval::{Classic, Evaluator, Pattern, Weights};
use engine::score::Score;
use lab::training::calibrate::{Calibration, CalibrationError, Pair, Sampling, fit, pair_up};
use lab::training::corrections::{self, biases, remove_biases};
use lab::training::games::{PlayedGame, read_shard};
use lab::training::network::{Learner, NetworkFit};
use lab::training::searcher::Searcher;
use lab::training::selfplay::{SelfPlay, play};
use lab::training::shards::{RunControl, Shards, files};
use lab::training::targets::{Target, targets};
use othello::board::{Position, Square};

const SELF_PLAY: SelfPlay = SelfPlay {
    seed: 7,
    games_per_shard: 6,
    opening: 8..=14,
    long_openings: 500,
    long_opening: 15..=30,
    noisy_games: 500,
    noise: 100,
    excursions: 0,
    excursion: 1..=8,
    depth: 1..=2,
    exact_empties: 5..=8,
};

const SHARDS: u32 = 3;

fn classic() -> Arc<dyn Evaluator> {
    Arc::new(Classic)
}

/// Runs `work` without a listener.
fn with_control(threads: usize, work: impl FnOnce(RunControl)) {
    work(RunControl { threads, stop: &AtomicBool::new(false), progress: &|_| () });
}

/// The first `count` shards in `folder`.
fn blocks(folder: &Path, count: u32) -> Shards {
    Shards { folder: folder.to_owned(), name: "7-".to_owned(), numbers: 0..count }
}

fn play_to(folder: &Path, threads: usize) {
    let blocks = blocks(folder, SHARDS);
    with_control(threads, |control| {
        play(&SELF_PLAY, &blocks, &classic(), "classic", control).expect("it can play");
    });
}

fn contents(folder: &Path, extension: &str) -> Vec<Vec<u8>> {
    let paths = files(folder, extension).expect("there is a folder");
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

fn games_in(folder: &Path) -> Vec<PlayedGame> {
    let paths = files(folder, "games").expect("there is a folder");
    paths.iter().flat_map(|path| read_shard(path).expect("it is whole")).collect()
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_threads_and_after_an_interruption() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    play_to(folders[0].path(), 1);
    let games = contents(folders[0].path(), "games");
    assert_eq!(games.len(), SHARDS as usize);
    play_to(folders[1].path(), 3);
    assert_eq!(contents(folders[1].path(), "games"), games);
    let removed = &files(folders[1].path(), "games").expect("a folder")[1];
    fs::remove_file(removed).expect("it was there");
    play_to(folders[1].path(), 1);
    assert_eq!(contents(folders[1].path(), "games"), games);
}

#[test]
fn a_shard_does_not_depend_on_earlier_shards() {
    let settings = SelfPlay {
        games_per_shard: 3,
        opening: 2..=2,
        long_openings: 0,
        noisy_games: 0,
        depth: 6..=6,
        ..SELF_PLAY
    };
    let games = [0..2, 1..2].map(|numbers| {
        let folder = tempfile::tempdir().expect("a folder");
        let blocks = Shards { numbers, ..blocks(folder.path(), 0) };
        with_control(1, |control| {
            play(&settings, &blocks, &classic(), "classic", control).expect("games");
        });
        contents(folder.path(), "games").pop()
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn no_move_is_random_shortly_before_exact_play() {
    let settings = SelfPlay { noisy_games: 1000, noise: 1000, ..SELF_PLAY };
    let folder = tempfile::tempdir().expect("a folder");
    with_control(1, |control| {
        play(&settings, &blocks(folder.path(), 1), &classic(), "classic", control).expect("games");
    });
    for PlayedGame { scores, .. } in games_in(folder.path()) {
        let searched = scores.iter().rev().take_while(|score| score.is_some()).count();
        assert_eq!(searched, 2, "{scores:?}");
    }
}

#[test]
fn a_run_with_other_settings_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("games");
    let games = folder.to_str().expect("text");
    let few = ["selfplay", games, "--shards", "1", "--games", "2", "--exact", "4", "--depth"];
    let with = |options: &[&str]| run(&[&few, options].concat());
    assert_eq!(with(&["1"]).code, DONE);
    let played = contents(&folder, "games");
    let again = with(&["1"]);
    assert_eq!(again.code, DONE, "{}", again.stderr);
    assert!(again.stderr.contains("played 0 and kept 1 shards in "), "{}", again.stderr);
    let beside = ["1", "--noise", "61", "--first", "3"];
    for other in [&["2"][..], &beside[..3], &beside, &["1", "--evaluator", "classic"]] {
        let refused = with(other);
        assert_eq!(refused.code, ERROR, "{other:?}");
        let told = [
            "1-00000.games has games of 'pattern-",
            " --seed 1 --games 2 ",
            " --depth 1-1 --exact 4-4': expected '",
            "'; use a new folder or seed",
        ];
        assert!(told.iter().all(|told| refused.stderr.contains(told)), "{}", refused.stderr);
    }
    assert_eq!(with(&["2", "--seed", "2"]).code, DONE);
    assert_eq!(contents(&folder, "games")[0], played[0]);
    fs::write(folder.join("1-00000.games"), "something else").expect("it can be written");
    let foreign = with(&["1"]);
    assert_eq!(foreign.code, ERROR);
    assert!(foreign.stderr.contains("is not a shard of games"), "{}", foreign.stderr);
}

#[test]
fn too_few_openings_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    // The four first moves are equal by symmetry.
    let one = SelfPlay { opening: 1..=1, long_openings: 0, ..SELF_PLAY };
    with_control(1, |control| {
        let played = play(&one, &blocks(folder.path(), 1), &classic(), "classic", control);
        let message = "too few distinct openings: found 1, expected 6; use more plies";
        assert_eq!(played.expect_err("it is refused").to_string(), message);
    });
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none());
}

#[test]
fn games_end_with_their_results_and_openings_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = games_in(folder.path());
    assert_eq!(games.len(), (SHARDS * SELF_PLAY.games_per_shard) as usize);
    for game in &games {
        let positions = game.positions();
        let last = positions.last().expect("at least the start");
        assert!(last.is_over());
        assert_eq!(last.final_difference().discs().abs(), i32::from(game.difference).abs());
        assert_ne!(positions[usize::from(game.opening)], Position::START);
        let proven = positions[game.proven_from()];
        assert!(proven.is_over() || (5..=8).contains(&proven.empty_count()));
    }
}

#[test]
fn targets_are_proven_scores_and_end_at_random_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let searcher = Searcher::new(classic()).expect("memory");
    let games = games_in(folder.path());
    assert!(games.iter().any(|game| game.scores.contains(&None)));
    for game in games {
        let targets = targets(&game, 0.9);
        let last_random = game.scores.iter().rposition(Option::is_none).map_or(0, |at| at + 1);
        let expected = game.squares.len() - usize::from(game.opening) - last_random;
        assert_eq!(targets.len(), expected);
        for target in targets.iter().take(game.squares.len() - game.proven_from()) {
            let score = searcher.solve(target.position).centidiscs() as f32 / 100.0;
            assert_eq!(target.value, score);
        }
    }
}

#[test]
fn every_other_move_of_an_excursion_is_random() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = SelfPlay { noisy_games: 0, excursions: 1000, excursion: 5..=5, ..SELF_PLAY };
    with_control(1, |control| {
        let blocks = blocks(folder.path(), SHARDS);
        play(&settings, &blocks, &classic(), "classic", control).expect("it can play");
    });
    let mut starts = HashSet::new();
    for game in games_in(folder.path()) {
        let random: Vec<usize> =
            (0..game.scores.len()).filter(|&ply| game.scores[ply].is_none()).collect();
        assert_eq!(random.len(), 3, "{game:?}");
        assert_eq!((random[1], random[2]), (random[0] + 2, random[0] + 4));
        starts.insert(random[0]);
    }
    assert!(starts.len() > 5, "too few different starts: {starts:?}");
}

#[test]
fn targets_are_drawn_along_the_game() {
    // Black, White and Black move; scores are for the side to move; Black wins by ten.
    let squares = [Square::F5, Square::D6, Square::C3].to_vec();
    let scores = [200, 400, -600].map(|score| Some(Score::saturating(score))).to_vec();
    let game = PlayedGame { squares, opening: 0, scores, difference: 10 };
    let values: Vec<f32> = targets(&game, 0.5).iter().map(|target| target.value).collect();
    let third = 0.5 * -6.0 + 0.5 * 10.0;
    let second = -(0.5 * -4.0 + 0.5 * third);
    let first = 0.5 * 2.0 + 0.5 * -second;
    assert_eq!(values, [third, second, first]);
}

#[test]
fn training_a_network_is_repeatable_and_corrections_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = games_in(folder.path());
    let all = games.iter().flat_map(|game| targets(game, 0.95));
    // Rows are not trained near the end.
    let samples: Vec<Target> = all.filter(|target| target.position.empty_count() >= 10).collect();
    let fit =
        NetworkFit { seed: 3, epochs: 30, linear_rate: 0.004, row_rate: 0.02, dense_rate: 0.001 };
    let mut errors = Vec::new();
    let mut networks = Vec::new();
    for _ in 0..2 {
        let mut learner = Learner::new(fit.clone());
        learner.learn(&mut samples.clone(), |_, epoch| {
            errors.push(epoch.error);
            true
        });
        networks.push(learner.network());
    }
    assert!(networks[0] == networks[1]);
    assert!(errors[29] < 0.3 * errors[0], "{errors:?}");
    // A continued learner starts with the same network and improves it.
    let mut continued = Learner::continued(fit.clone(), &networks[0]);
    assert!(continued.network() == networks[0]);
    let mut first_error = None;
    continued.learn(&mut samples.clone(), |_, epoch| {
        first_error = Some(epoch.error);
        false
    });
    assert!(first_error < Some(0.5 * errors[0]), "{first_error:?} {errors:?}");

    let mut weights = Weights::zero();
    weights.set_network(networks.swap_remove(0));
    let of = |weights: &Weights| {
        let evaluator = Pattern::new(Arc::new(weights.clone()));
        let error = |sample: &Target| {
            let value = evaluator.evaluate(sample.position).centidiscs() as f32 / 100.0;
            f64::from(value - sample.value)
        };
        let squares: f64 = samples.iter().map(|sample| error(sample).powi(2)).sum();
        (squares / samples.len() as f64).sqrt()
    };
    // Rounding adds little to the error of the last epoch.
    assert!(of(&weights) < errors[29] + 0.5, "{} {}", of(&weights), errors[29]);

    let biases = biases(&weights, &samples, 20).expect("memory");
    // Without samples the bias is that of the same parity.
    for (empties, near) in [(18, 16), (19, 17), (59, 17), (60, 16)] {
        let sum = biases[near].centidiscs() + biases[near - 2].centidiscs();
        assert_eq!(biases[empties].centidiscs(), sum / 2, "{empties}");
    }
    let mut network = weights.network().clone();
    remove_biases(&mut network, &biases);
    weights.set_network(network.clone());
    let after = corrections::biases(&weights, &samples, 20).expect("memory");
    assert!(after.iter().all(|bias| bias.centidiscs().abs() <= 3), "{after:?}");

    // The correction removes most of the depth bias.
    let bias = corrections::depth_bias(&weights, &samples, 20).expect("memory");
    corrections::add_depth_bias(&mut network, bias);
    weights.set_network(network);
    let after = corrections::depth_bias(&weights, &samples, 20).expect("memory");
    assert!(after.centidiscs().abs() <= bias.centidiscs().abs() / 2, "{bias} {after}");

    // A network multiplied by its slope has slope 1.
    let slope = corrections::slope(&weights, &samples, 20).expect("memory");
    let mut learner = Learner::continued(fit.clone(), weights.network());
    learner.scale(slope as f32);
    weights.set_network(learner.network());
    let after = corrections::slope(&weights, &samples, 20).expect("memory");
    assert!((after - 1.0).abs() < 0.05, "{slope} {after}");
    assert_eq!(corrections::slope(&weights, &[], 20).expect("memory"), 1.0);
    // Halfway to twice the values is 1.5 times the values.
    let begin = || Learner::continued(fit.clone(), weights.network());
    let [mut half, mut twice, mut expected] = [begin(), begin(), begin()];
    twice.scale(2.0);
    half.approach(&twice, 0.5);
    expected.scale(1.5);
    assert!(half.network() == expected.network());
    // Saturation keeps the sign.
    learner.scale(1e6);
    let scaled = learner.network();
    for (before, after) in weights.network().dense().iter().zip(scaled.dense()) {
        assert_eq!(before.output().0.map(i16::signum), after.output().0.map(i16::signum));
    }
}

#[test]
fn an_unwritable_output_is_refused_before_training() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = folder.path().to_str().expect("text");
    for output in ["no/such/folder/weights.bin", games] {
        let fit = run(&["fit", output, "--games", games, "--epochs", "1"]);
        assert_eq!((fit.code, &*fit.stdout), (ERROR, ""));
        let fault = format!("outflank: {output} cannot be written: ");
        assert!(fit.stderr.starts_with(&fault), "{}", fit.stderr);
    }
}

#[test]
fn weights_do_not_replace_a_foreign_file() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = folder.path().to_str().expect("text");
    let other = folder.path().join("games.ggf");
    fs::write(&other, "precious").expect("it can be written");
    let refused = run(&["fit", other.to_str().expect("text"), "--games", games, "--epochs", "1"]);
    assert_eq!(refused.code, ERROR);
    let told = "games.ggf holds no weights: expected a new file, or weights to replace";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    assert_eq!(fs::read(&other).expect("it is there"), b"precious");
}

#[test]
fn the_mean_of_several_fits_is_another_network() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = folder.path().to_str().expect("text");
    let fit = |name: &str, more: &[&str]| {
        let output = folder.path().join(name);
        let output = output.to_str().expect("text");
        let arguments = ["fit", output, "--games", games, "--epochs", "1", "--corrections", "0"];
        let fit = run(&[&arguments, more].concat());
        assert_eq!((fit.code, &*fit.stderr), (DONE, ""));
        (fit.stdout, fs::read(output).expect("weights"))
    };
    fit("start", &[]);
    let start = folder.path().join("start");
    let start = ["--start", start.to_str().expect("text")];
    let (of_one, one) = fit("one", &start);
    let (of_two, two) = fit("two", &[&start[..], &["--fits", "2"]].concat());
    assert!(!of_one.contains("mean") && of_two.contains("mean of 2 fits"), "{of_two}");
    assert_eq!(of_two.matches("epoch 1").count(), 2, "{of_two}");
    assert!(of_two.starts_with(&of_one), "the first fit differs: {of_two}");
    assert!(one != two);
}

#[test]
fn constants_are_stored_with_their_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = folder.path().to_str().expect("text");
    let place = |name| folder.path().join(name).to_str().expect("text").to_owned();
    let [these, named] = ["these", "named"].map(place);
    let fit = run(&["fit", &these, "--games", games, "--epochs", "1", "--corrections", "0"]);
    assert_eq!(fit.code, DONE, "{}", fit.stderr);
    fs::copy(&these, &named).expect("it can be copied");
    let few = ["--positions", "20", "--from", "13", "--to", "15", "--deep", "2"];
    let calibrate = |more: &[&str]| {
        let measured = run(&[&["calibrate", "--games", games], &few[..], more].concat());
        assert_eq!(measured.code, DONE, "{}", measured.stderr);
        measured.stdout
    };
    let measured = calibrate(&["--into", &these]);
    assert_eq!(measured, calibrate(&["--into", &named, "--evalfile", &named]));
    assert_ne!(measured, calibrate(&[]), "the weights of the program give others");
    let [these, named] = [these, named].map(|path| fs::read(path).expect("weights"));
    assert!(these == named);
}

#[test]
fn empty_and_repeated_inputs_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().to_str().expect("text");
    let weights = folder.path().join("weights");
    let weights = weights.to_str().expect("text");
    for (arguments, fault) in [
        (
            &["evaltest", "-"][..],
            "outflank: standard input holds no position: expected one or more, in OBF\n",
        ),
        (
            &["fit", weights, "--games", games],
            "outflank: no positions to learn from: expected at least two games, since the first \
             is held out\n",
        ),
        (
            &["evaltest", "tests/data/game.txt"],
            "outflank: tests/data/game.txt:1:1: expected a position with legal moves and the \
             score of at least one\n",
        ),
        (
            &["fit", weights, "--games", "nofolder"],
            "outflank: nofolder: No such file or directory (os error 2): expected a folder of games\n",
        ),
        (
            &["fit", weights, "--games", games, "--games", &format!("{games}/.")],
            &format!("outflank: repeated folder {games}/.: expected each once\n"),
        ),
    ] {
        let refused = run(arguments);
        assert_eq!((refused.code, &*refused.stderr), (ERROR, fault));
    }
}

#[test]
fn invalid_values_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    let games = games.to_str().expect("text");
    let range = "expected an integer from 0 to 60, or a range such as 5-6";
    for (command, flag, value, fault) in [
        ("fit", "--lambda", "2", "expected a number from 0 to 1"),
        ("fit", "--lambda", "nan", "expected a number from 0 to 1"),
        ("fit", "--row-rate", "-0.1", "expected a number from 0 to 1"),
        ("fit", "--fits", "0", "expected an integer from 1"),
        ("fit", "--empties", "0-70", "expected an integer from 1 to 60, or a range"),
        ("selfplay", "--exact", "61", range),
        ("selfplay", "--opening", "70", range),
        ("selfplay", "--long-opening", "15-61", range),
        ("selfplay", "--depth", "0", "expected an integer from 1 to 60, or a range"),
        ("selfplay", "--shards", "0", "expected an integer from 1 to 1000000"),
        ("selfplay", "--first", "4294967295", "expected an integer from 0 to 1000000"),
        ("selfplay", "--games", "0", "expected an integer from 1"),
        ("selfplay", "--noise", "1001", "expected an integer from 0 to 1000"),
    ] {
        let refused = run(&[command, games, flag, value]);
        assert_eq!((refused.code, &*refused.stdout), (ERROR, ""), "{command} {flag} {value}");
        let start = format!("outflank: invalid value '{value}' for '{flag} ");
        assert!(refused.stderr.starts_with(&start), "{}", refused.stderr);
        assert!(refused.stderr.contains(&format!("': {fault}")), "{}", refused.stderr);
    }
    assert!(!Path::new(games).exists());
}

#[test]
fn a_stopped_run_leaves_no_partial_block() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = blocks(folder.path(), SHARDS);
    let control = RunControl { threads: 2, stop: &AtomicBool::new(true), progress: &|_| () };
    play(&SELF_PLAY, &blocks, &classic(), "classic", control).expect("stopping is no error");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

/// Runs `work` and stops it during a search.
fn stopped_at_work(work: impl FnOnce(RunControl)) {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.store(true, Relaxed);
        });
        work(RunControl { threads: 2, stop: &stop, progress: &|_| () });
    });
}

#[test]
fn stopping_a_run_ends_its_searches() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = games_in(folder.path());
    // These searches do not end by themselves.
    let endless =
        SelfPlay { opening: 4..=6, long_openings: 0, exact_empties: 60..=60, ..SELF_PLAY };
    let folder = tempfile::tempdir().expect("a folder");
    stopped_at_work(|control| {
        let blocks = blocks(folder.path(), SHARDS);
        play(&endless, &blocks, &classic(), "classic", control).expect("stopping is no error");
    });
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    let endless = Calibration {
        sampling: Sampling { seed: 3, empties: 44..=44, wild: 0, wild_moves: 0 },
        positions: 60,
        deep: 2,
        exact_empties: 44,
        solve_empties: 44,
    };
    stopped_at_work(|control| {
        let trials = endless.run(&games, &classic(), control).expect("stopping is no error");
        assert_eq!(trials, []);
    });
}

#[test]
fn searches_are_compared_and_constants_fitted() {
    let folder = tempfile::tempdir().expect("a folder");
    play_to(folder.path(), 1);
    let games = games_in(folder.path());
    let calibration = Calibration {
        sampling: Sampling { seed: 3, empties: 13..=18, wild: 500, wild_moves: 6 },
        positions: 60,
        deep: 4,
        exact_empties: 13,
        solve_empties: 14,
    };
    with_control(1, |control| {
        let outcome = calibration.run(&[], &classic(), control);
        assert!(matches!(outcome, Err(CalibrationError::NoGames)));
    });
    let mut runs = Vec::new();
    for threads in [1, 3] {
        with_control(threads, |control| {
            runs.push(calibration.run(&games, &classic(), control).expect("it can search"));
        });
    }
    assert_eq!(runs[0], runs[1]);
    let trials = &runs[0];
    assert!(trials.len() > 40, "{}", trials.len());
    assert!(trials.iter().all(|trial| trial.values.len() == 5));
    assert!(trials.iter().all(|trial| trial.end.is_some() == (trial.empties <= 14)));

    let errors = pair_up(trials);
    let with_13 = trials.iter().filter(|trial| trial.empties == 13).count();
    let pair = |deep| Pair { empties: 13, shallow: 1, deep };
    assert_eq!(errors[&pair(3)].count, with_13 as u64);
    assert_eq!(errors[&pair(13)].count, with_13 as u64);
    assert!(errors[&pair(13)].root_mean_square() > errors[&pair(3)].root_mean_square());
    assert!(fit(&errors).expect("there are errors").is_valid());
}
