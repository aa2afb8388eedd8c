//! An analysis as comments, scores and variations of a game record.

use super::table::sign;
use engine::score::Score;
use engine::{AnalysedPly, Mark};
use othello::game::{Format, MoveNote, Record, RecordPart, Variation};

/// `record` with the results in `plies`: the score of each move, and for mistakes a comment and the
/// better line. In formats without scores, the comments hold the scores.
pub(super) fn annotated(record: &Record, plies: &[AnalysedPly], format: Format) -> Record {
    let mut record = record.clone();
    let mut notes = record.notes().to_vec();
    notes.resize(record.game().moves().len(), MoveNote::default());
    for ply in plies {
        let (Some(played), Some(score), Some(mark)) = (ply.played, ply.played_score, ply.mark())
        else {
            continue;
        };
        let is_good = mark == Mark::Best || ply.best() == Some(played);
        let note = &mut notes[ply.ply];
        note.centidiscs = Some(score.centidiscs());
        let mut said = Vec::new();
        if !format.holds(RecordPart::Notes) {
            said.push(score.to_string());
        }
        if let Some(best) = ply.best().filter(|_| !is_good) {
            said.insert(0, sign(mark).to_owned());
            said.push(format!("best {best} {}", ply.score));
        }
        let text = said.join(" ");
        let gap = if note.comment.is_empty() || text.is_empty() { "" } else { " " };
        note.comment = format!("{}{gap}{text}", note.comment);
        if !is_good {
            let variation = Variation {
                ply: ply.ply,
                moves: ply.pv.clone(),
                notes: first_note(ply.score, ply.pv.len()),
                variations: Vec::new(),
            };
            // An illegal line is omitted.
            let _ = record.add_variation(variation);
        }
    }
    record.set_notes(notes);
    record
}

/// The score of the first of `moves` moves.
fn first_note(score: Score, moves: usize) -> Vec<MoveNote> {
    let mut notes = vec![MoveNote::default(); moves];
    if let Some(first) = notes.first_mut() {
        first.centidiscs = Some(score.centidiscs());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Effort, Engine, Options};
    use std::sync::atomic::AtomicBool;

    fn analysed(moves: &str) -> (Record, Vec<AnalysedPly>) {
        let record: Record = moves.parse().unwrap();
        let mut engine = Engine::new(Options { level: 2, hash: 1, ..Options::default() });
        let mut analysis = engine.analysis(record.game(), Effort::default()).unwrap();
        let stop = AtomicBool::new(false);
        let plies = std::iter::from_fn(|| analysis.step(&stop)).collect();
        (record, plies)
    }

    #[test]
    fn a_mistake_has_a_comment_and_the_better_line() {
        let (record, plies) = analysed("e6f4e3f6g5d6e7f5c5");
        let pgn = annotated(&record, &plies, Format::Pgn).to_text(Format::Pgn).unwrap();
        assert!(pgn.contains("f5 {?? -64.00 best "), "{pgn}");
        assert!(pgn.contains("(4... "), "{pgn}");
        let ggf = annotated(&record, &plies, Format::Ggf).to_text(Format::Ggf).unwrap();
        assert!(ggf.contains("W[F5/-64.00]C[?? best f3 "), "{ggf}");
        // The written record reads back with its variations.
        let read: Record = pgn.parse().unwrap();
        assert_eq!(read.game(), record.game());
        assert_eq!(
            read.variations().len(),
            annotated(&record, &plies, Format::Pgn).variations().len()
        );
    }
}
