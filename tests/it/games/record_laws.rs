//! Laws of records: a format reads back all that it holds, with any text around it, and no bytes
//! make the reader panic.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use othello::board::{Bitboard, Color, Move, Square, Symmetry};
use othello::game::{
    Clock, Format, FoundRecord, Game, GameEnding, GameResult, Mark, MatchKind, MoveNote, MoveScore,
    Player, Record, RecordPart, RecordWriter, Records, Setup, Theory, Unique, Variation,
    WthorNameFiles, WthorNames,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

/// Games of any length, from the start or from random discs.
fn games() -> impl Strategy<Value = Game> {
    let wild = (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(occupied, black, side)| {
        let (black, white) = (Bitboard(occupied & black), Bitboard(occupied & !black));
        let side = if side { Color::Black } else { Color::White };
        Setup::from_discs(black, white, side).expect("no square holds both")
    });
    let starts = prop_oneof![3 => Just(Setup::START), 1 => wild];
    (starts, vec(any::<Index>(), 0..75)).prop_map(|(start, choices)| {
        let mut game = Game::new(start);
        for index in choices {
            let moves: Vec<Move> = game.legal_moves().collect();
            if !moves.is_empty() {
                game.play(*index.get(&moves)).expect("the move is legal");
            }
        }
        game
    })
}

/// Names in Latin-1.
fn words() -> impl Strategy<Value = String> {
    "([a-zA-Zé][a-zA-Z0-9é\"\\\\\\] ._-]{0,10}[a-z0-9é])?"
}

/// Texts that a format may change: surrounding blanks, control characters, characters with a
/// meaning in some format, and characters outside Latin-1.
fn wild_texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ a-c?.\\-\n\t\u{0}\u{85}\u{a0}\u{2028}é😀\"\\\\%#;:()\\[\\]{}]{0,30}",
        "[a-z]{18,27}"
    ]
}

fn players() -> impl Strategy<Value = Player> {
    let clocks = option::of((0..9000_u64, 0..60_u64, option::of(0..300_u64))).prop_map(|clock| {
        clock.map(|(time, increment, grace)| Clock {
            time: Duration::from_secs(time),
            increment: Duration::from_secs(increment),
            grace: grace.map(Duration::from_secs),
        })
    });
    (words(), "([0-9]{3,4})?", clocks).prop_map(|(name, rating, clock)| Player {
        name,
        rating,
        clock,
    })
}

fn notes() -> impl Strategy<Value = MoveNote> {
    (option::of(-6400..=6400), option::of(any::<u32>()), words(), marks()).prop_map(
        |(centidiscs, time, comment, marks)| MoveNote {
            centidiscs,
            time: time.map(|time| Duration::from_millis(time.into())),
            comment,
            marks,
        },
    )
}

fn marks() -> impl Strategy<Value = BTreeSet<Mark>> {
    let square = || any::<Index>().prop_map(|index| Square::ALL[index.index(64)]);
    btree_set((square(), square()), 0..3).prop_map(|pairs| {
        let mark = |(from, to)| if from < to { Mark::Arrow(from, to) } else { Mark::Square(to) };
        pairs.into_iter().map(mark).collect()
    })
}

/// Results that every format with results can hold.
fn results() -> impl Strategy<Value = Option<GameResult>> {
    option::of((-32..=32).prop_map(|half| {
        let ending = GameEnding::Played;
        GameResult::Difference { centidiscs: half * 200, ending }
    }))
}

fn records() -> impl Strategy<Value = Record> {
    let texts = (words(), words(), "([0-9]{4}(-[0-9]{2})?)?", words());
    let kinds = (any::<bool>(), option::of(4..40_u32), any::<bool>());
    let extra = (
        vec((any::<Index>(), any::<Index>(), vec(notes(), 1)), 0..4),
        btree_map("KM|XY|RO", "[a-z0-9]{1,5}", 0..3),
    );
    let scores = vec((any::<Index>(), -6400..=6400), 0..3);
    let theory = option::of((0..=60_u8, 0..=64_u8));
    let about = (texts, kinds, results(), scores, theory, extra);
    (games(), players(), players(), vec(notes(), 128), any::<bool>(), about).prop_map(
        |(game, black, white, mut notes, noted, (texts, kinds, result, scores, theory, extra))| {
            let (event, place, date, comment) = texts;
            let moves: Vec<Move> = game.legal_moves().collect();
            let score = |(index, centidiscs): (Index, i32)| {
                let mv = *moves.get(index.index(moves.len().max(1)))?;
                Some(MoveScore { mv, centidiscs })
            };
            let (variations, tags) = extra;
            let variation =
                |(ply, mv, notes): (Index, Index, Vec<MoveNote>)| variation(&game, ply, mv, notes);
            let mut variations: Vec<Variation> =
                variations.into_iter().filter_map(variation).collect();
            variations.sort_by_key(|inner| inner.ply);
            notes.truncate(if noted { game.moves().len() } else { 0 });
            let mut record = Record::from(game);
            record.set_notes(notes);
            for variation in variations {
                assert!(record.add_variation(variation), "it is legal");
            }
            (record.event, record.place, record.date) = (event, place, date);
            (record.black, record.white, record.comment) = (black, white, comment);
            record.kind = MatchKind { synchro: kinds.0, random_discs: kinds.1, komi: kinds.2 };
            (record.result, record.tags) = (result, tags);
            record.scores = scores.into_iter().filter_map(score).collect();
            record.theory = theory.map(|(empties, black)| Theory { empties, black });
            record
        },
    )
}

/// A move at a ply other than that of `game`, if there is one.
fn variation(game: &Game, ply: Index, mv: Index, notes: Vec<MoveNote>) -> Option<Variation> {
    let ply = ply.index(game.moves().len().max(1));
    let (setup, played) = game.turns().nth(ply)?;
    let others: Vec<Move> = setup.legal_moves().filter(|&other| other != played).collect();
    let mv = *others.get(mv.index(others.len().max(1)))?;
    Some(Variation { ply, moves: vec![mv], notes, variations: Vec::new() })
}

/// `record` with other moves, notes and variations.
fn with_moves(record: &Record, game: Game, notes: Vec<MoveNote>, lines: Vec<Variation>) -> Record {
    let Record { event, place, date, black, white, comment, tags, .. } = record.clone();
    let mut other = Record::from(game);
    other.set_notes(notes);
    for variation in lines {
        assert!(other.add_variation(variation), "it is legal");
    }
    (other.event, other.place, other.date) = (event, place, date);
    (other.black, other.white, other.kind) = (black, white, record.kind);
    (other.comment, other.tags) = (comment, tags);
    other.marks = record.marks.clone();
    (other.result, other.theory) = (record.result, record.theory);
    other.scores = record.scores.clone();
    other
}

/// `record` with `change` applied to the notes of each line.
fn with_notes(record: &Record, change: impl Fn(&mut Vec<MoveNote>)) -> Record {
    let mut notes = record.notes().to_vec();
    let mut lines = record.variations().to_vec();
    lines.iter_mut().map(|inner| &mut inner.notes).chain([&mut notes]).for_each(change);
    with_moves(record, record.game().clone(), notes, lines)
}

/// `record` with `change` applied to each note.
fn with_each_note(record: &Record, change: impl Fn(&mut MoveNote)) -> Record {
    with_notes(record, |notes| notes.iter_mut().for_each(&change))
}

/// What `format` keeps of `record`.
fn held(mut record: Record, format: Format) -> Record {
    for part in RecordPart::ALL.into_iter().filter(|&part| !format.holds(part)) {
        let (black, white) = (&mut record.black, &mut record.white);
        match part {
            // A game with another start cannot be written.
            RecordPart::Start => {}
            RecordPart::Moves => {
                let end = Game::new(record.game().setup());
                record = with_moves(&record, end, Vec::new(), Vec::new());
            }
            RecordPart::Players => (black.name, white.name) = Default::default(),
            RecordPart::Ratings => (black.rating, white.rating) = Default::default(),
            RecordPart::Clocks => (black.clock, white.clock) = Default::default(),
            RecordPart::Event => record.event.clear(),
            RecordPart::Place => record.place.clear(),
            RecordPart::Date => record.date.clear(),
            RecordPart::Kind => record.kind = MatchKind::default(),
            RecordPart::Result => record.result = None,
            RecordPart::Notes => {
                record = with_each_note(&record, |note| {
                    (note.centidiscs, note.time) = Default::default();
                });
            }
            RecordPart::MoveComments => {
                record = with_each_note(&record, |note| note.comment.clear());
            }
            RecordPart::Marks => {
                record.marks.clear();
                record = with_each_note(&record, |note| note.marks.clear());
            }
            RecordPart::Variations => {
                let (game, notes) = (record.game().clone(), record.notes().to_vec());
                record = with_moves(&record, game, notes, Vec::new());
            }
            RecordPart::Tags => record.tags.clear(),
            RecordPart::Scores => record.scores.clear(),
            RecordPart::Comment => record.comment.clear(),
            RecordPart::Theory => record.theory = None,
        }
    }
    if format == Format::Sgf {
        record = with_each_note(&record, |note| note.time = None);
    }
    record
}

/// The texts that make up `part` of `record`.
fn texts_of(record: &Record, part: RecordPart) -> Option<[&str; 2]> {
    let (black, white) = (&record.black, &record.white);
    Some(match part {
        RecordPart::Players => [&black.name, &white.name],
        RecordPart::Ratings => [&black.rating, &white.rating],
        RecordPart::Event => [&record.event; 2],
        RecordPart::Place => [&record.place; 2],
        RecordPart::Date => [&record.date; 2],
        RecordPart::Comment => [&record.comment; 2],
        _ => return None,
    })
}

/// `record` in a normal form, equal for equal meanings.
fn normal(mut record: Record) -> Record {
    if let Some(centidiscs) = record.outcome().and_then(GameResult::centidiscs) {
        let ending = GameEnding::Played;
        record.result = Some(GameResult::Difference { centidiscs, ending });
    }
    with_notes(&record, |notes| {
        if notes.iter().all(|note| *note == MoveNote::default()) {
            notes.clear();
        }
    })
}

fn read(bytes: &[u8], names: WthorNames) -> Vec<FoundRecord> {
    Records::with_names(bytes, names).map(|found| found.expect("a good record")).collect()
}

/// `record` after a round trip through `format`; `None` if it cannot be written.
fn through(record: &Record, format: Format) -> Option<Record> {
    let mut output = Vec::new();
    let mut names = WthorNameFiles::default();
    let mut writer = RecordWriter::new(&mut output, format);
    writer.write(record).ok()?;
    writer.finish().expect("a vector takes all");
    if format == Format::Wthor {
        // WTHOR loses a final pass.
        if record.game().moves().last() == Some(&Move::Pass) {
            return None;
        }
        let (mut players, mut tournaments) = (Vec::new(), Vec::new());
        writer.write_names(&mut players, &mut tournaments).expect("a vector takes all");
        names.add(Path::new("x.jou"), &players[..]).expect("names of players");
        names.add(Path::new("x.trn"), &tournaments[..]).expect("names of tournaments");
    }
    drop(writer);
    let names = names.for_games(Path::new("x.wtb")).expect("one file of each");
    let mut found = read(&output, names);
    assert_eq!(found.len(), 1, "{format}");
    Some(found.swap_remove(0).record)
}

proptest! {
    #[test]
    fn what_a_format_holds_reads_back(
        records in vec(records(), 1..4), format in any::<Index>(),
    ) {
        let texts = Format::ALL.into_iter().filter(|&format| format != Format::Wthor);
        let format = *format.get(&texts.collect::<Vec<_>>());
        let mut output = Vec::new();
        let mut writer = RecordWriter::new(&mut output, format);
        let writable = |record: &Record| record.to_text(format).is_ok();
        let records: Vec<Record> = records.into_iter().filter(writable).collect();
        for record in &records {
            writer.write(record).expect("it can be written");
        }
        writer.finish().expect("a vector takes all");
        drop(writer);
        let found = read(&output, WthorNames::NONE);
        prop_assert!(found.iter().all(|found| found.format == format), "{:?}", found);
        let found: Vec<Record> = found.into_iter().map(|found| normal(found.record)).collect();
        let expected: Vec<Record> =
            records.into_iter().map(|record| normal(held(normal(record), format))).collect();
        prop_assert_eq!(found, expected, "{}", String::from_utf8_lossy(&output));
    }

    #[test]
    fn texts_survive_or_are_reported_lost(
        texts in vec(wild_texts(), 6), date in prop_oneof![wild_texts(), "[+0-9]{0,5}"],
        format in any::<Index>(),
    ) {
        let [black, white, rating, event, place, comment] =
            texts.try_into().expect("there are six");
        let (rating_of_white, clock) = (String::new(), None);
        let game = Game::from_transcript(Setup::START, "f5d6").expect("legal moves");
        let mut record = Record::from(game);
        (record.event, record.place, record.date, record.comment) = (event, place, date, comment);
        record.black = Player { name: black, rating, clock };
        record.white = Player { name: white, rating: rating_of_white, clock };
        let format = *format.get(&Format::ALL);
        let found = through(&record, format).expect("every format holds the game");
        let lost: Vec<RecordPart> = record.lost_in(format).collect();
        for part in record.parts().filter(|&part| texts_of(&record, part).is_some()) {
            let comes_back = texts_of(&found, part) == texts_of(&record, part);
            prop_assert_eq!(comes_back, !lost.contains(&part), "{} {}: {:?}", format, part, found);
        }
    }

    #[test]
    fn wthor_files_read_back_with_their_names(records in vec(records(), 1..6)) {
        let usual = |record: &Record| {
            let moves = record.game().moves();
            record.game().start() == Setup::START && moves.last() != Some(&Move::Pass)
        };
        let (mut games, mut players, mut tournaments) = (Vec::new(), Vec::new(), Vec::new());
        let mut writer = RecordWriter::new(&mut games, Format::Wthor);
        let records: Vec<Record> = records.into_iter().filter(usual).collect();
        for record in &records {
            writer.write(record).expect("it can be written");
        }
        writer.finish().expect("a vector takes all");
        writer.write_names(&mut players, &mut tournaments).expect("a vector takes all");
        drop(writer);
        let mut names = WthorNameFiles::default();
        names.add(Path::new("x.jou"), &players[..]).expect("names of players");
        names.add(Path::new("x.trn"), &tournaments[..]).expect("names of tournaments");
        let names = names.for_games(Path::new("x.wtb")).expect("one file of each");
        let found = read(&games, names);
        prop_assert_eq!(found.len(), records.len());
        // A file has one number of empties for all theoretical results; 0 means none.
        let possible = |record: &Record| record.theory.filter(|theory| theory.empties > 0);
        let empties = records.iter().find_map(possible).map_or(0, |first| first.empties);
        for (FoundRecord { record: found, format, .. }, record) in found.into_iter().zip(records) {
            prop_assert_eq!(format, Format::Wthor);
            prop_assert_eq!(found.game(), record.game());
            prop_assert_eq!(&found.event, &record.event);
            prop_assert_eq!(&found.black.name, &record.black.name);
            prop_assert_eq!(&found.white.name, &record.white.name);
            if let Some(centidiscs) = record.outcome().and_then(GameResult::centidiscs) {
                prop_assert_eq!(found.result.and_then(GameResult::centidiscs), Some(centidiscs));
            }
            if let Some(theory) = possible(&record).filter(|theory| theory.empties == empties) {
                prop_assert_eq!(found.theory, Some(theory));
            }
        }
    }

    #[test]
    fn every_format_converts_to_every_other(
        record in records(), from in any::<Index>(), to in any::<Index>(),
    ) {
        let (from, to) = (*from.get(&Format::ALL), *to.get(&Format::ALL));
        let Some(first) = through(&record, from) else { return Ok(()) };
        let Some(second) = through(&first, to) else { return Ok(()) };
        let holds = |part| from.holds(part) && to.holds(part);
        if from == Format::Wthor || to == Format::Wthor {
            // WTHOR adds numbers, years and results.
            prop_assert!(!holds(RecordPart::Moves) || second.game() == record.game());
            prop_assert!(!holds(RecordPart::Players) || second.black.name == record.black.name);
            prop_assert!(!holds(RecordPart::Players) || second.white.name == record.white.name);
        } else {
            let expected = normal(held(normal(held(normal(record), from)), to));
            prop_assert_eq!(normal(second), expected, "{} to {}", from, to);
        }
    }

    #[test]
    fn a_position_after_some_moves_is_the_same_in_every_format(
        record in records(), plies in 0..70_usize, format in any::<Index>(),
    ) {
        let turns: Vec<Setup> = record.game().turns().map(|(setup, _)| setup).collect();
        let expected = turns.get(plies).copied().unwrap_or(record.game().setup());
        let Some(cut) = record.clone().at(plies) else {
            prop_assert!(plies > record.game().moves().len());
            return Ok(());
        };
        prop_assert_eq!(cut.game().setup(), expected);
        let format = *format.get(&Format::ALL);
        if let Some(read) = through(&cut, format) {
            prop_assert_eq!(read.game().setup(), expected, "{}", format);
        }
    }

    #[test]
    fn symmetric_positions_are_the_same(game in games(), plies in 0..70_usize) {
        let setup = game.at(plies).setup();
        let at = |symmetry| {
            let position = setup.position.transform(symmetry);
            Record::from(Game::new(Setup { position, side: setup.side }))
        };
        let mut unique = Unique::default();
        prop_assert!(unique.is_new_position(&at(Symmetry::Identity)));
        for symmetry in Symmetry::ALL {
            prop_assert!(!unique.is_new_position(&at(symmetry)));
        }
        let other = Setup { side: !setup.side, ..setup };
        prop_assert!(unique.is_new_position(&Record::from(Game::new(other))));
    }

    #[test]
    fn symmetric_games_are_the_same(game in games(), symmetry in any::<Index>()) {
        let symmetry = *symmetry.get(&Symmetry::ALL);
        let start = game.start();
        let moved = Setup { position: start.position.transform(symmetry), side: start.side };
        let mut other = Game::new(moved);
        for mv in game.moves() {
            let mv = mv.square().map_or(Move::Pass, |square| symmetry.apply_square(square).into());
            other.play(mv).expect("it was legal before");
        }
        let mut unique = Unique::default();
        let (record, other) = (Record::from(game), Record::from(other));
        prop_assert!(unique.is_new_game(&record));
        prop_assert!(!unique.is_new_game(&other));
    }

    #[test]
    fn a_record_can_be_truncated(record in records(), plies in 0..70_usize) {
        let moves = record.game().moves().to_vec();
        match record.at(plies) {
            None => prop_assert!(plies > moves.len()),
            Some(cut) => prop_assert_eq!(cut.game().moves(), &moves[..plies]),
        }
    }

    #[test]
    fn a_truncated_record_damages_no_other(
        bad in records(), others in vec((records(), any::<Index>()), 1..4),
        format in any::<Index>(), length in any::<Index>(),
    ) {
        let texts: Vec<Format> =
            Format::ALL.into_iter().filter(|&format| format != Format::Wthor).collect();
        let format = *format.get(&texts);
        let Ok(whole) = bad.to_text(format) else { return Ok(()) };
        let cut: String = whole.chars().take(length.index(whole.chars().count())).collect();
        // Moves may continue on the next line, and so may an unfinished board.
        let is_taken = |other: Format| match format {
            Format::Pgn | Format::Sgf => other == Format::Transcript,
            Format::Ggf if cut.trim_end().ends_with("BO[8") || cut.ends_with("BO[") => {
                matches!(other, Format::Board | Format::Obf)
            }
            _ => false,
        };
        let mut file = format!("{cut}\n");
        let mut expected = Vec::new();
        for (record, index) in others {
            let other = *index.get(&texts);
            if expected.is_empty() && is_taken(other) {
                continue;
            }
            if let Ok(text) = record.to_text(other) {
                file += &format!("{text}\n");
                expected.push(other);
            }
        }
        let found: Vec<Option<Format>> =
            Records::new(file.as_bytes()).map(|found| found.ok().map(|found| found.format)).collect();
        let mut rest = found.iter().rev();
        for other in expected.iter().rev() {
            prop_assert_eq!(rest.next(), Some(&Some(*other)), "{:?}\n{}", found, file);
        }
        // The damaged record reads as two at most.
        prop_assert!(rest.count() <= 2, "{:?}\n{}", found, file);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        mut bytes in prop_oneof![
            vec(any::<u8>(), 0..600),
            "[\\[\\](){};:\"XO*.a-h0-9A-H \\n/%\\\\PSBWm,-]{0,300}".prop_map(String::into_bytes),
            records().prop_map(|record| record.to_text(Format::Json).expect("JSON holds all").into_bytes()),
        ],
        edits in vec((any::<Index>(), any::<u8>()), 0..4),
    ) {
        for (index, byte) in edits {
            if !bytes.is_empty() {
                let length = bytes.len();
                bytes[index.index(length)] = byte;
            }
        }
        for found in Records::new(&bytes[..]) {
            match found {
                Ok(found) => prop_assert!(found.record.to_text(Format::Json).is_ok()),
                Err(error) => prop_assert!(error.to_string().len() < 600, "{}", error),
            }
        }
    }
}
