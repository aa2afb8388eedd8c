//! Symmetries of setups and records.

use std::collections::BTreeSet;

use super::{Mark, MoveNote, Record, Variation};
use crate::board::{Move, Square, Symmetry};
use crate::game::{Game, Setup};

impl Setup {
    /// The setup transformed by `symmetry`.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Setup {
        Setup { position: self.position.transform(symmetry), ..self }
    }
}

impl Record {
    /// The record transformed by `symmetry`: the start, moves, variations, marks and scores. Texts
    /// are unchanged.
    #[must_use]
    pub fn transform(mut self, symmetry: Symmetry) -> Record {
        let start = self.game.start().transform(symmetry);
        self.game = Game::from_moves(start, &moved(self.game.moves(), symmetry));
        self.variations.iter_mut().for_each(|inner| inner.transform(symmetry));
        self.marks = moved_marks(&self.marks, symmetry);
        move_notes(&mut self.notes, symmetry);
        for score in &mut self.scores {
            score.mv = moved_move(score.mv, symmetry);
        }
        self
    }

    /// The record, transformed to begin with f5 from the usual start. `None` if no symmetry gives
    /// f5, or without moves.
    #[must_use]
    pub fn normalise(self) -> Option<Record> {
        let first = self.game.moves().first()?.square()?;
        let start = self.game.start();
        let symmetry = Symmetry::ALL.into_iter().find(|symmetry| {
            start.transform(*symmetry) == Setup::START && symmetry.apply_square(first) == Square::F5
        })?;
        Some(self.transform(symmetry))
    }
}

impl Variation {
    fn transform(&mut self, symmetry: Symmetry) {
        self.moves = moved(&self.moves, symmetry);
        self.variations.iter_mut().for_each(|inner| inner.transform(symmetry));
        move_notes(&mut self.notes, symmetry);
    }
}

fn move_notes(notes: &mut [MoveNote], symmetry: Symmetry) {
    for note in notes {
        note.marks = moved_marks(&note.marks, symmetry);
    }
}

fn moved_marks(marks: &BTreeSet<Mark>, symmetry: Symmetry) -> BTreeSet<Mark> {
    marks.iter().map(|mark| mark.transform(symmetry)).collect()
}

fn moved(moves: &[Move], symmetry: Symmetry) -> Vec<Move> {
    moves.iter().map(|&mv| moved_move(mv, symmetry)).collect()
}

fn moved_move(mv: Move, symmetry: Symmetry) -> Move {
    match mv {
        Move::Pass => Move::Pass,
        Move::Place(square) => Move::Place(symmetry.apply_square(square)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Format;

    #[test]
    fn every_game_from_the_usual_start_begins_with_f5_when_normalised() {
        for first in ["f5f6e6", "d3c3c4", "c4c3d3", "e6f6f5"] {
            let record: Record = first.parse().unwrap();
            assert_eq!(record.normalise().unwrap().game.transcript(), "f5f6e6", "{first}");
        }
        // Black on d4 and e5.
        let exchanged: Record = "8/8/8/3XO3/3OX3/8/8/8 X moves d6".parse().unwrap();
        assert_eq!(exchanged.normalise().unwrap().to_text(Format::Transcript).unwrap(), "f5");
        let elsewhere: Record = "8/8/8/3OX3/3XXX2/8/8/8 O moves d6".parse().unwrap();
        assert_eq!(elsewhere.normalise(), None);
        assert_eq!(Record::default().normalise(), None);
    }

    #[test]
    fn marks_turn_with_the_moves() {
        let text = r#"{"moves":"f5","marks":["a1"],"notes":[{"marks":["a1c2","b1"]}]}"#;
        let record: Record = text.parse().unwrap();
        let turned = record.clone().transform(Symmetry::Rotate180);
        let words = |marks: &BTreeSet<Mark>| marks.iter().map(Mark::to_string).collect::<String>();
        assert_eq!(words(&turned.marks), "h8");
        assert_eq!(words(&turned.notes[0].marks), "g8h8f7");
        assert_eq!(turned.transform(Symmetry::Rotate180), record);
    }

    #[test]
    fn scores_and_variations_turn_with_the_moves() {
        let record: Record = "[Black \"a\"]\n\n1. f5 d6 (1... f6 2. e6 (2. c4)) *".parse().unwrap();
        let scored: Record = format!("{}; F5:+2;", Setup::START).parse().unwrap();
        let turned = record.clone().transform(Symmetry::Rotate180);
        let outer = &turned.variations[0];
        let words = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<String>();
        assert_eq!((turned.game.transcript(), words(&outer.moves)), ("c4e3".into(), "c3d3".into()));
        assert_eq!(words(&outer.variations[0].moves), "f5");
        assert_eq!(turned.transform(Symmetry::Rotate180), record);
        assert_eq!(scored.transform(Symmetry::Rotate180).scores[0].mv, Square::C4.into());
    }
}
