use std::fs;
use std::sync::atomic::AtomicBool;

use super::files::early_result;
use super::*;
use engine::score::{Bound, Selectivity};
use engine::search::{Certainty, Line, Source, Usage};
use othello::game::Format;

/// A game in which Black must pass twice at the end.
const GAME: &str = "f5d6c4d3c5f4d7g5d2c3b3b4e3e6g3f3a4c6g4b5a5f6h5e2b7g6c7b6e7a6f7c1d1e1f1g1f2\
                    a3a7a8b8a2b2c8d8e8f8h2g2g8g7h8h7h6h4b1a1h1c2h3";

#[test]
fn a_resignation_counts_as_unsaved() {
    let options = Options { hash: 1, ..Options::default() };
    let mut session = PlaySession::new(Game::default(), None, options, LimitArguments::default());
    let folder = tempfile::tempdir().unwrap();
    let mut is_unsaved_after = |line: &str| {
        session.execute(line);
        session.is_unsaved()
    };
    assert!(is_unsaved_after("f5"));
    let save = format!("save {}", folder.path().join("game.ggf").display());
    assert!(!is_unsaved_after(&save));
    assert!(is_unsaved_after("resign"));
    assert!(!is_unsaved_after(&save));
    // The resignation is undone before the move.
    assert!(is_unsaved_after("undo"));
}

#[test]
fn a_new_game_is_unsaved_even_with_equal_moves() {
    let (options, limits) = (Options { hash: 1, ..Options::default() }, Default::default());
    let mut session = PlaySession::new(Game::default(), None, options, limits);
    let game = Game::from_transcript(Setup::START, "f5").unwrap();
    let mut record = Record::from(game);
    record.event = "Cup".to_owned();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    fs::write(&path, record.to_text(Format::Pgn).unwrap()).unwrap();
    session.load(path.to_str().unwrap()).unwrap();
    assert!(!session.is_unsaved());
    assert_eq!(session.entry().record.event, "Cup");
    session.execute("new");
    session.execute("f5");
    assert!(session.is_unsaved());
    assert_eq!(session.entry().record.event, "");
}

#[test]
fn resigning_resigns_for_the_human_even_on_the_engines_turn() {
    for (human, end) in [
        (Some(Color::White), "white resigns, black wins"),
        (Some(Color::Black), "black resigns, white wins"),
        (None, "black resigns, white wins"),
    ] {
        let options = Options { hash: 1, ..Options::default() };
        let mut session =
            PlaySession::new(Game::default(), human, options, LimitArguments::default());
        assert_eq!(session.execute("resign"), Effect::Changed);
        assert_eq!(session.end().as_deref(), Some(end));
    }
}

#[test]
fn a_loaded_and_resigned_game_is_saved_as_resigned() {
    let (options, limits) = (Options { hash: 1, ..Options::default() }, Default::default());
    let mut session = PlaySession::new(Game::default(), None, options, limits);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(&path, "f5d6").unwrap();
    session.load(path.to_str().unwrap()).unwrap();
    assert_eq!(session.entry().record.result, None);
    session.execute("resign");
    assert_eq!(
        session.entry().record.result,
        Some(early_result(Loss { side: Color::Black, ending: GameEnding::Resigned }))
    );
}

#[test]
fn hints_use_the_latest_options() {
    let (options, limits) = (Options { hash: 1, ..Options::default() }, Default::default());
    let mut session = PlaySession::new(Game::default(), None, options, limits);
    session.set("Level", "3").unwrap();
    assert_eq!(session.hint_engine.options().level, 3);
}

#[test]
fn hints_of_a_stopped_search_are_in_order() {
    let options = Options { hash: 1, ..Options::default() };
    let mut session = PlaySession::new(Game::default(), None, options, Default::default());
    let line = |rank, mv: Square, centidiscs, depth| Line {
        rank,
        depth,
        score: Score::saturating(centidiscs),
        bound: Bound::Exact,
        certainty: Certainty::Selective(Selectivity::Percent73),
        pv: vec![mv.into()],
        source: Source::Search,
    };
    let lines = vec![line(1, Square::F5, 50, 12), line(2, Square::D3, 200, 11)];
    let report = SearchReport { lines, usage: Usage::default(), shortage: None };
    let effect = session.finish(SearchPurpose::Hints(2), report).unwrap();
    let Effect::Say(table) = effect else { panic!("{effect:?}") };
    let moves: Vec<&str> = table.lines().skip(1).take(2).map(|row| &row[..6]).collect();
    assert_eq!(moves, [" 1  d3", " 2  f5"]);
}

#[test]
fn a_level_is_full_strength() {
    let options = Options { hash: 1, skill: 3, ..Options::default() };
    let human = Some(Color::Black);
    let mut session = PlaySession::new(Game::default(), human, options, Default::default());
    assert_eq!(session.strength(Color::White).unwrap(), "skill 3");
    session.execute("level 4");
    assert_eq!(session.strength(Color::White).unwrap(), "level 4");
    session.execute("skill 5");
    assert_eq!(session.strength(Color::White).unwrap(), "skill 5");
}

#[test]
fn a_game_continues_from_an_earlier_move_and_can_be_redone() {
    let game = Game::from_transcript(Setup::START, "f5d6c3d3c4").unwrap();
    let mut session = PlaySession::new(game.clone(), None, Options::default(), Default::default());
    for (number, moves) in [("4", "f5d6c3"), ("2", "f5")] {
        assert_eq!(session.execute(&format!("goto {number}")), Effect::Changed);
        assert_eq!(session.game().transcript(), moves);
    }
    for wrong in ["0", "2", "x"] {
        let Effect::Say(error) = session.execute(&format!("goto {wrong}")) else { panic!() };
        let expected = format!("invalid move number {wrong:?}: expected an integer from 1 to 1");
        assert_eq!(error, expected);
    }
    for _ in 0..4 {
        session.execute("redo");
    }
    assert_eq!(session.game(), &game);
}

#[test]
fn a_review_has_at_least_the_default_level() {
    let game = Game::from_transcript(Setup::START, &GAME[..60]).unwrap();
    let nodes = |level| {
        let options = Options { hash: 1, level, ..Options::default() };
        let limits = LimitArguments::default();
        let mut session = PlaySession::new(game.clone(), None, options, limits);
        let last = session.review().unwrap().step(&AtomicBool::new(false)).unwrap();
        last.usage.nodes
    };
    let usual = Options::default().level;
    assert_eq!(nodes(1), nodes(usual));
    assert!(nodes(usual) < nodes(usual + 2));
}

#[test]
fn all_moves_and_passes_can_be_undone_and_redone() {
    let whole = Game::from_transcript(Setup::START, GAME).unwrap();
    assert_eq!(whole.moves().iter().filter(|&&mv| mv == Move::Pass).count(), 2);
    for human in [None, Some(Color::Black), Some(Color::White)] {
        let mut session =
            PlaySession::new(whole.clone(), human, Options::default(), LimitArguments::default());
        let mut steps = 0;
        while session.execute("undo") == Effect::Changed {
            assert_eq!(session.next_step().unwrap(), Effect::Wait);
            steps += 1;
        }
        assert!(session.game().moves().len() < 2 && steps > 20, "{steps}");
        while session.execute("redo") == Effect::Changed {
            assert_eq!(session.next_step().unwrap(), Effect::Wait);
            steps -= 1;
        }
        assert_eq!((session.game(), steps), (&whole, 0));
    }
}
