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
fn komi_games_keep_their_moves() {
    let text = format!("(;GM[Othello]TY[8k]BO[8 {START} *]B[f5]KM[2.5];)");
    let record = one(&text);
    assert_eq!(record.game.transcript(), "f5");
    assert!(record.kind.komi);
}
