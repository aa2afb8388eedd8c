use std::collections::BTreeSet;

use crate::game::Setup;
use crate::game::records::testing::{one, read};
use crate::game::records::{Format, FoundRecord, Mark, Record, RecordPart, Records};

#[test]
fn foreign_sgf_is_read() {
    let cassio = "(;GM[2]FF[4]SZ[8]TM[1500]AP[Cassio:8.0]PB[a]PW[b]EV[e]DT[2010]RE[B+8]\
                  AB[e4][d5]AW[d4][e5]PL[B];B[f5]BL[1480];W[d6]C[why\\]\n not];B[c3])";
    let found: FoundRecord = cassio.parse().unwrap();
    let record = &found.record;
    assert_eq!((found.format, found.skipped), (Format::Sgf, 1));
    assert_eq!((record.game.start(), &*record.game.transcript()), (Setup::START, "f5d6c3"));
    assert_eq!(record.result.unwrap().to_string(), "+8.00");
    assert_eq!((&*record.event, &*record.tags["TM"]), ("e", "1500"));
    assert_eq!(record.notes[1].comment, "why]\n not");

    // Points of two letters, with rows from the top (as specified) or from the bottom.
    for moves in [";B[fe];W[df];B[cc]", ";B[fd];W[dc];B[cf]"] {
        let record = one(&format!("(;GM[2]{moves})"));
        assert_eq!(record.game.transcript(), "f5d6c3", "{moves}");
    }
    let tree =
        "(;GM[2]C[a];B[f5](;W[d6];B[c3](;W[d3])(;W[f4];B[f6]C[b]))\n(;W[f4];B[e3]))(;GM[2];B[c4])";
    let games: Vec<Record> =
        Records::new(tree.as_bytes()).map(|found| found.unwrap().record).collect();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].game.transcript(), &*games[0].comment), ("f5d6c3d3".into(), "a"));
    let plies: Vec<(usize, usize)> =
        games[0].variations.iter().map(|inner| (inner.ply, inner.moves.len())).collect();
    assert_eq!(plies, [(1, 2), (3, 2)]);
    assert_eq!(one("(;GaMe[2];Black[f5];White[d6])").game.transcript(), "f5d6");
    // Passes may be omitted, empty, or points outside the board.
    let start = "AB[a1]AW[b1]PL[W]";
    for pass in ["", ";W[]", ";W[tt]", ";W[pass]"] {
        let record = one(&format!("(;GM[2]{start}{pass};B[c1])"));
        assert_eq!(record.game.transcript_with_passes(), "--c1", "{pass}");
    }
    for (text, message) in [
        ("(;GM[1]SZ[19];B[aa])", "1:6: invalid game \"1\" (GM): expected 2, Othello"),
        ("(;GM[2]SZ[10])", "1:11: invalid board size \"10\" (SZ): expected 8"),
        (
            "(;GM[2];B[f5];B[d6])",
            "1:17: move 2, \"d6\" of black, is illegal: white has a move and may not pass",
        ),
        (
            "(;GM[2];B[f5];W[d3])",
            "1:17: move 2, \"d3\" of white, is illegal: d3 flips nothing for white",
        ),
        (
            "(;GM[2];B[z9])",
            "1:11: invalid point \"z9\": expected one such as f5 or fe, or nothing for a pass",
        ),
    ] {
        assert_eq!(read(text), [message], "{text}");
    }
}

#[test]
fn sgf_reads_back_start_moves_values_and_variations() {
    let text = "(;GM[2]PB[ann]RE[W+R]AB[a1]AW[b1]PL[W]C[c];W[]V[-2.50];B[c1]C[d])";
    let record = one(text);
    assert_eq!(record.notes[0].centidiscs, Some(250), "seen from White");
    let again = one(&record.to_text(Format::Sgf).unwrap());
    assert_eq!(again, record);
    assert_eq!(record.lost_in(Format::Sgf).count(), 0);
}

#[test]
fn sgf_marks_are_squares_and_arrows() {
    let text = "(;GM[2]SQ[a1]AR[c4:f5];B[f5]TR[d3][d4]MA[d3]LN[a1:h8]C[x];W[d6]LB[a1:1]CR[z9])";
    let found: FoundRecord = text.parse().unwrap();
    assert_eq!(found.skipped, 2, "the label and the point z9");
    let record = found.record;
    let words = |marks: &BTreeSet<Mark>| marks.iter().map(|mark| format!("{mark} ")).collect();
    let all: [String; 2] = [words(&record.marks), words(&record.notes[0].marks)];
    assert_eq!(all, ["a1 c4f5 ", "d3 d4 a1h8 "]);
    let written = record.to_text(Format::Sgf).unwrap();
    assert!(written.contains("SQ[a1]AR[c4:f5];B[f5]C[x]SQ[d3][d4]AR[a1:h8];"), "{written}");
    assert_eq!(one(&written), record);
    assert!(record.lost_in(Format::Pgn).any(|part| part == RecordPart::Marks));
}
