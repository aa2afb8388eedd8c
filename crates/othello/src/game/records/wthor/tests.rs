use crate::game::records::{Format, Player, Record, RecordPart};

#[test]
fn a_wthor_file_reads_back_its_fields() {
    let lost = |name: &str, date: &str| {
        let player = Player { name: name.into(), ..Player::default() };
        let record: Record = "f5d6".parse().unwrap();
        let record = Record { black: player, date: date.into(), ..record };
        record.lost_in(Format::Wthor).collect::<Vec<_>>()
    };
    assert_eq!(lost("Ann Lee of somewhere", "1999-07-01"), [RecordPart::Players, RecordPart::Date]);
    assert_eq!(lost("\u{1f600}", "01999"), [RecordPart::Players, RecordPart::Date]);
    assert_eq!(lost("Ann Lee of Somewher", "1999"), []);
    let passed: Record = "c4c3f5b4a4a5c2a3--".parse().unwrap();
    assert_eq!(passed.lost_in(Format::Wthor).collect::<Vec<_>>(), [RecordPart::Moves]);
}
