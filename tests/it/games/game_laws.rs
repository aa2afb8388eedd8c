//! Laws of games and their text forms, over random games and texts: output reads back, and no text
//! makes a parser panic.

use std::time::Duration;

use othello::board::{Bitboard, Color, Move, Square};
use othello::game::{
    Clock, Drawing, Game, GameEnding, GameResult, MatchKind, MoveNote, MoveScore, Player, Record,
    Setup, obf_problems,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

fn sides() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// Random discs, mostly unreachable.
fn wild_setups() -> impl Strategy<Value = Setup> {
    (any::<u64>(), any::<u64>(), sides()).prop_map(|(occupied, black, side)| {
        let (black, white) = (Bitboard(occupied & black), Bitboard(occupied & !black));
        Setup::from_discs(black, white, side).expect("no square holds both")
    })
}

/// Games of any length. Forced passes are played or left out.
fn games_from(start: Setup) -> impl Strategy<Value = Game> {
    vec((any::<Index>(), any::<bool>()), 0..70).prop_map(move |choices| {
        let mut game = Game::new(start);
        for (index, asks_for_pass) in choices {
            let mut moves: Vec<Move> = game.legal_moves().collect();
            if moves == [Move::Pass] && !asks_for_pass {
                let passed = game.setup().after(Move::Pass).expect("the pass is legal");
                moves = passed.legal_moves().collect();
            }
            if !moves.is_empty() {
                game.play(*index.get(&moves)).expect("the move is legal");
            }
        }
        game
    })
}

fn games() -> impl Strategy<Value = Game> {
    prop_oneof![Just(Setup::START), wild_setups()].prop_flat_map(games_from)
}

fn setups() -> impl Strategy<Value = Setup> {
    prop_oneof![wild_setups(), games().prop_map(|game| game.setup())]
}

fn problems() -> impl Strategy<Value = Record> {
    let scores = vec((any::<Index>(), -6400..=6400), 0..5);
    (setups(), scores, "([!-~]([ -~]*[!-~])?)?").prop_map(|(setup, scores, comment)| {
        let moves: Vec<Move> = setup.legal_moves().collect();
        let score = |(index, centidiscs): (Index, i32)| {
            let mv = *moves.get(index.index(moves.len().max(1)))?;
            Some(MoveScore { mv, centidiscs })
        };
        let mut record = Record::from(setup);
        record.scores = scores.into_iter().filter_map(score).collect();
        record.comment = comment;
        record
    })
}

fn seconds() -> impl Strategy<Value = Duration> {
    prop_oneof![Just(0), 0..7200_u64, any::<u32>().prop_map(u64::from)]
        .prop_map(Duration::from_secs)
}

fn clocks() -> impl Strategy<Value = Clock> {
    (seconds(), seconds(), option::of(seconds())).prop_map(|(time, increment, grace)| Clock {
        time,
        increment,
        grace,
    })
}

fn players() -> impl Strategy<Value = Player> {
    ("\\PC*", "[0-9.]{0,6}", option::of(clocks())).prop_map(|(name, rating, clock)| Player {
        name,
        rating,
        clock,
    })
}

fn results() -> impl Strategy<Value = GameResult> {
    let endings = prop_oneof![
        Just(GameEnding::Played),
        Just(GameEnding::Resigned),
        Just(GameEnding::TimedOut),
        Just(GameEnding::Agreed),
    ];
    (-6400..=6400, endings)
        .prop_map(|(centidiscs, ending)| GameResult::Difference { centidiscs, ending })
}

fn notes() -> impl Strategy<Value = MoveNote> {
    let times = any::<u32>().prop_map(|milliseconds| Duration::from_millis(milliseconds.into()));
    (option::of(any::<i32>()), option::of(times)).prop_map(|(centidiscs, time)| MoveNote {
        centidiscs,
        time,
        ..MoveNote::default()
    })
}

fn ggf_games() -> impl Strategy<Value = Record> {
    let players = (players(), players(), any::<bool>());
    let match_kind = (any::<bool>(), option::of(any::<u32>()));
    let about = ("\\PC*", "[ -~]*", match_kind, option::of(results()));
    (games(), vec(notes(), 128), players, about).prop_map(
        |(moves, notes, (black, mut white, same_clock), (place, date, kind, result))| {
            let mut game = Record::from(moves.start());
            for (&mv, note) in moves.moves().iter().zip(notes) {
                game.play_noted(mv, note).expect("the move is legal");
            }
            if same_clock {
                white.clock = black.clock;
            }
            let (synchro, random_discs) = kind;
            game.kind = MatchKind { synchro, random_discs, komi: false };
            (game.place, game.date, game.black, game.white) = (place, date, black, white);
            game.result = result;
            game
        },
    )
}

/// A text that we print, in any form.
fn printed_texts() -> impl Strategy<Value = String> {
    let drawn = |setup: Setup| setup.draw().with_legal_moves().to_string();
    prop_oneof![
        setups().prop_map(|setup| setup.to_string()),
        setups().prop_map(Setup::to_fen),
        setups().prop_map(drawn),
        games().prop_map(|game| game.transcript_with_passes()),
        problems().prop_map(|problem| problem.to_obf()),
        ggf_games().prop_map(|game| game.to_ggf()),
    ]
}

/// The same with a few characters removed, changed or added.
fn damaged_texts() -> impl Strategy<Value = String> {
    let edits = vec((any::<Index>(), 0..2_usize, option::of(any::<char>())), 1..4);
    (printed_texts(), edits).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (index, lost, added) in edits {
            let start = index.index(characters.len() + 1);
            let end = (start + lost).min(characters.len());
            characters.splice(start..end, added);
        }
        characters.into_iter().collect()
    })
}

fn any_texts() -> impl Strategy<Value = String> {
    prop_oneof!["(?s).*", r"[XO*.a-h0-9A-H ;:|\[\]()/%\\PSBW\n,-]*", damaged_texts(),]
}

fn all_moves() -> impl Iterator<Item = Move> {
    Square::ALL.into_iter().map(Move::Place).chain([Move::Pass])
}

proptest! {
    #[test]
    fn setups_read_back_from_boards(setup in setups()) {
        prop_assert_eq!(setup.to_string().parse(), Ok(setup));
    }

    #[test]
    fn setups_read_back_from_fen(setup in setups()) {
        prop_assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(setup));
    }

    #[test]
    fn setups_read_back_from_drawings(setup in setups(), last in any::<Index>(), dots: bool) {
        let drawing: Drawing = setup.draw().with_last_move(Some((*last.get(&Square::ALL)).into()));
        let drawing = if dots { drawing.with_legal_moves() } else { drawing };
        prop_assert_eq!(drawing.to_string().parse(), Ok(setup));
    }

    #[test]
    fn setups_have_their_discs(setup in setups()) {
        let contents = Square::ALL.map(|square| setup.disc_at(square));
        prop_assert_eq!(Setup::from_squares(&contents, setup.side), setup);
        prop_assert_eq!(
            Setup::from_discs(setup.black(), setup.white(), setup.side),
            Some(setup)
        );
    }

    #[test]
    fn moves_are_listed_or_refused_with_a_reason(setup in setups()) {
        let legal: Vec<Move> = setup.legal_moves().collect();
        for mv in all_moves() {
            prop_assert_eq!(setup.explain_illegal(mv).is_none(), legal.contains(&mv), "{}", mv);
        }
        prop_assert_eq!(setup.final_difference().is_some(), legal.is_empty());
    }

    #[test]
    fn records_are_legal_move_by_move(game in games()) {
        let mut setup = game.start();
        for (before, mv) in game.turns() {
            prop_assert_eq!(before, setup);
            setup = setup.after(mv).expect("recorded moves are legal");
        }
        prop_assert_eq!(setup, game.setup());
    }

    #[test]
    fn undo_reverts_each_play(mut game in games()) {
        let mut record = vec![];
        while let Some(mv) = game.undo() {
            record.push((game.clone(), mv));
        }
        prop_assert_eq!(game.moves(), []);
        for (before, mv) in record.into_iter().rev() {
            prop_assert_eq!(&game, &before);
            game.play(mv).expect("it was legal before");
        }
    }

    #[test]
    fn games_read_back_from_transcripts(game in games()) {
        let text = game.transcript_with_passes();
        prop_assert_eq!(Game::from_transcript(game.start(), &text), Ok(game.clone()));
        let mut game = game;
        while game.moves().last() == Some(&Move::Pass) {
            game.undo();
        }
        let text = game.transcript();
        prop_assert_eq!(Game::from_transcript(game.start(), &text), Ok(game.clone()));
        let numbered: String = (1..)
            .zip(game.moves().chunks(2))
            .map(|(number, moves)| format!("{number}. {moves:?}\n"))
            .collect();
        let text = numbered.replace(['[', ']'], "").to_uppercase();
        prop_assert_eq!(Game::from_transcript(game.start(), &text), Ok(game));
    }

    #[test]
    fn problems_read_back(problem in problems()) {
        let line = problem.to_obf();
        prop_assert_eq!(Record::from_obf(&line), Ok(problem.clone()));
        let read: Vec<_> = obf_problems(&line).collect();
        prop_assert_eq!(read, vec![(1, Ok(problem))]);
    }

    #[test]
    fn ggf_games_read_back(game in ggf_games()) {
        let mut game = game;
        game.result = game.outcome();
        if game.notes().iter().all(|note| *note == MoveNote::default()) {
            game.set_notes(Vec::new());
        }
        prop_assert_eq!(Record::from_ggf(&game.to_ggf()), Ok(game));
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any_texts()) {
        let _ = text.parse::<Setup>();
        let _ = Setup::from_fen(&text);
        let _ = Game::from_transcript(Setup::START, &text);
        let _ = Record::from_obf(&text);
        let _ = obf_problems(&text).count();
        let _ = Record::from_ggf(&text);
    }

    #[test]
    fn errors_stay_short(text in any_texts()) {
        let errors = [
            text.parse::<Setup>().err().map(|error| error.to_string()),
            Setup::from_fen(&text).err().map(|error| error.to_string()),
            Game::from_transcript(Setup::START, &text).err().map(|error| error.to_string()),
            Record::from_obf(&text).err().map(|error| error.to_string()),
            Record::from_ggf(&text).err().map(|error| error.to_string()),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(error.chars().count() < 500, "{}", error);
        }
    }
}
