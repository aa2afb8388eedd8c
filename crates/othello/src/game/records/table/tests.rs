use crate::game::records::testing::games;
use crate::game::records::testing::read;
use crate::game::records::{Record, Records};

#[test]
fn table_rows_are_games_with_fields_from_their_columns() {
    let games = |text: &str| -> Vec<Record> {
        Records::new(text.as_bytes()).map(|found| found.unwrap().record).collect()
    };
    let text = "game_id,winner,game_moves\n1,1,f5f6e6f4g6c5f3\n2,-1,f5d6c4d3c3\n\nf5d6";
    let found = games(text);
    assert_eq!(found.len(), 3);
    assert_eq!(found[0].game.transcript(), "f5f6e6f4g6c5f3");
    let winners: Vec<_> = found.iter().map(|game| game.result.map(|it| it.to_string())).collect();
    assert_eq!(winners, [Some("black".to_owned()), Some("white".to_owned()), None]);
    assert_eq!(found[0].tags["game_id"], "1");

    for separator in [",", ";", "\t"] {
        let row = |fields: [&str; 5]| fields.join(separator);
        let text = [
            row(["Black", "white player", "Result", "Date", "moves"]),
            row(["ann", "\"bob, the 2nd; or\t3rd\"", "36-28", "2001-05-03", "f5 d6 c3"]),
            row(["\"an \"\"x\"\" n\"", "", "10", "", "\"['f5', 'd6']\""]),
        ];
        let found = games(&text.join("\r\n"));
        assert_eq!(found[0].black.name, "ann");
        assert_eq!(found[0].white.name, "bob, the 2nd; or\t3rd");
        assert_eq!(found[0].result.unwrap().to_string(), "36-28");
        assert_eq!((&*found[0].date, found[0].game.moves().len()), ("2001-05-03", 3));
        assert_eq!((&*found[1].black.name, found[1].game.moves().len()), ("an \"x\" n", 2));
        // Ten discs or ten more: it is kept as it stands.
        assert_eq!((found[1].result, &*found[1].tags["Result"]), (None, "10"));
    }
    assert_eq!(
        read("id,moves\n1,f5d3\n2,\n3,f5d6\nx\n"),
        [
            "2:5: move 2, \"d3\", is illegal: d3 flips nothing for white",
            "3:3: missing moves in the column \"moves\"",
            "4:1 transcript 2",
            "5:1: invalid record \"x\": expected moves, 64 squares and a side, a FEN, OBF, GGF, tags or JSON",
        ]
    );
    let bare = games("1,1,f5f6e6f4g6c5f3\n2;ann;f5d6;36-28\n");
    assert_eq!((&*bare[0].comment, bare[0].game.moves().len()), ("1 1", 7));
    assert_eq!((&*bare[1].comment, bare[1].result.unwrap().to_string()), ("2 ann", "36-28".into()));
}

#[test]
fn a_bad_row_is_not_a_header() {
    let found = games("ann,f5d6c3,31-33\nbob,f5d6c9,36-28\ncarl,f5f6e6,20-44\n");
    assert_eq!((found.len(), &*found[0], &*found[2]), (3, "f5d6c3", "f5f6e6"));
    assert!(found[1].starts_with("!2:"), "{found:?}");
    let found = games("black,white,moves\nann,bob,\ncarl,dora,f5d6c3\nid,nan\neve,fay,nan\n");
    assert_eq!(found[1], "f5d6c3");
    assert!(
        found.iter().enumerate().all(|(at, game)| (at == 1) != game.starts_with('!')),
        "{found:?}"
    );
    assert_eq!(games("Name;Moves\nDiagonal;C4\nPerp;C4e3\n"), ["c4", "c4e3"]);
    assert_eq!(games("ann,f5\nbob,f5d6\ncarl,f5d6c3\n"), ["f5", "f5d6", "f5d6c3"]);
    let found = games("Tiger: f5d6c3\nSee also, my list\nann, f5d6c4\n");
    assert_eq!((found.len(), &*found[0], &*found[2]), (3, "f5d6c3", "f5d6c4"));
}

#[test]
fn a_table_continues_after_an_odd_row_and_restarts_at_a_header() {
    let text = "id,black,moves,comment\n1,ann,f5d6c3,x\n2,bob,f5d6c4\n3,a,f5,b,c\n4,dora,f5f6,q\n\
                black,id,moves\neve,5,f5d6\n";
    let records: Vec<_> = Records::new(text.as_bytes()).collect();
    let name = |at: usize| records[at].as_ref().map(|found| &*found.record.black.name);
    assert_eq!((records.len(), name(1), name(3), name(4)), (5, Ok("bob"), Ok("dora"), Ok("eve")));
    let refused = records[2].as_ref().unwrap_err().to_string();
    assert_eq!(refused, "4:1: invalid row: expected 4 fields as in the header, found 5");
    assert_eq!(games("| Name | Moves |\n|---|---|\n| Tiger | f5d6c3 |\n"), ["f5d6c3"]);
    assert_eq!(games("sep=;\nid;moves\n1;56 64 33\n"), ["f5d6c3"]);
    assert_eq!(games("moves\nf5d6c3\nf5d6\n"), ["f5d6c3", "f5d6"]);
    assert_eq!(games("f5d6 % see, moves, there\n"), ["f5d6"], "a record is no header");
}
