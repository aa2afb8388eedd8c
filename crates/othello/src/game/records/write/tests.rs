use crate::game::records::{Format, Player, Record, RecordPart};

#[test]
fn names_that_read_back_as_missing_are_reported_lost() {
    let lost = |name: &str, format| {
        let player = Player { name: name.into(), ..Player::default() };
        let record = Record { black: player, event: name.into(), ..Record::default() };
        record.lost_in(format).collect::<Vec<_>>()
    };
    let names = [RecordPart::Players, RecordPart::Event];
    for name in ["-", "...", "? ?", " ann", "ann "] {
        assert_eq!(lost(name, Format::Pgn), names, "{name}");
        assert_eq!(lost(name, Format::Json), []);
    }
    assert_eq!(lost("ann - bob?", Format::Pgn), []);
}

#[test]
fn comments_that_do_not_fit_a_line_are_reported_lost() {
    let lost = |comment: &str, format| {
        let record: Record = "f5d6".parse().unwrap();
        let record = Record { comment: comment.into(), ..record };
        record.lost_in(format).any(|part| part == RecordPart::Comment)
    };
    let lines = [Format::Transcript, Format::Position, Format::Board, Format::Fen, Format::Obf];
    for format in lines {
        for comment in ["a\nb", " a", "a ", "\t"] {
            assert!(lost(comment, format), "{format} {comment:?}");
            assert!(!lost(comment, Format::Json), "{comment:?}");
        }
        assert!(!lost("a % b # c", format), "{format}");
    }
}
