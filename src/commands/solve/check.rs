//! [`CheckCounts`]: comparison of results with the scores of the input.

use crate::commands::batch::{LineRow, RowStatus};
use crate::source::Entry;
use engine::score::{Score, centidiscs_of};
use othello::board::Move;
use othello::game::MoveScore;
use protocol::reply::CertaintyReply;

/// Counts of results by agreement with the known scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CheckCounts {
    pub(super) right: usize,
    pub(super) wrong: usize,
    /// Results without a known score.
    pub(super) unchecked: usize,
}

impl CheckCounts {
    /// If `row`, the result of `problem`, is solved, counts it and returns its fault.
    pub(super) fn add(&mut self, problem: &Entry, row: &LineRow) -> Option<String> {
        if row.status == Some(RowStatus::Unsolved) {
            return None;
        }
        let Some(expected) = problem.record.scores.iter().map(|score| score.centidiscs).max()
        else {
            self.unchecked += 1;
            return None;
        };
        let fault = fault_in_score(row, expected)
            .or_else(|| fault_in_move(row, problem))
            .or_else(|| fault_in_list(row, problem, expected));
        match fault {
            None => self.right += 1,
            Some(_) => self.wrong += 1,
        }
        fault
    }
}

/// The fault in the score of `row`. `expected` is in centidiscs.
fn fault_in_score(row: &LineRow, expected: i32) -> Option<String> {
    let found = centidiscs_of(row.line.score?);
    let agrees = match row.line.certainty {
        Some(CertaintyReply::Wld) => found.signum() == expected.signum(),
        _ => found == expected,
    };
    let discs = Score::saturating;
    (!agrees).then(|| format!("score {}, expected {}", discs(found), discs(expected)))
}

/// The fault in the best move of `row`. A move with a score in the file must have the best score,
/// or with `--wld` the best sign. A move without a score is wrong only if the file lists all best
/// moves.
fn fault_in_move(row: &LineRow, problem: &Entry) -> Option<String> {
    let found = row.best.as_ref()?;
    let is_wld = row.line.certainty == Some(CertaintyReply::Wld);
    let scores = &problem.record.scores;
    let best = scores.iter().map(|score| score.centidiscs).max()?;
    let is_best = |score: &&MoveScore| match is_wld {
        true => score.centidiscs.signum() == best.signum(),
        false => score.centidiscs == best,
    };
    let listed = scores.iter().find(|score| score.mv.to_string() == *found);
    let agrees = match listed {
        Some(score) => is_best(&score),
        None => is_wld || !lists_all_best_moves(problem),
    };
    let expected = || {
        let moves = scores.iter().filter(is_best).map(|score| score.mv.to_string());
        moves.collect::<Vec<String>>().join(" or ")
    };
    (!agrees).then(|| format!("best move {found}, expected {}", expected()))
}

/// A best move of the file that is missing in `row`. `row` has all best moves.
fn fault_in_list(row: &LineRow, problem: &Entry, expected: i32) -> Option<String> {
    let is_wld = row.line.certainty == Some(CertaintyReply::Wld);
    let found = row.all_best.as_ref().filter(|_| !is_wld)?;
    let mut listed = problem.record.scores.iter().filter(|score| score.centidiscs == expected);
    let worse = listed.find(|score| !found.contains(&score.mv.to_string()))?;
    Some(format!("best moves {}, expected {} to be one", found.join(" and "), worse.mv))
}

/// Whether `problem` has a score for every legal move, or several moves with the best score.
fn lists_all_best_moves(problem: &Entry) -> bool {
    let scores = &problem.record.scores;
    let best = scores.iter().map(|score| score.centidiscs).max();
    let best_moves = scores.iter().filter(|score| Some(score.centidiscs) == best).count();
    let is_listed = |square| scores.iter().any(|score| score.mv == Move::Place(square));
    best_moves > 1 || problem.game().setup().position.legal_moves().into_iter().all(is_listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::game::Record;

    /// Two empties, g8 and h8. One first move wins by 64, the other by less.
    const BOARD: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";

    /// Four moves that are the same by symmetry.
    const START: &str = "---------------------------OX------XO--------------------------- X";

    /// The fault in a result for [`BOARD`] with these `scores` in the file.
    fn fault(scores: &str, best: &str, discs: f64, certainty: &str) -> Option<String> {
        fault_on(BOARD, scores, best, discs, certainty)
    }

    /// A result with this best move.
    fn row(board: &str, best: &str, discs: f64, certainty: &str) -> LineRow {
        let row = serde_json::json!({
            "reply": "solve", "line": 1, "board": board, "status": "solved", "best": best,
            "multipv": 1, "depth": 2, "score": discs, "bound": null, "certainty": certainty,
            "selectivity": 100, "pv": [], "nodes": 1, "time": 0.0
        });
        serde_json::from_value(row).unwrap()
    }

    fn problem(board: &str, scores: &str) -> Entry {
        Entry::from(Record::from_obf(&format!("{board}; {scores}")).unwrap())
    }

    fn fault_on(
        board: &str,
        scores: &str,
        best: &str,
        discs: f64,
        certainty: &str,
    ) -> Option<String> {
        CheckCounts::default().add(&problem(board, scores), &row(board, best, discs, certainty))
    }

    #[test]
    fn exact_results_have_the_best_score_and_one_of_its_moves() {
        assert_eq!(fault("G8:-48;", "g8", -48.0, "exact"), None);
        assert_eq!(fault("", "g8", -48.0, "exact"), None);
        let score = fault("G8:-46;", "g8", -48.0, "exact");
        assert_eq!(score.as_deref(), Some("score -48.00, expected -46.00"));
        let best = fault("G8:-48;", "h8", -48.0, "exact");
        assert_eq!(best.as_deref(), Some("best move h8, expected g8"));
    }

    #[test]
    fn an_unlisted_best_move_is_correct() {
        let fault = |scores, best| fault_on(START, scores, best, 0.0, "exact");
        assert_eq!(fault("F5:+0;", "d3"), None);
        assert_eq!(fault("F5:+0; C4:-2;", "d3"), None);
        // Wrong: the file gives the move a worse score.
        let worse = fault("F5:+0; D3:-2;", "d3");
        assert_eq!(worse.as_deref(), Some("best move d3, expected f5"));
        // Wrong: the file names several best moves, and so all of them.
        let others = fault("F5:+0; C4:+0;", "d3");
        assert_eq!(others.as_deref(), Some("best move d3, expected f5 or c4"));
        assert_eq!(fault("F5:+0; C4:+0;", "c4"), None);
        // Wrong: the file scores every legal move.
        let all = "D3:-2; C4:-2; F5:+0; E6:-2;";
        assert_eq!(fault(all, "e6").as_deref(), Some("best move e6, expected f5"));
        assert_eq!(fault(all, "f5"), None);
    }

    #[test]
    fn a_complete_list_contains_only_best_moves() {
        let problem = problem(START, "F5:+0; C4:+0;");
        let fault = |best: &[&str], all_best: bool| {
            let moves = best.iter().map(|&square| square.to_owned()).collect();
            let all_best = all_best.then_some(moves);
            let mut row = row(START, best[0], 0.0, "exact");
            row.all_best = all_best;
            CheckCounts::default().add(&problem, &row)
        };
        assert_eq!(fault(&["f5", "c4", "d3"], true), None);
        let wrong = fault(&["f5", "d3"], true);
        assert_eq!(wrong.as_deref(), Some("best moves f5 and d3, expected c4 to be one"));
        assert_eq!(fault(&["f5"], false), None);
    }

    #[test]
    fn with_wld_only_the_sign_counts() {
        assert_eq!(fault("G8:-48;", "g8", -2.0, "wld"), None);
        assert_eq!(fault("G8:-48;", "h8", -2.0, "wld"), None);
        assert!(fault("G8:-48;", "g8", 2.0, "wld").is_some());
        assert!(fault("G8:+0;", "g8", 2.0, "wld").is_some());
    }
}
