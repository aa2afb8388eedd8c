use crate::game::records::testing::{START, one};
use crate::game::records::{Format, Record};

#[test]
fn a_game_without_notes_reads_back_from_ggf_without_notes() {
    let record: Record = "f5d6c3".parse().unwrap();
    let ggf = record.to_text(Format::Ggf).unwrap();
    assert_eq!(ggf.parse::<Record>().unwrap(), record);
    let noted: Record = ggf.replace("B[F5]", "B[F5/1.00]").parse().unwrap();
    assert_eq!(noted.notes.len(), 3);
}

#[test]
fn comments_may_end_in_control_characters() {
    let text = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]\
                C[a\u{4}b\0]B[F5]C[\0c \0];)";
    let record = Record::from_ggf(text).expect("a game");
    let again = Record::from_ggf(&record.to_ggf()).expect("a game");
    assert_eq!((&*record.comment, &*record.notes[0].comment), ("a\u{4}b", "c"));
    assert_eq!((again.to_ggf(), &*again.comment), (record.to_ggf(), "a b"));
}

#[test]
fn komi_games_keep_their_moves() {
    let text = format!("(;GM[Othello]TY[8k]BO[8 {START} *]B[f5]KM[2.5];)");
    let record = one(&text);
    assert_eq!(record.game.transcript(), "f5");
    assert!(record.kind.komi);
}
